"""What people take along from the public pages: pairings and standings as text for a chat."""

import pytest
from django.test import Client

from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Round
from tests.factories import make_division, make_played_event, make_round, make_tournament, make_user, play

pytestmark = pytest.mark.django_db


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
    Round.objects.create(division=made, number=2)
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


def test_what_is_copied_comes_with_the_rows_so_that_a_page_opened_before_the_first_round_has_it_too(
    division: Division,
) -> None:
    for path in ("pairings/1/", "standings/"):
        rows = Client().get(f"/t/hall/a/{path}", headers={"HX-Request": "true"}).text
        assert rows.count("data-copy-from") == 1


def test_the_directors_boards_copy_pairings_and_standings_at_one_press(division: Division) -> None:
    director = Client()
    director.force_login(make_user(tournament=division.tournament, role=Role.DIRECTOR))
    page = director.get("/console/hall/a/round/1/", follow=True).text
    for address in ("/t/hall/a/pairings/1/?as=text&amp;by=name", "/t/hall/a/standings/?as=text"):
        assert f'href="{address}" data-copy-from' in page
