"""Swiss: players on the same number of wins meet, top half against bottom half, as exactly as the round allows.

Levels below the repeats: sum of squared win differences (in half-wins), beside it the imbalances of starts that no later
round can mend; start need; distance from the shape of the group.  Three shapes: slide (top half against bottom half),
fold (first against last), adjacent (neighbours).
"""

from dataclasses import replace
from enum import StrEnum
from functools import partial

import numpy as np
import numpy.typing as npt

from pairings.engine.matching.costs import Criterion, Level, level_values
from pairings.engine.matching.field import CrossTable, Ints
from pairings.engine.matching.matched import Order, Players, Why, pair_by_matching
from pairings.engine.matching.matching import Edge
from pairings.engine.matching.optimum import Levels, Likely
from pairings.engine.model import Board, Pairing, PairingTask
from pairings.engine.reasons import by_order, by_wins
from tdsuite.platform.words.sentences import Sentence
from .closing import Starts, closing

Flags = npt.NDArray[np.bool_]

FOLD_CAP = 127
UNEVEN_WEIGHT = 48  # half-wins squared: two such boards give way to two boards across up to three wins
FOR_BOTH_ROUNDS = Sentence("chosen together with the last round, so that the starts of all even out")
NEXT_GROUPS = 2
ROWS_AT_ONCE = 256
ONE_MORE_EVERY = 125  # players: the larger the groups, the more boards lie close to the fold
WAYS_OUT = 3
NEVER = np.iinfo(np.int64).max


class Shape(StrEnum):
    """Who is to meet whom among players with the same wins."""

    SLIDE = "slide"  # of eight: 1-5, 2-6, 3-7, 4-8
    FOLD = "fold"  # of eight: 1-8, 2-7, 3-6, 4-5
    ADJACENT = "adjacent"  # of eight: 1-2, 3-4, 5-6, 7-8


def levels(table: CrossTable, first: Ints, second: Ints, shape: Shape = Shape.SLIDE) -> tuple[Level, ...]:
    """The method's costs of the boards first[i] against second[i], which broadcast together."""
    difference = table.halves[first] - table.halves[second]
    uneven = table.needs.uneven_of_pairs(first, second)
    weighed = () if uneven is None else (Criterion("uneven_starts", uneven, UNEVEN_WEIGHT),)
    return (
        (Criterion("wins", difference * difference), *weighed),
        (Criterion("starts", partial(table.needs.of_pairs, first, second)),),
        (Criterion("fold", partial(_off_shape, table, first, second, shape)),),
    )


