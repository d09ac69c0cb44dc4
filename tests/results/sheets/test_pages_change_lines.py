"""Corrections where lines stand: what counts is shown before it is saved, and nobody guesses whether the scores have the lines in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from results.games.services.outcomes import record_result
from tdsuite.platform.audit.models import Record
from tests.results.games.test_lines_of_a_result import end, penalty
from tests.results.looking import field, look_and_save, text
from tests.results.rulings.cases import Event, counted, lines, make_event, total

pytestmark = pytest.mark.django_db
REASON = {"reason": "by the paper sheet"}


@pytest.fixture
def event(client: Client) -> Event:
    made = make_event("wespa-2010")
    client.force_login(made.director)
    return made


def address(event: Event) -> str:
    return reverse("results:correct", args=[event.division.tournament.slug, event.division.code, event.game().pk])


def typed(first: int, second: int, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "first_score": first, "second_score": second, **REASON, **more}


def test_wespa_5_3_2_the_old_account_and_the_new_one_are_shown_before_anything_is_saved(
    event: Event, client: Client
) -> None:
    end(event, event.game())
    records = Record.objects.count()
    looked = client.post(address(event), typed(378, 373, lines="within"))
    assert looked.status_code == 200
    assert (
        "Now Written: Ada Winterbourne 400, Dmitri Quillfeather 380. Ada Winterbourne: tiles gained +7 (5.1.4). "
        "Ada Winterbourne: overtime -30, 2:10 over time (5.3.2). Dmitri Quillfeather: tiles left -7 (5.1.4). "
        "Counts: Ada Winterbourne 377, Dmitri Quillfeather 373. Ada Winterbourne wins by 4, rated. "
        "Then Written: Ada Winterbourne 401, Dmitri Quillfeather 380."
    ) in text(looked)
    assert "Counts: Ada Winterbourne 378, Dmitri Quillfeather 373. Ada Winterbourne wins by 5, rated." in text(looked)
    assert (total(event.game()), Record.objects.count()) == ((377, 373), records)
    saved = client.post(address(event), {**typed(378, 373, lines="within"), "save": field(looked, "save")}, follow=True)
    assert "Round 1, table 1: corrected. Ada Winterbourne wins by 5, rated." in text(saved)
    assert (total(event.game()), len(lines(event.game()))) == ((378, 373), 3)


def test_wespa_5_3_2_taking_the_result_back_says_which_lines_go_with_it_and_which_stay(
    event: Event, client: Client
) -> None:
    end(event, event.game())
    assert (
        "The record keeps the old one. These go with it. Ada Winterbourne: tiles gained +7 (5.1.4). Ada Winterbourne: "
        "overtime -30, 2:10 over time (5.3.2). Dmitri Quillfeather: tiles left -7 (5.1.4). Reason"
    ) in text(client.get(address(event)))
    penalty(event, event.game(), -5)
    assert "tiles left -7 (5.1.4). These stay. Ada Winterbourne: " in text(client.get(address(event)))


@pytest.mark.parametrize(
    ("choice", "totals", "rows"), [("on_top", (354, 366), 3), ("within", (377, 373), 3), ("go", (377, 373), 0)]
)
def test_wespa_5_3_2_the_lines_of_the_old_result_stay_or_go_as_was_chosen(
    event: Event, client: Client, choice: str, totals: tuple[int, int], rows: int
) -> None:
    end(event, event.game())
    saved = look_and_save(client, address(event), typed(377, 373, lines=choice))
    if choice == "within":  # 377-373 with the lines in it is what stands
        assert "that is the result already" in text(saved)
    assert (total(event.game()), len(lines(event.game()))) == (totals, rows)


def test_wespa_3_10_15_nothing_is_corrected_until_it_is_said_whether_the_penalty_is_in_the_scores(
    event: Event, client: Client
) -> None:
    penalty(event, event.game())
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    page = client.get(address(event))
    assert "Lines that stand with this game The scores are as written before these lines" in text(page)
    assert "Ada Winterbourne: challenge -15 (3.10.15(b)(iii))." in text(page)
    assert 'value="go"' not in page.content.decode()
    refused = look_and_save(client, address(event), typed(410, 390))
    assert (refused.status_code, "Say whether the scores have these lines in." in text(refused)) == (422, True)
    look_and_save(client, address(event), typed(410, 390, lines="on_top"))
    assert (total(event.game()), counted(event.game())) == ((395, 390), (2, 5, 0, -5))


@pytest.mark.parametrize(("choice", "spread"), [("on_top", -3), ("within", 12)])
def test_wespa_3_10_15_a_spread_is_corrected_with_or_without_the_penalty(
    event: Event, client: Client, choice: str, spread: int
) -> None:
    penalty(event, event.game())
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    look_and_save(client, address(event), {"kind": "spread", "margin": 12, "lines": choice, **REASON})
    assert counted(event.game())[1] == spread


def test_a_forfeit_is_not_asked_about_lines_and_is_shown_before_it_is_saved(event: Event, client: Client) -> None:
    penalty(event, event.game())
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    sent = {"kind": "second", "begun": "no", "margin": "", **REASON}
    looked = client.post(address(event), sent)
    assert "Ada Winterbourne wins by 75, not rated. Correct the result" in text(looked)
    assert event.game().outcome == "played"
    look_and_save(client, address(event), sent)
    assert counted(event.game()) == (2, 75, 0, -75)


def test_what_changed_since_it_was_looked_at_is_shown_anew(event: Event, client: Client) -> None:
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390)
    looked = client.post(address(event), typed(401, 390))
    again = client.post(address(event), {**typed(411, 390), "save": field(looked, "save")})
    assert "Counts" not in text(again)
    assert "Ada Winterbourne wins by 21, rated. Correct the result" in text(again)
    assert total(event.game()) == (400, 390)


@pytest.mark.parametrize(("choice", "written"), [("on_top", 300), ("within", 315)])
def test_wespa_5_7_a_begun_forfeit_is_asked_whether_the_penalty_is_in_its_scores(
    event: Event, client: Client, choice: str, written: int
) -> None:
    penalty(event, event.game())
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    sent = {"kind": "first", "begun": "yes", "emergency": "yes", "first_score": 300, "second_score": 330, **REASON}
    refused = look_and_save(client, address(event), sent)
    assert (refused.status_code, "Say whether the scores have these lines in." in text(refused)) == (422, True)
    look_and_save(client, address(event), {**sent, "lines": choice})
    assert (event.game().first_score, total(event.game())) == (written, (written - 15, 330))
    assert counted(event.game())[1] == -(330 - (written - 15) + 50)
