"""A rating list made of an event's new ratings: what it holds, what the next event reads, who may make one."""

import hashlib

import pytest
from django.test import Client

from results.rating_lists.models import RatingList, RatingListEntry
from results.rating_lists.services.making import as_file
from results.rating_lists.services.uses import apply_list
from results.ratings.services import list_new_ratings
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Player
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.results.rating_lists.conftest import loaded

pytestmark = pytest.mark.django_db
BASE = b"Name,Rating,Games,Deviation,Last played\nAda Winterbourne,1500,90,100,2026-03-01\nBo Elsewhere,1700,400,60,2026-01-01\n"


def event(slug: str, *, results: bool = True) -> Division:
    """Ada (unrated here) beats Cy by 50 and then has a bye."""
    division = make_division(make_tournament(slug), players=2, rounds=2, standings_options={"rating_system": "coco"})
    for number, name in ((1, "Ada Winterbourne"), (2, "Cy Okafor")):
        Player.objects.filter(entries__division=division, entries__number=number).update(name=name)
        division.entries.filter(number=number).update(rating=0 if number == 1 else 1600)
    row = make_round(division, 1, pairs=[(1, 2)])
    if results:
        play(row.games.get(), 400, 350)
        make_round(division, 2, pairs=[(1, None)], status="closed")
    return division


def rows_of(rating_list: RatingList) -> list[tuple[object, ...]]:
    fields = ("name", "rating", "games", "deviation", "last_played")
    return list(RatingListEntry.objects.filter(rating_list=rating_list).values_list(*fields))


def test_the_list_has_rating_deviation_games_and_day_and_the_others_of_the_list_it_is_added_to():
    division, base = event("open"), loaded(BASE, name="CoCo", body="other")
    apply_list(by=COMMAND_LINE, division=division, rating_list=base)
    row = list_new_ratings(by=COMMAND_LINE, division=division, key="coco", base=base)
    day = division.tournament.ends_on
    (ada, rating, games, deviation, played), elsewhere, cy = rows_of(row)
    assert (ada, games, played) == ("Ada Winterbourne", 92, day)  # 90, a game and a bye, which CoCo counts
    assert 1500 < rating < 1600 and 125 < deviation < 132  # wider for the days away, narrower for the game
    assert elsewhere[:4] == ("Bo Elsewhere", 1700, 400, 60.0)
    assert cy[0] == "Cy Okafor" and cy[2] == 1  # a rating without a deviation is from elsewhere
    assert hashlib.sha256(as_file(row)).hexdigest() == row.sha256
    assert row.get_body_display() == "this suite, of new ratings"
    record = Record.objects.get(action="rating_list.made")
    assert (record.after["system"], record.after["rated"], record.after["added_to"]) == ("coco", 2, base.title)


def test_the_next_event_is_filled_from_it_even_after_round_1():
    made = list_new_ratings(by=COMMAND_LINE, division=event("open"), key="coco")
    division = event("next")
    apply_list(by=COMMAND_LINE, division=division, rating_list=made)
    ada, cy = division.entries.order_by("number")
    assert (ada.rating, ada.deviation, ada.last_played) == rows_of(made)[0][1:2] + rows_of(made)[0][3:]
    assert (cy.rating, cy.deviation) == (1600, None)  # was rated when round 1 was paired


@pytest.mark.parametrize(("results", "code"), [(False, "results_missing"), (True, "list_loaded")])
def test_no_list_of_half_a_round_and_none_twice(results, code):
    division = event("open", results=results)
    with pytest.raises(Refused) as refused:
        for _ in range(2):
            list_new_ratings(by=COMMAND_LINE, division=division, key="coco")
    assert refused.value.code == code


def test_the_page_makes_one_shows_deviations_and_gives_the_file():
    division, client = event("open"), Client()
    client.force_login(make_user(tournament=division.tournament))
    assert "Make a rating list" in client.get("/console/open/rating-lists/").content.decode()
    sent = {"division": "a", "list_name": "CoCo here"}
    answer = client.post("/console/open/new-ratings/", sent, follow=True)
    assert "CoCo here" in answer.content.decode() and "Download as CSV" in answer.content.decode()
    row = RatingList.objects.get()
    file = client.get(f"/console/open/rating-lists/{row.pk}/file/")
    assert file.content == as_file(row) and "coco-here-" in file["Content-Disposition"]
    again = client.post("/console/open/new-ratings/", sent, follow=True)
    assert "is here already" in again.content.decode()


def test_a_scorer_sees_ratings_and_makes_no_list():
    division, client = event("open"), Client()
    client.force_login(make_user(tournament=division.tournament, role="scorer"))
    assert ">Deviation</th>" in client.get("/t/open/a/ratings/").content.decode()
    assert client.post("/console/open/new-ratings/").status_code == 403


def test_the_api_rates_and_keeps_a_players_deviation():
    division, client = event("open"), Client()
    client.force_login(make_user(tournament=division.tournament))
    below = "/api/v1/tournaments/open/"
    assert client.get(f"{below}divisions/a/ratings/?system=naspa&round=1").json()["system"] == "naspa"
    assert {row["deviation"] for row in client.get(f"{below}divisions/a/ratings/").json()["ratings"]} != {None}
    player = f"{below}divisions/a/players/1/"
    sent = {"deviation": 88.5, "last_played": "2026-04-11"}
    answer = client.patch(player, sent, content_type="application/json").json()
    assert {name: answer[name] for name in sent} == sent
