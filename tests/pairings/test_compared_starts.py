"""Self-balancing starts in rounds published in advance: the starter is named when the records are known (WESPA 2.1(b)(ii))."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from pairings.models import PairingRun
from pairings.services.boards import dissolve, set_starter
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.publishing import publish_run
from results.attendance.services.starts import record_draw, report_starter, settle_report, take_back_draw
from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from results.rulings.services.forfeits import decide, forfeit_by
from results.rulings.services.incidents import Applied, Happened, log
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.engine.starts import StartRecord, who_starts
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import EARLIER_GAME_CORRECTED, start_round, undo_start
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """Four players, three rounds of a round robin published whole: 1-4 2-3, 1-2 4-3, 3-1 2-4."""
    return make_division(make_tournament(choices={"start_system": "balance"}), players=4, rounds=3)


@pytest.fixture
def block(division: Division, director: User) -> PairingRun:
    run = make_draft(by=director, division=division, method="round_robin")
    publish_run(by=director, run=run)
    return run


def games(number: int) -> list[Game]:
    return list(Game.objects.filter(round__number=number).with_people().by_board())


def starts(number: int) -> list[tuple[int, int, str]]:
    return [(game.first.number, game.second.number, str(game.starts_by)) for game in games(number) if game.second]


def finish(director: User, number: int, *, drawn: int | None = 0) -> None:
    """Play a round: the draws fall on the first (0) or second (1) player named; None: nobody says who drew."""
    for game in games(number):
        if drawn is not None and game.starts_by == "draw":
            record_draw(by=director, game=game, starter=(game.first, game.second)[drawn])
        record_result(by=director, game=Game.objects.get(pk=game.pk), first_score=400, second_score=380)


def records_before(past: History, number: int) -> dict[int, StartRecord]:
    """Of each player, by number, over the rounds below this one."""
    games = {entry: [game for game in past.games_of(entry) if game.round.number < number] for entry in past.entries}
    return {entry.number: past.start_record(entry, games[entry]) for entry in past.entries}


def test_wespa_2_1_b_ii_a_published_round_robin_names_no_starter_before_the_records_are_known(
    block: PairingRun,
) -> None:
    assert [starts(number) for number in (1, 2, 3)] == [
        [(1, 4, "draw"), (2, 3, "draw")],
        [(1, 2, "compare"), (4, 3, "compare")],
        [(3, 1, "compare"), (2, 4, "compare")],
    ]


def test_wespa_2_1_b_ii_fewer_starts_starts_and_equal_records_draw_once_the_round_before_is_over(
    block: PairingRun, director: User
) -> None:
    for game, starter in zip(games(1), (0, 1), strict=True):  # 1 and 3 draw the start
        record_draw(by=director, game=game, starter=(game.first, game.second)[starter])
    assert {kind for *_, kind in starts(2)} == {
        "compare"
    }  # the games are not over: they may still be forfeited unplayed
    for game in games(1):
        record_result(by=director, game=game, first_score=400, second_score=380)
    assert starts(2) == [(2, 1, "balance"), (4, 3, "balance")]
    assert "fewer starts: 0 starts of 1 against 1 of 1" in games(2)[0].reason
    assert {kind for *_, kind in starts(3)} == {"compare"}
    finish(director, 2)
    assert starts(3) == [(3, 1, "draw"), (2, 4, "draw")]  # everyone has started once


def test_wespa_2_1_b_ii_the_start_of_the_round_settles_what_is_known_though_a_game_goes_on(
    block: PairingRun, director: User
) -> None:
    for game in games(1):
        record_draw(by=director, game=game, starter=game.first)
    second = games(2)[0].round
    start_round(by=director, round=second)
    assert starts(2) == [(1, 2, "draw"), (4, 3, "draw")]  # 1 and 2 started, 4 and 3 replied
    assert games(1)[0].outcome == ""


def test_wespa_2_1_b_ii_a_draw_that_nobody_recorded_leaves_the_comparing_to_the_players(
    block: PairingRun, director: User
) -> None:
    finish(director, 1, drawn=None)
    assert {kind for *_, kind in starts(2)} == {"compare"}
    game = games(2)[0]
    report_starter(by=director, game=game, says=game.second)  # their sheet says so
    assert (starts(2)[0], starts(2)[1][2]) == ((2, 1, "balance"), "compare")


def test_wespa_2_1_b_ii_a_game_forfeited_before_a_tile_was_drawn_is_neither_start_nor_reply(
    block: PairingRun, director: User
) -> None:
    one, two = games(1)
    record_draw(by=director, game=two, starter=two.first)
    record_result(by=director, game=Game.objects.get(pk=two.pk), first_score=400, second_score=380)
    decide(by=director, game=one, ended=forfeit_by("first", begun=False), reason="nobody came")
    records = records_before(history(one.round.division), 2)
    expected = [(0, 0), (1, 0), (0, 0), (0, 0)]
    assert [(records[number].starts, records[number].unknown) for number in (1, 2, 3, 4)] == expected
    assert starts(2) == [(1, 2, "balance"), (4, 3, "draw")]


def test_wespa_2_1_b_ii_what_the_director_names_stays(block: PairingRun, director: User) -> None:
    game = games(3)[0]
    set_starter(by=director, game=game, starter=game.second, reason="agreed")
    finish(director, 1)
    finish(director, 2)
    assert starts(3)[0] == (1, 3, "balance")


# --- whatever changes an earlier game, later starters are those that the account says ---------------


def correct(director: User, game: Game) -> None:
    correct_result(by=director, game=game, outcome=played(350, 340), reason="they played", with_lines=False)


def no_show(director: User, game: Game) -> None:
    """The second player named never came: neither a start nor a reply."""
    ended = forfeit_by("second", begun=False)
    decide(by=director, game=game, ended=ended, reason="never came", replaces=game.outcome not in Game.UNFINISHED)


def take_back(director: User, game: Game) -> None:
    withdraw_result(by=director, game=game, reason="the wrong table")


def take_apart(director: User, game: Game) -> None:
    dissolve(by=director, game=game, reason="they never met", drop_results=True)


def enter(director: User, game: Game) -> None:
    record_result(by=director, game=game, first_score=400, second_score=380)


def draw_again(director: User, game: Game) -> None:
    take_back_draw(by=director, game=game, reason="the wrong table")


def draw(director: User, game: Game) -> None:
    record_draw(by=director, game=game, starter=game.second)


def misreported(director: User, game: Game) -> None:
    report = report_starter(by=director, game=game, says=game.second)
    if report is None:
        raise IndexError("nothing to report")
    settle_report(by=director, report=report, correct=True, ruling="the sheet is right")


def turned(director: User, game: Game) -> None:
    set_starter(by=director, game=game, starter=game.second, reason="they say so")


def docked(director: User, game: Game) -> None:
    happened = Happened("papers", game, game.first, applied=Applied(RemedyKind.POINTS, 50), meaning=ScoreMeaning(False))
    log(by=director, division=game.round.division, happened=happened)


def slip(director: User, game: Game) -> None:
    written = NewChallenge(game.first_id, handed_over=True, agreed=True, another_turn=True)
    challenge = write_slip(by=director, game=game, challenge=written)
    adjudicate(by=director, slip=challenge, words=["AXLE", "CWM"], stated=True, meaning=ScoreMeaning(False))


def later_starts_are_those_of_the_account(number: int) -> None:
    """Compare each board of a published round that has not started with the records, worked out from the rows as they are now."""
    played_so_far = history(Division.objects.get())
    records = records_before(played_so_far, number)
    for game in games(number):
        if game.second is None or game.starts_by not in ("balance", "draw", "compare"):
            continue
        earlier = [
            row for row in played_so_far.games if played_so_far.round_numbers[row.round_id] < number and row.second_id
        ]
        theirs = [row for row in earlier if {row.first_id, row.second_id} & {game.first_id, game.second_id}]
        now = who_starts(records[game.first.number], records[game.second.number], Tournament.objects.get().start_mode)
        if any(row.start_is_open or row.outcome in Game.UNFINISHED for row in theirs):
            assert game.starts_by == "compare", game.reason
        else:
            assert (game.starts_by, now.starter) == (now.starts_by, None if game.starts_by == "draw" else 0), (
                game.reason
            )


@pytest.mark.parametrize("change", [no_show, take_back, take_apart, draw_again, misreported, turned])
def test_wespa_2_1_b_ii_a_played_game_that_changes_has_the_next_boards_compared_again(
    change, block: PairingRun, director: User
) -> None:
    finish(director, 1)
    before = starts(2)
    change(director, games(1)[0])
    later_starts_are_those_of_the_account(2)
    assert starts(2) != before
    assert EARLIER_GAME_CORRECTED in games(2)[0].reason + games(2)[1].reason


def test_wespa_2_1_b_ii_a_no_show_corrected_to_a_played_game_counts_its_start(
    block: PairingRun, director: User
) -> None:
    record_draw(by=director, game=games(1)[0], starter=games(1)[0].first)
    enter(director, games(1)[0])  # 1 started against 4
    record_draw(by=director, game=games(1)[1], starter=games(1)[1].first)
    no_show(director, games(1)[1])  # 3 never came to 2
    assert starts(2) == [(2, 1, "balance"), (4, 3, "draw")]  # 3 has neither started nor replied
    correct(director, games(1)[1])  # 2 started against 3
    assert starts(2) == [(2, 1, "draw"), (4, 3, "draw")]
    assert games(2)[0].reason.endswith(f"{EARLIER_GAME_CORRECTED}; equal: 1 start of 1 against 1 of 1")


def test_wespa_2_1_b_ii_a_round_that_has_started_keeps_its_starters(block: PairingRun, director: User) -> None:
    finish(director, 1)
    start_round(by=director, round=games(2)[0].round)
    before = starts(2)
    no_show(director, games(1)[0])
    assert starts(2) == before
    undo_start(by=director, round=games(2)[0].round, reason="too early")
    later_starts_are_those_of_the_account(2)
    assert starts(2) != before


@pytest.mark.parametrize(
    ("seed", "book"), [(0, "wespa-2010"), (1, "nsa-2004"), pytest.param(2, "wespa-2010", marks=pytest.mark.full)]
)
def test_later_starters_are_those_of_the_account_after_any_decisions(
    seed: int, book: str, division: Division, director: User
) -> None:
    Tournament.objects.update(rulebook=book)
    division.refresh_from_db()
    publish_run(by=director, run=make_draft(by=director, division=division, method="round_robin"))
    rng = random.Random(seed)
    changes = [correct, no_show, take_back, enter, enter, draw, draw, draw_again, misreported, turned, docked, slip]
    for _ in range(25):
        for change in rng.sample(changes, 3):
            try:
                change(director, rng.choice(games(1)))
            except (Refused, IndexError):
                continue
        later_starts_are_those_of_the_account(2)
        later_starts_are_those_of_the_account(3)


def test_wespa_2_1_b_ii_players_swapped_in_a_later_round_of_a_draft_are_not_named_either(
    division: Division, director: User
) -> None:
    run = make_draft(by=director, division=division, method="round_robin")
    swap_in_draft(by=director, run=run, number=2, player=1, other=4)
    run.refresh_from_db()
    assert {board.starts_by for board in run.draft_boards(2)} == {"compare"}


def test_wespa_2_1_b_ii_the_settled_starts_are_in_the_record(block: PairingRun, director: User) -> None:
    finish(director, 1)
    (entry,) = Record.objects.filter(action="start.compared")
    assert [row["by"] for row in entry.after["games"]] == ["draw", "draw"]


@pytest.mark.parametrize(("system", "expected"), [("assigned", {"assigned"}), ("draw", {"draw"})])
def test_wespa_2_1_a_b_i_where_the_organiser_assigns_or_has_no_system_nothing_is_compared(
    division: Division, director: User, system: str, expected: set[str]
) -> None:
    Tournament.objects.update(choices={"start_system": system})
    division.refresh_from_db()
    publish_run(by=director, run=make_draft(by=director, division=division, method="round_robin"))
    assert {str(game.starts_by) for game in Game.objects.all()} == expected


def test_wespa_2_1_the_list_of_starts_says_which_are_not_known(
    block: PairingRun, director: User, client: Client
) -> None:
    finish(director, 1, drawn=None)
    client.force_login(director)
    game = games(1)[0]
    page = client.get(reverse("console:table", args=[block.division.tournament.slug, block.division.code, game.pk]))
    assert page.content.decode().count("3 not known yet") == 2
