"""A player's own phone: write, agree, hand over, watch; nobody else's game, and no word about which word failed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.challenges.engine.penalty import ChallengeOf
from adjudication.challenges.services.slips import choose_ways
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import ChallengeSlip
from tdsuite.tournaments.models import Entry
from tests.adjudication.challenges.cases import Table, fresh, table
from tests.adjudication.challenges.pages.people import SLUG, as_player, as_station, as_user, said
from tests.results.looking import text
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db


def game(at: Table) -> str:
    return reverse("slips:game", args=[SLUG, at.game.pk])


def press(client: Client, step: str, slip: ChallengeSlip, **sent: str):
    return client.post(reverse(f"slips:{step}", args=[SLUG, slip.pk]), sent, follow=True)


def write(client: Client, at: Table, words: str, **more: str):
    return client.post(game(at), {"words": words, "way": "runner", "of": "words", "key": "k", **more})


def test_from_the_players_page_straight_to_the_game_that_is_played(at: Table) -> None:
    client = as_player(at.first)
    assert f'href="{game(at)}"' in client.get(reverse("results:me", args=[SLUG])).content.decode()
    page = client.get(game(at))
    assert page.status_code == 200 and "no-store" in page.headers["Cache-Control"]
    assert 'autocomplete="off"' in page.content.decode()


def test_write_agree_hand_over_judge_accept(at: Table) -> None:
    challenger, challenged = as_player(at.second), as_player(at.first)
    assert write(challenger, at, "axle cwm").status_code == 302
    slip = ChallengeSlip.objects.get()
    assert (slip.written, slip.challenger_id, slip.state) == (["AXLE", "CWM"], at.second.pk, "written")
    page = press(challenger, "hand", slip)
    assert said(page) == ["Your opponent has not agreed to the words yet; if you cannot agree, call the director."]
    page = challenged.get(game(at)).content.decode()
    assert "challenges you" in page and "AXLE" in page and "Yes, these words are on the board" in page
    press(challenged, "agree", slip)
    assert "The runner has it" in challenger.get(game(at)).content.decode()
    press(challenger, "hand", slip)
    assert fresh(slip).state == "with-runner"
    adjudicate(by=at.judge, slip=slip, words=["AXLE", "CWM"])
    for client in (challenger, challenged):
        page = client.get(game(at), headers={"HX-Request": "true"}).content.decode()
        assert page.lstrip().startswith('<div id="challenges"')
        assert "ACCEPTABLE" in page and "10 points off the challenger" in page
    press(challenged, "close", slip)
    assert fresh(slip).state == "closed"


def test_a_slip_without_words_or_with_letters_that_are_none_keeps_what_was_typed(at: Table) -> None:
    client = as_player(at.second)
    assert write(client, at, " ").status_code == 422
    answer = write(client, at, "AXLE B4D")
    assert answer.status_code == 422 and 'value="AXLE B4D"' in answer.content.decode()
    assert ChallengeSlip.objects.count() == 0


@pytest.mark.parametrize(
    ("language", "reason", "what_to_do"),
    [
        ("en", "Slip 1 of this game is still open: finish it first.", "Then write yours again."),
        ("fr", "Le bulletin 1 de cette partie est encore ouvert", "Ensuite, écrivez de nouveau la vôtre."),
        ("es", "La boleta 1 de esta partida sigue abierta", "Después, escriba de nuevo el suyo."),
    ],
)
def test_a_challenge_that_is_refused_because_another_is_open_says_why_what_to_do_and_its_words(
    at: Table, language: str, reason: str, what_to_do: str
) -> None:
    write(as_player(at.second), at, "AXLE")
    client = as_player(at.first)
    answer = client.post(
        game(at),
        {"words": "cwm jinx", "way": "runner", "of": "words", "key": "k2"},
        headers={"Accept-Language": language},
    )
    alert = re.search(r'<div class="note error" role="alert">(.*?)</div>', answer.text, re.DOTALL)
    assert answer.status_code == 422 and alert and ChallengeSlip.objects.count() == 1
    assert reason in alert[1] and what_to_do in alert[1] and "cwm jinx" in alert[1]
    assert 'role="alert"' not in client.get(game(at)).text


def test_the_opponents_own_page_says_that_a_challenge_awaits_their_agreement(at: Table) -> None:
    page = reverse("results:me", args=[SLUG])
    phone, other = as_player(at.first), as_player(at.second)
    write(other, at, "AXLE")
    assert f"{at.second.player} challenges you : Look at the words of the slip and agree to them." in text(
        phone.get(page)
    )
    assert "You challenge" in text(other.get(page))
    press(phone, "agree", ChallengeSlip.objects.get())
    assert "agree to them" not in text(phone.get(page))


def test_put_right_at_the_table_takes_the_opponents_agreement_back(at: Table) -> None:
    challenger = as_player(at.second)
    write(challenger, at, "AXLE")
    slip = ChallengeSlip.objects.get()
    press(as_player(at.first), "agree", slip)
    press(challenger, "words", slip, words="CWM")
    assert (fresh(slip).written, fresh(slip).agreed) == (["CWM"], False)


def test_wespa_3_10_10_c_the_challenged_player_can_neither_concede_nor_change(at: Table) -> None:
    write(as_player(at.second), at, "AXLE")
    slip, client = ChallengeSlip.objects.get(), as_player(at.first)
    for step in ("words", "hand", "take_back", "reissue"):
        press(client, step, slip, words="CWM", ending="blank")
    assert (fresh(slip).written, fresh(slip).state) == (["AXLE"], "written")
    assert "Take it back" not in client.get(game(at)).content.decode()


def test_wespa_3_10_16_b_a_placement_awaits_the_director_and_no_second_look_up(at: Table) -> None:
    at.slip(of=ChallengeOf.PLACEMENT)
    page = as_player(at.first).get(game(at)).content.decode()
    assert "The director comes to the table." in page and "until the words are judged again" not in page


def test_wespa_3_10_11_a_player_asks_for_a_second_opinion_and_no_verdict_stands(at: Table) -> None:
    slip, _ = at.judged("AXXLE")
    client = as_player(at.first)
    assert "UNACCEPTABLE" in client.get(game(at)).content.decode()
    # Opened, it stays open when the page is renewed under the finger.
    assert f'<details class="confirm" id="opinion-{slip.pk}" hx-preserve>' in client.get(game(at)).content.decode()
    press(client, "opinion", slip)
    page = client.get(game(at)).content.decode()
    assert fresh(slip).state == "second-opinion"
    assert "ACCEPTABLE" not in page and "The verdict is open until the words are judged again." in page


def test_a_flaw_that_no_form_offers_is_refused_and_changes_nothing(at: Table) -> None:
    slip, _verdict = at.judged("axxle")
    before, client = fresh(slip).state, as_player(at.first)
    page = press(client, "opinion", slip, flaw="zz").content.decode() + client.get(game(at)).content.decode()
    assert "Choose on the page why the words are looked up again." in page
    assert (fresh(slip).state, fresh(slip).flaw) == (before, "")


def test_nsa_ii_l_8_a_misunderstood_blank_lets_the_challenge_be_taken_back() -> None:
    at = table("nsa-2004")
    client = as_player(at.second)
    write(client, at, "AXLE")
    slip = ChallengeSlip.objects.get()
    assert "Take it back" in client.get(game(at)).content.decode()
    press(client, "take_back", slip, ending="blank")
    assert fresh(slip).ending == "blank"


def test_only_the_ways_of_the_event_are_offered(at: Table) -> None:
    choose_ways(by=at.director, tournament=at.division.tournament, runner=False, self_run=False, station=True)
    page = as_player(at.first).get(game(at)).content.decode()
    offered = [way for way in ("runner", "self-run", "station", "table") if f'name="way" value="{way}"' in page]
    assert offered == ["station", "table"]


def test_the_page_makes_no_more_queries_for_many_challenges(at: Table) -> None:
    client = as_player(at.first)
    at.judged("AXLE", "CWM")
    at.judged("AXLE", "CWM")
    with_two = statements_of_page(client, game(at))
    for _ in range(6):
        at.judged("AXLE", "BRIGG")
    assert statements_of_page(client, game(at)) == with_two


def test_nobody_else_sees_the_game_or_presses_on_its_slips(at: Table) -> None:
    slip = at.slip("AXLE", handed_over=False, agreed=False)
    other = Entry.objects.filter(division=at.division).exclude(pk__in=[at.first.pk, at.second.pk]).first()
    stranger, third = Client(), as_player(other)
    assert stranger.get(game(at)).status_code == 302
    assert stranger.post(game(at)).status_code == 401
    assert third.get(game(at)).status_code == 404
    for client, status in ((stranger, 401), (third, 404), (as_user(at.director), 401), (as_station(at), 401)):
        answer = client.post(reverse("slips:agree", args=[SLUG, slip.pk]))
        assert answer.status_code == status
    assert not fresh(slip).agreed


COVER = "Both of you cover your tiles or turn them face down before you leave the table."


@pytest.mark.parametrize(("way", "covers"), [("self-run", True), ("station", True), ("runner", False)])
def test_wespa_3_10_8_3_10_9_nsa_app_c_who_leaves_the_table_covers_the_tiles_first(
    at: Table, way: str, covers: bool
) -> None:
    choose_ways(
        by=at.director,
        tournament=at.division.tournament,
        **{name: name.replace("_", "-") == way for name in ("runner", "self_run", "station")},
    )
    phone = as_player(at.second)
    write(phone, at, "AXLE", way=way)
    press(as_player(at.first), "agree", ChallengeSlip.objects.get())
    assert (COVER in text(phone.get(game(at)))) is covers


@pytest.mark.parametrize(
    ("book", "says"),
    [
        ("wespa-2010", "Another word judge types the words again, without knowing this verdict."),
        ("scrabble-guide", "A word judge types the words again, and that verdict is final."),
    ],
)
def test_guide_others_a_second_opinion_needs_no_other_word_judge(book: str, says: str) -> None:
    at = table(book)
    at.judged("AXXLE")
    assert says in text(as_player(at.first).get(game(at)))
