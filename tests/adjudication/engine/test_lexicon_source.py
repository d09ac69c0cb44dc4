"""Lists go by the rulebooks' names, in full and in short; the names here are those that the rulebooks use."""

import pytest

from adjudication.engine.lexicon_source import ANY_EDITION, SHORT_NAMES, folded, is_named
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

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
        (OWL, "OWL", "", True),
        (OWL, "owl", "second", True),
        (OWL, "OWL2", "", False),
        (OWL, "NWL23", "", False),
        (OWL, "", "", False),
        ("Collins Scrabble Words 2024", "CSW", "2024", True),
        ("Collins Scrabble Words 2024", "csw_24", "", True),
        ("Collins Scrabble Words 2024", "Collins Scrabble Words", "2024", True),
        ("Collins Scrabble Words 2024", "CSW", "", False),
        ("Collins Scrabble Words 2024", "CSW21", "", False),
        (DIRECTORS, "CSW21", "", True),
        (DIRECTORS, "Collins", "2019", True),
        (DIRECTORS, "Long List", "", False),
        ("Long List", "Long-List", "", True),
    ],
)
def test_a_name_with_its_edition(source, name, edition, same):
    assert is_named(source, name, edition) is same


def test_case_spaces_and_signs_do_not_make_another_name():
    assert folded(" CSW-2011_(Corrected) ") == "csw2011corrected"
