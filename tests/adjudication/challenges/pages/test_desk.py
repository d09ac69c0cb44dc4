"""The judge's desk: the queue, one line and Enter, the verdict; blind for every opinion after the first."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.services.lookup import lexicons_of
from adjudication.challenges.services.verdicts import adjudicate, ask_second_opinion
from adjudication.lexicons.word_source import lists_by_length, source_of
from adjudication.models import ChallengeSlip, Verdict
from tdsuite.tournaments.models import Game, Round
from tests.adjudication.challenges.cases import Table, fresh, table
from tests.adjudication.challenges.pages.people import SLUG, as_user, said
from tests.factories import make_division, make_round
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db


def url(name: str, *args: object) -> str:
    return reverse(f"challenges:{name}", args=[SLUG, *args])


def key_in(client: Client, slip: ChallengeSlip, words: str, **more: str):
    return client.post(url("slip_judge", slip.pk), {"words": words, **more})


def test_take_the_next_key_its_words_and_read_the_verdict_and_its_cost(at: Table) -> None:
    client = as_user(at.judge)
    slip = at.slip()
    assert "Slip 1" in client.get(url("queue")).content.decode()
    assert client.get(url("next")).headers["Location"] == url("slip", slip.pk)
    page = client.get(url("slip", slip.pk)).content.decode()
    assert 'name="words"' in page and "autofocus" in page and 'autocomplete="off"' in page
    answer = key_in(client, slip, "axle  cwm", key="k1")
    assert answer.headers["Location"] == url("slip", slip.pk)
    page = client.get(url("slip", slip.pk)).content.decode()
    assert "ACCEPTABLE" in page and "UNACCEPTABLE" not in page and "✓" in page
    assert "The play stands; 10 points off the challenger&#x27;s score." in page
    assert client.get(url("next")).headers["Location"] == url("queue")


def test_what_cannot_be_judged_keeps_the_line_and_says_why(at: Table) -> None:
    slip = at.slip("AXLE")
    answer = key_in(as_user(at.judge), slip, "AXLES")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="AXLES"' in page and "not what stands on the slip" in page
    assert Verdict.objects.count() == 0


def test_a_line_typed_while_another_judged_the_slip_is_refused_beside_that_verdict(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    answer = key_in(as_user(at.other_judge), slip, "AXLE", key="late")
    assert answer.status_code == 409
    assert (
        "This slip has its verdict" in answer.text and "ACCEPTABLE" in answer.text and "judge-line" not in answer.text
    )


def test_pressed_twice_is_one_verdict(at: Table) -> None:
    slip, client = at.slip(), as_user(at.judge)
    answers = [key_in(client, slip, "AXLE", key="once") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Verdict.objects.count() == 1


def test_the_second_adjudicator_sees_neither_the_first_keys_nor_the_first_verdict(at: Table) -> None:
    slip = at.slip()
    adjudicate(by=at.judge, slip=slip, words=["BRIGG"])
    ask_second_opinion(by=at.player(at.first), slip=slip)
    client = as_user(at.other_judge)
    for address in (url("queue"), url("slip", slip.pk)):
        page = client.get(address).content.decode()
        assert "BRIGG" not in page and "unacceptable</" not in page and 'class="verdict' not in page
    assert "You have judged this slip already" in as_user(at.judge).get(url("slip", slip.pk)).content.decode()
    key_in(client, slip, "AXLE")
    assert fresh(slip).state == "with-director"
    page = client.get(url("slip", slip.pk))
    assert 'class="verdict' not in page.content.decode()
    assert said(page) == ["Your verdict is saved. It does not settle the slip: somebody else looks now."]


def test_the_director_settles_opinions_that_differ(at: Table) -> None:
    slip = at.slip()
    adjudicate(by=at.judge, slip=slip, words=["BRIGG"])
    ask_second_opinion(by=at.player(at.first), slip=slip)
    adjudicate(by=at.other_judge, slip=slip, words=["BRIG"])
    assert as_user(at.judge).get(url("next")).headers["Location"] == url("queue")
    director = as_user(at.director)
    assert director.get(url("next")).headers["Location"] == url("slip", slip.pk)
    key_in(director, slip, "BRIG", stated="stands")
    assert (fresh(slip).state, fresh(slip).acceptable) == ("closed", True)


def test_a_placement_is_for_the_director_who_looks_at_the_board(at: Table) -> None:
    slip = at.slip(of=ChallengeOf.PLACEMENT)
    page = as_user(at.judge).get(url("slip", slip.pk)).content.decode()
    assert "The director rules on this slip." in page and 'name="stated"' not in page
    page = as_user(at.director).get(url("slip", slip.pk)).content.decode()
    assert "Look at the board." in page and 'name="words"' not in page
    key_in(as_user(at.director), slip, "", stated="comes_off")
    assert fresh(slip).acceptable is False


@pytest.mark.parametrize(
    ("of", "button"), [(ChallengeOf.PLACEMENT, "The play comes off"), (ChallengeOf.EXCHANGE, "The exchange is illegal")]
)
def test_a_slip_without_words_has_its_own_buttons_and_no_word_of_words(at: Table, of: ChallengeOf, button: str) -> None:
    slip, director = at.slip(of=of), as_user(at.director)
    page = director.get(url("slip", slip.pk)).text
    assert [each for each in ("The play comes off", "The exchange is illegal") if each in page] == [button]
    assert "which word is unacceptable" not in director.get(url("slip", slip.pk)).text


def test_the_queue_and_its_part_make_the_same_queries_for_1_and_30_slips(at: Table) -> None:
    def queries() -> list[int]:
        return [statements_of_page(client, url("queue"), **headers) for headers in ({}, {"HX-Request": "true"})]

    client = as_user(at.judge)
    other = make_division(at.division.tournament, players=60, rounds=2, code="b")
    row = make_round(other, 1, status=Round.Status.PLAYING)
    games = list(Game.objects.with_people().filter(round=row))
    for game in games[:2]:
        at.slip("AXLE", game=game, challenger=game.first_id, handed_over=game is games[0])
    with_one = queries()
    for game in games[2:]:
        at.slip("AXLE", game=game, challenger=game.first_id, handed_over=game.pk % 2 == 0)
    assert queries() == with_one


def test_the_runner_sees_the_tables_and_takes_the_slip(at: Table) -> None:
    slip, client = at.slip("AXLE", handed_over=False), as_user(at.judge)
    assert "For the runner: 1 at the table" in client.get(url("queue")).content.decode()
    client.post(url("hand", slip.pk))
    assert fresh(slip).state == "with-runner"


def test_what_players_key_at_the_station_is_nobody_elses_next_slip(at: Table) -> None:
    slip, client = at.slip(way="station"), as_user(at.judge)
    page = client.get(url("queue")).content.decode()
    assert "Nothing to judge" in page and "The players judge: 1 at the station" in page
    assert client.get(url("next")).headers["Location"] == url("queue")
    adjudicate(by=at.station, slip=slip, words=["AXLE"])
    ask_second_opinion(by=at.player(at.first), slip=slip)
    assert client.get(url("next")).headers["Location"] == url("slip", slip.pk)


def test_an_official_writes_a_slip_and_judges_it_at_once(at: Table) -> None:
    client = as_user(at.judge)
    assert url("slip_new", at.game.pk) in client.get(url("slip_choose")).content.decode()
    sent = {"challenger": at.second.pk, "way": "runner", "of": "words", "handed_over": "on", "agreed": "on", "key": "k"}
    answer = client.post(url("slip_new", at.game.pk), sent)
    slip = ChallengeSlip.objects.get()
    assert answer.headers["Location"] == url("slip", slip.pk)
    assert (slip.challenger_id, slip.state, slip.agreed) == (at.second.pk, "with-runner", True)
    again = client.post(url("slip_new", at.game.pk), {**sent, "key": "other"})
    assert again.status_code == 422
    assert "Slip 1 of this game is still open: finish it first." in again.content.decode()


STEPS = [
    ("agree", {}, {"written"}, "Say for which of the two players you speak."),
    ("close", {}, {"written"}, "This slip is written, at the table: you cannot close now."),
    ("void", {"reason": ""}, {"written"}, "Say why this slip is struck out."),
    ("void", {"reason": "the wrong table"}, {"closed"}, "Slip 1 is struck out."),
    ("reissue", {"words": "CWM"}, {"closed", "written"}, "Slip 1 is without effect; slip 2 takes its place."),
    ("take_back", {"ending": "blank"}, {"written"}, "II.L.8"),
    ("words", {"words": "FJORD"}, {"written"}, "The words are changed."),
]


@pytest.mark.parametrize(("name", "sent", "states", "told"), STEPS)
def test_every_step_says_what_it_did_or_why_not(at: Table, name: str, sent: dict, states: set, told: str) -> None:
    slip, client = at.slip("AXLE", handed_over=False), as_user(at.director)
    page = client.post(url(name, slip.pk), sent, follow=True)
    assert set(ChallengeSlip.objects.values_list("state", flat=True)) == states
    if told != "II.L.8":
        assert said(page)[0].startswith(told)


def test_agreed_one_by_one(at: Table) -> None:
    slip, client = at.slip("AXLE", handed_over=False, agreed=False), as_user(at.judge)
    for entry in (slip.challenger_id, slip.challenged_id):
        client.post(url("agree", slip.pk), {"entry": entry})
    assert fresh(slip).agreed


def test_another_opinion_is_asked_for_where_the_rule_is_cited(at: Table) -> None:
    slip, _ = at.judged("AXLE")
    client = as_user(at.judge)
    page = client.get(url("slip", slip.pk)).content.decode()
    assert "3.10.11" in page and 'name="flaw"' not in page
    assert "Say" in said(client.post(url("opinion", slip.pk), {}, follow=True))[0]
    assert fresh(slip).state == "adjudicated"
    client.post(url("opinion", slip.pk), {"entry": at.first.pk})
    assert fresh(slip).state == "second-opinion"


def test_nsa_app_c_a_10_a_self_look_up_is_asked_again_over_a_flaw_only() -> None:
    at = table("nsa-2004")
    slip, _ = at.judged("AXLE", way="station")
    page = as_user(at.judge).get(url("slip", slip.pk)).content.decode()
    assert 'value="program"' in page and 'value="mistyped"' in page


def test_nsa_ii_l_6_the_director_grants_a_third_opinion() -> None:
    at = table("nsa-2004")
    slip, _ = at.judged("AXLE")
    ask_second_opinion(by=at.player(at.first), slip=slip)
    adjudicate(by=at.other_judge, slip=slip, words=["AXLE"])
    assert "Have a third adjudicator look" in as_user(at.director).get(url("slip", slip.pk)).content.decode()
    as_user(at.director).post(url("third", slip.pk))
    assert fresh(slip).state == "third-opinion"


def plain(response: HttpResponse) -> str:
    """The words of a page, without tags."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", response.content.decode())))


# ── which list rules which length ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide"])
def test_nsa_i_a_1_the_judge_sees_which_list_rules_words_of_which_length(book: str) -> None:
    at = table(book)
    client = as_user(at.judge)
    source = source_of(at.division.tournament)
    spans = lists_by_length(source)
    assert (spans[0][0], spans[-1][1]) == (2, 15)
    page = plain(client.get(url("slip", at.slip().pk)))
    assert f"Judged by {lexicons_of(at.division)}." in page
    for shortest, longest, names in spans:
        assert f"{shortest} to {longest} letters, {', then '.join(names)}" in page


def test_nsa_i_a_1_ten_letters_go_to_the_long_list_and_nine_do_not() -> None:
    (_, nine, short), (ten, _, long) = lists_by_length(source_of(table("nsa-2004").division.tournament))
    assert (nine, ten) == (9, 10) and short != long
