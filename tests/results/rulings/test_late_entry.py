"""Joining late and leaving: what missed rounds count, and the open game of a player who goes."""

import pytest

from results.games.services.outcomes import MarginRefused
from results.rulings.services.forfeits import HowItEnded
from results.rulings.services.late_entry import (
    MissedRounds,
    choose_missed_rounds,
    enter_late,
    missed_rounds,
    open_games,
    rounds_without,
    withdraw,
)
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_entries, make_round
from tests.results.rulings.cases import Event, counted, make_event, records

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
        (None, "0-0", 0, "zero_bye"),
        (MissedRounds("zero_bye", 0), "0-0", 0, "zero_bye"),
        (MissedRounds("half_bye", 0), "1-1", 0, "half_bye"),
        (MissedRounds("bye", 50), "2-0", 100, "bye"),
        (MissedRounds("loss"), "0-2", -150, "no_show"),
        (MissedRounds("loss", -75), "0-2", -150, "no_show"),
        (MissedRounds("loss", -100), "0-2", -200, "no_show"),
    ],
)
def test_missed_rounds_count_what_the_event_chose(choice, record, spread, outcome):
    event, late = with_latecomer()
    if choice is not None:
        choose_missed_rounds(by=event.director, division=event.division, choice=choice)
    late = event.entry(5)
    games = enter_late(by=event.director, entry=late, plays_from=3, reason=LATE)
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


def test_nsa_iii_g_1_a_loss_by_0_kept_before_the_book_was_asked_costs_50():
    event, late = with_latecomer("nsa-2004")
    Division.objects.update(standings_options={"missed_rounds": {"as": "loss", "spread": 0}})
    games = enter_late(by=event.director, entry=late, plays_from=3, reason=LATE)
    assert [(game.first_halves, game.first_spread) for game in games] == [(0, -50)] * 2


def test_the_event_chooses_once_and_one_player_may_be_given_otherwise():
    event, late = with_latecomer()
    choose_missed_rounds(by=event.director, division=event.division, choice=MissedRounds("loss", -75))
    enter_late(by=event.director, entry=event.entry(5), plays_from=3, reason=LATE, choice=MissedRounds("half_bye"))
    assert missed_rounds(Division.objects.get(pk=event.division.pk)) == MissedRounds("loss", -75)
    assert late.games_as_first.filter(outcome="half_bye").count() == 2


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
    assert (history(event.division).start_records()[5].starts, history(event.division).start_records()[5].replies) == (
        0,
        0,
    )


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
    event, _ = with_latecomer()
    with pytest.raises(Refused, match=says):
        choose_missed_rounds(by=event.director, division=event.division, choice=choice)


def test_a_stored_choice_that_cannot_be_read_is_named():
    event, _ = with_latecomer()
    Division.objects.update(standings_options={"missed_rounds": {"spread": "many"}})
    with pytest.raises(Refused, match="cannot be read"):
        enter_late(by=event.director, entry=event.entry(5), plays_from=3, reason=LATE)


def test_only_the_director_gives_missed_rounds_and_says_why():
    event, late = with_latecomer()
    with pytest.raises(NotAllowed):
        enter_late(by=event.scorer, entry=late, plays_from=3, reason=LATE)
    with pytest.raises(Refused, match="Say why"):
        enter_late(by=event.director, entry=late, plays_from=3, reason="")


# --- leaving ---------------------------------------------------------------------------------------


def test_wespa_5_7_c_leaving_in_the_middle_of_a_round_scores_the_open_game():
    event = make_event()
    ended = HowItEnded("left_early", "first", 300, 330, begun=True, emergency=True)
    (decided,) = withdraw(
        by=event.director, entry=event.entry(1), from_round=2, reason="taken ill", endings=[(event.game(), ended)]
    )
    assert (counted(decided.game), event.entry(1).withdrawn_from) == ((0, -80, 2, 80), 2)


def test_a_player_who_leaves_says_what_becomes_of_the_open_game():
    event = make_event()
    assert [game.pk for game in open_games(event.entry(1))] == [event.game().pk]
    with pytest.raises(Refused, match="has an open game in round 1: say how it ended"):
        withdraw(by=event.director, entry=event.entry(1), from_round=2, reason="taken ill")
    assert event.entry(1).withdrawn_from is None


def test_an_ending_that_is_refused_takes_the_withdrawal_with_it():
    event = make_event()
    with pytest.raises(Refused, match="Give both scores"):
        withdraw(
            by=event.director, entry=event.entry(1), from_round=2, reason="taken ill",
            endings=[(event.game(), HowItEnded("left_early", "first", begun=True))],
        )  # fmt: skip
    assert (event.entry(1).withdrawn_from, event.game().outcome) == (None, "")


def test_only_a_game_of_the_player_is_ended():
    event = make_event()
    ended = HowItEnded("left_early", "first", 300, 330, begun=True, emergency=True)
    with pytest.raises(Refused, match="is not at that board"):
        withdraw(by=event.director, entry=event.entry(1), from_round=1, reason="ill", endings=[(event.game(2), ended)])
    assert not Game.objects.exclude(outcome="").exists()
