"""Single boards of a published round, changed at any time with a reason."""

from collections.abc import Callable
from typing import Any

import pytest

from pairings.services.boards import (
    dissolve,
    move_game,
    replace_player,
    seat,
    set_starter,
    swap_players,
    swap_tables,
    turn_into_bye,
)
from pairings.services.round_boards import boards_of_round
from results.games.services.outcomes import result_text
from results.rulings.services.forfeits import HowItEnded, decide
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.pairings.desk import board, entry

pytestmark = pytest.mark.django_db
WHY = "players asked for it"


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament(), players=7, rounds=3)


@pytest.fixture
def round_1(division: Division) -> Round:
    """1-2, 3-4, 5-6 and a bye for 7; the first named starts."""
    return make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6), (7, None)])


def seats(row: Round) -> list[tuple[int | None, int, int | None]]:
    """(board, first, second) of every game, byes last."""
    games = Game.objects.filter(round=row).with_people().by_board()
    return [(game.board, game.first.number, game.second.number if game.second else None) for game in games]


def free(row: Round) -> list[int]:
    return [each.number for each in boards_of_round(row).unpaired]


def newest() -> Record:
    return Record.objects.order_by("-pk")[0]


# --- what holds for every change -------------------------------------------------------------------

Change = Callable[[User, Round, str], Any]
CHANGES: dict[str, Change] = {
    "swap_players": lambda by, row, why: swap_players(
        by=by, game=board(row, 1), entry=entry(row.division, 2), other_game=board(row, 2),
        other_entry=entry(row.division, 4), reason=why,
    ),
    "swap_tables": lambda by, row, why: swap_tables(by=by, game=board(row, 1), other=board(row, 2), reason=why),
    "move_game": lambda by, row, why: move_game(by=by, game=board(row, 1), table_name="Stage", reason=why),
    "set_starter": lambda by, row, why: set_starter(by=by, game=board(row, 1), starter=entry(row.division, 2), reason=why),
    "seat": lambda by, row, why: seat(by=by, round=row, entry=entry(row.division, 8), opponent=entry(row.division, 7), reason=why),
    "replace_player": lambda by, row, why: replace_player(
        by=by, game=board(row, 1), out=entry(row.division, 2), into=entry(row.division, 8), reason=why
    ),
    "turn_into_bye": lambda by, row, why: turn_into_bye(by=by, game=board(row, 1), entry=entry(row.division, 1), reason=why),
    "dissolve": lambda by, row, why: dissolve(by=by, game=board(row, 1), reason=why),
}  # fmt: skip
EVERY_CHANGE = pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))


@pytest.fixture
def eight(director: User) -> Round:
    """Round 1 of a division of eight, whose player 8 came late."""
    division = make_division(director.memberships.get().tournament, players=8, code="b")
    return make_round(division, 1, pairs=[(1, 2), (3, 4), (5, 6), (7, None)])


@EVERY_CHANGE
def test_every_change_needs_a_reason(eight: Round, director: User, change: Change) -> None:
    before = seats(eight)
    with pytest.raises(Refused, match="Say why this board is changed: players will ask"):
        change(director, eight, "  ")
    assert (seats(eight), Record.objects.count()) == (before, 0)


@EVERY_CHANGE
def test_every_change_is_one_record_with_before_after_and_why(eight: Round, director: User, change: Change) -> None:
    change(director, eight, WHY)
    (record,) = Record.objects.all()
    assert (record.action, record.why, record.actor_id) == ("pairings.board_changed", WHY, director.pk)
    assert (record.object_type, record.object_id) == ("tournaments.round", str(eight.pk))
    assert record.before["round"] == 1
    assert record.before["boards"] or record.after["boards"]
    assert verify(eight.division.tournament).whole


@EVERY_CHANGE
@pytest.mark.parametrize("role", [Role.SCORER, Role.ORGANISER, Role.PLAYER])
def test_only_a_director_changes_boards(eight: Round, change: Change, role: Role) -> None:
    user = make_user("somebody", tournament=eight.division.tournament, role=role)
    with pytest.raises(NotAllowed, match="You may not publish pairings and change published boards"):
        change(user, eight, WHY)
    assert Record.objects.count() == 0


@EVERY_CHANGE
def test_a_draft_is_not_changed_board_by_board(eight: Round, director: User, change: Change) -> None:
    Round.objects.filter(pk=eight.pk).update(status="draft")
    with pytest.raises(Refused, match="Round 1 is not published: change its draft instead"):
        change(director, eight, WHY)


