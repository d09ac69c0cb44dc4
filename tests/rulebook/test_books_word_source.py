"""Which words an event plays to: by rulebook and by the date the event ends."""

from datetime import date

import pytest

from tdsuite.tournaments.rulebooks.choices import effective
from tdsuite.tournaments.rulebooks.registry import rulebook, word_source

TCWL = "HarperCollins Scrabble Tournament & Club Word List (2007 edition)"
COLLINS = "Collins Official Scrabble Words 2011 (3rd edition)"
LATER = "WESPA Rules, web edition (2012-2019) has later rules for events that end in 2020 or later."


@pytest.mark.parametrize(
    ("ends", "name", "warning"),
    [
        pytest.param(date(2011, 12, 31), TCWL, "", id="wespa_2012_app_2_ends_2011_12_31"),
        pytest.param(date(2012, 1, 1), COLLINS, "", id="wespa_2012_app_2_ends_2012_01_01"),
        pytest.param(date(2019, 12, 31), COLLINS, "", id="wespa_2012_caveat_ends_2019_12_31"),
        pytest.param(date(2020, 1, 1), COLLINS, LATER, id="wespa_2012_caveat_ends_2020_01_01"),
    ],
)
def test_word_source_wespa_2012(ends: date, name: str, warning: str) -> None:
    source = word_source(rulebook("wespa-2012"), ends)
    assert (source.name, source.warning, source.rule) == (name, warning, "1.2(b), App. 2, caveat")


@pytest.mark.parametrize(
    ("length", "names"),
    [
        (2, ["Official Tournament & Club Word List (OWL)"]),
        (9, ["Official Tournament & Club Word List (OWL)"]),
        (10, ["Official Tournament & Club Word List (OWL)", "Long List"]),
        (15, ["Official Tournament & Club Word List (OWL)", "Long List"]),
    ],
)
def test_word_source_nsa_i_a_1_the_long_list_is_consulted_second_from_ten_letters(
    length: int, names: list[str]
) -> None:
    source = word_source(rulebook("nsa-2004"), date(2004, 8, 1))
    assert [each.name for each in source.lists_for(length)] == names


@pytest.mark.parametrize(
    ("length", "names"),
    [
        (8, ["SOWPODS"]),
        (9, ["SOWPODS", "Merriam-Webster's Collegiate Dictionary, 10th edition"]),
        (10, ["Chambers Dictionary (1993)", "Merriam-Webster's Collegiate Dictionary, 10th edition"]),
    ],
)
def test_word_source_sowpods_club_play_10_longer_words_are_looked_up_in_dictionaries(
    length: int, names: list[str]
) -> None:
    source = word_source(rulebook("sowpods-club"), date(2002, 1, 1))
    assert [each.name for each in source.lists_for(length)] == names


def test_word_source_sowpods_club_play_10_a_tournament_may_choose_a_computer_list() -> None:
    rules = effective(rulebook("sowpods-club"), {"word_source": "computer"})
    assert word_source(rules.rulebook, date(2002, 1, 1)).name == "SOWPODS, as a computer list"


def test_word_source_scrabble_guide_the_edition_is_the_directors() -> None:
    book = rulebook("scrabble-guide")
    named = effective(book, {"word_source": "collins-2019"}).rulebook
    assert word_source(book, date(2026, 1, 1)).name.endswith("the edition the director names")
    assert word_source(named, date(2026, 1, 1)).name == "Collins Scrabble Words 2019"
