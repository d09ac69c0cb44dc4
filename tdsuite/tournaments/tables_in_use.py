"""Tables at which boards of two divisions are to be played at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .engine.tables import compact, natural_key, table_key
from .models import Division, Game, Round

OPEN = (Round.Status.PUBLISHED, Round.Status.PLAYING)


@dataclass(frozen=True, slots=True)
class Taken:
    """Tables at which another division is playing."""

    tables: tuple[str, ...] = ()
    certain: tuple[str, ...] = ()  # those that both divisions' written plans name

    @property
    def text(self) -> str:
        """The tables as a director writes them."""
        return compact(self.tables)

    @property
    def certain_text(self) -> str:
        return compact(self.certain)


def boards_now(games: Iterable[Game]) -> dict[Division, list[Game]]:
    """By division the boards that it plays now: those of its lowest round that is open.

    Args:
        games: unfinished ones of open rounds, with their rounds and divisions.
    """
    by_round: dict[Division, dict[int, list[Game]]] = {}
    for game in games:
        by_round.setdefault(game.round.division, {}).setdefault(game.round.number, []).append(game)
    return {division: rounds[min(rounds)] for division, rounds in by_round.items()}


def taken_elsewhere(division: Division, tables: Iterable[str]) -> Taken:
    """Which of the tables are taken by boards of another division's current round that have no result; in one query."""
    ours = {table_key(name) for name in tables}
    rounds = Round.objects.filter(division__tournament=division.tournament, status__in=OPEN)
    awaited = Game.objects.filter(round__in=rounds, board__isnull=False, outcome__in=Game.UNFINISHED)
    there = [
        game
        for other, games in boards_now(awaited.select_related("round__division")).items()
        for game in games
        if other != division and table_key(game.table) in ours
    ]
    certain = [game for game in there if division.names_tables and game.round.division.names_tables]
    names, sure = (sorted({game.table for game in games}, key=natural_key) for games in (there, certain))
    return Taken(tuple(names), tuple(sure))


def shared_tables(boards: Mapping[Division, Sequence[Game]], division: Division, other: Division) -> str:
    """The tables at which both divisions play now, as a director writes them; "" for none."""
    theirs = {table_key(game.table) for game in boards.get(other, ())}
    shared = {game.table for game in boards.get(division, ()) if table_key(game.table) in theirs}
    return compact(sorted(shared, key=natural_key))
