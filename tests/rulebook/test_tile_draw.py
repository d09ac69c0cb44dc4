"""Who starts by tiles: WESPA 2.1(a), NSA I.C.3, SOWPODS "Starting the game", the guide's "Drawing tiles"."""

import pytest
from hypothesis import given, strategies as st

from tdsuite.tournaments.engine.tile_draw import ALPHABET, BLANK, BadDraw, rank, tile, tile_draw
from tdsuite.tournaments.engine.tiles import ENGLISH
from tdsuite.tournaments.rulebooks.model import Rulebook
from tests.rulebook.books import ALL, NSA_2004, SCRABBLE_GUIDE, SOWPODS_CLUB, WESPA, WESPA_2010, WESPA_2012, each_of

OTHERS = each_of(NSA_2004, SOWPODS_CLUB, SCRABBLE_GUIDE)
LETTERS = st.sampled_from([BLANK, *ALPHABET])
PAIRS = st.tuples(LETTERS, LETTERS).filter(lambda pair: pair[0] != pair[1] or ENGLISH[pair[0]].count > 1)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(
    ("first", "second", "starter"),
    [("A", "B", 0), ("B", "A", 1), ("Q", "?", 1), ("?", "A", 0), ("z", "y", 1), ("M", "blank", 1)],
)
def test_nearest_a_starts_and_a_blank_comes_before_a(book: Rulebook, first: str, second: str, starter: int) -> None:
    assert tile_draw([(first, second)], book).starter == starter


@pytest.mark.parametrize("book", ALL)
def test_e_against_e_decides_nothing_and_the_next_draw_does(book: Rulebook) -> None:
    assert tile_draw([("E", "E")], book).starter is None
    assert tile_draw([("E", "E"), ("C", "D")], book).starter == 0


@pytest.mark.parametrize("book", WESPA)
def test_wespa_2_1_a_no_tiles_go_back_until_the_start_is_decided(book: Rulebook) -> None:
    tied = tile_draw([("E", "E"), ("?", "?")], book)
    assert (tied.kept_out, tied.reasons[0].rule) == (("E", "E", "?", "?"), "2.1(a)")
    decided = tile_draw([("E", "E"), ("?", "?"), ("I", "N")], book)
    assert decided.kept_out == ()
    expected = ["I against N: I starts.", "The non-starter returns them once decided."]
    assert [one.text for one in decided.reasons] == expected


@pytest.mark.parametrize("book", OTHERS)
def test_other_books_draw_again_without_keeping_tiles_out(book: Rulebook) -> None:
    assert tile_draw([("E", "E")], book).kept_out == ()


@pytest.mark.parametrize(
    ("book", "tie", "back"),
    [
        (WESPA_2010, "2.1(a)", "2.1(a)"), (WESPA_2012, "2.1(a)", "2.1(a)"), (NSA_2004, "I.C.3", "I.C.3"),
        (SOWPODS_CLUB, "Starting the game", "Starting the game"), (SCRABBLE_GUIDE, "our default", "our default"),
    ],
    ids=lambda value: value.key if isinstance(value, Rulebook) else None,
)  # fmt: skip
def test_each_books_tie_rule_and_return_of_tiles_is_cited(book: Rulebook, tie: str, back: str) -> None:
    tied, decided = tile_draw([("T", "T")], book), tile_draw([("T", "V")], book)
    assert (tied.reasons[0].rule, decided.reasons[1].rule) == (tie, back)


@pytest.mark.parametrize("book", ALL)
def test_before_any_tile_the_players_are_told_what_to_do(book: Rulebook) -> None:
    result = tile_draw([], book)
    assert (result.starter, result.draws, result.kept_out) == (None, (), ())
    assert result.reasons[0].text == "Each player draws one tile. Nearest A; a blank comes before A."


@pytest.mark.parametrize("text", ["", "AB", "1", "É", "??"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(BadDraw, match="is no tile: type a letter from A to Z, or \\? for a blank"):
        tile(text)


@pytest.mark.parametrize("text", ["?", "*", "_", " blank ", "Blank"])
def test_a_blank_has_several_names(text: str) -> None:
    assert tile(text) == BLANK


def test_a_draw_after_the_start_was_decided_is_refused() -> None:
    with pytest.raises(BadDraw, match="Draw 2 decided the start already"):
        tile_draw([("E", "E"), ("A", "B"), ("C", "D")], WESPA_2010)


@given(pair=PAIRS)
def test_the_starters_tile_is_the_nearer_to_a(pair: tuple[str, str]) -> None:
    first, second = pair
    starter = tile_draw([(first, second)], WESPA_2010).starter
    ranks = rank(first), rank(second)
    assert starter is None or ranks[starter] == min(ranks)
    assert (starter is None) == (first == second)


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("letter", ["J", "K", "Q", "X", "Z"])
def test_wespa_2_1_a_nsa_i_c_3_a_set_has_one_tile_of_a_rare_letter(book: Rulebook, letter: str) -> None:
    with pytest.raises(BadDraw, match=f"^Draw 1 cannot be: 2 tiles {letter}: the set has 1. Correct the tiles.$"):
        tile_draw([(letter, letter)], book)


@pytest.mark.parametrize("book", WESPA)
def test_wespa_2_1_a_tiles_of_a_tie_stay_out_so_later_draws_cannot_have_them(book: Rulebook) -> None:
    assert tile_draw([("?", "?"), ("A", "B")], book).starter == 0
    with pytest.raises(BadDraw, match=r"^Draw 2 cannot be: 3 blanks: the set has 2\."):
        tile_draw([("?", "?"), ("?", "A")], book)
    with pytest.raises(BadDraw, match=r"^Draw 2 cannot be: 4 tiles B: the set has 2\."):
        tile_draw([("B", "B"), ("B", "B")], book)


@pytest.mark.parametrize("book", OTHERS)
def test_nsa_i_c_3_where_tied_tiles_go_back_a_later_draw_may_have_them_again(book: Rulebook) -> None:
    assert tile_draw([("B", "B"), ("B", "B"), ("?", "A")], book).starter == 0
    assert tile_draw([("?", "?"), ("A", "?")], book).starter == 1
