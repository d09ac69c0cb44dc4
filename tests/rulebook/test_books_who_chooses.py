"""Who chooses: what each book leaves to the organiser, by which rule, and what it fixes."""

import pytest

from tdsuite.tournaments.rulebooks.choices import OPTIONS, options, provisions
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.penalties import BadPenaltyScheme, PenaltyKind, PenaltyScheme, penalty_scheme
from tdsuite.tournaments.rulebooks.registry import rulebook
from tests.rulebook.books import ALL, NSA_2004, SILENT, WESPA
from tests.rulebook.in_books import at, said

BOTH = ("game_minutes start_system absent_margin challenge_penalty penalty_counts overtime_margin tiles_left bye_result bye_spread")  # fmt: skip
YOURS = {
    "wespa-2010": BOTH, "wespa-2012": BOTH, "nsa-2004": "start_system",
    "sowpods-club": "word_source lateness_margin absent_margin challenge_penalty bye_result bye_spread",
    "scrabble-guide": "word_source lateness_margin absent_margin bye_result bye_spread",
}  # fmt: skip


@pytest.mark.parametrize("key", YOURS)
def test_wespa_5_3_5_nsa_i_a_3_iii_g_3_each_book_leaves_these_to_the_organiser_and_fixes_the_rest(key: str) -> None:
    assert [each.key for each in options(rulebook(key)) if not each.fixed] == YOURS[key].split()
    assert at(rulebook(key), "before.word_source").value.may_deviate is False  # WESPA 1.2(b)


@pytest.mark.parametrize("book", ALL)
def test_every_open_provision_is_an_option_and_every_option_leads_to_a_provision(book: Rulebook) -> None:
    assert {path for path, each in said(book).items() if each.open} <= {".".join(each.path) for each in OPTIONS}
    paths = {path for _, _, path, _ in provisions(book)}
    assert all(path in paths for each in OPTIONS for path in (each.path, *each.follows))


@pytest.mark.parametrize("book", WESPA)
def test_wespa_2_1_5_1_4_5_3_5_choices_cite_the_rule_that_gives_them(book: Rulebook) -> None:
    span = at(book, "before.game_time.seconds").span
    assert span is not None
    assert (span.low, span.high, span.rule, span.standard) == (1, 120, "5.3.5", False)
    assert [(one.code, one.rule) for one in at(book, "starting.who_starts.system").choices] == [
        ("assigned", "2.1(b)(i)"), ("balance", "2.1(b)(ii)"), ("draw", "2.1(a)"),
    ]  # fmt: skip
    expected = [("a", "5.1.4(a)"), ("b", "5.1.4(b)")]
    assert [(one.code, one.rule) for one in at(book, "ending.tiles_left").choices] == expected


def test_nsa_i_c_the_organisers_system_for_starts() -> None:
    choices = at(NSA_2004, "starting.who_starts.system").choices
    expected = [("assigned", "I.C", True), ("balance", "I.C", True)]
    assert [(one.code, one.rule, one.standard) for one in choices] == expected


@pytest.mark.parametrize("book", SILENT)
def test_wespa_5_4_1_nsa_iii_g_as_another_book_is_said_in_the_note(book: Rulebook) -> None:
    assert at(book, "results.signed_sheet").note == "Ours: as WESPA 5.4.1."
    assert at(book, "results.bye.rated").note == "Ours: as NSA III.G."


def test_a_name_is_read_whatever_its_case_and_spaces() -> None:
    assert penalty_scheme("  Word:7 ") == PenaltyScheme(PenaltyKind.POINTS_PER_WORD, (7,))


@pytest.mark.parametrize("code", ["single", "word:1", "turn:100", "double", "dingle", "rising:0-5-10", "time:1500"])
def test_a_schemes_code_names_it_again(code: str) -> None:
    assert penalty_scheme(code).code == code


BAD = {
    "no scheme has that name": ("treble", ""),
    "single takes no amount": ("single:5",),
    "dingle takes no amount": ("dingle:2",),
    "an amount is missing or not a whole number": ("word", "word:", "word:five", "word:-5", "word:²", "word:99999"),
    "give one amount above zero": ("word:0", "turn:5-10"),
    "no amount may exceed 100": ("word:101", "rising:5-500"),
    "no amount may exceed 1500": ("time:1501",),
    "a rising penalty has two steps or more, and rises": ("rising:5", "rising:5-5", "rising:10-5"),
}


@pytest.mark.parametrize(("text", "why"), [(text, why) for why, texts in BAD.items() for text in texts])
def test_a_bad_scheme_says_why_and_shows_the_forms(text: str, why: str) -> None:
    with pytest.raises(BadPenaltyScheme) as refused:
        penalty_scheme(text)
    assert str(refused.value).startswith(f"{text!r} is not a challenge penalty: {why}. Write single, double, dingle,")
