"""A book under a key that the suite does not know answers on every point as the book it was made from."""

from datetime import date

import pytest

from adjudication.challenges.engine.slip_rules import slip_rules
from results.attendance.engine.counters import counters
from results.rulings.engine.forfeits import awarded, bye, lateness_forfeit, neither_arrived
from results.rulings.engine.procedures import procedure
from results.sheets.engine.own_lines import terms_of
from results.sheets.engine.recounts import recount_right
from tdsuite.tournaments.rulebooks.choices import describe, options
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, word_source
from tests.rulebook.loaded import UNDER_ANOTHER_KEY

pytestmark = pytest.mark.parametrize("key", RULEBOOKS)


def test_every_incident_has_the_same_procedure(key: str) -> None:
    book, other = RULEBOOKS[key], UNDER_ANOTHER_KEY[key]
    assert [kind for kind in TYPES if procedure(kind, other) != procedure(kind, book)] == []


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
