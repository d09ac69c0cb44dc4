"""How much a player needs to start, or to reply, in the round being paired: the start term of the matching.

Once two players are paired the event's own order says who starts, so the cost of a board is known: what the starter's
record costs after one more start plus what the other's costs after one more reply.  Each is convex in the resulting
imbalance and in the run of one side, so that one bad record is worse than two fair ones.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairings.engine.starters import has_full_run, is_full_run
from tdsuite.tournaments.engine.starts import REPLY, START, StartMode, StartRecord, claim

Ints = npt.NDArray[np.int64]

FREE_IMBALANCE = 1
FREE_RUN = 2
RUN_WEIGHT = 4
MOST = 5  # beyond this an imbalance or a run counts no more, so that the cost stays small


@dataclass(frozen=True, slots=True)
class StartNeeds:
    """One entry a player, in the order they were given.

    due: the lower one starts; equal ones leave it to the seed or the tiles.  if_start, if_reply: the cost of the
    player's record after a start and after a reply.  turns: (n, n), below 0 where the row's player starts because the
    other did when they last met, above 0 where the column's does, 0 elsewhere; None where that is so of no two.
    no_start, no_reply: whether one more would be one too many in a row; None where that is so of nobody.
    """

    due: Ints
    if_start: Ints
    if_reply: Ints
    turns: npt.NDArray[np.int8] | None = None
    no_start: npt.NDArray[np.bool_] | None = None
    no_reply: npt.NDArray[np.bool_] | None = None

    def of_pairs(self, one: Ints, two: Ints) -> Ints:
        """The cost of each pair of positions; where nobody is due, the mean of both ways, hence all are doubled."""
        forward = self.if_start[one] + self.if_reply[two]
        backward = self.if_start[two] + self.if_reply[one]
        difference = self.due[one] - self.due[two]
        if self.turns is not None:
            difference = np.where(self.turns[one, two] != 0, self.turns[one, two], difference)
        if self.no_start is not None and self.no_reply is not None:
            not_forward = self.no_start[one] | self.no_reply[two]
            not_backward = self.no_start[two] | self.no_reply[one]
            difference = np.where(not_forward == not_backward, difference, np.where(not_forward, 1, -1))
        return np.where(difference < 0, 2 * forward, np.where(difference > 0, 2 * backward, forward + backward))


def start_needs(
    records: tuple[StartRecord, ...],
    mode: StartMode,
    round_number: int,
    planned_rounds: int,
    turns: npt.NDArray[np.int8] | None = None,
) -> StartNeeds:
    """The start term of a round.  Under StartMode.DRAW it is 0 for everyone, as nobody can steer the tiles."""
    claims = [claim(record, mode) for record in records]
    place = {key: position for position, key in enumerate(sorted(set(claims)))}
    runs = mode == StartMode.ASSIGNED and any(has_full_run(record) for record in records)
    growth = need_growth(round_number, planned_rounds) if mode != StartMode.DRAW else 0
    return StartNeeds(
        due=np.array([place[key] for key in claims], dtype=np.int64),
        if_start=np.array([growth and _cost(record, START, growth) for record in records], dtype=np.int64),
        if_reply=np.array([growth and _cost(record, REPLY, growth) for record in records], dtype=np.int64),
        turns=turns,
        no_start=np.array([is_full_run(record, START) for record in records], dtype=np.bool_) if runs else None,
        no_reply=np.array([is_full_run(record, REPLY) for record in records], dtype=np.bool_) if runs else None,
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
