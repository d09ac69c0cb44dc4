"""Everything to be reported outside the event is one list, with its addressee, marked off as it is sent."""

from datetime import date

import pytest

from results.games.services.outcomes import record_result
from results.models import Incident, Ruling
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.forms.rulings import IncidentForm, NewRulingForm
from results.rulings.services import ejection, incidents, rulings
from results.rulings.services.due_reports import mark_sent, reports_due
from results.rulings.services.incidents import Happened
from results.sheets.services import recounts
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.services.decision import Refused
from tests.results.rulings.cases import Event, logged_in, make_event

pytestmark = pytest.mark.django_db


def log(event: Event, kind: str, **values) -> Incident:
    happened = Happened(kind, **({"game": event.game(), "entry": event.entry(1), "other": event.entry(4)} | values))
    return incidents.log(by=event.director, division=event.division, happened=happened)


def rule(event: Event, **facts) -> Ruling:
    facts = rulings.RulingFacts("Found so.", **facts)
    return rulings.make_ruling(by=event.director, division=event.division, facts=facts, game=event.game())


def listed(event: Event) -> list[tuple[str, str, str]]:
    """Kind, rule and addressee of what is still to be sent."""
    return [(row.kind, row.rule, row.to.value) for row in reports_due(event.division.tournament) if row.sent_at is None]


@pytest.fixture
def wespa() -> Event:
    return make_event()


@pytest.mark.parametrize("kind", ["cheating", "abuse", "overdraw_concealed", "starts_misreported"])
def test_wespa_6_2_4_b_a_level_1_incident_goes_to_the_association(wespa, kind):
    incident = log(wespa, kind)
    assert listed(wespa) == [("incident", incident.rule, "association")]


def test_wespa_6_2_4_b_a_level_1_incident_cannot_be_kept_from_the_association(wespa):
    with pytest.raises(Refused, match=r"This is reported to the national association \(6\.2\.4\(b\)\)"):
        log(wespa, "cheating", report_to="")
    assert Incident.objects.count() == 0


@pytest.mark.parametrize("to", ["association", "wespa"])
def test_wespa_6_3_3_c_a_level_2_incident_may_go_to_the_association_or_to_wespa(wespa, to):
    log(wespa, "papers")
    assert listed(wespa) == []
    log(wespa, "papers", report_to=to)
    assert listed(wespa) == [("incident", "1.5.3, 6.3.1(j)", to)]


def test_wespa_6_3_3_c_the_forms_offer_wespa_and_nsa_has_no_such_body(wespa):
    ruling = NewRulingForm(division=wespa.division, game=None)
    assert [code for code, _ in ruling.fields["report_to"].choices] == [
        "", "rules_committee", "association", "both", "wespa"
    ]  # fmt: skip
    nsa = make_event("nsa-2004", slug="another-open")
    ruling = NewRulingForm(division=nsa.division, game=None)
    assert [code for code, _ in ruling.fields["report_to"].choices] == ["", "association"]
    found = incidents.procedure("papers", wespa.division.tournament.rules.rulebook)
    form = IncidentForm(division=wespa.division, game=None, procedure=found, may_rule=True)
    assert [code for code, _ in form.fields["report_to"].choices] == ["book", "nobody", "association", "wespa"]


def test_wespa_preamble_a_ruling_goes_to_the_rules_committee(wespa):
    rule(wespa, report_to="rules_committee", rule="4.3")
    rule(wespa)
    assert listed(wespa) == [("ruling", "4.3", "rules_committee")]


@pytest.mark.parametrize(("book", "due"), [("nsa-2004", [("recount", "III.E", "association")]), ("wespa-2010", [])])
def test_nsa_iii_e_a_halted_recount_goes_to_the_association(book, due):
    event = make_event(book)
    record_result(by=event.director, game=event.game(), first_score=400, second_score=390)
    made = recounts.request(by=event.director, game=event.game(), asked_by=event.game().first)
    recounts.halt(by=event.director, recount=made, reason="round is due", agreed=(400, 390))
    assert listed(event) == due


