"""What the suite's own document may name is what prizes, statistics and ratings know: formats stand below them."""

from typing import get_args

from results.prizes.engine.prizes import Basis
from results.prizes.engine.statistics import Kind
from results.ratings.engine.systems import OTHER_NAMES, SYSTEMS
from tdsuite.formats.event_json.checks import OTHER_SYSTEM_NAMES, RATING_SYSTEMS
from tdsuite.formats.event_json.document import PrizeBasis


def test_a_prize_of_the_document_goes_by_what_prizes_and_statistics_know() -> None:
    assert {*(basis.value for basis in Basis), *(kind.value for kind in Kind)} == set(get_args(PrizeBasis))


def test_a_rating_system_of_the_document_is_one_that_there_is() -> None:
    assert tuple(SYSTEMS) == RATING_SYSTEMS
    assert set(OTHER_NAMES) == OTHER_SYSTEM_NAMES
