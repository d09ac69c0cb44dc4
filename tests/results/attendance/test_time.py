"""Time given and taken, accommodations, and the minutes that repeated faults earn."""

from dataclasses import replace

import pytest

from results.attendance.engine.counters import Step
from results.attendance.services.attendance import attendance_topic
from results.attendance.services.time import (
    accommodate,
    alerts,
    end_accommodation,
    give_credit,
    give_time,
    standings_of,
    take_back_time,
    times_of,
)
from results.models import Accommodation, Incident
from results.rulings.services.incidents import Applied, Happened, log, withdraw
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Game, GameAdjustment, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.incidents import RemedyKind, To
from tdsuite.tournaments.rulebooks.terms import Fault
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game
from tests.factories import make_round, make_user
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at


def object_times(hall: Hall, fault: Fault, times: int, offender: int = 1, game: Game | None = None) -> None:
    happened = Happened(fault, game=game or hall.game(), entry=hall.player(offender))
    for _ in range(times):
        log(by=hall.director, division=hall.round.division, happened=happened)


def given(hall: Hall) -> list[tuple[str, int, str, str]]:
    rows = GameAdjustment.objects.order_by("pk")
    return [(row.side, row.seconds, row.rule, row.source) for row in rows]


# ── adjustments and accommodations ───────────────────────────────────────────────────────────────────────────────────


def test_wespa_3_4_2_b_extra_time_is_given_with_a_reason(hall: Hall) -> None:
    why = {"reason": "delayed by tracking", "rule": "3.4.2(b)"}
    row = give_time(by=hall.director, game=hall.game(), entry=hall.player(2), seconds=60, **why)
    assert (row.kind, row.side, row.seconds, row.points, row.rule) == ("time", "second", 60, 0, "3.4.2(b)")
    assert Record.objects.get(action="game.adjusted").reason_text.text == "delayed by tracking"
    assert times_of(hall.game()) == [row]


def test_wespa_6_3_3_b_iii_time_is_taken_as_a_penalty(hall: Hall) -> None:
    give_time(
        by=hall.director, game=hall.game(), entry=hall.player(1), seconds=-120, reason="ruled", rule="6.3.3(b)(iii)"
    )
    assert hall.seat(1, "9:00").to_set == 23 * 60


