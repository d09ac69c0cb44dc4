"""One gate for every outcome that is not two scores: the rulebook's engine decides on every road, by who may."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from results.games.services.outcomes import MarginRefused, SayWhetherBegun, SayWhetherEmergency, record_result
from results.rulings.services.forfeits import BOTH, HowItEnded, decide, work_out
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.games import adjust_game, bye
from tests.results.looking import look_and_save
from tests.results.rulings.cases import Event, counted, logged_in, make_event, url

pytestmark = pytest.mark.django_db
WESPA = "wespa-2010"
SILENT = ("sowpods-club", "scrabble-guide")
BOOKS = (WESPA, "nsa-2004", *SILENT)
WHY = "told at the table"


def by_service(event: Event, user: User, margin: int | None) -> bool:
    try:
        decide(by=user, game=event.game(), ended=HowItEnded("no_show", "first", margin=margin), reason=WHY)
    except (MarginRefused, NotAllowed):
        return False
    return True


def by_page(event: Event, user: User, margin: int | None) -> bool:
    client = logged_in(user)
    sent = {"offender": "first", "reason": WHY, "margin": "" if margin is None else margin}
    address = url("ended", event.game().pk, "no_show")
    look_and_save(client, address, sent)
    return event.game().outcome != ""


def by_correction(event: Event, user: User, margin: int | None) -> bool:
    record_result(by=event.director, game=event.game(), first_score=400, second_score=390)
    client = logged_in(user)
    sent = {
        "kind": "first", "begun": "no", "tile_drawn": "no", "reason": WHY, "margin": "" if margin is None else margin,
    }  # fmt: skip
    look_and_save(client, url("correct", event.game().pk), sent)
    return event.game().outcome == "no_show"


def api(event: Event, user: User, method: str = "post", **values: Any) -> Any:
    client = APIClient()
    client.force_authenticate(user)
    address = f"/api/v1/tournaments/lakeside-open/games/{event.game().pk}/forfeit/"
    return getattr(client, method)(address, values, format="json")


def by_api(event: Event, user: User, margin: int | None) -> bool:
    return api(event, user, absent="first", margin=margin, reason=WHY).status_code == 201


def by_api_correction(event: Event, user: User, margin: int | None) -> bool:
    record_result(by=event.director, game=event.game(), first_score=400, second_score=390)
    return api(event, user, "put", absent="first", begun=False, margin=margin, reason=WHY).status_code == 200


ROADS = (by_service, by_page, by_correction, by_api, by_api_correction)


# --- margins ---------------------------------------------------------------------------------------


MARGINS = [
    *(("wespa-2010", margin, spread) for margin, spread in (
        (None, 75), (75, 75), (120, 120), (74, None), (10, None), (0, None)
    )),
    *(("nsa-2004", margin, spread) for margin, spread in ((None, 50), (50, 50))),
    *((book, margin, spread) for book in SILENT for margin, spread in ((None, 50), (20, 20), (90, 90))),
]  # fmt: skip
ON_EVERY_ROAD = [("wespa-2010", None, 75), ("wespa-2010", 120, 120), ("wespa-2010", 74, None), ("nsa-2004", None, 50), (SILENT[0], 20, 20)]  # fmt: skip


@pytest.mark.parametrize(
    ("road", "book", "margin", "spread"),
    [
        *((by_service, *case) for case in MARGINS),
        *((road, *case) for road in ROADS if road is not by_service for case in ON_EVERY_ROAD),
    ],
)
def test_wespa_2_3_6_a_nsa_iii_g_1_the_margin_is_one_that_the_book_allows_on_every_road(road, book, margin, spread):
    event = make_event(book)
    accepted = road(event, event.director, margin)
    game = event.game()
    lost = (game.outcome, counted(game), game.rated) if accepted else None
    assert lost == (None if spread is None else ("no_show", (0, -spread, 2, spread), False))


@pytest.mark.parametrize("margin", [0, 49, 75, 200])
def test_nsa_iii_g_1_the_margin_is_always_50(margin):
    event = make_event("nsa-2004")
    for road in (by_service, by_api):
        assert (road(event, event.director, margin), event.game().outcome) == (False, "")
    refused = api(event, event.director, absent="first", margin=margin, reason=WHY)
    assert (refused.status_code, refused.json()["code"]) == (409, "margin_not_allowed")
    assert by_page(event, event.director, margin)  # the page has no such question
    assert counted(event.game()) == (0, -50, 2, 50)


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("margin", [None, 200])
def test_wespa_2_3_6_a_a_scorer_forfeits_no_game_and_sets_no_margin(road, margin):
    event = make_event()
    assert road(event, event.scorer, margin) is False
    assert event.game().outcome in ("", "played")


def test_a_margin_of_the_directors_has_a_reason():
    event = make_event()
    refused = api(event, event.director, absent="first", margin=120)
    assert (refused.status_code, refused.json()["detail"]) == (409, "Say why: it is kept with the record.")
    client = logged_in(event.director)
    address = url("ended", event.game().pk, "no_show")
    assert client.post(address, {"offender": "first", "margin": 120, "reason": ""}).status_code == 422
    assert event.game().outcome == ""


@pytest.mark.parametrize("margin", [0, 49, 75, 200, 500])
def test_nsa_iii_g_1_each_of_two_absent_players_loses_50(margin):
    event = make_event("nsa-2004")
    with pytest.raises(MarginRefused, match=r"Each loses by 50 \(III.G.1\); leave the margin out"):
        decide(by=event.director, game=event.game(), ended=HowItEnded("no_show", BOTH, margin=margin), reason=WHY)
    assert api(event, event.director, absent="both", reason=WHY).status_code == 201
    assert (counted(event.game()), event.game().rated) == ((0, -50, 0, -50), False)


@pytest.mark.parametrize(
    ("book", "ended", "says"),
    [
        ("wespa-2010", HowItEnded("awarded", "first", begun=True, margin=200), r"A game is awarded by 150 \(6.2.4\)"),
        ("nsa-2004", HowItEnded("bye", margin=75), r"The spread of a bye is 50 \(III.G.3\); leave it out"),
    ],
)
def test_wespa_6_2_4_a_ii_nsa_iii_g_3_no_other_margin_for_an_awarded_game_or_a_bye(book, ended, says):
    event = make_event(book, players=5)
    with pytest.raises(MarginRefused, match=says):
        work_out(event.bye() if ended.kind == "bye" else event.game(), ended)


# --- begun -----------------------------------------------------------------------------------------


def corrected(event: Event, **sent: Any) -> Any:
    client = logged_in(event.director)
    address = url("correct", event.game().pk)
    return look_and_save(client, address, {"reason": WHY, **sent})


def played_200_210(book: str) -> Event:
    event = make_event(book)
    record_result(by=event.scorer, game=event.game(), first_score=200, second_score=210)
    return event


def test_nsa_iii_g_a_played_game_corrected_into_a_forfeit_is_rated_at_50_and_the_deficit():
    event = played_200_210("nsa-2004")
    sent = {"kind": "first", "tile_drawn": "yes", "opponent_alerted": "yes", "first_score": 200, "second_score": 210}
    assert corrected(event, **sent).status_code == 302
    game = event.game()
    assert (game.outcome, counted(game), game.rated) == ("left_early", (0, -60, 2, 60), True)


@pytest.mark.parametrize(
    ("drawn", "alerted"), [("no", ""), ("yes", "no")], ids=["no_tile_drawn", "drawn_unknown_to_the_opponent"]
)
def test_nsa_iii_g_a_game_has_begun_with_a_tile_drawn_and_the_opponent_alerted(drawn, alerted):
    event = played_200_210("nsa-2004")
    corrected(event, kind="first", tile_drawn=drawn, opponent_alerted=alerted)
    game = event.game()
    assert (game.outcome, counted(game), game.rated) == ("no_show", (0, -50, 2, 50), False)


@pytest.mark.parametrize("sent", [{}, {"tile_drawn": "yes"}])
def test_nsa_iii_g_a_correction_into_a_forfeit_asks_whether_it_had_begun(sent):
    event = played_200_210("nsa-2004")
    refused = corrected(event, kind="first", **sent)
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["opponent_alerted" if sent else "tile_drawn"]
    assert event.game().outcome == "played"


@pytest.mark.parametrize("book", BOOKS)
def test_nsa_iii_g_the_api_refuses_a_forfeit_over_play_until_it_is_told_whether_it_had_begun(book):
    event = played_200_210(book)
    refused = api(event, event.director, "put", absent="first", reason=WHY)
    assert (refused.status_code, refused.json()["code"]) == (409, "say_whether_begun")
    assert event.game().outcome == "played"


def test_nsa_iii_g_the_api_gives_a_begun_game_as_rated_at_50_and_the_deficit():
    event = played_200_210("nsa-2004")
    said = {"absent": "first", "begun": True, "first_score": 200, "second_score": 210, "reason": WHY}
    assert api(event, event.director, "put", **said).json()["rated"] is True
    assert counted(event.game()) == (0, -60, 2, 60)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", ["no_show", "lateness_forfeit"])
def test_nsa_iii_g_a_game_that_shows_play_is_no_lateness_forfeit_until_it_is_said_not_to_have_begun(book, kind):
    event = make_event(book)
    adjust_game(by=event.director, game=event.game(), side="first", kind="challenge", points=-5)
    with pytest.raises(SayWhetherBegun):
        work_out(event.game(), HowItEnded(kind, "first"))
    assert work_out(event.game(), HowItEnded(kind, "first", begun=False)).outcome.kind == kind


@pytest.mark.parametrize(("begun", "kind", "rated"), [(True, "awarded", True), (False, "penalty_unplayed", False)])
def test_nsa_iii_g_an_awarded_game_is_rated_only_if_it_had_begun(begun, kind, rated):
    event = make_event("nsa-2004")
    with pytest.raises(SayWhetherBegun):
        work_out(event.game(), HowItEnded("awarded", "first", margin=60))
    outcome = work_out(event.game(), HowItEnded("awarded", "first", margin=60, begun=begun)).outcome
    assert (outcome.kind, outcome.rated) == (kind, rated)


@pytest.mark.parametrize(
    ("book", "asked"),
    [*((book, {"begun"}) for book in (WESPA, *SILENT)), ("nsa-2004", {"tile_drawn", "opponent_alerted"})],
)
@pytest.mark.parametrize("kind", ["resigned", "left_early", "penalty_forfeit", "awarded"])
def test_nsa_iii_g_begun_is_two_plain_questions_where_the_book_defines_it(book, asked, kind):
    event = make_event(book)
    client = logged_in(event.director)
    form = client.get(url("table", event.game().pk), {"end": kind}).context["ended_form"]
    assert set(form.fields) & {"begun", "tile_drawn", "opponent_alerted"} == asked


# --- leaving early ---------------------------------------------------------------------------------


@pytest.mark.parametrize("book", (WESPA, *SILENT))
def test_wespa_5_7_a_who_left_early_is_asked_whether_it_was_an_emergency(book):
    event = make_event(book)
    left = {"first_score": 300, "second_score": 330, "begun": True}
    with pytest.raises(SayWhetherEmergency, match="Say whether the player left in an emergency"):
        work_out(event.game(), HowItEnded("left_early", "first", **left))
    refused = api(event, event.director, absent="first", reason=WHY, **left)
    assert (refused.status_code, refused.json()["code"]) == (409, "say_whether_emergency")


def test_wespa_5_7_d_who_left_without_an_emergency_loses_by_the_directors_margin():
    event = make_event(WESPA)
    left = {"first_score": 300, "second_score": 330, "begun": True, "emergency": False}
    refused = api(event, event.director, absent="first", reason=WHY, **left)
    assert "Give the margin you set" in refused.json()["detail"]
    assert api(event, event.director, absent="first", reason=WHY, margin=200, **left).status_code == 201
    assert (event.game().outcome, counted(event.game())) == ("left_early", (0, -200, 2, 200))


def test_nsa_iii_g_2_who_left_is_not_asked_about_an_emergency():
    event = make_event("nsa-2004")
    left = {"first_score": 300, "second_score": 330, "begun": True}
    assert api(event, event.director, absent="first", reason=WHY, **left).status_code == 201
    assert counted(event.game()) == (0, -80, 2, 80)


# --- time over -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "scores", "margin"),
    [
        ("", (640, 300), 100), ("opponents-lead", (640, 300), 100), ("either-lead", (640, 300), 240),
        ("opponents-lead", (420, 380), 100), ("either-lead", (420, 380), 100), ("opponents-lead", (300, 450), 250),
        ("either-lead", (300, 450), 250),
    ],
)  # fmt: skip
def test_wespa_5_3_3_a_leader_who_overruns_loses_by_100_or_as_the_organiser_reads_it_by_their_own_lead(
    reading, scores, margin
):
    event = make_event(WESPA, choices={"overtime_margin": reading} if reading else {})
    ended = HowItEnded("overtime_forfeit", "first", *scores, seconds_over=600)
    decide(by=event.director, game=event.game(), ended=ended, reason=WHY)
    assert counted(event.game()) == (0, -margin, 2, margin)


# --- byes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "nsa-2004"])
@pytest.mark.parametrize("choice", ["win", "half", "none"])
def test_a_bye_by_hand_gives_what_the_events_bye_gives(book, choice):
    event = make_event(book, players=5, choices={"bye_result": choice, "bye_spread": "40"})
    decided = decide(by=event.director, game=event.bye(), ended=HowItEnded("bye"), reason=WHY)
    given = bye(event.division.tournament.rules)
    row = Game.objects.get(pk=decided.game.pk)
    assert (row.outcome, row.first_halves, row.first_spread) == (given.kind, given.first_halves, given.first_spread)
    assert row.first_halves == {"win": 2, "half": 1, "none": 0}[choice]