def _off_shape(table: CrossTable, first: Ints, second: Ints, shape: Shape) -> Ints:
    """Square of the distance from the board that the shape asks for, up to FOLD_CAP places.

    Same wins: place p of a group of g meets p + g // 2, or first meets last (an odd group first loses its last,
    or its first), or neighbours meet.  Different wins: the last of the upper group meets the first of the lower one.
    """
    place, size = _places(table)
    upper, lower = np.minimum(first, second), np.maximum(first, second)
    if shape is Shape.SLIDE:
        inside = np.abs((lower - upper) - size[upper] // 2)
    elif shape is Shape.FOLD:
        places = place[upper] + place[lower]
        odd = size[upper] % 2  # its last goes down, or its first meets the last of the group above
        inside = np.minimum(np.abs(places - size[upper] + 1 + odd), np.abs(places - size[upper] + 1 - odd))
    else:
        inside = lower - upper - 1
    across = (size[upper] - 1 - place[upper]) + place[lower]
    distance = np.minimum(np.where(table.halves[first] == table.halves[second], inside, across), FOLD_CAP)
    return distance * distance


def _places(table: CrossTable) -> tuple[Ints, Ints]:
    """Each player's place in the group of equal wins, from 0, and the group's size."""
    _, first, group, sizes = np.unique(-table.halves, return_index=True, return_inverse=True, return_counts=True)
    place = np.arange(table.size, dtype=np.int64) - first[group]
    return place, sizes[group].astype(np.int64)


def likely(table: CrossTable, width: int, shape: Shape = Shape.SLIDE) -> tuple[Ints, Ints]:
    """The boards worth offering in a large field, none of them a repeat, as two arrays of positions.

    Among players up to two groups away: each player's `width` cheapest, `width` cheapest with starts left aside, and
    WAYS_OUT of both kinds in each of the other groups, so that an odd group always has a way out; more as the field
    grows.  docs/rulebook/swiss.md says how this was chosen and measured.
    """
    width += table.size // ONE_MORE_EVERY
    _, firsts = np.unique(-table.halves, return_index=True)
    edges = [*firsts.tolist(), table.size]
    groups = [slice(edges[at], edges[at + 1]) for at in range(len(edges) - 1)]
    chosen = np.zeros((table.size, table.size), dtype=bool)
    for at, group in enumerate(groups):
        near = groups[max(0, at - NEXT_GROUPS) : at + NEXT_GROUPS + 1]
        columns = slice(
            min(near[0].start, max(0, group.start - 2 * width)),
            max(near[-1].stop, min(table.size, group.stop + 2 * width)),
        )
        blocks = [slice(other.start - columns.start, other.stop - columns.start) for other in near if other != group]
        for begin in range(group.start, group.stop, ROWS_AT_ONCE):
            rows = slice(begin, min(begin + ROWS_AT_ONCE, group.stop))
            chosen[rows, columns] = _chosen(table, rows, columns, blocks, width, shape=shape)
    first, second = np.nonzero(np.triu(chosen | chosen.T, 1))
    return first, second


def _chosen(table: CrossTable, rows: slice, columns: slice, blocks: list[slice], width: int, *, shape: Shape) -> Flags:
    """The likely boards of some players among some others.  blocks: the other groups, as parts of the columns."""
    first = np.arange(rows.start, rows.stop)[:, None]
    second = np.arange(columns.start, columns.stop)[None, :]
    never = (table.met[rows, columns] > 0) | table.shut[rows, columns] | (first == second)
    wins, starts, fold = (level_values(level) for level in levels(table, first, second, shape))
    chosen = np.zeros(never.shape, dtype=bool)
    for costs in (_one_number(wins, starts, fold), _one_number(wins, fold)):
        costs[never] = NEVER
        _mark(chosen, costs, width)
        for block in blocks:
            _mark(chosen[:, block], costs[:, block], WAYS_OUT)
    chosen[never] = False
    return chosen


def _one_number(*values: Ints) -> Ints:
    total = values[0]
    for lower in values[1:]:
        total = total * (int(lower.max(initial=0)) + 1) + lower
    return total


def _mark(chosen: Flags, costs: Ints, width: int) -> None:
    width = min(width, costs.shape[1])
    np.put_along_axis(chosen, np.argpartition(costs, width - 1, axis=1)[:, :width], True, axis=1)


def pair_swiss(task: PairingTask, shape: Shape = Shape.SLIDE) -> Pairing:
    """Pair one round with any shape of the groups, the last two rounds of a full cycle ordered (`closing`).

    Raises PairingError.
    """
    return pair_with_closing(
        task,
        order=lambda player: player.score_order,
        levels=partial(levels, shape=shape),
        likely=partial(likely, shape=shape),
        why=why,
    )


def pair_with_closing(task: PairingTask, *, order: Order, levels: Levels, likely: Likely, why: Why) -> Pairing:
    """`pair_by_matching` with the last two rounds of a full cycle ordered, and their starts settled together (`closing`)."""
    asked: set[Edge] = set()
    starts: Starts = {}

    def all_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
        settled = closing(table, task)
        asked.update(settled.boards)
        starts.update(settled.starts)
        return (*_closing_level(asked, first, second), *levels(table, first, second))

    def why_all(first: int, second: int, players: Players) -> str:
        return by_order(players[first], players[second]) if (first, second) in asked else why(first, second, players)

    pairing = pair_by_matching(task, order=order, levels=all_levels, likely=likely, why=why_all)
    return replace(pairing, boards=tuple(_started(board, starts) for board in pairing.boards))


def _started(board: Board, starts: Starts) -> Board:
    """The board with the start that the last two rounds together ask for."""
    starter = starts.get(frozenset(board.numbers))
    if starter is None:
        return board
    (other,) = set(board.numbers) - {starter}
    return replace(board, first=starter, second=other, start_reason=FOR_BOTH_ROUNDS)


def why(first: int, second: int, players: Players) -> str:
    """The reason of the board of two positions."""
    return by_wins(players[first], players[second])


def _closing_level(asked: set[Edge], left: Ints, right: Ints) -> tuple[Level, ...]:
    """1 for every board of the rings that `closing` wants played in the next round, not in this one."""
    if not asked:
        return ()
    settled = {place for board in asked for place in board}
    wrong = [
        first in settled and (min(first, second), max(first, second)) not in asked
        for first, second in zip(left.tolist(), right.tolist(), strict=True)
    ]
    return ((Criterion("closing", np.array(wrong, dtype=np.int64)),),)
