"""What people take along from the public pages: pairings and standings as text and as pictures for a chat, calendar files."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image, ImageColor

from tdsuite.platform.access.roles import Role
from tdsuite.platform.pictures import MOST_LINES, lines_in, pictures_of
from tdsuite.public import pictures
from tdsuite.public.calendars import Appointment, calendar, folded
from tdsuite.public.list_pictures import call_row, standing_row
from tdsuite.public.pictures import GOLD, GROUND, HEAD, PAPER, SHADE, SIDE, TILE, ListRow, list_picture
from tdsuite.public.reads import boards_of, calls_of
from tdsuite.public.templatetags.figures import record, signed
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import history, standing_rows
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user, play
from tests.public.test_kept import Hub, hub  # noqa: F401

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
    assert "<!doctype html>" in text("/t/hall/a/pairings/1/?as=painting").lower()
    french = text("/t/hall/a/pairings/1/?as=text", **{"accept-language": "fr"})
    assert "Ronde 1" in french.splitlines()[0]
    assert "Round 1" in text("/t/hall/a/pairings/1/?as=text").splitlines()[0]


def picture(address: str, **headers: str) -> Image.Image:
    answer = Client().get(address, headers=headers)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    return Image.open(BytesIO(answer.content)).convert("RGB")


def tiles(shown: Image.Image) -> dict[str, int]:
    """How many lines the picture has: the tiles at its left edge, by colour."""
    column = [shown.getpixel((SIDE + 2, y)) for y in range(HEAD, shown.height)]
    runs = [colour for at, colour in enumerate(column) if at == 0 or column[at - 1] != colour]
    return {name: runs.count(ImageColor.getrgb(name)) for name in (TILE, GOLD)}


def test_a_long_list_is_pictures_that_a_phone_shows_whole_of_which_none_has_a_line_alone() -> None:
    division = make_division(make_tournament("hall"), players=100)
    make_round(division, 1, status="published")
    counts = []
    for number in (1, 2, 3, 4):
        shown = picture(f"/t/hall/a/pairings/?as=picture&page={number}")
        assert shown.width == 1080 and shown.height <= 1920
        counts.append(tiles(shown)[TILE])
    assert counts == [25, 25, 25, 25]
    assert text("/t/hall/a/pairings/").count("data-copy-picture") == 4
    assert Client().get("/t/hall/a/pairings/?as=picture&page=5").status_code == 404


@pytest.mark.parametrize("count", [0, 1, 32, 33, 65, 100, 1000])
def test_every_line_of_a_list_stands_in_one_picture(count: int) -> None:
    lines = list(range(count))
    parts = [lines[lines_in(count, number)] for number in range(1, pictures_of(count) + 1)]
    assert [line for part in parts for line in part] == lines
    assert max(map(len, parts)) <= MOST_LINES and max(map(len, parts)) - min(map(len, parts)) <= 1


def test_a_picture_of_pairings_says_by_name_where_to_go_whom_to_meet_and_who_starts(division: Division) -> None:
    who, filed = names(division), {entry.number: entry.player.filing_name for entry in division.entries.all()}
    played = history(division)
    calls = calls_of(boards_of(played, next(row for row in played.rounds if row.number == 1)))
    rows = {row.name: row for row in map(call_row, calls)}
    assert list(rows) == sorted(filed.values())
    assert rows[filed[2]] == ListRow("1", filed[2], f"v {who[1]}", ("388–431",))
    assert rows[filed[3]] == ListRow("2", filed[3], f"v {who[4]}", ("starts",))
    assert rows[filed[4]].ends == ("second",)
    assert (rows[filed[5]].key, rows[filed[5]].ends) == ("–", ("",))


def test_a_picture_of_standings_marks_the_places_with_a_prize() -> None:
    division = make_played_event(players=6, played=2, rounds=3)
    division.prize_places = 2
    division.save()
    address = f"/t/{division.tournament.slug}/a/standings/?as=picture"
    assert tiles(picture(address)) == {GOLD: 2, TILE: 4}
    best = standing_rows(history(division))[0]
    row = standing_row(best, 2)
    assert row == ListRow(
        "1", str(best.entry.player), "", (record(best.standing), signed(best.standing.spread)), is_gold=True
    )
    before = make_division(division.tournament, code="b", players=3)
    assert standing_row(standing_rows(history(before), 0)[0], None).is_gold is False
    assert tiles(picture("/t/lakeside-open/b/standings/?as=picture")) == {GOLD: 0, TILE: 3}


def test_a_picture_is_in_the_readers_language_and_there_is_none_of_what_is_not_published(division: Division) -> None:
    address = "/t/hall/a/pairings/1/?as=picture"
    assert picture(address).tobytes() != picture(address, **{"accept-language": "fr"}).tobytes()
    for nothing in ("/t/hall/a/pairings/2/?as=picture", "/t/hall/a/standings/2/?as=picture"):
        assert Client().get(nothing).status_code == 404
    before = make_division(division.tournament, code="b", players=2)
    assert Client().get(f"/t/hall/{before.code}/pairings/?as=picture").status_code == 404
    assert "data-copy-picture" not in text(f"/t/hall/{before.code}/pairings/")


def test_a_private_events_pictures_are_told_to_nobody(division: Division) -> None:
    division.tournament.visibility = "private"
    division.tournament.save()
    for address in ("/t/hall/a/pairings/?as=picture", "/t/hall/a/standings/?as=picture"):
        assert Client().get(address).status_code == 404


def test_a_picture_is_made_once_and_kept_as_it_is(
    hub: Hub,  # noqa: F811
    division: Division,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    address = "/t/hall/a/pairings/?as=picture"
    before = Client().get(address, headers={"Accept-Encoding": "gzip"})
    hub.look()
    with django_assert_num_queries(0):
        again = Client().get(address, headers={"Accept-Encoding": "gzip"})
    assert again.content == before.content and again.content.startswith(b"\x89PNG")
    assert "Content-Encoding" not in again.headers  # it is packed by nature


LONG = "Maximiliana Overlong-Doubleday-Tripletree of the Worshipful Company of Tilemakers"


@pytest.mark.parametrize("name", ["Al", LONG, "אליפות שבץ נא", "بطولة الكلمات", "Кубок слов"])
@pytest.mark.parametrize("count", [0, 1, 5, 32])
def test_whatever_the_names_are_a_list_keeps_its_margins(name: str, count: int) -> None:
    row = ListRow("12345", name, f"v {name}", ("commence en premier",))
    shown = Image.open(BytesIO(list_picture(name, name, name, [row] * count))).convert("RGB")
    assert shown.size[0] == 1080 and shown.size[1] <= 1920
    for left, right in ((0, SIDE), (1080 - SIDE, 1080)):
        colours = {colour for _, colour in shown.crop((left, 0, right, shown.height)).getcolors(100)}
        assert colours <= {ImageColor.getrgb(ground) for ground in (GROUND, GOLD, PAPER, SHADE)}


def test_what_is_copied_comes_with_the_rows_so_that_a_page_opened_before_the_first_round_has_it_too(
    division: Division,
) -> None:
    for path in ("pairings/1/", "standings/"):
        rows = Client().get(f"/t/hall/a/{path}", headers={"HX-Request": "true"}).text
        assert rows.count("data-copy-from") == 1 and "data-copy-picture" in rows


def test_the_directors_boards_copy_pairings_and_standings_at_one_press(division: Division) -> None:
    director = Client()
    director.force_login(make_user(tournament=division.tournament, role=Role.DIRECTOR))
    page = director.get("/console/hall/a/round/1/").text
    for address in ("/t/hall/a/pairings/1/?as=picture", "/t/hall/a/standings/?as=picture"):
        assert re.search(rf'href="{re.escape(address)}"\s+data-copy-picture', page)
        assert director.get(address).headers["Content-Type"] == "image/png"
    assert 'href="/t/hall/a/pairings/1/?as=text&amp;by=name" data-copy-from' in page


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


def test_after_a_result_one_line_of_a_picture_is_drawn_anew() -> None:
    """Whoever asks for the picture after each result of a round draws nothing twice."""
    rows = [ListRow(str(table), f"Player {table} of a test", "v Somebody", ("starts",)) for table in range(1, 31)]
    list_picture("Cup", "Round 7", "10:00", rows)
    before = pictures._row.cache_info().misses
    rows[4] = ListRow("5", "Player 5 of a test", "v Somebody", ("400–1",))
    later = list_picture("Cup", "Round 7", "10:01", rows)
    assert pictures._row.cache_info().misses == before + 1
    pictures._row.cache_clear()
    assert list_picture("Cup", "Round 7", "10:01", rows) == later
