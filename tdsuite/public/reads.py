"""What the public pages show, built from a division's history: boards, who starts, one player's card.

Only published rounds: a draft never leaves this module.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.engine.starts import StartRecord
from tdsuite.tournaments.gone import gone_from, gone_text
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.own_tables import OwnTables, keepers, own_tables
from tdsuite.tournaments.player_pages import plain
from tdsuite.tournaments.reads import History, StandingRow, standing_rows, start_word

PODIUM = 3  # places
RESULT_WORDS = {2: "won", 1: "tied", 0: "lost"}


def published_rounds(history: History) -> list[Round]:
    """The rounds everyone may see, in order, with how many of their games have two players and how many of these have a result or await it.

    Nobody changes them: a kept history has them made once.
    """
    return [history.part(_counted, row.number) for row in history.rounds if row.is_published]


def _counted(history: History, number: int) -> Round:
    row = copy(history.by_round[number])
    counts = history.counts[row.pk]
    row.played_games, row.missing = counts.played, counts.awaited  # type: ignore[attr-defined]
    row.decided_games = counts.played - counts.awaited  # type: ignore[attr-defined]
    return row


def current_round(rounds: Sequence[Round]) -> Round | None:
    """Of published rounds in order, the one people look for: the one being played, or the next if that is waited for.

    A block published at once is shown round by round; a round paired while stragglers still play is shown at once.
    """
    begun = [place for place, row in enumerate(rounds) if row.status in (Round.Status.PLAYING, Round.Status.CLOSED)]
    if not begun:
        return rounds[0] if rounds else None
    last, after = rounds[begun[-1]], rounds[begun[-1] + 1 : begun[-1] + 2]
    if after and (last.status == Round.Status.CLOSED or after[0].paired_after is not None):
        return after[0]
    return last


@dataclass(frozen=True, slots=True)
class DivisionCard:
    """A division on the event's page.

    Attributes:
        current: the round people look for, counted; None before the first.
        podium: the first three places of a finished event.
        leaders: while it is played, who is first after round `after`; several who are equal.
        next_round: the one that starts next, where the schedule says when.
    """

    division: Division
    players: int
    current: Round | None
    podium: tuple[StandingRow, ...] = ()
    leaders: tuple[StandingRow, ...] = ()
    after: int = 0
    next_round: Round | None = None


def division_card(history: History) -> DivisionCard:
    """A division's card; of a finished event with whoever came first, second and third: more than three where one of these places is shared."""
    division, after = history.division, history.last_round
    places = standing_rows(history) if after else []
    card = DivisionCard(division, len(history.entries), current_round(published_rounds(history)), after=after)
    if division.tournament.status == Tournament.Status.FINISHED:
        return replace(card, podium=tuple(row for row in places if row.standing.rank <= PODIUM))
    leaders = tuple(row for row in places if row.standing.rank == 1 and not row.entry.at_bottom)
    return replace(card, leaders=leaders, next_round=_next_round(history))


def _next_round(history: History) -> Round | None:
    """The first round behind all that have begun; None where nobody has said when it starts."""
    begun = [row.number for row in history.rounds if row.status in (Round.Status.PLAYING, Round.Status.CLOSED)]
    later = [row for row in history.rounds if row.number > max(begun, default=0)]
    row = min(later, key=lambda row: row.number, default=None)
    return row if row is not None and row.scheduled_at is not None else None


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """One player at a board.

    start: "first", "second", "draw" (tiles decide), "compare" (records do) or "" (no game).  before: the standing before the round, None before
    the first.  score: after adjustments, None while awaited or not kept.  spread: of a decided game.
    result: won, tied, lost or "".
    """

    entry: Entry
    start: str
    before: Standing | None
    score: int | None
    spread: int | None
    result: str


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """One game of a published round as everyone sees it.  later: the others of its table, where the two play several."""

    game: Game
    seats: tuple[PublicSeat, ...]
    gone: tuple[Entry, ...] = ()  # its players who have left, until it is settled
    keepers: tuple[int, ...] = ()  # the entries of its players who keep its table
    later: tuple["PublicBoard", ...] = ()

    @property
    def games(self) -> tuple["PublicBoard", ...]:
        return (self, *self.later)

    @property
    def find(self) -> str:
        """What a search for a name looks in."""
        return " ".join(plain(f"{seat.entry.player.name} {seat.entry.number}") for seat in self.seats)

    @property
    def outcome_words(self) -> str:
        """The kind of outcome in words, or who has left; "" for a played or awaited game."""
        kinds = Game.Outcome
        if self.gone:
            return gone_text(self.gone)
        return "" if self.game.outcome in (kinds.PLAYED, kinds.AWAITED) else str(self.game.get_outcome_display())


@dataclass(frozen=True, slots=True)
class Call:
    """One line of the list by name: where to go, whom to meet.  games: this one, and the others at its table."""

    seat: PublicSeat
    opponent: PublicSeat | None
    board: PublicBoard

    @property
    def keeps(self) -> bool:
        """Whether this player keeps the table."""
        return self.seat.entry.pk in self.board.keepers

    @property
    def games(self) -> list["Call"]:
        return [self, *(call for call in _calls(self.board.later) if call.seat.entry == self.seat.entry)]

    @property
    def find(self) -> str:
        return plain(f"{self.seat.entry.player.name} {self.seat.entry.number}")