@EVERY_CHANGE
def test_a_change_is_possible_after_other_boards_have_results_and_in_a_past_round(
    eight: Round, director: User, change: Change
) -> None:
    play(board(eight, 3), 400, 300)
    make_round(eight.division, 2)
    change(director, eight, WHY)
    assert result_text(board(eight, 3)) == "400-300"


@pytest.mark.parametrize(("name", "raises"), [(name, name not in ("swap_tables", "move_game")) for name in CHANGES])
def test_who_plays_whom_makes_drafts_stale_and_where_they_sit_does_not(
    eight: Round, director: User, name: str, raises: bool
) -> None:
    before = eight.division.state_version
    CHANGES[name](director, eight, WHY)
    assert Division.objects.get(pk=eight.division_id).state_version == before + raises


def test_a_board_that_is_gone_is_not_changed(round_1: Round, director: User) -> None:
    game = board(round_1, 1)
    dissolve(by=director, game=game, reason=WHY)
    with pytest.raises(Refused, match="changed meanwhile and no longer exists"):
        dissolve(by=director, game=game, reason=WHY)


# --- swap opponents --------------------------------------------------------------------------------


Place = tuple[int | None, int]  # a table, None for the bye, and a player there


def swap(by: User, row: Round, one: Place, other: Place, **more: Any) -> None:
    games = [{"game": board(row, one[0]), "entry": entry(row.division, one[1])}]
    games += [{"other_game": board(row, other[0]), "other_entry": entry(row.division, other[1])}]
    swap_players(by=by, **games[0], **games[1], reason=WHY, **more)  # type: ignore[arg-type]


def test_the_start_is_decided_anew_by_the_starts_before_the_round(division: Division, director: User) -> None:
    make_round(division, 1, status="closed", pairs=[(1, 2), (3, 4), (5, 6), (7, None)])
    row = make_round(division, 2, pairs=[(1, 4), (3, 2), (5, 7), (6, None)])
    swap(director, row, (1, 4), (2, 3))
    swap(director, row, (1, 3), (2, 2))
    game = board(row, 1)
    assert (game.first.number, game.second and game.second.number, game.starts_by) == (2, 1, "assigned")
    assert game.reason == "changed by the director; met in round 1; fewer starts: 0 starts of 1 against 1 of 1"


def test_a_player_changes_places_with_the_bye(round_1: Round, director: User) -> None:
    swap(director, round_1, (1, 1), (None, 7))
    assert [{first, second} for _, first, second in seats(round_1)] == [{7, 2}, {3, 4}, {5, 6}, {1, None}]
    game = board(round_1, None)
    assert (game.outcome, game.first_halves, game.first_spread, game.rated) == ("bye", 2, 50, False)


def test_a_half_bye_is_no_result_to_drop(round_1: Round, director: User) -> None:
    Tournament.objects.update(choices={"bye_result": "half"})
    Game.objects.filter(round=round_1, second=None).update(outcome="half_bye", first_halves=1, first_spread=0)
    swap(director, Round.objects.get(pk=round_1.pk), (1, 1), (None, 7))
    assert board(round_1, None).first.number == 1


REFUSED: list[tuple[Callable[[User, Round], Any], str]] = [
    (lambda by, row: swap(by, row, (1, 1), (1, 2)), "These two already meet"),
    (lambda by, row: swap(by, row, (1, 5), (2, 3)), "is not at this board"),
    (lambda by, row: swap_tables(by=by, game=board(row, 1), other=board(row, None), reason=WHY), "A bye has no table"),
    (lambda by, row: swap_tables(by=by, game=board(row, 1), other=board(row, 1), reason=WHY), "Name two different tables"),
    (lambda by, row: move_game(by=by, game=board(row, None), table_name="12", reason=WHY), "A bye has no table"),
    (lambda by, row: move_game(by=by, game=board(row, 1), table_name="2", reason=WHY), "Table 2 is taken in this round: swap"),
    (lambda by, row: move_game(by=by, game=board(row, 1), table_name="x" * 21, reason=WHY), "at most 20 characters"),
    (lambda by, row: set_starter(by=by, game=board(row, None), starter=entry(row.division, 7), reason=WHY), "Nobody starts a bye"),
    (
        lambda by, row: seat(by=by, round=row, entry=entry(row.division, 1), opponent=entry(row.division, 7), reason=WHY),
        "sits at table 1 in this round: take the player off there first",
    ),
    (lambda by, row: seat(by=by, round=row, entry=entry(row.division, 7), opponent=None, reason=WHY), "has a bye in this round"),
    (
        lambda by, row: seat(by=by, round=row, entry=entry(row.division, 1), opponent=entry(row.division, 1), reason=WHY),
        "Name two different players",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "says"), REFUSED)
