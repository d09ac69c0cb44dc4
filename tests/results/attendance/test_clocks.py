"""Presence and lateness clocks through the services, with the worked figures of the rulebooks on real rows."""

import pytest
from django.db import IntegrityError, transaction

from results.attendance.services.attendance import (
    GameDecided,
    LaterStep,
    TooEarly,
    arrive,
    attendance_topic,
    official_start,
    rest_is_here,
    start_clock,
    undo_arrival,
    undo_clock,
    warn_late,
)
from results.games.services.outcomes import record_result
from results.models import LateWarning
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Game, Presence, Round
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at

SILENT = ["sowpods-club", "scrabble-guide"]


def one_absent(hall: Hall, started: str = "9:00") -> None:
    """Player 1 is here at nine, player 2 is not and has a running clock."""
    hall.come(1, "8:58")
    hall.clock(2, started)


def both_absent(hall: Hall) -> None:
    for number in (1, 2):
        hall.say(number, "absent", "9:00")
    hall.clock(2, "9:00")


# ── worked figures ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_nsa_i_f_a_clock_from_three_minutes_with_the_opponent_ready(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    hall.come(1, "8:58")
    with pytest.raises(TooEarly, match=r"1 seconds to go\. \(I\.F\)"):
        hall.clock(2, "9:02:59")
    hall.clock(2, "9:03")
    hall.come(2, "9:05:30")
    seat = hall.seat(2, "9:40")
    assert seat.clock.assigned is not None
    assert (hall.left(2, "9:40"), seat.may_elect, seat.clock.assigned.clock_waits) == ("22:30", True, True)


