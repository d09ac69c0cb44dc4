"""Prizes of the whole event: kept, given, and shown beside those of the divisions."""

import pytest
from django.db import IntegrityError, transaction

from results.prizes.forms import EventPrizeForm, PrizeTermsForm
from results.prizes.models import Prize, PrizeTerms
from results.prizes.services import ceremony, prizes
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user
from tests.results.prizes.pages import client_of, name, text_of
from tests.results.prizes.test_prize_pages import add as of_division
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db
LIST = "/console/lakeside-open/prizes/"
GIVEN = {"title": "High game", "basis": "high_win", "place": "1", "money": "100.00"}


def add(event, director, title, **values):
    values = {"basis": "high_win", "money": 100, **values}
    return prizes.save_prize(by=director, tournament=event, values={"title": title, **values})


def given(part):
    return [(one.titles, [(who.name, who.money) for who in one.winners]) for one in part.announced]


# --- who gets what -------------------------------------------------------------------------------------------------


def test_an_events_prize_goes_to_the_best_of_all_divisions_and_names_the_opponent(division, second, director):
    add(division.tournament, director, "High game", money=5000)
    page = ceremony.event_page(division.tournament)
    assert given(page.event) == [(("High game",), [(name(second, 1), "50")])]
    winner = page.event.announced[0].winners[0]
    assert (winner.entry.division, winner.why) == (second, f"round 1: 520-310 against {name(second, 2)}")


def test_prizes_by_hand_of_the_event_name_players_by_division(division, second, director):
    winners = [second.entries.get(number=2).pk, division.entries.get(number=4).pk]
    add(division.tournament, director, "Best dressed", basis="by_hand", money=0, text="a hat", winners=winners)
    one = ceremony.event_page(division.tournament).event.announced[0]
    assert [who.name for who in one.winners] == [name(second, 2), name(division, 4)]
    assert (one.texts, one.shared) == (("a hat",), True)


def test_the_currency_of_the_event_stands_in_its_divisions_too(division, director):
    prizes.set_terms(by=director, tournament=division.tournament, currency="£")
    of_division(division, director, "First", money=50001)
    page = ceremony.event_page(division.tournament)
    assert given(page.divisions[0]) == [(("First",), [(name(division, 1), "£250.00"), (name(division, 3), "£250.00")])]
    assert (page.total, page.divisions[0].paid) == ("£500.00", 50000)


def test_who_is_not_at_the_ceremony_gets_nothing_and_the_next_moves_up(division, director):
    of_division(division, director, "High game", basis="high_win")
    prizes.set_rules(by=director, division=division, one_each=False, round_to=1, absent=[1])
    page = ceremony.division_page(type(division).objects.get(pk=division.pk))
    assert given(page) == [(("High game",), [(name(division, 3), "1")])]
    assert page.announced[0].reasons == (f"{name(division, 1)} is absent",)


def test_nothing_is_given_before_the_first_result_and_a_division_without_one_gives_nothing(division, director):
    late = make_division(make_tournament("later-cup"), players=2)
    add(late.tournament, make_user("other", tournament=late.tournament), "High game")
    page = ceremony.event_page(late.tournament)
    assert (page.event.announced, page.event.not_awarded, page.final) == ((), (), False)
    third = make_division(division.tournament, players=2, rounds=3, code="c")
    of_division(third, director, "First of C")
    add(division.tournament, director, "Spirit", basis="by_hand", winners=[third.entries.get(number=2).pk])
    page = ceremony.event_page(division.tournament)
    assert (given(page.divisions[1]), page.divisions[1].to_come) == ([], 3)
    assert given(page.event) == [(("Spirit",), [(name(third, 2), "1")])]


def test_what_is_wrong_is_told_with_the_name_and_the_division(division, second, director):
    loser = second.entries.get(number=2)
    add(division.tournament, director, "Spirit", basis="by_hand", winners=[loser.pk])
    Entry.objects.filter(pk=loser.pk).update(unranked=True)
    assert ceremony.event_page(division.tournament).wrong == f"Spirit: {loser.player.name} is not in the standings."
    Prize.objects.all().delete()
    of_division(second, director, "Kind", basis="by_hand", winners=[2])
    found = ceremony.event_page(division.tournament).wrong
    assert found == f"Kind: {loser.player.name} is not in the standings."
    assert f"Kind: {loser.player.name} is not" in text_of(client_of(division).get(f"{LIST}awarded/"))


