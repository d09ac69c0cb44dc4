"""The player's own page: next game, who starts, clocks, results, record, place, sheets; nobody else's things."""

import re
from datetime import datetime, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from results.attendance.services.attendance import arrive, start_clock
from results.games.services.outcomes import record_result
from results.models import Accommodation
from tdsuite.platform.access.models import Station
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_division, make_played_event, make_round, make_tournament
from tests.platform.access.signing import signed_in
from tests.results.looking import text
from tests.results.sheets.pages.hall import Pages

MOST_BYTES = 60_000


def test_the_next_game_says_table_opponent_and_who_starts(pages: Pages) -> None:
    shown = text(pages.phone(1).me())
    opponent = pages.hall.event.entry(4).player
    assert (
        f"Table 1 Round 1 · playing against {opponent} You start 25 min each" in shown and "Enter the result" in shown
    )
    assert "You are second" in text(pages.phone(4).me())


def announced(response: object) -> list[str]:
    """What ring.js would say of each place that the page shows."""
    return [unescape(words) for words in re.findall(r'data-announcement="([^"]*)"', response.content.decode())]  # type: ignore[attr-defined]


def test_what_is_told_of_a_new_table_is_one_line_in_the_readers_language(pages: Pages) -> None:
    ada, opponent = pages.phone(1), pages.hall.event.entry(4).player
    assert announced(ada.me()) == [f"Round 1: you are at table 1 against {opponent}. You start."]
    ada.client.cookies["language"] = "fr"
    assert announced(ada.me()) == [f"Ronde 1\u00a0: vous êtes à la table 1 contre {opponent}. Vous commencez."]
    Game.objects.update(table_name="Old bar", starts_by="draw")
    names = f"Round 1: you are at table Old bar against {ada.entry.player}."
    theirs = pages.phone(4).me()
    assert announced(theirs) == [f"{names} Draw tiles for the start."] and "Draw tiles for the start" in text(theirs)


def test_a_place_is_another_after_another_table_or_opponent_and_the_same_after_a_result(pages: Pages) -> None:
    ada = pages.phone(1)

    def seats() -> str:
        return re.findall(r'data-seats="([^"]*)"', ada.me().content.decode())[0]

    before = seats()
    record_result(by=pages.hall.director, game=pages.game, first_score=431, second_score=388)
    assert (seats(), announced(ada.me())) == (before, [])
    Game.objects.update(table_name="Old bar")
    assert seats() == f"{pages.game.pk}:Oldbar:{pages.hall.event.entry(4).pk}"


def test_a_station_cannot_be_switched_to_ring(pages: Pages) -> None:
    station = Station.objects.create(tournament=pages.hall.division.tournament, name="Door")
    shared = signed_in(Client(), pages.hall.event.entry(1), means="pin", station=station)
    address = reverse("results:me", args=[pages.hall.division.tournament.slug])
    assert b'id="ring"' in pages.phone(1).me().content
    assert b'id="ring"' not in shared.get(address).content


def test_own_results_record_place_and_sheets(pages: Pages) -> None:
    ada, other = pages.phone(1), pages.phone(4)
    ada.enters(431, 388)
    assert "Check and sign" in text(other.me()) and "Result sheet" in text(ada.me())
    other.signs()
    shown = text(other.me())
    assert "Won 431–388" not in shown and "Lost 388–431" in shown
    assert "0–1 Won–lost" in shown.replace("Won–lost 0–1", "0–1 Won–lost")
    assert "Sheet of round 1 : signed" in shown
    winner = text(ada.me())
    assert "Sheets waiting for you Round 1" in winner and "hand it in" in winner


def test_sheets_that_wait_are_named_only_where_the_event_uses_sheets(pages: Pages) -> None:
    record_result(by=pages.hall.director, game=pages.game, first_score=431, second_score=388)
    assert "Sheets waiting for you" not in text(pages.phone(1).me())
    pages.phone(2, 2).enters(400, 390)
    assert "Sheets waiting for you" in text(pages.phone(1).me())


def test_a_bye_needs_no_sheet(db: None) -> None:
    division = make_division(make_tournament(), players=3)
    make_round(division, 1, pairs=[(1, 2), (3, None)])
    page = signed_in(Client(), division.entries.get(number=3)).get(reverse("results:me", args=["lakeside-open"]))
    shown = text(page)
    assert "Bye" in shown and "Sheet of round 1" not in shown
    assert "You have no game in round 1: bye. No game for you yet." in shown
    assert announced(page) == ["You have no game in round 1: bye."]


def late(pages: Pages, minutes: int) -> datetime:
    """Player 1 is here, and the clock of player 4 has run so long; the moment."""
    now = timezone.now()
    Round.objects.update(
        status="playing", started_at=now - timedelta(minutes=9), scheduled_at=now - timedelta(minutes=9)
    )
    director, game = pages.hall.director, pages.game
    arrive(by=director, game=game, entry=pages.hall.event.entry(1), at=now - timedelta(minutes=9))
    since = now - timedelta(minutes=minutes)
    start_clock(by=director, game=game, entry=pages.hall.event.entry(4), at=since, reason="late")
    return now


def test_a_late_player_sees_the_game_time_left_and_the_opponent_the_same(pages: Pages) -> None:
    late(pages, 8)
    ada, other = pages.phone(1), pages.phone(4)
    assert "You are late. Game time left: 1" in text(other.me()) and "the clock runs." in text(other.me())
    assert "Your opponent is late. Game time left: 1" in text(ada.me())
    arrive(by=pages.hall.director, game=pages.game, entry=other.entry)
    assert "Assigned time: 1" in text(other.me()) and f"{other.entry.player} · Assigned time: 1" in text(ada.me())
    assert "late." not in text(other.me()) + text(ada.me())
    other.enters(380, 410)
    assert "Assigned time" not in text(other.me()) + text(ada.me())


def test_an_opponents_accommodation_stays_private(pages: Pages) -> None:
    now, ada, other = late(pages, 5), pages.phone(1), pages.phone(4)
    arrive(by=pages.hall.director, game=pages.game, entry=other.entry, at=now)
    Accommodation.objects.create(entry=other.entry, what="more time", seconds=300, reason="private", agreed_at=now)
    assert "Assigned time: 25:00" in text(other.me())
    assert "Assigned time: 20:00" in text(ada.me())


def test_a_player_reads_nothing_of_others_sheets(pages: Pages) -> None:
    pages.phone(1).enters(431, 388)
    answer = pages.phone(2, 2).me()
    assert "431" not in text(answer)  # its markup has random digits
    assert f"/s/lakeside-open/{pages.game.pk}/" not in answer.content.decode()


def test_the_refresh_brings_the_changing_part_alone(pages: Pages) -> None:
    phone, game, division = pages.phone(1), pages.game, pages.hall.division
    body = phone.client.get(reverse("results:me", args=[phone.slug]), headers={"HX-Request": "true"}).text
    assert "<html" not in body and body.lstrip().startswith('<div id="me"')
    assert f'data-live="own:{division.pk}:{phone.entry.pk} requests:{phone.entry.pk} game:{game.pk}"' in body


@pytest.mark.parametrize("players", [8, 40])
def test_the_page_is_light_and_its_queries_do_not_grow(db: None, players: int) -> None:
    division = make_played_event(players=players, played=7, rounds=7)
    client = signed_in(Client(), division.entries.get(number=1))
    address = reverse("results:me", args=["lakeside-open"])
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        page = client.get(address)
    assert len(captured) <= 16
    assert len(page.content) < MOST_BYTES / 3