@pytest.mark.parametrize(
    ("seconds", "reason", "says"),
    [
        (60, " ", "Say why the time is changed"), (0, "x", "1 to 3600"), (3601, "x", "1 to 3600"),
        (-3601, "x", "1 to 3600"),
    ],
)  # fmt: skip
def test_time_without_a_reason_or_beyond_an_hour_is_refused(hall: Hall, seconds: int, reason: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        give_time(by=hall.director, game=hall.game(), entry=hall.player(1), seconds=seconds, reason=reason)
    with pytest.raises(Refused, match="is not at this board"):
        give_time(by=hall.director, game=hall.game(), entry=hall.player(3), seconds=60, reason="x")


def test_time_is_taken_back_and_other_adjustments_are_not_time(hall: Hall) -> None:
    row = give_time(by=hall.director, game=hall.game(), entry=hall.player(1), seconds=60, reason="timer failed")
    points = adjust_game(by=hall.director, game=hall.game(), side="first", kind="overtime", points=-10)
    with pytest.raises(Refused, match="no time adjustment"):
        take_back_time(by=hall.director, adjustment=points, reason="x")
    with pytest.raises(Refused, match="Say why"):
        take_back_time(by=hall.director, adjustment=row, reason="")
    take_back_time(by=hall.director, adjustment=row, reason="wrong table")
    assert times_of(hall.game()) == []


def test_only_the_director_gives_time(hall: Hall) -> None:
    official = make_user("door", tournament=hall.division.tournament, role=Role.OFFICIAL)
    with pytest.raises(NotAllowed):
        give_time(by=official, game=hall.game(), entry=hall.player(1), seconds=60, reason="x")
    with pytest.raises(NotAllowed):
        accommodate(by=official, entry=hall.player(1), what="large tiles", reason="sight")


def test_wespa_2_5_a_player_with_special_needs_has_another_procedure_in_every_game(hall: Hall) -> None:
    accommodate(by=hall.director, entry=hall.player(1), what="opponent places the tiles", reason="hands", rule="2.5")
    make_round(hall.division, 2, pairs=[(4, 1), (2, 3)])
    assert [one.what for one in hall.seat(1, "9:00").accommodations] == ["opponent places the tiles"]
    assert Accommodation.objects.in_force().get().rule == "2.5"


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "sowpods-club", "scrabble-guide"])
def test_wespa_2_5_a_hearing_aid_declared_at_the_event_is_the_directors_to_allow(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    accommodate(by=hall.director, entry=hall.player(1), what="hearing aid", reason="hearing", device=True, rule="2.5")
    assert Accommodation.objects.get().device


def test_nsa_i_a_6_d_devices_only_by_prior_agreement(nsa: Hall) -> None:
    with pytest.raises(Refused, match=r"agreement made before the event, for medical reasons \(I\.A\.6\.d\)"):
        accommodate(by=nsa.director, entry=nsa.player(1), what="headphones", reason="tinnitus", device=True)
    accommodate(
        by=nsa.director, entry=nsa.player(1), what="headphones", reason="tinnitus", device=True, agreed_before=True
    )
    assert Accommodation.objects.get().device


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"what": "", "reason": "x"}, "Say what is allowed, and why"),
        ({"what": "x", "reason": " "}, "Say what is allowed, and why"),
        ({"what": "x", "reason": "x", "seconds": 3601}, "0 to 3600 seconds"),
    ],
)
def test_an_accommodation_says_what_and_why(hall: Hall, values: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        accommodate(by=hall.director, entry=hall.player(1), **values)  # type: ignore[arg-type]


def test_an_accommodation_ends_once(hall: Hall) -> None:
    row = accommodate(by=hall.director, entry=hall.player(1), what="large tiles", reason="sight")
    for time in ("10:00", "11:00"):
        end_accommodation(by=hall.director, accommodation=row, at=at(time))
    row.refresh_from_db()
    assert row.ended_at == at("10:00")
    assert hall.actions() == ["time.accommodated", "time.accommodation_ended"]


# ── counters ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nsa_ii_f_2_three_misoriented_tiles_give_the_opponent_a_minute(nsa: Hall) -> None:
    object_times(nsa, Fault.MISORIENTED, 2)
    with pytest.raises(Refused, match="No time is due"):
        give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(1), fault=Fault.MISORIENTED)
    object_times(nsa, Fault.MISORIENTED, 1)
    give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(1), fault=Fault.MISORIENTED)
    assert given(nsa) == [("second", 60, "II.F.2", "counter:misoriented_tile")]


def test_nsa_ii_o_every_three_wrong_scores_give_a_minute_once_each(nsa: Hall) -> None:
    object_times(nsa, Fault.WRONG_SCORE, 3, offender=2)
    give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(2), fault=Fault.WRONG_SCORE)
    with pytest.raises(Refused, match="given already"):
        give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(2), fault=Fault.WRONG_SCORE)
    object_times(nsa, Fault.WRONG_SCORE, 3, offender=2)
    give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(2), fault=Fault.WRONG_SCORE)
    assert given(nsa) == [("first", 60, "II.O", "counter:wrong_score")] * 2


def test_nsa_guideline_6_the_first_tracking_delay_warns_and_later_ones_give_minutes(nsa: Hall) -> None:
    steps = []
    for _ in range(3):
        object_times(nsa, Fault.TRACKING, 1)
        (one,) = standings_of(nsa.game())
        steps.append((one.tally.step, one.due, one.calls, one.wronged.number))
    assert steps == [(Step.WARNING, 0, False, 2), (Step.TIME_CREDIT, 60, True, 2), (Step.TIME_CREDIT, 120, True, 2)]
    give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(1), fault=Fault.TRACKING)
    assert given(nsa) == [("second", 120, "Guideline 6", "counter:tracking_delay")]


def test_nsa_guideline_20_three_plays_with_eight_tiles_in_the_event_raise_an_alert(nsa: Hall) -> None:
    object_times(nsa, Fault.EIGHT_TILES, 2)
    assert [one.calls for one in standings_of(nsa.game())] == [False]
    Round.objects.filter(pk=nsa.round.pk).update(status="closed")
    row = make_round(nsa.division, 2, pairs=[(3, 1), (2, 4)], status=Round.Status.PLAYING)
    game = Game.objects.with_people().get(round=row, second=nsa.player(1))
    object_times(nsa, Fault.EIGHT_TILES, 1, game=game)
    (one,) = standings_of(game)
    assert (one.tally.count, one.tally.step, one.due) == (3, Step.AWARDS_AND_GAMES, 0)
    assert [(each.offender.number, each.tally.count) for each in alerts(games_of(nsa.division, 2))] == [(1, 3)]


