"""How options are written and read: signs, and names in quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.option_text import in_quotes, is_open, numbered, parts, quoted, unquoted

NAMES = st.text(alphabet='ab1 ,:="“”', min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "sign", "found"),
    [
        ("a=1, b=2", ",", ["a=1", "b=2"]),
        ('a="x, y", b=2', ",", ['a="x, y"', "b=2"]),
        ("a=“x, y”,b=2,,", ",", ["a=“x, y”", "b=2"]),
        ('5"6, 7"8', ",", ['5"6', '7"8']),
        ('"x y":1  z:2', " ", ['"x y":1', "z:2"]),
        ('"open x, y', ",", ['"open x', "y"]),
        ("", ",", []),
    ],
)
def test_a_text_is_cut_at_signs_outside_of_quotes(text, sign, found):
    assert parts(text, sign) == found


@pytest.mark.parametrize(
    ("text", "answer"),
    [('a="x', True), ('a="x y":2', False), ("a=“x", True), ('a=5"6', False), ('"a":2 "b', True), ('"a ""b":1', False)],
)
def test_a_quote_that_is_not_closed_is_seen(text, answer):
    assert is_open(text) is answer


@pytest.mark.parametrize("text", ["B", "B:", ":2", "B:2:3", '"B" 2', '"B"C:2', '"B:2', "B :2"])
def test_what_is_no_name_with_a_number_is_refused(text):
    with pytest.raises(ValueError):
        numbered(text)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_any_names_come_back_as_they_were_written(names):
    text = " ".join(f"{quoted(name)}:{number}" for number, name in enumerate(names))
    assert numbered(text) == [(name, str(number)) for number, name in enumerate(names)]
    assert parts(text, ",") == [text] and not is_open(text)
    assert [unquoted(in_quotes(name)) for name in names] == names
