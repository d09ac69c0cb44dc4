"""Where the boards of a draft are played: the plan, the players with tables of their own, and who sat where before."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pairings.models import PairingRun
from pairings.services.boards import dissolve, seat, swap_players, turn_into_bye
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.publishing import publish_run
from pairings.services.round_boards import boards_of_round
from pairings.services.tables import keep_table, misplaced, save_plan, tables_of_run
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game, Round, TableNeed
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.pairings.desk import entry, planned

pytestmark = pytest.mark.django_db
WHY = "asked for"


def draft(division: Division, director: User, number: int | None = None, **options: object) -> PairingRun:
    return make_draft(by=director, division=division, number=number, seed=3, **options)  # type: ignore[arg-type]


def table_of(division: Division, number: int, round: int = 1) -> str:
    """Where a player sits in a published round."""
    games = Game.objects.of_division(division).in_round(round)
    return (games.filter(first__number=number) | games.filter(second__number=number)).get().table


def seats(run: PairingRun, number: int) -> dict[int, str]:
    """Every player's table in one round of a draft."""
    seating = tables_of_run(run)
    return {player: seating.table_of(board) for board in run.draft_boards(number) for player in board.numbers}


# --- from the draft to the games -------------------------------------------------------------------


def test_published_boards_stand_at_the_drafts_tables_with_the_reason(division: Division, director: User) -> None:
    division = planned(division, tables="Stage, 5-9", reserved="6")
    run = draft(division, director)
    publish_run(by=director, run=run)
    games = list(Game.objects.by_board())
    assert [(game.board, game.table) for game in games] == [(1, "Stage"), (2, "5"), (4, "7"), (5, "8")]
    assert games[2].table_reason == "in order of rank: board 3 of the round"


def test_a_bye_has_no_table(director: User) -> None:
    odd = make_division(make_tournament("odd"), players=5, code="a")
    user = make_user("other", tournament=odd.tournament)
    run = draft(odd, user)
    bye = next(board for board in run.draft_boards() if board.second is None)
    seating = tables_of_run(run)
    assert (seating.of(bye), seating.table_of(bye)) == (None, "")
    publish_run(by=user, run=run)
    assert Game.objects.get(second=None).table_reason == ""


def test_a_players_table_is_kept_in_the_rounds_named(division: Division, director: User) -> None:
    division = planned(division, tables="1-4")
    keep_table(by=director, entry=entry(division, 8), table="3", first_round=2, last_round=3)
    run = draft(division, director, method="round_robin")
    assert [seats(run, number)[8] for number in (1, 2, 3)] == ["1", "3", "3"]
    rows = publish_run(by=director, run=run)
    kept = Game.objects.get(round=rows[1], board=3)
    assert 8 in (kept.first.number, kept.second.number if kept.second else 0)
    assert kept.table_reason == "player 8 sits here in this event; the opponent comes to this table"


def test_drafts_follow_a_plan_that_changes_without_becoming_stale(division: Division, director: User) -> None:
    run = draft(division, director)
    save_plan(by=director, division=division, values={"tables": "A1-A9"})
    run = PairingRun.objects.get(pk=run.pk)
    assert sorted(set(seats(run, 1).values())) == ["A1", "A2", "A3", "A4"]
    assert not run.is_stale()


def test_a_draft_whose_players_were_swapped_is_seated_anew(division: Division, director: User) -> None:
    keep_table(by=director, entry=entry(division, 1), table="4")
    run = draft(division, director)
    before = seats(run, 1)
    assert before[1] == "4"
    opponent = next(b.second if b.first == 1 else b.first for b in run.draft_boards() if 1 in b.numbers)
    other = next(number for number in before if number not in (1, opponent))
    swapped = swap_in_draft(by=director, run=run, number=1, player=1, other=other)
    assert seats(swapped, 1)[1] == "4"
    assert seats(swapped, 1)[opponent] != "4"


