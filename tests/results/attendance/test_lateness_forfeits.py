"""Games lost by lateness: WESPA 2.3.4-2.3.6, NSA III.G.1 and Guideline 19A, and the director's ruling elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest

from results.attendance.services.attendance import GameDecided
from results.attendance.services.lateness import Lost, elect_forfeit, forfeit_both, forfeit_late, withdraw_forfeit
from results.games.services.outcomes import correct_result, played, withdraw_result
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at

WESPA = ["wespa-2010", "wespa-2012"]
SILENT = ["sowpods-club", "scrabble-guide"]
CLOCK_FROM = {"nsa-2004": "9:03"}


def late(hall: Hall, arrived: str | None = None) -> None:
    """Player 2's clock runs from the first moment the book allows, and stops at `arrived`."""
    started = CLOCK_FROM.get(hall.division.tournament.rulebook, "9:00")
    hall.come(1, "8:58")
    hall.clock(2, started, reason="late")
    if arrived:
        hall.come(2, arrived)


def elects(hall: Hall, number: int, **more: Any) -> Lost:
    return elect_forfeit(by=hall.director, game=hall.game(), entry=hall.player(number), **more)


def loses(hall: Hall, number: int, **more: Any) -> Lost:
    return forfeit_late(by=hall.director, game=hall.game(), entry=hall.player(number), **more)


def value(game: Game) -> tuple[str, tuple[int | None, int | None], tuple[int | None, int | None], bool]:
    """(outcome, the first player's half wins and spread, the second's, rated)."""
    first, second = (game.first_halves, game.first_spread), (game.second_halves, game.second_spread)
    return str(game.outcome), first, second, game.rated


