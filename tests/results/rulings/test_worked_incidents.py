"""Exchanges that are questioned and draws out of order: the director says the count or the stage, the book gives the rest."""

import pytest
from django.urls import reverse

from results.games.services.outcomes import record_result
from results.models import Incident
from results.rulings.engine.drawing import Exchange
from results.rulings.services.incidents import log, withdraw
from results.rulings.services.worked_incidents import Worked, work_out_draw, work_out_exchange
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import GameAdjustment, SpreadAdjustment
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import NOT_GIVEN, ScoreMeaning
from tests.results.rulings.cases import Event, lines, logged_in, make_event, text, total

pytestmark = pytest.mark.django_db
COMES_OFF = ScoreMeaning(included=False)


def played(book: str) -> Event:
    event = make_event(book)
    record_result(by=event.scorer, game=event.game(), first_score=310, second_score=300)
    return event


def page(event: Event, kind: str = "illegal_exchange") -> str:
    address = reverse("results:incident", args=[event.division.tournament.slug, event.division.code, kind])
    return f"{address}?game={event.game().pk}"


def logged(event: Event, worked: Worked, meaning: ScoreMeaning = NOT_GIVEN) -> Incident:
    happened = worked.happened(event.game(), event.entry(1), meaning=meaning)
    return log(by=event.director, division=event.division, happened=happened)


# --- an exchange ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "exchange", "last", "after"),
    [
        ("nsa-2004", Exchange(6), "Case a: a pass; the tiles laid down go back to the rack. (II.H.10)", []),
        ("nsa-2004", Exchange(6, drawn=True), "Case b: a pass; the new tiles are shown and go back in the bag. (II.H.10)", []),
        ("nsa-2004", Exchange(6, 3, drawn=True, old_in_bag=True), "Case c: the opponent sees the new tiles, the bag and 2 of "
         "the rack, and gives the right number. (II.H.10)", []),
        ("nsa-2004", Exchange(6, 3, drawn=True, old_in_bag=True, new_on_rack=True), "Case d: the opponent sees 5 tiles and the "
         "bag, and gives as many back. (II.H.10)", []),
        ("nsa-2004", Exchange(6, opponent_played=True, opponent_racked=True), "Case e: 30 points off. (II.H.10)",
         [("first", -30, False)]),
        ("nsa-2004", Exchange(40, numbered=False), "Any exchange with no number said and no tile down is a pass. (II.H.8)", []),
        ("wespa-2010", Exchange(6), "The challenge is upheld: the turn is lost. (3.10.17, 3.10.15(a))", [("first", 0, True)]),
        ("wespa-2012", Exchange(6, old_in_bag=True), "An unwanted tile is back in the bag: too late to challenge. "
         "(3.10.17, 3.10.15(a))", []),
    ],
)  # fmt: skip
def test_nsa_ii_h_8_10_wespa_3_10_17_the_stage_gives_the_remedy_and_its_line(book, exchange, last, after):
    event = played(book)
    worked = work_out_exchange(event.game(), exchange)
    assert f"{worked.reasons[-1].text} ({worked.reasons[-1].rule})" == last
    incident = logged(event, worked, COMES_OFF)
    rows = [(row.side, row.points, row.lost_turn) for row in GameAdjustment.objects.filter(game=event.game())]
    assert rows == after
    assert last in incident.text.text


def test_nsa_ii_h_10_e_310_becomes_280_and_is_310_again_when_it_is_withdrawn():
    event = played("nsa-2004")
    worked = work_out_exchange(event.game(), Exchange(5, opponent_played=True, opponent_racked=True))
    incident = logged(event, worked, COMES_OFF)
    assert (total(event.game()), lines(event.game())) == (
        (280, 300), [("first", "conduct:illegal_exchange", -30, "II.H.10")]
    )  # fmt: skip
    withdraw(by=event.director, incident=incident, reason="there were seven", meaning=COMES_OFF)
    assert total(event.game()) == (310, 300)


def test_wespa_3_2_1_a_nsa_ii_g_seven_in_the_bag_are_enough_and_nothing_is_logged():
    event = played("nsa-2004")
    worked = work_out_exchange(event.game(), Exchange(7))
    assert (worked.offence, worked.reasons[0].text) == (False, "7 tiles in the bag: legal.")
    with pytest.raises(Refused, match="That was allowed"):
        logged(event, worked)


@pytest.mark.parametrize(("book", "rule"), [("sowpods-club", "Play 7"), ("scrabble-guide", "Game play 7")])
def test_sowpods_play_7_guide_game_play_7_what_follows_is_the_directors(book, rule):
    event = played(book)
    worked = work_out_exchange(event.game(), Exchange(6))
    assert (worked.ruling, worked.applied, worked.reasons[0].rule) == (True, None, rule)
    assert worked.reasons[0].text == (
        "6 tiles in the bag: 7 are needed. The exchange is illegal: the book does not say what follows, the director rules. "
        "Undo it and take the turn, or let it stand."
    )
    logged(event, worked)
    assert (Incident.objects.get().penalty, lines(event.game())) == ("", [])


