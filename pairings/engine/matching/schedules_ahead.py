"""Whether rounds to come can be played without a repeat: edge-disjoint perfect matchings of the graph of those who may still meet.

Rounds of the future are alike, so only how many there are matters.  Enough opponents each settle it at once (Dirac: with half of the
field left, one more round always exists); else a schedule is looked for, first by splitting some of its rounds again as long as somebody
has to meet twice in it, then by trying every way up to a number of steps.  A schedule that was found is its own proof.
"""

import random
from collections.abc import Iterable, Iterator, Sequence

from .matching import Edge, heaviest_matching

Graph = tuple[int, ...]  # of each vertex, the set of those it may meet, as bits
Round = tuple[Edge, ...]  # a perfect matching: lower vertex first, sorted
Schedule = tuple[Round, ...]

SPLITS = 120  # tries to mend a schedule
STEPS = 4000  # boards tried one by one
NOISE = 1 << 10


def without(graph: Graph, edges: Iterable[Edge]) -> Graph:
    """The graph once these boards are played."""
    left = list(graph)
    for first, second in edges:
        left[first] &= ~(1 << second)
        left[second] &= ~(1 << first)
    return tuple(left)


def certain(graph: Graph, rounds: int) -> bool:
    """Whether so many rounds exist whatever they are: each leaves everybody half of the field to meet (Dirac 1952)."""
    return rounds == 0 or 2 * (min(map(int.bit_count, graph)) - rounds + 1) >= len(graph)


def schedule(graph: Graph, rounds: int, seed: int) -> Schedule | None:
    """So many rounds without a board twice; None where there are none, or where none was found in `STEPS`."""
    if not _may_be(graph, rounds):
        return None
    return _mended(graph, rounds, random.Random(seed)) or _by_steps(graph, rounds)


def _may_be(graph: Graph, rounds: int) -> bool:
    """Whether everybody has as many to meet as there are rounds, and no part of the field is odd."""
    if rounds and min(map(int.bit_count, graph)) < rounds:
        return False
    return rounds == 0 or all(part.bit_count() % 2 == 0 for part in _parts(graph))


def _parts(graph: Graph) -> Iterator[int]:
    """The connected parts, as sets of vertices."""
    left = (1 << len(graph)) - 1
    while left:
        part, edge = 0, left & -left
        while edge:
            part |= edge
            edge = _met_by(graph, edge) & ~part
        left &= ~part
        yield part


def _met_by(graph: Graph, vertices: int) -> int:
    union = 0
    for vertex in _bits(vertices):
        union |= graph[vertex]
    return union


def _bits(vertices: int) -> Iterator[int]:
    while vertices:
        lowest = vertices & -vertices
        yield lowest.bit_length() - 1
        vertices ^= lowest


def edges_of(graph: Graph) -> list[Edge]:
    """Its edges, lower vertex first, sorted."""
    return [(first, second) for first, row in enumerate(graph) for second in _bits(row >> first << first)]


def _mended(graph: Graph, rounds: int, rng: random.Random) -> Schedule | None:
    """A schedule by splitting some of its rounds again while one of them leaves somebody without a board."""
    size = len(graph) // 2
    plan = _split(graph, rounds, rng)
    for _ in range(SPLITS):
        short = [at for at, row in enumerate(plan) if len(row) < size]
        if not short:
            return tuple(tuple(row) for row in plan)
        worst = rng.choice(short)
        others = [at for at in range(rounds) if at != worst]
        chosen = [worst, *rng.sample(others, min(len(others), rng.randint(1, 3)))]
        stay = (edge for at, row in enumerate(plan) if at not in chosen for edge in row)
        again = _split(without(graph, stay), len(chosen), rng)
        if sum(map(len, again)) >= sum(len(plan[at]) for at in chosen):
            for at, row in zip(chosen, again, strict=True):
                plan[at] = row
    return None


def _split(graph: Graph, rounds: int, rng: random.Random) -> list[list[Edge]]:
    """Matchings as large as each can be after those before it, with luck deciding among them."""
    plan = []
    for _ in range(rounds):
        weighted = ((first, second, rng.randrange(NOISE)) for first, second in edges_of(graph))
        plan.append(heaviest_matching(len(graph), weighted))
        graph = without(graph, plan[-1])
    return plan


class _Spent(Exception):
    """Every step is used up."""


class _Search:
    """Every way to play the rounds, one after another; graphs that were found to have none are not tried again."""

    def __init__(self) -> None:
        self.steps = STEPS
        self.none: set[tuple[int, Graph]] = set()

    def rounds(self, graph: Graph, rounds: int) -> list[Round] | None:
        """A schedule of so many rounds.  Raises _Spent."""
        if not rounds:
            return []
        if (rounds, graph) in self.none or not _may_be(graph, rounds):
            return None
        # Who has no choice but all of the opponents left: rounds are alike, so the first of them may come first.
        fewest = min(range(len(graph)), key=lambda vertex: graph[vertex].bit_count())
        for board in self._first_boards(graph, fewest, only=graph[fewest].bit_count() == rounds):
            for row in self._matchings(graph, board, (1 << len(graph)) - 1):
                rest = self.rounds(without(graph, row), rounds - 1)
                if rest is not None:
                    return [tuple(sorted(row)), *rest]
        self.none.add((rounds, graph))
        return None

    def _first_boards(self, graph: Graph, vertex: int, *, only: bool) -> Sequence[Edge]:
        others = list(_bits(graph[vertex]))
        return [(min(vertex, other), max(vertex, other)) for other in (others[:1] if only else others)]

    def _matchings(self, graph: Graph, board: Edge, left: int) -> Iterator[list[Edge]]:
        """The perfect matchings of the vertices left that begin with a board."""
        self.steps -= 1
        if self.steps < 0:
            raise _Spent
        left &= ~(1 << board[0] | 1 << board[1])
        if not left:
            yield [board]
            return
        vertex = min(_bits(left), key=lambda place: (graph[place] & left).bit_count())
        for other in _bits(graph[vertex] & left):
            for row in self._matchings(graph, (min(vertex, other), max(vertex, other)), left):
                yield [board, *row]


def _by_steps(graph: Graph, rounds: int) -> Schedule | None:
    try:
        row = _Search().rounds(graph, rounds)
    except _Spent:
        return None
    return None if row is None else tuple(row)
