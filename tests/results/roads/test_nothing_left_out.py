"""Every road of the enum is driven, under every rulebook, and every outcome is reached by one of them."""

import pytest

from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.roads import Road
from tests.results.roads.hall import BOOKS, EXAMPLE_FILES
from tests.results.roads.test_every_road import DRIVEN, LINES, cells, rulebook_of
from tests.results.roads.test_roads_of_events import EVENTS
from tests.rulebook.books import RULED

OLD = {Game.Outcome.FORFEIT}  # of events from files, and of rounds missed by a late player: no page says it of a game


def test_every_road_has_a_driver():
    assert set(DRIVEN) | set(LINES) | set(EVENTS) == set(Road)
    assert len(DRIVEN) + len(LINES) + len(EVENTS) == len(Road)


def test_every_rulebook_is_driven_and_a_loaded_one():
    assert set(BOOKS) == set(RULED) | set(EXAMPLE_FILES)
    assert EXAMPLE_FILES


def test_every_outcome_is_reached_by_a_road():
    endings = [ending for book in BOOKS for driven in DRIVEN.values() for ending in driven.endings(rulebook_of(book))]
    assert {ending.outcome for ending in endings} | OLD == set(Game.Outcome.values)


@pytest.mark.parametrize("book", BOOKS)
def test_the_sample_drives_at_least_half_of_the_roads_under_each_book(book: str) -> None:
    roads = {cell.road for cell in cells(book, rulebook_of(book))}
    assert len(roads) >= len(DRIVEN) // 2


def test_the_sample_drives_each_ending_of_each_road_under_some_book():
    sampled = {(cell.road, cell.ending.name) for book in BOOKS for cell in cells(book, rulebook_of(book))}
    every = {
        (road, ending.name)
        for book in BOOKS
        for road, driven in DRIVEN.items()
        for ending in driven.endings(rulebook_of(book))
    }
    assert sampled == every
