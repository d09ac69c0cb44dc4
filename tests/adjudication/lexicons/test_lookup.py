"""Looking a word up in the canonical list, and the words that no judge takes."""

import pytest
from hypothesis import given, strategies as st

from adjudication.lexicons.engine.alphabets import ALPHABETS
from adjudication.lexicons.engine.lookup import NotJudged, canonical_bytes, checked, contains

ENGLISH, SPANISH = ALPHABETS["english"], ALPHABETS["spanish"]
WORDS = st.text(alphabet="AB[]ÑŻZ", min_size=1, max_size=6)


@given(kept=st.sets(WORDS, max_size=40), asked=WORDS)
def test_the_list_holds_a_word_exactly_when_a_set_of_its_words_does(kept, asked):
    canonical = canonical_bytes(kept)
    assert contains(canonical, asked) is (asked in kept)
    assert all(contains(canonical, word) for word in kept)


def test_no_part_of_a_word_and_no_two_words_are_a_word():
    canonical = canonical_bytes(["AAH", "AAHED", "ZA"])
    assert [
        word for word in ("AA", "AAHE", "AH", "ED", "Z", "A", "AAH\nAAHED", "", "ZAA") if contains(canonical, word)
    ] == []


def test_an_empty_list_holds_nothing():
    assert not contains(b"", "AA")


def test_the_words_of_a_challenge_are_taken_as_they_are_typed():
    assert checked([" qi", "Zebra "], ENGLISH) == ("QI", "ZEBRA")
    assert checked(["chico", "1ico"], SPANISH) == ("[CH]ICO", "[CH]ICO")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Write every word of the challenge."),
        (["qi", " "], "Write every word of the challenge."),
        (["qi"] * 9, "9 words: one play makes 8 words at most."),
        (["a"], "a has 1 tile: words have 2 to 15."),
        (["x" * 16], f"{'x' * 16} has 16 tiles: words have 2 to 15."),
        (["qi", "co-op"], "co-op: - is no tile of the English set."),
    ],
)
def test_words_that_no_judge_takes(words, says):
    with pytest.raises(NotJudged) as refused:
        checked(words, ENGLISH)
    assert str(refused.value) == says


def test_eight_words_of_fifteen_letters_are_taken():
    assert len(checked(["x" * 15] * 8, ENGLISH)) == 8
