"""What a recount may change: in full, halted, and not in the favour of a player who slows it."""

from hypothesis import given, strategies as st

from results.sheets.engine.recounts import after_recount
from tdsuite.tournaments.rulebooks.reasons import Reason
from tdsuite.tournaments.rulebooks.registry import rulebook

WESPA, NSA = rulebook("wespa-2010"), rulebook("nsa-2004")
TOTALS = st.tuples(st.integers(-100, 800), st.integers(-100, 800))


def test_wespa_5_5_4_b_what_is_not_changed_is_said_with_its_rule():
    changed = after_recount((400, 390), (410, 380), barred=0, book=WESPA)
    assert (changed.first, changed.second) == (400, 390)
    assert changed.reasons == (Reason("Changes in the first player's favour are not made.", "5.5.2-5.5.4"),)


@given(TOTALS, TOTALS)
def test_wespa_5_5_with_nobody_barred_the_totals_are_as_found(before, found):
    changed = after_recount(before, found, barred=None, book=WESPA)
    assert ((changed.first, changed.second), changed.reasons) == (found, ())


@given(TOTALS, TOTALS, st.sampled_from([0, 1]))
def test_wespa_5_5_4_b_the_barred_player_never_gains(before, found, barred):
    changed = after_recount(before, found, barred=barred, book=WESPA)
    now = changed.first, changed.second
    assert now[barred] <= before[barred]
    assert now[1 - barred] >= before[1 - barred]
    assert now[barred] - now[1 - barred] <= before[barred] - before[1 - barred]


@given(TOTALS, TOTALS, st.sampled_from([0, 1]))
def test_a_change_against_the_barred_player_is_always_made(before, found, barred):
    worse = (min(before[0], found[0]), max(before[1], found[1]))
    if barred == 1:
        worse = (max(before[0], found[0]), min(before[1], found[1]))
    changed = after_recount(before, worse, barred=barred, book=WESPA)
    assert ((changed.first, changed.second), changed.reasons) == (worse, ())
