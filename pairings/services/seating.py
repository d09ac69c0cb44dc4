"""From rows to the engine that seats a round, and back: where every board of a draft is to be played, and why."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from tdsuite.tournaments.engine.tables import TableOrder, TablePlan, table_key
from tdsuite.tournaments.models import Division, Game, Round, TableNeed
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import Refused

from ..engine.sessions import ScheduledStart, session_of, session_starts
from ..engine.table_checker import SeatedBoard, table_faults
from ..engine.tables import Placed, SeatingTask, TableClaim, seat_boards, tables_for
from ..models import DraftBoard, PairingRun
from .field import drafted
from .tables import plan_of

GAMES_IN_A_BREAK = 2  # a pause longer than so many games of full time ends a session

LastSeats = dict[int, dict[int, str]]  # by round: each player's table, as a key


@dataclass(frozen=True, slots=True)
class SeatedAt:
    """Where a board is played.  number: its table's place in the plan.  name: "" where the number serves."""

    number: int
    name: str
    reason: str

    @property
    def table(self) -> str:
        return self.name or str(self.number)


@dataclass(frozen=True, slots=True)
class RunSeating:
    """The tables of a draft, by (round, board of the draft); byes have none.  warnings: for the director alone."""

    tables: Mapping[tuple[int, int], SeatedAt]
    warnings: tuple[str, ...]

    def of(self, board: DraftBoard) -> SeatedAt | None:
        return None if board.board is None else self.tables.get((board.round, board.board))

    def in_order(self, boards: Iterable[DraftBoard]) -> list[DraftBoard]:
        """The boards of one round in the order of their tables, as the round will be listed; byes last."""
        last = max((at.number for at in self.tables.values()), default=0) + 1
        return sorted(boards, key=lambda board: at.number if (at := self.of(board)) else last)

    def table_of(self, board: DraftBoard) -> str:
        """What stands on the board's table; "" for a bye."""
        at = self.of(board)
        return at.table if at else ""


def seat_run(run: PairingRun, past: History | None = None) -> RunSeating:
    """Where the boards of a draft are to be played, as things stand now. Raises Refused for a plan that cannot be read.

    past: what happened so far, where it is at hand. Stable seats look at it, and at the schedule.
    """
    division = run.division
    plan = plan_of(division)
    needs = list(TableNeed.objects.of_division(division).select_related("entry"))
    boards = list(run.draft_boards())
    seats: LastSeats = {}
    begins: frozenset[int] = frozenset()
    if plan.order is TableOrder.STABLE:
        past = past or history(division)
        begins = sessions_of(division, plan)
        seats = _seats_so_far(past, run.first_round)
        _seat_rounds(plan, needs, drafted(past, run.first_round), seats, begins)
    return _seat_rounds(plan, needs, boards, seats, begins)


def _seat_rounds(
    plan: TablePlan, needs: Sequence[TableNeed], boards: Iterable[DraftBoard], seats: LastSeats, begins: frozenset[int]
) -> RunSeating:
    """Seat rounds in order; each is seen by those after it in the same session, in `seats`."""
    by_round: dict[int, list[DraftBoard]] = defaultdict(list)
    for board in boards:
        if board.board is not None and board.second is not None:
            by_round[board.round].append(board)
    tables: dict[tuple[int, int], SeatedAt] = {}
    warnings: list[str] = []
    for number in sorted(by_round):
        task = _task(plan, claims_in(needs, number), by_round[number], _last(seats, number, begins))
        answer = seat_boards(task)
        warnings += answer.warnings
        for board, placed in zip(by_round[number], answer.places, strict=True):
            tables[number, board.board or 0] = seated_at(plan, placed)
            seats.setdefault(number, {}).update(dict.fromkeys(board.numbers, placed.table.key))
    return RunSeating(tables, tuple(dict.fromkeys(warnings)))


def _task(
    plan: TablePlan, claims: Sequence[TableClaim], boards: Sequence[DraftBoard], last: Mapping[int, str]
) -> SeatingTask:
    players = tuple((board.first, board.second or 0) for board in boards)
    mentioned = [*(claim.table for claim in claims), *last.values()]
    return SeatingTask(players, tables_for(plan, len(players), mentioned), tuple(claims), plan.order, last)


