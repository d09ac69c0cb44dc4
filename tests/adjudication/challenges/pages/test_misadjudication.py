"""A verdict found wrong: the rulebook's conditions and no others, what they give, and doing it."""

import pytest
from django.urls import reverse

from tdsuite.tournaments.models import SpreadAdjustment
from tests.adjudication.challenges.cases import Table, fresh, table
from tests.adjudication.challenges.pages.people import SLUG, as_user

pytestmark = pytest.mark.django_db


def walked(at: Table, words: str, **facts: str):
    """The page before, what the facts give, and what was done with a reason."""
    slip, _ = at.judged(words)
    client, address = as_user(at.director), reverse("challenges:misadjudication", args=[SLUG, slip.pk])
    asked = client.get(reverse("challenges:slip", args=[SLUG, slip.pk])).content.decode()
    shown = client.post(address, {"look": "", **facts}).content.decode()
    assert not fresh(slip).remedy
    unsaid = client.post(address, {"settle": "1", **facts})
    assert (unsaid.status_code, fresh(slip).remedy) == (422, "")
    assert "Say how the verdict was found to be wrong." in unsaid.content.decode()
    client.post(address, {"settle": "1", "reason": "the printed list has it", **facts})
    return asked, shown, fresh(slip)


def test_wespa_3_10_13_asks_for_the_tile_shows_the_remedy_and_corrects_in_time() -> None:
    asked, shown, slip = walked(table(), "AXXLE")
    fields = [
        name
        for name in ("new_tile_on_rack", "retracted_tile_on_rack", "play_value", "ruling")
        if f'name="{name}"' in asked
    ]
    assert fields == ["retracted_tile_on_rack"]
    assert "the verdict may be corrected" in shown and "The opposite verdict will stand" in shown
    assert slip.acceptable is True


def test_wespa_3_10_13_a_newly_drawn_tile_on_the_rack_is_too_late() -> None:
    _, shown, slip = walked(table(), "AXLE", new_tile_on_rack="on")
    assert "the verdict stands" in shown and "Nothing changes; the mistake is recorded." in shown
    assert slip.acceptable is True


def test_nsa_ii_l_7_gives_the_value_of_the_play_and_25() -> None:
    asked, shown, slip = walked(table("nsa-2004"), "AXXLE", play_value="40", verified="on", reported_in_time="on")
    assert 'name="retracted_tile_on_rack"' not in asked
    assert "+65 on the spread of" in shown
    assert (SpreadAdjustment.objects.get().points, slip.acceptable) == (65, False)


def test_where_the_book_is_silent_the_director_rules() -> None:
    asked, shown, slip = walked(table("scrabble-guide"), "AXXLE", ruling="correct")
    assert 'name="ruling"' in asked
    assert "The director corrects the verdict." in shown
    assert slip.acceptable is True


def test_a_slip_without_a_verdict_has_none_to_be_wrong() -> None:
    at = table()
    address = reverse("challenges:misadjudication", args=[SLUG, at.slip("AXLE").pk])
    page = as_user(at.director).post(address, {"look": ""})
    assert page.status_code == 422
    assert "Only a settled verdict on words can be found wrong" in page.content.decode()
