"""A club evening: twelve names and one press to round 1; each round pairs itself; it can be deleted."""

import re
from datetime import date

import pytest

from results.attendance.services.check_in import missing_at_the_gate
from results.games.services.outcomes import record_result
from tdsuite.console.club import ClubEvening, begin_club_evening
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.practice import delete_real_event
from tests.console.test_navigation import MENU, PLACES_BAR, STRIP, links
from tests.factories import GIVEN_NAMES, make_played_event
from tests.pairings.desk import work

pytestmark = pytest.mark.django_db
PLAYERS = tuple((f"{name} Clubhouse", "") for name in GIVEN_NAMES[:12])
TODAY = date(2026, 5, 16)
NAMES = "\n".join(name for name, _ in PLAYERS)
SENT = {"players": NAMES, "name": "Club evening", "way": "swiss", "rounds": "4", "minutes": "25", "time_zone": "UTC"}


def playing(tournament: Tournament) -> list[int]:
    rounds = Round.objects.filter(division__tournament=tournament).exclude(status=Round.Status.DRAFT)
    return list(rounds.order_by("number").values_list("number", flat=True))


def enter_all(tournament: Tournament) -> None:
    for game in Game.objects.filter(round__division__tournament=tournament, outcome=Game.Outcome.AWAITED):
        record_result(by=COMMAND_LINE, game=game, first_score=400, second_score=350)


@pytest.mark.parametrize(
    ("way", "names", "rounds", "published"),
    [("swiss", 12, 4, [1]), ("king_of_the_hill", 11, 4, [1]), ("round_robin", 5, 5, [1, 2, 3, 4, 5])],
)
def test_twelve_names_and_one_press_to_round_1(keeper, way, names, rounds, published):
    text = "\n".join(NAMES.splitlines()[:names])
    response = keeper.post("/console/new/club/", {**SENT, "way": way, "players": text}, follow=True)
    event = Tournament.objects.get()
    division = event.divisions.get()
    assert response.status_code == 200 and event.club_evening and event.status == Tournament.Status.RUNNING
    assert (division.entries.count(), division.planned_rounds, playing(event)) == (names, rounds, published)
    assert division.rounds.get(number=1).status == Round.Status.PLAYING


def test_each_round_pairs_and_shows_itself(keeper):
    keeper.post("/console/new/club/", SENT)
    event = Tournament.objects.get()
    for number in (2, 3, 4):
        enter_all(event)
        work()
        assert playing(event) == list(range(1, number + 1))


def test_what_cannot_be_read_is_said_and_nothing_is_made(keeper):
    response = keeper.post("/console/new/club/", {**SENT, "players": "Only Person\n\n"})
    assert (response.status_code, "at least two names" in response.text) == (422, True)
    response = keeper.post("/console/new/club/", {**SENT, "players": "Ada, 1200\n, 1300\nBruno"})
    assert (response.status_code, "Line 2 has a rating and no name" in response.text) == (422, True)
    response = keeper.post("/console/new/club/", {**SENT, "players": "Ada, 1200\n\nBruno\nADA"})
    assert (response.status_code, "Line 4: ADA is there twice" in response.text) == (422, True)
    assert "Ada, 1200" in response.text and not Tournament.objects.exists()


def test_a_rating_may_follow_a_name_of_any_shape(keeper):
    keeper.post("/console/new/club/", {**SENT, "players": "1. Ada, 1200\n2) Bello, Kofi\n\n- Chen, Li, 900"})
    entries = Tournament.objects.get().divisions.get().entries.order_by("number")
    assert [(entry.player.name, entry.rating) for entry in entries] == [
        ("Ada", 1200),
        ("Kofi Bello", 0),
        ("Li Chen", 900),
    ]


