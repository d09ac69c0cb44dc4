"""What one place knows of who is here, the others heed: the door, the tables, the Start, late players' clocks, own pages."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from results.attendance.services.attendance import TooEarly, mark, rest_is_here, start_clock
from results.attendance.services.check_in import guests, mark_check_in, missing_at_the_gate
from results.attendance.services.time import end_move_limit, set_move_limit
from results.attendance.services.timers import warn_before_stopping
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Entry, Game, Round, Tournament
from tdsuite.tournaments.notices import standing_notices
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.notices import announce_check_in, post_notice
from tdsuite.tournaments.services.rounds import start_due_rounds, start_round
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.platform.access.signing import signed_in
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall, said_of, seats_of
from tests.results.looking import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(db: None) -> Hall:
    """Four players at two tables; round 1 is published and not started."""
    division = make_division(make_tournament(), players=4, rounds=3)
    make_round(division, 1, pairs=[(1, 2), (3, 4)])
    return Hall(division, make_user(tournament=division.tournament))


@pytest.fixture
def two_rounds(hall: Hall) -> Hall:
    """Table 1 of round 1 still plays; round 2 has its pairings and has been started."""
    play(hall.game(2), 400, 350)
    make_round(hall.division, 2, pairs=[(1, 3), (2, 4)], status=Round.Status.PLAYING)
    return hall


def second_game(hall: Hall, board: int = 1) -> Game:
    games = Game.objects.with_people().select_related("round__division__tournament")
    return games.get(round__division=hall.division, round__number=2, board=board)


def event(hall: Hall) -> Tournament:
    return Tournament.objects.get(pk=hall.division.tournament_id)


def notices(hall: Hall) -> list[str]:
    return [words for _number, words, _at in standing_notices(event(hall))]


@pytest.mark.parametrize("published", [False, True], ids=["before publishing", "after publishing"])
def test_who_is_here_at_check_in_is_here_at_the_table(published: bool) -> None:
    division = make_division(make_tournament(), players=4)
    hall = Hall(division, make_user(tournament=division.tournament))
    if published:
        make_round(division, 1, pairs=[(1, 2), (3, 4)])
    mark_check_in(by=hall.director, entry=hall.player(1), status="here")
    mark_check_in(by=hall.director, entry=hall.player(2), status="late")
    if not published:
        make_round(division, 1, pairs=[(1, 2), (3, 4)])
    assert said_of(hall.round) == {1: "here", 2: "late", 3: "", 4: ""}
    assert rest_is_here(by=hall.director, round=hall.round) == 2
    assert [seat.is_here for seat in seats_of(hall.round)] == [True, False, True, True]


def test_who_does_not_come_is_on_the_boards_and_the_day_and_the_start_asks(waiting: Hall, client: Client) -> None:
    client.force_login(waiting.director)
    mark_check_in(by=waiting.director, entry=waiting.player(3), status="not_coming")
    says = f"{waiting.player(3).player} (does not come)"
    assert says in text(client.get("/console/lakeside-open/round/"))
    start = reverse("console:board_start", args=["lakeside-open"])
    assert f"Round 1 is not started: {says}" in text(client.post(start, {"division": "a"}, follow=True))
    assert waiting.round.status == Round.Status.PUBLISHED
    client.post(start, {"division": "a", "anyway": "1"})
    assert waiting.round.status == Round.Status.PLAYING


def test_a_program_is_asked_too_before_a_round_starts_without_a_player(waiting: Hall) -> None:
    api = APIClient()
    api.force_authenticate(waiting.director)
    mark(by=waiting.director, game=waiting.game(), entry=waiting.player(1), status="absent")
    url = "/api/v1/tournaments/lakeside-open/divisions/a/rounds/1/start/"
    refused = api.post(url, {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "players_not_here")
    assert api.post(url, {"anyway": True}, format="json").json()["status"] == "playing"


def test_a_scheduled_start_does_not_wait_for_an_absent_player(waiting: Hall) -> None:
    Tournament.objects.update(starts_by_schedule=True)
    Round.objects.update(scheduled_at=timezone.now())
    mark(by=waiting.director, game=waiting.game(), entry=waiting.player(1), status="absent")
    assert start_due_rounds() == 1


def test_after_results_nobody_who_played_is_missing_at_check_in(hall: Hall, client: Client) -> None:
    client.force_login(hall.director)
    mark_check_in(by=hall.director, entry=hall.player(1), status="late")
    play(hall.game(1), 400, 350)
    play(hall.game(2), 400, 350)
    assert "0 not here of 4" in text(client.get(reverse("console:check_in", args=["lakeside-open"])))
    assert [guest.says for guest in guests(event(hall))] == ["played round 1"] * 4


def test_who_never_came_to_round_1_is_asked_about_before_round_2(hall: Hall) -> None:
    mark(by=hall.director, game=hall.game(1), entry=hall.player(2), status="absent")
    Game.objects.filter(pk=hall.game(1).pk).update(outcome="forfeit", first_halves=2, first_spread=50)
    play(hall.game(2), 400, 350)
    assert [(guest.entry.number, guest.number, guest.says) for guest in missing_at_the_gate(event(hall))] == [
        (2, 2, "not here")
    ]


def test_a_withdrawn_player_is_gone_from_that_round_on_and_leaves_check_in(waiting: Hall) -> None:
    update_entry(by=waiting.director, entry=waiting.player(4), values={"withdrawn_from": 1}, reason="ill")
    assert said_of(waiting.round)[4] == "gone"
    assert [seat.presence_text for seat in seats_of(waiting.round) if seat.entry.number == 4] == ["out from round 1"]
    assert [guest.entry.number for guest in guests(event(waiting)) if guest.entry.number == 4] == []


def test_check_in_sends_to_the_table_where_a_clock_runs(hall: Hall) -> None:
    start_clock(by=hall.director, game=hall.game(), entry=hall.player(1), opponent_ready=True)
    with pytest.raises(Refused) as refused:
        mark_check_in(by=hall.director, entry=hall.player(1), status="here")
    assert (refused.value.code, hall.presence(1).clock_runs) == ("clock_runs", True)


# ── two rounds at once ───────────────────────────────────────────────────────────────────────────────────────────────


def test_wespa_2_3_1_a_player_still_in_the_round_before_is_playing_and_not_missing(two_rounds: Hall) -> None:
    row = second_game(two_rounds).round
    assert {seat.entry.number: seat.presence_text for seat in seats_of(row) if seat.is_playing} == {
        1: "still playing, round 1, table 1",
        2: "still playing, round 1, table 1",
    }
    assert sorted(said_of(row).values()) == ["", "", "playing", "playing"]
    mark(by=two_rounds.director, game=second_game(two_rounds), entry=two_rounds.player(1), status="absent")
    assert said_of(second_game(two_rounds).round)[1] == "playing"


def test_wespa_2_3_1_no_clock_for_a_player_still_playing_without_the_directors_reason(two_rounds: Hall) -> None:
    game, late = second_game(two_rounds), {"by": two_rounds.director, "opponent_ready": True}
    with pytest.raises(TooEarly, match="is still playing, round 1, table 1") as refused:
        start_clock(game=game, entry=two_rounds.player(1), **late)
    assert refused.value.code == "still_playing"
    started = start_clock(game=game, entry=two_rounds.player(1), reason="walked away from table 1", **late)
    assert started.clock_runs


def test_a_round_is_not_started_over_players_of_the_round_before_without_a_question(hall: Hall) -> None:
    row = make_round(hall.division, 2, pairs=[(1, 3), (2, 4)])
    row = Round.objects.select_related("division__tournament").get(pk=row.pk)
    with pytest.raises(Refused, match="still playing, round 1, table 1") as refused:
        start_round(by=hall.director, round=row)
    assert refused.value.code == "players_not_here"


# ── announcements ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_missing_at_check_in_is_announced_until_the_round_starts(waiting: Hall) -> None:
    mark_check_in(by=waiting.director, entry=waiting.player(2), status="late")
    assert announce_check_in(by=waiting.director, tournament=event(waiting)) == 4
    assert f"Coming late: {waiting.player(2).player}" in notices(waiting)[0]
    start_round(by=waiting.director, round=waiting.round, anyway=True)
    assert notices(waiting) == []


def test_an_announcement_tells_public_pages_of_every_tap(waiting: Hall) -> None:
    announce_check_in(by=waiting.director, tournament=event(waiting))
    topic = waiting.division.live_topic
    before = versions(topic)[topic]
    mark_check_in(by=waiting.director, entry=waiting.player(2), status="here")
    assert versions(topic)[topic] > before and str(waiting.player(2).player) not in notices(waiting)[0]


def test_all_notices_end_with_the_event(waiting: Hall, client: Client) -> None:
    post_notice(by=waiting.director, tournament=event(waiting), text="Lunch until two")
    announce_check_in(by=waiting.director, tournament=event(waiting))
    assert len(notices(waiting)) == 2
    Game.objects.update(outcome="forfeit", first_halves=2, first_spread=50, second_halves=0, second_spread=-50)
    Round.objects.update(status="closed")
    update_tournament(by=waiting.director, tournament=event(waiting), values={"status": "finished"})
    assert notices(waiting) == []
    public = text(client.get("/t/lakeside-open/"))
    assert "Lunch until two" not in public and "come to check-in" not in public


# ── own pages ────────────────────────────────────────────────────────────────────────────────────────────────────────


def phone(entry: Entry) -> str:
    return text(signed_in(Client(), entry).get(f"/me/{entry.division.tournament.slug}/"))


def test_nsa_guideline_19b_the_warning_reaches_the_players_still_in_play(ruled_by: RuledBy) -> None:
    nsa = ruled_by("nsa-2004")
    play(nsa.game(2), 400, 350)
    topic = nsa.game(1).live_topic
    before = versions(topic)[topic]
    stop = warn_before_stopping(by=nsa.director, row=nsa.round, minutes=5)
    said = f"This game is stopped at {stop.stops_at:%H:%M}"
    assert [said in phone(nsa.player(number)) for number in (1, 2, 3)] == [True, True, False]
    assert versions(topic)[topic] > before


def test_guide_time_a_limit_for_each_move_is_on_both_players_own_pages(ruled_by: RuledBy) -> None:
    guide = ruled_by("scrabble-guide")
    topic = guide.game(1).live_topic
    before = versions(topic)[topic]
    limit = set_move_limit(by=guide.director, entry=guide.player(1), seconds=90, reason="slow on purpose")
    said = f"{guide.player(1).player} has 1:30 for each move."
    assert [said in phone(guide.player(number)) for number in (1, 2, 3)] == [True, True, False]
    assert versions(topic)[topic] > before
    end_move_limit(by=guide.director, limit=limit)
    assert said not in phone(guide.player(1))


def test_a_player_reads_that_officials_noted_them_as_not_here(waiting: Hall) -> None:
    mark_check_in(by=waiting.director, entry=waiting.player(2), status="late")
    assert "noted that you are not here for round 1" in phone(waiting.player(2))
    mark_check_in(by=waiting.director, entry=waiting.player(2), status="here")
    assert "noted that you are not here" not in phone(waiting.player(2))
