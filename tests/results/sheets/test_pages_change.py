"""The list of a round's results; corrections, forfeits, results taken back."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from results.games.services.outcomes import played_by, record_outcome, record_result, result_text
from results.rulings.services.forfeits import HowItEnded, decide
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Game, Round
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.results.looking import look_and_save

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=5, rounds=3)


@pytest.fixture
def director(division: Division, client: Client) -> User:
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


@pytest.fixture
def row(division: Division, director: User) -> Round:
    """1-2, 3-4 and a bye for 5."""
    return make_round(division, 1, pairs=[(1, 2), (3, 4), (5, None)])


def url(row: Round, name: str, pk: int | None = None) -> str:
    division = row.division
    return reverse(f"results:{name}", args=[division.tournament.slug, division.code, row.number if pk is None else pk])


def board(row: Round, number: int | None) -> Game:
    return Game.objects.with_people().get(round=row, board=number)


def text(response: Any) -> str:
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").split())


# --- who may ---------------------------------------------------------------------------------------


def test_a_scorer_sees_no_link_to_correct(row: Round, client: Client) -> None:
    play(board(row, 1))
    client.force_login(make_user("scorer", tournament=row.division.tournament, role=Role.SCORER))
    assert "Correct" not in text(client.get(url(row, "round")))


# --- the list --------------------------------------------------------------------------------------


def test_every_game_is_listed_with_its_result_by_table_byes_last(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    page = text(client.get(url(row, "round")))
    assert "1 missing" in page
    names = [str(one) for one in row.division.entries.select_related("player")]
    assert (
        f"1 {names[0]} {names[1]} 431 388 +43 Correct table 1 Details at table 1 "
        f"2 {names[2]} {names[3]} missing Forfeit table 2 Details at table 2 – {names[4]} bye" in page
    )


def test_spreads_and_forfeits_are_listed_as_what_they_are(row: Round, client: Client, director: User) -> None:
    record_outcome(by=director, game=board(row, 1), outcome=played_by(-43))
    decide(by=director, game=board(row, 2), ended=HowItEnded("no_show", "first"), reason="never came")
    page = text(client.get(url(row, "round")))
    assert "-43 43 spread only" in page
    assert "did not come -75 / 75" in page
    assert "All results are in" in page


def test_an_unpublished_round_leads_to_where_it_is_paired(row: Round, client: Client) -> None:
    address = reverse("results:round", args=["lakeside-open", "a", 2])
    assert reverse("pairings:round", args=["lakeside-open", "a", 2]) in client.get(address).content.decode()


# --- corrections -----------------------------------------------------------------------------------


def test_the_scores_to_correct_keep_their_order_beside_a_name_from_right_to_left(
    row: Round, client: Client, director: User
) -> None:
    first = board(row, 1).first.player
    first.name = "\u05e9\u05e8\u05d4"
    first.save()
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    page = client.get(url(row, "correct", board(row, 1).pk)).content.decode()
    assert "Written: \u2068\u05e9\u05e8\u05d4\u2069 431, " in page


def test_the_page_shows_the_old_result_and_starts_from_it(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    response = client.get(url(row, "correct", board(row, 1).pk))
    assert f"Now Written: {board(row, 1).first.player} 431, " in text(response)
    assert 'name="first_score" value="431"' in response.content.decode()


def test_a_correction_is_recorded_and_lists_the_rounds_paired_from_the_old_standings(
    row: Round, client: Client, director: User
) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    later = make_round(row.division, 2)
    Round.objects.filter(pk=later.pk).update(paired_after=1)
    sent = {"kind": "played", "first_score": 388, "second_score": 431, "reason": "wrong way round"}
    response = look_and_save(client, url(row, "correct", board(row, 1).pk), sent, follow=True)
    assert f"Round 1, table 1: corrected. {board(row, 1).second.player} wins by 43, rated." in text(response)
    assert "Round 2 was paired from the standings before this correction" in text(response)
    assert reverse("pairings:round", args=["lakeside-open", "a", 2]) in response.content.decode()
    assert Record.objects.order_by("-seq")[0].why == "wrong way round"


def test_a_correction_that_no_round_was_paired_from_lists_none(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    sent = {"kind": "played", "first_score": 388, "second_score": 431, "reason": "wrong way round"}
    response = look_and_save(client, url(row, "correct", board(row, 1).pk), sent, follow=True)
    assert "paired from the standings" not in text(response)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"kind": "spread", "margin": -17}, ("-17", (-17, 17))),
        ({"kind": "first", "begun": "no", "margin": 75}, ("did not come", (-75, 75))),
        ({"kind": "second", "begun": "no", "margin": ""}, ("did not come", (75, -75))),
        ({"kind": "second", "begun": "no", "margin": 90}, ("did not come", (90, -90))),
        ({"kind": "both", "begun": "no", "margin": 75}, ("forfeited by both", (-75, -75))),
        (
            {"kind": "first", "begun": "yes", "emergency": "yes", "first_score": 200, "second_score": 210},
            ("left early", (-60, 60)),
        ),
        ({"kind": "both", "begun": "yes", "margin": 40}, ("forfeited as a penalty", (-40, -40))),
    ],
)
def test_a_result_is_corrected_into_any_other_kind(
    row: Round, client: Client, director: User, sent: dict[str, Any], expected: tuple[str, tuple[int, int]]
) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    look_and_save(client, url(row, "correct", board(row, 1).pk), {**sent, "reason": "ruling"})
    game = board(row, 1)
    assert (result_text(game), (game.first_spread, game.second_spread)) == expected


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"kind": "played", "first_score": 388, "second_score": 431, "reason": ""}, "This field is required"),
        ({"kind": "played", "first_score": 388, "reason": "x"}, "A played game needs this score"),
        ({"kind": "spread", "reason": "x"}, "Give the points"),
        ({"kind": "played", "first_score": 388, "second_score": 9431, "reason": "x"}, "9431 is no score"),
        ({"kind": "played", "first_score": 431, "second_score": 388, "reason": "x"}, "that is the result already"),
        ({"kind": "first", "begun": "no", "margin": -5, "reason": "x"}, "A margin is 0 points or more"),
    ],
)
def test_a_correction_that_cannot_be_keeps_what_was_typed(
    row: Round, client: Client, director: User, sent: dict[str, Any], words: str
) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    response = client.post(url(row, "correct", board(row, 1).pk), sent)
    assert (response.status_code, words in text(response)) == (422, True)
    for name, value in sent.items():
        if name not in ("kind", "begun", "reason"):
            assert f'name="{name}" value="{value}"' in response.content.decode()
    assert (result_text(board(row, 1)), Record.objects.count()) == ("431-388", 1)


@pytest.mark.parametrize("number", [2, None])
def test_a_missing_result_and_a_bye_are_not_corrected_here(row: Round, client: Client, number: int | None) -> None:
    response = client.get(url(row, "correct", board(row, number).pk), follow=True)
    assert response.redirect_chain[-1][0] == url(row, "round")
    assert "has no result to correct" in text(response)


# --- taken back ------------------------------------------------------------------------------------


def test_a_result_is_taken_back(row: Round, client: Client, director: User) -> None:
    record_result(by=director, game=board(row, 1), first_score=431, second_score=388)
    response = client.post(url(row, "withdraw", board(row, 1).pk), follow=True)
    assert "Round 1, table 1 awaits a result again" in text(response)
    assert board(row, 1).outcome == ""


def test_somebody_elses_result_is_taken_back_with_a_reason_only(row: Round, client: Client, director: User) -> None:
    scorer = make_user("scorer", tournament=row.division.tournament, role=Role.SCORER)
    record_result(by=scorer, game=board(row, 1), first_score=431, second_score=388)
    refused = client.post(url(row, "withdraw", board(row, 1).pk), {"reason": ""}, follow=True)
    assert "say why it is taken back" in text(refused)
    client.post(url(row, "withdraw", board(row, 1).pk), {"reason": "wrong slip"})
    assert board(row, 1).outcome == ""


# --- speed -----------------------------------------------------------------------------------------


def test_the_list_takes_the_same_queries_for_20_boards_and_for_200(client: Client) -> None:
    counts = []
    for players in (40, 400):
        division = make_division(make_tournament(f"event-{players}"), players=players)
        client.force_login(make_user(tournament=division.tournament))
        row = make_round(division, 1, results=players // 4)
        client.get(url(row, "round"))
        with CaptureQueriesContext(connection) as captured:
            client.get(url(row, "round"))
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 12
