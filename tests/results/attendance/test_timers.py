"""A timer for rounds without clocks, and breaks before the next round: NSA App. B, Guideline 19C."""

from datetime import timedelta

import pytest

from results.attendance.engine.round_timer import RoundTime
from results.attendance.services.timers import (
    break_warnings,
    call_time,
    drop_timer,
    note_plays,
    plays_left,
    start_timer,
    timer_shows,
    use_timer,
)
from results.games.services.outcomes import record_result
from results.models import Recount, RoundTimer
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_round
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at


@pytest.fixture
def nsa(ruled_by: RuledBy) -> Hall:
    hall = ruled_by("nsa-2004")
    Round.objects.filter(pk=hall.round.pk).update(started_at=None)
    return hall


def timer(hall: Hall) -> RoundTimer:
    return RoundTimer.objects.select_related("round").get(round__division=hall.division)


def test_nsa_app_b_a_sand_timer_round_runs_54_minutes_from_its_start_with_one_more_play_each(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    assert timer_shows(timer(nsa), at("9:00")) is None
    Round.objects.filter(pk=nsa.round.pk).update(started_at=at("9:01"))
    assert timer_shows(timer(nsa), at("9:10")) == RoundTime(45 * 60, int(at("9:55").timestamp()), False, 1)
    assert timer_shows(timer(nsa), at("9:55")) == RoundTime(0, int(at("9:55").timestamp()), True, 1)
    assert timer(nsa).per_move == 180


def test_the_timer_may_start_apart_from_the_round_and_once(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    Round.objects.filter(pk=nsa.round.pk).update(started_at=at("9:00"))
    for time in ("9:04", "9:06"):
        start_timer(by=nsa.director, row=nsa.round, at=at(time))
    shown = timer_shows(timer(nsa), at("9:10"))
    assert shown is not None and shown.left == 48 * 60
    assert nsa.actions() == ["timer.set", "timer.started"]


def test_nsa_app_b_time_is_called_once_it_is_up(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    with pytest.raises(Refused, match="No timer runs in this round"):
        call_time(by=nsa.director, row=nsa.round, at=at("9:10"))
    start_timer(by=nsa.director, row=nsa.round, at=at("9:00"))
    with pytest.raises(Refused, match="0:01 is left on the timer"):
        call_time(by=nsa.director, row=nsa.round, at=at("9:53:59"))
    for time in ("9:54", "9:55"):
        call_time(by=nsa.director, row=nsa.round, at=at(time))
    assert timer(nsa).called_at == at("9:54")


def plays(hall: Hall, time: str) -> list[tuple[int, int]]:
    return [(left.first, left.second) for left in plays_left(timer(hall), at(time))]


def test_nsa_app_b_b_after_time_is_called_each_player_makes_one_more_play(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    start_timer(by=nsa.director, row=nsa.round, at=at("9:00"))
    assert plays(nsa, "9:53:59") == []
    game, games = nsa.game(), len(plays(nsa, "9:54"))
    assert plays(nsa, "9:54") == [(1, 1)] * games
    with pytest.raises(Refused, match="Time has not been called in this round"):
        note_plays(by=nsa.director, row=nsa.round, game=game, side="first", plays=1, at=at("9:50"))
    for _twice in range(2):
        note_plays(by=nsa.director, row=nsa.round, game=game, side="second", plays=1, at=at("9:55"))
    assert plays(nsa, "9:56")[0] == (1, 0)
    with pytest.raises(Refused, match=r"each player makes 1 more play \(App\. B\)"):
        note_plays(by=nsa.director, row=nsa.round, game=game, side="second", plays=2, at=at("9:55"))
    note_plays(by=nsa.director, row=nsa.round, game=game, side="second", plays=0, at=at("9:56"))
    assert plays(nsa, "9:56")[0] == (1, 1)
    assert nsa.actions() == ["timer.set", "timer.started", "timer.played", "timer.played"]


def test_nsa_app_b_b_a_game_with_its_result_has_no_play_left(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    start_timer(by=nsa.director, row=nsa.round, at=at("9:00"))
    games = len(plays(nsa, "9:54"))
    record_result(by=nsa.director, game=nsa.game(), first_score=350, second_score=340)
    assert len(plays(nsa, "9:54")) == games - 1


def test_a_running_timer_is_not_set_anew(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    start_timer(by=nsa.director, row=nsa.round, at=at("9:00"))
    with pytest.raises(Refused, match="runs already"):
        use_timer(by=nsa.director, row=nsa.round)


def test_a_round_goes_back_to_clocks(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    drop_timer(by=nsa.director, row=nsa.round)
    drop_timer(by=nsa.director, row=nsa.round)
    assert (RoundTimer.objects.count(), nsa.actions()) == (0, ["timer.set", "timer.dropped"])
    with pytest.raises(Refused, match="played with clocks: set a timer first"):
        start_timer(by=nsa.director, row=nsa.round)


def test_nsa_app_b_no_other_length_than_54_minutes(nsa: Hall) -> None:
    with pytest.raises(Refused, match=r"stop after 54 minutes \(App\. B"):
        use_timer(by=nsa.director, row=nsa.round, minutes=60)
    assert use_timer(by=nsa.director, row=nsa.round, minutes=54).seconds == 54 * 60


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012"])
def test_wespa_1_4_4_games_without_a_timer_are_refused(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    with pytest.raises(Refused, match=r"Every game needs a timer \(1\.4\.4\)"):
        use_timer(by=hall.director, row=hall.round, minutes=50, announcement="by the wall clock")


@pytest.mark.parametrize("book", ["sowpods-club", "scrabble-guide"])
def test_elsewhere_the_director_announces_how_time_is_regulated(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    Round.objects.filter(pk=hall.round.pk).update(started_at=None)
    for values in ({}, {"minutes": 50}, {"announcement": "by the wall clock"}):
        with pytest.raises(Refused, match="how many minutes the round runs, and how time is regulated"):
            use_timer(by=hall.director, row=hall.round, **values)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="1 to 240 minutes"):
        use_timer(by=hall.director, row=hall.round, minutes=241, announcement="by the wall clock")
    row = use_timer(by=hall.director, row=hall.round, minutes=50, announcement="by the wall clock")
    assert (row.seconds, row.plays_after, row.announcement) == (3000, 0, "by the wall clock")


def test_only_who_runs_rounds_sets_timers(hall: Hall, official: User) -> None:
    for action in (use_timer, start_timer, call_time, drop_timer):
        with pytest.raises(NotAllowed):
            action(by=official, row=hall.round)


# ── breaks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def played(hall: Hall, ends: dict[int, str]) -> Round:
    """Round 1 ended at the times given by table; round 2 is published."""
    for board, time in ends.items():
        Game.objects.filter(pk=hall.game(board).pk).update(
            outcome="played", first_score=400, second_score=380, decided_at=at(time)
        )
    return make_round(hall.division, 2, pairs=[(1, 3), (2, 4)])


def warned(row: Round, now: str) -> dict[int, str]:
    return {one.entry.number: f"{one.ready_at:%H:%M:%S}" for one in break_warnings(row, at(now))}


def test_nsa_guideline_19c_players_who_have_not_had_ten_minutes_are_named(nsa: Hall) -> None:
    row = played(nsa, {1: "10:00", 2: "10:04"})
    assert warned(row, "10:09:59") == {3: "10:14:00", 4: "10:14:00", 1: "10:10:00", 2: "10:10:00"}
    assert warned(row, "10:10") == {3: "10:14:00", 4: "10:14:00"}
    assert warned(row, "10:14") == {}


def test_nsa_guideline_19c_five_minutes_after_a_full_recount_into_a_running_round(nsa: Hall) -> None:
    row = played(nsa, {1: "10:00", 2: "10:00"})
    row.started_at = at("10:15")
    Recount.objects.create(
        game=nsa.game(), asked_by=nsa.player(1), status="stands", first=nsa.player(1), first_before=400,
        second_before=380, opened_at=at("10:02"), closed_at=at("10:25"),
    )  # fmt: skip
    assert warned(row, "10:29:59") == {1: "10:30:00", 2: "10:30:00"}
    assert warned(row, "10:30") == {}


def test_nsa_guideline_19c_a_halted_recount_leaves_ten_minutes(nsa: Hall) -> None:
    row = played(nsa, {1: "10:00", 2: "9:50"})
    row.started_at = at("10:00")
    Recount.objects.create(
        game=nsa.game(), asked_by=nsa.player(1), status="halted", first=nsa.player(1), first_before=400,
        second_before=380, opened_at=at("10:02"), closed_at=at("10:20"),
    )  # fmt: skip
    assert warned(row, "10:26") == {1: "10:30:00", 2: "10:30:00"}


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "sowpods-club", "scrabble-guide"])
def test_elsewhere_breaks_are_as_scheduled(ruled_by: RuledBy, book: str) -> None:
    row = played(ruled_by(book), {1: "10:00", 2: "10:00"})
    assert warned(row, "10:00:01") == {}


def test_the_first_round_needs_no_break(nsa: Hall) -> None:
    assert break_warnings(nsa.round, at("9:00") - timedelta(hours=1)) == []