def test_a_winner_by_hand_who_was_taken_off_the_roster_is_told_without_a_number(division, second, director):
    gone = second.entries.get(number=2)
    add(division.tournament, director, "Spirit", basis="by_hand", winners=[gone.pk])
    second.rounds.all().delete()
    gone.delete()
    found = ceremony.event_page(division.tournament).wrong
    assert found == "Spirit: a player who is gone is not in the standings."


# --- the list --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"basis": "place"}, "what the prize is given for"),
        ({"basis": "class", "class_name": "B"}, "what the prize is given for"),
        ({"basis": "rating_gain", "round_number": 1}, "not kept by round"),
        ({"team_size": 3}, "Only a prize for teams"), ({"basis": "team", "team_size": 0}, "At least one member"),
        ({"winners": [1]}, "Only prizes by hand"),
        ({"basis": "by_hand", "winners": [0]}, "does not play in Lakeside Open"), ({"money": 0}, "what the prize is"),
    ],
)  # fmt: skip
def test_a_prize_that_no_event_has_is_refused(division, director, wrong, says):
    with pytest.raises(Refused, match=says):
        add(division.tournament, director, "Prize", **wrong)
    assert not Prize.objects.exists()


def test_every_change_of_the_events_list_is_one_record(division, director):
    one = add(division.tournament, director, "High game")
    prizes.save_prize(by=director, tournament=division.tournament, values={"money": 250}, prize=one)
    prizes.set_terms(by=director, tournament=division.tournament, round_to=5, currency="€")
    prizes.set_terms(by=director, tournament=division.tournament, round_to=5)
    prizes.remove_prize(by=director, prize=one)
    records = list(Record.objects.order_by("seq").values_list("action", "before", "after"))
    assert [record[0] for record in records] == ["prize.added", "prize.changed", "prize.terms", "prize.removed"]
    assert records[1][1:] == ({"money": 100}, {"money": 250})
    assert records[2][1:] == ({"round_to": 1, "currency": ""}, {"round_to": 5, "currency": "€"})


def test_a_scorer_changes_nothing_of_the_events_prizes(division, director):
    scorer = make_user("scorer", tournament=division.tournament, role=Role.SCORER)
    one = add(division.tournament, director, "High game")
    with pytest.raises(NotAllowed):
        add(division.tournament, scorer, "Mine")
    with pytest.raises(NotAllowed):
        prizes.set_terms(by=scorer, tournament=division.tournament, round_to=5)
    with pytest.raises(NotAllowed):
        prizes.remove_prize(by=scorer, prize=one)
    assert list(Prize.objects.values_list("title", flat=True)) == ["High game"]