def test_counts_in_one_game_do_not_reach_into_the_next(nsa: Hall) -> None:
    object_times(nsa, Fault.WRONG_SCORE, 2)
    row = make_round(nsa.division, 2, pairs=[(3, 1), (2, 4)], status=Round.Status.PLAYING)
    game = Game.objects.with_people().get(round=row, second=nsa.player(1))
    object_times(nsa, Fault.WRONG_SCORE, 1, game=game)
    (one,) = standings_of(game)
    assert (one.tally.count, one.due) == (1, 0)


def games_of(division: Division, number: int) -> list[Game]:
    return [game for game in history(division).games_in(number) if game.second_id]


def test_alerts_list_what_calls_for_the_director_in_the_order_of_the_tables(nsa: Hall) -> None:
    object_times(nsa, Fault.TRACKING, 2, offender=4, game=nsa.game(2))
    object_times(nsa, Fault.MISORIENTED, 3)
    object_times(nsa, Fault.WRONG_SCORE, 1, offender=2)
    shown = [
        (one.game.board, one.offender.number, one.tally.counter.fault, one.due)
        for one in alerts(games_of(nsa.division, 1))
    ]
    assert shown == [(1, 1, Fault.MISORIENTED, 60), (2, 4, Fault.TRACKING, 60)]


def test_alerts_take_the_same_queries_for_one_table_and_for_two(nsa: Hall, django_assert_num_queries: object) -> None:
    object_times(nsa, Fault.MISORIENTED, 3)
    object_times(nsa, Fault.TRACKING, 2, offender=4, game=nsa.game(2))
    division = nsa.round.division
    games = games_of(division, 1)
    with django_assert_num_queries(2):  # type: ignore[operator]
        assert len(alerts(games)) == 2


def test_an_incident_withdrawn_counts_no_more(nsa: Hall) -> None:
    object_times(nsa, Fault.MISORIENTED, 3)
    one = Incident.objects.order_by("pk").select_related("division__tournament").first()
    assert one is not None
    withdraw(by=nsa.director, incident=one, reason="not in time")
    assert [(each.tally.count, each.due) for each in standings_of(nsa.game())] == [(2, 0)]


def test_an_incident_logged_elsewhere_counts_and_time_applied_there_is_given_once(nsa: Hall) -> None:
    happened = Happened("wrong_score", game=nsa.game(), entry=nsa.player(1), other=nsa.player(2))
    for _ in range(2):
        log(by=nsa.director, division=nsa.round.division, happened=happened)
    minute = Applied(RemedyKind.SECONDS, 60, "II.O", To.OTHER)
    log(by=nsa.director, division=nsa.round.division, happened=replace(happened, applied=minute))
    assert [(one.tally.count, one.tally.credit, one.due) for one in standings_of(nsa.game())] == [(3, 60, 0)]


def test_the_credit_stays_with_its_player_when_the_game_is_turned_round(nsa: Hall) -> None:
    object_times(nsa, Fault.MISORIENTED, 3)
    give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(1), fault=Fault.MISORIENTED)
    game = Game.objects.get(pk=nsa.game().pk)
    game.first, game.second = nsa.player(2), nsa.player(1)
    game.save()
    GameAdjustment.objects.update(side="first")
    assert [one.due for one in standings_of(nsa.game())] == [0]


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "sowpods-club", "scrabble-guide"])
def test_other_books_count_nothing(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    object_times(hall, Fault.TRACKING, 3)
    assert (alerts(games_of(hall.division, 1)), standings_of(hall.game())) == ([], [])


def test_only_the_director_gives_the_time_that_is_due(nsa: Hall) -> None:
    object_times(nsa, Fault.MISORIENTED, 3)
    official = make_user("door", tournament=nsa.division.tournament, role=Role.OFFICIAL)
    with pytest.raises(NotAllowed):
        give_credit(by=official, game=nsa.game(), offender=nsa.player(1), fault=Fault.MISORIENTED)
    give_credit(by=nsa.director, game=nsa.game(), offender=nsa.player(1), fault=Fault.MISORIENTED)
    assert versions(attendance_topic(nsa.division)) == {attendance_topic(nsa.division): 1}
    assert verify(nsa.division.tournament).whole
