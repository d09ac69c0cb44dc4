"""Rounds and games of the suite's own document: with the lines that stand with a score, and when things happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from results.formats.model import ImportedGame, ImportedLine, ImportedRound, Outcome, Problem, StartsBy, Stops
from tdsuite.tournaments.engine.account import AccountLine, written_scores, written_spread

SCORED = frozenset({Outcome.PLAYED, Outcome.STOPPED, Outcome.TIME_UP})
WITHOUT_WORTH = frozenset({*SCORED, Outcome.AWAITED, Outcome.POSTPONED, Outcome.ADJOURNED, Outcome.VOID})
STATED = ("first_halves", "second_halves", "first_spread", "second_spread")
STARTERS = {one.value: one for one in StartsBy}
AGAIN = "Export the event again, or mend that value."
HIGHEST = 32_767  # what the database keeps of a score


def instant(text: str | None) -> datetime | None:
    """An instant as the document writes it.  Raises ValueError without an offset, or far outside of our time."""
    if text is None:
        return None
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or not 1900 <= at.year < 3000:
        raise ValueError(text)
    return at.astimezone(UTC)


def round_of(data: Mapping[str, Any]) -> ImportedRound:
    """A round without its games."""
    return ImportedRound(
        data["number"], data["status"], instant(data.get("scheduled_at")), instant(data["started_at"]),
        instant(data["closed_at"]), data["paired_after"],
    )  # fmt: skip


def game_of(number: int, data: Mapping[str, Any]) -> ImportedGame:
    """A game of round `number`: the document's scores are final ones, the game's stand without its lines."""
    outcome = Outcome.AWAITED if data["outcome"] == "awaited" else Outcome(data["outcome"])
    lines = tuple(_line(one) for one in data.get("lines", ()))
    counted = [AccountLine(one.side, one.kind, one.points) for one in lines]
    scores = (data["first_score"], data["second_score"])
    scored = None not in scores
    if scored:
        scores = written_scores(scores, counted, with_lines=True)
    stated = {name: None if outcome in SCORED and scored else data[name] for name in STATED}
    if outcome in SCORED:
        stated |= {"first_halves": None, "second_halves": None}
        if stated["first_spread"] is not None and stated["second_spread"] is not None:
            stated["first_spread"] = written_spread(stated["first_spread"], counted, with_lines=True)
            stated["second_spread"] = -written_spread(-stated["second_spread"], counted, with_lines=True)
    return ImportedGame(
        line=0, round=number, board=data["board"], first=data["first"], second=data["second"],
        first_score=scores[0], second_score=scores[1],
        starts_by=STARTERS[data["starts_by"]], outcome=outcome,
        said_rated=data["rated"], match_game=data["match_game"], table=_table(data), reason=data["reason"],
        table_reason=data.get("table_reason", ""), lines=lines, decided_at=instant(data.get("decided_at")), **stated,
    )  # fmt: skip


def _line(data: Mapping[str, Any]) -> ImportedLine:
    return ImportedLine(
        data["side"], data["kind"], data["points"], data.get("seconds", 0), data.get("lost_turn", False),
        data.get("rule", ""), data.get("source", ""), instant(data.get("at")),
    )  # fmt: skip


def _table(data: Mapping[str, Any]) -> str:
    """What stands on the table, where it is not the board's number."""
    return "" if data["table"] == str(data["board"]) else str(data["table"])


def round_faults(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Rounds that stand twice, and games of one division that cannot stand together or by themselves."""
    numbers = {one["number"] for one in data["players"]}
    there: set[int] = set()
    for row in data["rounds"]:
        where = f"division {data['name']}, round {row['number']}"
        if row["number"] in there:
            yield _fault("rounds", f"{where} stands twice.")
        there.add(row["number"])
        games = [game_of(row["number"], one) for one in row["games"]]
        yield from _seats(where, games, numbers)
        for game in games:
            yield from _alone(f"{where}: player {game.first}", game)


def _fault(field: str, message: str) -> Problem:
    return Problem(None, field, message, AGAIN, Stops.GAMES)


def _seats(where: str, games: Sequence[ImportedGame], numbers: set[int]) -> Iterator[Problem]:
    """Players who are unknown or play twice in the same game of a match, and boards that are used twice."""
    seen: set[tuple[int, int]] = set()
    boards: set[tuple[int, int]] = set()
    for game in games:
        seated = [game.first, *([game.second] if game.second is not None else [])]
        places = {(game.match_game, number) for number in seated}
        if not numbers.issuperset(seated) or not seen.isdisjoint(places) or len(places) < len(seated):
            yield _fault("games", f"{where}: players {seated} are unknown or play twice.")
        seen |= places
        if game.board is None:
            continue
        if (game.match_game, game.board) in boards:
            yield _fault("games", f"{where}: board {game.board} stands twice.")
        boards.add((game.match_game, game.board))


def _alone(whom: str, game: ImportedGame) -> Iterator[Problem]:
    """What no row can keep of one game: an outcome without its scores or worth, lines that lead out of all bounds."""
    scores, spreads = (game.first_score, game.second_score), (game.first_spread, game.second_spread)
    if game.outcome in SCORED and (game.second is None or (None in scores and None in spreads)):
        yield _fault("games", f"{whom}: a game that was played has an opponent, and scores or a spread.")
    if game.outcome is Outcome.AWAITED and scores != (None, None):
        yield _fault("games", f"{whom}: a game that is awaited has no scores.")
    worth = (game.first_halves, game.first_spread)
    left_to_the_event = game.outcome is Outcome.BYE and worth == (None, None)
    if game.outcome not in WITHOUT_WORTH and None in worth and not left_to_the_event:
        yield _fault("games", f"{whom}: what {game.outcome.value!r} is worth is missing.")
    if game.second is None and any(line.side == "second" for line in game.lines):
        yield _fault("lines", f"{whom}: a line is for the second player, but there is none.")
    if any(abs(one) > HIGHEST for one in (*scores, *spreads) if one is not None):
        yield _fault("lines", f"{whom}: without its lines, a score is beyond {HIGHEST}.")