# --- published boards ------------------------------------------------------------------------------


def faults(row: Round) -> tuple[str, ...]:
    return misplaced(row, boards_of_round(row).rows)


def test_a_plan_that_cannot_be_read_does_not_hide_published_boards(division: Division) -> None:
    row = make_round(division, 1)
    row.division = planned(division, tables="9-3")
    assert faults(row) == ()


def test_players_changed_by_hand_leave_the_table_where_it_is(division: Division, director: User) -> None:
    make_round(division, 1, pairs=[(1, 2), (3, 4)])
    one, two = Game.objects.get(board=1), Game.objects.get(board=2)
    swap_players(
        by=director, game=one, entry=entry(division, 1), other_game=two, other_entry=entry(division, 3), reason=WHY
    )
    reasons = set(Game.objects.values_list("table_reason", flat=True))
    assert reasons == {"players changed by the director; the table stays"}


def test_a_board_turned_into_a_bye_has_no_table_and_no_reason_for_one(division: Division, director: User) -> None:
    publish_run(by=director, run=draft(division, director))
    game = Game.objects.get(board=1)
    turn_into_bye(by=director, game=game, entry=game.first, reason=WHY)
    game.refresh_from_db()
    assert (game.table, game.table_reason) == ("", "")


def test_a_late_board_gets_the_first_free_table_that_is_not_reserved(division: Division, director: User) -> None:
    division = planned(division, tables="A1-A6", reserved="A3")
    row = make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6)])
    Game.objects.filter(board=1).update(table_name="A1")
    Game.objects.filter(board=2).update(table_name="A2")
    Game.objects.filter(board=3).update(board=4, table_name="A4")
    game = seat(by=director, round=row, entry=entry(division, 7), opponent=entry(division, 8), reason=WHY)
    assert (game.board, game.table, game.table_reason) == (5, "A5", "the first free table")


def test_a_late_board_of_a_player_with_a_table_is_played_there(division: Division, director: User) -> None:
    division = planned(division, tables="A1-A6", reserved="A6")
    keep_table(by=director, entry=entry(division, 8), table="A6")
    row = make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6)])
    game = seat(by=director, round=row, entry=entry(division, 7), opponent=entry(division, 8), reason=WHY)
    assert (game.board, game.table) == (6, "A6")
    assert game.table_reason.startswith("player 8 sits here")


def test_a_late_board_finds_room_beyond_a_full_plan(division: Division, director: User) -> None:
    division = planned(division, tables="A1-A3", reserved="A3")
    row = make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6)])
    dissolve(by=director, game=Game.objects.get(board=2), reason=WHY)
    game = seat(by=director, round=row, entry=entry(division, 3), opponent=entry(division, 7), reason=WHY)
    assert game.table == "A2"
    game = seat(by=director, round=row, entry=entry(division, 4), opponent=entry(division, 8), reason=WHY)
    assert (game.board, game.table) == (4, "4")


def test_seating_takes_one_query_whatever_the_field(director: User) -> None:
    counts = []
    for players in (4, 60):
        field = make_division(make_tournament(f"event-{players}"), players=players, rounds=3)
        user = make_user(tournament=field.tournament)
        make_round(field, 1, status="closed")
        run = draft(field, user, 2)
        TableNeed.objects.create(entry=entry(field, 1), table="1")
        run.division = field
        with CaptureQueriesContext(connection) as taken:
            tables_of_run(run)
        counts.append(len(taken))
    assert counts == [1, 1]


def test_the_api_says_why_a_game_is_at_its_table(division: Division, director: User, client: Client) -> None:
    division = planned(division, tables="Stage, 2-4")
    publish_run(by=director, run=draft(division, director))
    games = client.get("/api/v1/tournaments/lakeside-open/divisions/a/rounds/1/games/").json()
    assert (games[0]["table"], games[0]["table_reason"]) == ("Stage", "in order of rank: board 1 of the round")
