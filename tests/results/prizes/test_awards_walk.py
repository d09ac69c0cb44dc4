"""Every page of statistics, ratings and prizes, walked by the director, a judge, a player of the game and a stranger."""

import re

import pytest

from results.prizes.forms import DeskClaimForm, OwnClaimForm, PrizeForm, PrizeRulesForm
from results.prizes.models import HighClaim, Prize
from results.prizes.services.prizes import set_terms
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_division, make_played_event, make_round, make_tournament
from tests.results.prizes.pages import client_of

pytestmark = pytest.mark.django_db
READ = (
    "ratings/",
    "ratings/1/",
    "claims/",
    "prizes/",
)
CHANGE = ("prizes/add/",)
BASE = "/console/lakeside-open/a/"


@pytest.fixture
def division():
    made = make_played_event(players=6, played=2)
    made.standings_options = {"rating_system": "elo"}
    made.save()
    Prize.objects.create(division=made, title="First", basis="place", money=100)
    return made


def test_the_director_reads_every_page_and_each_has_one_heading_and_nothing_inline(division):
    client = client_of(division, Role.DIRECTOR)
    for path in READ + CHANGE:
        response = client.get(BASE + path)
        body = response.content.decode()
        assert response.status_code == 200, path
        assert len(re.findall("<h1", body)) == 1, path
        assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", body), path
        assert "no-cache" in response.headers["Cache-Control"], path


def test_every_field_has_a_label(division):
    client = client_of(division, Role.DIRECTOR)
    for path in ("claims/", "prizes/", "prizes/add/", "ratings/"):
        body = client.get(BASE + path).content.decode()
        fields = re.findall(r'<(?:input|select|textarea)(?![^>]*type="(?:hidden|radio)")[^>]*\sid="([^"]+)"', body)
        assert fields and all(f'for="{one}"' in body for one in fields), path


def test_a_button_is_not_pressed_by_reading_its_address(division):
    client = client_of(division, Role.DIRECTOR)
    one = Prize.objects.get()
    for path in ("claims/1/confirm/", "claims/1/refuse/", f"prizes/{one.pk}/remove/", "prizes/rules/"):
        assert client.get(BASE + path).status_code == 405, path
    assert Prize.objects.filter(pk=one.pk).exists()


def test_claim_forms_offer_games_of_two_players_that_were_published():
    made = make_division(make_tournament("form-cup"), players=3)
    make_round(made, 1, status=Round.Status.CLOSED, pairs=[(1, 2), (3, None)])
    make_round(made, 2, status=Round.Status.DRAFT, pairs=[(1, 3), (2, None)])
    desk = DeskClaimForm(division=made)
    assert [game.round.number for game in desk.fields["game"].queryset] == [1]
    third = OwnClaimForm(entry=made.entries.get(number=3))
    assert not third.fields["game"].queryset.exists()
    game = Game.objects.get(round__number=1, first__number=1)
    assert str(game.first.player) in desk.fields["game"].label_from_instance(game)
    assert set(dict(desk.fields["kind"].choices)) == set(HighClaim.Kind.values)


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


def test_the_first_places_are_filled_in_at_once_and_all_or_none_are_saved(division):
    Prize.objects.all().delete()
    division.prize_places = 4
    division.save()
    set_terms(by=COMMAND_LINE, tournament=division.tournament, currency="€", round_to=1)
    client = client_of(division, Role.DIRECTOR)
    page = client.get(BASE + "prizes/").content.decode()
    assert "Money, €" in page and re.findall(r'name="title_\d+" value="([^"]*)"', page) == [
        "First",
        "Second",
        "Third",
        "Place 4",
    ]
    sent = {f"title_{place}": "" for place in range(1, 5)} | {
        "title_2": "Runner-up",
        "money_1": "100",
        "money_2": "50.50",
    }
    client.post(BASE + "prizes/places/", {**sent, "money_4": "-1"})
    assert not Prize.objects.exists()
    client.post(BASE + "prizes/places/", sent)
    rows = list(Prize.objects.values_list("title", "basis", "place", "money"))
    assert rows == [("First", "place", 1, 10000), ("Runner-up", "place", 2, 5050)]
    assert "title_1" not in client.get(BASE + "prizes/").content.decode()
