"""The list of prizes, who gets them, and what the pages and the record say."""

import pytest

from results.prizes.models import Prize
from results.prizes.services import ceremony, prizes
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from tests.results.prizes.pages import client_of, text_of

pytestmark = pytest.mark.django_db
LIST, PAGE, AWARDED = (
    "/console/lakeside-open/a/prizes/",
    "/console/lakeside-open/prizes/",
    "/console/lakeside-open/prizes/awarded/",
)
GIVEN = {"title": "First prize", "basis": "place", "place": "1", "money": "500.00"}


def add(division, director, title, **values):
    values = {"basis": "place", "money": 100, **values}
    return prizes.save_prize(by=director, division=division, values={"title": title, **values})


def awarded(division):
    page = ceremony.division_page(Division.objects.get(pk=division.pk))
    return [(one.titles, [(given.entry.number, given.money) for given in one.winners]) for one in page.announced], page


# --- who gets what ---------------------------------------------------------------------------------------


def test_classes_lists_and_prizes_by_hand(division, director):
    division.entries.filter(number__in=(2, 4)).update(class_name="B")
    add(division, director, "Class B", basis="class", class_name="B", place=2)
    add(division, director, "High game", basis="high_win", money=0, text="a dictionary")
    add(division, director, "Best dressed", basis="by_hand", winners=[4])
    found, page = awarded(division)
    assert found[1:] == [(("High game",), [(1, "")]), (("Best dressed",), [(4, "1.00")])]
    assert page.announced[1].texts == ("a dictionary",)
    name = division.entries.get(number=2).player.name
    assert page.announced[1].winners[0].why == f"round 1: 450-350 against {name}"


def test_one_prize_each_passes_over_whom_has_one(division, director):
    division.entries.filter(number=3).update(unranked=True)
    add(division, director, "First")
    add(division, director, "High loss", basis="high_loss")
    add(division, director, "High win", basis="high_win")
    prizes.set_rules(by=director, division=division, one_each=True, round_to=1)
    found, page = awarded(division)
    assert found[0] == (("First",), [(1, "1")]) and found[2][1][0][0] == 3
    assert "has a prize already (First)" in page.announced[2].reasons[0]
    assert division.entries.get(number=1).player.name in page.announced[2].reasons[0]


def test_a_rating_gain_without_a_rating_system_says_what_is_missing(division, director):
    add(division, director, "Rating gain", basis="rating_gain")
    assert awarded(division)[1].not_awarded == (("Rating gain", ceremony.UNRATED),)
    Division.objects.update(standings_options={"rating_system": "elo"})
    assert awarded(division)[0] == [(("Rating gain",), [(1, "0.50"), (3, "0.50")])]


def test_a_winner_who_is_in_no_standings_is_told_and_breaks_nothing(division, director):
    add(division, director, "Spirit", basis="by_hand", winners=[4])
    division.entries.filter(number=4).update(unranked=True)
    name = division.entries.get(number=4).player.name
    assert awarded(division)[1].wrong == f"Spirit: {name} is not in the standings."


# --- the list --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"basis": "luck"}, "what the prize is given for"), ({"basis": "class"}, "which class"),
        ({"round_number": 1}, "not kept by round"), ({"winners": [1]}, "Only prizes by hand"),
        ({"basis": "by_hand", "winners": [9]}, "no player 9"), ({"money": 0}, "what the prize is"),
        ({"place": -1}, "place"),
    ],
)  # fmt: skip
def test_a_prize_that_cannot_be_is_refused(division, director, wrong, says):
    with pytest.raises(Refused, match=says):
        add(division, director, "Prize", **wrong)
    assert not Prize.objects.exists()


def test_every_change_is_in_the_record_and_makes_no_draft_stale(division, director):
    before = Division.objects.get().state_version
    one = add(division, director, "First")
    prizes.save_prize(by=director, division=division, values={"money": 200}, prize=one)
    prizes.remove_prize(by=director, prize=one)
    records = list(Record.objects.order_by("seq").values_list("action", "before", "after"))
    assert [record[0] for record in records] == ["prize.added", "prize.changed", "prize.removed"]
    assert records[1][1:] == ({"money": 100}, {"money": 200})
    assert Division.objects.get().state_version == before and not Prize.objects.exists()


# --- pages -----------------------------------------------------------------------------------------------


def test_the_organiser_adds_changes_and_removes_a_prize(division):
    client = client_of(division)
    assert client.post(f"{LIST}add/", GIVEN).status_code == 302
    one = Prize.objects.get()
    assert (one.title, one.money, one.position, one.place) == ("First prize", 50000, 1, 1)
    assert "First prize Place 1 500" in text_of(client.get(PAGE))
    assert 'value="500' in client.get(f"{LIST}{one.pk}/").content.decode()
    changed = GIVEN | {"basis": "by_hand", "winners": "2, 4", "money": "", "text": "a cup", "besides": "on"}
    assert client.post(f"{LIST}{one.pk}/", changed).status_code == 302
    one.refresh_from_db()
    assert (one.winners, one.money, one.text, one.besides) == ([2, 4], 0, "a cup", True)
    assert "First prize a cup" in text_of(client.get(PAGE))
    assert client.post(f"{LIST}{one.pk}/remove/").status_code == 302
    assert not Prize.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"winners": "two"}, "numbers, with commas"), ({"money": "", "text": ""}, "Say what the prize is")],
)
def test_what_is_wrong_is_told_on_the_form(division, wrong, says):
    response = client_of(division).post(f"{LIST}add/", GIVEN | wrong)
    assert response.status_code == 422 and says in text_of(response)


def test_the_rules_are_kept_with_the_division(division):
    client = client_of(division)
    client.post(f"{LIST}rules/", {"one_each": "on", "round_to": "5"})
    assert Division.objects.get().standings_options == {"prizes": {"one_each": True, "round_to": 500}}
    told = text_of(client.post(f"{LIST}rules/", {"round_to": "0", "absent": "two"}, follow=True))
    assert "Shares are rounded down to: Ensure this value is greater than or equal to 0.01." in told
    assert "Not present: Write players’ numbers" in told
    client.post(f"{LIST}rules/", {"round_to": "1", "absent": "4, 2"})
    kept = {"one_each": False, "round_to": 100, "absent": [2, 4]}
    assert Division.objects.get().standings_options == {"prizes": kept}
    shown = client.get(PAGE).content.decode()
    assert 'value="2, 4"' in shown
    assert "There is no player 9" in text_of(
        client.post(f"{LIST}rules/", {"round_to": "1", "absent": "9"}, follow=True)
    )


def test_the_page_of_winners_says_why_and_what_each_gets(division, director):
    add(division, director, "First", money=50000, text="the cup")
    text = text_of(client_of(division).get(AWARDED))
    assert "Rank 1=, 1-0 +100 250" in text and "500 to pay" in text and "2 share it" in text and "Not final" not in text


def test_a_prize_is_shown_to_be_changed_as_it_would_be_typed(division, director):
    for money, typed in ((500000, "5000"), (5050, "50.50")):
        row = add(division, director, f"Prize of {money}", money=money)
        page = client_of(division).get(f"{LIST}{row.pk}/").content.decode()
        assert f'name="money" value="{typed}"' in page


def test_while_rounds_are_to_come_the_sheet_says_it_is_not_final(division):
    division.planned_rounds = 3
    division.save()
    assert "Not final: 2 rounds to come." in text_of(client_of(division).get(AWARDED))
