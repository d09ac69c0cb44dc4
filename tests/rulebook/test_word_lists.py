"""Lists go by the rulebooks' names, in full and in short; the names here are those that the rulebooks use."""

from datetime import date

import pytest

from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, rulebook, word_source
from tdsuite.tournaments.rulebooks.word_lists import ANY_EDITION, SHORT_NAMES, folded, is_named, names_source

OWL = "Official Tournament & Club Word List (OWL)"
DIRECTORS = "Collins Scrabble Tournament & Club Word List, the edition the director names"


def sources():
    """Every list that any rulebook names, by itself or by the organiser's choice."""
    for book in RULEBOOKS.values():
        provision = book.before.word_source
        for rule in (provision.value, *(choice.value for choice in provision.choices)):
            for edition in rule.editions:
                yield from edition.lists


def test_every_list_that_a_rulebook_names_has_the_name_that_players_use():
    wanted = {one.name for one in sources() if not one.roots and not ANY_EDITION.fullmatch(one.name)}
    assert wanted == set(SHORT_NAMES)


@pytest.mark.parametrize("source", SHORT_NAMES)
def test_a_list_goes_by_its_full_name_and_by_every_short_one(source):
    for name in (source, source.upper(), *SHORT_NAMES[source]):
        assert is_named(source, name)


@pytest.mark.parametrize(
    ("source", "name", "edition", "same"),
    [
        (OWL, "OWL", "", True), (OWL, "owl", "second", True), (OWL, "OWL2", "", True), (OWL, "OSPD", "", False),
        (OWL, "NWL23", "", False), (OWL, "", "", False), ("Collins Scrabble Words 2024", "CSW", "2024", True),
        ("Collins Scrabble Words 2024", "csw_24", "", True),
        ("Collins Scrabble Words 2024", "Collins Scrabble Words", "2024", True),
        ("Collins Scrabble Words 2024", "CSW", "", False), ("Collins Scrabble Words 2024", "CSW21", "", False),
        (DIRECTORS, "CSW21", "", True), (DIRECTORS, "Collins", "2019", True), (DIRECTORS, "Long List", "", False),
        (DIRECTORS, "CSW, but not quite", "", False), (DIRECTORS, "Collins English Dictionary", "", False),
        ("Long List", "Long-List", "", True),
    ],
)  # fmt: skip
def test_a_name_with_its_edition(source, name, edition, same):
    assert is_named(source, name, edition) is same


def test_case_spaces_and_signs_do_not_make_another_name():
    assert folded(" CSW-2011_(Corrected) ") == "csw2011corrected"


IN_2011, IN_2013, IN_2026 = date(2011, 5, 1), date(2013, 5, 1), date(2026, 5, 1)
NAMED = [
    ("wespa-2010", IN_2026, "CSW07 | csw-07 | CSW 2007 | Collins 2007 | TCWL 2007", "CSW | CSW12 | TWL07 | ODS 2007 | 2007 | e"),
    ("wespa-2012", IN_2011, "CSW07 | Collins Scrabble Words 2007", "CSW11 | CSW12 | ODS 2007"),
    (
        "wespa-2012", IN_2013, "CSW11 | CSW12 | csw 2012 | Collins 2011 | Collins Scrabble Words 2011",
        "CSW07 | CSW14 | TWL11 | ODS 2011 | 2011 | e | Collins | Scrabble Words",
    ),
    (
        "nsa-2004", IN_2013, "OWL | OWL2 | TWL | TWL06 | TWL98 | OWL, then Long List | OWL + LL",
        "OSPD | OSPD4 | NWL18 | ODS | Long List | Word | OWL + CSW12 | (OWL)s",
    ),
    (
        "sowpods-club", IN_2013, "SOWPODS | OSWI | OSW and OSPD | SOWPODS, then Chambers Dictionary (1993)",
        "OSPD | OSW | SOW | CSW12 | Chambers",
    ),
    ("scrabble-guide", IN_2013, "CSW07 | CSW12 | CSW24 | CSW | Collins 2019", "OWL | SOWPODS | ODS 2011 | CSWhatever | 2011"),
]  # fmt: skip


@pytest.mark.parametrize(("book", "ends", "accepted", "refused"), NAMED)
def test_wespa_1_2_b_nsa_i_a_1_a_list_is_known_by_its_whole_name_and_never_by_a_year_or_a_part(
    book, ends, accepted, refused
):
    lists = word_source(rulebook(book), ends).lists
    assert [name for name in accepted.split(" | ") if not names_source(lists, name)] == []
    assert [name for name in refused.split(" | ") if names_source(lists, name)] == []
