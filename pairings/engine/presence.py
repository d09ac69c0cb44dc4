"""Who plays this round, and who gets the bye when they are an odd number."""

from pairings.engine.crosstable import check_history
from pairings.engine.errors import BadRound, DuplicatePlayer, TooFewPlayers
from pairings.engine.model import Contestant, PairingTask

FEWEST_PLAYERS = 2


def present_players(task: PairingTask) -> tuple[Contestant, ...]:
    """The players of the round in the order of the standings, after the task was checked.

    Raises DuplicatePlayer, BadRound, BadHistory and TooFewPlayers.
    """
    check_task(task)
    present = task.present()
    if len(present) < FEWEST_PLAYERS:
        raise TooFewPlayers(len(present))
    return present


def check_task(task: PairingTask) -> None:
    """Raise DuplicatePlayer, BadRound or BadHistory where a task contradicts itself."""
    seen: set[int] = set()
    for player in task.contestants:
        if player.number in seen:
            raise DuplicatePlayer(player.number)
        seen.add(player.number)
    if task.round < 1:
        raise BadRound(f"There is no round {task.round}: rounds are counted from 1.")
    check_history(task.contestants, task.round)


def bye_order(players: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
    """Who gets a bye first: fewest byes, then lowest in the standings."""
    lowest_first = sorted(players, key=lambda player: player.rank_order, reverse=True)
    return tuple(sorted(lowest_first, key=lambda player: player.byes))
