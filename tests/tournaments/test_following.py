"""Followers of games: told once a decision, inside its transaction, of every game whose row or lines it touched."""

from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest

from pairings.services import boards
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Division, Game, GameAdjustment
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, deciding, games_changed
from tdsuite.tournaments.services.games import adjust_game
from tests.factories import play
from tests.hooks import connected
from tests.results.rulings.cases import Event, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def told() -> Iterator[list[frozenset[int]]]:
    """What a follower of this test is told."""
    heard: list[frozenset[int]] = []
    with connected(games_changed, lambda decision: heard.append(frozenset(decision.games))):
        yield heard


@pytest.fixture
def event() -> Event:
    return make_event(players=8)


def changing(event: Event, **more: bool) -> AbstractContextManager[DivisionDecision]:
    return deciding(event.division, by=event.director, action=EventAction.DIVISION_CHANGED, **more)


def test_a_decision_that_saves_a_game_tells_it_once(event: Event, told: list[frozenset[int]]) -> None:
    game = event.game()
    with changing(event):
        play(game)
        play(game)
        assert told == []
    assert told == [frozenset({game.pk})]


def test_decisions_within_a_decision_are_part_of_it(event: Event, told: list[frozenset[int]]) -> None:
    with changing(event):
        adjust_game(by=event.director, game=event.game(), side="first", kind="ruling", points=-10)
        adjust_game(by=event.director, game=event.game(2), side="first", kind="ruling", points=-10)
    assert told == [frozenset({event.game().pk, event.game(2).pk})]


def test_lines_deleted_in_one_statement_touch_their_game_too(event: Event, told: list[frozenset[int]]) -> None:
    GameAdjustment.objects.create(game=event.game(), side="first", kind="ruling", points=-10)
    with changing(event):
        GameAdjustment.objects.filter(game=event.game()).delete()
    assert told == [frozenset({event.game().pk})]


def test_a_board_taken_apart_is_told_after_it_is_gone(event: Event, told: list[frozenset[int]]) -> None:
    game = event.game().pk
    boards.dissolve(by=event.director, game=event.game(), reason="both left")
    assert (told, Game.objects.filter(pk=game).exists()) == ([frozenset({game})], False)


def test_nobody_is_told_of_a_refused_decision_and_the_next_one_starts_afresh(
    event: Event, told: list[frozenset[int]]
) -> None:
    with pytest.raises(Refused), changing(event):
        play(event.game())
        raise Refused("No.")
    with changing(event):
        play(event.game(2))
    assert told == [frozenset({event.game(2).pk})]


def test_what_a_follower_refuses_undoes_the_decision(event: Event) -> None:
    def refuse(decision: DivisionDecision) -> None:
        raise Refused(f"Not these {len(decision.games)}.")

    with connected(games_changed, refuse), pytest.raises(Refused, match="Not these 1"), changing(event):
        play(event.game())
    assert event.game().outcome == ""


@pytest.mark.parametrize(("said", "raised"), [(True, 1), (False, 0)])
def test_a_decision_may_leave_the_public_pages_alone(event: Event, said: bool, raised: int) -> None:
    topic, before = event.division.live_topic, Division.objects.get().state_version
    with changing(event, changes_state=False, tells_pages=said):
        pass
    assert (versions(topic)[topic], Division.objects.get().state_version) == (raised, before)
