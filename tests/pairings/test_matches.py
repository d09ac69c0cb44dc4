"""Rounds of several games against the same opponent: published, played, changed and counted."""

from typing import Any

import pytest
from django.db.models import Q

from pairings.services import boards
from pairings.services.checking import draft_findings, round_findings
from pairings.services.drafts import make_draft
from pairings.services.engine_tasks import SoFar
from pairings.services.publishing import publish_run
from pairings.services.round_boards import boards_of_round
from results.reports.standings import pages_of, slips_of
from results.rulings.services.late_entry import MissedRounds
from tdsuite.console.leaving import settle_boards
from tdsuite.console.walk_in import undo_walk_in, walk_in
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.rounds import settle_round, settle_starts
from tests.factories import make_division, make_tournament, make_user, play

pytestmark = pytest.mark.django_db
PLAN = [{"first": 1, "last": 4, "method": "swiss", "options": {"games": 2}}]


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=7, rounds=4, pairing_plan=PLAN)


def published(division: Division, director: User) -> Round:
    run = make_draft(by=director, division=division)
    assert draft_findings(run) == []
    (row,) = publish_run(by=director, run=run)
    return row


def seats(row: Round) -> list[tuple[str, int, int, int | None]]:
    games = row.games.with_people().by_board()
    return [(game.table, game.match_game, game.first.number, game.second and game.second.number) for game in games]


def play_all(row: Round, score: int = 400) -> None:
    for game in row.games.filter(second__isnull=False):
        play(game, score, 350)
    settle_round(row)


def test_a_round_of_two_games_plays_a_whole_event(division: Division, director: User) -> None:
    row = published(division, director)
    assert seats(row)[:2] == [("1", 1, 1, 4), ("1", 2, 4, 1)] or seats(row)[:2] == [("1", 1, 4, 1), ("1", 2, 1, 4)]
    assert [seat[1:] for seat in seats(row)[-2:]] == [(1, 7, None), (2, 7, None)]
    for _ in range(3):
        play_all(row)
        row.refresh_from_db()
        assert row.status == Round.Status.CLOSED
        row = published(division, director)
    play_all(row)
    played = history(division)
    assert {line.games for line in played.standings()} == {8}
    assert {record.balance for record in played.start_records().values()} == {0}
    so_far = SoFar(played).up_to(5)
    assert {len(opponents) for opponents in so_far.opponents.values()} == {4}
    assert sorted(so_far.byes.values()) == [1, 1, 1, 1]
    bye = next(line for line in played.standings(1) if line.number == 7)
    assert (bye.halves, bye.spread) == (4, 100)
    assert not any(len(set(met) - {0}) < len(met) - so_far.byes[number] for number, met in so_far.opponents.items())


def test_a_round_waits_for_both_games(division: Division, director: User) -> None:
    row = published(division, director)
    play_all(row)
    play(row.games.get(board=1, match_game=2))
    Game.objects.filter(round=row, board=1, match_game=2).update(outcome="", first_score=None, second_score=None)
    settle_round(row)
    assert row.status == Round.Status.PLAYING


@pytest.mark.parametrize(
    "book", [{"choices": {"start_system": "balance"}}, {"rulebook": "nsa-2004", "choices": {"start_system": "balance"}}]
)
def test_records_are_compared_before_the_second_game_too(book: dict[str, Any]) -> None:
    """WESPA 2.1(b)(ii), NSA I.C: whoever started the first game has more starts."""
    tournament = make_tournament(**book)
    division = make_division(tournament, players=4, rounds=2, pairing_plan=PLAN)
    director = make_user(tournament=tournament)
    row = published(division, director)
    one, two = row.games.filter(board=1).order_by("match_game")
    assert (one.starts_by, two.starts_by) == ("draw", "compare")
    boards.set_starter(by=director, game=one, starter=one.second, reason="")
    settle_starts(division)
    two.refresh_from_db()
    assert two.starts_by == "compare"
    one.refresh_from_db()
    play(one, 400, 350)
    boards.set_starter(by=director, game=one, starter=one.first, reason="checked")
    two.refresh_from_db()
    assert (two.starts_by, two.first_id) == ("balance", one.second_id)


def test_a_match_changes_its_players_and_its_table_whole(division: Division, director: User) -> None:
    row = published(division, director)
    one, other = (row.games.get(board=board, match_game=2) for board in (1, 2))
    boards.swap_players(
        by=director, game=one, entry=one.first, other_game=other, other_entry=other.second, reason="asked"
    )
    boards.swap_tables(by=director, game=one, other=other, reason="asked")
    boards.move_game(by=director, game=one, table_name="9", reason="asked")
    pairs = {(table, frozenset((first, second))) for table, _, first, second in seats(row)}
    assert len(pairs) == 4 and all(len(row.games.filter(table_name=name)) in (0, 2) for name in ("9", "1"))
    for game in row.games.filter(match_game=2, second__isnull=False):
        opening = row.games.get(match_game=1, board=game.board)
        assert (opening.first_id, opening.second_id) == (game.second_id, game.first_id)
    one.refresh_from_db()
    boards.dissolve(by=director, game=one, reason="asked")
    entries = {entry.number: entry for entry in division.entries.all()}
    seated = {number for _, _, *numbers in seats(row) for number in numbers}
    free = [entry for number, entry in entries.items() if number not in seated]
    boards.seat(by=director, round=row, entry=free[0], opponent=entries[7], reason="came")  # who had the byes
    assert row.games.count() == 6
    boards.seat(by=director, round=row, entry=free[1], opponent=None, reason="odd")
    assert row.games.byes().count() == 2
    assert round_findings(row, boards_of_round(row)) == []
    gone = entries[1]
    gone.withdrawn_from = 1
    gone.save()
    settle_boards(by=director, entry=gone, reason="left")
    assert row.games.byes().count() == 4 and not row.games.filter(Q(first=gone) | Q(second=gone)).exists()


def test_a_walk_in_plays_a_whole_match_and_undo_brings_both_byes_back(division: Division, director: User) -> None:
    play_all(published(division, director))
    row = published(division, director)
    free = row.games.byes()[0].first.number
    came = walk_in(
        by=director, division=division, values={"name": "Yve Late"}, plays_from=2, worth=MissedRounds(), opponent=free
    )
    assert (row.games.count(), row.games.byes().count()) == (8, 0)
    assert division.rounds.get(number=1).games.filter(first=came.entry).count() == 2
    undo_walk_in(by=director, entry=came.entry, boards=came.undo, reason="not here")
    assert (row.games.count(), row.games.byes().count()) == (8, 2)


@pytest.mark.parametrize("games", [2, 3])
def test_the_slips_of_a_match_are_on_one_page(division: Division, director: User, games: int) -> None:
    division.pairing_plan = [{**PLAN[0], "options": {"games": games}}]
    division.save()
    pages = pages_of(slips_of(published(division, director)))
    tables = [{slip.table for slip in page} for page in pages]
    assert sum(map(len, pages)) == 3 * games and sum(map(len, tables)) == 3