@pytest.mark.parametrize("book", WESPA)
def test_wespa_2_3_4_elected_at_14_59_the_opponent_wins_by_75_unrated(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    late(hall, "9:10:01")
    lost = elects(hall, 2, at=at("9:11"))
    assert value(hall.game()) == ("lateness_forfeit", (2, 75), (0, -75), False)
    assert [one.rule for one in lost.working.reasons] == ["2.3.6(a)", "2.3.6(b)"]
    assert (lost.level, hall.presence(2).forfeit) == (3, "elected")


@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize(("arrived", "left"), [("9:10:00", "15:00"), ("9:07:30", "17:30")])
def test_wespa_2_3_4_at_15_00_or_more_nobody_elects(ruled_by: RuledBy, book: str, arrived: str, left: str) -> None:
    hall = ruled_by(book)
    late(hall, arrived)
    with pytest.raises(Refused, match=rf"has {left} and may not elect to forfeit \(2\.3\.4\)"):
        elects(hall, 2)
    assert hall.game().outcome == ""


def test_wespa_2_3_2_the_second_of_two_absent_players_elects_at_13_00(hall: Hall) -> None:
    hall.clock(1, "9:00", opponent_ready=False)
    for number, time in ((2, "9:07:30"), (1, "9:12")):
        hall.come(number, time)
    with pytest.raises(Refused, match="has 17:30 and may not elect"):
        elects(hall, 2)
    elects(hall, 1)
    assert value(hall.game()) == ("lateness_forfeit", (0, -75), (2, 75), False)


@pytest.mark.parametrize("book", WESPA)
def test_wespa_2_3_5_the_assigned_time_has_expired(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    late(hall)
    with pytest.raises(Refused, match=r"time has not expired \(0:01 is left\): .* \(2\.3\.5\)"):
        loses(hall, 2, at=at("9:24:59"))
    loses(hall, 2, at=at("9:25"))
    assert value(hall.game()) == ("lateness_forfeit", (2, 75), (0, -75), False)
    assert hall.presence(2).forfeit == "expired"


def test_wespa_2_3_5_a_player_who_comes_after_it_expired_elects_nothing(hall: Hall) -> None:
    late(hall, "9:26")
    with pytest.raises(Refused, match="assigned time has expired: the game is forfeited"):
        elects(hall, 2)
    loses(hall, 2, at=at("9:26"))
    assert value(hall.game()) == ("lateness_forfeit", (2, 75), (0, -75), False)


def test_wespa_2_3_6_a_the_director_raises_the_margin_with_a_reason(hall: Hall) -> None:
    late(hall, "9:20")
    with pytest.raises(Refused, match="Say why the margin is not the rulebook's"):
        elects(hall, 2, margin=150)
    with pytest.raises(Refused, match="may be raised above 75, not lowered"):
        elects(hall, 2, margin=50, reason="why not")
    elects(hall, 2, margin=150, reason="strategic lateness")
    assert value(hall.game()) == ("lateness_forfeit", (2, 150), (0, -150), False)
    kept = Record.objects.get(action="attendance.forfeited")
    assert (kept.after["how"], kept.after["margin"]) == ("elected", 150)
    assert [one["rule"] for one in kept.after["reasons"]] == ["2.3.6(a)", "2.3.6(a)", "2.3.6(b)"]
    assert kept.reason_text.text == "strategic lateness"
    assert verify(hall.division.tournament).whole


def test_nsa_guideline_19a_elected_at_any_arrival_costs_50_unrated(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    late(hall, "9:03:10")
    with pytest.raises(Refused, match=r"The margin is 50 \(III\.G\.1\)"):
        elects(hall, 2, margin=60, reason="twice today")
    lost = elects(hall, 2)
    assert value(hall.game()) == ("lateness_forfeit", (2, 50), (0, -50), False)
    assert lost.level is None


def test_nsa_guideline_19a_all_25_minutes_have_run(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    late(hall)
    with pytest.raises(Refused, match=r"1\b.* is left"):
        loses(hall, 2, at=at("9:27:59"))
    loses(hall, 2, at=at("9:28"))
    assert value(hall.game()) == ("lateness_forfeit", (2, 50), (0, -50), False)


def test_nsa_guideline_19a_a_player_whose_clock_was_never_started_has_nothing_to_elect(ruled_by: RuledBy) -> None:
    hall = ruled_by("nsa-2004")
    hall.come(2, "9:04")
    with pytest.raises(Refused, match="clock was never started"):
        elects(hall, 2)


@pytest.mark.parametrize("book", SILENT)
def test_where_the_book_is_silent_lateness_forfeits_by_a_ruling_and_50_is_offered(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    late(hall)
    with pytest.raises(Refused, match="leaves forfeiture to the director: say why"):
        loses(hall, 2, at=at("9:40"))
    loses(hall, 2, at=at("9:40"), reason="never came")
    assert value(hall.game()) == ("no_show", (2, 50), (0, -50), False)
    assert hall.presence(2).forfeit == "ruled"


@pytest.mark.parametrize("book", SILENT)
def test_where_the_book_is_silent_a_late_player_who_is_here_may_give_the_game_up_by_a_ruling(
    ruled_by: RuledBy, book: str
) -> None:
    hall = ruled_by(book)
    late(hall, "9:10")
    with pytest.raises(Refused, match="leaves forfeiture to the director"):
        elects(hall, 2)
    elects(hall, 2, margin=40, reason="both agree")
    assert value(hall.game()) == ("lateness_forfeit", (2, 40), (0, -40), False)


@pytest.mark.parametrize("book", WESPA)
def test_wespa_neither_ever_arrives_both_lose_by_75_unrated(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    hall.clock(1, "9:00", opponent_ready=False)
    with pytest.raises(Refused, match="The clocks of both have not expired"):
        forfeit_both(by=hall.director, game=hall.game(), at=at("9:24:59"))
    with pytest.raises(Refused, match="Neither player is here: the game is forfeited by both"):
        loses(hall, 1, at=at("9:25"))
    forfeit_both(by=hall.director, game=hall.game(), at=at("9:25"))
    assert value(hall.game()) == ("double_forfeit", (0, -75), (0, -75), False)
    assert [hall.presence(number).forfeit for number in (1, 2)] == ["expired", "expired"]


@pytest.mark.parametrize("book", ["nsa-2004", *SILENT])
def test_other_books_neither_ever_arrives_both_lose_by_50_by_a_ruling(ruled_by: RuledBy, book: str) -> None:
    hall = ruled_by(book)
    with pytest.raises(Refused, match="say why the game is lost by both"):
        forfeit_both(by=hall.director, game=hall.game(), at=at("9:40"))
    forfeit_both(by=hall.director, game=hall.game(), at=at("9:40"), reason="neither came")
    assert value(hall.game()) == ("double_forfeit", (0, -50), (0, -50), False)
    assert [hall.presence(number).forfeit for number in (1, 2)] == ["ruled", "ruled"]


def test_a_player_who_is_here_does_not_lose_with_the_other(hall: Hall) -> None:
    late(hall)
    with pytest.raises(Refused, match="is here: only the other player can lose by lateness"):
        forfeit_both(by=hall.director, game=hall.game(), at=at("9:40"), reason="time")


def test_a_player_elects_on_arrival_and_not_by_telephone(hall: Hall) -> None:
    late(hall)
    with pytest.raises(Refused, match="is not here yet: a player elects on arrival"):
        elects(hall, 2, at=at("9:20"))


def test_only_the_director_forfeits(hall: Hall, official: User) -> None:
    late(hall, "9:20")
    calls: list[Callable[[], object]] = [
        lambda: elect_forfeit(by=official, game=hall.game(), entry=hall.player(2)),
        lambda: forfeit_late(by=official, game=hall.game(), entry=hall.player(2)),
        lambda: forfeit_both(by=official, game=hall.game()),
        lambda: withdraw_forfeit(by=official, game=hall.game()),
    ]
    for call in calls:
        with pytest.raises(NotAllowed, match="make rulings"):
            call()
    assert hall.game().outcome == ""


def test_a_forfeit_happens_once_and_counts_in_the_standings_and_as_neither_start_nor_reply(hall: Hall) -> None:
    late(hall, "9:20")
    elects(hall, 2)
    past = history(hall.division)
    assert {row.number: row.spread for row in past.standings(1)} == {1: 75, 2: -75, 3: 0, 4: 0}
    assert [past.start_records()[number].games for number in (1, 2)] == [0, 0]
    for again in (lambda: elects(hall, 2), lambda: hall.say(1, "absent")):
        with pytest.raises(GameDecided):
            again()


def test_a_forfeit_taken_back_leaves_the_clocks_as_they_stood(hall: Hall) -> None:
    late(hall)
    loses(hall, 2, at=at("9:25"))
    withdraw_forfeit(by=hall.director, game=hall.game(), reason="the clock was started for the wrong table")
    row = hall.presence(2)
    assert (hall.game().outcome, row.forfeit, row.clock_started_at) == ("", "", at("9:00"))
    assert hall.left(2, "9:10") == "15:00"


def test_a_forfeit_may_be_corrected_and_withdrawn_as_any_result(hall: Hall) -> None:
    late(hall, "9:20")
    elects(hall, 2)
    correct_result(by=hall.director, game=hall.game(), outcome=played(400, 390), reason="appeal")
    withdraw_result(by=hall.director, game=hall.game(), reason="played after all")
    assert hall.game().outcome == ""
