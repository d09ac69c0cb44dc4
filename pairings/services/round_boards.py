"""Who sits where in a published round, and who could be placed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import unpaired


@dataclass(frozen=True)
class RoundBoards:
    """A round's games in the order of the tables, byes last, and the whole roster of its division."""

    round: Round
    rows: tuple[Game, ...]
    entries: tuple[Entry, ...]

    @cached_property
    def games(self) -> dict[int, Game]:
        return {game.pk: game for game in self.rows}

    @cached_property
    def _seated(self) -> dict[int, Game]:
        return {entry: game for game in self.rows for entry in game.entry_ids if entry is not None}

    @cached_property
    def unpaired(self) -> list[Entry]:
        """Players expected in the round who stand on no board of it."""
        return unpaired(self.entries, self.round.number, self._seated)

    @cached_property
    def away(self) -> list[Entry]:
        """Players marked absent for this round alone, who may come after all."""
        return [entry for entry in self.entries if entry.pk not in self._seated and entry.sits_out(self.round.number)]

    @property
    def has_results(self) -> bool:
        """Whether any two players of the round have a result."""
        return any(game.outcome and not game.is_bye for game in self.rows)

    def game_of(self, entry: Entry) -> Game:
        """The game a seated player sits at."""
        return self._seated[entry.pk]

    def boards(self, *, but: Game) -> list[Game]:
        """The round's games of two players, without one of them."""
        return [game for game in self.rows if game.second_id is not None and game.pk != but.pk]

    def elsewhere(self, game: Game) -> Iterator[tuple[Entry, str]]:
        """Who sits at other boards, each with a label that says where."""
        for entry in self.entries:
            there = self._seated.get(entry.pk)
            if there is not None and there.pk != game.pk:
                yield entry, f"{entry} ({'bye' if there.is_bye else f'table {there.table}'})"

    def unseated(self) -> list[tuple[Entry, str]]:
        """Who could be placed on a new board: the unpaired first, then those marked absent."""
        return [(entry, str(entry)) for entry in self.unpaired] + [
            (entry, f"{entry} (marked absent)") for entry in self.away
        ]

    def placeable(self, *, but: Game | None = None) -> list[tuple[Entry, str]]:
        """Who could take a place: those at no board, and those who would give a bye up for it."""
        byes = [game for game in self.rows if game.is_bye and (but is None or game.pk != but.pk)]
        return self.unseated() + [(game.first, f"{game.first} (has a bye)") for game in byes]


def boards_of_round(row: Round) -> RoundBoards:
    """Read a published round whole, in two queries whatever its size."""
    games = Game.objects.filter(round=row).select_related("first__player", "second__player").by_board()
    entries = row.division.entries.select_related("player").order_by("number")
    rows = tuple(games)
    for game in rows:
        game.round = row
    return RoundBoards(row, rows, tuple(entries))
