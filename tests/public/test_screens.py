"""Screens of the hall: what each panel shows over all divisions, a screenful at a time."""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.live import services
from tdsuite.public.screens import ALONE, ROWS, columns_of, even
from tdsuite.tournaments.models import Division, Game, Round, Screen, TableNeed
from tdsuite.tournaments.services.notices import post_notice
from tdsuite.tournaments.services.screens import add_screen, change_screen, steer_screen
from tests.factories import make_division, make_played_event, make_round, play
from tests.public.hub import Hub, pages
from tests.public.test_pages import text_of

pytestmark = pytest.mark.django_db
ADDRESS = "/t/lakeside-open/screen/1/"
EVERY = tuple(Screen.Shows.values)


@pytest.fixture
def division() -> Division:
    """Division A: 24 players in round 4, with 3 of 12 results; division B: 5 players in round 1, one with a bye."""
    made = make_played_event(players=24, played=3)
    make_round(made, 4, status=Round.Status.PLAYING, results=3)
    other = make_division(made.tournament, code="b", players=5)
    make_round(other, 1, status=Round.Status.PLAYING)
    return made


def compose(event_of: Division, /, *kinds: str, **more: object) -> Screen:
    """The event's one screen, with these panels."""
    screen = event_of.tournament.screens.first() or add_screen(
        by=COMMAND_LINE, tournament=event_of.tournament, name="Entrance"
    )
    return change_screen(by=COMMAND_LINE, screen=screen, panels=[{"shows": kind, **more} for kind in kinds])


def shown(at: int = 0) -> str:
    response = Client().get(f"{ADDRESS}?at={at}")
    assert response.status_code == 200
    return text_of(response)


def walk(start: int = 0) -> list[tuple[int, str]]:
    """Place and kind of each page, once round."""
    seen: list[tuple[int, str]] = []
    at = start
    while True:
        body = Client().get(f"{ADDRESS}?at={at}").content.decode()
        here, following = re.findall(r"screen/1/\?at=(\d+)", body)[-1], re.search(r'hx-get="[^"]*at=(\d+)"', body)
        kind = re.search(r'class="screen (\w*)', body)
        assert following is not None and kind is not None
        if (int(here), kind[1]) in seen:
            return seen
        seen.append((int(here), kind[1]))
        at = int(following[1])


def changed(division: Division) -> None:
    """As a service leaves a division that it changed."""
    with transaction.atomic():
        services.bump(division.live_topic)


@pytest.mark.parametrize("count", range(1, 130))
def test_pages_and_columns_differ_by_one_line_at_most_and_no_name_stands_alone(count: int) -> None:
    for rows in {*ROWS.values()}:
        parts = even(range(count), 2 * rows)
        assert [line for part in parts for line in part] == list(range(count))
        lengths = [len(part) for part in parts]
        assert max(lengths) - min(lengths) <= 1 and max(lengths) <= 2 * rows
        for part in parts:
            columns = [len(column) for column in columns_of(part, rows)]
            assert sum(columns) == len(part) and max(columns) - min(columns) <= 1 and max(columns) <= max(rows, ALONE)
            assert len(columns) == 1 or min(columns) > 2


def test_players_of_all_divisions_are_called_in_one_list_by_name(division: Division) -> None:
    compose(division, "names")
    text = shown(0) + shown(1)
    assert [kind for _, kind in walk()] == ["names", "names"]
    filed = [entry.player.filing_name for row in division.tournament.divisions.all() for entry in row.entries.all()]
    places = [text.index(name) for name in sorted(filed)]
    assert len(places) == 29 and places == sorted(places)
    assert "Division A · v " in text and "Division B · v " in text and "Bye" in text and "starts" in text


def test_a_list_of_one_division_names_it_once_with_its_round(division: Division) -> None:
    compose(division, "names", division="b")
    assert "Round 1" in shown() and shown().count("Division B") == 1 and "Division A" not in shown()


def test_tables_are_listed_division_by_division_with_scores_as_they_come(division: Division) -> None:
    compose(division, "tables")
    assert [kind for _, kind in walk()] == ["tables", "tables"]
    played = Game.objects.with_people().get(round__division=division, round__number=4, board=1)
    assert "Round 4" in shown(0) and f"{played.first.player} {played.first_score}" in shown(0)
    assert "Round 1" in shown(1) and "Bye" in shown(1)


def test_a_kept_table_is_marked_in_both_lists_while_it_is_kept(division: Division) -> None:
    game = Game.objects.with_people().get(round__division=division, round__number=4, board=5)
    need = TableNeed.objects.create(entry=game.first, table=" 5", first_round=4)
    TableNeed.objects.create(entry=game.second, table="7")  # wanted, and not got
    for kind, mark in (("names", "kept table"), ("tables", "kept")):
        compose(division, kind, division="a")
        text = " ".join(shown(at) for at in range(2))
        assert text.count(mark) == (1 if kind == "names" else 2)  # the list by table is one page, asked for twice
    TableNeed.objects.filter(pk=need.pk).update(first_round=5)
    assert "kept" not in shown()


def test_standings_and_results_to_come(division: Division) -> None:
    compose(division, "standings", "missing")
    assert [kind for _, kind in walk()] == ["standings", "standings", "standings", "missing"]
    assert "After round 4 9 results to come" in shown(0) and "Players" in shown(2) and "2000" in shown(2)
    assert "9 results to come Division A" in shown(3) and "Round 4 · Tables 4, 5, 6" in shown(3)
    assert "2 results to come Division B" in shown(3)


