"""The line across divisions: whose numbers a line means, and the desk of that division, which takes it."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError
from django.http import HttpRequest

from results.attendance.services.attendance import GameDecided, arrive, mark, put_back, seats_of, start_clock
from results.games.engine.entry_line import COMMANDS, NO_BOARDS, SHAPES, EntryError, Mode, boards_meant
from results.games.services.keyboard import REMEMBERED, Desk, Done, Foreseen, Reply, Typed, foresee, parked_now, take
from results.games.services.parked import Parked, chosen_of
from tdsuite.platform.access.guard import NotAllowed, actor_of, allowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.numbers import whole
from tdsuite.platform.web.problems import why_unsaved
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.reads import histories
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from .changes import CHANGE, change_url, drafted_url, player_named
from .reads import board as read_board
from .sections import Board, Section, round_shown

LONGEST_LINE = 400
MOST_PARKED = 20
REASON = "reason-"  # the field of a parked question, with the key of its game
OWN_PREFIXES = frozenset({"p", "t", "u", "m", "h"})  # of the line itself: no division's letter
NAMES_ONLY = re.compile(r"(?:[pt]\s?)?[0-9]+|[^0-9?]+", re.IGNORECASE)
PRESENCE = re.compile(r"(?P<word>here|late|no|out)\s+(?P<who>(?:[a-z]{1,9}\s?)?[0-9]+|[^0-9?]+)", re.IGNORECASE)
PRESENCE_ACTS: Mapping[str, Callable[..., Any]] = {
    "here": arrive, "late": start_clock, "no": partial(mark, status="absent"),
}  # fmt: skip
PRESENCE_SAYS = {"here": "is here", "late": "is late: the clock runs", "no": "is not here"}
UNDO = re.compile(r"u|undo", re.IGNORECASE)
TSH_ADD = re.compile(r"a\s+(?=[0-9])", re.IGNORECASE)  # tsh's own word before a result
BY_TABLE = re.compile(r"t\s*[0-9].*", re.IGNORECASE | re.DOTALL)


@dataclass
class HallLine:
    """Somebody at the line of an event.

    Attributes:
        whose: the division whose numbers count.
        number: the round of a page that shows another than the one being played; None there.
        memory: the last lines with their divisions, newest last.
    """

    by: Actor
    tournament: Tournament
    divisions: Sequence[Division]
    whose: Division
    number: int | None
    mode: Mode
    memory: list[tuple[int, Done]] = field(default_factory=list)
    desks: dict[int, Desk] = field(default_factory=dict)
    asked: tuple[Parked, ...] = ()  # the questions that wait, as they are to be asked now

    @cached_property
    def by_code(self) -> Mapping[str, Division]:
        return {division.code.casefold(): division for division in self.divisions}

    @property
    def shape(self) -> tuple[str, str, int]:
        """What a line is, an example, and how many figures it has."""
        return SHAPES[self.mode]

    def desks_of(self, divisions: Sequence[Division]) -> list[Desk]:
        """Those of several divisions, read at once."""
        unread = [division for division in divisions if division.pk not in self.desks]
        for played in histories(unread) if unread else ():
            lines = [done for pk, done in self.memory if pk == played.division.pk and not done.seats]
            number = self.number or round_shown(played)
            self.desks[played.division.pk] = Desk(self.by, played, number, self.mode, lines)
        return [self.desks[division.pk] for division in divisions]


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and the division it is about.  opens: the page that the line leads to, or the change of a board that it asks for."""

    reply: Reply
    division: Division | None
    opens: str = ""


def take_line(hall: HallLine, typed: Typed) -> Answer:
    """Deal with one line: of the division it means, or an answer to a parked question of any."""
    waiting = [each for each in typed.parked if each.division.casefold() in hall.by_code]
    asked = hall.asked = tuple(now for each in waiting if (now := _asked_now(hall, each)))
    try:
        if asks := PRESENCE.fullmatch(typed.line.strip()) or CHANGE.fullmatch(typed.line.strip()):
            answer = (_change if asks.re is CHANGE else _presence)(hall, asks["word"].casefold(), asks["who"])
            return replace(answer, reply=replace(answer.reply, parked=asked))
        chosen = chosen_of(asked, typed.line) if asked else None
        division, line = (
            (hall.by_code[chosen.row.division.casefold()], typed.line) if chosen else aimed(hall, typed.line)
        )
        if UNDO.fullmatch(line) and hall.memory and hall.memory[-1][1].seats:
            return Answer(replace(_unsay(hall, division), parked=asked), division)
        opens = _opens(hall, division, line) if chosen is None and NAMES_ONLY.fullmatch(line.strip()) else ""
    except (EntryError, Refused, NotAllowed) as error:
        return Answer(Reply("error", str(error), line=typed.line, parked=asked), hall.whose)
    if not line:
        hall.whose = division
        return Answer(Reply("told", f"Numbers are now those of {division}.", parked=asked), division)
    if opens:
        return Answer(Reply("open", parked=asked), division, opens)
    mine = tuple(each for each in waiting if each.division == division.code)
    others = tuple(each for each in asked if each.division != division.code)
    reply = take(hall.desks_of([division])[0], replace(typed, line=line, parked=mine))
    if reply.kind == "undone":
        hall.memory = hall.memory[:-1]
    elif reply.done is not None:
        hall.memory = [*hall.memory, (division.pk, reply.done)][-REMEMBERED:]
    parked = tuple(replace(each, division=division.code) for each in reply.parked)
    back = f"{division.code} {reply.line}" if reply.line and division != hall.whose else reply.line
    return Answer(replace(reply, line=back, parked=(*others, *parked)), division)


