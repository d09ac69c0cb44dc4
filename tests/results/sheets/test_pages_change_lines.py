"""Corrections where lines stand: what counts is shown before it is saved, and nobody guesses whether the scores have the lines in."""

from typing import Any

import pytest
from django.test import Client

from results.games.services.outcomes import record_result
from tdsuite.platform.audit.models import Record
from tests.results.games.test_lines_of_a_result import end, penalty
from tests.results.looking import field, look_and_save, text
from tests.results.rulings.cases import Event, counted, lines, make_event, total, url

pytestmark = pytest.mark.django_db
REASON = {"reason": "by the paper sheet"}


@pytest.fixture
def event(client: Client) -> Event:
    made = make_event("wespa-2010")
    client.force_login(made.director)
    return made


def correct(event: Event) -> str:
    return url("correct", event.game().pk)


@pytest.fixture
def penalised(event: Event) -> Event:
    """15 points off the first player, and 400-390 written before them."""
    penalty(event, event.game())
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390, with_lines=False)
    return event


def typed(first: int, second: int, **more: Any) -> dict[str, Any]:
    return {"kind": "played", "first_score": first, "second_score": second, **REASON, **more}


def test_wespa_5_3_2_the_old_account_and_the_new_one_are_shown_before_anything_is_saved(
    event: Event, client: Client
) -> None:
    end(event, event.game())
    records = Record.objects.count()
    looked = client.post(correct(event), typed(378, 373, lines="within"))
    assert looked.status_code == 200
    assert (
        "Now Written: Ada Winterbourne 400, Dmitri Quillfeather 380. Ada Winterbourne: tiles gained +7 (5.1.4). "
        "Ada Winterbourne: overtime -30, 2:10 over time (5.3.2). Dmitri Quillfeather: tiles left -7 (5.1.4). "
        "Counts: Ada Winterbourne 377, Dmitri Quillfeather 373. Ada Winterbourne wins by 4, rated. "
        "Then Written: Ada Winterbourne 401, Dmitri Quillfeather 380."
    ) in text(looked)
    assert "Counts: Ada Winterbourne 378, Dmitri Quillfeather 373. Ada Winterbourne wins by 5, rated." in text(looked)
    assert (total(event.game()), Record.objects.count()) == ((377, 373), records)
    saved = client.post(correct(event), {**typed(378, 373, lines="within"), "save": field(looked, "save")}, follow=True)
    assert "Round 1, table 1: corrected. Ada Winterbourne wins by 5, rated." in text(saved)
    assert (total(event.game()), len(lines(event.game()))) == ((378, 373), 3)


def test_wespa_5_3_2_taking_the_result_back_says_which_lines_go_with_it_and_which_stay(
    event: Event, client: Client
) -> None:
    end(event, event.game())
    assert (
        "The record keeps the old one. These go with it. Ada Winterbourne: tiles gained +7 (5.1.4). Ada Winterbourne: "
        "overtime -30, 2:10 over time (5.3.2). Dmitri Quillfeather: tiles left -7 (5.1.4). Reason"
    ) in text(client.get(url("table", event.game().pk)))
    penalty(event, event.game(), -5)
    assert "tiles left -7 (5.1.4). These stay. Ada Winterbourne: " in text(client.get(url("table", event.game().pk)))


@pytest.mark.parametrize(
    ("choice", "totals", "rows"), [("on_top", (354, 366), 3), ("within", (377, 373), 3), ("go", (377, 373), 0)]
)
def test_wespa_5_3_2_the_lines_of_the_old_result_stay_or_go_as_was_chosen(
    event: Event, client: Client, choice: str, totals: tuple[int, int], rows: int
) -> None:
    end(event, event.game())
    saved = look_and_save(client, correct(event), typed(377, 373, lines=choice))
    if choice == "within":  # 377-373 with the lines in it is what stands
        assert "that is the result already" in text(saved)
    assert (total(event.game()), len(lines(event.game()))) == (totals, rows)


def test_wespa_3_10_15_nothing_is_corrected_until_it_is_said_whether_the_penalty_is_in_the_scores(
    penalised: Event, client: Client
) -> None:
    page = client.get(url("table", penalised.game().pk))
    assert "Lines that stand with this game The scores are as written before these lines" in text(page)
    assert "Ada Winterbourne: challenge -15 (3.10.15(b)(iii))." in text(page)
    assert 'value="go"' not in page.content.decode()
    refused = look_and_save(client, correct(penalised), typed(410, 390))
    assert (refused.status_code, "Say whether the scores have these lines in." in text(refused)) == (422, True)
    look_and_save(client, correct(penalised), typed(410, 390, lines="on_top"))
    assert (total(penalised.game()), counted(penalised.game())) == ((395, 390), (2, 5, 0, -5))


def test_what_changed_since_it_was_looked_at_is_shown_anew(event: Event, client: Client) -> None:
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390)
    looked = client.post(correct(event), typed(401, 390))
    again = client.post(correct(event), {**typed(411, 390), "save": field(looked, "save")})
    assert "Counts" not in text(again)
    assert "Ada Winterbourne wins by 21, rated. Correct the result" in text(again)
    assert total(event.game()) == (400, 390)


def test_wespa_5_7_a_begun_forfeit_is_asked_whether_the_penalty_is_in_its_scores(
    penalised: Event, client: Client
) -> None:
    sent = {"kind": "first", "begun": "yes", "emergency": "yes", "first_score": 300, "second_score": 330, **REASON}
    refused = look_and_save(client, correct(penalised), sent)
    assert (refused.status_code, "Say whether the scores have these lines in." in text(refused)) == (422, True)