def test_what_cannot_be_is_refused_and_the_boards_stay(
    round_1: Round, director: User, change: Callable[[User, Round], Any], says: str
) -> None:
    before = seats(round_1)
    with pytest.raises(Refused, match=says):
        change(director, round_1)
    assert (seats(round_1), Record.objects.count()) == (before, 0)


def test_two_games_do_not_share_a_table_by_name_either(round_1: Round, director: User) -> None:
    Game.objects.filter(pk=board(round_1, 3).pk).update(table_name="Stage")
    with pytest.raises(Refused, match="Table stage is taken in this round: swap the two tables instead"):
        move_game(by=director, game=board(round_1, 1), table_name="stage", reason=WHY)


def test_boards_of_two_rounds_are_not_mixed(round_1: Round, director: User) -> None:
    later = make_round(round_1.division, 2)
    with pytest.raises(Refused, match="not in the same round"):
        swap_tables(by=director, game=board(round_1, 1), other=board(later, 1), reason=WHY)


# --- results on a board that is changed ------------------------------------------------------------


def test_a_result_is_dropped_only_when_the_director_says_so(round_1: Round, director: User) -> None:
    play(board(round_1, 1), 431, 388)
    with pytest.raises(Refused, match="say that it is to be dropped"):
        swap(director, round_1, (1, 2), (2, 4))
    assert result_text(board(round_1, 1)) == "431-388"
    swap(director, round_1, (1, 2), (2, 4), drop_results=True)
    assert (board(round_1, 1).outcome, board(round_1, 1).first_score) == ("", None)
    dropped = newest().before["boards"][0]
    assert (dropped["outcome"], dropped["first_score"], dropped["second_score"]) == ("played", 431, 388)


def test_a_forfeit_is_a_result_too(round_1: Round, director: User, division: Division) -> None:
    decide(by=director, game=board(round_1, 1), ended=HowItEnded("no_show", "second"), reason=WHY)
    with pytest.raises(Refused, match="This board has a result"):
        dissolve(by=director, game=board(round_1, 1), reason=WHY)


def test_a_penalty_on_the_board_goes_with_its_result_or_not_at_all(
    round_1: Round, director: User, division: Division
) -> None:
    GameAdjustment.objects.create(game=board(round_1, 1), side="first", kind="overtime", points=-10)
    with pytest.raises(Refused, match="This board has a result"):
        replace_player(by=director, game=board(round_1, 1), out=entry(division, 1), into=entry(division, 7), reason=WHY)
    replace_player(
        by=director, game=board(round_1, 1), out=entry(division, 1), into=entry(division, 7), reason=WHY,
        drop_results=True,
    )  # fmt: skip
    assert GameAdjustment.objects.count() == 0


def test_two_games_change_tables_with_their_names_and_results(round_1: Round, director: User) -> None:
    Game.objects.filter(pk=board(round_1, 2).pk).update(table_name="Stage")
    play(board(round_1, 1), 431, 388)
    swap_tables(by=director, game=board(round_1, 1), other=board(round_1, 2), reason=WHY)
    assert seats(round_1)[:2] == [(1, 3, 4), (2, 1, 2)]
    moved = board(round_1, 2)
    assert (moved.table, result_text(moved)) == ("Stage", "431-388")


# --- who starts ------------------------------------------------------------------------------------


def test_the_other_player_starts_and_the_scores_stay_with_their_players(
    round_1: Round, director: User, division: Division
) -> None:
    game = play(board(round_1, 1), 431, 388)
    GameAdjustment.objects.create(game=game, side="first", kind="overtime", points=-10)
    set_starter(by=director, game=game, starter=entry(division, 2), reason=WHY)
    row = board(round_1, 1)
    assert (row.first.number, row.first_score, row.second_score, row.starts_by) == (2, 388, 431, "assigned")
    assert GameAdjustment.objects.get().side == "second"
    assert [one.spread for one in history(division).standings() if one.number == 1] == [33]


def test_a_forfeits_values_stay_with_their_players_too(round_1: Round, director: User, division: Division) -> None:
    decide(by=director, game=board(round_1, 1), ended=HowItEnded("no_show", "second"), reason=WHY)
    set_starter(by=director, game=board(round_1, 1), starter=entry(division, 2), reason=WHY)
    row = board(round_1, 1)
    assert (row.first.number, row.first_halves, row.first_spread, row.second_spread) == (2, 0, -75, 75)


# --- unpaired players ------------------------------------------------------------------------------