def _presence(hall: HallLine, word: str, who: str) -> Answer:
    """ "here ada", "late ada", "no ada": what an official knows of a player at a table; "out ada": who leaves the event.

    Where the round is being played, "no ada" leads to what the forfeit would count. Raises EntryError, Refused, NotAllowed.
    """
    division, rest = aimed(hall, who)
    desk = hall.desks_of([division])[0]
    games = {entry: game for game in desk.history.games_in(desk.number) for entry in game.players}
    if not games:
        raise EntryError(NO_BOARDS)
    entry = player_named(games, rest)
    game = games[entry]
    if word == "out":
        address = hall.tournament.url("console:entry", division.code, entry.number)
        return Answer(Reply("open"), division, f"{address}#out")
    before, what = seats_of(game), f"Table {game.table}: {entry.player} {PRESENCE_SAYS[word]}."
    try:
        PRESENCE_ACTS[word](by=hall.by, game=game, entry=entry)
    except GameDecided as error:
        return Answer(Reply("error", str(error)), division, division.table_url(game.pk))
    reply, after = Reply("told", what), seats_of(game)
    if after != before:
        seen = {"before": before, "after": after}
        done = Done(game.pk, game.table, what, "", None, None, 0, round=desk.number, seats=seen)
        hall.memory, reply = [*hall.memory, (division.pk, done)][-REMEMBERED:], replace(reply, done=done)
    ends = word == "no" and game.round.status == Round.Status.PLAYING and allowed(hall.by, hall.tournament, Can.RULE)
    asks = {"end": Game.Outcome.NO_SHOW, "offender": game.side_of(entry.pk), "reason": "Did not come."}
    return Answer(reply, division, f"{division.table_url(game.pk)}?{urlencode(asks)}" if ends else "")


def _unsay(hall: HallLine, division: Division) -> Reply:
    """Take back the newest line, which was about who is there. Raises Refused, NotAllowed."""
    done = hall.memory[-1][1]
    put_back(by=hall.by, game=hall.desks_of([division])[0].game(done.game), **done.seats or {})
    hall.memory = hall.memory[:-1]
    return Reply("undone", f"Undone: {done.what}", done=done)


def _change(hall: HallLine, word: str, what: str) -> Answer:
    """ "swap 10 12", "move 24 30": the drawer with what it costs, where it is pressed with a reason. Raises EntryError, NotAllowed."""
    division, rest = aimed(hall, what)
    require(hall.by, hall.tournament, Can.PUBLISH_PAIRINGS)
    return Answer(Reply("open"), division, change_url(_section(hall, division), word, rest))


def _section(hall: HallLine, division: Division) -> Section:
    return read_board(hall.tournament, code=division.code, number=hall.number).sections[0]


def _asked_now(hall: HallLine, row: Parked) -> Parked | None:
    division = hall.by_code[row.division.casefold()]
    now = parked_now(hall.desks_of([division])[0], row)
    return now and replace(now, division=division.code)


def _opens(hall: HallLine, division: Division, line: str) -> str:
    """The drawer of the board that is named, in the draft where the page shows one; "" of a command. Raises EntryError, NotAllowed."""
    desk = hall.desks_of([division])[0]
    if line.casefold() not in COMMANDS and all(board.outcome for board in desk.view().boards):
        section = _section(hall, division)
        if section.run is not None:
            require(hall.by, hall.tournament, Can.PAIR)
            return drafted_url(section, line)
    boards = boards_meant(line, desk.view(), desk.mode)
    return division.table_url(boards[0].key) if len(boards) == 1 else ""


