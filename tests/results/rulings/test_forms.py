"""What the director's forms take and refuse, and what they hand to the services."""

import pytest

from results.rulings.engine.forfeits import EjectionCause
from results.rulings.engine.procedures import procedure
from results.rulings.forms.endgame import EndForm
from results.rulings.forms.players import EjectionCaseForm
from results.rulings.forms.rulings import EndedForm, IncidentForm, NewRulingForm, OverrideForm, remedy_text
from results.rulings.services.ejection import Case
from results.rulings.services.endgame import EndAnswers, SideAnswers, apply
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames
from tdsuite.tournaments.rulebooks.registry import rulebook
from tests.results.rulings.cases import Event, make_event

pytestmark = pytest.mark.django_db
WHY = "told at the table"


# --- how it ended ----------------------------------------------------------------------------------


def ended(event: Event, kind: str, **said) -> EndedForm:
    return EndedForm({"reason": WHY, **said}, game=event.game(), kind=kind)


@pytest.mark.parametrize(
    ("kind", "said", "field"),
    [
        ("played", {"first_score": 400}, "second_score"),
        ("played", {"first_score": 4000, "second_score": 300}, "first_score"),
        ("resigned", {"begun": "yes", "first_score": 1, "second_score": 2}, "offender"),
        ("resigned", {"offender": "first", "first_score": 1, "second_score": 2}, "begun"),
        ("resigned", {"offender": "both", "begun": "yes", "first_score": 1, "second_score": 2}, "offender"),
        ("overtime_forfeit", {"offender": "first", "first_score": 1, "second_score": 2, "over": "ten"}, "over"),
        ("no_show", {"offender": "first", "margin": -1}, "margin"),
        ("void", {"reason": ""}, "reason"),
    ],
)
def test_what_is_missing_is_asked_for_at_its_field(event, kind, said, field):
    form = ended(event, kind, **said)
    assert list(form.errors) == [field]


def test_a_reason_for_two_scores_is_asked_for_only_where_a_result_is_replaced(event):
    open_form = EndedForm({"first_score": 1, "second_score": 2}, game=event.game(), kind="played")
    Game.objects.filter(pk=event.game().pk).update(outcome="played", first_score=400, second_score=300)
    there = EndedForm({"first_score": 1, "second_score": 2}, game=event.game(), kind="played")
    assert (open_form.is_valid(), list(there.errors)) == (True, ["reason"])


def test_scores_that_stand_are_offered_again(event):
    Game.objects.filter(pk=event.game().pk).update(outcome="played", first_score=400, second_score=300)
    form = EndedForm(game=event.game(), kind="resigned")
    assert (form["first_score"].value(), form["second_score"].value()) == (400, 300)


# --- ruling otherwise ------------------------------------------------------------------------------


def test_a_ruling_otherwise_needs_spreads_and_a_finding(event):
    form = OverrideForm(
        {"ruling-overrule": "on", "ruling-first_halves": "2", "ruling-second_halves": "0"}, game=event.game()
    )
    assert not form.is_valid()
    assert sorted(form.errors) == ["finding", "first_spread", "second_spread"]


# --- the calculator --------------------------------------------------------------------------------

END = {"how": "went-out", "out": "second", "first_score": 400, "second_score": 380}


@pytest.mark.parametrize(
    ("typed", "handed"), [("1:01", "-1:01"), ("-1:01", "-1:01"), ("", ""), ("0:00", "-0:00"), (" 2:30 ", "-2:30")]
)
def test_overtime_is_typed_with_or_without_its_sign(event, typed, handed):
    form = EndForm({**END, "first_clock": typed}, game=event.game(), book=rulebook("wespa-2010"))
    assert form.is_valid(), form.errors
    assert form.answers().first.clock == handed


def test_who_went_out_counts_only_where_somebody_did(event):
    turns = {f"turn_{number}": "pass" for number in range(1, 7)}
    form = EndForm({**END, **turns, "how": "six-zeros"}, game=event.game(), book=rulebook("wespa-2010"))
    assert form.is_valid()
    assert (form.answers().out, form.answers().turns) == ("", ("pass",) * 6)


