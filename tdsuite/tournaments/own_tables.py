"""Tables that players keep: every list of boards marks them, because such a table's place says nothing of its players'."""

from collections.abc import Iterable

from .engine.tables import table_key
from .models import Game, TableNeed
from .reads import History

OwnTables = frozenset[tuple[int, str]]  # an entry's primary key, the table's key


def own_tables(history: History, number: int) -> OwnTables:
    """The tables that players keep in round `number`."""
    return own_tables_of(history.table_needs, number)


def own_tables_of(needs: Iterable[TableNeed], number: int) -> OwnTables:
    """As `own_tables`, of rows."""
    return frozenset((need.entry_id, table_key(need.table)) for need in needs if need.holds_in(number))


def keepers(game: Game, tables: OwnTables) -> tuple[int, ...]:
    """The entries of a game's players who keep the table that it is played at."""
    key = table_key(game.table) if tables else ""
    return tuple(pk for pk in (game.first_id, game.second_id) if pk and (pk, key) in tables)
