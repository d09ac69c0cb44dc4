"""Who plays this round, and who gets the bye when they are an odd number."""

from collections import Counter

from pairings.engine.matching.constraints import check_requests
from pairings.engine.matching.field import check_history
from .errors import BadRound, DuplicatePlayer, TooFewPlayers
from .model import Contestant, PairingTask
from .rules import BYE, NO_RULES, ByeOrder, Rules

FEWEST_PLAYERS = 2


def present_players(task: PairingTask) -> tuple[Contestant, ...]:
    """The players of the round in the order of the standings, after the task was checked.

    Raises DuplicatePlayer, BadRound, BadHistory, BadRequest and TooFewPlayers.
    """
    check_task(task)
    present = task.present()
    if len(present) < FEWEST_PLAYERS:
        raise TooFewPlayers(len(present))
    return present


def check_task(task: PairingTask) -> None:
    """Raise DuplicatePlayer, BadRound, BadHistory or BadRequest where a task contradicts itself."""
    seen: set[int] = set()
    for player in task.contestants:
        if player.number in seen:
            raise DuplicatePlayer(player.number)
        seen.add(player.number)
    if task.round < 1:
        raise BadRound(f"There is no round {task.round}: rounds are counted from 1.")
    check_history(task.contestants, task.round)
    check_requests(task)


def bye_order(players: tuple[Contestant, ...], rules: Rules = NO_RULES) -> tuple[Contestant, ...]:
    """Who gets a bye first, those left out who may not have one.

    Volunteers come first, then the largest team where the rules ask for that; among equals fewest byes, then lowest in
    the standings, or as the order of byes says.
    """
    team = _largest_team(players) if rules.largest_team_byes else None
    lowest_first = sorted(
        (player for player in players if may_sit_out(player, rules)),
        key=lambda player: player.rank_order,
        reverse=rules.bye_order is not ByeOrder.TOP_DOWN,
    )
    return tuple(
        sorted(
            lowest_first,
            key=lambda player: (
                not player.volunteers,
                team is not None and player.team != team,
                0 if rules.bye_order is ByeOrder.ALWAYS_BOTTOM else player.byes,
            ),
        )
    )


def may_sit_out(player: Contestant, rules: Rules) -> bool:
    """Whether the rules let a player have the bye."""
    if rules.lets(player.number, BYE):
        return True
    return player.rank > rules.no_bye_above and (player.number, BYE) not in rules.forbidden


def _largest_team(players: tuple[Contestant, ...]) -> str | None:
    """The one team with the most players, if there is one and it has more than two."""
    sizes = Counter(player.team for player in players if player.team).most_common(2)
    if not sizes or sizes[0][1] <= 2 or (len(sizes) > 1 and sizes[0][1] == sizes[1][1]):
        return None
    return sizes[0][0]
