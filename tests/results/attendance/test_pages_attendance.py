"""Presence, clocks and timers of a round on the Round board and at its tables."""

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
from tdsuite.console.table.clock import TAPS
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Presence, Round
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


def board(client: Client, hall: Hall, number: int = 1) -> str:
    slug, code = hall.division.tournament.slug, hall.division.code
    return text(client.get(reverse("console:round", args=[slug]), {"division": code, "round": number}))


def table(client: Client, hall: Hall, number: int = 1) -> str:
    """The page of a table."""
    html: str = client.get(address(hall, "table", hall.game(number).pk)).content.decode()
    return html


def page(client: Client, hall: Hall, number: int = 1) -> str:
    """The same as it is read."""
    return text(client.get(address(hall, "table", hall.game(number).pk)))


def text(response: Any) -> str:
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").replace("’", "'").split())


def tap(client: Client, hall: Hall, step: str, number: int, board: int = 1) -> Any:
    return client.post(address(hall, f"tap_{step}", hall.game(board).pk, number))


def buttons(html: str) -> list[str]:
    """The taps of a page in order: "here-1" for the button Here of player 1."""
    return [f"{name}-{number}" for number, name in re.findall(r'formaction="[^"]*/table/\d+/(\d+)/([a-z-]+)/"', html)]


# ── who may ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_official_at_the_door_is_offered_no_forfeit(site: Hall, official: User, client: Client) -> None:
    client.force_login(official)
    shown = page(client, site)
    assert (
        "Forfeit" not in shown
        and "did not come" not in shown
        and 'id="at-clock" open' in " ".join(table(client, site).split())
    )


# ── taps ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_2_3_4_a_late_players_clock_from_its_start_to_an_assigned_time_and_back(
    site: Hall, client: Client
) -> None:
    name = site.player(2).player
    tap(client, site, "here", 1)
    response = tap(client, site, "clock", 2)
    assert response["Location"] == address(site, "table", site.game().pk)
    shown = page(client, site)
    assert f"Table 1: {name} is late: the clock runs." in shown and "left if here now; the clock runs" in shown
    Presence.objects.filter(entry=site.player(2)).update(clock_started_at=timezone.now() - 11 * MINUTE)
    tap(client, site, "here", 2)
    shown = page(client, site)
    assert re.search(rf"Table 1: {name} has 1[34]:\d\d assigned\. The player's clock ran 1\d:\d\d", shown)
    assert "assigned; may elect to forfeit" in shown and f"{name} elects to forfeit" in shown
    for step in ("undo_arrival", "undo_clock"):
        tap(client, site, step, 2)
    row = site.presence(2)
    assert (row.status, row.arrived_at, row.clock_started_at) == ("absent", None, None)


def test_wespa_2_3_2_one_tap_starts_a_clock_and_seats_the_opponent_or_starts_the_timer_for_both(
    site: Hall, client: Client
) -> None:
    tap(client, site, "clock_here", 4, board=2)
    assert (site.presence(3).is_here, site.presence(4).clock_runs) == (True, True)
    for step, number in (("absent", 1), ("absent", 2), ("clock", 1)):
        tap(client, site, step, number)
    assert [site.presence(number).clock_runs for number in (1, 2)] == [True, True]
    assert "One timer for both (2.3.2)" in page(client, site)


def test_the_taps_follow_what_was_said(site: Hall, client: Client) -> None:
    tap(client, site, "absent", 2)
    assert buttons(table(client, site)) == ["here-1", "absent-1", "here-2", "on-way-2", "clock-here-2"]


def test_a_refused_tap_says_why_and_changes_nothing(ruled_site: Callable[[str], Hall], client: Client) -> None:
    hall = started(ruled_site("nsa-2004"), minutes=1)
    tap(client, hall, "here", 1)
    refused = tap(client, hall, "clock", 2)
    assert refused.status_code == 422 and "seconds to go. (I.F)" in text(refused)
    assert not Presence.objects.exclude(clock_started_at=None).exists()


@pytest.mark.parametrize("step", TAPS)
def test_taps_are_about_players_of_the_table(site: Hall, client: Client, step: str) -> None:
    assert tap(client, site, step, 3).status_code == 404


