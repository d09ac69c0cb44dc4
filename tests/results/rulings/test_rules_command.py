"""`manage.py rules`: the rules in force with their sources, and what is not standard or not as the rulebook has it."""

import json
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from adjudication.lexicons.models import DivisionLexicon, Lexicon
from adjudication.lexicons.word_source import word_source_warnings
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.rulebooks.choices import provisions
from tdsuite.tournaments.services.rules import deviations, rules_of, source
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("rules", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("book", ["wespa-2010", "wespa-2012", "nsa-2004", "sowpods-club", "scrabble-guide"])
def test_every_provision_is_printed_with_its_source(book):
    tournament = make_tournament(rulebook=book)
    lines = [line for line in printed("lakeside-open").splitlines() if line.startswith("  ") and line.endswith("]")]
    assert len(lines) == len(list(provisions(tournament.rules.rulebook)))
    assert not [line for line in lines if line.endswith("[]")]


def test_a_fixed_rule_an_open_one_and_our_default_say_so():
    rows = {row.title: row for row in rules_of(make_tournament(choices={"tiles_left": "b"})).rows}
    assert source(rows["Late: must forfeit"]) == "2.3.5"
    assert source(rows["Tiles left when a player goes out"]) == "5.1.4(b)"
    assert source(rows["Bye: spread"]) == "our default"
    assert source(rows["Overtime forfeit"]) == "our default; 5.3.3"


def test_an_organisers_choice_without_a_rule_is_the_organisers():
    rows = {row.title: row for row in rules_of(make_tournament(choices={"bye_spread": "40"})).rows}
    assert source(rows["Bye: spread"]) == "organiser's choice"


def test_json_goes_to_standard_output_alone():
    make_tournament(choices={"challenge_penalty": "dingle"})
    answer = json.loads(printed("lakeside-open", "--json"))
    assert (answer["event"], answer["rulebook"]["key"], len(answer["deviations"])) == ("lakeside-open", "wespa-2010", 1)
    row = next(row for row in answer["rules"] if row["title"] == "Late: may elect to forfeit")
    assert (row["rule"], row["whose"], row["source"]) == ("2.3.4", "fixed", "2.3.4")


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


@pytest.mark.parametrize(
    ("lexicon", "deviates"),
    [
        ("Collins 2007", False),
        ("CSW07", False),
        ("CSW 07", False),
        ("CSW24", True),
        ("CSW 2019", True),
        ("ODS 2007", True),
        ("e", True),
        ("", False),
    ],
)
def test_wespa_1_2_b_another_word_source_is_named(lexicon, deviates):
    tournament = make_tournament()
    make_division(tournament, players=2, lexicon=lexicon)
    found = deviations(tournament)
    assert [one.startswith(f"Division A: the lexicon is {lexicon}") for one in found] == ([True] if deviates else [])


def test_wespa_app_2_csw12_is_collins_2011_on_the_page_the_checklist_and_the_command():
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
    assert printed("lakeside-open").endswith("Not standard, or not as the rulebook has it:\n  nothing found\n")


def test_an_unknown_event_and_choices_that_cannot_be_read_exit_1():
    with pytest.raises(CommandError, match="There is no event 'nowhere'"):
        printed("nowhere")
    make_tournament()
    Tournament.objects.update(choices={"tiles_left": "c"})
    with pytest.raises(CommandError, match="choices cannot be read") as raised:
        printed("lakeside-open")
    assert raised.value.returncode == 1


def test_a_division_without_a_lexicon_is_no_deviation():
    tournament = make_tournament()
    Division.objects.create(tournament=tournament, name="A", code="a")
    assert deviations(tournament) == ()
