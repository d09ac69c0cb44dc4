"""A timer for rounds without clocks, and breaks before the next round: NSA App. B, Guideline 19C."""

from datetime import timedelta

import pytest

from results.attendance.services.timers import break_warnings, drop_timer, timer_left, use_timer
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
    assert timer_left(timer(nsa), at("9:00")) is None
    Round.objects.filter(pk=nsa.round.pk).update(started_at=at("9:01"))
    shown = {now: timer_left(timer(nsa), at(now)) for now in ("9:00", "9:10", "9:54:59", "9:55", "10:30")}
    assert shown == {"9:00": 54 * 60, "9:10": 45 * 60, "9:54:59": 1, "9:55": 0, "10:30": 0}
    sand = nsa.division.tournament.rules.rulebook.before.no_clocks.value.sand
    assert (sand.plays_after, sand.per_move) == (1, 180)


def test_a_running_timer_is_not_set_anew(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    Round.objects.filter(pk=nsa.round.pk).update(started_at=at("9:00"))
    with pytest.raises(Refused, match="runs already"):
        use_timer(by=nsa.director, row=nsa.round)


def test_a_round_goes_back_to_clocks(nsa: Hall) -> None:
    use_timer(by=nsa.director, row=nsa.round)
    drop_timer(by=nsa.director, row=nsa.round)
    drop_timer(by=nsa.director, row=nsa.round)
    assert (RoundTimer.objects.count(), nsa.actions()) == (0, ["timer.set", "timer.dropped"])


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
    assert (row.seconds, row.announcement) == (3000, "by the wall clock")


def test_only_who_runs_rounds_sets_timers(hall: Hall, official: User) -> None:
    for action in (use_timer, drop_timer):
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
