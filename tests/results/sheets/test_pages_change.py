"""The list of a round's results; corrections, forfeits, results taken back."""

from typing import Any

import pytest
from django.test import Client

from results.games.services.outcomes import record_result, result_text
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Round
from tests.factories import make_round
from tests.results.looking import look_and_save, text
from tests.results.rulings.cases import Event, logged_in, make_event, url

pytestmark = pytest.mark.django_db
SWAPPED = {"kind": "played", "first_score": 388, "second_score": 431, "reason": "wrong way round"}


@pytest.fixture
def event() -> Event:
    """1-4, 3-2 and a bye for 5; table 1 is 431-388, by the director."""
    event = make_event(players=5, published=0)
    make_round(event.division, 1, pairs=[(1, 4), (3, 2), (5, None)])
    record_result(by=event.director, game=event.game(), first_score=431, second_score=388)
    return event


@pytest.fixture
def director(event: Event) -> Client:
    return logged_in(event.director)


def correct(event: Event) -> str:
    return url("correct", event.game().pk)


def test_the_page_shows_the_old_result_and_starts_from_it(event: Event, director: Client) -> None:
    page = director.get(url("table", event.game().pk))
    assert f"Written: {event.game().first.player} 431, " in text(page)
    assert 'name="first_score" value="431"' in page.text
    first = event.game().first.player
    first.name = "\u05e9\u05e8\u05d4"  # from right to left: the scores keep their order beside it
    first.save()
    assert "Written: \u2068\u05e9\u05e8\u05d4\u2069 431, " in director.get(url("table", event.game().pk)).text


@pytest.mark.parametrize("paired_after", [1, None])
def test_a_correction_is_recorded_and_lists_the_rounds_paired_from_the_old_standings(
    event: Event, director: Client, paired_after: int | None
) -> None:
    Round.objects.filter(pk=make_round(event.division, 2).pk).update(paired_after=paired_after)
    response = look_and_save(director, correct(event), SWAPPED, follow=True)
    assert f"Round 1, table 1: corrected. {event.game().second.player} wins by 43, rated." in text(response)
    listed = "Paired from the standings before: round 2." in text(response)
    assert listed is bool(paired_after)
    assert Record.objects.latest("seq").why == "wrong way round"


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({**SWAPPED, "reason": ""}, "This field is required"),
        ({"kind": "played", "first_score": 388, "reason": "x"}, "A played game needs this score"),
        ({"kind": "spread", "reason": "x"}, "Give the points"),
        ({**SWAPPED, "second_score": 9431}, "9431 is no score"),
        ({**SWAPPED, "first_score": 431, "second_score": 388}, "that is the result already"),
        ({"kind": "first", "begun": "no", "margin": -5, "reason": "x"}, "A margin is 0 points or more"),
    ],
)
def test_a_correction_that_cannot_be_keeps_what_was_typed(
    event: Event, director: Client, sent: dict[str, Any], words: str
) -> None:
    response = director.post(correct(event), sent)
    assert (response.status_code, words in text(response)) == (422, True)
    for name in set(sent) & {"first_score", "second_score", "margin"}:
        assert f'name="{name}" value="{sent[name]}"' in response.text
    assert (result_text(event.game()), Record.objects.count()) == ("431-388", 1)


@pytest.mark.parametrize("number", [2, None])
def test_a_missing_result_and_a_bye_are_not_corrected_here(event: Event, director: Client, number: int | None) -> None:
    game = event.games().get(board=number)
    assert "Correct the result" not in text(director.get(url("table", game.pk)))
    answer = director.post(url("correct", game.pk), SWAPPED)
    assert answer.status_code == (404 if game.is_bye else 422)


def test_a_result_is_taken_back_and_somebody_elses_with_a_reason(event: Event, director: Client) -> None:
    response = director.post(url("withdraw", event.game().pk), follow=True)
    assert "Round 1, table 1 awaits a result again" in text(response)
    record_result(by=event.scorer, game=event.game(), first_score=431, second_score=388)
    refused = director.post(url("withdraw", event.game().pk), {"reason": ""}, follow=True)
    assert "say why it is taken back" in text(refused)
