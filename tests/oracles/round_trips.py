"""Real events out in every format and in again: what is equal, what was named as lost before, and what nothing names.

`python -m tests.oracles.round_trips [--largest BYTES]` prints how many events come back whole by format (docs/formats.md), then each difference that nothing names.
"""

import argparse
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from tdsuite.formats import writing
from tdsuite.formats.model import FileDivision, FileGame, ImportedFile, Outcome, Problem, StartsBy
from tdsuite.formats.reading import read_file
from tdsuite.tournaments.engine.names import name_key
from tests.oracles.files import ORACLES

SOURCES = {
    "`.t`": ("*.t", "tsh-pairs/*.t"),
    "`tourney.js`": ("tourney-js/*.js", "tsh-pairs/*.js"),
    "`.TOU`": ("*.tou", "tsh-pairs/*.tou", "wespa-reports/*/*/*.tou", "wespa-site/*.tou"),
    "CoCo’s games": ("coco/results/*-results.*",),
}
WAYS_BACK = {"json": "a.json", "tsh": "a.tsh", "tourney.js": "tourney.js", "tou": "a.TOU", "absp": "a.csv"}
COLUMNS = ("rating", "lifetime_games", "class_name", "team", "naspa_id", "off")
GAMES = frozenset({"opponent", "score", "rounds", "without an opponent", "without a result"})
AS_THE_EVENT = "byes without a score yet"  # said when the file is read
NAMED_BY = {  # the fields of losses by which a difference is named, or words of the note of what a format never holds
    **{column: {column, writing.COLUMNS[column]} for column in COLUMNS},
    **{key: {"tsh’s own keys"} for key in writing.KEYS_OF_TSH},
    "event": {"event", "the event’s name"}, "division": {"division", "is called"}, "name": {"name"}, "filing name": {"name", "filed by their last word"}, "board": {"boards"},
    "opponent": GAMES, "score": GAMES, "worth": {*GAMES, AS_THE_EVENT}, "starter": GAMES | {"starter"}, "unranked": {"opponent", "without an opponent"},
    "penalty": {"penalty", "spread points"},
}  # fmt: skip
Facts = dict[tuple[object, ...], object]  # what is said, by (kind, division, player, round)


class Trip(NamedTuple):
    """What came back otherwise, by kind, and what of it no loss named, with an example."""

    differences: Counter[str]
    unnamed: dict[str, str]


def events() -> Iterator[tuple[str, Path]]:
    """(kind of file, file) of every event among the oracles."""
    for kind, patterns in SOURCES.items():
        for pattern in patterns:
            yield from ((kind, path) for path in sorted(ORACLES.glob(pattern)))


def facts_of(read: ImportedFile, like: ImportedFile | None = None) -> Facts:
    """Everything that a file says, fact by fact; players count as in the file `like`, by their names, else as they stand."""
    facts: Facts = {("event", "name"): read.event_name, ("event", "day"): read.event_date}
    for at, division in enumerate(read.divisions):
        model = like.divisions[at] if like and at < len(like.divisions) else division
        order = {name_key(row.name): place for place, row in enumerate(model.players, start=1)}
        facts["division", at] = division.name
        place = {row.number: order.get(name_key(row.name), seen) for seen, row in enumerate(division.players, start=1)}
        facts |= {(kind, at, *where): value for (kind, *where), value in _facts(division, place)}
    return {key: value for key, value in facts.items() if value not in ("", None)}


def _facts(division: FileDivision, place: dict[int | None, int]) -> Iterator[tuple[tuple[Any, ...], object]]:
    for row in division.players:
        here = place[row.number]
        yield ("name", here), row.name
        yield ("filing name", here), row.filing_name
        yield from (((column, here), getattr(row, column) or "") for column in COLUMNS if column != "off")
        yield ("off", here), row.off is not None or row.withdrawn_from is not None or ""
        yield ("unranked", here), row.number in division.left_out or ""
        yield from (((key, here), " ".join(text.split())) for key, text in row.extras if key in writing.KEYS_OF_TSH)
    for adjustment in division.adjustments:
        yield ("penalty", place[adjustment.number], adjustment.round), adjustment.points
    for game in division.games:
        yield from _facts_of_game(game, place)


