"""The round by table: whose clock runs, what is alarming, what each timer is set to."""

from datetime import timedelta

import pytest

from results.attendance.engine.lateness import clock
from results.attendance.engine.table_clock import Phase
from results.attendance.services.tables import clocks_from, game_table, round_tables
from results.attendance.services.time import accommodate, end_accommodation, give_time
from results.games.services.outcomes import record_result
from results.rulings.services.forfeits import HowItEnded, decide
from tdsuite.tournaments.models import Game, Presence, Round
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at, said_of, seats_of


def late_everywhere(hall: Hall) -> None:
    """The second player of every table is absent and has a clock; started a second apart, table by table."""
    rows = []
    for game in Game.objects.filter(round=hall.round, second__isnull=False):
        started = at("9:00") + timedelta(seconds=game.board or 0)
        rows += [
            Presence(game=game, entry_id=game.first_id, status="here", arrived_at=at("8:58")),
            Presence(game=game, entry_id=game.second_id, status="absent", clock_started_at=started),
        ]
    Presence.objects.bulk_create(rows)


def big_hall(tables: int) -> Hall:
    division = make_division(make_tournament(f"hall-{tables}"), players=2 * tables, rounds=1)
    row = make_round(division, 1, status=Round.Status.PLAYING)
    Round.objects.filter(pk=row.pk).update(scheduled_at=at("9:00"), started_at=at("9:00"))
    hall = Hall(division, make_user(tournament=division.tournament))
    late_everywhere(hall)
    return hall


@pytest.mark.django_db
def test_a_hundred_clocks_show_each_its_own_time() -> None:
    shown = round_tables(big_hall(100).round, at("9:12"))
    left = [table.seats[1].clock.left for table in shown.tables]
    assert left == [25 * 60 - 12 * 60 + board for board in range(1, 101)]
    assert [table.seats[1].status for table in shown.tables].count("absent") == 100
    assert [table.seats[1].phase for table in shown.tables].count(Phase.MAY_ELECT) == 100


def test_a_table_changes_of_itself_when_its_clock_passes_a_limit(hall: Hall) -> None:
    hall.clock(2, "9:00", opponent_ready=True)
    coming = [hall.table(now).next_change for now in ("9:01", "9:10:00", "9:10:01", "9:25:01")]
    assert coming == [9 * 60 + 1, 1, 15 * 60 - 1, None]


def test_nsa_i_f_clocks_may_be_started_three_minutes_into_the_round(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    rules = hall.division.tournament.rules.rulebook
    assert clocks_from(hall.round, rules) == at("9:03")
    assert [round_tables(hall.round, at(now)).clocks_open for now in ("9:02:59", "9:03")] == [False, True]


def test_a_round_without_a_start_says_no_time(hall: Hall) -> None:
    Round.objects.filter(pk=hall.round.pk).update(scheduled_at=None, started_at=None)
    shown = round_tables(hall.round, at("9:00"))
    assert (shown.start, shown.clocks_from, shown.clocks_open) == (None, None, False)


@pytest.mark.parametrize(("book", "director"), [("wespa-2010", False), ("nsa-2004", False), ("scrabble-guide", True)])
def test_whose_the_clocks_are(ruled_by: RuledBy, book: str, director: bool) -> None:
    assert round_tables(ruled_by(book).round, at("9:00")).director_starts_clocks is director


def test_a_table_is_ready_once_both_are_here(hall: Hall) -> None:
    hall.come(1, "8:58")
    hall.say(2, "on_way", "8:59")
    shown = round_tables(hall.round, at("9:00"))
    assert said_of(hall.round, at("9:00")) == {1: "here", 2: "on_way", 3: "", 4: ""}
    assert [table.ready for table in shown.tables] == [False, False]


def test_who_played_without_being_checked_in_was_here_and_who_forfeited_was_not(hall: Hall) -> None:
    record_result(by=hall.director, game=hall.game(), first_score=400, second_score=380)
    assert [seat.is_here for seat in seats_of(hall.round, at("10:00"))] == [True, True, False, False]
    decide(by=hall.director, game=hall.game(2), ended=HowItEnded("no_show", offender="second"), reason="Never came.")
    assert [seat.is_here for seat in seats_of(hall.round, at("10:00"))] == [True, True, False, False]


def test_a_decided_table_runs_no_clock(hall: Hall) -> None:
    late_everywhere(hall)
    record_result(by=hall.director, game=hall.game(), first_score=400, second_score=380)
    table = hall.table("9:20")
    assert (table.running, table.next_change, table.decided) == (False, None, True)
    assert hall.table("9:20", board=2).running


def test_the_timer_is_set_to_the_assigned_time_with_what_was_given(hall: Hall) -> None:
    hall.clock(2, "9:00", opponent_ready=True)
    hall.come(2, "9:07:30")
    allowed = accommodate(
        by=hall.director, entry=hall.player(2), what="extra time", seconds=120, reason="slow hand", at=at("8:00")
    )
    give_time(by=hall.director, game=hall.game(), entry=hall.player(2), seconds=-30, reason="timer knocked over")
    seat = hall.seat(2, "9:30")
    assert (clock(seat.clock.left), seat.extra, clock(seat.to_set)) == ("17:30", 90, "19:00")
    assert [one.what for one in seat.accommodations] == ["extra time"]
    end_accommodation(by=hall.director, accommodation=allowed, at=at("9:31"))
    assert clock(hall.seat(2, "9:32").to_set) == "17:00"


def test_a_timer_is_never_set_below_nothing(hall: Hall) -> None:
    hall.clock(2, "9:00", opponent_ready=True)
    give_time(by=hall.director, game=hall.game(), entry=hall.player(2), seconds=-600, reason="deliberate")
    assert hall.seat(2, "9:20").to_set == 0


def test_one_table_alone_is_the_table_of_the_round(hall: Hall) -> None:
    late_everywhere(hall)
    game = hall.game()
    game.round = hall.round
    assert game_table(game, at("9:20")) == hall.table("9:20")
