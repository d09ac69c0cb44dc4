"""A sheet follows its game: whatever changes the game's rows makes a version, and earlier signatures hold no more.

Called by the kernel at the end of every decision that touched a game or its lines, inside that decision's transaction.
So this is also the one gate before what both players signed, whichever page, command or file the change comes from.
"""

from dataclasses import dataclass, replace

from tdsuite.access.guard import allowed
from tdsuite.access.models import User
from tdsuite.access.roles import Can
from tdsuite.audit.models import Record
from tdsuite.audit.services import chain_of
from tdsuite.live.services import bump
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused, passages_of
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.starts import COMPARED

from ...engine.sheet_states import COUNTS, FINAL, Event, State
from ...engine.sheets import SheetFacts, same
from ...models import Sheet, StarterReport
from .frame import ActedBy, Desk, game_facts, game_topic, kind_of, open_desk, outcome_same, sheets_topic
from .standing import require_ground, require_running_games

LINES_ALONE = frozenset({Road.ADJUSTMENT, Road.INCIDENT, Road.CHALLENGE})
ONLY_THE_DIRECTOR = (
    "The two players' figures differ here: the director looks at both sheets and finds the result (Guideline 12)."
)


@dataclass(frozen=True, slots=True)
class _Cause:
    """The decision under way.  roads: by which it reached the game.  action: its name in the record, to be shown."""

    by: ActedBy
    roads: frozenset[Road]
    action: str


def follow(games: frozenset[int]) -> None:
    """Bring the sheets of these games in line with their rows."""
    require_running_games(games)
    rows = Sheet.objects.filter(game__in=games)
    sheets = list(rows.select_related("division__tournament", "game__round", "game__first", "game__second"))
    for sheet in sheets:
        _follow(sheet)


def _follow(sheet: Sheet) -> None:
    game = sheet.game
    assert game is not None
    desk = open_desk(None, sheet.division, game, sheet)
    if game.second_id is None or sorted((game.first_id, game.second_id)) != [sheet.one_id, sheet.other_id]:
        _set_aside(desk)
        return
    newest = desk.facts
    if newest is None:
        if game.outcome not in Game.UNFINISHED:  # a sheet opened, and nothing entered on it
            _write(desk, game_facts(game, sheet.division, desk.lines, None))
        return
    facts = _as_it_is(desk, newest)
    if not same(facts, newest) or (desk.state is State.DISPUTED and _decided_meanwhile(desk)):
        _write(desk, facts)
    elif desk.state in (State.EMPTY, State.ENTERED) and _decided_meanwhile(desk):
        _posted_the_same(desk)


def _decided_meanwhile(desk: Desk) -> bool:
    """Whether the game got its outcome after the figures on the sheet were written, which did not count then."""
    return desk.game.outcome not in Game.UNFINISHED and _never_counted(desk)


def _never_counted(desk: Desk) -> bool:
    return desk.sheet.number > desk.sheet.since


def _posted_the_same(desk: Desk) -> None:
    """An official entered the very figures that stand there: they count, and a signature on them stays good."""
    cause = _cause(desk)
    desk.by = cause.by
    desk.becomes(desk.step(Event.POSTS).becomes)
    desk.noted("sheet.followed", cause=cause.action)
    _tell(desk)


def _as_it_is(desk: Desk, newest: SheetFacts) -> SheetFacts:
    """The sheet as the rows have it now; figures that do not count yet stay as the players wrote them."""
    started = _started(desk, newest)
    if desk.game.outcome in Game.UNFINISHED:
        if desk.state in (State.ENTERED, State.DISPUTED) and _never_counted(desk):
            return replace(desk.base(), started=started)
        return replace(desk.blank(), started=started)
    return replace(game_facts(desk.game, desk.division, desk.lines, newest), started=started)


def _started(desk: Desk, newest: SheetFacts) -> int | None:
    """Who started: as the sheet says while the director has that to settle, else as the rows have it."""
    decided = desk.blank().started
    if decided is None or newest.started is None or newest.started == decided:
        return newest.started if decided is None or newest.started is not None else None
    if desk.state not in COUNTS or StarterReport.objects.filter(game=desk.game, says_id=newest.started).exists():
        return newest.started
    return decided


def _write(desk: Desk, facts: SheetFacts) -> None:
    cause = _cause(desk)
    desk.by = cause.by
    event = _event(desk, facts, cause)
    if event is None:
        return
    require_ground(desk, facts, cause.roads)
    row = desk.step(event)
    desk.version(facts, cause=cause.action)
    desk.becomes(row.becomes)
    desk.noted("sheet.followed", cause=cause.action)
    _tell(desk)


def _event(desk: Desk, facts: SheetFacts, cause: _Cause) -> Event | None:
    """Which row of the table this change is; None where nothing happens to the sheet."""
    if desk.state is State.SET_ASIDE:
        return Event.LINES if facts.outcome in Game.SCORED else None
    if desk.game.outcome in Game.UNFINISHED:
        if desk.state in (State.ENTERED, State.DISPUTED) and _never_counted(desk):
            return Event.LINES
        return None if desk.state is State.EMPTY else Event.TAKEN_BACK
    return Event.RULES if facts.outcome not in Game.SCORED else _scored(desk, facts, cause)


def _scored(desk: Desk, facts: SheetFacts, cause: _Cause) -> Event:
    """The game has scores: only lines changed, or an official entered, corrected or decided."""
    newest = desk.facts
    only_lines = newest is not None and outcome_same(replace(facts, lines=()), replace(newest, lines=()))
    if only_lines and not _never_counted(desk):
        return Event.LINES
    if desk.state is State.DISPUTED:
        if not _by_director(desk, cause):
            raise Refused(ONLY_THE_DIRECTOR)
        return Event.RULES
    if desk.state not in FINAL:
        return Event.POSTS
    return Event.RULES if cause.roads - LINES_ALONE else Event.LINES


def _by_director(desk: Desk, cause: _Cause) -> bool:
    if cause.by.audit_kind == Record.ActorKind.COMMAND:
        return True
    if cause.by.audit_kind != Record.ActorKind.USER or cause.by.pk is None:
        return False
    user = User.objects.filter(pk=cause.by.pk).first()
    return allowed(user, desk.division.tournament, Can.RULE)


def _set_aside(desk: Desk) -> None:
    if desk.state is State.SET_ASIDE:
        return
    desk.by = _cause(desk).by
    row = desk.step(Event.BOARD)
    desk.becomes(row.becomes)
    desk.noted("sheet.set_aside")
    _tell(desk)


def _cause(desk: Desk) -> _Cause:
    """Who decides, and by which roads: as told by whoever wrote the rows, else as the decision's record names them.

    That record is the newest of the event but for what other followers wrote.
    """
    passages = passages_of(desk.game.pk)
    records = Record.objects.of_chain(chain_of(desk.division.tournament)).exclude(action=COMPARED)
    last = records.order_by("-seq").first()
    by = ActedBy(last.actor_kind, last.actor_id) if last else ActedBy(Record.ActorKind.COMMAND, None)
    for passage in passages:
        by = by if passage.by is None else ActedBy(kind_of(passage.by), passage.by.pk)
    return _Cause(by, frozenset(passage.road for passage in passages), last.action if last else "")


def _tell(desk: Desk) -> None:
    bump(sheets_topic(desk.division), game_topic(desk.game.pk))