def test_nsa_guideline_2_a_disputed_blank_is_reported_only_where_the_director_says_so():
    event = make_event("nsa-2004")
    log(event, "blank_disputed")
    assert listed(event) == []
    log(event, "blank_disputed", report_to="association")
    assert listed(event) == [("incident", "Guideline 2", "association")]


@pytest.mark.parametrize("kind", ["collusion", "cheating", "overdraw_concealed", "eight_tiles", "abuse"])
def test_nsa_guidelines_8_10_18_20_21_matters_for_the_director_are_on_no_list(kind):
    event = make_event("nsa-2004")
    log(event, kind)
    assert listed(event) == []


def test_wespa_6_2_4_b_an_ejection_is_on_the_list_by_its_ruling(wespa):
    ejection.apply(
        by=wespa.director, entry=wespa.entry(1), case=ejection.Case(EjectionCause.GRAVEST, 1),
        ruling=rulings.RulingFacts("Found so.", rule="6.2.1"), reason="cheating",
    )  # fmt: skip
    assert listed(wespa) == [("ruling", "6.2.1", "association")]


def test_a_report_is_marked_as_sent_once_each_and_stays_on_the_list(wespa):
    tournament = wespa.division.tournament
    log(wespa, "cheating")
    rule(wespa, report_to="wespa")
    for row in reports_due(tournament):
        logged_in(wespa.director).post(f"/console/lakeside-open/rulings/reports/{row.kind}/{row.pk}/sent/")
    assert listed(wespa) == []
    assert [row.sent_at is not None for row in reports_due(tournament)] == [True, True]
    for row in reports_due(tournament):
        with pytest.raises(Refused, match="reported already"):
            mark_sent(by=wespa.director, tournament=tournament, kind=row.kind, pk=row.pk)
    assert Record.objects.filter(action__in=["incident.reported", "ruling.reported"]).count() == 2


def test_a_withdrawn_incident_leaves_the_list_and_cannot_be_reported(wespa):
    incident = log(wespa, "cheating")
    incidents.withdraw(by=wespa.director, incident=incident, reason="mistaken")
    assert listed(wespa) == []
    with pytest.raises(Refused, match="nothing of this to report"):
        mark_sent(by=wespa.director, tournament=wespa.division.tournament, kind="incident", pk=incident.pk)


def test_reports_are_the_directors(wespa):
    incident = log(wespa, "cheating")
    with pytest.raises(NotAllowed):
        mark_sent(by=wespa.scorer, tournament=wespa.division.tournament, kind="incident", pk=incident.pk)


def test_the_list_prints_and_says_who_is_told_of_what(wespa):
    log(wespa, "cheating")
    client = logged_in(wespa.director)
    shown = client.get("/console/lakeside-open/rulings/?show=reports").content.decode()
    assert "data-print" in shown
    assert "The national association" in shown
    assert "6.3.3(c)" in shown
    assert f"{wespa.entry(1).player} against {wespa.entry(4).player}" in shown
    assert "Incident: Cheating, level 1" in shown


# --- the jury --------------------------------------------------------------------------------------


def test_guide_others_what_is_permitted_is_for_the_jury_in_the_end_and_nothing_else():
    event = make_event("scrabble-guide")
    facts = rulings.RulingFacts("The play is permitted.")
    permitted = rulings.make_ruling(
        by=event.director, division=event.division, facts=facts, subject="permitted", game=event.game()
    )
    other = rulings.make_ruling(by=event.director, division=event.division, facts=facts, subject="play")
    appeal = rulings.lodge_appeal(
        by=event.director, ruling=permitted, entry=event.entry(1), grounds="It is no word.", on=date(2026, 5, 16)
    )
    assert appeal.body == "the jury"
    with pytest.raises(Refused, match="There is no appeal"):
        rulings.who_hears(other, date(2026, 5, 16))


@pytest.mark.parametrize(("book", "offered"), [("scrabble-guide", True), ("wespa-2010", False), ("nsa-2004", False)])
def test_guide_others_the_ruling_form_offers_permissibility_where_the_book_has_a_jury(book, offered):
    form = NewRulingForm(division=make_event(book).division, game=None)
    assert ("permitted" in dict(form.fields["subject"].choices)) is offered
