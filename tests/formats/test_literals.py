"""Literals of JavaScript and Perl, read as JSON; where one breaks off its place is named."""

import json

import pytest
from hypothesis import given, strategies as st

from tdsuite.formats import literals
from tdsuite.formats.literals import BadLiteral, read_literal

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("aé, :[]{}'"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab: ", max_size=3), inner, max_size=4),
)


@given(VALUES, st.integers(0, 4))
def test_whatever_json_writes_is_read_as_it_is_and_what_follows_is_left(value, indent):
    text = json.dumps(value, indent=indent)
    inside = f"x = [{text}]; more"
    assert read_literal(inside, 4) == ([value], len(text) + 6)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"'\x41\u0042\u{43}\q\n\u{10FFFF}\u{110000}'", "ABCq\n\U0010ffff"),
        (r"'\ud83d\ude00\ud83d!'", "\U0001f600!"),
        ("[0x1F, -0x1F, +7, .5, 4e2]", [31, -31, 7, 0.5, 400.0]),
        ("[NaN, -Infinity, 1e999, undef]", [None] * 4),
        ("[,1,,2,]", [None, 1, None, 2]),
        ("{a: 1, 'b' => TRUE, true: null,}", {"a": 1, "b": True, "true": None}),
    ],
)
def test_what_json_does_not_know_is_read_too(text, value):
    assert read_literal(text)[0] == value


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("x [1, 2 34567890123456789012345]", "'34567890123456789012' does not belong there", 8),
        ("x {a: 1 'b'}", "\"'b'}\" does not belong there", 8),
        ("x [1, @2345678901234567890123]", "'@2345678901234567890' cannot be read", 6),
        ("x [1, abcdefghijklmnopqrstuvwxyz]", "'abcdefghijklmnopqrst' is not a value", 6),
    ],
)
def test_the_place_where_a_literal_breaks_off_is_named(text, message, at):
    with pytest.raises(BadLiteral) as bad:
        read_literal(text, 2)
    assert (str(bad.value), bad.value.at) == (message, at)


@pytest.mark.parametrize(
    ("limit", "fits"), [("MOST_TOKENS", "[1,2,3]"), ("DEEPEST", "[[[[[[[]]]]]]]"), ("LONGEST_NUMBER", "1234567")]
)
def test_what_is_longer_or_deeper_than_its_limit_is_refused(monkeypatch, limit, fits):
    monkeypatch.setattr(literals, limit, 7)
    assert read_literal(fits)[1] == len(fits)
    monkeypatch.setattr(literals, limit, 6)
    with pytest.raises(BadLiteral):
        read_literal(fits)
