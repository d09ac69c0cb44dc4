"""Looking ahead: the cheapest round that leaves the rounds to come without a repeat.

A bye is a meeting with a player who is not there, so that nobody sits out twice either.  Where everybody has enough opponents left
(`schedules_ahead.certain`) the cheapest round is taken as it is.  Else rounds are looked at from the cheapest on, until one leaves
a schedule.  Each round that does not is split into those without one of its boards (Murty, Oper. Res. 16, 1968): every one of them costs
at least as much, so the first that leaves a schedule is the cheapest that does.  Where too many would have to be looked at, the best
round of a schedule in hand is taken.
"""

import heapq
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from pairings.engine.errors import NoPairingPossible
from pairings.engine.model import Contestant, PairingTask, Repeats
from pairings.engine.presence import bye_order, may_sit_out
from pairings.engine.rules import BYE
from .constraints import MEETINGS, REPEATS, shut_boards
from .field import CrossTable, cross_table, meetings
from .matching import Edge
from .optimum import Levels, Likely, Optimum, as_given, cost_of, optimum
from .schedules_ahead import Graph, Schedule, certain, schedule, without

MOST_PLAYERS = 100  # of a field that is looked ahead at
LOOKED_AT = 24  # rounds of each bye

Players = tuple[Contestant, ...]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Found:
    """A round.

    Attributes:
        passed_over: how many were earlier in the order of byes.
        schedule: the rounds to come without a repeat, by number, 0 beside a bye; () where that many are certain, or not to be had.
        later: whether another round, or another bye, would have been taken if nothing came after.
        cheapest: the boards of that other round, each as its numbers.
    """

    playing: Players
    bye: Contestant | None
    passed_over: int
    best: Optimum
    schedule: tuple[tuple[Edge, ...], ...] = ()
    later: bool = False
    cheapest: frozenset[frozenset[int]] = frozenset()


@dataclass(frozen=True)
class Ahead:
    """The field as those who may still meet.

    Attributes:
        players: everybody of the round, in the method's order; those on boards asked for behind them.
        numbers: of each vertex; 0 for the bye, the last vertex of an odd field.
        graph: before this round, the boards asked for left out.
        rounds: after this one, as far as this cycle of opponents lasts; below 0 where nothing can be said.
    """

    task: PairingTask
    players: Players
    numbers: tuple[int, ...]
    graph: Graph
    rounds: int

    @cached_property
    def place(self) -> dict[int, int]:
        """The vertex of each number."""
        return {number: at for at, number in enumerate(self.numbers)}

    def played(self, playing: Players, bye: Contestant | None, pairs: tuple[Edge, ...]) -> list[Edge] | None:
        """A round's boards as edges; None where one of them is a repeat of this cycle."""
        numbers = [(playing[first].number, playing[second].number) for first, second in pairs]
        numbers += [(bye.number, BYE)] if bye is not None else []
        edges = [_lower_first(self.place[first], self.place[second]) for first, second in numbers]
        return edges if all(self.graph[low] >> high & 1 for low, high in edges) else None

    def rest(self, edges: list[Edge], *, this: bool = False) -> Schedule | None:
        """A schedule of the rounds after one (with `this` of it too); () where one is certain, None if there is none."""
        graph, rounds = without(self.graph, edges), self.rounds + this
        return () if certain(graph, rounds) else schedule(graph, rounds, self.task.seed)

    def by_number(self, rounds: Schedule) -> tuple[tuple[Edge, ...], ...]:
        """A schedule in numbers, the bye's board with 0 second."""
        return tuple(
            tuple((self.numbers[first], self.numbers[second]) for first, second in boards) for boards in rounds
        )


def ahead_of(task: PairingTask, players: Players) -> Ahead | None:
    """What is looked ahead at from these players of a round; None where no round to come asks for it.

    players: those who are on no board asked for, in the method's order.
    """
    present = task.present()
    if task.rounds_free is None or task.repeats is Repeats.ALLOW or task.manual or len(present) > MOST_PLAYERS:
        return None
    asked = {number for board in task.rules.forced for number in board}
    here = {player.number for player in players}
    everybody = (*players, *(player for player in present if player.number not in here))
    in_parts = not {player.number for player in everybody} - here <= asked
    if in_parts or (len(players) % 2 and len(everybody) % 2 == 0):  # or somebody was asked to sit out, so that two do
        return None
    free = _free(task, everybody)
    rounds = task.rounds_free
    if len(everybody) % 2:
        free = _with_bye(task, everybody, free, rounds + 1)
    numbers = tuple(player.number for player in everybody) + ((BYE,) if len(everybody) % 2 else ())
    place = {number: at for at, number in enumerate(numbers)}
    for first, second in task.rules.forced:
        if first in place and second in place:
            free[place[first], place[second]] = free[place[second], place[first]] = False
    fewest = int(free.sum(axis=1).min())
    graph = tuple(sum(1 << int(other) for other in np.flatnonzero(row)) for row in free)
    return Ahead(task, everybody, numbers, graph, min(rounds, fewest - 1))