def seated_at(plan: TablePlan, placed: Placed) -> SeatedAt:
    """The answer as a game keeps it: the name only where it is the plan's."""
    number = placed.table.number
    return SeatedAt(number, placed.table.name if number <= len(plan.names) else "", placed.reason)


def claims_in(needs: Iterable[TableNeed], number: int) -> tuple[TableClaim, ...]:
    """What is asked for in round `number`, first come first; rows with their entries."""
    return tuple(
        TableClaim(need.entry.number, need.table, frozenset(need.features)) for need in needs if need.holds_in(number)
    )


def _seats_so_far(past: History, before: int) -> LastSeats:
    """Who sat where in every published round below `before`."""
    seats: LastSeats = defaultdict(dict)
    for game in past.games:
        number = past.round_numbers[game.round_id]
        if number < before and game.second_id is not None and game.table:
            for entry in (game.first_id, game.second_id):
                seats[number][past.by_id[entry].number] = table_key(game.table)
    return dict(seats)


def _last(seats: LastSeats, number: int, begins: frozenset[int]) -> dict[int, str]:
    """Each player's table in the newest round of the same session before round `number`."""
    last: dict[int, str] = {}
    for one in range(session_of(number, begins), number):
        last |= seats.get(one, {})
    return last


def sessions_of(division: Division, plan: TablePlan) -> frozenset[int]:
    """The rounds at which players sit down anew: as the plan says, else after the breaks of the schedule."""
    if plan.sessions is not None:
        return frozenset(plan.sessions)
    zone = ZoneInfo(division.tournament.time_zone)
    times = division.rounds.exclude(scheduled_at=None).order_by("number").values_list("number", "scheduled_at")
    starts = [ScheduledStart(number, at.astimezone(zone)) for number, at in times if at is not None]
    game = timedelta(minutes=2 * division.tournament.game_minutes)
    return session_starts(starts, longest_pause=GAMES_IN_A_BREAK * game)


def misplaced(row: Round, games: Iterable[Game]) -> tuple[str, ...]:
    """What is wrong with where a published round is played, in words for the director; () where the plan cannot be read.

    games: the round's, with their players.
    """
    try:
        plan = plan_of(row.division)
    except Refused:
        return ()
    boards = [
        SeatedBoard((game.first.number, game.second.number), game.table)
        for game in games
        if game.second is not None and game.match_game == 1
    ]
    claims = claims_in(TableNeed.objects.of_division(row.division).select_related("entry"), row.number)
    mentioned = [*(claim.table for claim in claims), *(board.table for board in boards)]
    return table_faults(boards, tables_for(plan, len(boards), mentioned), claims)


def seat_at(division: Division, name: str, taken: Collection[int]) -> SeatedAt:
    """A table by its name, numbered as lists show it: its place in the plan; one that no plan knows stands at the end.

    taken: the numbers of the round's other boards.  A number may be among them: who has it sits at another table.
    """
    plan = plan_of(division)
    number = plan.number_of(name)
    if number is None:
        return SeatedAt(max([*taken, len(plan.names)]) + 1, name, "")
    return SeatedAt(number, plan.names[number - 1] if number <= len(plan.names) else "", "")


def free_seat(row: Round, players: tuple[int, int]) -> SeatedAt:
    """A table for one board more of a published round, that nobody of the round sits at. Raises Refused as `plan_of`."""
    plan = plan_of(row.division)
    games = list(row.games.exclude(board=None))
    boards, names = {game.board for game in games}, {table_key(game.table) for game in games}
    claims = claims_in(TableNeed.objects.of_division(row.division).select_related("entry"), row.number)
    wanted = len(games) + len(boards) + 1
    tables = tables_for(plan, wanted, [claim.table for claim in claims])
    free = tuple(one for one in tables if one.number not in boards and one.key not in names)
    answer = seat_boards(SeatingTask((players,), free, claims))
    (placed,) = answer.places
    reason = placed.reason if any(claim.player in players for claim in claims) else "the first free table"
    return seated_at(plan, Placed(placed.table, reason))
