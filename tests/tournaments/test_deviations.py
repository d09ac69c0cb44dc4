"""What of an event's rules is not standard, or not as the rulebook has it, is named."""

from datetime import date

import pytest

from adjudication.lexicons.models import DivisionLexicon, Lexicon
from adjudication.lexicons.word_source import word_source_warnings
from tdsuite.tournaments.services.rules import deviations
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"choices": {"challenge_penalty": "rising:5-5-10-20-30"}}, "(3.10.15(c)(iii))"),
        ({"choices": {"challenge_penalty": "time:90"}}, "(3.10.15(c))"),
        ({"game_minutes": 22}, "(5.3.5)"),
        ({"rulebook": "wespa-2012", "starts_on": date(2026, 5, 16)}, "has later rules for events that end in 2020"),
    ],
)
def test_wespa_3_10_15_d_5_3_5_every_deviation_is_listed(fields, says):
    (found,) = deviations(make_tournament(**fields))
    assert says in found


SAME, ANOTHER = ("Collins 2007", "CSW07", "CSW 07", ""), ("CSW24", "CSW 2019", "ODS 2007", "e")


@pytest.mark.parametrize("lexicon", [*SAME, *ANOTHER])
def test_wespa_1_2_b_another_word_source_is_named(lexicon):
    tournament = make_tournament()
    make_division(tournament, players=2, lexicon=lexicon)
    found = deviations(tournament)
    assert [one.startswith(f"Division A: the lexicon is {lexicon}") for one in found] == [True] * (lexicon in ANOTHER)


def test_wespa_app_2_csw12_is_collins_2011_on_the_page_and_the_checklist():
    """One comparison: the ratings checklist and the event's page never disagree about a name."""
    tournament = make_tournament(rulebook="wespa-2012", starts_on=date(2013, 5, 1), ends_on=date(2013, 5, 2))
    division = make_division(tournament, players=2, lexicon="CSW12")
    assert deviations(tournament) == ()
    lexicon = Lexicon.objects.create(name="CSW12", licence="made up", size=0, lengths=[], sha256="0" * 64)
    DivisionLexicon.objects.create(division=division, lexicon=lexicon)
    assert word_source_warnings(tournament) == []


def test_a_standard_event_deviates_in_nothing():
    tournament = make_tournament(choices={"challenge_penalty": "turn:10", "tiles_left": "a"})
    assert deviations(tournament) == ()
