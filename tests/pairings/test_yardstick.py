"""The yardstick: what is measured of an event, what another program writes, and the picture."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from benchmarks.interval_chart import chart
from benchmarks.yardstick import (
    division_of,
    event_as_played,
    event_of,
    fields_of,
    measured,
    open_places,
    pairing_in,
    strengths_at,
)
from checklist.made_up_events import MadeUpEvent
from pairings.engine.methods.registry import pair
from tdsuite.formats.model import FileGame, Outcome, StartsBy
from tdsuite.formats.tsh.writer import write_tsh

SECTION = {
    "players": 6,
    "ratings": [1500, None, 1900, 1800, 1700, 1600],
    "rounds_played": [
        {"games": [[3, 4, 3, 450, 400], [5, 6, 5, 420, 400], [1, 2, 1, 410, 400]]},
        {"games": [[3, 4, 3, 450, 400], [5, 1, 5, 400, 380], [6, 2, 2, 300, 400]]},
    ],
}


def test_an_event_as_played_is_measured_by_its_boards_starts_and_results():
    (field,) = fields_of([SECTION])
    assert field.ratings == (1900, 1800, 1700, 1600, 1500, 0)
    figures = measured(event_as_played(field), field)
    assert (figures.repeats, figures.repeats_at_once) == pytest.approx((100 / 6, 100 / 6))
    assert (figures.floats, figures.difference) == pytest.approx((100 / 6, 1 / 6))
    assert figures.uneven == pytest.approx(100 * 4 / 6) and figures.runs == 0
    assert figures.tau == pytest.approx(3 / 15)


def test_starts_are_not_measured_where_a_game_does_not_say_who_started():
    games = [{"games": [[3, 4, 0, 450, 400], *played["games"][1:]]} for played in SECTION["rounds_played"]]
    (field,) = fields_of([{**SECTION, "rounds_played": games}])
    assert measured(event_as_played(field), field).uneven is None


def test_a_field_has_the_same_players_under_every_method():
    (field,) = fields_of([SECTION])
    strengths = [
        [line.strength for line in event_of(field, 3, name, pair).event._lines.values()] for name in ("swiss", "chew")
    ]
    assert strengths[0] == strengths[1]


def test_another_program_reads_the_event_so_far_and_its_round_is_read_back(tmp_path):
    event = MadeUpEvent(7, 5, 2)
    for _ in range(2):
        event.play(pair(event.task()))
    task = event.task()
    boards = pair(task).boards
    games = tuple(
        FileGame(3, at, board.first, board.second, None, None, StartsBy.ASSIGNED, Outcome.AWAITED)
        if board.second
        else FileGame(3, None, board.first, outcome=Outcome.BYE, first_halves=2, first_spread=50)
        for at, board in enumerate(boards, start=1)
    )
    division = division_of(task)
    path = tmp_path / "paired.t"
    path.write_text(write_tsh(replace(division, games=division.games + games, rounds=3)).text)
    assert {board.numbers for board in pairing_in(path, task).boards} == {board.numbers for board in boards}
    path.write_text(write_tsh(division).text)
    with pytest.raises(ValueError, match="Round 3 pairs"):
        pairing_in(path, task)


def test_the_picture_has_a_point_a_row_and_its_words_are_escaped():
    picture = chart({"tau": {"A & B": (0.5, 0.1), "C": (0.25, 0.05)}, "repeats": {"A & B": (2, 1), "C": (0, 0)}})
    tree = ElementTree.fromstring(picture)
    assert len(tree.findall(".//{http://www.w3.org/2000/svg}circle")) == 4
    assert "A &amp; B" in picture and "0.50 ± 0.10" in picture


def test_every_method_meets_the_same_players_and_a_player_without_a_rating_counts_as_the_weakest():
    given = strengths_at(1, (1800, 1200, 0))
    assert given == strengths_at(1, (1200, 1800, 1200)) != strengths_at(2, (1800, 1200, 0))


def test_a_place_far_ahead_is_decided_before_the_last_round():
    event = MadeUpEvent(6, 5, 1, strengths=[400.0, 0.0, 0.0, 0.0, 0.0, 0.0], same_luck=True)
    for task, _ in event.play_through("round_robin"):
        if task.rounds_left == 0:
            assert (open_places(event, 1), open_places(event, 2)) == (0, 1)