def test_the_database_keeps_a_prize_to_one_list(division):
    for owners in ({}, {"division": division, "tournament": division.tournament}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Prize.objects.create(title="Prize", basis="by_hand", money=1, **owners)


def test_the_prizes_of_an_event_come_by_division_and_the_events_own_last(division, second, director):
    add(division.tournament, director, "High game")
    of_division(second, director, "First of B")
    of_division(division, director, "First of A")
    other = make_division(make_tournament("other-cup"), players=2)
    Prize.objects.create(division=other, title="Elsewhere", basis="place", money=1)
    found = Prize.objects.of_event(division.tournament)
    assert [row.title for row in found] == ["First of A", "First of B", "High game"]


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_organiser_adds_changes_and_removes_a_prize_of_the_event(division, second):
    client = client_of(division)
    assert client.post(f"{LIST}add/", GIVEN).status_code == 302
    one = Prize.objects.get()
    assert (one.tournament, one.division, one.money, one.position) == (division.tournament, None, 10000, 1)
    assert "High game High win, place 1 100" in text_of(client.get(LIST))
    changed = GIVEN | {"basis": "by_hand", "winners": "B/2, a/3", "money": "", "text": "a cup"}
    assert client.post(f"{LIST}{one.pk}/", changed).status_code == 302
    one.refresh_from_db()
    assert one.winners == [second.entries.get(number=2).pk, division.entries.get(number=3).pk]
    assert 'value="a/3, b/2"' in client.get(f"{LIST}{one.pk}/").content.decode()
    assert client.post(f"{LIST}{one.pk}/remove/").status_code == 302
    assert not Prize.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"basis": "by_hand", "winners": "a/9"}, "There is no player a/9"),
        ({"basis": "by_hand", "winners": "4"}, "There is no player 4"), ({"basis": "place"}, "Select a valid choice"),
        ({"money": "", "text": ""}, "Say what the prize is"), ({"team_size": "3"}, "Only a prize for teams"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_events_prize_is_told_on_the_form(division, wrong, says):
    response = client_of(division).post(f"{LIST}add/", GIVEN | wrong)
    assert response.status_code == 422 and says in text_of(response)


def test_the_form_offers_what_an_event_can_give_and_names_its_divisions(division, second):
    form = EventPrizeForm(tournament=division.tournament)
    offered = {key for key, _ in form.fields["basis"].choices}
    assert {"place", "class"} & offered == set() and {"team", "by_hand", "high_win"} <= offered
    assert "Divisions: a, b." in str(form.fields["winners"].help_text) and "class_name" not in form.fields


def test_the_terms_are_kept_and_shown(division):
    client = client_of(division)
    assert client.post(f"{LIST}terms/", {"round_to": "5", "currency": "£"}).status_code == 302
    row = PrizeTerms.objects.get()
    assert (row.tournament, row.round_to, row.currency) == (division.tournament, 500, "£")
    assert 'value="£"' in client.get(LIST).content.decode()
    told = text_of(client.post(f"{LIST}terms/", {"round_to": "0"}, follow=True))
    assert "Shares are rounded down to: Ensure" in told


def test_whole_amounts_have_no_decimals_in_a_list_of_nothing_else(division, second, director):
    PrizeTerms.objects.create(tournament=division.tournament, currency="JPY")
    of_division(division, director, "First", money=300000)
    add(division.tournament, director, "High game", money=20000)
    client = client_of(division)
    text = text_of(client.get(LIST))
    assert (
        "Prize money: JPY 3200" in text and "Division A: 1 prize, JPY 3000" in text and "Division B: 0 prizes" in text
    )
    assert "High win, place 1 JPY 200 " in text and ".00" not in text
    text = text_of(client.get(f"{LIST}awarded/"))
    assert "JPY 3200 to pay" in text and "JPY 3000 between 2: JPY 1500 each" in text and ".00" not in text


def test_who_gets_what_of_the_event_is_one_page(division, second, director):
    of_division(division, director, "First", money=30000)
    add(division.tournament, director, "High game", money=2000)
    client = client_of(division)
    text = text_of(client.get(f"{LIST}awarded/"))
    assert "320 to pay" in text and f"{name(second, 1)} Division B, 1 Round 1: 520-310" in text


@pytest.mark.parametrize(("path", "most"), [("", 10), ("awarded/", 15)])
def test_as_many_queries_for_many_divisions_players_and_prizes_as_for_one(path, most):
    counts = []
    for slug, more, listed in (("small-cup", 0, 1), ("large-cup", 4, 30)):
        made = make_played_event(players=2 if not more else 30, played=1, slug=slug)
        others = [make_division(made.tournament, players=6, code=f"d{at}") for at in range(more)]
        for other in others:
            make_round(other, 1, status="closed")
        Prize.objects.bulk_create(
            Prize(**{"tournament": made.tournament} if at % 2 else {"division": made}, title=f"Prize {at}",
                  basis="high_win", place=at // 2 + 1, money=100)
            for at in range(1, listed + 1)
        )  # fmt: skip
        counts.append(statements_of_page(client_of(made), f"/console/{slug}/prizes/{path}"))
    assert counts[0] == counts[1] <= most


@pytest.mark.parametrize("text", ["£", "USD", ""])
def test_a_currency_is_a_sign_or_a_short_word(text):
    form = PrizeTermsForm({"round_to": "1", "currency": text})
    assert form.is_valid() and form.values()["currency"] == text
    assert not PrizeTermsForm({"round_to": "1", "currency": "dollars"}).is_valid()
