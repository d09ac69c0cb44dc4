"""The tables of a round that is published or drafted: facts read for all of them at once, then a row each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.challenges.models import ChallengeSlip
from pairings.services.tables import tables_of_run
from results.attendance.services.tables import TableView, tables_with_clocks
from results.attendance.services.timers import round_times
from results.sheets.engine.states import State as SheetState
from results.sheets.models import PlayerRequest, Sheet, SheetVersion, Signature
from results.sheets.pages.waiting import ABOUT
from tdsuite.tournaments.engine.account import half_text
from tdsuite.tournaments.engine.presence import NOT_HERE, Presence as Known, State
from tdsuite.tournaments.models import Entry, Game, Presence, Round, TableNeed, Tournament
from tdsuite.tournaments.own_tables import keepers, own_tables_of
from tdsuite.tournaments.presence import GameFact, PresenceFacts, facts_of, presence_words
from tdsuite.tournaments.reads import unpaired
from tdsuite.tournaments.services.decision import Refused
from .cells import Slip, cells_of
from .changes import draft_url
from .sections import Aside, Row, Seat, Section

SIDES = ("first", "second")
ELSEWHERE = NOT_HERE | {State.GONE, State.PLAYING}


@dataclass(frozen=True)
class TableFacts:
    """What is read of the rounds shown, by game or player."""

    now: datetime
    presence: Mapping[int, Sequence[Presence]]
    sheets: Mapping[int, SheetState]
    entered: Mapping[int, SheetVersion]
    signatures: Mapping[int, int]
    slips: Mapping[int, Sequence[Slip]]
    clocks: Mapping[int, TableView]
    asks: Mapping[int, str]
    needs: Sequence[TableNeed]


def facts_of_tables(tournament: Tournament, sections: Sequence[Section]) -> TableFacts:
    rounds = [section.row.pk for section in sections if section.row is not None]
    presence = defaultdict[int, list[Presence]](list)
    divisions = [section.division.pk for section in sections]
    for row in Presence.objects.still_holds().filter(entry__division__in=divisions).order_by("pk"):
        presence[row.entry_id].append(row)
    sheets = Sheet.objects.filter(game__round__in=rounds).values_list("game_id", "state")
    entered = SheetVersion.objects.filter(
        sheet__game__round__in=rounds, sheet__state__in=(SheetState.ENTERED, SheetState.DISPUTED),
        number=F("sheet__number"),
    ).select_related("sheet")  # fmt: skip
    signed = Signature.objects.filter(
        version__sheet__game__round__in=rounds, version__number=F("version__sheet__number")
    )
    signatures: dict[int, int] = defaultdict(int)
    for game in signed.values_list("version__sheet__game_id", flat=True):
        signatures[game] += 1
    slips: dict[int, list[Slip]] = defaultdict(list)
    fields = ("game_id", "state", "acceptable", "ending", "disputed_at")
    for game, state, acceptable, ending, disputed in ChallengeSlip.objects.filter(game__round__in=rounds).values_list(
        *fields
    ):
        slips[game].append((state, acceptable, ending, disputed is not None))
    asks = PlayerRequest.objects.of_event(tournament).waiting().values_list("entry_id", "kind")
    return TableFacts(
        timezone.now(), presence, {game: SheetState(state) for game, state in sheets},
        {version.sheet.game_id or 0: version for version in entered}, signatures, slips,
        {table.game.pk: table for table in tables_with_clocks(tournament)},
        {entry: str(ABOUT[PlayerRequest.Kind(kind)]) for entry, kind in asks},
        tuple(TableNeed.objects.filter(entry__division__in=divisions)),
    )  # fmt: skip


def with_rows(section: Section, facts: TableFacts) -> Section:
    """The division's round with its tables, and the players without one."""
    if section.run is not None:
        return replace(section, rows=tuple(_draft_rows(section)), asides=tuple(_asides(section, _drafted(section))))
    if section.row is None or not section.is_published:
        return section
    game_seconds = section.division.book_in_force.before.game_time.seconds.value
    games = section.history.games_in(section.number)
    records = _records(section)
    own = own_tables_of(facts.needs, section.number)
    left = _seconds_left(section.row, game_seconds, facts.now)
    over = -left if left is not None and left < 0 else None
    rows = tuple(
        replace(_row(section, game, facts, records, over), at_own_table=bool(keepers(game, own)))
        for game in games
        if game.second_id
    )
    times = round_times(section.row)
    left = None if times.timer or left is None else max(0, left)
    return replace(section, rows=rows, asides=tuple(_asides(section, _seated(section, games))), left=left, times=times)


def _entered(game: Game, version: SheetVersion | None) -> tuple[str, str]:
    """The figures that a sheet has, who starts first, and who entered them."""
    totals = [version.facts.total(entry.pk) for entry in game.players] if version else []
    makers = {entry.pk: str(entry.player) for entry in game.players if version and version.made_by_kind == "player"}
    maker = makers.get(version.made_by or 0, _("an official")) if version else ""
    return "–".join(map(str, totals)) if None not in totals else "", maker


def _records(section: Section, before: bool = False) -> dict[int, str]:
    """Wins and losses of each player by entry number, through the round that is shown, or before it."""
    last = section.number - before
    halves: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for side in section.history.sides:
        if side.round <= last:
            halves[side.entry][0] += side.halves
            halves[side.entry][1] += 0 if side.kind == Game.Outcome.ZERO_BYE else 2 - side.halves
    return {number: "–".join(map(half_text, both)) for number, both in halves.items()}