def boards_of(history: History, round: Round) -> tuple[PublicBoard, ...]:
    """The boards of a round: tables in order, byes last. `history` must hold the division whole."""
    return history.part(_boards, round.number, own_tables(history, round.number))


def _boards(history: History, number: int, tables: OwnTables) -> tuple[PublicBoard, ...]:
    before = history.part(places_after, number - 1) if number > 1 else {}
    games = sorted(history.games_in(number), key=lambda game: game.board_order)
    return tuple(board_of(history, game, before, tables) for game in games)


def tables_of(history: History, round: Round) -> tuple[PublicBoard, ...]:
    """The same, those of one table together."""
    return history.part(_tables, round.number, own_tables(history, round.number))


def _tables(history: History, number: int, tables: OwnTables) -> tuple[PublicBoard, ...]:
    boards: dict[frozenset[int], list[PublicBoard]] = {}
    for board in history.part(_boards, number, tables):
        boards.setdefault(frozenset(seat.entry.pk for seat in board.seats), []).append(board)
    return tuple(replace(board, later=tuple(later)) for board, *later in boards.values())


def places_after(history: History, number: int) -> dict[int, Standing]:
    """The table after a round, by player."""
    return {row.number: row for row in history.standings(number)}


def calls_in(history: History, round: Round) -> tuple[Call, ...]:
    """The boards of a round by name, as filed."""
    return history.part(calls_of_round, round.number, own_tables(history, round.number))


def calls_of_round(history: History, number: int, tables: OwnTables) -> tuple[Call, ...]:
    """As `calls_in`, for a part of a history."""
    calls = list(_calls(history.part(_tables, number, tables)))
    calls.sort(key=lambda call: (plain(call.seat.entry.player.filing_name), call.seat.entry.number))
    return tuple(calls)


def board_of(history: History, game: Game, before: dict[int, Standing], tables: OwnTables = frozenset()) -> PublicBoard:
    """A game with its seats, starter first."""
    decided = game.outcome not in Game.UNCOUNTED
    values = history.values_of(game) if decided else None
    scores = history.final_score(game)
    seats = []
    for place, entry_id in enumerate(filter(None, (game.first_id, game.second_id))):
        entry = history.by_id[entry_id]
        seats.append(
            PublicSeat(
                entry=entry,
                start=start_word(game, place),
                before=before.get(entry.number),
                score=(scores.first, scores.second)[place],
                spread=values[2 * place + 1] if values else None,
                result=RESULT_WORDS[values[2 * place]] if values else "",
            )
        )
    return PublicBoard(game, tuple(seats), gone_from(history, game), keepers(game, tables))


def _calls(boards: Iterable[PublicBoard]) -> Iterator[Call]:
    for board in boards:
        for place, seat in enumerate(board.seats):
            yield Call(seat, board.seats[1 - place] if len(board.seats) > 1 else None, board)


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round on a player's card.  after: the standing after the round, None while it is awaited."""

    round: int
    call: Call
    after: Standing | None


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """One player's tournament so far.  lines: newest first; upcoming: as `awaited_games`, in order of rounds."""

    entry: Entry
    standing: Standing | None
    starts: StartRecord
    upcoming: tuple[PlayerRound, ...]
    lines: tuple[PlayerRound, ...]


def player_card(history: History, entry: Entry) -> PlayerCard:
    """One player's published games, with the place after each round."""
    places = [history.part(places_after, number) for number in range(len(history.standings_by_round()))]
    lines = []
    games = [game for game in history.games_of(entry) if game.round.is_published]
    for game in games:
        number = history.round_numbers[game.round_id]
        call = next(call for call in _calls([board_of(history, game, {})]) if call.seat.entry.pk == entry.pk)
        after = places[number].get(entry.number) if number < len(places) and call.seat.result else None
        lines.append(PlayerRound(number, call, after))
    decided = [line for line in lines if line.call.board.game.outcome != Game.Outcome.AWAITED]
    awaited = awaited_games(history, entry)
    return PlayerCard(
        entry=entry,
        standing=places[-1].get(entry.number) if len(places) > 1 else None,
        starts=history.start_record(entry, games),
        upcoming=tuple(line for line in lines if line.call.board.game in awaited),
        lines=tuple(reversed(decided)),
    )


def awaited_games(history: History, entry: Entry) -> list[Game]:
    """The published games that a player is still to play: a player who has left goes nowhere."""
    games = [game for game in history.games_of(entry) if game.round.is_published]
    return [game for game in games if game.outcome == Game.Outcome.AWAITED and entry not in gone_from(history, game)]


def next_call(history: History, entry: Entry) -> Call | None:
    """Where a player is to go now: the awaited game of the round people look for, else the first awaited one, else a bye of that round."""
    current = current_round(published_rounds(history))
    games = [game for game in history.games_of(entry) if game.round.is_published]
    awaited = awaited_games(history, entry)
    now = [game for game in awaited or games if current is not None and game.round_id == current.pk]
    game = next(iter(now or awaited), None)
    if game is None or (game not in awaited and not (game.is_bye and game.round.status != Round.Status.CLOSED)):
        return None
    return next(call for call in _calls([board_of(history, game, {})]) if call.seat.entry.pk == entry.pk)
