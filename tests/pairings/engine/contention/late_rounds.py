"""A round near the end of an event of twelve, for both contention-aware methods."""

import pytest

from pairings.engine.options import MethodOptions
from tests.pairings.engine.fields import task, with_meetings
from tests.pairings.engine.test_rulebook_pages import standing

BOTH = pytest.mark.parametrize("method", ["contenders", "cop"])
QUICK = MethodOptions(place_prizes=3, trials=2000, control_trials=1000)
WINS = (13, 11, 11, 10, 10, 9, 9, 8, 8, 7, 5, 3)


def late(method, number=17, planned=20, options=QUICK, wins=WINS, **facts):
    """Nobody has met."""
    field = with_meetings(standing(*wins, rounds=number - 1), {}, number - 1)
    return task(field, method, number, planned, seed=1, options=options, **facts)


def reason(pairing, *numbers):
    return next(board.reason for board in pairing.boards if set(board.numbers) == set(numbers))