def test_everyone_else_is_here_in_one_tap(site: Hall, client: Client) -> None:
    tap(client, site, "absent", 2)
    assert "Everybody else is here" in board(client, site)
    response = client.post(address(site, "rest", 1), follow=True)
    assert "3 more players are here." in text(response)
    assert (site.presence(2).status, site.presence(4).is_here) == ("absent", True)
    assert "0 more players are here." in text(client.post(address(site, "rest", 1), follow=True))


def test_nsa_guideline_19c_without_an_official_start_a_late_player_is_warned(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = started(ruled_site("nsa-2004"), scheduled=False)
    tap(client, hall, "here", 1)
    tap(client, hall, "absent", 2)
    html = table(client, hall)
    assert "warn-2" in buttons(html) and "clock-2" not in buttons(html)
    tap(client, hall, "warn", 2)
    html = table(client, hall)
    assert "clock-2" in buttons(html) and "warned" in html


# ── what the page shows ──────────────────────────────────────────────────────────────────────────────────────────────


def test_what_a_player_is_allowed_stands_at_the_table_without_the_reason(site: Hall, client: Client) -> None:
    accommodate(by=site.director, entry=site.player(1), what="two minutes more", seconds=120, reason="secret illness")
    shown = page(client, site)
    assert "two minutes more" in shown and "Set the timer to 27:00 (+2:00)" in shown
    assert "secret illness" not in shown


def test_where_the_book_is_silent_clocks_are_the_directors(ruled_site: Callable[[str], Hall], client: Client) -> None:
    hall = ruled_site("sowpods-club")
    tap(client, hall, "here", 1)
    tap(client, hall, "absent", 2)
    html = table(client, hall)
    assert "leaves clocks for late players to the director" in html
    assert not any(one.startswith("clock") for one in buttons(html)) and "with a reason" in html


def test_a_round_without_a_start_says_what_to_do(site: Hall, client: Client) -> None:
    Round.objects.filter(pk=site.round.pk).update(started_at=None, scheduled_at=None)
    assert "This round has no start yet" in page(client, site)


def test_nsa_guideline_19c_breaks_are_told_before_the_round_starts(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = ruled_site("nsa-2004")
    for number in (1, 2):
        play(hall.game(number))
    make_round(hall.division, 2, pairs=[(1, 3), (2, 4)])
    shown = board(client, hall, 2)
    assert "Division A: 4 players have not had their break yet 10 minutes after the game. (Guideline 19C)" in shown


# ── a round without clocks ───────────────────────────────────────────────────────────────────────────────────────────


def test_nsa_app_b_a_round_by_sand_timers_from_setting_to_calling_time(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = ruled_site("nsa-2004")
    Round.objects.filter(pk=hall.round.pk).update(started_at=None)
    assert "then each player makes one more play (NSA Appendix B)" in board(client, hall)
    client.post(address(hall, "timer_set", 1))
    assert "54:00 from the start of the round" in board(client, hall)
    for minutes, says in (
        (1, r"5[34]:\d\d left in this round"),
        (55, "Time is up: 1 more play each, then final scores."),
    ):
        Round.objects.filter(pk=hall.round.pk).update(started_at=timezone.now() - minutes * MINUTE)
        assert re.search(says, board(client, hall))
    client.post(address(hall, "timer_drop", 1))
    assert "Play this round without clocks" in board(client, hall)


def test_elsewhere_the_director_announces_how_time_is_regulated(
    ruled_site: Callable[[str], Hall], client: Client
) -> None:
    hall = ruled_site("sowpods-club")
    Round.objects.filter(pk=hall.round.pk).update(started_at=None)
    client.post(address(hall, "timer_set", 1), {"minutes": "50", "announcement": "by the clock on the wall"})
    shown = board(client, hall)
    assert "50:00 from the start of the round" in shown and "by the clock on the wall" in shown
    client.post(address(hall, "timer_drop", 1))
    client.post(address(hall, "timer_set", 1), {"minutes": "50"})
    assert "Say how many minutes the round runs" in board(client, hall)


def test_wespa_1_4_4_there_is_no_round_without_clocks(site: Hall, client: Client) -> None:
    assert "without clocks" not in board(client, site)
    client.post(address(site, "timer_set", 1))
    assert "Every game needs a timer (1.4.4)" in board(client, site)


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
        numbers.append(statements_of_page(client, reverse("console:round", args=[division.tournament.slug])))
    assert numbers[0] == numbers[1]


def test_a_decided_table_has_no_taps(site: Hall, client: Client) -> None:
    play(site.game(), 412, 377)
    assert buttons(table(client, site)) == []
