"""The forms of claims and prizes, and the first places filled in at once."""

import re

import pytest

from results.prizes.forms import OwnClaimForm, PrizeForm, PrizeRulesForm
from results.prizes.models import HighClaim, Prize
from results.prizes.services.prizes import set_terms
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_division, make_round, make_tournament
from tests.results.prizes.pages import client_of

pytestmark = pytest.mark.django_db
BASE, PAGE = "/console/lakeside-open/a/", "/console/lakeside-open/prizes/"


def test_claim_forms_offer_games_of_two_players_that_were_published():
    made = make_division(make_tournament("form-cup"), players=3)
    make_round(made, 1, status=Round.Status.CLOSED, pairs=[(1, 2), (3, None)])
    make_round(made, 2, status=Round.Status.DRAFT, pairs=[(1, 3), (2, None)])
    first = OwnClaimForm(entry=made.entries.get(number=1))
    assert [game.round.number for game in first.fields["game"].queryset] == [1]
    third = OwnClaimForm(entry=made.entries.get(number=3))
    assert not third.fields["game"].queryset.exists()
    game = Game.objects.get(round__number=1, first__number=1)
    assert str(game.first.player) in first.fields["game"].label_from_instance(game)
    assert set(dict(first.fields["kind"].choices)) == set(HighClaim.Kind.values)


@pytest.mark.parametrize(
    ("given", "money", "winners"),
    [({"money": "12.34"}, 1234, []), ({"money": "0.29"}, 29, []), ({"winners": "4; 11 7"}, 0, [4, 11, 7])],
)
def test_a_prize_form_reads_money_to_the_penny_and_numbers_however_parted(given, money, winners):
    form = PrizeForm({"title": "First", "basis": "place", "place": "1", **given})
    assert form.is_valid(), form.errors
    assert (form.values()["money"], form.values()["winners"]) == (money, winners)
    assert "position" not in form.values()


@pytest.mark.parametrize(
    "wrong", [{"money": "-1"}, {"money": "1.234"}, {"place": "0"}, {"basis": "luck"}, {"title": ""}]
)
def test_a_prize_form_refuses_what_is_no_prize(wrong):
    assert not PrizeForm({"title": "First", "basis": "place", "place": "1", **wrong}).is_valid()


@pytest.mark.parametrize(("unit", "valid"), [("0.01", True), ("5", True), ("0", False), ("0.001", False)])
def test_shares_are_rounded_to_whole_pence(unit, valid):
    assert PrizeRulesForm({"round_to": unit}).is_valid() is valid


def test_the_first_places_are_filled_in_at_once_and_all_or_none_are_saved():
    division = make_division(make_tournament(), players=6, prize_places=4)
    set_terms(by=COMMAND_LINE, tournament=division.tournament, currency="€", round_to=1)
    client = client_of(division, Role.DIRECTOR)
    page = client.get(PAGE).content.decode()
    titles = re.findall(r'name="title_\d+" value="([^"]*)"', page)
    assert ("Money of place 1, €" in page, titles) == (True, ["First", "Second", "Third", "Place 4"])
    sent = {f"title_{place}": "" for place in range(1, 5)}
    sent |= {"title_2": "Runner-up", "money_1": "100", "money_2": "50.50"}
    client.post(BASE + "prizes/places/", {**sent, "money_4": "-1"})
    assert not Prize.objects.exists()
    client.post(BASE + "prizes/places/", sent)
    rows = list(Prize.objects.values_list("title", "basis", "place", "money"))
    assert rows == [("First", "place", 1, 10000), ("Runner-up", "place", 2, 5050)]
    assert "title_1" not in client.get(PAGE).content.decode()