def _row(
    section: Section, game: Game, facts: TableFacts, records: Mapping[int, str], over: int | None
) -> Row:  # fmt: skip
    assert game.second is not None and section.row is not None
    account = section.history.account(game)
    known = _known(section, game, facts) if game.outcome in Game.UNFINISHED else []
    table = facts.clocks.get(game.pk)
    cells = cells_of(
        game, account, [each.state for each in known], table.seats if table else (), facts.slips.get(game.pk, ()),
        begun=section.row.status != Round.Status.PUBLISHED, sheet=facts.sheets.get(game.pk),
        signed=facts.signatures.get(game.pk, 0), over=over, entered=_entered(game, facts.entered.get(game.pk)),
    )  # fmt: skip
    away = [presence_words(each) if each.state in ELSEWHERE else "" for each in known] or ["", ""]
    seats = tuple(
        Seat(
            entry.number, entry.player.name, records.get(entry.number, "0–0"), account.winner == side, absent,
            facts.asks.get(entry.pk, ""),
        )
        for side, entry, absent in zip(SIDES, (game.first, game.second), away, strict=True)
    )  # fmt: skip
    match_game = game.match_game if section.history.counts[game.round_id].match > 1 else 0
    url = section.division.table_url(game.pk)
    return Row(f"table-{game.pk}", game.table, url, seats, cells, match_game=match_game)


def _seconds_left(row: Round, game_seconds: int, now: datetime) -> int | None:
    """Until both clocks of a game that began with the round are out, below 0 afterwards; None where nothing runs."""
    if row.status != Round.Status.PLAYING or row.started_at is None or not game_seconds:
        return None
    return int((row.started_at + timedelta(seconds=2 * game_seconds) - now).total_seconds())


def _known(section: Section, game: Game, facts: TableFacts) -> list[Known]:
    """What is known of both players of a game without a result."""
    people = game.players
    played = section.history
    own = {
        entry.pk: facts_of(
            entry,
            facts.presence.get(entry.pk, ()),
            [GameFact.of(each) for each in played.games_of(entry) if each.round.is_published],
        )
        for entry in people
    }
    known = PresenceFacts(own, {})
    return [known.known(entry.pk, section.number) for entry in people]


# --- a draft, and who sits nowhere -----------------------------------------------------------------


def _draft_rows(section: Section) -> Iterator[Row]:
    """The boards of a draft with their reasons; a player who left the roster since has no name."""
    run, records = section.run, _records(section, before=True)
    assert run is not None
    try:
        seating = tables_of_run(run)
    except Refused:
        return
    people = section.history.by_number
    for board in seating.in_order(run.draft_boards(section.number)):
        if board.second is None:
            continue
        at = seating.of(board)
        seats = tuple(
            Seat(number, people[number].player.name if number in people else _("gone"), records.get(number, "0–0"))
            for number in board.numbers
        )
        yield Row(
            f"draft-{section.division.code}-{board.first}",
            at.table if at else "",
            draft_url(section, player=board.first),
            seats,
            reason=str(board.reason),
            at_own_table=bool(at and at.keepers),
        )


def _drafted(section: Section) -> dict[int, tuple[str, str]]:
    """The players of a draft's boards, by the key of their entry: the word for a bye and its drawer, "" for a board."""
    people, bye = section.history.by_number, str(Game.Outcome.BYE.label)
    boards = section.run.draft_boards(section.number) if section.run else ()
    return {
        people[number].pk: ("", "") if board.second else (bye, draft_url(section, player=number))
        for board in boards
        for number in board.numbers
        if number in people
    }


def _seated(section: Section, games: Iterable[Game]) -> dict[int, tuple[str, str]]:
    """The same of published boards."""
    return {
        pk: ("", "") if game.second_id else (str(Game.Outcome(game.outcome).label), section.division.table_url(game.pk))
        for game in games
        for pk in (game.first_id, game.second_id)
        if pk
    }


def _asides(section: Section, seated: Mapping[int, tuple[str, str]]) -> Iterator[Aside]:
    """Byes, then who is expected and sits nowhere, who sits this round out, and who has left."""
    later: list[Aside] = []
    waiting = unpaired(section.history.entries, section.number, seated)
    division = section.division
    place = division.url("console:place", section.number) if section.is_published else ""
    for entry in section.history.entries:
        url = division.url("console:entry", entry.number)
        bye, opens = seated.get(entry.pk, ("", place and f"{place}?entry={entry.pk}"))
        if bye:
            yield Aside(entry, bye, url, press=_("Change the bye"), opens=opens)
        elif entry in waiting:
            yield Aside(entry, _("has no table"), url, place=True, press=_("Place"), opens=opens)
        elif entry.pk not in seated:
            away, comes = _away(entry, section.number), entry.sits_out(section.number)
            later.append(Aside(entry, away, url, press=_("Place"), opens=opens if comes else ""))
    yield from later


def _away(entry: Entry, number: int) -> str:
    left = entry.withdrawn_from or 0
    if not entry.has_left(number):
        return _("sits this round out")
    return _("left after round %d") % (left - 1) if left > 1 else _("never came")
