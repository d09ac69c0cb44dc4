"""A whole event by a rulebook that was loaded, by command and on the page: every number in it is the file's."""

import json
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.models import DivisionLexicon
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.attendance.services.attendance import arrive, start_clock
from results.attendance.services.lateness import forfeit_late
from results.rulings.services.endgame import EndAnswers, SideAnswers, apply
from results.rulings.services.forfeits import HowItEnded, decide
from results.rulings.services.rulings import RulingFacts, make_ruling
from tdsuite.console.simulation import play_round
from tdsuite.exchange.export import FORMATS, export
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import start_round
from tests.adjudication.challenges.cases import lexicon
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db

CLUB = """\
key = "our-club"
name = "Our club"
based_on = "wespa-2012"
[source]
document = "Club rules"
edition = "2026"
[changes."before.game_time.seconds"]
value = 1200
rule = "Club 1"
explain = "20 minutes each."
[changes."starting.who_starts.system"]
value = "draw"
rule = "Club 2"
explain = "A tile draw."
[changes."starting.lateness_forfeit.margin"]
value = 60
rule = "Club 3"
explain = "The opponent wins by 60."
[changes."during.challenge.scheme"]
value = "turn:7"
rule = "Club 4"
explain = "7 points a turn."
[changes."ending.overtime.points"]
value = 2
rule = "Club 5"
explain = "2 points for each completed 10 seconds."
[changes."ending.overtime.per_seconds"]
value = 10
rule = "Club 5"
explain = "By ten seconds."
[changes."ending.overtime.part_counts"]
value = false
rule = "Club 5"
explain = "Completed ones only."
[changes."ending.overtime_forfeit"]
value = {after = 300, minimum = 40}
rule = "Club 6"
explain = "Five minutes over loses the game."
[changes."results.bye.spread"]
value = 33
rule = "Club 7"
explain = "33 points."
[changes."results.incidents"]
value = "none"
ours = true
explain = "The director rules."
"""


def load(event: Tournament, director: User) -> None:
    client = Client()
    client.force_login(director)
    address = f"/console/{event.slug}/rules/file/"
    looked_at = client.post(address, {"file": SimpleUploadedFile("club.toml", CLUB.encode())})
    client.post(f"{address}load/", {"text": looked_at.context["plan"].text})


def at(minute: int, second: int = 0) -> datetime:
    return datetime(2026, 5, 16, 9, minute, second, tzinfo=UTC)


@pytest.fixture
def club() -> Division:
    """Five players of an event that is played by the club's file; round 1 was paired and started at nine."""
    event = make_tournament(rulebook="nsa-2004")
    director = make_user(tournament=event)
    load(event, director)
    event.refresh_from_db()
    assert event.rulebook_file == CLUB
    division = make_division(event, players=5, rounds=3)
    DivisionLexicon.objects.create(division=division, lexicon=lexicon())
    run = make_draft(by=director, division=division, seed=5)
    [row] = publish_run(by=director, run=run)
    start_round(by=director, round=row, at=at(0))
    return division


def director_of(division: Division) -> User:
    return User.objects.get(username="director")


def board(division: Division, number: int) -> Game:
    return Game.objects.with_people().get(round__division=division, round__number=1, board=number)


def counted(game: Game) -> tuple[int, int, int, int]:
    return history(game.round.division).values_of(Game.objects.get(pk=game.pk))


def late(game: Game, by: User) -> Entry:
    """The second player of a game is not here and their clock runs from nine."""
    arrive(by=by, game=game, entry=game.first, at=at(0))
    start_clock(by=by, game=game, entry=game.second, at=at(0))
    return game.second


# ── each number ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_club_1_and_3_a_late_players_twenty_minutes_run_out_and_the_opponent_wins_by_60(club: Division) -> None:
    game, director = board(club, 1), director_of(club)
    entry = late(game, director)
    with pytest.raises(Refused):
        forfeit_late(by=director, game=game, entry=entry, at=at(19, 59))
    forfeit_late(by=director, game=game, entry=entry, at=at(20))
    assert counted(game) == (2, 60, 0, -60)


