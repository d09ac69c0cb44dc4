"""Rows of the rounds and games that files tell of: with the lines of their scores, and when things happened."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from results.formats.model import ImportedDivision, ImportedGame, ImportedLine, ImportedRound, Outcome
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round, SpreadAdjustment
from tdsuite.tournaments.services.accounts import put_outcome
from tdsuite.tournaments.services.adjustments import ScoreLine, line_row
from tdsuite.tournaments.services.games import GameOutcome, bye
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import ensure_rounds

from .lines import source_here

FROM_FILE = "from the file"
Entries = Mapping[int, Entry]
Stamped = TypeVar("Stamped", GameAdjustment, SpreadAdjustment)


def create_games(division: Division, imported: ImportedDivision, entries: Entries) -> int:
    """Rounds, games, their lines and spread adjustments of an empty division.  Returns how many lines there are."""
    rounds = _rounds(division, imported)
    games = Game.objects.bulk_create(_as_game(imported, rounds[one.round], one, entries) for one in imported.games)
    lines = [
        (_as_line(row, one), one.at)
        for row, game in zip(games, imported.games, strict=True)
        for one in game.lines
    ]  # fmt: skip
    _with_instants(GameAdjustment, lines)
    given = [
        (
            SpreadAdjustment(
                entry=entries[one.number], round_number=one.round, points=one.points, rule=one.rule,
                reason=one.reason or (FROM_FILE if imported.said is None else ""),
            ),
            one.at,
        )
        for one in imported.adjustments
    ]  # fmt: skip
    _with_instants(SpreadAdjustment, given)
    return len(lines)


def _with_instants(model: type[Stamped], rows: Iterable[tuple[Stamped, datetime | None]]) -> None:
    """Write rows in their order; those whose instant is told get it: the column is filled by itself otherwise."""
    pairs = list(rows)
    made = model._default_manager.bulk_create([row for row, _ in pairs])
    told = []
    for row, (_, at) in zip(made, pairs, strict=True):
        if at is not None:
            row.created_at = at
            told.append(row)
    model._default_manager.bulk_update(told, ["created_at"])


def _rounds(division: Division, imported: ImportedDivision) -> dict[int, Round]:
    """The division's rounds by number, as the file tells of them, else as their games show."""
    awaited: dict[int, bool] = defaultdict(bool)
    for game in imported.games:
        awaited[game.round] |= game.outcome is Outcome.AWAITED
    if imported.said is not None:
        made = [_as_said(division, one, awaited) for one in imported.said]
        return {row.number: row for row in Round.objects.bulk_create(made)}
    ensure_rounds(division)
    rounds = {row.number: row for row in division.rounds.all()}
    now = timezone.now()
    for number in range(1, imported.rounds + 1):
        row = rounds[number]
        row.status = Round.Status.PLAYING if awaited[number] else Round.Status.CLOSED
        row.closed_at = None if awaited[number] else now
        row.save(update_fields=["status", "closed_at"])
    return rounds


def _as_said(division: Division, one: ImportedRound, awaited: Mapping[int, bool]) -> Round:
    """A round as its document tells of it; one that says otherwise than its games is as they show."""
    status, closed = Round.Status(one.status), one.closed_at
    if status == Round.Status.DRAFT and one.number in awaited:
        status, closed = Round.Status.CLOSED, timezone.now()
    if status == Round.Status.CLOSED and awaited.get(one.number):
        status, closed = Round.Status.PLAYING, None
    return Round(
        division=division, number=one.number, status=status, scheduled_at=one.scheduled_at, started_at=one.started_at,
        closed_at=closed, paired_after=one.paired_after,
    )  # fmt: skip


def _as_line(game: Game, line: ImportedLine) -> GameAdjustment:
    """ruled_by stays empty: whoever ruled it has no account here."""
    score_line = ScoreLine(line.side, line.kind, line.points, line.seconds, line.lost_turn, line.rule)
    return line_row(game, score_line, source=source_here(line.source), road=Road.FILES)


def _as_game(imported: ImportedDivision, row: Round, game: ImportedGame, entries: Entries) -> Game:
    """A document's game as it says; of other files, a bye without worth has the event's, and what is decided is now."""
    own = imported.said is not None
    scored = own or game.outcome is not Outcome.FORFEIT  # tsh gives a forfeit as two numbers that are no scores
    outcome = GameOutcome(
        game.outcome.value, game.first_score if scored else None, game.second_score if scored else None,
        game.first_halves, game.second_halves, game.first_spread, game.second_spread,
        game.rated or (game.outcome is Outcome.AWAITED and game.said_rated is None),
    )  # fmt: skip
    if game.outcome is Outcome.BYE and game.first_halves is None:
        given = bye(row.division.tournament.rules)
        outcome = replace(outcome, first_halves=given.first_halves, first_spread=given.first_spread)
    board = Game(
        round=row, board=game.board, match_game=game.match_game, table_name=game.table[:20], reason=game.reason,
        table_reason=game.table_reason[:200], first=entries[game.first], second=entries[game.second] if game.second else None,
        starts_by=game.starts_by.value,
    )  # fmt: skip
    put_outcome(board, outcome, road=Road.FILES, decided_at=game.decided_at)
    if own:
        board.decided_at = game.decided_at
    return board
