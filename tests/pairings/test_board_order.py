"""Every list of boards stands in the order of the tables as they are now, also after boards were moved."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pairings.reports import pairings_by_table, pairings_draft
from pairings.services.boards import move_game, seat, swap_tables
from pairings.services.drafts import make_draft
from pairings.services.round_boards import boards_of_round
from pairings.services.tables import tables_of_run
from pairings.views.round_pages import draft_lines
from tdsuite.console.board.reads import board
from tdsuite.exchange.tables import in_order
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tdsuite.public.reads import boards_of
from tdsuite.tournaments.models import Division, Game, Player, Round, TableNeed
from tdsuite.tournaments.reads import history, missing_results
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db
WHY = "players asked for it"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=9, rounds=3)


@pytest.fixture
def row(division: Division) -> Round:
    """Tables 1 to 4 and a bye, the first of each board 1, 3, 5, 7 and 9."""
    return make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6), (7, 8), (9, None)])


def game_of(row: Round, first: int) -> Game:
    return Game.objects.with_people().get(round=row, first__number=first)


def listed(row: Round) -> list[tuple[str, int]]:
    return [(game.table, game.first.number) for game in Game.objects.filter(round=row).with_people().by_board()]


def move(by: User, row: Round, first: int, table: str) -> None:
    move_game(by=by, game=game_of(row, first), table_name=table, reason=WHY)


def planned(row: Round, tables: str) -> None:
    Division.objects.filter(pk=row.division_id).update(table_plan={"tables": tables})
    for number, name in enumerate(tables.split(", "), start=1):
        Game.objects.filter(round=row, board=number).update(table_name=name)


# --- a moved board is listed where its table stands -------------------------------------------------


PLAN = "B2, B1, A1, A2, Stage, A3"
MOVES: dict[str, tuple[str, list[tuple[int, str]], list[tuple[str, int]]]] = {
    "to a later number": ("", [(1, "7")], [("2", 3), ("3", 5), ("4", 7), ("7", 1)]),
    "into the gap": ("", [(1, "7"), (7, "1")], [("1", 7), ("2", 3), ("3", 5), ("7", 1)]),
    "to the first free one": ("", [(1, "6"), (7, "")], [("1", 7), ("2", 3), ("3", 5), ("6", 1)]),
    "to one that no plan knows": ("", [(1, "Stage")], [("2", 3), ("3", 5), ("4", 7), ("Stage", 1)]),
    "to one of the plan, as it writes it": (PLAN, [(3, "stage")], [("B2", 1), ("A1", 5), ("A2", 7), ("Stage", 3)]),
    "back in the plan": (PLAN, [(3, "stage"), (7, "B1")], [("B2", 1), ("B1", 7), ("A1", 5), ("Stage", 3)]),
    "beyond the plan": ("A1, A2, A3, A4", [(3, "9")], [("A1", 1), ("A3", 5), ("A4", 7), ("9", 3)]),
}


@pytest.mark.parametrize(("plan", "moves", "order"), MOVES.values(), ids=list(MOVES))
def test_a_moved_board_is_listed_where_its_table_stands(
    row: Round, director: User, plan: str, moves: list[tuple[int, str]], order: list[tuple[str, int]]
) -> None:
    if plan:
        planned(row, plan)
    for first, table in moves:
        move(director, row, first, table)
    assert listed(row) == [*order, ("", 9)]


def test_who_has_the_number_of_a_table_but_sits_elsewhere_makes_way(row: Round, director: User) -> None:
    move(director, row, 1, "Stage")
    assert game_of(row, 1).board == 5
    move(director, row, 3, "5")
    assert listed(row) == [("3", 5), ("4", 7), ("5", 3), ("Stage", 1), ("", 9)]
    changed = Record.objects.order_by("-pk")[0]
    assert {one["game"] for one in changed.after["boards"]} == {game_of(row, 1).pk, game_of(row, 3).pk}
    assert len(changed.before["boards"]) == len(changed.after["boards"]) == 2


def test_boards_moved_before_lists_followed_them_fall_into_place_in_turn(row: Round, director: User) -> None:
    for first, name in ((1, "2"), (3, "3"), (5, "8")):  # each has kept the number of the table it left
        Game.objects.filter(pk=game_of(row, first).pk).update(table_name=name)
    move(director, row, 7, "1")
    assert listed(row) == [("1", 7), ("2", 1), ("3", 3), ("8", 5), ("", 9)]


def test_a_new_board_and_swapped_tables_keep_the_order(row: Round, director: User) -> None:
    move(director, row, 1, "6")
    swap_tables(by=director, game=game_of(row, 1), other=game_of(row, 3), reason=WHY)
    late = Player.objects.create(name="Late Comer", filing_name="Comer, Late")
    other = row.division.entries.create(player=late, number=10)
    seat(by=director, round=row, entry=game_of(row, 9).first, opponent=other, reason=WHY)
    assert [table for table, _ in listed(row)] == ["1", "2", "3", "4", "6"]


# --- every list, in that order, without a query more ------------------------------------------------

WANTED = ["2", "3", "4", "7"]


def by_api(row: Round, client: Client) -> list[str]:
    tournament = row.division.tournament
    rows = client.get(f"/api/v1/tournaments/{tournament.slug}/divisions/{row.division.code}/rounds/1/games/").json()
    assert rows[-1]["table"] is None
    return [one["table"] for one in rows if one["table"]]


LISTS: dict[str, Callable[[Round, Client], list[str]]] = {
    "boards to change": lambda row, client: [game.table for game in boards_of_round(row).rows if game.table],
    "public": lambda row, client: [one.game.table for one in boards_of(history(row.division), row) if one.game.table],
    "print": lambda row, client: [one.table for one in pairings_by_table(row, {}).context["boards"] if one.table],
    "results awaited": lambda row, client: [game.table for game in missing_results(row.division)],
    "Round board": lambda row, client: [
        each.table for each in board(row.division.tournament, code=row.division.code, number=row.number).rows
    ],
    "history": lambda row, client: [game.table for game in history(row.division).games if game.table],
    "tables of games": lambda row, client: [one.table for one in in_order(history(row.division).games) if one.table],
    "api": by_api,
}


@pytest.mark.parametrize("read", LISTS.values(), ids=list(LISTS))
def test_every_list_is_in_the_order_of_the_tables_with_no_query_more(
    row: Round, director: User, client: Client, read: Callable[[Round, Client], list[str]]
) -> None:
    client.force_login(director)
    with CaptureQueriesContext(connection) as before:
        assert read(Round.objects.get(pk=row.pk), client) == ["1", "2", "3", "4"]
    move(director, row, 1, "7")
    with CaptureQueriesContext(connection) as after:
        assert read(Round.objects.get(pk=row.pk), client) == WANTED
    assert len(after) == len(before)


def test_a_draft_is_listed_as_it_will_be_published(division: Division, director: User) -> None:
    best = division.entries.get(number=1)
    TableNeed.objects.create(entry=best, table="3")
    run = make_draft(by=director, division=division, seed=3)
    sheet = pairings_draft(division, {"round": 1})
    tables = [board.table for board in sheet.context["boards"]]
    assert tables == ["1", "2", "3", "4", ""]
    lines = draft_lines(run, history(division), 1, tables_of_run(run))
    assert [line.table for line in lines] == tables
