"""What the rows say, in the engines' words: a division's history in five queries, and everything that follows from it."""

from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from .engine.account import Account, AccountLine, Decided, GameFacts, account_of
from .engine.standings import (
    Adjustment,
    Entrant,
    GameSide,
    Standing,
    StandingsOptions,
    explain,
    standings_after,
    standings_by_round,
)
from .engine.starts import StartRecord, record_of
from .engine.tie_breaks import USUAL, WITHDRAWN_UNRANKED, TieBreak, ranked_by, tie_breaks_of
from .models import BY_BOARD, Division, Entry, Game, GameAdjustment, Round, SpreadAdjustment, TableNeed, Tournament
from .stakes import prize_places_of

HAS_SIDES = frozenset({Game.StartsBy.ASSIGNED, Game.StartsBy.BALANCE, Game.StartsBy.DRAWN})
DECIDED = {
    **dict.fromkeys(Game.STATED, Decided.STATED),
    **dict.fromkeys(Game.UNCOUNTED, Decided.VOID),
    **dict.fromkeys(Game.UNFINISHED, Decided.AWAITED),
}
NOT_BEGUN = Game.NOT_BEGUN
Part = TypeVar("Part")
LINE_FIELDS = ("side", "kind", "points", "seconds", "lost_turn", "rule", "source")  # in the order of AccountLine


def start_word(game: Game, place: int) -> str:
    """What a player's page says of the start: "first", "second", "compare" or "draw"; "" where it has nothing to say."""
    if game.second_id is None or game.starts_by == Game.StartsBy.NONE:
        return ""
    if game.starts_by not in HAS_SIDES:
        return "compare" if game.starts_by == Game.StartsBy.COMPARE else "draw"
    return "second" if place else "first"


def line_of(row: GameAdjustment) -> AccountLine:
    """A row of the score's lines, in the engine's words."""
    return AccountLine(row.side, row.kind, row.points, row.seconds, row.lost_turn, row.rule, row.source)


def account_of_game(game: Game, lines: Sequence[AccountLine]) -> Account:
    """The account of a game's row and the lines that stand with it; nothing is read."""
    written = None
    if game.first_score is not None and game.second_score is not None:
        written = game.first_score, game.second_score
    facts = GameFacts(
        decided=DECIDED.get(game.outcome, Decided.SCORED),
        two_players=game.second_id is not None,
        written=written,
        spread=game.first_spread or 0,
        stated=((game.first_halves or 0, game.first_spread or 0), (game.second_halves or 0, game.second_spread or 0)),
        rated=game.rated,
        not_begun=game.outcome in NOT_BEGUN,
        sides=game.starts_by in HAS_SIDES,
        lines=tuple(lines),
    )
    return account_of(facts)


def values_of(account: Account) -> tuple[int, int, int, int]:
    """(half wins, spread) of the first player, then of the second; zeros while nothing counts."""
    if account.half_wins is None or account.spread is None:
        return (0, 0, 0, 0)
    return (account.half_wins[0], account.spread[0], account.half_wins[1], account.spread[1])


def sides_of(game: Game, account: Account, number: int, entries: Mapping[int, Entry]) -> Iterator[GameSide]:
    """A game of round `number` from each of its players' chairs, where it counts."""
    if game.outcome in Game.UNCOUNTED:
        return
    first, reply = entries[game.first_id].number, game.second_id
    second = entries[reply].number if reply else None
    values = values_of(account)
    yield GameSide(number, first, second, values[0], values[1], game.outcome)
    if second is not None:
        yield GameSide(number, second, first, values[2], values[3], game.outcome)


def is_decided(game: Game) -> bool:
    """Whether two players have a result."""
    return game.second_id is not None and game.outcome not in Game.UNFINISHED


def with_accounts(games: Iterable[Game]) -> list[Game]:
    """The games, each with its `account`, for pages that show boards without the division's history. One query."""
    rows = list(games)
    lines: dict[int, list[AccountLine]] = defaultdict(list)
    lines_of_games = GameAdjustment.objects.filter(game__in=[game.pk for game in rows]).order_by("pk") if rows else ()
    for row in lines_of_games:
        lines[row.game_id].append(line_of(row))
    for game in rows:
        game.account = account_of_game(game, lines[game.pk])  # type: ignore[attr-defined]
    return rows


@dataclass(frozen=True, slots=True)
class FinalScore:
    """A game's two totals after adjustments; None while awaited or where no score was kept."""

    first: int | None
    second: int | None

    @property
    def spread(self) -> int:
        return (self.first or 0) - (self.second or 0)


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """Games of a round.

    Attributes:
        played: with two players.
        awaited: of these, without a result.
        unfinished: without a result, or adjourned.
        match: the most games of two players with each other.
    """

    played: int
    awaited: int
    unfinished: int
    match: int


