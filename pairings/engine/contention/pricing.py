"""What lists of boards that somebody else made cost by the contention-aware weights; the trials are run once for all."""

from collections.abc import Callable, Sequence

from pairings.engine.boards import NOBODY_STARTS, make_board, make_pairing
from pairings.engine.errors import BadRequest
from pairings.engine.matching.matched import Players
from pairings.engine.model import Board, CostPart, ManualBoard, Pairing, PairingTask
from pairings.engine.presence import present_players
from .contenders import weigh
from .method import PART_NAMES, situation_of, solved
from .solution import findings_of

GIVEN = "as given"
NAMES = {**PART_NAMES, "BR": "repeat_byes"}

Weigh = Callable[[int, int], dict[str, int]]


def price_lists(task: PairingTask, lists: Sequence[Sequence[ManualBoard]]) -> tuple[Pairing, ...]:
    """Each list as a round with its costs; only the weights are asked for, nothing is matched.

    Every present player must stand in each list once.  Raises PairingError.
    """
    players = present_players(task)
    weights = PARTS_OF[task.method](task, players)
    place = {player.number: at for at, player in enumerate(players)}
    return tuple(
        make_pairing(task, [_board(task, weights, place, line) for line in _whole(lines, place)]) for lines in lists
    )


def _of_cop(task: PairingTask, players: Players) -> Weigh:
    situation = situation_of(task, players)
    scale = solved(task, players, situation, findings_of(situation, task.seed)).scale
    return lambda first, second: {NAMES[name]: value for name, value in scale.weigh(first, second).parts.items()}


def _of_contenders(task: PairingTask, players: Players) -> Weigh:
    return weigh(task, players).merits.of_board


PARTS_OF: dict[str, Callable[[PairingTask, Players], Weigh]] = {"cop": _of_cop, "contenders": _of_contenders}


def _whole(lines: Sequence[ManualBoard], place: dict[int, int]) -> Sequence[ManualBoard]:
    placed = [number for line in lines for number in (line.first, line.second) if number is not None]
    if sorted(placed) != sorted(place):
        raise BadRequest("These boards cannot be priced: each player must stand on one of them.")
    return lines


def _board(task: PairingTask, weights: Weigh, place: dict[int, int], line: ManualBoard) -> Board:
    players = {player.number: player for player in task.contestants}
    first = place[line.first]
    second = len(place) if line.second is None else place[line.second]
    costs = tuple(CostPart(name, value) for name, value in weights(min(first, second), max(first, second)).items())
    if line.second is None:
        return Board(line.first, None, NOBODY_STARTS, GIVEN, "", costs)
    return make_board(task, players[line.first], players[line.second], GIVEN, costs)