def test_clock_and_notices(division: Division) -> None:
    post_notice(by=COMMAND_LINE, tournament=division.tournament, text="Lunch until two & no games")
    compose(division, "clock", "notices")
    assert [kind for _, kind in walk()] == ["clock", "notices"]
    assert "Round 4" in shown(0) and "Round 1" in shown(0) and "since the start" in shown(0)
    assert "Lunch until two &amp; no games" in shown(1)


def test_a_line_that_has_the_screen_for_itself_is_the_largest(division: Division) -> None:
    compose(division, "clock", "missing", "notices", "standings")
    assert len(re.findall('class="screen clock three"', Client().get(ADDRESS).content.decode())) == 1
    compose(division, "clock", "missing", "standings", division="b")
    sizes = [
        re.findall(r'class="screen (\w+) (\w*)"', Client().get(f"{ADDRESS}?at={at}").content.decode())[0]
        for at in range(3)
    ]
    assert sizes == [("clock", "one"), ("missing", "one"), ("standings", "few")]


def test_long_notices_have_fewer_on_a_page_and_too_many_tables_are_not_named(division: Division) -> None:
    for text in ("One.", "Two.", "Three."):
        post_notice(by=COMMAND_LINE, tournament=division.tournament, text=text)
    compose(division, "notices")
    assert [kind for _, kind in walk()] == ["notices"]
    post_notice(by=COMMAND_LINE, tournament=division.tournament, text="A long one. " * 16)
    assert [kind for _, kind in walk()] == ["notices"] * 2
    large = make_division(division.tournament, code="c", players=84)
    make_round(large, 1, status=Round.Status.PLAYING)
    compose(division, "missing", division="c")
    assert "42 results to come" in shown() and "Tables" not in shown()
    play(Game.objects.filter(round__division=large).first(), 400, 300)
    play(Game.objects.filter(round__division=large).last(), 400, 300)
    changed(large)
    assert "40 results to come" in shown() and "Tables 2, 3, 4" in shown()


def test_a_panel_that_has_nothing_to_show_is_left_out(division: Division) -> None:
    compose(division, "notices", "standings", "missing")
    Game.objects.filter(round__division__tournament=division.tournament).exclude(second=None).update(
        first_score=400, second_score=300, outcome="played", decided_at=timezone.now()
    )
    changed(division)
    assert [kind for _, kind in walk()] == ["standings"] * 3


def test_a_screen_with_nothing_to_show_says_what_comes(division: Division) -> None:
    compose(division, "notices")
    assert "The first pairings appear here as soon as they are published." in shown()


def test_a_held_screen_stays_with_one_panel_wherever_it_was_and_then_goes_round(division: Division) -> None:
    screen = compose(division, "names", "standings", "missing")
    assert [place for place, _ in walk()] == [0, 1, 2, 3, 4, 5]
    steer_screen(by=COMMAND_LINE, screen=screen, panel=2)
    assert [place for place, _ in walk(5)] == [place for place, _ in walk(0)] == [2, 3, 4]
    steer_screen(by=COMMAND_LINE, screen=screen)
    assert [place for place, _ in walk(4)] == [4, 5, 0, 1, 2, 3]


def test_a_screen_that_is_held_at_a_panel_with_nothing_to_show_goes_round_until_it_has(division: Division) -> None:
    screen = compose(division, "notices", "missing")
    steer_screen(by=COMMAND_LINE, screen=screen, panel=1)
    assert [kind for _, kind in walk()] == ["missing"]
    post_notice(by=COMMAND_LINE, tournament=division.tournament, text="Lunch is at one.")
    assert [kind for _, kind in walk()] == ["notices"]


def test_each_panel_is_shown_for_its_own_seconds(division: Division) -> None:
    compose(division, "standings", seconds=7)
    assert b'data-turn="7"' in Client().get(ADDRESS).content
    assert b'content="7;url=/t/lakeside-open/screen/1/?at=1"' in Client().get(ADDRESS).content  # without scripts


def test_a_screen_that_is_not_there_is_not_found(division: Division) -> None:
    compose(division, "names")
    assert Client().get("/t/lakeside-open/screen/2/").status_code == 404


def test_a_screenful_is_kept_until_it_is_steered_or_a_division_changes(
    division: Division, hub: Hub, django_assert_num_queries: object
) -> None:
    screen = compose(division, "names", "standings")
    first = Client().get(ADDRESS).content
    hub.look()
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert Client().get(ADDRESS).content == first
    steer_screen(by=COMMAND_LINE, screen=screen, panel=2)
    hub.look()
    assert b"After round 4" in Client().get(ADDRESS).content
    play(Game.objects.of_division(division).awaiting_result().first(), 699, 10)
    changed(division)
    hub.look()
    assert b"8 results to come" in Client().get(ADDRESS).content


def test_a_clock_is_made_anew_each_time(division: Division, hub: Hub) -> None:
    compose(division, "clock")
    assert Client().get(ADDRESS).status_code == 200 and pages() == 0


def test_the_page_listens_to_itself_and_to_all_divisions(division: Division) -> None:
    screen = compose(division, "names")
    topics = [screen.live_topic, *(row.live_topic for row in division.tournament.divisions.all())]
    assert f'data-live="{" ".join(topics)}"' in Client().get(f"{ADDRESS}?at=0").text


def test_no_panel_asks_more_for_many_players_than_for_few(django_assert_max_num_queries: object) -> None:
    for number, players in enumerate((4, 60)):
        division = make_played_event(players=players, played=2, slug=f"event-{number}")
        make_round(division, 3, status=Round.Status.PLAYING, results=1)
        compose(division, *EVERY)
        with django_assert_max_num_queries(21):  # type: ignore[operator]
            Client().get(f"/t/event-{number}/screen/1/")
