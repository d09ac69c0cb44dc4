"""How much a player needs to start, or to reply, in the round being paired: the start term of the matching.

Once two players are paired the event's own order says who starts, so the cost of a board is known: what the starter's
record costs after one more start plus what the other's costs after one more reply.  Each is convex in the resulting
imbalance and in the run of one side, so that one bad record is worse than two fair ones.

An imbalance that the rounds left cannot take away any more, and a fourth game running on one side, are counted apart as
well: a method may weigh these against its own costs instead of below them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tdsuite.tournaments.engine.starts import REPLY, START, StartMode, StartRecord, claim
from .starters import has_full_run, is_full_run

Ints = npt.NDArray[np.int64]

FREE_IMBALANCE = 1
FREE_RUN = 2
RUN_WEIGHT = 4
MOST = 5  # beyond this an imbalance or a run counts no more, so that the cost stays small


@dataclass(frozen=True, slots=True)
class StartNeeds:
    """One entry a player, in the order they were given.

    if_start, if_reply: the cost of the player's record after a start and after a reply.  turns: (n, n), below 0 where
    the row's player starts because the other did when they last met, above 0 where the column's does, 0 elsewhere; None
    where that is so of no two.  no_start, no_reply: whether one more would be one too many in a row; None where that is
    so of nobody.  uneven_start, uneven_reply: the imbalance after a start and after a reply that no round
    left can mend (`_uneven`); None where there is none.
    """

    due: Ints  # the lower one starts; equal ones leave it to the seed or the tiles
    if_start: Ints
    if_reply: Ints
    turns: npt.NDArray[np.int8] | None = None
    no_start: npt.NDArray[np.bool_] | None = None
    no_reply: npt.NDArray[np.bool_] | None = None
    uneven_start: Ints | None = None
    uneven_reply: Ints | None = None

    def of_pairs(self, first: Ints, second: Ints) -> Ints:
        """The cost of each pair of positions; where nobody is due, the mean of both ways, hence all are doubled."""
        return self._by_starter(first, second, self.if_start, self.if_reply)

    def uneven_of_pairs(self, first: Ints, second: Ints) -> Ints | None:
        """The imbalance that no later round can mend after each pair, doubled as well; None where there is none."""
        if self.uneven_start is None or self.uneven_reply is None:
            return None
        return self._by_starter(first, second, self.uneven_start, self.uneven_reply)

    def _by_starter(self, first: Ints, second: Ints, if_start: Ints, if_reply: Ints) -> Ints:
        forward = if_start[first] + if_reply[second]
        backward = if_start[second] + if_reply[first]
        difference = self.due[first] - self.due[second]
        if self.turns is not None:
            difference = np.where(self.turns[first, second] != 0, self.turns[first, second], difference)
        if self.no_start is not None and self.no_reply is not None:
            not_forward = self.no_start[first] | self.no_reply[second]
            not_backward = self.no_start[second] | self.no_reply[first]
            difference = np.where(not_forward == not_backward, difference, np.where(not_forward, 1, -1))
        return np.where(difference < 0, 2 * forward, np.where(difference > 0, 2 * backward, forward + backward))


def start_needs(
    records: tuple[StartRecord, ...],
    mode: StartMode,
    round_number: int,
    planned_rounds: int,
    turns: npt.NDArray[np.int8] | None = None,
    *,
    count_uneven: bool = True,
    ahead: bool = True,
) -> StartNeeds:
    """The start term of a round.  Under StartMode.DRAW it is 0 for everyone, as nobody can steer the tiles.

    count_uneven: whether an imbalance that no later round can mend is counted apart; only assigned starts are sure enough for that.
    ahead: whether whoever is further behind even starts (`starters.starter_of`).
    """
    by_balance = ahead and mode is StartMode.ASSIGNED
    claims = [((record.balance,) if by_balance else (), claim(record, mode)) for record in records]
    place = {key: position for position, key in enumerate(sorted(set(claims)))}
    runs = mode == StartMode.ASSIGNED and any(has_full_run(record) for record in records)
    growth = need_growth(round_number, planned_rounds) if mode != StartMode.DRAW else 0
    left = max(0, planned_rounds - round_number)
    kinds = [(record.balance, record.last, record.run) for record in records]
    alike = dict(zip(kinds, records, strict=True))  # what a record costs depends on these three alone

    def costs(side: int, cost: Callable[[StartRecord, int], int]) -> list[int]:
        by_kind = {kind: cost(record, side) for kind, record in alike.items()}
        return [by_kind[kind] for kind in kinds]

    def need(record: StartRecord, side: int) -> int:
        return growth and _cost(record, side, growth)

    def uneven_by(record: StartRecord, side: int) -> int:
        return min(MOST, max(0, abs(record.balance + side) - FREE_IMBALANCE - left)) + is_full_run(record, side)

    beyond = [costs(side, uneven_by) for side in (START, REPLY)]
    uneven = count_uneven and mode == StartMode.ASSIGNED and any(map(any, beyond))
    return StartNeeds(
        due=np.array([place[key] for key in claims], dtype=np.int64),
        if_start=np.array(costs(START, need), dtype=np.int64),
        if_reply=np.array(costs(REPLY, need), dtype=np.int64),
        turns=turns,
        no_start=np.array([is_full_run(record, START) for record in records], dtype=np.bool_) if runs else None,
        no_reply=np.array([is_full_run(record, REPLY) for record in records], dtype=np.bool_) if runs else None,
        uneven_start=np.array(beyond[0], dtype=np.int64) if uneven else None,
        uneven_reply=np.array(beyond[1], dtype=np.int64) if uneven else None,
    )


def need_growth(round_number: int, planned_rounds: int) -> int:
    """1 in the first quarter of the event up to 4 in the last: an imbalance counts for more when little time is left.

    A long run of one side counts alike in every round.
    """
    return 1 + min(3, 4 * (round_number - 1) // max(1, planned_rounds))


def _cost(record: StartRecord, side: int, growth: int) -> int:
    imbalance = min(MOST, abs(record.balance + side)) - FREE_IMBALANCE
    run = min(MOST, record.run + 1 if record.last == side else 1) - FREE_RUN
    return growth * max(0, imbalance) ** 3 + RUN_WEIGHT * max(0, run) ** 3
