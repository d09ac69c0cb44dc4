"""Joining late: what missed rounds count."""

import pytest

from results.games.services.outcomes import MarginRefused
from results.rulings.services.late_entry import MissedRounds, enter_late, rounds_without
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Entry, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_entries, make_round
from tests.results.rulings.cases import Event, make_event, records

pytestmark = pytest.mark.django_db
LATE = "train stood still"


def with_latecomer(book: str = "wespa-2010") -> tuple[Event, Entry]:
    """Two rounds played without player 5, the third published."""
    event = make_event(book, published=0)
    for number in (1, 2):
        make_round(event.division, number, status=Round.Status.CLOSED)
    make_round(event.division, 3)
    make_entries(event.division, 1)
    return event, event.entry(5)


@pytest.mark.parametrize(
    ("choice", "record", "spread", "outcome"),
    [
        (None, "0-0", 0, "zero_bye"), (MissedRounds("zero_bye", 0), "0-0", 0, "zero_bye"),
        (MissedRounds("half_bye", 0), "1-1", 0, "half_bye"), (MissedRounds("bye", 50), "2-0", 100, "bye"),
        (MissedRounds("loss"), "0-2", -150, "no_show"), (MissedRounds("loss", -75), "0-2", -150, "no_show"),
        (MissedRounds("loss", -100), "0-2", -200, "no_show"),
    ],
)  # fmt: skip
def test_missed_rounds_count_what_was_said(choice, record, spread, outcome):
    event, late = with_latecomer()
    games = enter_late(by=event.director, entry=late, plays_from=3, reason=LATE, choice=choice)
    row = next(row for row in history(event.division).standings(2) if row.number == 5)
    assert (row.record, row.spread, [game.outcome for game in games]) == (record, spread, [outcome] * 2)
    assert [(game.rated, game.starts_by) for game in games] == [(False, "none")] * 2


@pytest.mark.parametrize(("spread", "given"), [(None, -50), (-50, -50), (-75, None), (0, None)])
def test_nsa_iii_g_1_a_missed_round_that_is_a_loss_costs_50(spread, given):
    event, late = with_latecomer("nsa-2004")
    choice = MissedRounds("loss", spread)
    if given is None:
        with pytest.raises(MarginRefused, match=r"The margin is 50 \(III.G.1\); leave it out"):
            enter_late(by=event.director, entry=late, plays_from=3, reason=LATE, choice=choice)
        return
    games = enter_late(by=event.director, entry=late, plays_from=3, reason=LATE, choice=choice)
    assert [(game.first_halves, game.first_spread, game.rated) for game in games] == [(0, given, False)] * 2


def test_a_round_that_is_not_missed_is_left_for_a_seat():
    event, late = with_latecomer()
    enter_late(by=event.director, entry=late, plays_from=3, reason=LATE)
    assert [one.number for one in rounds_without(late)] == [3]
    with pytest.raises(Refused, match="has missed no round before round 3"):
        enter_late(by=event.director, entry=late, plays_from=3, reason=LATE)


def test_closed_rounds_stay_closed_and_the_record_says_what_was_given():
    event, late = with_latecomer()
    enter_late(by=event.director, entry=late, plays_from=3, reason=LATE)
    assert [event.round(number).status for number in (1, 2)] == ["closed", "closed"]
    (record,) = records(late)
    assert (record.action, record.after["rounds"], record.after["each"]["outcome"]) == (
        "entry.joined_late", [1, 2], "zero_bye"
    )  # fmt: skip


def test_starts_are_as_if_the_missed_rounds_had_not_been():
    event, late = with_latecomer()
    enter_late(by=event.director, entry=late, plays_from=3, reason=LATE)
    found = history(event.division).start_records()[5]
    assert (found.starts, found.replies) == (0, 0)


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        (MissedRounds("loss", -50), r"may be raised above 75, not lowered \(2.3.6\(a\)\)"),
        (MissedRounds("loss", 20), "A margin is 0 points or more"),
        (MissedRounds("holiday"), "counts as one of: bye, half_bye"),
        (MissedRounds("loss", -2000), "is no spread"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(choice, says):
    event, late = with_latecomer()
    with pytest.raises(Refused, match=says):
        enter_late(by=event.director, entry=late, plays_from=3, reason=LATE, choice=choice)


def test_only_the_director_gives_missed_rounds_and_says_why():
    event, late = with_latecomer()
    with pytest.raises(NotAllowed):
        enter_late(by=event.scorer, entry=late, plays_from=3, reason=LATE)
    with pytest.raises(Refused, match="Say why"):
        enter_late(by=event.director, entry=late, plays_from=3, reason="")
