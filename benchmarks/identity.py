"""Suggestions while a name is typed: a list of 2,000 lines and 10,000 names of earlier events. Seconds of processor time.

`python -m benchmarks.identity`. Runs on a database of its own in a temporary folder. Each letter typed is one question, as the page asks it.
"""

import os
import random
import tempfile
from datetime import date

from benchmarks import judge
from benchmarks.rating_lists import timed, word

LINES, NAMES, EVENTS, TYPED = 2_000, 10_000, 20, 12
LIMIT = 0.05  # seconds a question


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        first, worst, mean = measure()
    print(f"first question, which makes the people ready: {first * 1000:.0f} ms")
    print(f"mean of the others: {mean * 1000:.1f} ms; worst: {worst * 1000:.1f} ms")
    judge({f"{LINES:,} lines, {NAMES:,} names: worst question / limit of {LIMIT * 1000:g} ms": worst / LIMIT})


def measure() -> tuple[float, float, float]:
    """Seconds of the first question, of the worst and the mean of the others."""
    from results.rating_lists.services.known import offers
    from results.rating_lists.services.lists import ListFile, load_list
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.tournaments.models import Entry, Player
    from tdsuite.tournaments.services.events import create_tournament

    luck = random.Random(37)
    names = [f"{word(luck, 2)} {word(luck, luck.randint(2, 4))}" for _ in range(LINES + NAMES)]
    values = {"ends_on": "2026-01-02", "starts_on": "2026-01-01"}
    for at in range(EVENTS):
        event = create_tournament(
            by=COMMAND_LINE,
            slug=f"e{at}",
            values={"name": f"Event {at}", **values},
            divisions=[{"name": "A", "code": "a"}],
        )
        part = names[at * NAMES // EVENTS : (at + 1) * NAMES // EVENTS]
        people = Player.objects.bulk_create(Player(name=name, filing_name=name) for name in part)
        division = event.divisions.get()
        Entry.objects.bulk_create(
            Entry(division=division, player=player, number=number) for number, player in enumerate(people, start=1)
        )
    now = create_tournament(
        by=COMMAND_LINE, slug="now", values={"name": "Now", "starts_on": "2026-05-01", "ends_on": "2026-05-02"},
        divisions=[{"name": "A", "code": "a"}],
    )  # fmt: skip
    rows = "\n".join(f"{name},AA{at:06d},{luck.randint(300, 2200)}" for at, name in enumerate(names[NAMES:]))
    file = ListFile("list.csv", f"Name,Member ID,Rating\n{rows}\n".encode(), "naspa", as_of=date(2026, 4, 1))
    load_list(by=COMMAND_LINE, file=file, tournament=now)
    _, first = timed(lambda: offers(now, reader=COMMAND_LINE, typed="a"))
    seconds = []
    for name in luck.sample(names, TYPED):
        for end in range(2, len(name) + 1):
            typed = name[:end]
            likely, took = timed(lambda typed=typed: offers(now, reader=COMMAND_LINE, typed=typed))  # type: ignore[misc]
            seconds.append(took)
            assert likely, typed
        assert likely[0]["name"] == name
    return first, max(seconds), sum(seconds) / len(seconds)


if __name__ == "__main__":
    main()