def can_go_on(task: PairingTask) -> tuple[int, bool] | None:
    """How many rounds are looked ahead at, this one among them, and whether a schedule of them without a repeat was found; or None."""
    ahead = _of_everybody(task)
    return (ahead.rounds + 1, ahead.rest([], this=True) is not None) if ahead else None


def shuts_out(task: PairingTask, boards: Iterable[tuple[int, ...]]) -> tuple[int, int] | None:
    """The first and the last round that these boards, without a repeat themselves, let nobody play without one though others would.

    boards: of the whole round, as numbers; of a bye one.
    """
    ahead = _of_everybody(task)
    if ahead is None or ahead.rounds < 1:
        return None
    pairs = [(*board, BYE)[:2] for board in boards]
    if not ahead.place.keys() >= {number for pair in pairs for number in pair}:
        return None
    edges = [_lower_first(ahead.place[first], ahead.place[second]) for first, second in pairs]
    if not all(ahead.graph[low] >> high & 1 for low, high in edges):
        return None
    if ahead.rest(edges) is not None or ahead.rest([], this=True) is None:
        return None
    return task.round + 1, task.round + ahead.rounds


def _of_everybody(task: PairingTask) -> Ahead | None:
    """As if the director had asked for no board."""
    free = replace(task, manual=(), rules=replace(task.rules, forced=()))
    return ahead_of(free, free.present()) if free.present() else None


def _free(task: PairingTask, players: Players) -> Flags:
    """Which two may meet in the cycle of opponents that is being played: they have met as seldom as any two."""
    met, _ = meetings(players, task)
    shut = np.eye(len(players), dtype=np.bool_)
    for rule in shut_boards(players, task, met):
        if rule.rule not in (REPEATS, MEETINGS):
            shut |= rule.boards
    return np.asarray((met == met[~shut].min(initial=np.iinfo(np.int16).max)) & ~shut, dtype=np.bool_)


def _with_bye(task: PairingTask, players: Players, free: Flags, rounds: int) -> Flags:
    """With one vertex more, whom those may meet who have had as few byes as will do for so many rounds."""
    byes = np.array([player.byes for player in players])
    may = np.array([may_sit_out(player, task.rules) for player in players])
    most = int(byes[may].min(initial=0)) + 1
    while may.any() and (most - byes[may]).clip(min=0).sum() < min(rounds, int(may.sum())):
        most += 1
    row = may & (byes < most)
    return np.block([[free, row[:, None]], [row[None, :], np.zeros((1, 1), dtype=np.bool_)]])


def look_ahead(task: PairingTask, players: Players, levels: Levels, likely: Likely) -> Found | None:
    """The cheapest round that leaves a schedule, with the first bye in their order that has one among those with as few byes.

    Where none does, the first bye that has a round without a repeat.  None where nothing is looked ahead at, and where every round has
    a repeat: it is then paired as if nothing came after it.

    players: those who are on no board asked for, in the method's order.
    """
    candidates = _as_good(bye_order(players, task.rules), task) if len(players) % 2 else (None,)
    ahead = ahead_of(task, players) if candidates else None
    if ahead is None or ahead.rounds < 0:
        return None
    search = _Search(task, ahead, players, levels, likely)
    for passed_over, bye in enumerate(candidates):
        if (row := search.with_bye(bye, passed_over)) is not None:
            return row
        if search.now is not None and search.in_hand is None:
            return search.now
    return search.of_schedule(candidates)


