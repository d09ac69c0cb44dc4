"""The event page says when a division is not judged by its rulebook's word source for the date."""

from datetime import date

import pytest

from adjudication.lexicons.services import pin_lexicon
from adjudication.lexicons.word_source import lists_to_choose, word_source_warnings
from tdsuite.platform.access.guard import COMMAND_LINE
from tests.adjudication.lexicons.lists import make_lexicon
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db


def division_of(rulebook, ends, **fields):
    return make_division(make_tournament("open", rulebook=rulebook, starts_on=ends, ends_on=ends, **fields), players=0)


def pinned(rulebook, name, *, edition="", ends=date(2026, 5, 16), second="", second_from=None, **fields):
    """The warnings of an event whose one division is judged by these lists."""
    division = division_of(rulebook, ends, **fields)
    other = make_lexicon(second, data=b"quizzifications\n") if second else None
    first = make_lexicon(name, edition)
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=first, second=other, second_from=second_from)
    return word_source_warnings(division.tournament)


def test_no_list_chosen_is_told_once_for_all_divisions():
    tournament = division_of("wespa-2010", date(2026, 5, 16)).tournament
    make_division(tournament, players=0, code="b")
    assert word_source_warnings(tournament) == [
        "No word list is chosen for Division A, Division B: the open list would judge, and that is not a tournament "
        "list. WESPA Game Rules 2.0 (2010) names HarperCollins Scrabble Tournament & Club Word List (2007 edition) "
        "(1.2(b), App. 2)."
    ]
    tournament.club_evening = True  # has no challenges
    assert word_source_warnings(tournament) == lists_to_choose(tournament) == []


def test_the_day_page_stops_asking_when_any_list_was_chosen():
    division = division_of("wespa-2010", date(2026, 5, 16))
    assert lists_to_choose(division.tournament) == word_source_warnings(division.tournament) != []
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=make_lexicon("House list", ""))
    assert lists_to_choose(division.tournament) == []
    assert len(word_source_warnings(division.tournament)) == 1


@pytest.mark.parametrize(
    "name", ["CSW07", "csw 2007", "HarperCollins Scrabble Tournament & Club Word List (2007 edition)"]
)
def test_wespa_1_2_b_the_books_own_list_needs_no_warning(name):
    assert pinned("wespa-2010", name) == []


def test_wespa_1_2_b_another_list_is_told():
    assert pinned("wespa-2010", "CSW24") == [
        "Division A is judged by CSW24; WESPA Game Rules 2.0 (2010) names HarperCollins Scrabble Tournament & Club Word "
        "List (2007 edition) for an event that ends on 16 May 2026 (1.2(b), App. 2)."
    ]


@pytest.mark.parametrize(("ends", "name"), [(date(2011, 12, 31), "CSW07"), (date(2012, 1, 1), "CSW11")])
def test_wespa_appendix_2_the_list_follows_the_events_last_day(ends, name):
    assert pinned("wespa-2012", name, ends=ends) == []


@pytest.mark.parametrize(("ends", "name"), [(date(2011, 12, 31), "CSW11"), (date(2012, 1, 1), "CSW07")])
def test_wespa_appendix_2_the_other_days_list_is_told(ends, name):
    (told,) = pinned("wespa-2012", name, ends=ends)
    assert told.startswith(f"Division A is judged by {name}; ")
    assert f"for an event that ends on {ends.day} {ends:%B %Y}" in told


def test_wespa_2012_events_from_2020_have_later_rules():
    assert pinned("wespa-2012", "CSW11", ends=date(2020, 1, 1)) == [
        "WESPA Rules, web edition (2012-2019) has later rules for events that end in 2020 or later."
    ]


@pytest.mark.parametrize(
    ("second", "second_from", "fine"),
    [("Long List", 10, True), ("Long List", 9, False), ("Other", 10, False), ("", None, False)],
)
def test_nsa_I_A_1_owl_and_the_long_list_from_ten_letters(second, second_from, fine):
    told = pinned("nsa-2004", "OWL", second=second, second_from=second_from)
    assert (told == []) is fine
    assert fine or "names Official Tournament & Club Word List (OWL), then Long List" in told[0]


def test_a_second_list_that_the_book_does_not_name_is_told():
    assert len(pinned("wespa-2010", "CSW07", second="Long List", second_from=10)) == 1


@pytest.mark.parametrize(("name", "fine"), [("CSW24", True), ("CSW 2021", False), ("OWL2", False)])
def test_scrabble_guide_the_edition_that_was_chosen(name, fine):
    told = pinned("scrabble-guide", name, choices={"word_source": "collins-2024"})
    assert (told == []) is fine


@pytest.mark.parametrize(
    ("name", "edition", "fine"), [("CSW", "2024", True), ("Collins Scrabble Words 2019", "", True), ("OWL2", "", False)]
)
def test_scrabble_guide_any_collins_edition_where_the_director_names_it(name, edition, fine):
    assert (pinned("scrabble-guide", name, edition=edition) == []) is fine


def test_sowpods_play_10_chambers_from_ten_letters_and_roots_by_hand():
    assert pinned("sowpods-club", "SOWPODS", second="Chambers 1993", second_from=10) == []


def test_sowpods_play_10_a_computer_list():
    assert pinned("sowpods-club", "SOWPODS", choices={"word_source": "computer"}) == []
