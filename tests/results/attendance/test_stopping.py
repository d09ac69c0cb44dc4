"""Before games are stopped the players are warned (NSA Guideline 19B); limits for each move (guide, Time)."""

import pytest

from results.attendance.services.time import end_move_limit, set_move_limit
from results.attendance.services.timers import stopping, warn_before_stopping
from results.models import MoveLimit, StopWarning
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_user, play
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, at
from tests.results.attendance.test_pages_attendance import address, board
from tests.results.rulings.cases import logged_in


@pytest.fixture
def guide(ruled_by: RuledBy) -> Hall:
    return ruled_by("scrabble-guide")


# ── stopping ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nsa_guideline_19b_players_are_warned_some_minutes_before_their_games_stop(nsa: Hall) -> None:
    warn_before_stopping(by=nsa.director, row=nsa.round, minutes=4, at=at("9:50"))
    view = stopping(nsa.round, at("9:51:30"))
    assert view is not None
    assert view.warning is not None
    assert (view.warning.warned_at, view.warning.stops_at, view.left) == (at("9:50"), at("9:54"), 150)
    assert [game.board for game in view.games] == [1, 2]
    assert nsa.actions() == ["round.stop_warned"]
    with pytest.raises(Refused, match="The players were warned at"):
        warn_before_stopping(by=nsa.director, row=nsa.round, minutes=4)


@pytest.mark.parametrize("minutes", [0, 16, -3])
def test_nsa_guideline_19b_a_few_minutes_are_1_to_15(nsa: Hall, minutes: int) -> None:
    with pytest.raises(Refused, match="Say how many minutes are left to play: 1 to 15"):
        warn_before_stopping(by=nsa.director, row=nsa.round, minutes=minutes)
    assert not StopWarning.objects.exists()


def test_nsa_guideline_19b_only_games_in_play_are_listed_and_none_ends_the_section(nsa: Hall) -> None:
    play(nsa.game(), 400, 390)
    view = stopping(nsa.round)
    assert view is not None
    assert [game.board for game in view.games] == [2]
    play(nsa.game(2), 400, 390)
    assert stopping(nsa.round) is None
    with pytest.raises(Refused, match="No game of this round is in play"):
        warn_before_stopping(by=nsa.director, row=nsa.round, minutes=5)


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "sowpods-club", "scrabble-guide"])
def test_other_books_have_no_warning_before_stopping(ruled_by: RuledBy, book: str) -> None:
    assert stopping(ruled_by(book).round) is None


def test_nsa_guideline_19b_it_is_done_beside_the_board_and_each_game_at_its_table(nsa: Hall) -> None:
    client = logged_in(nsa.director)
    assert "Stop the games still in play (2)" in board(client, nsa)
    client.post(address(nsa, "stop_warn", 1), {"minutes": "5"})
    assert "The players were warned at" in board(client, nsa)
    assert "?end=stopped" in client.get(address(nsa, "table", nsa.game().pk)).content.decode()
    shown = client.get(address(nsa, "incident_choose"), {"game": nsa.game().pk}).content.decode()
    delayed = f"{address(nsa, 'incident', 'time_wasting')}?game={nsa.game().pk}"
    assert delayed in shown and "Guideline 19B" in client.get(delayed).content.decode()


# ── limits for each move ─────────────────────────────────────────────────────────────────────────────────────────────


def limits(hall: Hall, board: int = 1) -> list[int]:
    game = hall.game(board)
    return [limit.seconds for limit in MoveLimit.objects.in_force([game.first_id, game.second_id])]


def test_guide_time_a_player_found_wasting_time_has_a_limit_for_each_move(guide: Hall) -> None:
    limit = set_move_limit(by=guide.director, entry=guide.player(1), seconds=120, reason="ten minutes over one play")
    assert limits(guide) == [120]
    assert limits(guide, board=2) == []
    end_move_limit(by=guide.director, limit=limit)
    end_move_limit(by=guide.director, limit=limit)
    assert limits(guide) == []
    assert guide.actions() == ["time.move_limited", "time.move_limit_ended"]


def test_guide_time_another_limit_takes_the_place_of_the_first(guide: Hall) -> None:
    for seconds in (180, 60):
        set_move_limit(by=guide.director, entry=guide.player(1), seconds=seconds, reason="wasting time")
    assert limits(guide) == [60]


@pytest.mark.parametrize(
    ("book", "rule"), [("wespa-2010", "our default"), ("nsa-2004", "I.A.3"), ("sowpods-club", "our default")]
)
def test_nsa_i_a_3_other_books_know_no_limit_for_each_move(ruled_by: RuledBy, book: str, rule: str) -> None:
    hall = ruled_by(book)
    with pytest.raises(Refused, match=rule):
        set_move_limit(by=hall.director, entry=hall.player(1), seconds=120, reason="wasting time")
    page = logged_in(hall.director).get(address(hall, "table", hall.game().pk)).content.decode()
    assert "Limit for each move" not in page


def test_guide_time_it_is_set_shown_and_ended_on_the_page_of_the_table(guide: Hall) -> None:
    client = logged_in(guide.director)
    game = guide.game()
    client.post(address(guide, "move_limit", game.pk), {"player": "1", "seconds": "2:00", "reason": "wasting time"})
    limit = MoveLimit.objects.get()
    page = address(guide, "table", game.pk)
    assert "<b>2:00</b> for each move" in client.get(page).content.decode()
    client.post(address(guide, "move_limit_end", game.pk, limit.pk), {"reason": ""})
    assert "<b>2:00</b> for each move" not in client.get(page).content.decode()


def test_a_limit_is_the_directors_needs_a_reason_and_a_length(guide: Hall) -> None:
    official = make_user("door", tournament=guide.division.tournament, role=Role.OFFICIAL)
    for by, seconds, reason, refusal in (
        (official, 120, "slow", NotAllowed), (guide.director, 120, " ", Refused), (guide.director, 5, "slow", Refused),
    ):  # fmt: skip
        with pytest.raises(refusal):
            set_move_limit(by=by, entry=guide.player(1), seconds=seconds, reason=reason)
    assert not MoveLimit.objects.exists()
