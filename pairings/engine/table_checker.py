"""Judges who sits where, whoever decided it: this engine, a director by hand, another program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tdsuite.tournaments.engine.tables import table_key

from .tables import Seating, SeatingTask, Table, TableClaim, merged_claims


@dataclass(frozen=True, slots=True)
class SeatedBoard:
    """Two players' numbers at a table, by name."""

    players: tuple[int, int]
    table: str


def seated_boards(task: SeatingTask, seating: Seating) -> tuple[SeatedBoard, ...]:
    """The engine's answer as the checker reads it."""
    pairs = zip(task.boards, seating.places, strict=True)
    return tuple(SeatedBoard(players, placed.table.name) for players, placed in pairs)


def table_faults(
    boards: Sequence[SeatedBoard], tables: Sequence[Table], claims: Sequence[TableClaim]
) -> tuple[str, ...]:
    """What is wrong with where boards are played, in words; () where nothing is.

    A player who sits elsewhere than claimed is no fault where the opponent's claim is met, or where somebody else with a
    claim sits at the table, or where no table of the plan could do.
    """
    known = {table.key: table for table in tables}
    claimed = {player: _known(claim, known) for player, (_, claim) in merged_claims(claims).items()}
    at = {table_key(board.table): board for board in boards}
    return (*_doubled(boards), *_used_up(boards, known, claimed), *_unmet(boards, known, claimed, at))


def _known(claim: TableClaim, tables: Mapping[str, Table]) -> TableClaim:
    """A table that left the plan is claimed no more; what the player needs still is."""
    return claim if table_key(claim.table) in tables else replace(claim, table="")


def _doubled(boards: Sequence[SeatedBoard]) -> list[str]:
    keys = [table_key(board.table) for board in boards]
    doubled = {table_key(board.table): board.table for board in boards if keys.count(table_key(board.table)) > 1}
    return [f"Two boards are at table {name}." for name in doubled.values()]


def _used_up(boards: Sequence[SeatedBoard], known: Mapping[str, Table], claimed: Mapping[int, TableClaim]) -> list[str]:
    faults = []
    for board in boards:
        table = known.get(table_key(board.table))
        if table is not None and table.reserved and not any(_meets(table, claimed.get(one)) for one in board.players):
            faults.append(f"Table {table.name} is kept free, but players {board.players[0]} and {board.players[1]} are there.")  # fmt: skip
    return faults


def _unmet(
    boards: Sequence[SeatedBoard],
    known: Mapping[str, Table],
    claimed: Mapping[int, TableClaim],
    at: Mapping[str, SeatedBoard],
) -> list[str]:
    faults = []
    for board in boards:
        here = known.get(table_key(board.table))
        met = any(_meets(here, claimed.get(one)) for one in board.players)
        for player in board.players:
            claim = claimed.get(player)
            if claim is None or met or not (claim.table or claim.features):
                continue
            would_do = [table for table in known.values() if _meets(table, claim)]
            if any(not _held(at.get(table.key), table, claimed) for table in would_do):
                wanted = f"table {claim.table}" if claim.table else "a table that suits"
                faults.append(f"Player {player} is to sit at {wanted}, but is at table {board.table}.")
    return faults


def _meets(table: Table | None, claim: TableClaim | None) -> bool:
    if table is None or claim is None or not (claim.table or claim.features):
        return False
    return table.key == table_key(claim.table) if claim.table else claim.features <= table.features


def _held(board: SeatedBoard | None, table: Table, claimed: Mapping[int, TableClaim]) -> bool:
    """Whether somebody with a claim to this very table sits at it."""
    return board is not None and any(_meets(table, claimed.get(player)) for player in board.players)