def test_club_2_tiles_are_drawn_for_every_game(club: Division) -> None:
    assert {game.starts_by for game in Game.objects.filter(round__division=club, second__isnull=False)} == {"draw"}


def test_club_4_a_failed_challenge_costs_seven(club: Division) -> None:
    game, director = board(club, 1), director_of(club)
    written = NewChallenge(
        challenger=game.second.pk, words=("AXLE", "CWM"), handed_over=True, agreed=True, another_turn=True
    )
    slip = write_slip(by=director, game=game, challenge=written)
    adjudicate(by=director, slip=slip, words=("AXLE", "CWM"))
    line = game.adjustments.get()
    assert (line.kind, line.side, line.points, line.rule) == ("challenge", "second", -7, "Club 4")


def test_club_5_thirty_five_seconds_over_cost_six(club: Division) -> None:
    game = board(club, 1)
    apply(
        by=director_of(club), game=game,
        answers=EndAnswers("went-out", SideAnswers(400), SideAnswers(398, clock="-0:35"), "first"), reason="",
    )  # fmt: skip
    lines = [(line.side, line.points, line.seconds, line.rule) for line in game.adjustments.filter(kind="overtime")]
    assert lines == [("second", -6, 35, "Club 5")]
    assert counted(game) == (2, 8, 0, -8)


def test_club_6_five_minutes_over_lose_by_the_lead_or_40(club: Division) -> None:
    game = board(club, 1)
    how = HowItEnded("overtime_forfeit", "first", first_score=400, second_score=395, seconds_over=300)
    decided = decide(by=director_of(club), game=game, ended=how, reason="told at the table")
    assert counted(game) == (0, -55, 2, 55)  # thirty steps of ten seconds are 60 points: 340-395
    assert [reason.rule for reason in decided.working.reasons][:2] == ["Club 6", "Club 6"]


def test_club_7_the_bye_counts_a_win_by_33(club: Division) -> None:
    bye = Game.objects.get(round__division=club, second__isnull=True)
    assert (bye.first_halves, bye.first_spread, bye.rated) == (2, 33, False)


# ── the event to its end ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_event_is_played_to_its_end_and_every_file_is_written(club: Division) -> None:
    director = director_of(club)
    first, second = board(club, 1), board(club, 2)
    forfeit_late(by=director, game=first, entry=late(first, director), at=at(20))
    apply(
        by=director, game=second,
        answers=EndAnswers("went-out", SideAnswers(390), SideAnswers(398, clock="-1:00"), "first"), reason="",
    )  # fmt: skip
    make_ruling(by=director, division=club, facts=RulingFacts(finding="It was so.", remedy="A word."))
    bye = Game.objects.get(round__division=club, second__isnull=True)
    spreads = {row.number: row.spread for row in history(club).standings()}
    assert [spreads[number] for number in (first.first.number, first.second.number, bye.first.number)] == [60, -60, 33]
    assert [spreads[number] for number in (second.first.number, second.second.number)] == [4, -4]
    while play_round(by=director, division=club, seed=7) is not None:
        pass
    assert Round.objects.filter(division=club, status=Round.Status.CLOSED).count() == 3
    written = {key: export(by=director, tournament=club.tournament, key=key).data for key in FORMATS}
    assert all(written.values())
    assert json.loads(written["json"])["rulebook_file"] == CLUB
    assert not verify(club.tournament).faults


def test_players_and_the_public_read_the_loaded_books_rules(club: Division, client: Client) -> None:
    page = client.get("/t/lakeside-open/rules/").content.decode()
    for words in ("Our club", "Club rules, 2026", "20 minutes each.", "7 points a turn.", club.tournament.book.sha256):
        assert words in page