def test_nsa_i_f_no_clock_while_the_opponent_is_not_ready(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    hall.say(1, "on_way", "9:01")
    with pytest.raises(TooEarly, match="The opponent is not ready to play"):
        hall.clock(2, "9:10")
    assert not Presence.objects.exclude(clock_started_at=None).exists()


@pytest.mark.parametrize("book", SILENT)
def test_where_the_book_is_silent_the_director_starts_clocks_with_a_reason(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    hall.come(1, "8:58")
    official = make_user("door", tournament=hall.division.tournament, role="official")
    with pytest.raises(NotAllowed):
        hall.clock(2, "9:05", by=official, reason="late again")
    with pytest.raises(Refused, match="leaves this clock to the director: say why"):
        hall.clock(2, "9:05")
    hall.clock(2, "9:05", reason="late again")
    assert hall.left(2, "9:15") == "15:00"


@pytest.mark.parametrize("book", [*SILENT, "nsa-2004"])
def test_where_the_book_starts_no_clock_for_two_none_is_started(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    with pytest.raises(TooEarly):
        hall.clock(2, "9:05", opponent_ready=False, reason="both")
    assert Presence.objects.count() == 0


# ── when clocks may start ────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_2_3_no_clock_before_the_scheduled_start(hall: Hall) -> None:
    hall.come(1, "8:50")
    with pytest.raises(TooEarly, match="60 seconds to go"):
        hall.clock(2, "8:59")


def test_a_round_without_any_start_has_no_clocks(hall: Hall) -> None:
    Round.objects.filter(pk=hall.round.pk).update(scheduled_at=None, started_at=None)
    hall.come(1, "8:50")
    with pytest.raises(TooEarly, match="has no start yet"):
        hall.clock(2, "9:10")


@pytest.mark.parametrize(
    ("scheduled", "started", "late_from"),
    [("9:00", "9:04", "9:04"), ("9:00", "8:57", "9:00"), ("9:00", None, "9:00"), (None, "9:04", "9:04")],
)
def test_players_are_late_from_the_later_of_the_scheduled_and_the_actual_start(
    hall: Hall, scheduled: str | None, started: str | None, late_from: str
) -> None:
    row = hall.round
    row.scheduled_at, row.started_at = (None if one is None else at(one) for one in (scheduled, started))
    assert official_start(row) == at(late_from)


def test_nsa_guideline_19c_without_an_official_start_a_warning_comes_before_a_clock(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    Round.objects.filter(pk=hall.round.pk).update(scheduled_at=None)
    hall.come(1, "9:00")
    with pytest.raises(TooEarly, match=r"warn .* first, or let the director give a reason \(Guideline 19C\)"):
        hall.clock(2, "9:10")
    warn_late(by=hall.director, game=hall.game(), entry=hall.player(2), at=at("9:10"))
    warn_late(by=hall.director, game=hall.game(), entry=hall.player(2), at=at("9:11"))
    assert list(LateWarning.objects.values_list("at", flat=True)) == [at("9:10")]
    hall.clock(2, "9:12")
    assert hall.left(2, "9:13") == "24:00"


def test_nsa_guideline_19c_the_director_may_start_it_unwarned_with_a_reason_and_an_official_may_not(
    ruled_by: RuledBy,
) -> None:
    hall = ruled_by("nsa-2004")
    Round.objects.filter(pk=hall.round.pk).update(scheduled_at=None)
    hall.come(1, "9:00")
    official = make_user("door", tournament=hall.division.tournament, role="official")
    with pytest.raises(NotAllowed):
        hall.clock(2, "9:10", by=official, reason="abuses it")
    hall.clock(2, "9:10", reason="abuses it")
    assert hall.presence(2).clock_started_at == at("9:10")


def test_who_is_seated_is_said_in_the_same_tap(hall: Hall) -> None:
    with pytest.raises(Refused, match=r"Say first whether .* is seated and ready"):
        hall.clock(2, "9:01")
    hall.clock(2, "9:01", opponent_ready=True)
    assert (hall.presence(1).arrived_at, hall.presence(1).clock_started_at) == (at("9:01"), None)
    assert hall.presence(2).clock_started_at == at("9:01")


def test_wespa_2_3_2_one_tap_says_that_both_are_absent_and_starts_the_one_timer(hall: Hall) -> None:
    hall.clock(2, "9:01", opponent_ready=False)
    rows = [hall.presence(number) for number in (1, 2)]
    assert [(row.status, row.clock_started_at) for row in rows] == [("absent", at("9:01"))] * 2


def test_a_seated_player_has_no_clock_to_start(hall: Hall) -> None:
    hall.come(2, "8:59")
    with pytest.raises(Refused, match="is seated: there is no clock to start"):
        hall.clock(2, "9:01", opponent_ready=True)


# ── twice, undone ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_second_tap_starts_no_second_clock_and_writes_nothing(hall: Hall) -> None:
    one_absent(hall)
    before = hall.actions()
    hall.clock(2, "9:03")
    hall.come(1, "9:03")
    assert (hall.presence(2).clock_started_at, hall.presence(1).arrived_at) == (at("9:00"), at("8:58"))
    assert hall.actions() == before == ["attendance.arrived", "attendance.clock_started"]


def test_an_arrival_undone_lets_the_clock_run_on_unbroken(hall: Hall) -> None:
    hall.say(2, "on_way", "8:59")
    one_absent(hall)
    hall.come(2, "9:05")
    undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(2))
    row = hall.presence(2)
    assert (row.status, row.arrived_at, row.clock_started_at) == ("on_way", None, at("9:00"))
    assert hall.left(2, "9:08") == "17:00"


def test_a_clock_undone_never_ran(hall: Hall) -> None:
    one_absent(hall)
    undo_clock(by=hall.director, game=hall.game(), entry=hall.player(2))
    assert (hall.presence(2).clock_started_at, hall.left(2, "9:08")) == (None, "25:00")


def test_wespa_2_3_2_the_one_timer_is_undone_for_both(hall: Hall) -> None:
    both_absent(hall)
    undo_clock(by=hall.director, game=hall.game(), entry=hall.player(1))
    assert list(Presence.objects.values_list("clock_started_at", flat=True)) == [None, None]


def test_a_clock_is_not_undone_once_a_player_arrived_on_it(hall: Hall) -> None:
    both_absent(hall)
    hall.come(1, "9:04")
    for number in (1, 2):
        with pytest.raises(LaterStep, match="arrived on this clock: undo the arrival first"):
            undo_clock(by=hall.director, game=hall.game(), entry=hall.player(number))
    undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(1))
    undo_clock(by=hall.director, game=hall.game(), entry=hall.player(2))
    assert not Presence.objects.exclude(clock_started_at=None).exists()


def test_wespa_2_3_2_the_first_arrival_is_not_undone_before_the_second(hall: Hall) -> None:
    both_absent(hall)
    hall.come(2, "9:04")
    hall.come(1, "9:06")
    with pytest.raises(LaterStep, match="arrived after that: undo that arrival first"):
        undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(2))
    undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(1))
    undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(2))
    assert [hall.left(number, "9:10") for number in (1, 2)] == ["15:00", "15:00"]


def test_nsa_i_f_a_ready_opponent_does_not_leave_while_the_clock_stands_on_it(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    hall.come(1, "8:58")
    hall.clock(2, "9:03")
    for leave in (
        lambda: undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(1)),
        lambda: hall.say(1, "absent"),
    ):
        with pytest.raises(LaterStep, match=r"clock runs because .* is ready: undo that clock first"):
            leave()


@pytest.mark.parametrize("undo", [undo_arrival, undo_clock])
def test_there_is_nothing_to_undo(hall: Hall, undo: object) -> None:
    with pytest.raises(Refused, match="there is nothing to undo"):
        undo(by=hall.director, game=hall.game(), entry=hall.player(1))  # type: ignore[operator]


def test_an_arrival_before_the_clock_was_started_is_refused(hall: Hall) -> None:
    one_absent(hall, "9:02")
    with pytest.raises(Refused, match="clock was started after that: give a later time, or undo the clock"):
        hall.come(2, "9:01:59")


# ── what else is refused, and what the record keeps ──────────────────────────────────────────────────────────────────