def _facts_of_game(game: FileGame, place: dict[int | None, int]) -> Iterator[tuple[tuple[Any, ...], object]]:
    scored = game.outcome is Outcome.PLAYED
    sides = [(game.first, game.second, game.first_score, game.first_halves, game.first_spread)]
    if game.second is not None:
        sides.append((game.second, game.first, game.second_score, game.second_halves, game.second_spread))
        here = min(place[number] for number in game.players)
        yield ("board", here, game.round), game.board
        if game.starts_by is not StartsBy.NONE:
            yield (
                ("starter", here, game.round),
                place[game.first] if game.starts_by is StartsBy.ASSIGNED else "to be drawn",
            )
    for number, opponent, score, halves, spread in sides:
        here = place[number]
        yield ("opponent", here, game.round), place[opponent] if opponent else 0
        yield ("score", here, game.round), score if scored else None
        yield ("worth", here, game.round), (game.outcome, halves, spread)


def trips(path: Path) -> dict[str, Trip]:
    """The trip of one event in each format; nothing for a file that is refused."""
    from django.db import transaction

    from tdsuite.exchange.events import SourceFile, import_tournament
    from tdsuite.exchange.export import preview
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.tournaments.services.decision import Refused

    original = read_file(path.name, path.read_bytes())
    result = {}
    with transaction.atomic():
        try:
            source = SourceFile(path.name, path.read_bytes())
            day = original.event_date or date(2026, 5, 16)
            event, notes = import_tournament(by=COMMAND_LINE, slug="again", files=[source], day=day)
        except Refused:
            return {}
        noted = [note for note in notes if AS_THE_EVENT in note.message]
        for key, name in WAYS_BACK.items():
            exported = preview(by=COMMAND_LINE, tournament=event, key=key)
            result[key] = _compared(original, read_file(name, exported.data), [*noted, *exported.losses])
        transaction.set_rollback(True)
    return result


def _compared(original: ImportedFile, again: ImportedFile, named: Sequence[Problem]) -> Trip:
    """What the file says otherwise, or not, or what it says of games where the original said nothing."""
    before, after = facts_of(original), facts_of(again, original)
    keys = [key for key in before if after.get(key) != before[key]]
    keys += [
        key for key in after if key not in before and key[0] in ("opponent", "score", "worth", "penalty", "starter")
    ]
    unnamed = {}
    for key in keys:
        kind = str(key[0])
        if not any(loss.field in (words, kind) or words in loss.message for loss in named for words in NAMED_BY[kind]):
            unnamed.setdefault(kind, f"{key}: {before.get(key)!r}, then {after.get(key)!r}")
    if problems := again.errors:
        unnamed["unreadable"] = problems[0].text
    return Trip(Counter(str(key[0]) for key in keys), unnamed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=1_000_000, help="bytes of the largest file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print("\n".join(table([row for row in events() if row[1].stat().st_size <= options.largest])))


def table(paths: list[tuple[str, Path]]) -> Iterator[str]:
    """Lines of the table in Markdown, then the files that are refused and what nothing names."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    rest = []
    for kind, path in paths:
        result = trips(path)
        counts[kind]["events"] += bool(result)
        if not result:
            rest.append(f"refused: {path.name}")
        for key, trip in result.items():
            counts[kind][key] += not trip.differences
            kinds[kind, key].update(trip.differences.keys())
            rest += [f"NOT NAMED: {path.name}, {key}: {text}" for text in trip.unnamed.values()]
    yield f"| from | events | {' | '.join(WAYS_BACK)} |"
    yield f"| --- | --- |{' --- |' * len(WAYS_BACK)}"
    for kind, row in counts.items():
        cells = [
            f"{row[key]} equal" + "".join(f", {name} {count}" for name, count in sorted(kinds[kind, key].items()))
            for key in WAYS_BACK
        ]
        yield f"| {kind} | {row['events']} | {' | '.join(cells)} |"
    yield from rest


if __name__ == "__main__":
    main()
