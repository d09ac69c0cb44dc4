"""A typed line becomes a result: parse, ask, save, undo. The engine reads the line; the services of outcomes decide.

Nothing is kept between two lines but what the page sends back (the line that was asked about) and the short memory that
the caller keeps of the last lines, for the echo and for undo.
"""

from collections.abc import Mapping, Sequence
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
    read_instead,
)
from results.games.engine.round_view import BoardPlayer, BoardView, RoundView, account_read
from results.games.services.disputes import disputes_of
from results.games.services.outcomes import (
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
from results.games.services.parked import ANSWERS, NO, WITHIN, YES, Parked, chosen_of, parked_meant, parked_now, word_of
from tdsuite.platform.access.guard import NotAllowed, allowed
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import History, account_of_game
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import FACTS, GameOutcome, ScoreLine, facts_of, lines_on, own_lines_on
from tdsuite.tournaments.services.roads import Road

OWN = "own_lines"  # among what a change is undone to: the lines that came with the result
REMEMBERED = 8  # lines kept for the echo and for undo


@dataclass(frozen=True, slots=True)
class Typed:
    """What the page sends."""

    line: str
    pending: str = ""  # the line that was asked about
    asked: str = ""  # its questions' digest
    stage: str = ""  # what was wanted, as in `Reply`
    within: bool = False  # the lines that stand were said to be in the typed scores
    aside: tuple[str, ...] = ()  # lines that were typed where a reason was wanted
    saved: bool = False  # the page shows a line just saved
    parked: tuple[Parked, ...] = ()  # questions that wait, newest last


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


@dataclass(frozen=True, slots=True)
class Reply:
    """What the page shows next.

    kind: "saved", "again" (the line saved before is shown once more), "undone", "told", "help", "mode",
    "ask", "reason", "error", "unsaved".  pending, asked, within: to be sent back with the answer.  stage: "ask" (y or
    n), "lines" (y, w or n: whether lines that stand are in the scores), "reason" (why a result is changed) or "" (a
    line).
    """

    kind: str
    text: str = ""
    lines: tuple[str, ...] = ()
    line: str = ""  # what stands in the input
    pending: str = ""
    asked: str = ""
    stage: str = ""
    done: Done | None = None
    mode: Mode | None = None
    within: bool = False
    aside: tuple[str, ...] = ()  # lines that wait until the question is settled
    parked: tuple[Parked, ...] = ()  # questions that wait, newest last

    @property
    def unsettled(self) -> bool:
        """Whether the line that was sent is still to be dealt with before the next."""
        return self.kind in ("ask", "reason", "error", "unsaved") or (self.kind == "told" and self.line != "")


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

    @property
    def division(self) -> Division:
        return self.history.division

    def view(self) -> RoundView:
        """The round, with the disputes that this person may rule on."""
        games = [game.pk for game in self.history.games if self.history.round_numbers[game.round_id] == self.number]
        may_rule = allowed(self.by, self.division.tournament, Can.RULE)
        return round_view(self.history, self.number, disputes_of(games) if may_rule else {})

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

    A question is parked where another line follows instead of its answer. "7 y" answers the one of table 7; "y" the one
    shown, or else the newest. A new line for a table takes the place of its question.
    """
    waiting = [row for row in (parked_now(desk.view(), each) for each in typed.parked) if row is not None]
    if typed.stage in ("ask", "lines") and (_is_line(desk, typed.line) or parked_meant(waiting, typed.line)):
        if row := parked_now(desk.view(), Parked(typed.pending, typed.asked, desk.mode)):
            waiting.append(row)
        typed = replace(typed, pending="", asked="", stage="")
    chosen = chosen_of(waiting, typed.line) if waiting and not typed.stage else None
    if chosen is not None:
        row, answer = chosen
        waiting.remove(row)
        desk = replace(desk, mode=row.mode)
        typed = replace(typed, line=answer, pending=row.line, asked=row.asked, stage=row.stage)
    elif waiting and not typed.stage and (table := _table_of(desk, typed.line)):
        waiting = [row for row in waiting if row.table != table]
    return replace(_taken(desk, typed), parked=tuple(waiting))


def _is_line(desk: Desk, line: str) -> bool:
    """Whether it can be read as a result or a command, and is no answer."""
    try:
        parse_line(line, desk.view(), desk.mode)
    except EntryError:
        return False
    return word_of(line) not in ANSWERS


def _table_of(desk: Desk, line: str) -> str:
    """The table of a result line; "" of anything else."""
    try:
        answer = parse_line(line, desk.view(), desk.mode)
    except EntryError:
        return ""
    return "" if isinstance(answer, Command) else answer.board.table


def _taken(desk: Desk, typed: Typed) -> Reply:
    try:
        if typed.stage == "reason":
            reply = _with_reason(desk, typed)
        elif typed.pending:
            reply = _answered(desk, typed)
        elif typed.saved and desk.memory and not typed.line.strip():
            reply = Reply("again", done=desk.memory[-1])  # Enter after "y", which had saved already
        else:
            reply = _line(desk, typed.line)
    except (EntryError, Refused, NotAllowed) as error:
        reply = Reply("error", str(error), line=typed.pending or typed.line)
    # The reply with the lines put aside; the first of them stands in the input once nothing else is to be dealt with.
    aside = typed.aside + reply.aside
    if not aside or reply.stage or reply.line:
        return replace(reply, aside=aside)
    text = f"{reply.text} The line that waited is in the input: press Enter to send it.".strip()
    return replace(reply, text=text, line=aside[0], aside=aside[1:])


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


def _answered(desk: Desk, typed: Typed) -> Reply:
    answer = typed.line.strip().casefold()
    if answer in NO:
        return Reply("told", "Not saved. Change the line, or type another.", line=typed.pending)
    if answer in YES or (answer in WITHIN and typed.stage == "lines"):
        return _line(desk, typed.pending, confirmed=typed.asked, within=answer in WITHIN)
    again = parse_line(typed.pending, desk.view(), desk.mode)
    questions = () if isinstance(again, Command) else tuple(question.text for question in again.questions)
    lines = not isinstance(again, Command) and again.asks_lines
    first = "Answer y, w or n first." if lines else "Answer y or n first."
    stage = "lines" if lines else "ask"
    return Reply("ask", first, questions, typed.line, typed.pending, typed.asked, stage)


def _line(desk: Desk, line: str, *, confirmed: str = "", within: bool = False) -> Reply:
    view = desk.view()
    answer = parse_line(line, view, desk.mode, previous=_previous(desk, view), with_lines=within)
    if isinstance(answer, Command):
        return _command(desk, answer)
    game = desk.game(answer.board.key)
    own = False
    if answer.board.outcome:
        if entered_already(by=desk.by, game=game, outcome=outcome_of(answer)) and not within:
            return Reply("told", f"Already entered: {answer.echo.partition(' · now ')[0]}.")
        own = is_own_result(by=desk.by, game=game)
        if not own and not allowed(desk.by, desk.division.tournament, Can.CORRECT_RESULTS):
            raise Refused(
                f"Table {answer.board.table} has a result already ({result_text(game)}): ask a director.",
                code="result_there",
            )
    digest = asked_digest(answer.board.key, answer.questions)
    if answer.questions and confirmed != digest:
        questions, stage = (
            tuple(question.text for question in answer.questions),
            "lines" if answer.asks_lines else "ask",
        )
        return Reply("ask", lines=questions, pending=line, asked=digest, stage=stage)
    outcome = outcome_of(answer)
    # What was said of the lines that stand; None where none stood, so that lines that came meanwhile are asked about.
    within_answer, asked_dispute = within if answer.asks_lines else None, bool(answer.board.dispute)
    if own:
        before = _before(game)
        corrected = replace_own_result(
            by=desk.by, game=game, outcome=outcome, with_lines=within_answer, rules_dispute=asked_dispute,
            gone_played=bool(answer.board.gone),
        )  # fmt: skip
        return _corrected(answer, corrected, before)
    if answer.board.outcome:
        text = f"Why is the result of table {answer.board.table} changed?"
        return Reply("reason", text, pending=line, asked=digest, stage="reason", within=within)
    row = record_outcome(
        by=desk.by, game=game, outcome=outcome, with_lines=within_answer, gone_played=bool(answer.board.gone),
        rules_dispute=asked_dispute,
    )  # fmt: skip
    return _saved(answer, row)


def _with_reason(desk: Desk, typed: Typed) -> Reply:
    view = desk.view()
    answer = parse_line(typed.pending, view, desk.mode, with_lines=typed.within)
    if isinstance(answer, Command) or asked_digest(answer.board.key, answer.questions) != typed.asked:
        return _line(desk, typed.pending)  # the board changed meanwhile: ask anew
    if typed.line.strip().casefold() in NO:
        return Reply("told", "Not changed.", line="" if typed.aside else typed.pending)
    instead = read_instead(typed.line, view, desk.mode)
    if instead or not typed.line.strip():
        return _reason_wanted(answer, typed, instead)
    game = desk.game(answer.board.key)
    before = _before(game)
    corrected = correct_result(
        by=desk.by,
        game=game,
        outcome=outcome_of(answer),
        reason=typed.line,
        with_lines=typed.within if answer.asks_lines else None,
        rules_dispute=bool(answer.board.dispute),
        gone_played=bool(answer.board.gone),
        road=Road.KEYBOARD,
    )
    return _corrected(answer, corrected, before)


def _before(game: Game) -> dict[str, Any]:
    """What an undo brings back: the outcome, and the lines that came with it."""
    return {**facts_of(game), OWN: own_lines_on(game)}


def _reason_wanted(answer: ParsedResult, typed: Typed, instead: str) -> Reply:
    """Ask again why a result is changed. A result line typed here waits; a command stays in the input."""
    why = f"Why is the result of table {answer.board.table} changed? n leaves it as it is."
    reply = Reply("reason", why, pending=typed.pending, asked=typed.asked, stage="reason", within=typed.within)
    if instead == "a result line":
        text = f"{typed.line.strip()} is a result line, not a reason: it waits and comes back next. {why}"
        return replace(reply, text=text, aside=(typed.line.strip(),))
    if instead:
        return replace(reply, text=f"{typed.line.strip()} is {instead}, not a reason. {why}", line=typed.line)
    return reply


def _corrected(answer: ParsedResult, corrected: Corrected, before: dict[str, Any]) -> Reply:
    later = corrected.rounds_paired_before
    note = f"Paired from the standings before: round {', '.join(map(str, later))}. Their boards stay." if later else ""
    return _saved(answer, corrected.game, before=before, note=note)


def _saved(answer: ParsedResult, game: Game, *, before: dict[str, Any] | None = None, note: str = "") -> Reply:
    what, _, now = answer.echo.partition(" · now ")
    scores = (answer.first_score, answer.second_score, answer.first_spread)
    return Reply("saved", note, done=Done(game.pk, game.table, what, now, *scores, before, answer.working))


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
    outcome = GameOutcome(last.before["outcome"], **{name: last.before[name] for name in FACTS if name != "outcome"})
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


def remembered(desk: Desk, reply: Reply) -> list[Done]:
    """The memory after a reply."""
    if reply.kind == "undone":
        return desk.memory[:-1]
    if reply.kind == "saved" and reply.done is not None:
        return [*desk.memory, reply.done][-REMEMBERED:]
    return desk.memory


def outcome_of(answer: ParsedResult) -> GameOutcome:
    """A parsed line as an outcome."""
    if answer.first_score is None or answer.second_score is None:
        return played_by(answer.first_spread)
    return played(answer.first_score, answer.second_score)


def round_view(history: History, number: int, disputes: Mapping[int, str] | None = None) -> RoundView:
    """A round as the entry line needs it: every player's record without this round's game.

    disputes: of its games' sheets, as of `disputes_of`.
    """
    last = max(number, history.last_round)
    records = {entry.pk: [0, 0, 0] for entry in history.entries}  # half wins, half losses, spread as it counts
    for adjustment in history.spread_adjustments:
        if adjustment.round <= last:
            records[history.by_number[adjustment.entry].pk][2] += adjustment.points
    counted: dict[tuple[int, int], tuple[int, int, int]] = {}  # by game and player
    for game in history.games:
        account, played = history.account(game), history.round_numbers[game.round_id]
        if account.half_wins is None or account.spread is None or played > last:
            continue
        for entry, halves, spread in zip(
            (game.first_id, game.second_id), account.half_wins, account.spread, strict=True
        ):
            if entry is not None:
                lost = 0 if game.outcome == Game.Outcome.ZERO_BYE else 2 - halves
                counted[game.pk, entry] = halves, lost, history.options.capped(played, spread)
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
    return RoundView(number, tuple(boards), spread_cap=history.options.cap(number))


def _previous(desk: Desk, view: RoundView) -> ParsedResult | None:
    last = desk.memory[-1] if desk.memory else None
    board = next((board_view for board_view in view.boards if last is not None and board_view.key == last.game), None)
    if last is None or board is None:
        return None
    return ParsedResult(board, last.first_score, last.second_score, last.first_spread, last.what)
