"""Pairings and starts that were published or pressed by mistake: taken back with a reason, as long as nothing hangs on them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from pairings.models import PairingRun
from pairings.services.automatic_drafts import next_ready
from pairings.services.boards import swap_tables
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run, unpublish_round
from results.attendance.services.attendance import mark, start_clock
from results.games.services.outcomes import played, record_result, replace_own_result, withdraw_result
from results.rulings.services.incidents import Happened, log
from results.sheets.models import Sheet
from tdsuite.console.board.next_step import next_steps
from tdsuite.console.board.reads import board
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.finishing import finishing_blockers
from tdsuite.tournaments.services.rounds import (
    close_round,
    reopen_round,
    schedule_rounds,
    start_due_rounds,
    start_round,
    undo_start,
)
from tdsuite.tournaments.services.waiting import all_waiting
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db
WHY = "the walk-in was left out"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=7, rounds=7)


@pytest.fixture
def round_1(division: Division, director: User) -> Round:
    (row,) = publish_run(by=director, run=make_draft(by=director, division=division, seed=4))
    return Round.objects.select_related("division__tournament").get(pk=row.pk)


def fresh(row: Round) -> Round:
    return Round.objects.select_related("division__tournament").get(pk=row.pk)


def a_game(row: Round) -> Game:
    return Game.objects.with_people().filter(round=row, board=1).get()


def boards(row: Round) -> list[tuple[int | None, int, int | None, str]]:
    games = Game.objects.filter(round=row).by_board()
    return list(games.values_list("board", "first__number", "second__number", "table_name"))


# --- pairings --------------------------------------------------------------------------------------


def test_unpublished_pairings_are_a_draft_again_and_can_be_published_as_they_were(
    round_1: Round, director: User
) -> None:
    before = boards(round_1)
    run = unpublish_round(by=director, round=round_1, reason=WHY)
    assert run is not None and run == PairingRun.objects.drafts().get()
    row = fresh(round_1)
    assert (row.status, row.paired_after, row.undone_reason, boards(row)) == ("draft", None, WHY, [])
    assert not run.stale_now(row.division)
    publish_run(by=director, run=run)
    row = fresh(round_1)
    assert (row.status, row.undone_at, row.undone_reason, boards(row)) == ("published", None, "", before)
    assert verify(row.division.tournament).whole


def test_taking_pairings_back_costs_as_many_statements_for_forty_players_as_for_eight() -> None:
    counts = []
    for players in (8, 40):
        division = make_division(make_tournament(f"event-{players}"), players=players, rounds=3)
        (row,) = publish_run(by=COMMAND_LINE, run=make_draft(by=COMMAND_LINE, division=division, number=1))
        with CaptureQueriesContext(connection) as sent:
            unpublish_round(by=COMMAND_LINE, round=row, reason=WHY)
        counts.append(len(sent))
    assert counts[0] == counts[1]


def test_the_record_keeps_every_board_that_players_were_told(round_1: Round, director: User) -> None:
    games = list(Game.objects.filter(round=round_1).by_board())
    unpublish_round(by=director, round=round_1, reason=WHY)
    record = Record.objects.get(action="pairings.unpublished")
    assert (record.reason_text.text, record.before["round"]) == (WHY, 1)
    told = [(board["table"], board["first"], board["second"]) for board in record.before["boards"]]
    assert told == [(game.table_name, game.first_id, game.second_id) for game in games]


def test_a_draft_of_a_later_round_that_knew_the_boards_is_stale_then(division: Division, director: User) -> None:
    runs = [make_draft(by=director, division=division, number=1, method="random", seed=3)]
    publish_run(by=director, run=runs[0])
    later = make_draft(by=director, division=division, number=2, method="random", seed=3)
    assert not PairingRun.objects.get(pk=later.pk).stale_now()
    unpublish_round(by=director, round=fresh(division.rounds.get(number=1)), reason=WHY)
    assert PairingRun.objects.get(pk=later.pk).stale_now()


def test_boards_changed_by_hand_make_the_draft_stale(round_1: Round, director: User) -> None:
    one, two = Game.objects.filter(round=round_1, board__in=(1, 2)).with_people().order_by("board")
    swap_tables(by=director, game=one, other=two, reason="a wheelchair")
    run = unpublish_round(by=director, round=round_1, reason=WHY)
    assert run is not None
    assert [(board.first, board.board) for board in run.draft_boards() if board.board == 1] == [(one.first.number, 1)]


def test_one_round_of_a_block_is_taken_back_and_paired_anew(director: User, division: Division) -> None:
    block = make_draft(by=director, division=division, method="round_robin")
    publish_run(by=director, run=block)
    assert unpublish_round(by=director, round=fresh(division.rounds.get(number=7)), reason=WHY) is None
    assert division.rounds.exclude(status="draft").count() == 6
    assert PairingRun.objects.get(pk=block.pk).status == "published"
    assert make_draft(by=director, division=division, number=7, method="random").first_round == 7


def test_the_draft_that_was_made_meanwhile_stays(round_1: Round, director: User) -> None:
    run = PairingRun.objects.get()
    other = PairingRun.objects.get()
    other.pk, other.status = None, "draft"
    other.save()
    assert unpublish_round(by=director, round=round_1, reason=WHY) is None
    assert PairingRun.objects.get(pk=run.pk).status == "published"


def test_a_round_that_is_not_published_or_has_started_is_not_unpublished(round_1: Round, director: User) -> None:
    start_round(by=director, round=round_1)
    with pytest.raises(Refused, match=r"Round 1 has started: undo its start first\."):
        unpublish_round(by=director, round=round_1, reason=WHY)
    undo_start(by=director, round=round_1, reason=WHY)
    unpublish_round(by=director, round=round_1, reason=WHY)
    with pytest.raises(Refused, match=r"Round 1 is not published\."):
        unpublish_round(by=director, round=round_1, reason=WHY)


# --- what hangs on a board -------------------------------------------------------------------------


def _result(director: User, game: Game) -> None:
    record_result(by=director, game=game, first_score=400, second_score=380)


HANGS: dict[str, tuple[Callable[[User, Game], object], str]] = {
    "a result": (_result, r"table 1 has a result"),
    "a lateness clock": (lambda by, game: start_clock(by=by, game=game, entry=game.first, opponent_ready=True), r"table 1 of round 1 \(lateness clock\): take that back first"),
    "an incident": (lambda by, game: log(by=by, division=game.round.division, happened=Happened("overdraw", game, game.first)), r"table 1 of round 1 \(incident\)"),
    "figures on the sheet": (
        lambda by, game: Sheet.objects.create(
            division=game.round.division, round_number=1, game=game, number=1, player_a=min(game.first, game.second, key=lambda entry: entry.pk),
            player_b=max(game.first, game.second, key=lambda entry: entry.pk), state="entered",
        ),
        r"table 1 of round 1 \(sheet\)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HANGS)
def test_nothing_is_taken_back_from_under_a_decision(round_1: Round, director: User, what: str) -> None:
    decide, says = HANGS[what]
    start_round(by=director, round=round_1)
    decide(director, a_game(round_1))
    before = boards(round_1)
    with pytest.raises(Refused, match=says):
        undo_start(by=director, round=round_1, reason=WHY)
    Round.objects.filter(pk=round_1.pk).update(started_at=None)
    with pytest.raises(Refused, match=says):
        unpublish_round(by=director, round=round_1, reason=WHY)
    assert boards(round_1) == before


def test_who_was_marked_present_does_not_keep_a_board(round_1: Round, director: User) -> None:
    mark(by=director, game=a_game(round_1), entry=a_game(round_1).first, status="here")
    unpublish_round(by=director, round=round_1, reason=WHY)
    assert boards(round_1) == []
    assert verify(round_1.division.tournament).whole


# --- starts ----------------------------------------------------------------------------------------


def test_an_undone_start_leaves_the_round_published_with_its_boards(round_1: Round, director: User) -> None:
    before = boards(round_1)
    start_round(by=director, round=round_1)
    row = undo_start(by=director, round=round_1, reason=WHY)
    assert (row.status, row.started_at, row.undone_reason, boards(row)) == ("published", None, WHY, before)
    row = start_round(by=director, round=row)
    assert (row.status, row.undone_at, row.undone_reason) == ("playing", None, "")
    assert verify(row.division.tournament).whole


def test_a_schedule_does_not_start_the_round_again(round_1: Round, director: User) -> None:
    update_tournament(by=director, tournament=round_1.division.tournament, values={"starts_by_schedule": True})
    schedule_rounds(by=director, division=round_1.division, times={1: timezone.now() - timedelta(minutes=1)})
    assert start_due_rounds() == 1
    undo_start(by=director, round=fresh(round_1), reason=WHY)
    assert start_due_rounds() == 0
    assert fresh(round_1).scheduled_at is None


def test_a_forfeit_of_before_the_start_stays(round_1: Round, director: User) -> None:
    game = a_game(round_1)
    forfeit = {"outcome": "forfeit", "first_halves": 0, "second_halves": 2, "first_spread": -50, "second_spread": 50}
    Game.objects.filter(pk=game.pk).update(**forfeit, decided_at=timezone.now())
    start_round(by=director, round=round_1)
    undo_start(by=director, round=round_1, reason=WHY)
    assert a_game(round_1).outcome == "forfeit"


def test_nothing_is_undone_twice_or_without_a_reason(round_1: Round, director: User) -> None:
    with pytest.raises(Refused, match=r"Round 1 has not started\."):
        undo_start(by=director, round=round_1, reason=WHY)
    with pytest.raises(Refused, match="players will read it"):
        unpublish_round(by=director, round=round_1, reason=" ")
    start_round(by=director, round=round_1)
    with pytest.raises(Refused, match="players will read it"):
        undo_start(by=director, round=round_1, reason="")


def test_a_start_that_made_records_known_is_open_again(director: User) -> None:
    """WESPA 2.1(b)(ii): while round 1 is played, who starts in round 2 is known as soon as round 2 starts, not before."""
    division = make_division(make_tournament("open", choices={"start_system": "balance"}), players=4, rounds=3)
    boss = make_user("boss", tournament=division.tournament)
    publish_run(by=boss, run=make_draft(by=boss, division=division, method="round_robin"))
    first, second = (fresh(division.rounds.get(number=number)) for number in (1, 2))
    Game.objects.filter(round=first).update(starts_by="drawn")
    start_round(by=boss, round=first)
    start_round(by=boss, round=second, anyway=True)
    assert "compare" not in set(Game.objects.filter(round=second).values_list("starts_by", flat=True))
    undo_start(by=boss, round=second, reason=WHY)
    assert set(Game.objects.filter(round=second).values_list("starts_by", flat=True)) == {"compare"}


# --- a round that is over --------------------------------------------------------------------------


@pytest.fixture
def closed_1(round_1: Round, director: User) -> Round:
    for game in Game.objects.filter(round=round_1, second__isnull=False).with_people():
        _result(director, game)
    return fresh(round_1)


def test_an_opened_round_plays_until_it_is_closed_and_whoever_typed_a_line_mends_it(
    closed_1: Round, director: User
) -> None:
    closed_at = closed_1.closed_at
    with pytest.raises(Refused, match="Somebody else changed"):
        replace_own_result(by=director, game=a_game(closed_1), outcome=played(401, 380))
    row = reopen_round(by=director, round=closed_1, reason=WHY)
    assert (row.status, row.closed_at, row.undone_reason) == ("playing", closed_at, WHY)
    replace_own_result(by=director, game=a_game(row), outcome=played(401, 380))
    withdraw_result(by=director, game=a_game(row))
    assert close_round(by=director, round=fresh(row)).status == "playing"
    _result(director, a_game(row))
    row = fresh(row)
    assert (row.status, row.undone_at, row.undone_reason) == ("closed", None, "")
    assert verify(row.division.tournament).whole


def test_nothing_is_drafted_from_an_open_round_by_itself_and_publishing_needs_a_reason(director: User) -> None:
    line = {"first": 1, "last": 7, "method": "swiss", "when_ready": "draft"}
    division = make_division(make_tournament("planned"), players=4, rounds=3, pairing_plan=[line])
    boss = make_user("boss", tournament=division.tournament)
    (row,) = publish_run(by=boss, run=make_draft(by=boss, division=division))
    for game in Game.objects.filter(round=row).with_people():
        _result(boss, game)
    assert next_ready(fresh(row).division) is not None
    reopen_round(by=boss, round=fresh(row), reason=WHY)
    assert next_ready(fresh(row).division) is None
    assert finishing_blockers.rows(division.tournament)[0] == f"Round 1 of {division} is open again: close it."
    run = make_draft(by=boss, division=division)
    with pytest.raises(Refused, match=r"Round 1 is open again and may still change\. Close it first"):
        publish_run(by=boss, run=run)
    close_round(by=boss, round=fresh(row))
    publish_run(by=boss, run=run)
    with pytest.raises(Refused, match="was not opened again"):
        close_round(by=boss, round=fresh(row))
    with pytest.raises(Refused, match="Round 2 is not closed"):
        reopen_round(by=boss, round=fresh(division.rounds.get(number=2)), reason=WHY)


def test_the_pages_say_that_a_round_is_open_again_why_and_which_rounds_came_from_it(
    closed_1: Round, director: User, client: Client
) -> None:
    publish_run(by=director, run=make_draft(by=director, division=closed_1.division))
    address = [closed_1.division.tournament.slug, closed_1.division.code, 1]
    client.force_login(director)
    page = " ".join(client.get(reverse("pairings:round", args=address), follow=True).text.split())
    assert "Open the round again" in page and "Round 2 was paired from its results" in page
    answer = client.post(reverse("pairings:reopen", args=address), {"reason": WHY}, follow=True)
    assert "Round 1 is open again. Paired from its results: round 2." in answer.text
    told = " ".join(client.get(reverse("public:pairings", args=address[:2])).text.split())
    assert "Round 1 is open again </b>" in told and WHY in told
    board = client.get(reverse("console:round", args=address[:1])).text
    assert "round 1 is open again" in board and WHY in board
    assert "Round 1 is closed." in client.post(reverse("pairings:close", args=address), follow=True).text
    assert WHY not in client.get(reverse("public:pairings", args=address[:2])).text


def test_a_published_round_whose_earlier_results_change_waits_until_it_is_unpublished_or_begins(
    closed_1: Round, director: User, client: Client
) -> None:
    division = closed_1.division
    (row,) = publish_run(by=director, run=make_draft(by=director, division=division))
    assert all_waiting(division.tournament) == []
    withdraw_result(by=director, game=a_game(closed_1))
    (waiting,) = all_waiting(division.tournament)
    assert (waiting.what, waiting.url) == (
        f"{division}: round 2 was paired before a result changed",
        division.board_url(2),
    )
    client.force_login(director)
    assert "Unpublish" in client.get(waiting.url).text and waiting.what in client.get(waiting.url).text
    record_result(by=director, game=a_game(row), first_score=400, second_score=300)
    assert all_waiting(division.tournament) == []
    (step,) = next_steps(board(division.tournament))
    assert step.why == "Tables 1 (round 1), 2 (round 2), 3 (round 2) have no result yet."


# --- who may, and who is told ----------------------------------------------------------------------


def test_a_scorer_takes_nothing_back(round_1: Round) -> None:
    scorer = make_user("scorer", tournament=round_1.division.tournament, role=Role.SCORER)
    for service in (unpublish_round, undo_start, reopen_round):
        with pytest.raises(NotAllowed):
            service(by=scorer, round=round_1, reason=WHY)


def test_the_page_takes_the_start_and_then_the_pairings_back_and_everybody_reads_why(
    round_1: Round, director: User, client: Client
) -> None:
    slug, code = round_1.division.tournament.slug, round_1.division.code
    page = reverse("console:round", args=[slug])
    client.force_login(director)
    client.post(reverse("console:board_start", args=[slug]), {"division": code})
    assert "Undo the start" in client.get(page).text
    client.post(reverse("pairings:undo_start", args=[slug, code, 1]), {"reason": WHY})
    told = client.get(reverse("public:pairings", args=[slug, code])).text
    assert "its start was undone" in told and WHY in told
    assert "Unpublish" in client.get(page).text
    answer = client.post(reverse("pairings:unpublish", args=[slug, code, 1]), {"reason": WHY}, follow=True)
    assert "taken back. This is the draft that they came from." in answer.text
    player = round_1.division.entries.get(number=3)
    for address in (
        reverse("public:pairings", args=[slug, code]),
        reverse("public:pairings", args=[slug, code, 1]),  # where a phone may stand
        reverse("public:event", args=[slug]),
        reverse("public:player", args=[slug, code, player.number]),
        reverse("public:wall", args=[slug, code]),
    ):
        told = " ".join(client.get(address).text.split())
        assert "The pairings of round 1 were taken back </b>" in told and WHY in told, address


def test_the_page_says_what_stands_in_the_way(round_1: Round, director: User, client: Client) -> None:
    slug, code = round_1.division.tournament.slug, round_1.division.code
    start_round(by=director, round=round_1)
    _result(director, a_game(round_1))
    client.force_login(director)
    answer = client.post(reverse("pairings:undo_start", args=[slug, code, 1]), {"reason": WHY}, follow=True)
    assert "table 1 has a result" in answer.text and fresh(round_1).started_at is not None
    answer = client.post(reverse("pairings:undo_start", args=[slug, code, 1]), {"reason": " "}, follow=True)
    assert "Say why it is taken back" in answer.text
