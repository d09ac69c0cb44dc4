"""The players of a round as arrays: who met whom, wins, start needs."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import BadHistory
from pairings.engine.model import NO_OPPONENT, Contestant, PairingTask
from pairings.engine.start_need import StartNeeds, start_needs
from pairings.engine.tie_break import Words, player_bits

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Players in the order a method takes them; every array is indexed by that position.

    met: (n, n) earlier meetings.  met_last: (n, n) 1 where they met in the round before.  halves: half-wins.
    """

    players: tuple[Contestant, ...]
    met: npt.NDArray[np.int16]
    met_last: npt.NDArray[np.int8]
    halves: Ints
    needs: StartNeeds
    words: Words

    @property
    def size(self) -> int:
        """How many players."""
        return len(self.players)


def cross_table(players: tuple[Contestant, ...], task: PairingTask) -> CrossTable:
    """Build the arrays for players in the order given.  task: gives the round, the start mode and the seed."""
    place = {player.number: position for position, player in enumerate(players)}
    met = np.zeros((len(players), len(players)), dtype=np.int16)
    met_last = np.zeros((len(players), len(players)), dtype=np.int8)
    for position, player in enumerate(players):
        for number, name in enumerate(player.opponents, start=1):
            other = place.get(name)
            if other is not None:
                met[position, other] += 1
                if number == task.round - 1:
                    met_last[position, other] = 1
    return CrossTable(
        players=players,
        met=met,
        met_last=met_last,
        halves=np.array([player.halves for player in players], dtype=np.int64),
        needs=start_needs(tuple(player.record for player in players), task.start_mode, task.round, task.planned_rounds),
        words=player_bits(task.seed, task.round, tuple(player.number for player in players)),
    )


def check_history(contestants: tuple[Contestant, ...], round_number: int) -> None:
    """Raise BadHistory where two histories disagree or reach past the round being paired."""
    opponents = {player.number: player.opponents for player in contestants}
    for player in contestants:
        if len(player.opponents) >= round_number:
            raise BadHistory(
                f"Player {player.number} has a history of {len(player.opponents)} rounds before round {round_number}. "
                "Pair a later round, or take the later games away first."
            )
        for number, name in enumerate(player.opponents, start=1):
            if name == NO_OPPONENT or name not in opponents:
                continue
            theirs = opponents[name]
            if len(theirs) < number or theirs[number - 1] != player.number:
                raise BadHistory(
                    f"Round {number}: player {player.number} met {name}, but {name} did not meet {player.number}. "
                    "Mend that round's boards first."
                )
