"""A division's tables: the plan is kept with a record, players keep tables, two divisions do not share one unnoticed."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.boards import follow_plan, move_game
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from pairings.services.tables import give_up_table, keep_table, overlaps, save_plan
from results.games.services.outcomes import record_result
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Game, Round, TableNeed
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import withdraw_entry
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.tables_in_use import Taken, taken_elsewhere
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.pairings.desk import entry, planned

pytestmark = pytest.mark.django_db


@pytest.fixture
def official(division: Division) -> User:
    return make_user("official", tournament=division.tournament, role=Role.OFFICIAL)


def records(division: Division) -> list[str]:
    return list(Record.objects.filter(scope=division.live_topic).order_by("seq").values_list("action", flat=True))


def fresh(division: Division) -> Division:
    return Division.objects.select_related("tournament").get(pk=division.pk)


# --- the plan --------------------------------------------------------------------------------------


def test_a_plan_is_kept_with_one_record_and_drafts_stay_fresh(division: Division, director: User) -> None:
    version = fresh(division).state_version
    save_plan(by=director, division=division, values={"tables": "1-4", "reserved": "4"}, reason="new hall")
    save_plan(by=director, division=division, values={"reserved": "4"})
    row = fresh(division)
    assert row.table_plan == {"tables": "1-4", "reserved": "4"}
    assert row.state_version == version
    (done,) = Record.objects.filter(action="tables.plan_changed")
    assert (done.before, done.after) == ({}, {"tables": "1-4", "reserved": "4"})
    assert verify(division.tournament).whole


def test_what_is_not_named_stays_in_the_plan(division: Division, director: User) -> None:
    save_plan(by=director, division=division, values={"tables": "1-4", "reserved": "4"})
    save_plan(by=director, division=division, values={"tables": "1-5", "unknown": 1})
    assert fresh(division).table_plan == {"tables": "1-5", "reserved": "4"}


def test_only_directors_plan_tables(division: Division, official: User) -> None:
    with pytest.raises(NotAllowed):
        save_plan(by=official, division=division, values={"tables": "1-4"})
    with pytest.raises(NotAllowed):
        keep_table(by=official, entry=entry(division, 1), table="1")
    need = keep_table(by=COMMAND_LINE, entry=entry(division, 1), table="1")
    with pytest.raises(NotAllowed):
        give_up_table(by=official, need=need)
    assert TableNeed.objects.count() == 1


# --- tables kept for players -----------------------------------------------------------------------


def test_a_table_is_kept_with_a_record(division: Division, director: User) -> None:
    save_plan(by=director, division=division, values={"tables": "1-4"})
    need = keep_table(by=director, entry=entry(division, 5), table=" 3 ", first_round=2, last_round=4)
    assert (need.table, need.rounds_text) == ("3", "in rounds 2 to 4")
    (done,) = Record.objects.filter(action="tables.kept")
    assert done.after == {"entry": need.entry_id, "table": "3", "first_round": 2, "last_round": 4}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"table": " "}, "Name the table"),
        ({"table": "9"}, "Table 9 is not one of the division's tables"),
        ({"table": "1", "first_round": 3, "last_round": 2}, "The first round comes before the last one"),
        ({"table": "1", "first_round": 0}, "Division A has rounds 1 to 7"),
        ({"table": "1", "first_round": 8}, "Division A has rounds 1 to 7"),
        ({"table": "1", "last_round": 8}, "Division A has rounds 1 to 7"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_what_to_do(
    division: Division, director: User, given: dict[str, object], says: str
) -> None:
    save_plan(by=director, division=division, values={"tables": "1-4"})
    with pytest.raises(Refused, match=says):
        keep_table(by=director, entry=entry(division, 5), **given)  # type: ignore[arg-type]
    assert not TableNeed.objects.exists()


def test_a_table_is_kept_for_one_player_at_a_time(division: Division, director: User) -> None:
    keep_table(by=director, entry=entry(division, 5), table="3", last_round=3)
    with pytest.raises(Refused, match=r"Table 3 is kept for .* in rounds 1 to 3: name another"):
        keep_table(by=director, entry=entry(division, 6), table="3", first_round=3)
    keep_table(by=director, entry=entry(division, 6), table="3", first_round=4)
    assert TableNeed.objects.count() == 2


def test_a_player_is_listed_once_for_a_round(division: Division, director: User) -> None:
    keep_table(by=director, entry=entry(division, 5), table="3", first_round=2, last_round=2)
    with pytest.raises(Refused, match="is listed already in round 2: take that out first"):
        keep_table(by=director, entry=entry(division, 5), table="4")
    keep_table(by=director, entry=entry(division, 5), table="4", first_round=3)
    texts = [need.rounds_text for need in TableNeed.objects.filter(entry__division=division)]
    assert texts == ["in round 2", "from round 3"]


def test_any_number_may_be_kept_where_boards_are_numbered(division: Division, director: User) -> None:
    assert keep_table(by=director, entry=entry(division, 5), table="17").table == "17"
    with pytest.raises(Refused, match="Table Stage is not one"):
        keep_table(by=director, entry=entry(division, 6), table="Stage")


def test_a_table_given_up_twice_is_one_decision(division: Division, director: User) -> None:
    need = keep_table(by=director, entry=entry(division, 5), table="3")
    for _ in range(2):
        give_up_table(by=director, need=need)
    assert not TableNeed.objects.exists()
    assert records(division) == ["tables.kept", "tables.given_up"]


@pytest.mark.parametrize(
    ("rounds", "text"), [((1, None), "in every round"), ((3, None), "from round 3"), ((2, 2), "in round 2")]
)
def test_rounds_of_a_kept_table_read_as_words(rounds: tuple[int, int | None], text: str) -> None:
    need = TableNeed(table="3", first_round=rounds[0], last_round=rounds[1])
    assert need.rounds_text == text
    assert [need.holds_in(number) for number in (1, 2, 3)] == [
        rounds[0] <= number and (rounds[1] is None or number <= rounds[1]) for number in (1, 2, 3)
    ]


def test_what_a_person_needed_is_erased_with_the_person(division: Division, director: User) -> None:
    keep_table(by=director, entry=entry(division, 1), table="1")
    keep_table(by=director, entry=entry(division, 2), table="2")
    erased = erase_player(by=director, player=entry(division, 1).player)
    assert erased["table needs"] == 1
    assert [need.entry.number for need in TableNeed.objects.all()] == [2]


# --- two divisions ---------------------------------------------------------------------------------


@pytest.fixture
def other(division: Division) -> Division:
    return make_division(division.tournament, players=6, code="b", rounds=7)


def found(division: Division) -> list[tuple[str, str, str, bool]]:
    return [(one.division.code, one.other.code, one.text, one.named) for one in overlaps(division.tournament)]


@pytest.mark.parametrize(
    ("ours", "theirs", "both"),
    [
        ("", "", [("a", "b", "1-3", False)]),  # boards are numbered
        ("1-10, Stage", "8-12, stage", [("a", "b", "8-10, Stage", True)]),
        ("1-10, Stage", "11-13", []),
        ("Stage", "3-5", [("a", "b", "3-4", True)]),  # boards beyond a plan
        ("", "9-3", []),  # cannot be read
    ],
)
def test_divisions_whose_plans_name_the_same_tables_are_found(
    division: Division, other: Division, ours: str, theirs: str, both: list[tuple[str, str, str, bool]]
) -> None:
    for mine, text in ((division, ours), (other, theirs)):
        if text:
            planned(mine, tables=text)
    assert found(division) == both


def test_players_who_withdrew_need_no_tables(division: Division, other: Division, director: User) -> None:
    for number in (4, 5, 6):
        withdraw_entry(by=director, entry=entry(other, number), from_round=1, reason="gone home")
    assert found(division) == [("a", "b", "1", False)]


def test_a_division_that_has_played_all_its_rounds_wants_no_table(division: Division, other: Division) -> None:
    for number in range(1, 8):
        Round.objects.create(division=other, number=number, status="closed")
    assert found(division) == []
    Round.objects.filter(division=other, number=7).update(status="playing")
    assert len(found(division)) == 1


def test_three_divisions_are_compared_two_by_two_in_one_query(division: Division, other: Division) -> None:
    make_division(division.tournament, players=2, code="c")
    with CaptureQueriesContext(connection) as queries:
        pairs = [(one.division.code, one.other.code) for one in overlaps(division.tournament)]
    assert (pairs, len(queries)) == ([("a", "b"), ("a", "c"), ("b", "c")], 1)


def test_tables_are_taken_while_their_games_have_no_result(division: Division, other: Division) -> None:
    row = make_round(other, 1, results=1, status="playing")
    assert taken_elsewhere(division, ["1", "2", "3", "4"]) == Taken(("2", "3"), ())
    assert taken_elsewhere(division, ["4"]) == Taken()
    assert taken_elsewhere(other, ["1", "2"]) == Taken()
    Game.objects.filter(round=row).update(outcome="played", first_score=400, second_score=380)
    assert taken_elsewhere(division, ["1", "2", "3"]) == Taken()


def test_only_the_round_being_played_takes_tables(division: Division, other: Division) -> None:
    """A block published at once is not played at once."""
    make_round(other, 1, status="playing", pairs=[(1, 2)])
    make_round(other, 2, pairs=[(3, 4), (1, 5)])
    assert taken_elsewhere(division, ["1", "2"]).tables == ("1",)


def test_tables_of_another_event_are_other_tables(division: Division) -> None:
    elsewhere = make_division(make_tournament("elsewhere"), players=4)
    make_round(elsewhere, 1)
    assert taken_elsewhere(division, ["1", "2"]) == Taken()


# --- a published round follows the plan ------------------------------------------------------------


@pytest.fixture
def published(division: Division, director: User) -> Round:
    (row,) = publish_run(by=director, run=draft(planned(division, tables="1-4"), director))
    return Round.objects.select_related("division__tournament").get(pk=row.pk)


def seats(row: Round) -> dict[int, str]:
    """By the first player's number, the table."""
    return {game.first.number: game.table for game in Game.objects.filter(round=row).with_people().by_board()}


