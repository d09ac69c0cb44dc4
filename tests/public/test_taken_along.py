"""What people take along from the public pages: pairings and standings as text for a chat, calendar files."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client

from tdsuite.public.calendars import Appointment, calendar, folded
from tdsuite.tournaments.models import Division, Round
from tests.factories import make_division, make_played_event, make_round, make_tournament, play

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 5, 16, 9, 0, tzinfo=UTC)


def text(address: str, **headers: str) -> str:
    answer = Client().get(address, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def division() -> Division:
    """Five players, of whom 5 has the bye; one result of round 1 is in; round 2 is only planned."""
    made = make_division(make_tournament("hall", name="Harbour, Cup"), players=5, rounds=2)
    row = make_round(made, 1, status="playing", pairs=[(1, 2), (3, 4), (5, None)], results=0)
    play(row.games.get(first__number=1), 431, 388)
    Round.objects.filter(pk=row.pk).update(scheduled_at=NINE)
    Round.objects.create(division=made, number=2, scheduled_at=NINE.replace(hour=10))
    return made


def names(division: Division) -> dict[int, str]:
    return {entry.number: str(entry.player) for entry in division.entries.select_related("player")}


def test_pairings_as_text_by_table_and_by_name(division: Division) -> None:
    who = names(division)
    answer = Client().get("/t/hall/a/pairings/1/?as=text")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[:4] == [
        f"Harbour, Cup, {division}: Round 1", "", f"1. {who[1]} 431–388 {who[2]}", f"2. {who[3]} – {who[4]}",
    ]  # fmt: skip
    assert lines[4].startswith(f"{who[5]}: ")
    by_name = text("/t/hall/a/pairings/1/?as=text&by=name").splitlines()
    assert f"{who[2]}: table 1, v {who[1]}, 388–431" in by_name
    assert f"{who[3]}: table 2, v {who[4]}, starts" in by_name
    assert len(by_name) == 2 + 5


def test_standings_as_text() -> None:
    division = make_played_event(players=4, rounds=1)
    lines = text(f"/t/{division.tournament.slug}/{division.code}/standings/?as=text").splitlines()
    assert lines[0].endswith("Standings after round 3")
    assert [line.split(". ")[0] for line in lines[2:]] == ["1", "2", "3", "4"]


def test_a_page_offers_its_text_and_other_words_for_it_are_not_kept(division: Division) -> None:
    assert 'href="/t/hall/a/pairings/1/?as=text&amp;by=name"' in text("/t/hall/a/pairings/1/?by=name")
    assert "<!doctype html>" in text("/t/hall/a/pairings/1/?as=picture").lower()
    french = text("/t/hall/a/pairings/1/?as=text", **{"accept-language": "fr"})
    assert "Ronde 1" in french.splitlines()[0]
    assert "Round 1" in text("/t/hall/a/pairings/1/?as=text").splitlines()[0]


def test_the_events_calendar_has_its_days_and_every_round_with_a_time(division: Division) -> None:
    event = division.tournament
    lines = text("/t/hall/calendar.ics").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert f"DTSTART;VALUE=DATE:{event.starts_on:%Y%m%d}" in lines
    assert lines.count("BEGIN:VEVENT") == 3
    assert "SUMMARY:Harbour\\, Cup" in lines
    assert f"SUMMARY:{division}\\, round 2" in lines
    assert "DTSTART:20260516T100000Z" in lines and "DTEND:20260516T110000Z" in lines


def test_a_players_calendar_says_table_and_opponent_of_what_is_published_and_no_more(division: Division) -> None:
    who = names(division)
    draft = Round.objects.get(division=division, number=2)
    draft.games.create(board=1, first=division.entries.get(number=1), second=division.entries.get(number=3))
    whole = text("/t/hall/a/players/1/calendar.ics")
    assert f"SUMMARY:Round 1: table 1\\, v {who[2]}" in whole
    assert "SUMMARY:Round 2\r\n" in whole and who[3] not in whole
    assert "Round 1: no game" in text("/t/hall/a/players/5/calendar.ics")
    assert Client().get("/t/hall/a/players/99/calendar.ics").status_code == 404


def test_a_round_that_moves_keeps_its_name_and_stands_at_its_new_time(division: Division) -> None:
    def key(calendar: str) -> str:
        return next(line for line in calendar.split("\r\n") if line.startswith("UID:round"))

    before = text("/t/hall/a/players/1/calendar.ics")
    Round.objects.filter(division=division, number=1).update(scheduled_at=NINE.replace(hour=11))
    from django.core.cache import cache

    from tdsuite.platform.live.services import bump

    cache.clear()
    bump(division.live_topic)
    after = text("/t/hall/a/players/1/calendar.ics")
    assert key(before) == key(after) and "DTSTART:20260516T110000Z" in after


def test_long_lines_are_folded_without_cutting_a_character() -> None:
    whole = "SUMMARY:" + "é" * 100
    pieces = folded(whole).split("\r\n ")
    assert "".join(pieces) == whole
    assert all(len(piece.encode()) <= 74 for piece in pieces[1:]) and len(pieces[0].encode()) <= 75


def test_what_is_typed_cannot_begin_a_line_of_its_own() -> None:
    made = calendar(
        "A\r\nBEGIN:VEVENT", [Appointment("k", "x;y,z\\\nURL:http://evil", date(2026, 5, 1), place="Hall\n2")], NINE
    ).content.decode()
    assert "X-WR-CALNAME:A BEGIN:VEVENT\r\n" in made
    assert "SUMMARY:x\\;y\\,z\\\\ URL:http://evil\r\n" in made and "\r\nURL:" not in made
    assert "LOCATION:Hall 2\r\n" in made
