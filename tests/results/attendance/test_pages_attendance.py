"""The round by table, walked by the director, the official at the door, a judge and a stranger; with and without scripts."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from results.attendance.services.attendance import arrive, mark, start_clock
from results.attendance.services.time import accommodate
from results.attendance.views.attendance import TAPS
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game, Presence, Round
from tdsuite.tournaments.services.games import adjust_game
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall
from tests.results.looking import official_url
from tests.statements import statements_of_page

MINUTE = timedelta(minutes=1)


def started(hall: Hall, minutes: int = 12, *, scheduled: bool = True) -> Hall:
    """The round began so many minutes ago."""
    began = timezone.now().replace(microsecond=0) - minutes * MINUTE
    Round.objects.filter(pk=hall.round.pk).update(started_at=began, scheduled_at=began if scheduled else None)
    return hall


@pytest.fixture
def site(hall: Hall, client: Client) -> Hall:
    """WESPA; the director is logged in; the round began twelve minutes ago."""
    client.force_login(hall.director)
    return started(hall)


@pytest.fixture
def ruled_site(ruled_by: RuledBy, client: Client) -> Callable[[str], Hall]:
    def build(book: str) -> Hall:
        hall = started(ruled_by(book))
        client.force_login(hall.director)
        return hall

    return build


def address(hall: Hall, name: str, *args: object) -> str:
    return official_url(name, hall.division.tournament.slug, hall.division.code, *args)


def page(client: Client, hall: Hall, **query: str) -> str:
    return text(client.get(address(hall, "attendance", 1), query))


def text(response: Any) -> str:
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").replace("’", "'").split())


def tap(client: Client, hall: Hall, step: str, number: int, board: int = 1, *, script: bool = False) -> Any:
    headers = {"HX-Request": "true"} if script else {}
    return client.post(address(hall, f"tap_{step}", hall.game(board).pk, number), headers=headers)


def buttons(html: str) -> list[str]:
    """The taps of a page in order: "here-1" for the button Here of player 1."""
    return [f"{name}-{number}" for name, number in re.findall(r'id="([a-z-]+)-\d+-(\d+)" hx-post', html)]


# ── who may ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_official_at_the_door_is_offered_no_forfeit(site: Hall, official: User, client: Client) -> None:
    client.force_login(official)
    shown = page(client, site)
    assert "Forfeit" not in shown and "Accommodations" not in shown


# ── taps ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_2_3_4_a_late_players_clock_from_its_start_to_an_assigned_time_and_back(
    site: Hall, client: Client
) -> None:
    name = site.player(2).player
    tap(client, site, "here", 1)
    response = tap(client, site, "clock", 2)
    assert response["Location"] == f"{address(site, 'attendance', 1)}#table-{site.game().pk}"
    shown = page(client, site)
    assert f"Table 1: {name} is late: the clock runs." in shown and "left if here now; the clock runs" in shown
    Presence.objects.filter(entry=site.player(2)).update(clock_started_at=timezone.now() - 11 * MINUTE)
    tap(client, site, "here", 2)
    shown = page(client, site)
    assert re.search(rf"Table 1: {name} has 1[34]:\d\d assigned\. The player's clock ran 1\d:\d\d", shown)
    assert "assigned; may elect to forfeit" in shown and "Elects to forfeit…" in shown
    for step in ("undo_arrival", "undo_clock"):
        tap(client, site, step, 2)
    row = site.presence(2)
    assert (row.status, row.arrived_at, row.clock_started_at) == ("absent", None, None)


def test_wespa_2_3_2_one_tap_starts_a_clock_and_seats_the_opponent_or_starts_the_timer_for_both(
    site: Hall, client: Client
) -> None:
    tap(client, site, "clock_here", 4, board=2)
    assert (site.presence(3).is_here, site.presence(4).clock_runs) == (True, True)
    tap(client, site, "clock_both", 1)
    assert [site.presence(number).clock_runs for number in (1, 2)] == [True, True]
    assert "One timer for both (2.3.2)" in page(client, site)


def test_a_script_gets_the_table_and_what_was_said(site: Hall, client: Client) -> None:
    html = tap(client, site, "absent", 2, script=True).content.decode()
    assert html.lstrip().startswith('<li class="board seats')
    assert 'id="told" hx-swap-oob="true"' in html
    assert buttons(html) == ["here-1", "absent-1", "here-2", "on-way-2", "clock-here-2"]


def test_a_refused_tap_says_why_and_changes_nothing(ruled_site: Callable[[str], Hall], client: Client) -> None:
    hall = started(ruled_site("nsa-2004"), minutes=1)
    tap(client, hall, "here", 1)
    tap(client, hall, "clock", 2)
    assert "seconds to go. (I.F)" in page(client, hall)
    html = tap(client, hall, "clock", 2, script=True).content.decode()
    assert 'class="note error"' in html
    assert not Presence.objects.exclude(clock_started_at=None).exists()


@pytest.mark.parametrize("step", TAPS)
def test_taps_are_about_players_of_the_table(site: Hall, client: Client, step: str) -> None:
    assert tap(client, site, step, 3).status_code == 404


def test_everyone_else_is_here_in_one_tap(site: Hall, client: Client) -> None:
    tap(client, site, "absent", 2)
    assert "Everyone else is here (3)" in page(client, site)
    client.post(address(site, "rest", 1))
    shown = page(client, site)
    assert "3 more players are here." in shown and "Everyone else" not in shown
    html = client.post(address(site, "rest", 1), headers={"HX-Request": "true"}).content.decode()
    assert "0 more players are here." in html and 'id="hall-body"' in html


def test_nsa_guideline_19c_without_an_official_start_a_late_player_is_warned(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = started(ruled_site("nsa-2004"), scheduled=False)
    tap(client, hall, "here", 1)
    tap(client, hall, "absent", 2)
    html = client.get(address(hall, "attendance", 1)).content.decode()
    assert "warn-2" in buttons(html) and "clock-2" not in buttons(html)
    tap(client, hall, "warn", 2)
    html = client.get(address(hall, "attendance", 1)).content.decode()
    assert "clock-2" in buttons(html) and "warned" in html


# ── what the page shows ──────────────────────────────────────────────────────────────────────────────────────────────


def test_alarms_stand_in_words_above_the_tables(site: Hall, client: Client) -> None:
    began = site.round.started_at
    assert began is not None
    arrive(by=site.director, game=site.game(), entry=site.player(1), at=began)
    start_clock(by=site.director, game=site.game(), entry=site.player(2), at=began)
    shown = page(client, site)
    assert re.search(
        rf"Table 1 {site.player(2).player} 1[23]:\d\d The player may elect to forfeit\. \(2\.3\.4\)", shown
    )
    Round.objects.filter(pk=site.round.pk).update(started_at=began - 20 * MINUTE, scheduled_at=began - 20 * MINUTE)
    Presence.objects.filter(entry=site.player(2)).update(clock_started_at=began - 20 * MINUTE)
    shown = page(client, site)
    assert "0:00 The assigned time has expired: the game is forfeited. (2.3.5)" in shown
    assert "time expired" in shown


def test_the_page_counts_who_is_here(site: Hall, client: Client) -> None:
    tap(client, site, "here", 1)
    tap(client, site, "on_way", 2)
    shown = page(client, site)
    assert "here 1 / 4 not here 1 expected 2 start" in shown
    assert "on the way" in shown


def test_the_tables_that_are_not_ready_can_be_seen_alone(site: Hall, client: Client) -> None:
    for number in (1, 2):
        arrive(by=site.director, game=site.game(), entry=site.player(number))
    html = client.get(address(site, "attendance", 1), {"show": "open"}).content.decode()
    assert [f"table-{site.game(board).pk}" in html for board in (1, 2)] == [False, True]
    client.post(address(site, "rest", 1))
    assert "Everybody is here." in page(client, site, show="open")


def test_what_a_player_is_allowed_stands_at_the_table_without_the_reason(site: Hall, client: Client) -> None:
    accommodate(by=site.director, entry=site.player(1), what="two minutes more", seconds=120, reason="secret illness")
    shown = page(client, site)
    assert "two minutes more" in shown and "Set the timer to 27:00 (+2:00)" in shown
    assert "secret illness" not in shown


def test_where_the_book_is_silent_clocks_are_the_directors(ruled_site: Callable[[str], Hall], client: Client) -> None:
    hall = ruled_site("sowpods-club")
    tap(client, hall, "here", 1)
    tap(client, hall, "absent", 2)
    html = client.get(address(hall, "attendance", 1)).content.decode()
    assert "leaves clocks for late players to the director" in html
    assert not any(one.startswith("clock") for one in buttons(html)) and "Clock…" in html


def test_times_are_the_events_own(site: Hall, client: Client) -> None:
    tournament = site.division.tournament
    tournament.time_zone = "Asia/Kolkata"
    tournament.save()
    began = site.round.started_at
    assert began is not None
    assert f"{began + timedelta(hours=5, minutes=30):%H:%M}" in page(client, site)


def test_a_round_without_a_start_or_without_pairings_says_what_to_do(site: Hall, client: Client) -> None:
    Round.objects.filter(pk=site.round.pk).update(started_at=None, scheduled_at=None)
    assert "This round has no start yet" in page(client, site)
    assert "Not published yet" in text(client.get(address(site, "attendance", 2)))
    assert client.get(address(site, "attendance", 9)).status_code == 404


def test_nsa_guideline_19c_breaks_are_told_before_the_round_starts(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = ruled_site("nsa-2004")
    for board in (1, 2):
        play(hall.game(board))
    make_round(hall.division, 2, pairs=[(1, 3), (2, 4)])
    shown = text(client.get(address(hall, "attendance", 2)))
    assert "4 players have not had their break yet : 10 minutes after the game. (Guideline 19C)" in shown


# ── a round without clocks ───────────────────────────────────────────────────────────────────────────────────────────


def test_nsa_app_b_a_round_by_sand_timers_from_setting_to_calling_time(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = ruled_site("nsa-2004")
    Round.objects.filter(pk=hall.round.pk).update(started_at=None)
    assert "then each player makes one more play (NSA Appendix B)" in page(client, hall)
    client.post(address(hall, "timer_set", 1))
    assert "54:00 from the start of the round" in page(client, hall)
    for minutes, says in (
        (1, r"5[34]:\d\d left in this round"),
        (55, "Time is up: 1 more play each, then final scores."),
    ):
        Round.objects.filter(pk=hall.round.pk).update(started_at=timezone.now() - minutes * MINUTE)
        assert re.search(says, page(client, hall))
    assert page(client, hall).count("Final scores") == 2
    client.post(address(hall, "timer_drop", 1))
    assert "Play this round without clocks" in page(client, hall)


def test_elsewhere_the_director_announces_how_time_is_regulated(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = ruled_site("sowpods-club")
    Round.objects.filter(pk=hall.round.pk).update(started_at=None)
    client.post(address(hall, "timer_set", 1), {"minutes": "50", "announcement": "by the clock on the wall"})
    shown = page(client, hall)
    assert "50:00 from the start of the round" in shown and "by the clock on the wall" in shown
    client.post(address(hall, "timer_drop", 1))
    client.post(address(hall, "timer_set", 1), {"minutes": "50"})
    assert "Say how many minutes the round runs" in page(client, hall)


def test_wespa_1_4_4_there_is_no_round_without_clocks(site: Hall, client: Client) -> None:
    assert "without clocks" not in page(client, site)
    client.post(address(site, "timer_set", 1))
    assert "Every game needs a timer (1.4.4)" in page(client, site)


# ── every page that shows the table ──────────────────────────────────────────────────────────────────────────────────


def test_assigned_time_stands_on_the_public_page_of_the_table(site: Hall, client: Client) -> None:
    url = reverse("public:pairings", args=[site.division.tournament.slug, site.division.code, 1])
    assert "left, the clock runs" not in text(client.get(url))
    arrive(by=site.director, game=site.game(), entry=site.player(1))
    start_clock(by=site.director, game=site.game(), entry=site.player(2))
    assert f"{site.player(2).player}: 25:00 left, the clock runs" in text(client.get(url)).replace("24:59", "25:00")


def test_one_table_and_thirty_take_the_same_queries(db: None, client: Client) -> None:
    numbers = []
    for tables in (1, 30):
        division = make_division(make_tournament(f"hall-{tables}"), players=2 * tables, rounds=2)
        make_round(division, 1, status=Round.Status.PLAYING)
        hall = started(Hall(division, make_user(tournament=division.tournament)))
        for board in range(1, tables + 1):
            game = hall.game(board)
            assert game.second is not None
            arrive(by=hall.director, game=game, entry=game.first)
            mark(by=hall.director, game=game, entry=game.second, status="absent")
            start_clock(by=hall.director, game=game, entry=game.second)
        client.force_login(hall.director)
        numbers.append(statements_of_page(client, address(hall, "attendance", 1)))
    assert numbers[0] == numbers[1]


def test_a_decided_table_shows_the_scores_that_count_and_no_taps(site: Hall, client: Client) -> None:
    play(site.game(), 412, 377)
    html = client.get(address(site, "attendance", 1)).content.decode()
    assert "Played 412–377" in html and not any(one.endswith(("-1", "-2")) for one in buttons(html))
    adjust_game(by=site.director, game=site.game(), side="first", kind="challenge", points=-40, reason="eight words")
    assert "Played 372–377" in client.get(address(site, "attendance", 1)).content.decode()
    values = {"first_halves": 0, "first_spread": -90, "second_halves": 2, "second_spread": 90}
    Game.objects.filter(pk=site.game().pk).update(outcome="left_early", **values)
    assert "Left early 372–377 (counts -90 / +90)" in client.get(address(site, "attendance", 1)).content.decode()
