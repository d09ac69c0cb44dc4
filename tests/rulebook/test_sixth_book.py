"""A book under a key that the suite does not know answers on every point as the book it was made from."""

from datetime import date

import pytest

from adjudication.engine.slip_rules import slip_rules
from results.engine.counters import counters
from results.engine.forfeits import awarded, bye, lateness_forfeit, neither_arrived
from results.engine.incident_types import TYPES, procedure
from results.engine.overtime import terms_of
from results.engine.recount import recount_right
from tdsuite.tournaments.rulebooks.choices import describe, options
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, word_source
from tests.rulebook.loaded import UNDER_ANOTHER_KEY

pytestmark = pytest.mark.parametrize("key", RULEBOOKS)


@pytest.mark.parametrize("kind", TYPES)
def test_an_incident_has_the_same_procedure(key: str, kind: str) -> None:
    assert procedure(kind, UNDER_ANOTHER_KEY[key]) == procedure(kind, RULEBOOKS[key])


def test_slips_faults_overtime_recounts_and_forfeits_are_the_same(key: str) -> None:
    answers = [
        (
            slip_rules(book), counters(book), terms_of(book), recount_right(margin=15, book=book), bye(book),
            lateness_forfeit(book=book), neither_arrived(book), awarded(margin=100, book=book),
        )
        for book in (RULEBOOKS[key], UNDER_ANOTHER_KEY[key])
    ]  # fmt: skip
    assert answers[0] == answers[1]


def test_what_is_shown_and_chosen_is_the_same(key: str) -> None:
    base, sixth = RULEBOOKS[key], UNDER_ANOTHER_KEY[key]
    assert (describe(sixth, {}), options(sixth)) == (describe(base, {}), options(base))


def test_the_word_source_of_a_day_is_the_same(key: str) -> None:
    for day in (date(2011, 12, 31), date(2012, 1, 1), date(2026, 5, 17)):
        base, sixth = word_source(RULEBOOKS[key], day), word_source(UNDER_ANOTHER_KEY[key], day)
        assert (sixth.lists, sixth.rule, sixth.may_deviate) == (base.lists, base.rule, base.may_deviate)
