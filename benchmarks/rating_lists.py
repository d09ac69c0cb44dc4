"""A rating list of 60,000 players: read, loaded, made ready to be searched, matched with 300 players. Seconds of processor time.

`python -m benchmarks.rating_lists`. Runs on a database of its own in a temporary folder. One player in three is under a name that is not in the list.
"""

import os
import random
import tempfile
import time
from collections.abc import Callable
from datetime import date
from typing import Any

from benchmarks import judge

PLAYERS, ENTERED = 60_000, 300
LIMITS = {"load": 15.0, "first look": 5.0, "look": 2.0}  # seconds
SYLLABLES = [
    "ba",
    "ko",
    "mi",
    "ten",
    "ra",
    "lo",
    "win",
    "der",
    "ash",
    "ford",
    "ton",
    "ley",
    "mar",
    "son",
    "ville",
    "qui",
    "zed",
    "han",
    "os",
    "ur",
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        figures = measure()
    for name, seconds in figures.items():
        print(f"{name}: {seconds:.2f} s (limit {LIMITS[name]:g} s)")
    size = f"{PLAYERS:,} lines, {ENTERED} players"
    judge({f"{size}, {name} / limit of {LIMITS[name]:g} s": figures[name] / LIMITS[name] for name in figures})


def measure() -> dict[str, float]:
    from results.rating_lists.services.lists import ListFile, load_list
    from results.rating_lists.services.uses import plan_list
    from tdsuite.platform.access.guard import COMMAND_LINE

    luck = random.Random(1)
    names = [f"{word(luck, 2)} {word(luck, luck.randint(2, 4))}" for _ in range(PLAYERS)]
    lines = (
        f"{name},AA{at:06d},{luck.randint(300, 2200)},{luck.randint(1, 3000)},2027-01-31"
        for at, name in enumerate(names)
    )
    data = "\n".join(["Name,Member ID,Rating,Games,Expires", *lines]).encode()
    file = ListFile("list.csv", data, "naspa", as_of=date(2026, 5, 1))
    division = make_division(luck.sample(names, ENTERED))
    row, loading = timed(lambda: load_list(by=COMMAND_LINE, file=file, tournament=division.tournament))
    assert row.size == PLAYERS
    _, first = timed(lambda: plan_list(division, row))
    plan, again = timed(lambda: plan_list(division, row))
    assert plan.counts["players"] == ENTERED and plan.counts["matched"] > ENTERED // 2
    return {"load": loading, "first look": first, "look": again}


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def word(luck: random.Random, syllables: int) -> str:
    return "".join(luck.choice(SYLLABLES) for _ in range(syllables)).title()


def make_division(names: list[str]) -> Any:
    from tdsuite.exchange.events import SourceFile
    from tdsuite.exchange.roster import apply_roster
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.tournaments.services.events import create_tournament

    values = {"name": "Bench", "starts_on": "2026-01-01", "ends_on": "2026-01-02"}
    tournament = create_tournament(by=COMMAND_LINE, slug="bench", values=values, divisions=[{"name": "A", "code": "a"}])
    division = tournament.divisions.get()
    entered = {name[:-1] if at % 3 == 0 else name for at, name in enumerate(names)}
    roster = "name\n" + "\n".join(sorted(entered)) + "\n"
    apply_roster(by=COMMAND_LINE, division=division, source=SourceFile("a.csv", roster.encode()))
    return division


if __name__ == "__main__":
    main()
