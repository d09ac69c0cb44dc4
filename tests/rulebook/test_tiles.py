"""The English set, and racks typed as letters."""

import pytest
from hypothesis import given, strategies as st

from tdsuite.tournaments.engine.tiles import ENGLISH, NO_TILES, BadRack, Rack, check_racks, read_rack


def test_sowpods_table_1_wespa_app_1_a_set_has_100_tiles_worth_187():
    assert sum(tile.count for tile in ENGLISH.values()) == 100
    assert sum(tile.count * tile.value for tile in ENGLISH.values()) == 187


@pytest.mark.parametrize(
    ("typed", "rack"),
    [
        ("", NO_TILES), ("  ", NO_TILES), ("xa", Rack("AX", 9)), ("Q I ?", Rack("IQ?", 11)), ("_,*", Rack("??", 0)),
        ("jokezvw", Rack("EJKOVWZ", 33)),
    ],
)  # fmt: skip
def test_a_rack_is_typed_as_letters(typed, rack):
    assert read_rack(typed) == rack


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("AE1", "'1' is no tile: type letters A to Z, and ? for a blank"),
        ("É", "'É' is no tile"),
        ("EEEEEEEE", "8 tiles: a rack holds 7 at most"),
        ("QQ", "2 tiles Q: the set has 1"),
        ("???", "3 blanks: the set has 2"),
    ],
)
def test_letters_that_are_no_rack_are_refused_with_why(typed, says):
    with pytest.raises(BadRack, match=says.replace("?", r"\?")):
        read_rack(typed)


def test_two_racks_hold_no_more_of_a_letter_than_the_set():
    with pytest.raises(BadRack, match="2 tiles Z: the set has 1"):
        check_racks(read_rack("Z"), read_rack("ZA"))
    check_racks(read_rack("EEEEEEE"), read_rack("EEEEE"))


@pytest.mark.parametrize(("rack", "text"), [(read_rack("qi"), "IQ = 11"), (NO_TILES, "no tiles")])
def test_a_rack_reads_as_letters_and_value(rack, text):
    assert str(rack) == text


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ?", max_size=9), st.randoms())
def test_the_order_of_the_letters_does_not_matter(typed, luck):
    shuffled = list(typed)
    luck.shuffle(shuffled)
    results = []
    for text in (typed, "".join(shuffled).lower()):
        try:
            results.append(read_rack(text))
        except BadRack as bad:
            results.append(str(bad))
    assert results[0] == results[1]