def test_the_last_turns_count_only_where_they_ended_the_game(event):
    form = EndForm({**END, "turn_1": "pass"}, game=event.game(), book=rulebook("wespa-2010"))
    assert form.is_valid()
    assert form.answers().turns == ()


@pytest.mark.parametrize(
    ("book", "ways"),
    [
        ("wespa-2010", ["went-out", "six-zeros", "round-stopped"]),
        ("nsa-2004", ["went-out", "six-zeros", "sand-stopped", "round-stopped"]),
        ("sowpods-club", ["went-out", "six-zeros", "round-stopped", "agreed"]),
        ("scrabble-guide", ["went-out", "six-zeros", "round-stopped", "time-up"]),
    ],
)
def test_only_the_ends_that_a_rulebook_has_are_offered(event, book, ways):
    form = EndForm(game=event.game(), book=rulebook(book))
    assert [code for code, _ in form.fields["how"].choices] == ways


def test_the_form_opens_as_it_was_left(event):
    given = EndAnswers("went-out", SideAnswers(400), SideAnswers(380, "BDD", "-1:01", 30, "power cut"), "first")
    apply(by=event.director, game=event.game(), answers=given)
    form = EndForm(game=event.game(), book=rulebook("wespa-2010"))
    values = {name: form[f"second_{name}"].value() for name in ("score", "rack", "clock", "disregarded", "waiver")}
    assert values == {"score": 380, "rack": "BDD", "clock": "-1:01", "disregarded": "0:30", "waiver": "power cut"}
    assert [field.name for field in form.of("first")] == [
        "first_score", "first_rack", "first_clock_kind", "first_clock"
    ]  # fmt: skip
    assert [field.name for field in form.seldom("first")] == ["first_disregarded", "first_waiver"]


# --- incidents and rulings -------------------------------------------------------------------------


def incident_form(event: Event, kind: str, book: str = "wespa-2010", *, may_rule: bool = True, **said) -> IncidentForm:
    found = procedure(kind, rulebook(book))
    return IncidentForm(said or None, division=event.division, game=event.game(), procedure=found, may_rule=may_rule)


def test_forfeits_and_ejections_are_not_among_the_taps(event):
    kinds = {one.kind for one in incident_form(event, "cheating").remedies}
    assert kinds.isdisjoint({RemedyKind.FORFEIT, RemedyKind.EJECTION})


@pytest.mark.parametrize(("book", "level"), [("wespa-2010", True), ("nsa-2004", False)])
def test_a_level_is_asked_where_the_rulebook_has_levels(book, level):
    form = incident_form(make_event(book), "overdraw", book)
    assert ("level" in form.fields) is level


def test_people_of_the_game_alone_are_offered(event):
    assert [one.number for one in incident_form(event, "overdraw").fields["entry"].queryset] == [1, 4]


def test_a_remedy_in_words():
    remedies = procedure("illegal_exchange", rulebook("nsa-2004")).remedies
    assert remedy_text(remedies[0]) == "30 points off the score, where it was noticed at stage e: -30 (II.H.10)"
    minute = procedure("misoriented_tile", rulebook("nsa-2004")).remedies[0]
    assert remedy_text(minute).endswith("(to the player wronged) (II.F.2)")


def test_a_ruling_of_a_game_offers_its_two_players(event):
    form = NewRulingForm(division=event.division, game=event.game())
    assert [one.number for one in form.fields["entry"].queryset] == [1, 4]
    assert list(form.fields)[:3] == ["subject", "entry", "rule"]


# --- players, recounts, spread ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "case"),
    [
        ({}, Case(EjectionCause.GRAVEST, 3, None, None, 150)),
        ({"format": "robin"}, Case(EjectionCause.GRAVEST, 3, True, None, 150)),
        ({"format": "other", "fate": "void"}, Case(EjectionCause.GRAVEST, 3, False, EjectedGames.VOID, 150)),
        (
            {"cause": "lesser", "fate": "awarded", "award": 100},
            Case(EjectionCause.LESSER, 3, None, EjectedGames.AWARDED, 100),
        ),
    ],
)
def test_an_ejection_as_it_is_asked_for(said, case):
    form = EjectionCaseForm({"cause": "gravest", "from_round": 3, "format": "", "fate": "", "award": 150, **said})
    assert form.is_valid(), form.errors
    assert form.case() == case
