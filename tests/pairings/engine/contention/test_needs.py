"""What a player needs for a place, in one sentence: never less than is needed, and checked against every way it can end."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest
from django.utils import translation
from hypothesis import given, strategies as st

from pairings.engine.contention.needs import Race, all_of, games_text, points_text, to_finish
from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.engine.reach import Left, Scored, reach
from tdsuite.tournaments.engine.standings import Standing
from tests.english import english_words

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


@dataclass(frozen=True, slots=True)
class Row:
    halves: int
    spread: int


def race(*rows: tuple[int, int], left: int | Sequence[int], moves: int | None = None, by_spread: bool = True) -> Race:
    """A table by (half wins, spread), best first.  left: games of everybody, or each one's.  moves: points between two players."""
    table = [Row(*row) for row in rows]
    games = [left] * len(rows) if isinstance(left, int) else left
    own = [Left(count, 500 * count if moves is None else moves // 2) for count in games]
    return Race(table, dict(enumerate(NAMES)), own, by_spread)


def says(one: Race, at: int, place: int) -> str:
    return to_finish(one, at, place, reach(_standings(one.table), dict(enumerate(one.left, start=1)))[at + 1])


def _standings(table: Sequence[Scored]) -> list[Standing]:
    return [
        Standing(5, at + 1, at + 1, row.halves, 10 - row.halves, row.spread, row.spread, 5, False)
        for at, row in enumerate(table)
    ]


# --- catching up -----------------------------------------------------------------------------------


def test_as_many_wins_behind_as_games_are_left_all_must_be_won_and_the_spread_made_up() -> None:
    expected = "must win both games and gain 312 points on Ada, who must lose both games"
    assert says(race((12, 500), (10, 400), (8, 189), left=2), 2, 1) == expected


def test_a_place_that_others_hold_too_may_be_won_from_any_of_them() -> None:
    table = race((12, 500), (12, 480), (8, 169), left=2)
    expected = "must win both games and gain 312 points on Bo, who must lose both games, or catch somebody above"
    assert says(table, 2, 2) == expected


def test_fewer_wins_behind_than_games_are_left_say_how_many_games_and_points() -> None:
    table = race((12, 500), (10, 400), left=3)
    assert says(table, 1, 1) == "must make up 1 game and 101 points on Ada, or more than 1 game"


def test_who_has_the_better_spread_already_must_keep_it() -> None:
    expected = "must make up 1 game on Ada and keep a better spread than Ada, or more than 1 game"
    assert says(race((12, 100), (10, 400), left=2), 1, 1) == expected
    expected = "must win the last game and keep a better spread than Ada, who must lose the last game"
    assert says(race((12, 100), (10, 400), left=1), 1, 1) == expected


def test_a_tie_makes_half_a_game() -> None:
    assert says(race((11, 0), (10, 0), left=2), 1, 1) == "must make up ½ game and 1 point on Ada, or more than ½ game"
    assert says(race((13, 0), (10, 0), left=2), 1, 1).startswith("must make up 1½ games and 1 point on Ada")


def test_level_in_wins_only_the_spread_is_missing() -> None:
    expected = "level with Ada in wins: must gain 41 points on Ada, or win more"
    assert says(race((10, 90), (10, 50), left=1), 1, 1) == expected


def test_no_more_points_are_asked_for_than_spread_can_move() -> None:
    assert "gain 100 points on Ada" in says(race((12, 150), (10, 50), left=1, moves=100), 1, 1)


def test_where_spread_decides_nothing_no_points_are_named() -> None:
    far = 10**6
    expected = "must win the last game and pass Ada on the tie-breaks, who must lose the last game"
    assert says(race((12, 500), (10, 0), left=1, moves=far, by_spread=False), 1, 1) == expected
    expected = "must make up 1 game on Ada and pass Ada on the tie-breaks, or more than 1 game"
    assert says(race((12, 500), (10, 0), left=2, moves=far, by_spread=False), 1, 1) == expected


# --- ahead -----------------------------------------------------------------------------------------


def test_who_holds_a_place_is_told_how_many_wins_make_it_sure() -> None:
    assert says(race((12, 900), (10, 100), (8, 50), left=2, moves=700), 0, 1) == "1 more win makes it sure"
    assert says(race((12, 900), (10, 100), (8, 50), left=2, moves=800), 0, 1) == "2 more wins make it sure"
    assert says(race((12, 900), (11, 100), left=2), 0, 1) == "2 more wins make it sure"


def test_where_own_wins_are_not_enough_the_chasers_are_counted() -> None:
    table = race((10, 5), (10, 4), (10, 3), (2, 0), left=1)
    assert says(table, 0, 1) == "holds it now; 2 players below can still pass"
    assert says(race((10, 5), (10, 4), left=1), 0, 1) == "holds it now; 1 player below can still pass"


def test_what_is_certain_is_said_in_a_word() -> None:
    table = race((14, 0), (8, 0), (2, 0), left=2)
    assert (says(table, 0, 1), says(table, 1, 1), says(table, 2, 2)) == ("sure", "out of reach", "out of reach")


@pytest.mark.parametrize(
    ("games", "text"), [(1, "the last game"), (2, "both games"), (3, "all three games"), (9, "all 9 games")]
)
def test_all_games_left_have_a_name(games: int, text: str) -> None:
    assert all_of(games) == text


def test_games_and_points_are_counted_in_words() -> None:
    assert [games_text(one) for one in (1, 2, 3, 4)] == ["½ game", "1 game", "1½ games", "2 games"]
    assert (points_text(1), points_text(2)) == ("1 point", "2 points")


# --- some have played more than others ---------------------------------------------------------------


def test_each_counts_the_games_they_have_left_themselves() -> None:
    table = race((12, 500), (10, 400), (8, 189), left=(2, 1, 2))
    assert says(table, 1, 1) == "must win the last game and gain 101 points on Ada, who must lose both games"
    assert says(table, 2, 1) == "must win both games and gain 312 points on Ada, who must lose both games"
    assert says(race((12, 500), (10, 400), left=(0, 1)), 1, 1) == "must win the last game and gain 101 points on Ada"
    assert says(race((12, 900), (8, 100), left=(1, 2)), 0, 1) == "1 more win makes it sure"
    assert says(race((12, 900), (10, 100), left=(0, 2)), 0, 1) == "holds it now; 1 player below can still pass"


def test_who_has_no_game_left_needs_others_to_lose() -> None:
    expected = "no game left: Ada must lose the last game, by 41 points in all"
    assert says(race((10, 90), (10, 50), left=(1, 0)), 1, 1) == expected
    expected = "no game left: Ada must lose the last game and fall behind on the tie-breaks"
    assert says(race((10, 90), (10, 50), left=(1, 0), moves=10**6, by_spread=False), 1, 1) == expected
    assert says(race((10, 50), (10, 50), (2, 0), left=(0, 0, 1)), 1, 1) == "no game left, level with Ada"


def test_somebody_above_with_more_games_to_lose_may_be_easier_to_catch() -> None:
    expected = "level with Bo in wins: must gain 51 points on Bo, or win more, or catch somebody above"
    assert says(race((10, 150), (10, 100), (10, 50), left=(2, 0, 1)), 2, 2) == expected
    expected = "no game left: Ada must lose both games, by 851 points in all"
    assert says(race((10, 900), (10, 800), (10, 50), left=(2, 0, 0)), 2, 2) == expected


# --- every way it can end --------------------------------------------------------------------------

PLAYERS = st.tuples(st.integers(0, 6), st.sampled_from([-40, 0, 10, 25]), st.integers(0, 2))
TABLES = st.lists(PLAYERS, min_size=2, max_size=4).filter(
    lambda rows: any(left for *_, left in rows)
)  # half wins, spread, games left
WON = 30  # points by which every game ends


def ends(rows: list[tuple[int, int, int]]) -> list[list[tuple[int, int]]]:
    """Every table that can come about when all games end by 30 points, whoever meets whom."""
    return [
        [
            (halves + 2 * won, spread + WON * (2 * won - left))
            for (halves, spread, left), won in zip(rows, wins, strict=True)
        ]
        for wins in product(*(range(left + 1) for *_, left in rows))
    ]


def race_of(rows: list[tuple[int, int, int]]) -> Race:
    table = [Row(halves, spread) for halves, spread, _ in rows]
    return Race(table, dict(enumerate(NAMES)), [Left(left, WON * left) for *_, left in rows])


@given(TABLES)
def test_wins_that_make_it_sure_do_so_however_the_others_end(rows: list[tuple[int, int, int]]) -> None:
    rows = sorted(rows, reverse=True)
    table = race_of(rows)
    for at, place in product(range(len(rows)), range(1, len(rows))):
        said = says(table, at, place)
        if said != "sure" and "it sure" not in said:
            continue
        wins = 0 if said == "sure" else int(said.split()[0])
        assert wins <= rows[at][2]
        for end in ends(rows):
            if end[at][0] >= rows[at][0] + 2 * wins:
                assert sum(other > end[at] for other in end) < place, (rows, at, place, said)


@given(TABLES, st.booleans(), st.sampled_from(["fr", "es"]))
def test_what_is_needed_is_told_in_the_readers_language(
    rows: list[tuple[int, int, int]], by_spread: bool, language: str
) -> None:
    table = replace(race_of(sorted(rows, reverse=True)), by_spread=by_spread)
    needs = [says(table, at, place) for at, place in product(range(len(rows)), range(1, len(rows)))]
    with translation.override(language):
        assert english_words([translated(need) for need in needs], NAMES) == []


@given(TABLES)
def test_who_must_win_every_game_does_not_get_there_with_fewer(rows: list[tuple[int, int, int]]) -> None:
    rows = sorted(rows, reverse=True)
    table = race_of(rows)
    for at, place in product(range(len(rows)), range(1, len(rows))):
        said = says(table, at, place)
        for end in ends(rows):
            there = sum(other > end[at] for other in end) < place
            if said == "out of reach":
                assert not there, (rows, at, place)
            elif said.startswith("must win") and end[at][0] < rows[at][0] + 2 * rows[at][2]:
                assert not there, (rows, at, place, said)
