"""The service that hands out an event's `.TOU`, from reading the rows to the record: 998 players after 12 rounds.

Runs on a database of its own in a temporary folder; `python -m benchmarks.tou_export`.
"""

import os
import statistics
import tempfile
import time
from typing import Any

from benchmarks import judge

PLAYERS, ROUNDS = 998, 12  # the format holds 999
RUNS = 5
LIMIT_SECONDS = 0.3


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        seconds = measure(make_event())
    print(f".TOU of {PLAYERS:,} players and {ROUNDS} rounds: {seconds:.3f} s")
    judge({f".TOU of {PLAYERS:,} players / limit of {LIMIT_SECONDS} s": seconds / LIMIT_SECONDS})


def measure(tournament: Any) -> float:
    """Median seconds of processor time of one export: others may use the computer meanwhile."""
    from tdsuite.exchange.export import export
    from tdsuite.platform.access.guard import COMMAND_LINE

    times = []
    for _ in range(RUNS):
        began = time.process_time()
        exported = export(by=COMMAND_LINE, tournament=tournament, key="tou")
        times.append(time.process_time() - began)
        assert exported.sendable and len(exported.data) > PLAYERS * ROUNDS * 9
    return statistics.median(times)


def make_event() -> Any:
    """Everybody has played everybody's neighbour once, by turns first and second."""
    from datetime import date

    from tdsuite.exchange.events import SourceFile, import_tournament
    from tdsuite.platform.access.guard import COMMAND_LINE

    half = PLAYERS // 2
    rows = [f"Player, {_letters(number)} 1500" for number in range(PLAYERS)]
    scores: list[list[str]] = [[] for _ in rows]
    for round_number in range(ROUNDS):
        for number in range(half):
            opponent = half + (number + round_number) % half
            rows[number] += f" {opponent + 1}"
            rows[opponent] += f" {number + 1}"
            scores[number].append(str(350 + (number * 7 + round_number) % 150))
            scores[opponent].append(str(340 + (opponent * 11 + round_number) % 150))
    starts = [
        " ".join("12"[(round_number + (number >= half)) % 2] for round_number in range(ROUNDS))
        for number in range(PLAYERS)
    ]
    text = "".join(
        f"{row}; {' '.join(score)}; p12 {start}\n" for row, score, start in zip(rows, scores, starts, strict=True)
    )
    files = [SourceFile("A.t", text.encode())]
    tournament, _ = import_tournament(
        by=COMMAND_LINE,
        slug="large",
        files=files,
        values={"starts_on": date(2026, 5, 16), "ends_on": date(2026, 5, 17)},
    )
    return tournament


def _letters(number: int) -> str:
    """A name of its own, in letters."""
    return "".join(chr(ord("a") + number // 26**place % 26) * 2 for place in range(3)).title()


if __name__ == "__main__":
    main()