def test_the_names_are_shown_as_they_are_read_before_anything_is_made(keeper):
    text = "Ada Byron 1200\nBello, Kofi\nKofi Belo\nLi, 900"
    response = keeper.post("/console/new/club/", {**SENT, "players": text, "show": "1"})
    read = response.text.partition('id="reading"')[2].partition("</section>")[0]
    assert response.status_code == 200 and not Tournament.objects.exists()
    assert re.findall(r"<li>\s*(.*?)\s*<span class=.muted.>(.*?)</span>", read) == [
        ("Ada Byron", "1200"), ("Kofi Bello", "unrated"), ("Kofi Belo", "unrated"), ("Li", "900"),
    ]  # fmt: skip
    assert "Kofi Belo looks like Kofi Bello on line 2" in read


def test_the_same_name_again_gets_another_address(keeper):
    for _ in range(2):
        keeper.post("/console/new/club/", SENT)
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == ["club-evening", "club-evening-2"]


def test_it_is_deleted_with_its_results_and_no_played_event_becomes_one(keeper):
    event = begin_club_evening(by=COMMAND_LINE, plan=ClubEvening("Club evening", TODAY, PLAYERS))
    enter_all(event)
    real = make_played_event(slug="real").tournament
    with pytest.raises(Refused, match="cannot become a club evening"):
        update_tournament(by=COMMAND_LINE, tournament=real, values={"club_evening": True})
    delete_real_event(by=COMMAND_LINE, tournament=event, name="Club evening")
    assert list(Tournament.objects.all()) == [real]


def test_it_shows_three_places_and_the_whole_suite_is_one_press_away(keeper):
    event = begin_club_evening(by=COMMAND_LINE, plan=ClubEvening("Club evening", TODAY, PLAYERS))
    text = keeper.get(f"/console/{event.slug}/", follow=True).text
    assert [words for part in (STRIP, PLACES_BAR) for _url, _here, words in links(part, text)] == [
        "Round 1 now", "Round 2", "Round 3", "Round 4", "Close", "Players", "Standings", "Papers",
    ]  # fmt: skip
    assert "Show the whole suite" in text
    printed = keeper.get(f"/console/{event.slug}/print/").text
    assert "Standings" in printed and not re.search("ceremony|receipts|challenge slips", printed)
    drawer = keeper.get(event.divisions.get().table_url(Game.objects.first().pk)).text
    assert "Move or swap" in drawer and "Ruling or incident" not in drawer and ">Challenge<" not in drawer
    assert history(event.divisions.get()).prize_places == 0
    text = keeper.post(f"/console/{event.slug}/whole-suite/", follow=True).text
    assert len(links(MENU, text)) > 10 and "Show the whole suite" not in text


def test_somebody_who_walks_in_asks_about_nobody_who_is_there_without_check_in(keeper):
    event = begin_club_evening(by=COMMAND_LINE, plan=ClubEvening("Club evening", TODAY, PLAYERS[:11]))
    values = {"name": "Zed Walkin", "rating": "", "worth": "loss", "here": "on", "place": "club 2 0"}
    keeper.post(f"/console/{event.slug}/walk-in/", values)
    assert event.divisions.get().entries.get(player__name="Zed Walkin").presences.get().status == "here"
    assert missing_at_the_gate(event) == []
    enter_all(event)
    assert "not here yet" not in keeper.get(f"/console/{event.slug}/round/").text


def test_its_standings_lead_back_to_the_console_from_their_top(keeper):
    event = begin_club_evening(by=COMMAND_LINE, plan=ClubEvening("Club evening", TODAY, PLAYERS))
    page = keeper.get(f"/t/{event.slug}/{event.divisions.get().code}/standings/").text
    assert f'href="/console/{event.slug}/">Run this event' in page.partition('class="tabs"')[0]


def test_its_board_has_the_first_six_of_the_standings_beside_the_tables(keeper):
    event = begin_club_evening(by=COMMAND_LINE, plan=ClubEvening("Club evening", TODAY, PLAYERS))
    enter_all(event)
    beside = keeper.get(f"/console/{event.slug}/round/").text.partition("Standings now")[2].partition("</section>")[0]
    table = history(event.divisions.get()).standings(1)
    assert re.findall(r'class="for">(\d+=?)</span>', beside) == [line.rank_text for line in table[:6]]
    assert f"/t/{event.slug}/" in beside
