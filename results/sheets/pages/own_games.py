"""The player's own page: own games, the record, and how each sheet stands. Only published rounds, only own sheets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q
from django.utils.translation import gettext as _, pgettext

from results.attendance.models import MoveLimit, StopWarning
from results.attendance.services.tables import TableView, game_table
from results.sheets.engine.states import State
from results.sheets.models import Sheet, SheetVersion, Signature
from results.sheets.reads import unopened_state
from results.sheets.services.decisions import waits_for_start
from tdsuite.tournaments.engine.presence import Presence as Known, presence
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.engine.starts import StartRecord
from tdsuite.tournaments.gone import gone_from
from tdsuite.tournaments.models import Entry, Game, Presence, Round
from tdsuite.tournaments.presence import GameFact, facts_of
from tdsuite.tournaments.reads import History, start_word
from .own_sheet import PlayerStanding, player_standing

RESULTS = {2: "won", 1: "tied", 0: "lost"}


def start_words(start: str) -> str:
    """Who starts, said to the player; "" where nobody does."""
    match start:
        case "first":
            return _("You start")
        case "second":
            return _("You are second")
        case "draw":
            return _("Draw tiles for the start")
        case "compare":
            return _("Compare records: fewer starts goes first; if equal, draw tiles")
    return ""


def announcement(game: Game, opponent: Entry | None, start: str, outcome: str, *, gone: bool = False) -> str:
    """Where a player has to be, in one line.

    Args:
        outcome: of a game without an opponent, in words.
        gone: the opponent has left, and the board is not settled.
    """
    if gone:
        values = {"number": game.round.number, "player": opponent.player if opponent else ""}
        return _("Round %(number)s: %(player)s has left the event. The director says what you have instead.") % values
    if opponent is None:
        values = {"number": game.round.number, "outcome": outcome}
        return _("You have no game in round %(number)s: %(outcome)s.") % values
    names = {"round": game.round.number, "table": game.table, "player": opponent.player}
    if game.table:
        place = _("Round %(round)s: you are at table %(table)s against %(player)s.") % names
    else:
        place = _("Round %(round)s: you play against %(player)s.") % names
    return f"{place} {start_words(start)}." if start else place


def seat_of(game: Game, opponent: int | None) -> str:
    """Which place a player has: another table or another opponent is another place, a result is not. Without blanks."""
    return f"{game.pk}:{''.join(game.table.split())}:{opponent or ''}"


@dataclass(slots=True)
class OwnGame:
    """One of the player's games.

    Attributes:
        start: "first", "second", "draw", "compare" or "".
        mine, theirs: totals, None while awaited.
        result: "won", "tied", "lost" or "".
        outcome: in words, "" for a played or awaited game.
        sheet: None for a bye.
        brief: how the sheet stands, in a few words.
        button: what the link to the sheet says.
        waits: the sheet waits for this player.
        late: where a lateness clock was started, the table with its clocks; until the sheet is entered.
        stops_at: when the game is stopped, where its players were warned (NSA Guideline 19B).
        limits: the most time that a player of it has for each move (guide, Time).
    """

    game: Game
    opponent: Entry | None
    start: str
    mine: int | None
    theirs: int | None
    spread: int | None
    result: str
    outcome: str
    sheet: PlayerStanding | None
    brief: str
    button: str
    waits: bool
    late: TableView | None = None
    stops_at: datetime | None = None
    limits: tuple[MoveLimit, ...] = ()
    gone: bool = False  # the opponent has left, and the board is not settled

    @property
    def seat(self) -> str:
        return seat_of(self.game, None if self.opponent is None else self.opponent.pk)

    @property
    def start_words(self) -> str:
        """Who starts; "" where nobody does."""
        return start_words(self.start)

    @property
    def announcement(self) -> str:
        """Where the player has to be, in one line."""
        return announcement(self.game, self.opponent, self.start, self.outcome, gone=self.gone)


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """The whole page.

    Attributes:
        place: None before the first result.
        upcoming: awaited games in order, without those from which this player has withdrawn.
        done: decided games, newest first.
        to_do: sheets that wait for this player, where the event uses sheets at all.
        known: whether the player is here in the next round for them, as officials know it.
    """

    entry: Entry
    place: Standing | None
    starts: StartRecord
    upcoming: tuple[OwnGame, ...]
    done: tuple[OwnGame, ...]
    to_do: tuple[OwnGame, ...]
    rounds_left: bool
    known: Known

    @property
    def seats(self) -> str:
        """Every place that was ever told, with a space between two."""
        return " ".join(own_game.seat for own_game in (*self.upcoming, *self.done))

    @property
    def without_game(self) -> OwnGame | None:
        """The bye of a round that is being played, where no game is awaited."""
        last = next(iter(self.done), None)
        if last is None or self.upcoming or not last.game.is_bye or last.game.round.status == Round.Status.CLOSED:
            return None
        return last


def own_event(history: History, entry: Entry) -> OwnEvent:
    """One player's event so far. Queries: one for the sheets, two for their signatures, three for presence and time, some for clocks while late."""
    rows = [
        game for game in history.games_of(entry) if game.round.is_published and entry not in gone_from(history, game)
    ]
    opened = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=[game.pk for game in rows])}
    sheets = _standings(history, rows, entry, opened)
    awaited = [game.pk for game in rows if game.outcome == Game.Outcome.AWAITED]
    words = list(Presence.objects.filter(Q(game__in=awaited) | Q(entry=entry)).select_related("game").order_by("pk"))
    clocked = {row.game_id for row in words if row.game_id in awaited and row.clock_started_at is not None}
    mine = [row for row in words if row.entry_id == entry.pk and (row.game is None or entry.pk in row.game.entry_ids)]
    facts = facts_of(entry, mine, map(GameFact.of, rows))
    games = [_own_game(history, game, entry, sheets.get(game.pk), clocked=game.pk in clocked) for game in rows]
    stops, limits = _time_limits(rows)
    for own in games:
        if own.game.outcome == Game.Outcome.AWAITED:
            people = own.game.entry_ids
            own.stops_at = stops.get(own.game.round_id)
            own.limits = tuple(limit for limit in limits if limit.entry_id in people)
    published = max((history.round_numbers[game.round_id] for game in rows), default=0)
    upcoming = tuple(own_game for own_game in games if own_game.game.outcome in Game.UNFINISHED)
    uses_sheets = bool(opened) or Sheet.objects.filter(division__tournament=history.division.tournament_id).exists()
    standings = history.standings() if history.last_round else ()
    return OwnEvent(
        entry=entry,
        place=next((row for row in standings if row.number == entry.number), None),
        starts=history.start_record(entry, rows),
        upcoming=upcoming,
        done=tuple(reversed([own_game for own_game in games if own_game.game.outcome not in Game.UNFINISHED])),
        to_do=tuple(own_game for own_game in games if uses_sheets and own_game.waits and own_game not in upcoming[:1]),
        rounds_left=published < history.division.planned_rounds,
        known=presence(facts, facts.next_round),
    )


