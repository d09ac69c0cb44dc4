"""No real event comes back otherwise than it went out but for what was named before the file was taken.

A sample of each kind of file; all of them with HYPOTHESIS_PROFILE=full, as `make test-full` has it.
"""

import os

import pytest

from tests.oracles.files import ORACLES, oracle
from tests.oracles.round_trips import WAYS_BACK, events, trips

pytestmark = [pytest.mark.django_db, pytest.mark.oracle]
SAMPLE = (
    "tsh-pairs/tags.t",
    "tsh-pairs/pairs-sum.t",
    "tsh-pairs/school-caps.tourney.js",
    "tsh-pairs/ghost-1.tou",
    "wespa-reports/2013/IRE/allire13.tou",  # two left early
    "wespa-site/240-Sweden15.tou",  # a forfeit without spread
    "coco/results/nacc2023-d1p-results.csv",  # a knockout
)
FULL = os.environ.get("HYPOTHESIS_PROFILE") == "full"


@pytest.mark.parametrize("name", [str(path.relative_to(ORACLES)) for _, path in events()] if FULL else SAMPLE)
def test_what_comes_back_otherwise_was_named(name):
    result = trips(oracle(name))
    assert {key: trip.unnamed for key, trip in result.items() if trip.unnamed} == {}
    assert (list(result) == list(WAYS_BACK) and not result["json"].differences) or (FULL and not result)  # refused