@dataclass
class _Search:
    """now: the first round without a repeat.  in_hand: a schedule that begins with this round, None where none was found."""

    task: PairingTask
    ahead: Ahead
    players: Players
    levels: Levels
    likely: Likely
    now: Found | None = None
    in_hand: Schedule | None = None

    def with_bye(self, bye: Contestant | None, passed_over: int) -> Found | None:
        """The cheapest round with this bye that leaves a schedule, among the first `LOOKED_AT`."""
        playing = tuple(player for player in self.players if player is not bye)
        table = _of_cycle(self.ahead, cross_table(playing, self.task))
        for at, best in enumerate(islice(_from_cheapest(self.task, table, self.levels, self.likely), LOOKED_AT)):
            edges = self.ahead.played(playing, bye, best.pairs)
            if edges is None:
                return None
            rest = self.ahead.rest(edges)
            if rest is not None:
                cheapest = self.now.cheapest if self.now else frozenset()
                later = at + passed_over > 0
                return Found(playing, bye, passed_over, best, self.ahead.by_number(rest), later, cheapest)
            if self.now is None:
                boards = frozenset(frozenset((playing[a].number, playing[b].number)) for a, b in best.pairs)
                self.now = Found(playing, bye, passed_over, best, (), passed_over > 0, boards)
                self.in_hand = schedule(self.ahead.graph, self.ahead.rounds + 1, self.task.seed)
            if self.in_hand is None:
                return None
        return None

    def of_schedule(self, candidates: tuple[Contestant | None, ...]) -> Found | None:
        """The cheapest round of the schedule in hand, with the earliest bye in their order; else the round without a repeat."""
        task, ahead, players = self.task, self.ahead, self.players
        rounds, order = self.in_hand or (), {each.number if each else None: at for at, each in enumerate(candidates)}
        here = {player.number for player in players}
        choice = []
        for at, boards in enumerate(ahead.by_number(rounds)):
            sitting = next((max(board) for board in boards if BYE in board and max(board) in here), None)
            playing = tuple(player for player in players if player.number != sitting)
            place = {player.number: spot for spot, player in enumerate(playing)}
            inside = [board for board in boards if place.keys() >= set(board)]
            if sitting not in order or 2 * len(inside) != len(playing):
                continue
            pairs = sorted(_lower_first(place[first], place[second]) for first, second in inside)
            table = cross_table(playing, task)
            best = as_given(table, self.levels, task.repeats, pairs)
            bye = candidates[order[sitting]]
            rest = ahead.by_number(rounds[:at] + rounds[at + 1 :])
            row = Found(playing, bye, order[sitting], best, rest, True, self.now.cheapest if self.now else frozenset())
            choice.append((order[sitting], cost_of(table, self.levels, task.repeats, best.pairs), at, row))
        return min(choice, key=lambda row: row[:3])[3] if choice else self.now


def _lower_first(first: int, second: int) -> Edge:
    return (first, second) if first < second else (second, first)


def _as_good(candidates: Players, task: PairingTask) -> tuple[Contestant | None, ...]:
    """The first for the bye, and those to whom it may pass: as few byes, as willing."""
    if not task.rules.may_pass_bye:
        return candidates[:1]
    return tuple(
        each for each in candidates if (each.byes, each.volunteers) == (candidates[0].byes, candidates[0].volunteers)
    )


def _of_cycle(ahead: Ahead, table: CrossTable) -> CrossTable:
    """With every board shut that is not of this cycle."""
    places = [ahead.place[player.number] for player in table.players]
    free = np.array([[ahead.graph[first] >> second & 1 for second in places] for first in places], dtype=np.bool_)
    return replace(table, shut=table.shut | ~free)


def _from_cheapest(task: PairingTask, table: CrossTable, levels: Levels, likely: Likely) -> Iterator[Optimum]:
    """The rounds of a table, the cheapest first, each once."""

    def solved(shut: Flags) -> Optimum:
        return optimum(replace(table, shut=shut), levels, task.repeats, likely, prove=task.options.prove)

    heap: list[tuple[tuple[int, ...], int, Optimum, Flags, tuple[Edge, ...]]] = []
    count = 0

    def push(shut: Flags, forced: tuple[Edge, ...]) -> None:
        nonlocal count
        with suppress(NoPairingPossible):
            best = solved(shut)
            heapq.heappush(heap, (cost_of(table, levels, task.repeats, best.pairs), count, best, shut, forced))
            count += 1

    push(table.shut, ())
    while heap:
        _, _, best, shut, forced = heapq.heappop(heap)
        yield best
        for board in best.pairs:
            if board in forced:
                continue
            out = shut.copy()
            out[board] = out[board[::-1]] = True
            push(out, forced)
            forced = (*forced, board)
            shut = _only(shut, board)


def _only(shut: Flags, board: Edge) -> Flags:
    """With every other board of these two shut."""
    alone = shut.copy()
    for player in board:
        alone[player, :] = alone[:, player] = True
    alone[board] = alone[board[::-1]] = False
    return alone