def counts_of(games: Iterable[Game]) -> RoundCounts:
    rows = list(games)
    outcomes = [game.outcome for game in rows]
    return RoundCounts(
        sum(game.second_id is not None for game in rows),
        outcomes.count(Game.Outcome.AWAITED),
        sum(outcome in Game.UNFINISHED for outcome in outcomes),
        max((game.match_game for game in rows), default=1),
    )


@dataclass(frozen=True)
class History:
    """Everything that happened in a division so far. Built once by `history`, read by standings, pairings and pages."""

    division: Division
    entries: tuple[Entry, ...]
    games: tuple[Game, ...]
    lines: Mapping[int, tuple[AccountLine, ...]]
    spread_adjustments: tuple[Adjustment, ...]
    rounds: tuple[Round, ...] = ()

    @cached_property
    def by_id(self) -> dict[int, Entry]:
        return {entry.pk: entry for entry in self.entries}

    @cached_property
    def table_needs(self) -> tuple[TableNeed, ...]:
        """The tables kept for its players, read when a list of boards asks first."""
        return tuple(TableNeed.objects.filter(entry__division=self.division))

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        return {entry.number: entry for entry in self.entries}

    @cached_property
    def _games_by_entry(self) -> dict[int, list[Game]]:
        by_entry: dict[int, list[Game]] = defaultdict(list)
        for game in self.games:
            for entry_id in filter(None, (game.first_id, game.second_id)):
                by_entry[entry_id].append(game)
        return by_entry

    def games_of(self, entry: Entry) -> list[Game]:
        """One player's games, in order of rounds."""
        return self._games_by_entry.get(entry.pk, [])

    def never_came(self, entry: Entry) -> bool:
        """Whether the player has left without having been in a game."""
        return entry.has_left(self.whole + 1) and not self.games_of(entry)

    @cached_property
    def names(self) -> dict[int, str]:
        return {entry.number: entry.player.name for entry in self.entries}

    @cached_property
    def options(self) -> StandingsOptions:
        return StandingsOptions(spread_caps=tuple(self.division.spread_caps))

    @cached_property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """What decides between players with equal wins, in this division."""
        return tie_breaks_of(self.division.standings_options)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        unranked = self.division.standings_options.get(WITHDRAWN_UNRANKED, False)
        return tuple(
            Entrant(
                entry.number, entry.rating, entry.seed, entry.unranked or self.never_came(entry), entry.at_bottom,
                entry.withdrawn_from - 1 if unranked and entry.withdrawn_from else None,
            )
            for entry in self.entries
        )  # fmt: skip

    def account(self, game: Game) -> Account:
        """The account of a game of this division: what every page, print, file and table reads."""
        return account_of_game(game, self.lines.get(game.pk, ()))

    def final_score(self, game: Game) -> FinalScore:
        """The scores that count, with every line added (HOUSE: totals are computed, never stored)."""
        totals = self.account(game).totals
        return FinalScore(game.first_score, game.second_score) if totals is None else FinalScore(*totals)

    @cached_property
    def sides(self) -> tuple[GameSide, ...]:
        """Every counted game, seen from each of its players."""
        numbers = self.round_numbers
        return tuple(
            side
            for game in self.games
            for side in sides_of(game, self.account(game), numbers[game.round_id], self.by_id)
        )

    @cached_property
    def games_by_round(self) -> Mapping[int, Sequence[Game]]:
        """By the round's primary key, in order of boards; rounds without a game may be missing."""
        by_round: dict[int, list[Game]] = defaultdict(list)
        for game in self.games:
            by_round[game.round_id].append(game)
        return by_round

    @cached_property
    def counts(self) -> Mapping[int, RoundCounts]:
        """By the round's primary key."""
        return {row.pk: counts_of(self.games_by_round.get(row.pk, ())) for row in self.rounds}

    def values_of(self, game: Game) -> tuple[int, int, int, int]:
        """(half wins, spread) of the first player, then of the second, of a decided game; zeros while nothing counts."""
        return values_of(self.account(game))

    @cached_property
    def round_numbers(self) -> dict[int, int]:
        return {game.round_id: game.round.number for game in self.games}

    @cached_property
    def last_round(self) -> int:
        """The highest round in which two players have a decided game, or which is closed; 0 before the first."""
        return max(
            (
                self.round_numbers[game.round_id]
                for game in self.games
                if game.round.status == Round.Status.CLOSED or is_decided(game)
            ),
            default=0,
        )

    @property
    def event_divisions(self) -> tuple[int, ...]:
        """The primary keys of the event's divisions, in order; known of a kept history alone."""
        return ()

    @cached_property
    def by_round(self) -> dict[int, Round]:
        return {row.number: row for row in self.rounds}

    def games_in(self, number: int) -> Sequence[Game]:
        """The games of a round, in order of boards."""
        row = self.by_round.get(number)
        return () if row is None else self.games_by_round.get(row.pk, ())

    def unpaired(self, row: Round) -> list[Entry]:
        """Players expected in a round who have no board and no bye in it."""
        seated = {pk for game in self.games_in(row.number) for pk in (game.first_id, game.second_id) if pk}
        return unpaired(self.entries, row.number, seated)

    @cached_property
    def whole(self) -> int:
        """The highest round: a part of the whole history follows from the rounds up to it."""
        return max(self.by_round, default=0)

    @cached_property
    def parts(self) -> dict[tuple[Any, ...], Any]:
        """What `part` has made so far, by the function, the round and what else it was given."""
        return {}

    def part(self, make: Callable[..., Part], number: int, *more: Hashable) -> Part:
        """`make(self, number, *more)`, made once."""
        key = (make, number, *more)
        try:
            part: Part = self.parts[key]
        except KeyError:
            part = make(self, number, *more)
            self.parts[key] = part
        return part

    @cached_property
    def prize_places(self) -> int:
        """How many places win a prize: one query, of a kept history one a version."""
        return prize_places_of(self.division)

    @cached_property
    def tables(self) -> dict[int, tuple[Standing, ...]]:
        """By round, those that were asked for so far."""
        return {}

    def standings(self, after: int | None = None) -> tuple[Standing, ...]:
        """The table after a round; after the last round with a result when `after` is None."""
        after = self.last_round if after is None else after
        if after not in self.tables:
            table = standings_after(
                self.entrants, self.sides, after, adjustments=self.spread_adjustments, options=self.options
            )
            self.tables[after] = self._ranked(table)
        return self.tables[after]

    def standings_by_round(self, last: int | None = None) -> tuple[tuple[Standing, ...], ...]:
        """The tables after round 0 (the seeding), 1, ... `last`."""
        rounds = range((self.last_round if last is None else last) + 1)
        if len(rounds) - len(self.tables) > 1:  # in one pass
            tables = standings_by_round(
                self.entrants, self.sides, rounds[-1], adjustments=self.spread_adjustments, options=self.options
            )
            self.tables.update({after: self._ranked(table) for after, table in enumerate(tables)})
        return tuple(self.standings(after) for after in rounds)

    def _ranked(self, table: tuple[Standing, ...]) -> tuple[Standing, ...]:
        """The table by the division's own tie-breaks; spread is what the table stands in already."""
        return table if self.tie_breaks == USUAL else ranked_by(table, self.entrants, self.sides, self.tie_breaks)

    def explain(self, standing: Standing) -> tuple[str, ...]:
        return explain(
            standing, self.sides, names=self.names, adjustments=self.spread_adjustments, options=self.options
        )

    def start_records(self) -> dict[int, StartRecord]:
        """Starts and replies by entry number, over published rounds."""
        rounds = [row.number for row in self.rounds]
        sides = self.part(_sides_through, max(rounds)) if rounds else {}
        return {entry.number: record_of(*sides.get(entry.number, ((), 0))) for entry in self.entries}

    def start_record(self, entry: Entry, games: Sequence[Game]) -> StartRecord:
        """Starts and replies of one player in these games."""
        sides = [
            (self.round_numbers[game.round_id], game.match_game, dict(self.start_sides(game))[entry.number])
            for game in games
        ]
        return record_of((side for *_, side in sorted(sides)), sum(game.start_is_open for game in games))

    def start_sides(self, game: Game) -> Iterator[tuple[int, int]]:
        """(entry number, START, REPLY or NO_SIDE) of each player of a game (WESPA 2.1; NSA I.C)."""
        first, second = self.account(game).starts
        yield self.by_id[game.first_id].number, first
        if game.second_id is not None:
            yield self.by_id[game.second_id].number, second


