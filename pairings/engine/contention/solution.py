"""The round itself: the cheapest matching of the boards that no rule bans."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairings.engine.errors import NoPairingPossible, WeightOverflow
from pairings.engine.matching.costs import LIMIT_BITS
from pairings.engine.matching.matching import heaviest_matching, largest_matching
from .bans import Bans, bans_of
from .control import ControlLoss, control_loss
from .settled import Outlook, Settled, settled
from .situation import UNPAIRED, Situation
from .trials import Trials, run_trials
from .weights import MAJOR, Scale, Weight

Boards = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was worked out before the matching."""

    places: Settled
    trials: Trials
    control: ControlLoss

    @property
    def outlook(self) -> Outlook:
        """Who can still reach what."""
        return self.trials.outlook


@dataclass(frozen=True, slots=True)
class Solution:
    boards: Boards  # pairs of ranks, the bye a rank after the last; without those paired before
    weights: tuple[Weight, ...]  # one a board
    total: int  # their sum
    scale: Scale
    bans: Bans
    raised: tuple[int, ...] = ()  # ranks whose contender limit had to be raised by one for the second attempt


def findings_of(situation: Situation, seed: int) -> Findings:
    """Settled places, the trials and control loss."""
    places = settled(situation)
    trials = run_trials(situation, places, seed)
    return Findings(places, trials, control_loss(situation, places, trials, seed))


def solve(situation: Situation, places: Settled, outlook: Outlook, control: ControlLoss) -> Solution:
    """The boards of the round.  Raises NoPairingPossible, the ranks left alone as its players."""
    bans = bans_of(situation, places, outlook, control.control)
    scale = Scale(situation, places, outlook, outlook.limits, outlook.hopeful_casher(situation.stakes.place_prizes))
    boards = open_boards(situation, bans)
    first = _cheapest(scale, bans, boards)
    over = tuple(rank for (rank, _), weight in zip(first.boards, first.weights, strict=True) if weight.PC >= MAJOR)
    if not over:
        return first
    limits = tuple(limit + (rank in over) for rank, limit in enumerate(outlook.limits))
    return replace(_cheapest(replace(scale, limits=limits), bans, boards), raised=over)


def open_boards(situation: Situation, bans: Bans) -> Boards:
    """The boards that no rule bans, from the top; the bye is the rank after the last."""
    nodes = _nodes(situation)
    return tuple(
        (first, second)
        for at, first in enumerate(nodes)
        for second in nodes[at + 1 :]
        if bans.code(first, second) is None
    )


def _nodes(situation: Situation) -> list[int]:
    return [*situation.waiting, situation.bye] if situation.needs_bye else list(situation.waiting)


def cheapest_boards(situation: Situation, boards: Boards, costs: Sequence[int]) -> Boards:
    """The cheapest round of these boards, costs[i] >= 0 of boards[i].  Raises NoPairingPossible."""
    nodes = _nodes(situation)
    vertex = {rank: at for at, rank in enumerate(nodes)}
    pairs = [(vertex[first], vertex[second]) for first, second in boards]
    chosen = _match(len(nodes), pairs, costs)
    if chosen is None:
        met = {at for pair in largest_matching(len(nodes), pairs) for at in pair}
        raise NoPairingPossible(
            "The rules of this round leave no pairing.",
            tuple(rank for rank in nodes if vertex[rank] not in met and rank != situation.bye),
        )
    return tuple((nodes[first], nodes[second]) for first, second in chosen)


def _cheapest(scale: Scale, bans: Bans, boards: Boards) -> Solution:
    weights = {board: scale.weigh(*board) for board in boards}
    chosen = cheapest_boards(scale.situation, boards, [weights[board].total for board in boards])
    return Solution(
        boards=chosen,
        weights=tuple(weights[board] for board in chosen),
        total=sum(weights[board].total for board in chosen),
        scale=scale,
        bans=bans,
    )


def _match(size: int, pairs: Sequence[tuple[int, int]], costs: Sequence[int]) -> list[tuple[int, int]] | None:
    """The cheapest perfect matching, proved.  Boards go to the solver from the top: that settles equal totals too."""
    ceiling = max(costs, default=0) + 1
    if ceiling.bit_length() > LIMIT_BITS:
        raise WeightOverflow(ceiling.bit_length())
    edges = ((first, second, ceiling - cost) for (first, second), cost in zip(pairs, costs, strict=True))
    chosen = heaviest_matching(size, edges)
    return chosen if 2 * len(chosen) == size else None


def opponents(situation: Situation, solution: Solution) -> tuple[int, ...]:
    """Whom each rank meets, boards paired before included; the bye is the rank after the last."""
    answer = list(situation.fixed)
    for first, second in solution.boards:
        answer[first] = second
        if second != situation.bye:
            answer[second] = first
    assert UNPAIRED not in answer
    return tuple(answer)
