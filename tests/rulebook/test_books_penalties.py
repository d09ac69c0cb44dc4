"""Challenge penalty schemes by their short names (WESPA 3.10.15)."""

import pytest

from tdsuite.tournaments.rulebooks.penalties import BadPenaltyScheme, PenaltyKind, PenaltyScheme, penalty_scheme
from tests.rulebook.books import WESPA_2010


@pytest.mark.parametrize(
    ("code", "rule", "label", "standard"),
    [
        pytest.param("single", "3.10.15(b)(i)", "single: no penalty", True, id="3_10_15_b_i_single"),
        pytest.param("word:5", "3.10.15(b)(ii)", "5 points a word", True, id="3_10_15_b_ii_5_a_word"),
        pytest.param("turn:5", "3.10.15(b)(iii)", "5 points a turn", True, id="3_10_15_b_iii_5_a_turn"),
        pytest.param("word:10", "3.10.15(b)(iv)", "10 points a word", True, id="3_10_15_b_iv_10_a_word"),
        pytest.param("turn:10", "3.10.15(b)(iv)", "10 points a turn", True, id="3_10_15_b_iv_10_a_turn"),
        pytest.param("double", "3.10.15(b)(v)", "double: loss of turn", True, id="3_10_15_b_v_double"),
        pytest.param(
            "dingle", "3.10.15(c)(i)", "dingle: first free, then loss of turn", False, id="3_10_15_c_i_dingle"
        ),
        pytest.param("rising:5-10", "3.10.15(c)(ii)", "5-10 points, rising", False, id="3_10_15_c_ii_5_then_10"),
        pytest.param(
            "rising:5-5-10-20-30", "3.10.15(c)(iii)", "5-5-10-20-30 points, rising", False, id="3_10_15_c_iii_rising"
        ),
        pytest.param("time:60", "3.10.15(c)(iv)", "60 seconds off the clock", False, id="3_10_15_c_iv_time"),
    ],
)
def test_wespa_2010_choice(code: str, rule: str, label: str, standard: bool) -> None:
    by_code = {choice.code: choice for choice in WESPA_2010.during.challenge.scheme.choices}
    choice = by_code[code]
    assert (choice.rule, choice.label, choice.standard) == (rule, label, standard)
    assert penalty_scheme(code) == choice.value


def test_wespa_2010_3_10_15_lists_ten_schemes() -> None:
    assert len(WESPA_2010.during.challenge.scheme.choices) == 10


def test_a_name_is_read_whatever_its_case_and_spaces() -> None:
    assert penalty_scheme("  Word:7 ") == PenaltyScheme(PenaltyKind.POINTS_PER_WORD, (7,))


@pytest.mark.parametrize("code", ["single", "word:1", "turn:100", "double", "dingle", "rising:0-5-10", "time:1500"])
def test_a_schemes_code_names_it_again(code: str) -> None:
    assert penalty_scheme(code).code == code


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("treble", "no scheme has that name"),
        ("", "no scheme has that name"),
        ("single:5", "single takes no amount"),
        ("dingle:2", "dingle takes no amount"),
        ("word", "an amount is missing or not a whole number"),
        ("word:", "an amount is missing or not a whole number"),
        ("word:five", "an amount is missing or not a whole number"),
        ("word:-5", "an amount is missing or not a whole number"),
        ("word:²", "an amount is missing or not a whole number"),
        ("word:99999", "an amount is missing or not a whole number"),
        ("word:0", "give one amount above zero"),
        ("turn:5-10", "give one amount above zero"),
        ("word:101", "no amount may exceed 100"),
        ("time:1501", "no amount may exceed 1500"),
        ("rising:5", "a rising penalty has two steps or more, and rises"),
        ("rising:5-5", "a rising penalty has two steps or more, and rises"),
        ("rising:10-5", "a rising penalty has two steps or more, and rises"),
        ("rising:5-500", "no amount may exceed 100"),
    ],
)
def test_a_bad_scheme_says_why_and_shows_the_forms(text: str, why: str) -> None:
    with pytest.raises(BadPenaltyScheme) as refused:
        penalty_scheme(text)
    assert refused.value.text == text
    assert str(refused.value).startswith(f"{text!r} is not a challenge penalty: {why}. Write single, double, dingle,")