def game_at(row: Round, table: str) -> Game:
    return next(game for game in Game.objects.filter(round=row).with_people() if game.table == table)


def test_boards_follow_changed_tables_in_their_order_and_those_with_a_result_stay(
    published: Round, director: User
) -> None:
    record_result(by=director, game=game_at(published, "1"), first_score=400, second_score=380)
    before = seats(published)
    save_plan(by=director, division=published.division, values={"tables": "5-8"})
    assert seats(published) == before
    assert follow_plan(by=director, round=published) == 3
    moved = {"1": "1", "2": "5", "3": "6", "4": "7"}
    assert seats(published) == {player: moved[table] for player, table in before.items()}
    record = Record.objects.get(action="pairings.board_changed")
    assert [board["table"] for board in record.before["boards"]] == ["1", "2", "3", "4"]
    with pytest.raises(Refused, match="no board moves"):
        follow_plan(by=director, round=published)
    assert verify(published.division.tournament).whole


def test_a_board_that_was_moved_by_hand_to_a_table_of_the_plan_stays_there(published: Round, director: User) -> None:
    save_plan(by=director, division=published.division, values={"tables": "3-6"})
    published = Round.objects.select_related("division__tournament").get(pk=published.pk)
    move_game(by=director, game=game_at(published, "1"), table_name="5", reason="a wheelchair")
    by_hand = game_at(published, "5")
    assert follow_plan(by=director, round=published) == 2
    assert game_at(published, "5") == by_hand
    assert sorted(seats(published).values()) == ["3", "4", "5", "6"]


