"""Which table each board of a round is played at, and why.

Three steps: tables kept for players, tables that suit what players need, then everybody else by rank or with as few moves
as can be.  Own design; the rule for every case is in docs/tables.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tdsuite.tournaments.engine.tables import TableOrder, TablePlan, numbered_tables, table_key


@dataclass(frozen=True, slots=True)
class Table:
    """One table.  number: its place in the plan, from 1, by which boards are listed.  reserved: only for who has a claim."""

    number: int
    name: str
    features: frozenset[str] = frozenset()
    reserved: bool = False

    @property
    def key(self) -> str:
        return table_key(self.name)


@dataclass(frozen=True, slots=True)
class TableClaim:
    """What one player is to sit at in this round.  table: a name, "" for any; features: what the table must have."""

    player: int
    table: str = ""
    features: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SeatingTask:
    """A round to be seated.

    boards: the players' numbers, best board first.  tables: in the plan's order, no key twice, and at least as many
    without reservation as there are boards.  claims: whose stands first is first.  last: by player, the key of the table
    he sat at last in this session.
    """

    boards: tuple[tuple[int, int], ...]
    tables: tuple[Table, ...]
    claims: tuple[TableClaim, ...] = ()
    order: TableOrder = TableOrder.RANK
    last: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Placed:
    """The table of a board.  reason: in words for everybody; it never says what a player needs."""

    table: Table
    reason: str


@dataclass(frozen=True, slots=True)
class Seating:
    """places: in the order of the task's boards.  warnings: for the director alone."""

    places: tuple[Placed, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wish:
    """Tables (places in the task) that would do for a board, the best first.  kept: a table kept for a player."""

    board: int
    tables: tuple[int, ...]
    rank: int
    kept: bool
    reason: str


def tables_for(plan: TablePlan, boards: int, mentioned: Sequence[str] = ()) -> tuple[Table, ...]:
    """The plan's tables, with numbers beyond it where boards outnumber its free tables.

    mentioned: names that numbered tables must reach (claims, tables sat at before).
    """
    wanted = boards
    if not plan.names:
        keys = {*map(table_key, mentioned), *plan.reserved}
        wanted = max([boards, *(int(key) for key in keys if plan.has(key))])
    while True:
        pairs = numbered_tables(plan.names, wanted)
        free = sum(table_key(name) not in plan.reserved for _, name in pairs)
        if free >= boards:
            break
        wanted = len(pairs) + boards - free
    return tuple(Table(n, name, plan.features_of(name), table_key(name) in plan.reserved) for n, name in pairs)


def seat_boards(task: SeatingTask) -> Seating:
    """One table for every board.  The same task gives the same tables on every machine."""
    claims, warnings = _claims(task)
    found: dict[int, tuple[int, str]] = {}
    for board, table, reason in _granted(task, _wishes(task, claims, warnings), warnings):
        found[board] = table, reason
    _seat_the_rest(task, found)
    places = tuple(Placed(task.tables[found[at][0]], found[at][1]) for at in range(len(task.boards)))
    return Seating(places, tuple(dict.fromkeys(warnings)))


def merged_claims(claims: Sequence[TableClaim]) -> dict[int, tuple[int, TableClaim]]:
    """Per player the place of the first claim and all claims as one: the first table named, every feature."""
    merged: dict[int, tuple[int, TableClaim]] = {}
    for place, claim in enumerate(claims):
        at, one = merged.get(claim.player, (place, TableClaim(claim.player)))
        merged[claim.player] = at, TableClaim(claim.player, one.table or claim.table, one.features | claim.features)
    return merged


def _claims(task: SeatingTask) -> tuple[dict[int, tuple[int, TableClaim]], list[str]]:
    """Who of the seated players claims what; claims that no table of the plan can meet are left out with a warning."""
    seated = {player for board in task.boards for player in board}
    keys = {table.key for table in task.tables}
    claims, warnings = {}, []
    for player, (place, claim) in merged_claims(task.claims).items():
        if player not in seated:
            continue
        table, features = claim.table, claim.features
        if table and table_key(table) not in keys:
            warnings.append(f"Table {table}, kept for player {player}, is not in the plan.")
            table = ""
        if features and not table and not any(features <= one.features for one in task.tables):
            warnings.append(f"No table of the plan is {_said(features)}, as player {player} needs.")
            features = frozenset()
        if table or features:
            claims[player] = place, TableClaim(player, table, features)
    return claims, warnings


def _said(features: frozenset[str]) -> str:
    return " and ".join(sorted(features))


def _doing(task: SeatingTask, claim: TableClaim) -> frozenset[int]:
    """The tables that meet a claim: the one kept, else every one with the features."""
    if claim.table:
        return frozenset(at for at, table in enumerate(task.tables) if table.key == table_key(claim.table))
    return frozenset(at for at, table in enumerate(task.tables) if claim.features <= table.features)


def _wishes(task: SeatingTask, claims: Mapping[int, tuple[int, TableClaim]], warnings: list[str]) -> list[list[_Wish]]:
    """For every board with a claim, what is tried in turn."""
    wishes = []
    for board, players in enumerate(task.boards):
        there = sorted((claims[player] for player in players if player in claims), key=_first_to_stay)
        options = [_wish(task, board, place, claim) for place, claim in there]
        if len(there) == 2:
            options = _two_claims(task, board, there, options, warnings)
        if options:
            wishes.append(options)
    return wishes


def _two_claims(
    task: SeatingTask, board: int, there: list[tuple[int, TableClaim]], options: list[_Wish], warnings: list[str]
) -> list[_Wish]:
    """Tables that do for both players come first; where there are none, one of the two yields."""
    (_place, one), (_, two) = there
    both = _doing(task, one) & _doing(task, two)
    if both:
        reason = f"players {one.player} and {two.player} both sit here in this event"
        rank, kept = min(claim[0] for claim in there), bool(one.table or two.table)
        return [_Wish(board, _preferred(task, board, both), rank, kept, reason), *options]
    warnings.append(_says_yielding(one, two))
    reason = f"players {one.player} and {two.player} both have a table of their own; this is player {one.player}'s"
    return [replace(options[0], reason=reason), *options[1:]]


def _first_to_stay(claim: tuple[int, TableClaim]) -> tuple[bool, int]:
    """What a player needs comes before a table that is only kept; then who is listed first."""
    return not claim[1].features, claim[0]


def _says_yielding(one: TableClaim, two: TableClaim) -> str:
    why = (
        "what a player needs comes before a table that is only kept"
        if one.features and not two.features
        else f"player {one.player} is listed first"
    )
    return f"Players {one.player} and {two.player} meet and no table does for both: they sit at player {one.player}'s, since {why}."


def _wish(task: SeatingTask, board: int, place: int, claim: TableClaim) -> _Wish:
    reason = f"player {claim.player} sits here in this event; the opponent comes to this table"
    return _Wish(board, _preferred(task, board, _doing(task, claim)), place, bool(claim.table), reason)


def _preferred(task: SeatingTask, board: int, tables: frozenset[int]) -> tuple[int, ...]:
    """Where one of the players sat last, then reserved tables, then the plan's order."""
    sat = {task.last.get(player) for player in task.boards[board]}
    return tuple(sorted(tables, key=lambda at: (task.tables[at].key not in sat, not task.tables[at].reserved, at)))


def _granted(task: SeatingTask, wishes: list[list[_Wish]], warnings: list[str]) -> list[tuple[int, int, str]]:
    """(board, table, reason) of every board whose wish can be met: an earlier wish is never given up for a later one."""
    tried: dict[int, _Wish] = {}
    holder: dict[int, int] = {}
    for option in _in_turn(wishes):
        if option.board in holder.values():
            continue
        before = tried.get(option.board)
        tried[option.board] = option
        if not _finds_room(option.board, holder, lambda board: tried[board].tables):
            tried[option.board] = before or option
    placed = set(holder.values())
    for options in wishes:
        if options[0].board not in placed:
            one, two = task.boards[options[0].board]
            warnings.append(f"Players {one} and {two} get another table: {_lost(task, options)}.")
    return [(board, table, tried[board].reason) for table, board in holder.items()]


def _in_turn(wishes: Sequence[Sequence[_Wish]]) -> list[_Wish]:
    """Kept tables before needs, then as the players are listed; a board's later wish never before its earlier one."""
    turns: list[tuple[tuple[bool, int, int, int], _Wish]] = []
    for options in wishes:
        late, rank = False, 0
        for at, option in enumerate(options):
            late, rank = late or not option.kept, max(rank, option.rank)
            turns.append(((late, rank, option.board, at), option))
    return [wish for _, wish in sorted(turns, key=lambda turn: turn[0])]


def _lost(task: SeatingTask, options: Sequence[_Wish]) -> str:
    if not options[0].kept:
        return "every table that would do is taken"
    return f"table {task.tables[options[0].tables[0]].name} is kept for another board too"


def _finds_room(board: int, holder: dict[int, int], wanted: Callable[[int], Sequence[int]]) -> bool:
    """Give a board one of the tables it wants, moving boards placed before to others they want. (Augmenting path.)"""
    came: dict[int, int] = {}  # table: the board that reached it
    queue = [board]
    for one in queue:
        for table in wanted(one):
            if table in came:
                continue
            came[table] = one
            if table in holder:
                queue.append(holder[table])
                continue
            _shift(table, board, holder, came)
            return True
    return False


def _shift(table: int, board: int, holder: dict[int, int], came: Mapping[int, int]) -> None:
    """Walk the path back: every board on it takes the table it reached, and gives its own to the one before."""
    places = {one: at for at, one in holder.items()}
    while True:
        one = came[table]
        holder[table] = one
        if one == board:
            return
        table = places[one]


def _seat_the_rest(task: SeatingTask, found: dict[int, tuple[int, str]]) -> None:
    taken = {table for table, _ in found.values()}
    free = [at for at, table in enumerate(task.tables) if at not in taken and not table.reserved]
    rest = [board for board in range(len(task.boards)) if board not in found]
    staying = _staying(task, rest, free) if task.order is TableOrder.STABLE else {}
    stayed = set(staying.values())
    others = iter(at for at in free if at not in stayed)
    for board in rest:
        if board in staying:
            found[board] = staying[board], _says_stay(task, board, staying[board])
        else:
            found[board] = next(others), _says_rank(task, board)


def _staying(task: SeatingTask, rest: Sequence[int], free: Sequence[int]) -> dict[int, int]:
    """Boards at a table where one of their players sat last: as many as can be. (Largest matching.)"""
    place = {task.tables[at].key: at for at in free}
    wanted = {board: _sat_at(task, board, place) for board in rest}
    holder: dict[int, int] = {}
    for board in sorted(rest, key=lambda one: (not _both_sat(task, one), one)):
        _finds_room(board, holder, wanted.__getitem__)
    return {board: table for table, board in holder.items()}


def _sat_at(task: SeatingTask, board: int, place: Mapping[str, int]) -> list[int]:
    keys = (task.last.get(player, "") for player in task.boards[board])
    return sorted({place[key] for key in keys if key in place})


def _both_sat(task: SeatingTask, board: int) -> bool:
    """Whether both players sat at the same table: nobody else can have sat there."""
    one, two = (task.last.get(player) for player in task.boards[board])
    return one is not None and one == two


def _says_stay(task: SeatingTask, board: int, table: int) -> str:
    key = task.tables[table].key
    sat = [player for player in task.boards[board] if task.last.get(player) == key]
    return f"players {sat[0]} and {sat[1]} stay here" if len(sat) == 2 else f"player {sat[0]} stays here"


def _says_rank(task: SeatingTask, board: int) -> str:
    by_rank = f"in order of rank: board {board + 1} of the round"
    if task.order is TableOrder.RANK or not task.last:
        return by_rank
    return f"{by_rank}; neither player can stay"


def stays(task: SeatingTask, seating: Seating) -> int:
    """How many players sit where they sat last."""
    pairs = zip(task.boards, seating.places, strict=True)
    return sum(task.last.get(player) == placed.table.key for board, placed in pairs for player in board)