def _starts_in(played: History, number: int) -> tuple[tuple[int, int, int, bool], ...]:
    """Who starts in a round: entry number, number of the game in a match, START, REPLY or NO_SIDE, and whether that is still open."""
    return tuple(
        (entry, game.match_game, side, game.start_is_open)
        for game in played.games_in(number)
        for entry, side in played.start_sides(game)
    )


def _sides_through(played: History, number: int) -> dict[int, tuple[tuple[int, ...], int]]:
    """By entry number, START, REPLY or NO_SIDE of each game up to a round in order, and how many of them are still open."""
    before = max((row.number for row in played.rounds if row.number < number), default=0)
    through = dict(played.part(_sides_through, before)) if before else {}
    for entry, _match_game, side, is_open in sorted(played.part(_starts_in, number)):
        sides, unknown = through.get(entry, ((), 0))
        through[entry] = (*sides, side), unknown + is_open
    return through


def history(division: Division) -> History:
    """Read a division whole, in five queries whatever its size."""
    return histories([division])[0]


def history_of_game(game: Game) -> History:
    """One game alone with its players and lines, which is all that its account needs; two queries whatever the division's size."""
    players = Entry.objects.filter(pk__in=[pk for pk in (game.first_id, game.second_id) if pk]).select_related("player")
    rows = GameAdjustment.objects.filter(game=game).order_by("pk").values_list(*LINE_FIELDS)
    lines = tuple(AccountLine(*values) for values in rows)
    return History(game.round.division, tuple(players), (game,), {game.pk: lines} if lines else {}, ())