def _time_limits(games: Iterable[Game]) -> tuple[dict[int, datetime], list[MoveLimit]]:
    """By round when games in play are stopped, and the limits for each move of their players; two queries."""
    playing = [game for game in games if game.outcome == Game.Outcome.AWAITED and game.second_id is not None]
    if not playing:
        return {}, []
    warnings = StopWarning.objects.filter(round__in={game.round_id for game in playing})
    people = {pk for game in playing for pk in game.entry_ids}
    return {row.round_id: row.stops_at for row in warnings}, list(MoveLimit.objects.in_force(people))


def _standings(
    history: History, games: list[Game], entry: Entry, sheets: Mapping[int | None, Sheet]
) -> dict[int, PlayerStanding]:
    """How the sheet of each game stands for this player, by game; byes have none."""
    rows = SheetVersion.objects.filter(sheet__in=sheets.values(), number=F("sheet__number"))
    newest = {version.sheet_id: version for version in rows}
    signed: dict[int, set[int]] = {}
    for version_id, signer in Signature.objects.filter(version__in=newest.values()).values_list("version", "entry_id"):
        signed.setdefault(version_id, set()).add(signer)
    standings = {}
    for game in games:
        if game.second is not None and (other := game.opponent(entry.pk)):
            sheet = sheets.get(game.pk)
            version = newest.get(sheet.pk) if sheet else None
            standings[game.pk] = player_standing(
                State(sheet.state) if sheet else unopened_state(game), entry.pk, other,
                frozenset(signed.get(version.pk, ()) if version else ()),
                winner=version.facts.winner if version else None, book=history.division.book_in_force,
            )  # fmt: skip
    return standings


def _own_game(history: History, game: Game, entry: Entry, sheet: PlayerStanding | None, *, clocked: bool) -> OwnGame:
    own, kinds = (0 if game.first_id == entry.pk else 1), Game.Outcome
    score = history.final_score(game)
    totals = (score.first, score.second)
    values = history.values_of(game) if game.outcome not in Game.UNCOUNTED else None
    stated = game.outcome in Game.STATED or game.outcome == kinds.VOID  # there is nothing to sign
    button = _("Result sheet") if waits_for_start(game) else _("Enter the result")
    if sheet is not None and sheet.state is not State.EMPTY:
        button = _("Check and sign") if sheet.my_turn else _("Result sheet")
    gone = bool(gone_from(history, game))
    return OwnGame(
        game=game,
        opponent=game.opponent(entry.pk),
        start=start_word(game, own),
        mine=totals[own],
        theirs=totals[1 - own],
        spread=values[2 * own + 1] if values else None,
        result=RESULTS[values[2 * own]] if values else "",
        outcome="" if game.outcome in (kinds.PLAYED, kinds.AWAITED) else str(game.get_outcome_display()),
        sheet=sheet,
        brief="" if sheet is None else pgettext("sheet", "decided") if stated else sheet.brief,
        button=_("Result sheet") if gone else button,
        waits=sheet is not None and sheet.my_turn and not stated,
        late=game_table(game) if clocked and (sheet is None or sheet.state is State.EMPTY) else None,
        gone=gone,
    )