def test_nsa_ii_h_10_e_the_page_shows_the_thirty_points_before_they_are_taken():
    event = played("nsa-2004")
    client, said = (
        logged_in(event.director),
        {"entry": event.entry(1).pk, "in_bag": 6, "exchanged": 2, "numbered": "on"},
    )
    said |= {"opponent_played": "on", "opponent_racked": "on"}
    shown = text(client.post(page(event), said, headers={"HX-Request": "true"}))
    assert "Case e: 30 points off." in shown
    assert "310 → 280, 30 points off the score." in shown
    assert total(event.game()) == (310, 300)
    client.post(page(event), {**said, "penalty_included": "no"}, headers={"HX-Request": "true"})
    assert total(event.game()) == (310, 300)
    assert "has its result, 310–300" in text(client.post(page(event), {**said}))
    client.post(page(event), {**said, "penalty_included": "no"})
    assert total(event.game()) == (280, 300)
    assert Incident.objects.get().other == event.entry(4)


def test_nsa_ii_h_10_the_page_refuses_a_stage_that_cannot_be():
    event = played("nsa-2004")
    said = {"entry": event.entry(1).pk, "in_bag": 6, "exchanged": 2, "numbered": "on", "opponent_racked": "on"}
    answer = logged_in(event.director).post(page(event), said)
    assert (answer.status_code, Incident.objects.count()) == (422, 0)
    assert "racked only after their next play: say that it was made" in text(answer)


@pytest.mark.parametrize(("book", "asked"), [("nsa-2004", True), ("wespa-2010", False), ("sowpods-club", False)])
def test_wespa_3_10_17_only_the_stages_that_a_book_goes_by_are_asked(book, asked):
    event = played(book)
    fields = logged_in(event.director).get(page(event)).context["form"].fields
    assert ("opponent_racked" in fields, "old_in_bag" in fields) == (asked, True)


# --- a draw out of order ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("in_bag", "says"), [(6, "The book leans towards it."), (7, "Look into it first."), (13, "Look into it first.")]
)
def test_nsa_guideline_7_under_14_in_the_bag_fifty_spread_points_may_be_taken(in_bag, says):
    event = played("nsa-2004")
    worked = work_out_draw(event.game(), in_bag, take=True)
    assert says in worked.reasons[-1].text
    logged(event, worked)
    spreads = {row.number: row.spread for row in history(event.division).standings(1)}
    assert (spreads[1], spreads[4], total(event.game())) == (-40, -10, (310, 300))


@pytest.mark.parametrize(
    ("book", "in_bag", "says"),
    [
        ("nsa-2004", 14, r"With 14 tiles in the bag no spread points are taken: only with fewer than 14"),
        ("wespa-2010", 3, r"no spread points are taken: never for this \(3\.9\.9\)"),
        ("nsa-2004", 0, "Nobody draws from an empty bag"),
    ],
)
def test_nsa_guideline_7_spread_is_refused_where_the_book_does_not_let(book, in_bag, says):
    with pytest.raises(Refused, match=says):
        work_out_draw(played(book).game(), in_bag, take=True)


def test_wespa_3_9_9_a_starved_opponent_makes_all_the_new_tiles_overdrawn():
    event = played("wespa-2012")
    texts = [reason.text for reason in work_out_draw(event.game(), 5, opponent_starved=True).reasons]
    assert "All the new tiles are treated as overdrawn." in texts
    assert "It is unethical: it is kept in the incident log." in texts


def test_nsa_guideline_7_without_a_game_the_page_has_no_penalty_with_the_books_number():
    event = played("nsa-2004")
    client = logged_in(event.director)
    for kind in ("out_of_order", "illegal_exchange"):
        address = page(event, kind).partition("?")[0]
        form = client.get(f"{address}?entry=1").context["form"]
        assert [remedy.amount for remedy in form.remedies if remedy.kind in ("points", "spread")] == [None, None]
    assert not SpreadAdjustment.objects.exists()


def test_nsa_guideline_7_the_page_asks_the_count_and_shows_what_may_be_taken():
    event = played("nsa-2004")
    client, said = logged_in(event.director), {"entry": event.entry(1).pk, "in_bag": 5}
    shown = text(client.post(page(event, "out_of_order"), said, headers={"HX-Request": "true"}))
    assert "5 tiles in the bag: 50 spread points may be taken, the opponent gaining none." in shown
    refused = client.post(page(event, "out_of_order"), {**said, "in_bag": 20, "take": "on"})
    assert (refused.status_code, Incident.objects.count()) == (422, 0)
    client.post(page(event, "out_of_order"), {**said, "take": "on"})
    assert SpreadAdjustment.objects.get().points == -50


def test_a_scorer_is_not_asked_the_stage_and_takes_no_points():
    event = played("nsa-2004")
    assert "in_bag" not in logged_in(event.scorer).get(page(event)).context["form"].fields
    worked = work_out_exchange(event.game(), Exchange(5, opponent_played=True, opponent_racked=True))
    with pytest.raises(NotAllowed):
        log(by=event.scorer, division=event.division, happened=worked.happened(event.game(), event.entry(1)))