def test_a_board_that_left_the_plan_keeps_its_table_where_another_gets_its_number(
    published: Round, director: User
) -> None:
    for table in ("1", "2"):
        record_result(by=director, game=game_at(published, table), first_score=400, second_score=380)
    save_plan(by=director, division=published.division, values={"tables": "A1-A4"})
    follow_plan(by=director, round=published)
    assert sorted(seats(published).values()) == ["1", "2", "A1", "A2"]


def test_two_divisions_at_one_table_are_told_until_one_has_moved(
    published: Round, other: Division, director: User, client: Client
) -> None:
    make_round(other, 1, status="playing")
    save_plan(by=director, division=published.division, values={"tables": "5-8"})
    client.force_login(director)
    address = [published.division.tournament.slug, published.division.code, 1]
    day = reverse("console:round", args=address[:1])
    move = reverse("pairings:follow_tables", args=address)
    tables_page = reverse("pairings:tables", args=address[:2])
    assert "play at the same tables" in client.get(day).text
    assert "Round 1 is published at other tables." in client.get(tables_page).text
    assert "Move 4 boards of round 1" in " ".join(client.get(tables_page).text.split()) and seats(published)
    assert "4 boards moved. Print the pairings again." in client.post(move, follow=True).text
    assert "play at the same tables" not in client.get(day).text
    assert "no board moves" in client.post(move, follow=True).text
    assert "at other tables" not in client.get(tables_page).text


# --- publishing ------------------------------------------------------------------------------------


def draft(division: Division, director: User) -> PairingRun:
    return make_draft(by=director, division=division, seed=3)


def test_numbered_boards_of_two_divisions_are_published_all_the_same(
    division: Division, other: Division, director: User
) -> None:
    """Nobody has said that the two mean the same tables: the draft's page warns, and that is all."""
    make_round(other, 1)
    publish_run(by=director, run=draft(division, director))
    assert Round.objects.get(division=division, number=1).is_published