def test_byes_drafts_and_decided_games_have_no_attendance(hall: Hall) -> None:
    record_result(by=hall.director, game=hall.game(), first_score=400, second_score=380)
    with pytest.raises(GameDecided, match="Table 1 has a result already"):
        hall.come(1, "9:00")
    division = make_division(hall.division.tournament, players=3, code="b")
    row = make_round(division, 1, pairs=[(1, 2), (3, None)])
    bye = Game.objects.with_people().get(round=row, second=None)
    with pytest.raises(Refused, match="A bye has nobody to wait for"):
        arrive(by=hall.director, game=bye, entry=bye.first)
    Round.objects.filter(pk=row.pk).update(status="draft")
    game = Game.objects.with_people().get(round=row, board=1)
    with pytest.raises(Refused, match="not published yet"):
        arrive(by=hall.director, game=game, entry=game.first)


def test_a_player_of_another_table_is_refused(hall: Hall) -> None:
    with pytest.raises(Refused, match="is not at this table"):
        hall.come(3, "9:00")


def test_a_player_is_seated_absent_or_on_the_way(hall: Hall) -> None:
    with pytest.raises(Refused, match="seated, absent, or on the way"):
        hall.say(1, "asleep")


def test_an_official_takes_attendance_and_runs_clocks_and_a_judge_does_not(
    hall: Hall, official: User, judge: User
) -> None:
    hall.clock(2, "9:01", by=official, opponent_ready=True)
    for action in (arrive, start_clock, undo_arrival, undo_clock):
        with pytest.raises(NotAllowed):
            action(by=judge, game=hall.game(), entry=hall.player(1))
    with pytest.raises(NotAllowed):
        rest_is_here(by=judge, round=hall.round)
    assert hall.presence(2).clock_started_at == at("9:01")


def test_the_rest_is_here_leaves_what_was_said_and_counts_once(hall: Hall) -> None:
    hall.say(2, "absent", "8:59")
    assert rest_is_here(by=hall.director, round=hall.round, at=at("9:00")) == 3
    assert rest_is_here(by=hall.director, round=hall.round, at=at("9:01")) == 0
    here = Presence.objects.filter(status="here").order_by("entry__number")
    assert list(here.values_list("entry__number", "arrived_at")) == [(number, at("9:00")) for number in (1, 3, 4)]
    assert hall.actions() == ["attendance.marked", "attendance.rest_present"]


def test_every_step_is_in_the_record_and_tells_the_pages(hall: Hall) -> None:
    topic = attendance_topic(hall.division)
    one_absent(hall)
    hall.come(2, "9:05")
    undo_arrival(by=hall.director, game=hall.game(), entry=hall.player(2))
    undo_clock(by=hall.director, game=hall.game(), entry=hall.player(2))
    names = ("arrived", "clock_started", "arrived", "arrival_undone", "clock_undone")
    assert hall.actions() == [f"attendance.{name}" for name in names]
    assert versions(topic) == {topic: 5}
    hall.division.refresh_from_db()
    assert hall.division.state_version == 0  # drafts stay fresh
    started = Record.objects.get(action="attendance.clock_started")
    facts = {"game": hall.game().pk, "entries": [hall.player(2).pk], "opponent_ready": True}
    assert started.after == {"at": at("9:00").isoformat(), **facts}
    assert verify(hall.division.tournament).whole


def test_the_database_keeps_one_row_a_player_and_no_arrival_before_the_clock(hall: Hall) -> None:
    one_absent(hall)
    game, entry = hall.game(), hall.player(2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Presence.objects.create(game=game, entry=entry, status="absent")
    with pytest.raises(IntegrityError), transaction.atomic():
        Presence.objects.filter(entry=entry).update(status="here", arrived_at=at("8:59"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Presence.objects.filter(entry=entry).update(status="here", arrived_at=None)


def test_a_player_moved_to_another_table_leaves_an_old_row_that_counts_no_more(hall: Hall) -> None:
    hall.come(2, "9:00")
    game = Game.objects.get(pk=hall.game().pk)
    Game.objects.filter(pk=hall.game(2).pk).delete()
    game.second = hall.player(3)
    game.save()
    assert [seat.status for seat in hall.table("9:01").seats] == ["", ""]
    assert not Presence.objects.at_the_board().exists()


def test_who_starts_makes_no_difference_when_the_game_is_turned_round(hall: Hall) -> None:
    one_absent(hall)
    game = Game.objects.get(pk=hall.game().pk)
    game.first, game.second = hall.player(2), hall.player(1)
    game.save()
    assert [(seat.entry.number, seat.side) for seat in hall.table("9:05").seats] == [(2, "first"), (1, "second")]
    assert hall.left(2, "9:05") == "20:00"


def test_the_game_time_is_the_events(ruled_by: RuledBy) -> None:
    division = make_division(make_tournament("long-games", game_minutes=30), players=2, rounds=1)
    row = make_round(division, 1, pairs=[(1, 2)])
    Round.objects.filter(pk=row.pk).update(scheduled_at=at("9:00"))
    hall = Hall(division, make_user(tournament=division.tournament))
    hall.clock(2, "9:00", opponent_ready=True)
    assert hall.left(2, "9:10") == "20:00"
