"""Which table each board of a round is played at, and why.

Tables kept for players are given out first, in the order in which they are listed; everybody else sits by rank.
The rule for every case is in docs/tables.md.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tdsuite.platform.words.sentences import Sentence, clauses
from tdsuite.tournaments.engine.tables import TablePlan, numbered_tables, table_key


@dataclass(frozen=True, slots=True)
class NumberedTable:
    """One table of a plan."""

    number: int  # its place in the plan, from 1, by which boards are listed
    name: str
    reserved: bool = False  # only for players for whom it is kept

    @property
    def key(self) -> str:
        """By what the table is known (`table_key`)."""
        return table_key(self.name)


@dataclass(frozen=True, slots=True)
class TableClaim:
    """The table, by name, that is kept for a player."""

    player: int
    table: str


@dataclass(frozen=True, slots=True)
class SeatingTask:
    """A round to be seated.

    tables: in the plan's order, no key twice, and at least as many without reservation as there are boards.  claims: in
    the order in which they are granted; of a player's several the first holds.
    """

    boards: tuple[tuple[int, int], ...]  # the players' numbers, best board first
    tables: tuple[NumberedTable, ...]
    claims: tuple[TableClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """The table of a board, and the reason in words for everybody."""

    table: NumberedTable
    reason: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Where a round is played."""

    places: tuple[PlacedBoard, ...]  # in the order of the task's boards
    warnings: tuple[str, ...] = ()  # for the director alone


def tables_for(plan: TablePlan, boards: int, mentioned: Sequence[str] = ()) -> tuple[NumberedTable, ...]:
    """The plan's tables, with numbers beyond it where boards outnumber its free tables.

    Args:
        mentioned: names that numbered tables must reach, such as tables kept for players.
    """
    wanted_tables = boards
    if not plan.names:
        keys = {*map(table_key, mentioned), *plan.reserved}
        wanted_tables = max([boards + len(mentioned), *(int(key) for key in keys if plan.has(key))])
    while True:
        pairs = numbered_tables(plan.names, wanted_tables)
        free = sum(table_key(name) not in plan.reserved for _, name in pairs)
        if free >= boards:
            return tuple(NumberedTable(number, name, table_key(name) in plan.reserved) for number, name in pairs)
        wanted_tables = len(pairs) + boards - free


def seat_boards(task: SeatingTask) -> Seating:
    """One table for every board.  The same task gives the same tables on every machine."""
    warnings: list[str] = []
    placed = _kept_tables(task, warnings) if task.claims else {}
    taken = {place.table.key for place in placed.values()}
    # Tables kept for players of the round stay free while others are: their bags and chairs wait there.
    playing = {player for players in task.boards for player in players}
    for_others = {table_key(claim.table) for claim in task.claims if claim.player in playing}
    free_tables = [table for table in task.tables if table.key not in taken and not table.reserved]
    free = iter(sorted(free_tables, key=lambda table: table.key in for_others))
    for board in range(len(task.boards)):
        if board not in placed:
            placed[board] = PlacedBoard(
                next(free), Sentence("in order of rank: board {number} of the round", number=board + 1)
            )
    return Seating(tuple(placed[board] for board in range(len(task.boards))), tuple(dict.fromkeys(warnings)))


def _kept_tables(task: SeatingTask, warnings: list[str]) -> dict[int, PlacedBoard]:
    """The boards of players with tables of their own, in the order of the claims; who cannot have theirs is warned of."""
    tables = {table.key: table for table in task.tables}
    board_of = {player: board for board, players in enumerate(task.boards) for player in players}
    claims = {claim.player: claim for claim in reversed(task.claims) if claim.player in board_of}
    placed: dict[int, PlacedBoard] = {}
    refused: dict[int, str] = {}  # by board, the name of a table that another board has
    host: dict[int, int] = {}  # by board, the player whose table it is
    for player in sorted(claims, key=lambda number: task.claims.index(claims[number])):
        board, table = board_of[player], tables.get(table_key(claims[player].table))
        if table is None:
            warnings.append(f"Table {claims[player].table}, kept for player {player}, is not in the plan.")
        elif board in placed:
            placed[board] = _shared_board(placed[board], table, host[board], player, warnings)
        elif any(place.table.key == table.key for place in placed.values()):
            refused[board] = table.name
        else:
            host[board] = player
            sits = Sentence("player {number} sits here in this event", number=player)
            placed[board] = PlacedBoard(table, clauses(sits, Sentence("the opponent comes to this table")))
    for board, name in refused.items():
        if board not in placed:
            first, second = task.boards[board]
            warnings.append(
                f"Players {first} and {second} get another table: table {name} is kept for another board too."
            )
    return placed


def _shared_board(place: PlacedBoard, table: NumberedTable, host: int, guest: int, warnings: list[str]) -> PlacedBoard:
    """A board at the host's table, whose other player has a table too."""
    if place.table.key == table.key:
        return PlacedBoard(
            table, Sentence("players {number} and {other} both sit here in this event", number=host, other=guest)
        )
    warnings.append(
        f"Players {host} and {guest} meet, and each has a table: they sit at player {host}'s, who is listed first."
    )
    both = Sentence("players {number} and {other} both have a table of their own", number=host, other=guest)
    return PlacedBoard(place.table, clauses(both, Sentence("this is player {number}'s", number=host)))


def table_faults(
    boards: Sequence[tuple[tuple[int, int], str]], tables: Sequence[NumberedTable], claims: Sequence[TableClaim]
) -> tuple[str, ...]:
    """What is wrong with where boards are played, whoever decided it, in words; () where nothing is.

    A player who sits elsewhere than at the table that is kept is no fault where the opponent sits at theirs, or where
    somebody else for whom the table is kept sits there, or where the table left the plan.

    Args:
        boards: the two players' numbers and the table's name, for each board.
    """
    plan = {table.key: table for table in tables}
    first_claims = {claim.player: table_key(claim.table) for claim in reversed(claims)}
    claimed = {player: key for player, key in first_claims.items() if key in plan}
    at = {table_key(name): players for players, name in boards}
    names = {table_key(name): name for _, name in boards}
    times = Counter(table_key(name) for _, name in boards)
    faults = [f"Two boards are at table {names[key]}." for key in names if times[key] > 1]
    for players, name in boards:
        key = table_key(name)
        if any(claimed.get(player) == key for player in players):
            continue
        if key in plan and plan[key].reserved:
            faults.append(f"Table {plan[key].name} is kept free, but players {players[0]} and {players[1]} are there.")
        faults += [
            f"Player {player} is to sit at table {plan[claimed[player]].name}, but is at table {name}."
            for player in players
            if player in claimed and not _is_held(claimed[player], at, claimed)
        ]
    return tuple(faults)


def _is_held(key: str, at: Mapping[str, tuple[int, int]], claimed: Mapping[int, str]) -> bool:
    """Whether somebody for whom the table is kept sits at it."""
    return any(claimed.get(player) == key for player in at.get(key, ()))
