"""The page of one incident: which way a remedy goes, for whom, and what the page says before it is done."""

import pytest

from results.games.services.outcomes import record_result
from results.models import Incident
from tests.results.rulings.cases import logged_in, make_event, text, total, url

pytestmark = pytest.mark.django_db


def remedy_at(page, words: str) -> str:
    remedies = page.context["form"].remedies
    return str([one.text for one in remedies].index(words))


@pytest.mark.parametrize("typed", ["10", "-10"])
@pytest.mark.parametrize(
    ("book", "kind", "remedy"),
    [
        ("wespa-2010", "papers", "Points off the score"),
        ("nsa-2004", "eight_tiles", "The play's score lost: the opponent has played"),
        ("nsa-2004", "false_blank", "The play's score lost"),
        ("scrabble-guide", "distraction", "Points off the score"),
    ],
)
def test_wespa_6_3_3_b_iii_nsa_guideline_20_ii_j_2_points_off_come_off_and_the_page_says_so(book, kind, remedy, typed):
    event = make_event(book)
    client = logged_in(event.director)
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=380)
    page = url("incident", kind) + f"?game={event.game().pk}"
    at = remedy_at(client.get(page), remedy)
    said = {"entry": event.entry(1).pk, "text": "", "remedy": at, "amount": typed, "penalty_included": "no"}
    name = event.entry(1).player
    assert f"{name}: 400 → 390, 10 points off the score." in text(
        client.post(page, said, headers={"HX-Request": "true"})
    )
    assert f"{name}: 400 → 390, 10 points off the score." in text(client.post(page, {**said, "show": "1"}))
    assert total(event.game()) == (400, 380)
    assert f"{name}: 400 → 390, 10 points off the score." in text(client.post(page, said, follow=True))
    assert total(event.game()) == (390, 380)


@pytest.mark.parametrize("typed", ["60", "-60"])
def test_wespa_6_3_3_b_iii_time_off_is_less_time_whatever_sign_is_typed(event, director, typed):
    page = url("incident", "papers") + f"?game={event.game().pk}"
    at = remedy_at(director.get(page), "Time off")
    director.post(page, {"entry": event.entry(1).pk, "text": "", "remedy": at, "amount": typed})
    line = event.game().adjustments.get()
    assert (line.side, line.seconds, line.points) == ("first", -60, 0)


def test_wespa_3_4_2_b_extra_time_goes_to_the_opponent_who_was_delayed(event, director):
    page = url("incident", "tracking_delay") + f"?game={event.game().pk}"
    at = remedy_at(director.get(page), "Extra time for the player delayed")
    director.post(page, {"entry": event.entry(1).pk, "text": "", "remedy": at, "amount": "60"})
    line = event.game().adjustments.get()
    assert (line.side, line.seconds, line.rule) == ("second", 60, "3.4.2(b)")


@pytest.mark.parametrize(("posted", "level"), [("", None), ("2", 2), ("3", 3)])
def test_wespa_4_2_leaving_with_permission_is_no_offence(event, director, posted, level):
    page = url("incident", "left_area") + f"?game={event.game().pk}"
    director.post(page, {"entry": event.entry(1).pk, "text": "With permission.", "remedy": "", "level": posted})
    assert Incident.objects.get().level == level


def test_wespa_3_4_2_b_an_incident_named_by_player_and_round_finds_the_game(event, director):
    """From the log, without a game: the player at fault and the round say which game it is, and who the opponent is."""
    page = url("incident", "tracking_delay")
    at = remedy_at(director.get(page), "Extra time for the player delayed")
    logged = {"entry": event.entry(1).pk, "round_number": "1", "text": "", "remedy": at, "amount": "60"}
    effect = f"{event.entry(4).player}: 1:00 more on the clock."
    assert effect in text(director.post(page, logged, headers={"HX-Request": "true"}))
    assert effect in text(director.post(page, logged, follow=True))
    line = event.game().adjustments.get()
    assert (line.side, line.seconds, Incident.objects.get().game) == ("second", 60, event.game())
    refused = text(director.post(page, {**logged, "round_number": ""}))
    assert "The remedy is for the opponent: say who was at fault, and in which round it was." in refused


def test_wespa_3_4_2_b_the_table_shows_time_that_an_incident_gave(event, director):
    page = url("incident", "tracking_delay") + f"?game={event.game().pk}"
    at = remedy_at(director.get(page), "Extra time for the player delayed")
    director.post(page, {"entry": event.entry(1).pk, "text": "", "remedy": at, "amount": "90"})
    shown = text(director.get(url("table", event.game().pk)))
    assert f"{event.entry(4).player} <b>+1:30</b> (3.4.2(b))" in shown
    assert "with its incident or ruling" in shown and "Take back" not in shown


def test_wespa_6_3_3_b_iii_ninety_seconds_off_read_as_a_minute_and_a_half(event, director):
    page = url("incident", "papers") + f"?game={event.game().pk}"
    at = remedy_at(director.get(page), "Time off")
    director.post(page, {"entry": event.entry(1).pk, "text": "", "remedy": at, "amount": "90"})
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=380)
    assert ", -1:30" in text(director.get(url("table", event.game().pk)))


def test_nsa_guideline_2_a_report_is_named_beside_its_own_incident_alone():
    event = make_event("nsa-2004")
    client = logged_in(event.director)
    assert "You find wilful misconduct: file an incident report" in text(client.get(url("incident", "blank_disputed")))
    assert "wilful misconduct" not in text(client.get(url("incident", "cheating")))
