"""Overlays of a stream: what each slot shows to everybody, and that it is kept like other public pages."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from results.attendance.models import RoundTimer
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.live import services
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.services.overlays import overlay_of, point_overlay
from tests.factories import make_division, make_played_event, make_tournament
from tests.public.hub import Hub, pages
from tests.public.test_pages import text_of

pytestmark = pytest.mark.django_db
ADDRESS = "/t/lakeside-open/overlay/1/"
NOTHING = "Overlay 1"  # for screen readers alone


def point(division: Division, slot: int = 1, /, **values: object) -> None:
    point_overlay(by=COMMAND_LINE, overlay=overlay_of(division.tournament, slot), **values)  # type: ignore[arg-type]


def shown(address: str = ADDRESS) -> str:
    response = Client().get(address)
    assert response.status_code == 200
    return text_of(response).partition("Lakeside Open")[2].strip()


def test_an_empty_slot_is_an_empty_page(division: Division) -> None:
    assert shown() == NOTHING
    assert b'class="empty"' in Client().get(ADDRESS).content
    assert [Client().get(f"/t/lakeside-open/overlay/{slot}/").status_code for slot in (0, 9, 10)] == [404, 200, 404]


def test_a_lower_third_names_a_player_with_record_spread_place_and_rating(division: Division) -> None:
    point(division, shows="player", player=3)
    standing = next(row for row in Client().get(ADDRESS).context["card"].lines)
    assert standing.round == 3
    text = shown()
    assert text.startswith(str(division.entries.get(number=3).player))
    assert all(word in text for word in ("–", "Place ", "Rating 1960", "Division A", "Table "))


def test_a_table_shows_who_plays_there_now_with_their_earlier_games(division: Division) -> None:
    board = Game.objects.with_people().get(round__division=division, round__number=4, board=2)
    earlier = Game.objects.with_people().get(round__division=division, round__number=1, board=2)
    Game.objects.filter(pk=earlier.pk).update(  # they met in round 1, the other way about
        first=board.second, second=board.first, first_score=401, second_score=377
    )
    point(division, shows="table", table="2")
    text = shown()
    assert board.first.player.name in text and board.second.player.name in text
    assert "Table 2 · Round 4 · Division A" in text and "Earlier games: round 1 377–401" in text
    assert text.count("Rating ") == 2 and text.count("Place ") == 2 and "starts" in text


def test_a_table_follows_the_rounds_and_shows_the_score_once_it_is_there(division: Division) -> None:
    point(division, shows="table", table="1")
    played = Game.objects.get(round__division=division, round__number=4, board=1)
    text = shown()
    assert "Round 4" in text and str(played.first_score) in text and "First game with each other" in text
    Round.objects.filter(division=division, number=4).update(status=Round.Status.CLOSED)
    assert "Round 4" in shown()  # round 5 is a draft
    Round.objects.filter(division=division, number=5).update(status=Round.Status.PUBLISHED)
    assert "Round 5" in shown()


def test_a_board_that_a_player_has_left_says_so_and_calls_the_player_nowhere(division: Division) -> None:
    board = Game.objects.with_people().get(round__division=division, round__number=4, board=2)
    Entry.objects.filter(pk=board.first_id).update(withdrawn_from=4)
    for values in ({"shows": "table", "table": "2"}, {"shows": "pairings"}):
        point(division, **values)
        assert "withdrew" in shown()
    point(division, shows="player", player=board.second.number)
    assert f"{board.first.player} has left the event" in shown()
    point(division, shows="player", player=board.first.number)
    assert "Table 2" not in shown()


def test_a_table_where_nobody_plays_is_an_empty_page(division: Division) -> None:
    point(division, shows="table", table="Stage")
    assert shown() == NOTHING


@pytest.mark.parametrize(("kind", "first", "last", "screens"), [("standings", 5, 3, 2), ("pairings", 4, 4, 1)])
def test_lists_go_on_a_few_lines_at_a_time(division: Division, kind: str, first: int, last: int, screens: int) -> None:
    point(division, shows=kind)
    pages_shown = [Client().get(f"{ADDRESS}?screen={number}") for number in range(screens)]
    assert [response.content.count(b"<li>") for response in pages_shown] == [first, last][:screens]
    assert [b'data-turn="8"' in response.content for response in pages_shown] == [screens > 1] * screens
    assert Client().get(f"{ADDRESS}?screen=77").content.count(b"<li>") == last  # a slot that was moved meanwhile


def test_before_the_first_pairings_lists_are_the_field_and_nothing() -> None:
    division = make_division(make_tournament(), players=2)
    point(division, shows="standings")
    assert "Rating" not in shown() and "2000" in shown()
    for values in ({"shows": "pairings"}, {"shows": "table", "table": "1"}, {"shows": "clock"}):
        point(division, **values)
        assert shown() == NOTHING


def test_the_clock_counts_since_the_start_on_the_timer_and_towards_the_schedule(division: Division) -> None:
    now, row = timezone.now(), Round.objects.get(division=division, number=4)
    point(division, shows="clock")
    Round.objects.filter(pk=row.pk).update(started_at=now - timedelta(seconds=75))
    assert "Round 4" in shown() and "1:1" in shown() and "since the start" in shown()
    RoundTimer.objects.create(round=row, seconds=3240)
    assert "52:4" in shown() and shown().endswith("time left")
    Round.objects.filter(pk=row.pk).update(status=Round.Status.CLOSED)
    Round.objects.filter(division=division, number=5).update(scheduled_at=now + timedelta(seconds=600))
    assert "Round 5" in shown() and "Starts at" in shown() and "data-left" in Client().get(ADDRESS).content.decode()
    Round.objects.filter(division=division, number=5).update(scheduled_at=now + timedelta(hours=20))
    assert "Starts at" in shown() and "data-left" not in Client().get(ADDRESS).content.decode()


def test_a_draft_is_on_no_overlay(division: Division) -> None:
    for values in ({"shows": "pairings"}, {"shows": "table", "table": "1"}, {"shows": "player", "player": 1}):
        point(division, **values)
        assert "Round 5" not in shown()


@pytest.mark.parametrize(
    "values", [{}, {"shows": "player", "player": 3}, {"shows": "table", "table": "2"}, {"shows": "standings"}]
)
def test_an_overlay_is_kept_until_it_is_moved_or_its_division_changes(
    division: Division, hub: Hub, values: dict[str, object], django_assert_num_queries: object
) -> None:
    if values:
        point(division, **values)
    first = Client().get(ADDRESS).content
    hub.look()
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert Client().get(ADDRESS).content == first
    point(division, shows="pairings")
    hub.look()
    moved = Client().get(ADDRESS).content
    assert moved != first and b'class="pairings"' in moved
    game = Game.objects.of_division(division).awaiting_result().first()
    Game.objects.filter(pk=game.pk).update(first_score=777, second_score=300, outcome="played")
    services.bump(division.live_topic)
    hub.look()
    assert b"777" in Client().get(ADDRESS).content


def test_a_clock_and_an_event_without_a_division_are_made_anew_each_time(division: Division, hub: Hub) -> None:
    point(division, shows="clock")
    make_tournament("bare")
    for address in (ADDRESS, "/t/bare/overlay/1/"):
        assert Client().get(address).status_code == 200
    assert pages() == 0


def test_the_slot_listens_to_itself_and_to_the_division(division: Division) -> None:
    point(division, shows="standings")
    topic = overlay_of(division.tournament, 1).live_topic
    assert f'data-live="{topic} {division.live_topic}"' in Client().get(ADDRESS).text


def test_longer_lists_cost_no_more_queries(django_assert_max_num_queries: object) -> None:
    for number, players in enumerate((4, 40)):
        division = make_played_event(players=players, played=2, slug=f"event-{number}")
        for values in ({"shows": "standings"}, {"shows": "pairings"}, {"shows": "player", "player": 1}):
            point(division, **values)
            with django_assert_max_num_queries(14):  # type: ignore[operator]
                Client().get(f"/t/event-{number}/overlay/1/")