def test_a_bye_and_a_late_arrival_become_a_game_on_the_next_table(eight: Round, director: User) -> None:
    division = eight.division
    assert free(eight) == [8]
    game = seat(by=director, round=eight, entry=entry(division, 8), opponent=entry(division, 7), reason=WHY)
    assert (game.board, {game.first.number, game.second and game.second.number}) == (4, {7, 8})
    assert (game.outcome, game.rated, free(eight)) == ("", True, [])
    assert not Game.objects.filter(round=eight, second=None).exists()


def test_an_odd_player_gets_the_events_bye(eight: Round, director: User) -> None:
    game = seat(by=director, round=eight, entry=entry(eight.division, 8), opponent=None, reason=WHY)
    assert (game.board, game.outcome, game.first_halves, game.first_spread) == (None, "bye", 2, 50)
    assert free(eight) == []


def test_a_withdrawn_player_is_put_back_on_the_roster_first(eight: Round, director: User) -> None:
    Entry.objects.filter(pk=entry(eight.division, 8).pk).update(withdrawn_from=1)
    with pytest.raises(Refused, match="withdrew from round 1: put the player back on the roster first"):
        seat(by=director, round=eight, entry=entry(eight.division, 8), opponent=None, reason=WHY)


def test_a_player_marked_absent_who_came_after_all_is_seated(eight: Round, director: User) -> None:
    Entry.objects.filter(pk=entry(eight.division, 8).pk).update(absences=[1])
    assert free(eight) == []
    seat(by=director, round=eight, entry=entry(eight.division, 8), opponent=entry(eight.division, 7), reason=WHY)
    assert len(seats(eight)) == 4


def test_a_player_of_another_division_is_not_seated(eight: Round, director: User, division: Division) -> None:
    with pytest.raises(Refused, match="plays in another division"):
        seat(by=director, round=eight, entry=entry(division, 1), opponent=None, reason=WHY)


def test_a_new_game_does_not_take_a_table_that_another_was_moved_to(eight: Round, director: User) -> None:
    move_game(by=director, game=board(eight, 1), table_name="4", reason=WHY)
    game = seat(by=director, round=eight, entry=entry(eight.division, 8), opponent=entry(eight.division, 7), reason=WHY)
    assert game.table == "1"


def test_who_has_a_bye_replaces_a_player_and_gives_it_up(round_1: Round, director: User, division: Division) -> None:
    replace_player(by=director, game=board(round_1, 1), out=entry(division, 2), into=entry(division, 7), reason=WHY)
    assert (set(seats(round_1)[0][1:]), len(seats(round_1)), free(round_1)) == ({1, 7}, 3, [2])


def test_a_bye_passes_to_a_free_player(eight: Round, director: User) -> None:
    bye = board(eight, None)
    replace_player(by=director, game=bye, out=entry(eight.division, 7), into=entry(eight.division, 8), reason=WHY)
    assert seats(eight)[-1] == (None, 8, None)
    assert free(eight) == [7]
    with pytest.raises(Refused, match="Name two different players"):
        replace_player(by=director, game=bye, out=entry(eight.division, 8), into=entry(eight.division, 8), reason=WHY)


def test_a_game_becomes_a_bye_and_the_opponent_is_unpaired(round_1: Round, director: User, division: Division) -> None:
    turn_into_bye(by=director, game=board(round_1, 1), entry=entry(division, 2), reason=WHY)
    game = Game.objects.get(round=round_1, first=entry(division, 2))
    assert (game.board, game.second_id, game.outcome, game.first_spread, game.rated) == (None, None, "bye", 50, False)
    assert free(round_1) == [1]
    with pytest.raises(Refused, match="has a bye already"):
        turn_into_bye(by=director, game=game, entry=entry(division, 2), reason=WHY)


# --- the round's state -----------------------------------------------------------------------------


def test_a_closed_round_opens_again_when_a_new_game_awaits_its_result(eight: Round, director: User) -> None:
    for number in (1, 2, 3):
        play(board(eight, number))
    Round.objects.filter(pk=eight.pk).update(status="closed")
    seat(by=director, round=eight, entry=entry(eight.division, 8), opponent=entry(eight.division, 7), reason=WHY)
    assert Round.objects.get(pk=eight.pk).status == "playing"


def test_a_round_without_boards_is_paired_anew(division: Division, director: User) -> None:
    row = make_round(division, 1, pairs=[(1, 2)])
    dissolve(by=director, game=board(row, 1), reason="published by mistake")
    row = Round.objects.get(pk=row.pk)
    assert (row.status, row.started_at, row.closed_at, row.paired_after) == ("draft", None, None, None)
