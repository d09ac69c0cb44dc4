"""Rows of the rounds and games of files: with the lines of their scores, and when things happened."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from tdsuite.formats.event_json.document import DocumentLine, DocumentRound
from tdsuite.formats.model import FileDivision, FileGame, Outcome
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round, SpreadAdjustment
from tdsuite.tournaments.services.accounts import put_outcome
from tdsuite.tournaments.services.games import GameOutcome, ScoreLine, bye, line_row
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import ensure_rounds
from .event_document import source_here

FROM_FILE = "from the file"
Entries = Mapping[int, Entry]
Stamped = TypeVar("Stamped", GameAdjustment, SpreadAdjustment)


def create_games(division: Division, imported: FileDivision, entries: Entries) -> int:
    """Rounds, games, their lines and spread adjustments of an empty division.  Returns how many lines there are."""
    rounds = _rounds(division, imported)
    names = {game.entered_by for game in imported.games if game.entered_by}
    officials = dict(User.objects.filter(username__in=names).values_list("username", "pk")) if names else {}
    games = Game.objects.bulk_create(
        _as_game(imported, rounds[game.round], game, entries, officials) for game in imported.games
    )
    lines = [
        (_as_line(row, line), line.at)
        for row, game in zip(games, imported.games, strict=True)
        for line in game.lines
    ]  # fmt: skip
    _with_instants(GameAdjustment, lines)
    spread_adjustments = [
        (
            SpreadAdjustment(
                entry=entries[adjustment.number], round_number=adjustment.round, points=adjustment.points, rule=adjustment.rule,
                reason=adjustment.reason or ("" if imported.document else FROM_FILE),
            ),
            adjustment.at,
        )
        for adjustment in imported.adjustments
    ]  # fmt: skip
    _with_instants(SpreadAdjustment, spread_adjustments)
    return len(lines)


def _with_instants(model: type[Stamped], rows: Iterable[tuple[Stamped, datetime | None]]) -> None:
    """Write rows in their order; those whose instant is known get it: the column is filled by itself otherwise."""
    pairs = list(rows)
    game_adjustments = model._default_manager.bulk_create([row for row, _ in pairs])
    dated = []
    for row, (_, at) in zip(game_adjustments, pairs, strict=True):
        if at is not None:
            row.created_at = at
            dated.append(row)
    model._default_manager.bulk_update(dated, ["created_at"])


def _rounds(division: Division, imported: FileDivision) -> dict[int, Round]:
    """The division's rounds by number, as the document has them, else as their games show."""
    awaited: dict[int, bool] = defaultdict(bool)
    for game in imported.games:
        awaited[game.round] |= game.outcome is Outcome.AWAITED
    if imported.document:
        rows = [_from_document(division, row, awaited) for row in imported.document.rounds]
        return {row.number: row for row in Round.objects.bulk_create(rows)}
    ensure_rounds(division)
    rounds = {row.number: row for row in division.rounds.all()}
    now = timezone.now()
    for number in range(1, imported.rounds + 1):
        row = rounds[number]
        row.status = Round.Status.PLAYING if awaited[number] else Round.Status.CLOSED
        row.closed_at = None if awaited[number] else now
        row.save(update_fields=["status", "closed_at"])
    return rounds


def _from_document(division: Division, row: DocumentRound, awaited: Mapping[int, bool]) -> Round:
    """A round as its document has it; one whose status its games contradict is as they show."""
    status, closed = Round.Status(row.status), row.closed_at
    if status == Round.Status.DRAFT and row.number in awaited:
        status, closed = Round.Status.CLOSED, timezone.now()
    if status == Round.Status.CLOSED and awaited.get(row.number):
        status, closed = Round.Status.PLAYING, None
    return Round(
        division=division, number=row.number, status=status, scheduled_at=row.scheduled_at, started_at=row.started_at,
        closed_at=closed, paired_after=row.paired_after, planned_length=row.planned_length if closed else None,
    )  # fmt: skip


def _as_line(game: Game, line: DocumentLine) -> GameAdjustment:
    """ruled_by stays empty: whoever ruled it has no account here."""
    score_line = ScoreLine(line.side, line.kind, line.points, line.seconds, line.lost_turn, line.rule)
    return line_row(game, score_line, source=source_here(line.source), road=Road.FILES)


def _as_game(
    imported: FileDivision, row: Round, game: FileGame, entries: Entries, officials: Mapping[str, int]
) -> Game:
    """A document's game as it says; of other files, a bye without worth has the event's, and what is decided is now."""
    own = imported.document is not None
    scored = own or game.outcome is not Outcome.FORFEIT  # tsh gives a forfeit as two numbers that are no scores
    outcome = GameOutcome(
        game.outcome.value, game.first_score if scored else None, game.second_score if scored else None,
        game.first_halves, game.second_halves, game.first_spread, game.second_spread,
        game.rated or (game.outcome is Outcome.AWAITED and game.rated_in_file is None),
    )  # fmt: skip
    if game.outcome is Outcome.BYE and game.first_halves is None:
        game_outcome = bye(row.division.tournament.rules)
        outcome = replace(outcome, first_halves=game_outcome.first_halves, first_spread=game_outcome.first_spread)
    board = Game(
        round=row, board=game.board, match_game=game.match_game, table_name=game.table[:20], reason=game.reason,
        table_reason=game.table_reason[:200], first=entries[game.first], second=entries[game.second] if game.second else None,
        starts_by=game.starts_by.value,
    )  # fmt: skip
    put_outcome(board, outcome, road=Road.FILES, decided_at=game.decided_at)
    if own:
        board.decided_at = game.decided_at
        board.entered_road = game.entered_road
        if game.entered_by in officials:  # else whoever entered it has no account here
            board.entered_by_kind, board.entered_by = Record.ActorKind.USER, officials[game.entered_by]
    return board
