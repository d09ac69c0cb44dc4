"""A typed line becomes a result: parse, ask, save, undo. The engine reads the line; the services of outcomes decide.

Nothing is kept between two lines but what the page sends back (the lines that were asked about) and the short memory that
the caller keeps of the last lines, for the echo and for undo.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from results.games.engine.entry_line import (
    MOST_LISTED,
    Action,
    Command,
    EntryError,
    Mode,
    ParsedResult,
    asked_digest,
    boards_meant,
    help_lines,
    parse_line,
)
from results.games.engine.round_view import BoardPlayer, BoardView, RoundView, account_read
from tdsuite.platform.access.guard import NotAllowed, allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import History, account_of_game
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import GameOutcome, ScoreLine, facts_of, lines_on, own_lines_on
from tdsuite.tournaments.services.roads import Road
from .disputes import disputes_of
from .outcomes import (
    Corrected,
    correct_result,
    entered_already,
    is_own_result,
    played,
    played_by,
    record_outcome,
    replace_own_result,
    result_text,
    withdraw_result,
)
from .parked import NO, WITHIN, Parked, chosen_of

OWN = "own_lines"  # among what a change is undone to: the lines that came with the result
REMEMBERED = 8  # lines kept for the echo and for undo


@dataclass(frozen=True, slots=True)
class Typed:
    """What the page sends.  reasons: by the key of a game, what stands in the field of its parked question."""

    line: str
    parked: tuple[Parked, ...] = ()  # questions that wait, newest last
    reasons: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """A line that was saved, as the short memory keeps it."""

    game: int
    table: str
    what: str
    now: str
    first_score: int | None
    second_score: int | None
    first_spread: int
    before: dict[str, Any] | None = None  # the outcome it replaced, None where it was awaited
    working: Sequence[str] = ()  # the account read out, where lines stand
    round: int = 0  # 0 in a memory from before rounds were kept
    seats: dict[str, Any] | None = None  # of a line about who is there: the table's before and after it


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page shows next.  kind: "saved", "undone", "told", "help", "mode", "ask", "error", "unsaved"."""

    kind: str
    text: str = ""
    lines: tuple[str, ...] = ()
    line: str = ""  # what stands in the input: it is still to be dealt with
    done: Done | None = None
    mode: Mode | None = None
    parked: tuple[Parked, ...] = ()  # questions that wait, newest last


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What the line being typed would come to."""

    boards: tuple[BoardView, ...]  # that it may mean
    lines: tuple[str, ...] = ()  # the account read out
    questions: tuple[str, ...] = ()  # asked before it is saved


@dataclass(slots=True)
class Desk:
    """One person entering the results of one round."""

    by: Actor
    history: History
    number: int
    mode: Mode
    memory: list[Done] = field(default_factory=list)  # the last lines, newest last
    seen: RoundView | None = None  # the round, once it was looked at

    @property
    def division(self) -> Division:
        return self.history.division

    def view(self) -> RoundView:
        """The round, with the disputes that this person may rule on."""
        if self.seen is None:
            games = [game.pk for game in self.history.games if self.history.round_numbers[game.round_id] == self.number]
            may_rule = allowed(self.by, self.history.division.tournament, Can.RULE)
            self.seen = round_view(self.history, self.number, disputes_of(games) if may_rule else {})
        return self.seen

    def game(self, key: int) -> Game:
        """A game of the division by its key, as the desk read it. Refused when it is gone."""
        row = next((game for game in self.history.games if game.pk == key), None)
        if row is None:
            raise Refused(
                "This board was changed meanwhile and no longer exists: reload the page.", code="board_changed"
            )
        return row


def take(desk: Desk, typed: Typed) -> Reply:
    """Deal with one typed line or answer. Refusals become replies that keep the line; nothing is half done.

    A question is parked, and the next line is taken. "7 y" answers the one of table 7; "y" the newest; what follows is the
    reason where one is needed. A new line for a table takes the place of its question.
    """
    waiting = [row for row in (parked_now(desk, each) for each in typed.parked) if row is not None]
    chosen = chosen_of(waiting, typed.line) if waiting else None
    if chosen is None:
        table = _table_of(desk, typed.line) if waiting else ""
        waiting = [row for row in waiting if not table or row.table != table]
        return _decide(lambda: _line(desk, typed.line), typed.line, waiting)
    row, answer, reason = chosen
    waiting.remove(row)
    asked = next(each.asked for each in typed.parked if (each.line, each.mode) == (row.line, row.mode))
    if answer in NO:
        return Reply("told", "Not saved. Change the line, or type another.", line=row.line, parked=tuple(waiting))
    if answer in WITHIN and not row.lines:
        return Reply("ask", "No lines stand with this game: answer y or n.", parked=(*waiting, row))
    desk, reason = replace(desk, mode=row.mode), reason or typed.reasons.get(row.game, "").strip()
    within = answer in WITHIN
    return _decide(lambda: _line(desk, row.line, answered=asked, within=within, reason=reason), row.line, waiting)


def _decide(decide: Callable[[], Reply], line: str, waiting: Sequence[Parked]) -> Reply:
    """The reply, or why there is none, with the questions that wait, its own the newest."""
    try:
        reply = decide()
    except (EntryError, Refused, NotAllowed) as error:
        reply = Reply("error", str(error), line=line)
    return replace(reply, parked=(*waiting, *reply.parked)) if waiting else reply


def parked_now(desk: Desk, row: Parked) -> Parked | None:
    """A question that waits, as it is to be asked now; None where nothing is to be asked any more."""
    try:
        answer = parse_line(row.line, desk.view(), row.mode)
    except EntryError as error:
        return replace(row, questions=(str(error),))
    return None if isinstance(answer, Command) else _parked(desk, answer, row.line, row.mode)


def _parked(desk: Desk, answer: ParsedResult, line: str, mode: Mode) -> Parked:
    """What is asked about a line."""
    board = answer.board
    reason = bool(board.outcome) and not is_own_result(by=desk.by, game=desk.game(board.key))
    questions = tuple(question.text for question in answer.questions)
    asked = asked_digest(board.key, answer.questions)
    return Parked(line, asked, mode, board.key, board.table, questions, answer.asks_lines, reason)


def _table_of(desk: Desk, line: str) -> str:
    """The table of a result line; "" of anything else."""
    try:
        answer = parse_line(line, desk.view(), desk.mode)
    except EntryError:
        return ""
    return "" if isinstance(answer, Command) else answer.board.table


def foresee(desk: Desk, line: str) -> Foreseen | None:
    """What a line would come to, before it is sent; while it cannot be read, the boards that it may mean. None for a command."""
    view = desk.view()
    try:
        answer = parse_line(line, view, desk.mode, previous=_previous(desk, view))
    except EntryError:
        boards = boards_meant(line, view, desk.mode)
        return Foreseen(boards[:MOST_LISTED]) if boards else None
    if isinstance(answer, Command):
        return None
    first, second = answer.first_score, answer.second_score
    scores = None if first is None or second is None else (first, second)
    read = account_read(answer.board, scores, answer.first_spread)
    return Foreseen((answer.board,), read, tuple(question.text for question in answer.questions))


def _line(
    desk: Desk, line: str, *, answered: str = "", within: bool = False, reason: str = ""
) -> Reply:  # fmt: skip
    view = desk.view()
    answer = parse_line(line, view, desk.mode, previous=_previous(desk, view), with_lines=within)
    if isinstance(answer, Command):
        return _command(desk, answer)
    board, game = answer.board, desk.game(answer.board.key)
    if board.outcome and not within and entered_already(by=desk.by, game=game, outcome=outcome_of(answer)):
        return Reply("told", f"Already entered: {answer.echo.partition(' · now ')[0]}.")
    own = bool(board.outcome) and is_own_result(by=desk.by, game=game)
    if board.outcome and not own and not allowed(desk.by, desk.division.tournament, Can.CORRECT_RESULTS):
        raise Refused(
            f"Table {board.table} has a result already ({result_text(game)}): ask a director.", code="result_there"
        )
    if answer.questions and answered != asked_digest(board.key, answer.questions):
        return Reply("ask", parked=(_parked(desk, answer, line, desk.mode),))
    if board.outcome and not own and not reason:
        text = f"Why is the result of table {board.table} changed? Type {board.table} y and the reason."
        return Reply("ask", text, parked=(_parked(desk, answer, line, desk.mode),))
    return _decided(desk, answer, game, own=own, within=within, reason=reason)


def _decided(desk: Desk, answer: ParsedResult, game: Game, *, own: bool, within: bool, reason: str) -> Reply:
    """Save what nothing is asked about any more."""
    # What is known of the lines that stand; None where none stood, so that lines that came meanwhile are asked about.
    facts: dict[str, Any] = {
        "by": desk.by, "game": game, "outcome": outcome_of(answer), "with_lines": within if answer.questions and answer.asks_lines else None,
        "rules_dispute": bool(answer.board.dispute), "gone_played": bool(answer.board.gone),
    }  # fmt: skip
    if not answer.board.outcome:
        return _saved(answer, record_outcome(**facts))
    before = {**facts_of(game), OWN: own_lines_on(game)}  # what an undo brings back
    if own:
        return _corrected(answer, replace_own_result(**facts), before)
    return _corrected(answer, correct_result(**facts, reason=reason, road=Road.KEYBOARD), before)


def _corrected(answer: ParsedResult, corrected: Corrected, before: dict[str, Any]) -> Reply:
    later = corrected.rounds_paired_before
    note = f"Paired from the standings before: round {', '.join(map(str, later))}. Their boards stay." if later else ""
    return _saved(answer, corrected.game, before=before, note=note)


def _saved(answer: ParsedResult, game: Game, *, before: dict[str, Any] | None = None, note: str = "") -> Reply:
    what, _, now = answer.echo.partition(" · now ")
    scores = (answer.first_score, answer.second_score, answer.first_spread)
    return Reply(
        "saved", note, done=Done(game.pk, game.table, what, now, *scores, before, answer.working, game.round.number)
    )


def _command(desk: Desk, command: Command) -> Reply:
    if command.action is Action.UNDO:
        return _undo(desk)
    if command.action is Action.HELP:
        return Reply("help", lines=help_lines(desk.mode))
    modes: Sequence[Mode] = list(Mode)
    return Reply("mode", mode=command.mode or modes[(modes.index(desk.mode) + 1) % len(modes)])


def _undo(desk: Desk) -> Reply:
    if not desk.memory:
        raise Refused(
            "There is no line to undo: you have entered nothing here since you logged in.", code="no_line_to_undo"
        )
    last = desk.memory[-1]
    game = desk.game(last.game)
    if last.before is None:
        withdraw_result(by=desk.by, game=game)
        return Reply("undone", f"Undone: {last.what}. Table {last.table} awaits a result again.", done=last)
    outcome = GameOutcome.of(last.before)
    lines = {source: [ScoreLine(*line) for line in rows] for source, rows in last.before.get(OWN, {}).items()}
    if is_own_result(by=desk.by, game=game):
        row = replace_own_result(by=desk.by, game=game, outcome=outcome, own_lines=lines, with_lines=False).game
    else:
        row = correct_result(
            by=desk.by, game=game, outcome=outcome, reason="undone by whoever changed it", own_lines=lines,
            with_lines=False, road=Road.KEYBOARD,
        ).game  # fmt: skip
    return Reply("undone", f"Undone: {last.what}. Table {last.table} is back to {_counted(row)}.", done=last)


def _counted(game: Game) -> str:
    """The result as it counts, with every line."""
    totals = account_of_game(game, lines_on(game)).totals
    return result_text(game) if totals is None else f"{totals[0]}-{totals[1]}"


def outcome_of(answer: ParsedResult) -> GameOutcome:
    """A parsed line as an outcome."""
    if answer.first_score is None or answer.second_score is None:
        return played_by(answer.first_spread)
    return played(answer.first_score, answer.second_score)


def round_view(history: History, number: int, disputes: Mapping[int, str] | None) -> RoundView:
    """A round as the entry line needs it: every player's record without this round's game.

    disputes: of its games' sheets, as of `disputes_of`.
    """
    options = history.options if history.division.spread_caps else None
    decided = [game for game in history.games if game.second_id and game.outcome not in Game.UNFINISHED]
    last = max([number, *(history.round_numbers[game.round_id] for game in decided)])
    records = {entry.pk: [0, 0, 0] for entry in history.entries}  # half wins, half losses, spread as it counts
    for adjustment in history.spread_adjustments:
        if adjustment.round <= last:
            records[history.by_number[adjustment.entry].pk][2] += adjustment.points
    counted: dict[tuple[int, int], tuple[int, int, int]] = {}  # by game and player
    for game in history.games:
        account, played = account_of_game(game, history.lines.get(game.pk, ())), history.round_numbers[game.round_id]
        if account.half_wins is None or account.spread is None or played > last:
            continue
        for entry, halves, spread in zip(
            (game.first_id, game.second_id), account.half_wins, account.spread, strict=True
        ):
            if entry is not None:
                lost = 0 if game.outcome == Game.Outcome.ZERO_BYE else 2 - halves
                counted[game.pk, entry] = halves, lost, options.capped(played, spread) if options else spread
                records[entry] = [
                    before + more for before, more in zip(records[entry], counted[game.pk, entry], strict=True)
                ]
    boards = []
    for game in history.games:
        if history.round_numbers[game.round_id] != number:
            continue
        seats = []
        for player in (game.first, game.second):
            if player is not None:
                own = counted.get((game.pk, player.pk), (0, 0, 0))
                before = [total - part for total, part in zip(records[player.pk], own, strict=True)]
                seats.append(BoardPlayer(player.number, player.player.name, *before))
        second = seats[1] if len(seats) == 2 else None
        scores = game.first_score, game.second_score
        lines = history.lines.get(game.pk, ())
        gone = tuple(player.player.name for player in game.gone_unplayed)
        dispute = (disputes or {}).get(game.pk, "")
        boards.append(
            BoardView(
                game.pk, game.table, seats[0], second, game.starts_by, *scores, game.outcome, lines, gone, dispute
            )
        )
    return RoundView(number, tuple(boards), spread_cap=options.cap(number) if options else 0)


def _previous(desk: Desk, view: RoundView) -> ParsedResult | None:
    last = desk.memory[-1] if desk.memory else None
    board = next((board_view for board_view in view.boards if last is not None and board_view.key == last.game), None)
    if last is None or board is None:
        return None
    return ParsedResult(board, last.first_score, last.second_score, last.first_spread, last.what)
