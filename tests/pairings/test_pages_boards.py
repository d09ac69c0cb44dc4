"""The page of one published board, and the players who sit nowhere."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from results.games.services.outcomes import result_text
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tests.factories import make_division, make_round, make_tournament, play
from tests.pairings.desk import board, url as desk_url
from tests.results.looking import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("director")]


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=8, rounds=3)


@pytest.fixture
def round_1(division: Division) -> Round:
    """1-2, 3-4, 5-6, a bye for 7, and 8 unpaired."""
    return make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6), (7, None)])


def url(row: Round, name: str, pk: int | None = None) -> str:
    return desk_url(row.division, name, row.number if pk is None else pk)


def player(row: Round, number: int) -> Entry:
    return row.division.entries.select_related("player").get(number=number)


def seats(row: Round) -> list[set[int | None]]:
    games = Game.objects.filter(round=row).with_people().by_board()
    return [{game.first.number, game.second.number if game.second else None} for game in games]


def options(response: Any, field: str) -> list[str]:
    """The words of a select's choices."""
    select = re.search(rf'<select name="{field}".*?</select>', response.content.decode(), flags=re.S)
    assert select is not None
    return re.findall(r"<option[^>]*>([^<]*)</option>", select[0])


# --- what the page offers --------------------------------------------------------------------------


def test_choices_name_the_players_and_where_they_sit(round_1: Round, client: Client) -> None:
    page = client.get(url(round_1, "board", board(round_1, 1).pk))
    assert options(page, "other_entry") == [
        "Choose a player", f"{player(round_1, 3)} (table 2)", f"{player(round_1, 4)} (table 2)",
        f"{player(round_1, 5)} (table 3)", f"{player(round_1, 6)} (table 3)", f"{player(round_1, 7)} (bye)",
    ]  # fmt: skip
    assert options(page, "into") == ["Choose a player", str(player(round_1, 8)), f"{player(round_1, 7)} (has a bye)"]


def test_dropping_a_result_is_asked_only_where_there_is_one(round_1: Round, client: Client) -> None:
    address = url(round_1, "board", board(round_1, 1).pk)
    assert "Drop the result" not in text(client.get(address))
    play(board(round_1, 1), 431, 388)
    assert text(client.get(address)).count("Drop the result; the record keeps it") == 3


# --- the changes -----------------------------------------------------------------------------------


def change(client: Client, row: Round, name: str, game: Game, **sent: Any) -> Any:
    return client.post(url(row, name, game.pk), {"reason": "asked for", **sent}, follow=True)


@pytest.mark.parametrize(
    ("made", "boards", "unpaired"),
    [
        (("swap_players", 1, {"entry": 1, "other_entry": 3}), [{3, 2}, {1, 4}, {5, 6}, {7, None}], 1),
        (("swap_players", None, {"entry": 7, "other_entry": 3}), [{1, 2}, {7, 4}, {5, 6}, {3, None}], 1),
        (("replace", 1, {"out": 2, "into": 8}), [{1, 8}, {3, 4}, {5, 6}, {7, None}], 1),
        (("bye", 1, {"entry": 2}), [{3, 4}, {5, 6}, {2, None}, {7, None}], 2),
        (("dissolve", 1, {}), [{3, 4}, {5, 6}, {7, None}], 3),
        (("place", None, {"entry": 8, "opponent": 7}), [{1, 2}, {3, 4}, {5, 6}, {7, 8}], 0),
        (("place", None, {"entry": 8, "opponent": None}), [{1, 2}, {3, 4}, {5, 6}, {7, None}, {8, None}], 0),
    ],
)
def test_who_meets_whom_is_changed_and_the_round_names_the_unpaired(
    round_1: Round,
    client: Client,
    made: tuple[str, int | None, dict[str, int | None]],
    boards: list[set[int | None]],
    unpaired: int,
) -> None:
    name, table, sent = made
    chosen = {field: player(round_1, number).pk if number else "" for field, number in sent.items()}
    address = url(round_1, name, None if name == "place" else board(round_1, table).pk)
    response = client.post(address, {"reason": "asked for", **chosen}, follow=True)
    assert response.status_code == 200 and seats(round_1) == boards
    assert text(beside(client, round_1)).count("has no table") == unpaired


def test_tables_and_starters_are_changed(round_1: Round, client: Client) -> None:
    change(client, round_1, "swap_tables", board(round_1, 1), other=board(round_1, 3).pk)
    assert seats(round_1) == [{5, 6}, {3, 4}, {1, 2}, {7, None}]
    change(client, round_1, "move", board(round_1, 3), table_name="Stage")
    game = Game.objects.with_people().get(round=round_1, table_name="Stage")
    assert game.first.number == 1
    for starter, reason, says in (("2", "asked for", "assigned"), ("", "asked for", "draw"), ("1", "", "drawn")):
        pk = player(round_1, int(starter)).pk if starter else ""
        change(client, round_1, "starter", game, starter=pk, reason=reason)
        game.refresh_from_db()
        assert game.starts_by == says and (not starter or game.first.number == int(starter))
    assert Record.objects.order_by("-pk")[0].why == "tiles drawn"