def histories_of(tournament: Tournament) -> list[History]:
    """Those of an event's divisions, in order."""
    divisions = list(tournament.divisions.all())
    for division in divisions:
        division.tournament = tournament
    return histories(divisions)


def histories(divisions: Sequence[Division]) -> list[History]:
    """Read several divisions whole, in five queries together."""
    pks = [division.pk for division in divisions]
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(division__in=pks).select_related("player").order_by("number"):
        entries[entry.division_id].append(entry)
    games: dict[int, list[Game]] = defaultdict(list)
    boards = list(Game.objects.filter(round__division__in=pks).order_by("round__number", *BY_BOARD))
    rounds = Round.objects.filter(division__in=pks).order_by("number").in_bulk()
    for game in boards:
        if row := rounds.get(game.round_id):  # else it was taken out meanwhile
            game.round = row
            games[row.division_id].append(game)
    lines: dict[int, dict[int, list[AccountLine]]] = defaultdict(lambda: defaultdict(list))
    rows = GameAdjustment.objects.filter(game__round__division__in=pks).order_by("pk")
    for owner, game_pk, *values in rows.values_list("game__round__division_id", "game_id", *LINE_FIELDS):
        lines[owner][game_pk].append(AccountLine(*values))
    spread_adjustments: dict[int, list[Adjustment]] = defaultdict(list)
    for owner, number, round_number, value, reason in SpreadAdjustment.objects.filter(
        entry__division__in=pks
    ).values_list("entry__division_id", "entry__number", "round_number", "points", "reason"):
        spread_adjustments[owner].append(Adjustment(number, round_number, value, reason))
    read = []
    for division in divisions:
        own = [round_row for round_row in rounds.values() if round_row.division_id == division.pk]
        for part in (*entries[division.pk], *own):
            part._state.fields_cache["division"] = division
        seat(entries[division.pk], games[division.pk])
        lines_of_games = {game: tuple(rows) for game, rows in lines[division.pk].items()}
        adjustments, players = tuple(spread_adjustments[division.pk]), tuple(entries[division.pk])
        read.append(History(division, players, tuple(games[division.pk]), lines_of_games, adjustments, tuple(own)))
    return read


def seat(entries: Iterable[Entry], games: Iterable[Game]) -> None:
    """Put the players' entries at their boards, as `select_related` would."""
    by_id = {entry.pk: entry for entry in entries}
    for game in games:
        second = by_id[game.second_id] if game.second_id else None
        game._state.fields_cache.update(first=by_id[game.first_id], second=second)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a standings page: the standing, the entry it is about, and the movement since the round before."""

    standing: Standing
    entry: Entry
    moved: int | None


def standing_rows(played: History, after: int | None = None) -> list[StandingRow]:
    """The table with entries, and the places gained (+) or lost (-) since the round before; None after round 0 and 1."""
    after = played.last_round if after is None else after
    ranks = {row.number: row.rank for row in played.standings(after - 1)} if after > 1 else {}
    return [
        StandingRow(row, played.by_number[row.number], ranks[row.number] - row.rank if row.number in ranks else None)
        for row in played.standings(after)
    ]


def missing_results(division: Division, number: int | None = None) -> list[Game]:
    """Games of published rounds that still await a result, in the order of the tables."""
    games = Game.objects.of_division(division).exclude(round__status=Round.Status.DRAFT).awaiting_result()
    if number is not None:
        games = games.in_round(number)
    return list(games.with_people().order_by("round__number", *BY_BOARD))


def unpaired(entries: Iterable[Entry], number: int, seated: Container[int]) -> list[Entry]:
    """Players expected in a round who have no board and no bye in it.  seated: primary keys of those who have."""
    return [entry for entry in entries if entry.plays_in(number) and entry.pk not in seated]


def rounds_paired_from(division: Division, number: int) -> tuple[int, ...]:
    """Published rounds whose pairings looked at the result of round `number`."""
    later = division.rounds.filter(paired_after__gte=number).published()
    return tuple(later.order_by("number").values_list("number", flat=True))
