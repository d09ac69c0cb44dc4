"""Who started, faults that count, timers, limits and accommodations by calls: each does what its page does, and is refused as there."""

import pytest
from django.utils import timezone

from results.attendance.models import MoveLimit, StarterReport
from results.rulings.models import Accommodation
from tdsuite.tournaments.models import Division, Game, GameAdjustment, Round
from tests.api.steps import walk
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db
WHY = {"reason": "asked for by both"}
TURNED = {"offender": 1, "fault": "misoriented_tile"}
ALLOWED = {"number": 1, "what": "a chair", "seconds": 0, "device": False}


def playing(book: str) -> Division:
    """Round 1 is played (1-2, 3-4); who starts at table 1 is to be drawn."""
    division = make_division(make_tournament("open", rulebook=book), players=4)
    row = make_round(division, pairs=[(1, 2), (3, 4)], status=Round.Status.PLAYING)
    Round.objects.filter(pk=row.pk).update(started_at=timezone.now())
    Game.objects.filter(board=1).update(starts_by="draw")
    return division


def test_a_table_and_the_time_around_its_game() -> None:
    division = playing("nsa-2004")
    here, there = (f"games/{Game.objects.get(board=board).pk}" for board in (1, 2))
    row, player = "divisions/a/rounds/1", "divisions/a/players/1"
    walk(division.tournament, [
        ("post", f"{here}/draw", {"starter": 2, "tiles": [["E", "A"]]}, 200, None),
        ("delete", f"{here}/draw", {}, 400, "invalid"),
        ("delete", f"{here}/draw", WHY, 200, None),
        ("delete", f"{here}/draw", WHY, 409, "no_draw"),
        ("post", f"{there}/draw", {"starter": 4}, 200, None),
        ("post", "start-reports/{report}/settle", {"correct": True, "ruling": "So they say."}, 200, {"says": 4, "status": "corrected"}),
        ("post", "start-reports/{report}/settle", {"correct": True, "ruling": "So they say."}, 409, "report_settled"),
        ("post", f"{here}/fault", TURNED, 200, {"fault": "misoriented_tile", "count": 1, "due": 0}),
        ("post", f"{here}/fault/credit", TURNED, 409, "no_time_due"),
        ("post", f"{here}/fault/warned", TURNED | {"offender": 2}, 409, "no_such_fault"),
        ("post", f"{here}/fault/warned", TURNED, 200, {"done": True}),
        ("post", f"{row}/timer/call", {}, 409, "no_timer"),
        ("post", f"{row}/timer", {}, 200, {"seconds": 54 * 60, "plays_after": 1, "started_at": None}),
        ("post", f"{row}/timer/start", {}, 200, {"called_at": None}),
        ("post", f"{row}/timer/plays", {"entry": 1, "plays": 1}, 409, "time_not_called"),
        ("delete", f"{row}/timer", {}, 204, None),
        ("post", f"{row}/stop-warning", {"minutes": 99}, 409, "minutes_range"),
        ("post", f"{row}/stop-warning", {"minutes": 5}, 200, {"done": True}),
        ("post", f"{here}/delay", {"delayed": 4}, 409, "not_at_board"),
        ("post", f"{here}/delay", {"delayed": None}, 200, {"done": True}),
        ("post", f"{player}/move-limit", {"seconds": 60, **WHY}, 409, "not_in_rulebook"),
        ("post", f"{player}/accommodations", {"what": "a chair", **WHY}, 200, None),
        ("delete", "accommodations/{allowed}", {}, 204, None),
        ("get", "divisions/a/accommodations", {}, 200, []),
        ("post", f"{here}/time", {"entry": 1, "seconds": 60, **WHY}, 200, None),
        ("delete", "times/{time}", WHY, 200, None),
        ("get", f"{here}/times", {}, 200, []),
    ], report=StarterReport, allowed=Accommodation, time=GameAdjustment)  # fmt: skip
    assert Game.objects.get(board=2).first.number == 4


def test_moves_are_timed_where_the_book_has_a_limit() -> None:
    division = playing("scrabble-guide")
    walk(division.tournament, [
        ("post", "divisions/a/players/1/move-limit", {"seconds": 60, **WHY}, 200, None),
        ("post", "move-limits/{limit}/start", {}, 200, {"done": True}),
        ("post", "move-limits/{limit}/made", {}, 200, {"done": True}),
        ("delete", "move-limits/{limit}", {}, 204, None),
    ], limit=MoveLimit)  # fmt: skip
    assert MoveLimit.objects.get().ended_at is not None