def aimed(hall: HallLine, line: str) -> tuple[Division, str]:
    """The division that a line is for, and the line without its letter; "" where it was the letter alone.

    Raises:
        EntryError: a name or table is in several divisions.
    """
    line = line.strip()
    if len(hall.divisions) < 2 or "a" not in hall.by_code:
        line = TSH_ADD.sub("", line)
    if UNDO.fullmatch(line) and hall.memory:
        pk = hall.memory[-1][0]
        return next((division for division in hall.divisions if division.pk == pk), hall.whose), line
    if len(hall.divisions) < 2:
        return hall.whose, line
    head = re.match(r"[^\W\d_][\w-]*?(?=\s|[0-9]|$)", line)
    code = head[0].casefold() if head else ""
    rest = line[len(code) :].strip()
    if (
        code in hall.by_code
        and code not in OWN_PREFIXES
        and (not rest or rest[0].isdigit() or BY_TABLE.fullmatch(rest))
    ):
        return hall.by_code[code], rest
    if not (line[:1].isalpha() and len(line) > 1) or re.match(r"(?:m|mode|help|undo|p\s*[0-9])\b", line.casefold()):
        return hall.whose, line
    matching = [desk.division for desk in hall.desks_of(hall.divisions) if boards_meant(line, desk.view(), desk.mode)]
    if not matching and code in hall.by_code:
        return hall.by_code[code], rest
    if len(matching) > 1:
        letters = ", ".join(division.code for division in matching)
        what = "Table" if BY_TABLE.fullmatch(line) else "The name"
        raise EntryError(
            f"{what} is in several divisions ({letters}): type its letter first, such as {matching[0].code} {line}."
        )
    return (matching[0] if matching else hall.whose), line


def foresee_line(hall: HallLine, line: str) -> Foreseen | None:
    """What the line being typed would come to."""
    try:
        division, line = aimed(hall, line)
    except EntryError:
        return None
    return foresee(hall.desks_of([division])[0], line) if line else None


# --- what a request sends and the session keeps -------------------------------------------------------


def typed_in(request: HttpRequest) -> Typed:
    sent = request.POST
    texts = [text[:LONGEST_LINE] for text in sent.getlist("parked")[:MOST_PARKED]]
    reasons = {
        game: sent[name][:300]
        for name in sent
        if name.startswith(REASON) and (game := whole(name.removeprefix(REASON))) is not None
    }
    parked = tuple(row for row in map(Parked.read, texts) if row is not None)
    return Typed(sent.get("line", "")[:LONGEST_LINE], parked, reasons)


def hall_of(request: HttpRequest, tournament: Tournament, board: Board | None = None) -> HallLine:
    """The user's line: the mode of entry, and what the session remembers of the last lines.

    Args:
        board: the board, whose first division with results to come is chosen unless the page says another.
    """
    divisions = [section.division for section in board.sections] if board else list(tournament.divisions.all())
    for division in divisions:
        division.tournament = tournament
    asked = request.POST.get("whose") or request.GET.get("whose", "")
    waiting = [section.division for section in board.sections if section.to_go] if board else []
    chosen = [division for division in divisions if division.code == asked] or waiting or divisions
    session = request.session.get("entry", {}).get(str(tournament.pk), {})
    mode = tournament.entry_mode
    if session.get("instead_of") == mode:  # this user chose another since the event's was set
        mode = session["mode"]
    memory = [(pk, Done(**done)) for pk, done in session.get("memory", [])]
    round_text = request.POST.get("round") or request.GET.get("round")
    number = whole(round_text, 999) if round_text else None
    return HallLine(actor_of(request), tournament, divisions, chosen[0], number, Mode(mode), memory)


def remember(request: HttpRequest, hall: HallLine, reply: Reply) -> None:
    """Keep the last lines, and a new mode: for the whole event where the user manages it, else for this user."""
    tournament, own = hall.tournament, {}
    if reply.mode is not None:
        if allowed(request.user, tournament, Can.MANAGE_TOURNAMENT):
            update_tournament(by=actor_of(request), tournament=tournament, values={"entry_mode": reply.mode.value})
        else:
            own = {"mode": reply.mode.value, "instead_of": tournament.entry_mode}
        hall.mode = reply.mode
    if not own and reply.done is None:
        return
    entry = request.session.get("entry", {})
    before = entry.get(str(tournament.pk), {})
    entry[str(tournament.pk)] = {**before, **own, "memory": [[pk, asdict(done)] for pk, done in hall.memory]}
    request.session["entry"] = entry
    # Saved at once. The result is on disk already: a memory that cannot be saved costs the undo alone.
    with suppress(OperationalError, UpdateError):
        request.session.save()
    request.session.modified = False


def unsaved(error: OperationalError, typed: Typed, hall: HallLine | None) -> Reply:
    """The database could not keep the line: say so, and give the line back as it was typed."""
    text = f"NOT saved: {why_unsaved(error)[1]}, then press Enter again. Your line is still here."
    return Reply("unsaved", text, line=typed.line, parked=(hall and hall.asked) or typed.parked)
