"""What the player's page shows: own games, the record, and how each sheet stands. Only published rounds, only own sheets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from tdsuite.tournaments.engine.standings import Standing as Place
from tdsuite.tournaments.engine.starts import StartRecord
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import HAS_SIDES, History

from ..engine.sheet_states import State, players_may_settle
from ..models import Presence, Sheet, SheetVersion, Signature
from ..services.tables import game_table
from .player_state import Standing, standing_of

RESULTS = {2: "won", 1: "tied", 0: "lost"}


@dataclass(frozen=True, slots=True)
class Late:
    """A clock that concerns this player.  left: seconds of game time; next: seconds until the page must ask again."""

    own: bool
    runs: bool
    left: int
    may_elect: bool
    next: int | None


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One of the player's games.  start: "first", "second", "draw", "compare" or "".  result: "won", "tied", "lost" or "".

    mine, theirs: totals, None while awaited.  sheet: None for a bye.
    """

    game: Game
    opponent: Entry | None
    start: str
    mine: int | None
    theirs: int | None
    spread: int | None
    result: str
    sheet: Standing | None
    late: tuple[Late, ...] = ()

    @property
    def awaited(self) -> bool:
        return self.game.outcome in Game.UNFINISHED

    @property
    def said(self) -> str:
        """The kind of outcome in words, "" for a played or awaited game."""
        kinds = Game.Outcome
        return "" if self.game.outcome in (kinds.PLAYED, kinds.AWAITED) else str(self.game.get_outcome_display())

    @property
    def button(self) -> str:
        if self.sheet is None or self.sheet.state is State.EMPTY:
            return "Enter the result"
        return "Check and sign" if self.sheet.my_turn else "Result sheet"

    @property
    def brief(self) -> str:
        """How the sheet stands, in a few words."""
        if self.sheet is None:
            return ""
        return "decided" if self.stated else self.sheet.brief

    @property
    def stated(self) -> bool:
        """Decided by something else than two scores: there is nothing to sign."""
        return self.game.outcome in Game.STATED or self.game.outcome == Game.Outcome.VOID

    @property
    def waits(self) -> bool:
        """Whether the sheet waits for this player."""
        return self.sheet is not None and self.sheet.my_turn and not self.stated


@dataclass(frozen=True, slots=True)
class Mine:
    """The whole page.

    upcoming: awaited games in order; past: decided ones, newest first; to_do: sheets that wait for this player, where the
    event uses sheets at all.  place: None before the first result.
    """

    entry: Entry
    place: Place | None
    starts: StartRecord
    upcoming: tuple[OwnGame, ...]
    past: tuple[OwnGame, ...]
    to_do: tuple[OwnGame, ...]
    rounds_left: bool


def mine(history: History, entry: Entry) -> Mine:
    """One player's event so far. Queries: one for the sheets, two for their signatures, some for clocks while late."""
    rows = list(_own(history, entry.pk))
    sheets = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=[game.pk for game in rows])}
    newest = _newest(list(sheets.values()))
    late = Presence.objects.filter(game__in=[game.pk for game in rows if game.outcome == Game.Outcome.AWAITED])
    clocked = set(late.exclude(clock_started_at=None).values_list("game_id", flat=True))
    games = [_own_game(history, game, entry, sheets.get(game.pk), newest, clocked=game.pk in clocked) for game in rows]
    published = max((history.round_numbers[game.round_id] for game in rows), default=0)
    upcoming = tuple(one for one in games if one.awaited)
    last = history.last_round
    signed_here = Sheet.objects.filter(division__tournament=history.division.tournament_id).exists()
    return Mine(
        entry=entry,
        place=next((row for row in history.standings() if row.number == entry.number), None) if last else None,
        starts=history.start_records(before=published + 1)[entry.number],
        upcoming=upcoming,
        past=tuple(reversed([one for one in games if not one.awaited])),
        to_do=tuple(one for one in games if signed_here and one.waits and one not in upcoming[:1]),
        rounds_left=published < history.division.planned_rounds,
    )


def _own(history: History, entry: int) -> Iterator[Game]:
    for game in history.games:
        if game.round.status != Round.Status.DRAFT and entry in (game.first_id, game.second_id):
            game.first = history.by_id[game.first_id]
            game.second = history.by_id[game.second_id] if game.second_id else None
            yield game


def _newest(sheets: list[Sheet]) -> dict[int, tuple[SheetVersion, list[int]]]:
    """The newest version of each sheet, and who signed it."""
    rows = SheetVersion.objects.filter(sheet__in=sheets, number=F("sheet__number"))
    found: dict[int, tuple[SheetVersion, list[int]]] = {row.sheet_id: (row, []) for row in rows}
    signed = Signature.objects.filter(version__in=[row.pk for row, _ in found.values()])
    for sheet, signer in signed.values_list("version__sheet_id", "entry_id"):
        found[sheet][1].append(signer)
    return found


def _own_game(
    history: History, game: Game, entry: Entry, sheet: Sheet | None, newest: dict[int, Any], *, clocked: bool
) -> OwnGame:
    own = 0 if game.first_id == entry.pk else 1
    score = history.final_score(game)
    totals = (score.first, score.second)
    values = history.values_of(game) if game.outcome not in Game.UNCOUNTED else None
    standing = None
    if game.second is not None:
        version, signed = newest.get(sheet.pk, (None, [])) if sheet else (None, [])
        winner = version.facts.winner if version else None
        settle = players_may_settle(history.division.tournament.book)
        standing = standing_of(sheet, game, entry.pk, signed, winner=winner, settle=settle)
    return OwnGame(
        game=game,
        opponent=game.second if own == 0 else game.first,
        start=_start(game, own),
        mine=totals[own],
        theirs=totals[1 - own],
        spread=values[2 * own + 1] if values else None,
        result=RESULTS[values[2 * own]] if values else "",
        sheet=standing,
        late=_late(history, game, entry) if clocked else (),
    )


def _start(game: Game, own: int) -> str:
    if game.second_id is None or game.starts_by == Game.StartsBy.NONE:
        return ""
    if game.starts_by not in HAS_SIDES:
        return "compare" if game.starts_by == Game.StartsBy.COMPARE else "draw"
    return "second" if own else "first"


def _late(history: History, game: Game, entry: Entry) -> tuple[Late, ...]:
    """The lateness clocks of this table, one of which was started."""
    game.round.division = history.division
    view = game_table(game)
    found = []
    for seat in view.seats:
        if seat.clock.assigned is None:
            continue
        coming = [alarm.at - view.now for alarm in seat.clock.alarms if alarm.at >= view.now]
        found.append(
            Late(
                own=seat.entry.pk == entry.pk, runs=seat.clock.runs, left=seat.to_set if seat.entry.pk == entry.pk else seat.clock.left, may_elect=seat.may_elect,
                next=min(coming, default=None) if seat.clock.runs else None,
            )
        )  # fmt: skip
    return tuple(found)