def test_a_change_in_a_past_round_names_the_rounds_paired_from_it(
    round_1: Round, division: Division, client: Client
) -> None:
    Round.objects.filter(pk=make_round(division, 2).pk).update(paired_after=1)
    response = change(client, round_1, "dissolve", board(round_1, 1))
    assert "Paired from the standings before: round 2." in text(response)


# --- refusals stay where they were asked -----------------------------------------------------------


def test_without_a_reason_nothing_changes_and_the_answers_stay(round_1: Round, client: Client) -> None:
    game = board(round_1, 1)
    sent = {"out": player(round_1, 2).pk, "into": player(round_1, 8).pk, "reason": ""}
    response = change(client, round_1, "replace", game, **sent)
    html = response.content.decode()
    assert response.status_code == 422
    assert f'<option value="{player(round_1, 8).pk}" selected>' in html
    assert html.count('name="change" open') == 1
    assert (seats(round_1)[0], Record.objects.count()) == ({1, 2}, 0)


def test_a_result_is_dropped_only_when_ticked(round_1: Round, client: Client) -> None:
    game = play(board(round_1, 1), 431, 388)
    refused = change(client, round_1, "dissolve", game)
    assert refused.status_code == 422
    assert "This board has a result: say that it is to be dropped" in text(refused)
    assert result_text(board(round_1, 1)) == "431-388"
    change(client, round_1, "dissolve", game, drop_results="on")
    assert {1, 2} not in seats(round_1)


def test_a_taken_table_is_refused_with_what_was_typed(round_1: Round, client: Client) -> None:
    refused = change(client, round_1, "move", board(round_1, 1), table_name="3")
    assert "Table 3 is taken in this round: swap the two tables instead" in text(refused)
    assert 'name="table_name" value="3"' in refused.content.decode()


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("swap_players", {"entry": "999999", "other_entry": "999998"}), ("swap_tables", {"other": "999999"}),
        ("replace", {"out": "x", "into": ""}), ("starter", {"starter": "999999"}), ("bye", {}),
    ],
)  # fmt: skip
def test_players_and_tables_that_were_not_offered_are_refused(
    round_1: Round, client: Client, name: str, sent: dict[str, str]
) -> None:
    before = seats(round_1)
    assert change(client, round_1, name, board(round_1, 1), **sent).status_code == 422
    assert (seats(round_1), Record.objects.count()) == (before, 0)


# --- the unpaired ----------------------------------------------------------------------------------


def beside(client: Client, row: Round) -> Any:
    """The Round board with this round, to which the address of the round leads."""
    page = client.get(url(row, "round"), follow=True)
    assert page.redirect_chain == [(row.division.board_url(row.number), 302)]
    return page


def test_the_unpaired_are_beside_the_board_and_placed_from_there(round_1: Round, client: Client) -> None:
    page = beside(client, round_1)
    eight = player(round_1, 8)
    assert f"8 {eight.player} Place {eight.player} has no table" in text(page)
    (address,) = re.findall(r'href="([^"]*/place/[^"]*)"', page.content.decode())
    drawer = client.get(address)
    assert f'<option value="{eight.pk}" selected>' in drawer.content.decode()
    assert options(drawer, "entry") == [str(eight)]
    assert options(drawer, "opponent") == ["nobody: a bye", f"{player(round_1, 7)} (has a bye)"]
    assert "put the player in somebody’s place" in text(drawer)


def test_a_bye_is_beside_the_board_and_changed_from_there(round_1: Round, client: Client) -> None:
    page = beside(client, round_1)
    bye = board(round_1, None)
    assert f'href="{url(round_1, "board", bye.pk)}"' in page.content.decode()
    assert f"Change the bye {player(round_1, 7).player}" in text(page)


def test_a_placed_player_is_undone_exactly(round_1: Round, client: Client) -> None:
    before = seats(round_1)
    sent = {"entry": player(round_1, 8).pk, "opponent": player(round_1, 7).pk, "reason": "came late"}
    done = client.post(url(round_1, "place"), sent, follow=True)
    assert seats(round_1) == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    signed = re.search(r'name="boards" value="([^"]*)"', done.content.decode())
    assert signed is not None
    undone = client.post(url(round_1, "restore"), {"boards": unescape(signed[1])}, follow=True)
    assert "The boards are as they were." in text(undone) and seats(round_1) == before


def test_a_player_marked_absent_who_came_is_offered_apart(round_1: Round, client: Client) -> None:
    eight = player(round_1, 8)
    Entry.objects.filter(pk=eight.pk).update(absences=[1])
    page = beside(client, round_1)
    assert f"Place {eight.player} sits this round out" in text(page) and "has no table" not in text(page)
    (address,) = re.findall(r'href="([^"]*/place/[^"]*)"', page.content.decode())
    assert options(client.get(address), "entry") == [f"{eight} (marked absent)"]


def test_the_withdrawn_are_not_offered(round_1: Round, client: Client) -> None:
    Entry.objects.filter(pk=player(round_1, 8).pk).update(withdrawn_from=1)
    assert "/place/" not in beside(client, round_1).content.decode()
    assert str(player(round_1, 8).player) not in text(client.get(url(round_1, "place")))
