"""The players of a round as arrays: who met whom, which boards are shut, wins, start needs."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import BadHistory
from pairings.engine.model import NO_OPPONENT, Contestant, PairingTask
from pairings.engine.starts.need import StartNeeds, start_needs
from pairings.engine.starts.starters import turn_of
from tdsuite.tournaments.engine.starts import StartMode
from .constraints import shut_boards, soft_costs
from .tie_break import Words, player_bits

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Players in the order a method takes them; every array is indexed by that position."""

    players: tuple[Contestant, ...]
    met: npt.NDArray[np.int16]  # (n, n) earlier meetings that count
    met_last: npt.NDArray[np.int8]  # (n, n) 1 where they met in the round before
    shut: npt.NDArray[np.bool_]  # (n, n) boards that a rule of the round forbids
    soft: dict[str, Ints]  # what each softer rule counts a board, (n, n)
    halves: Ints  # half-wins
    needs: StartNeeds
    words: Words

    @property
    def size(self) -> int:
        """How many players."""
        return len(self.players)

    def free(self, first: Ints, second: Ints) -> npt.NDArray[np.bool_]:
        """Which boards are neither shut nor a repeat; one and two broadcast together."""
        return np.asarray((self.met[first, second] == 0) & ~self.shut[first, second], dtype=np.bool_)


def cross_table(players: tuple[Contestant, ...], task: PairingTask) -> CrossTable:
    """Build the arrays for players in the order given.  task: gives the round, the start mode and the seed."""
    met, met_last = meetings(players, task)
    shut = np.zeros(met.shape, dtype=np.bool_)
    for rule in shut_boards(players, task, met):
        shut |= rule.boards
    return CrossTable(
        players=players,
        met=met,
        met_last=met_last,
        shut=shut,
        soft=soft_costs(players, task),
        halves=np.array([player.halves for player in players], dtype=np.int64),
        needs=start_needs(
            tuple(player.record for player in players),
            task.start_mode,
            task.round,
            task.planned_rounds,
            _turns(players, task),
            count_uneven=task.options.even_starts,
            ahead=task.options.starts_ahead,
        ),
        words=player_bits(task.seed, task.round, tuple(player.number for player in players)),
    )


def meetings(players: tuple[Contestant, ...], task: PairingTask) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """How often each two met in rounds that count, and 1 where they did so in the round before."""
    place = {player.number: position for position, player in enumerate(players)}
    met = np.zeros((len(players), len(players)), dtype=np.int16)
    met_last = np.zeros((len(players), len(players)), dtype=np.int8)
    for position, player in enumerate(players):
        for number, name in enumerate(player.opponents, start=1):
            other = place.get(name)
            if other is not None and number >= task.rules.repeats_from:
                met[position, other] += 1
                if number == task.round - 1:
                    met_last[position, other] = 1
    return met, met_last


def _turns(players: tuple[Contestant, ...], task: PairingTask) -> npt.NDArray[np.int8] | None:
    """Whose turn it is to start between two who met before and whose records are equal (`StartNeeds.turns`)."""
    if task.start_mode is not StartMode.ASSIGNED:
        return None
    place = {player.number: position for position, player in enumerate(players)}
    turns = np.zeros((len(players), len(players)), dtype=np.int8)
    for position, player in enumerate(players):
        for name in player.last_starts:
            other = place.get(name)
            if other is not None and turn_of(player, players[other]) is not None:
                turns[position, other], turns[other, position] = 1, -1
    return turns if turns.any() else None


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
