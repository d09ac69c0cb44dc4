"""The incident log, warnings, penalties with a number; rulings, what is reported, appeals."""

from datetime import date

import pytest
from django.urls import reverse

from results.games.services.outcomes import record_result
from results.models import Appeal, AppealText, Incident, IncidentText, Ruling, RulingText
from results.rulings.services import incidents, rulings
from results.rulings.services.incidents import Applied, Happened
from results.rulings.services.rulings import RulingFacts
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import ReasonText, Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, GameAdjustment, SpreadAdjustment
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.incidents import RemedyKind, To
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tests.factories import make_division, make_user
from tests.results.looking import look_and_save
from tests.results.rulings.cases import Event, counted, make_event, records, total

pytestmark = pytest.mark.django_db
COMES_OFF = ScoreMeaning(included=False)
AFTER = date(2026, 5, 20)  # the event ends on the 17th


def log(event: Event, kind: str, applied: Applied | None = None, **said) -> Incident:
    values = {"game": event.game(), "entry": event.entry(1), "other": event.entry(4), "meaning": COMES_OFF} | said
    happened = Happened(kind, applied=applied, **values)
    return incidents.log(by=event.director, division=event.division, happened=happened)


def rule(event: Event, finding: str = "The tile was on the floor.", **said) -> Ruling:
    values = {name: said.pop(name) for name in ("game", "entry", "subject") if name in said}
    return rulings.make_ruling(by=event.director, division=event.division, facts=RulingFacts(finding, **said), **values)


# --- incidents -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "kind", "level", "cited"),
    [
        ("wespa-2010", "overdraw_concealed", 1, "3.9.7"), ("wespa-2010", "flash_draw", 2, "3.10.2, 6.3.1(f)"),
        ("wespa-2012", "board_touched", 3, "3.6.1(b), 6.4.1(b)"), ("nsa-2004", "eight_tiles", None, "Guideline 20"),
        ("sowpods-club", "overdraw", None, ""), ("scrabble-guide", "overdraw", None, "Overdrawing of tiles"),
    ],
)  # fmt: skip
def test_wespa_6_2_an_incident_has_the_level_and_rule_of_the_events_rulebook(book, kind, level, cited):
    incident = log(make_event(book), kind)
    assert (incident.level, incident.rule, incident.round_number) == (level, cited, 1)


def test_the_words_lie_apart_can_be_erased_and_are_in_no_record():
    event = make_event()
    incident = log(event, "overdraw", text="She laughed about it.")
    assert incident.text.text == "She laughed about it."
    incidents.erase_text(by=event.director, incident=incident, reason="asked to")
    assert (IncidentText.objects.count(), Incident.objects.count()) == (0, 1)
    assert not any("laughed" in str(row.after) for row in Record.objects.all())
    assert not ReasonText.objects.filter(text__contains="laughed").exists()


@pytest.mark.parametrize(
    ("book", "applied", "after", "spread"),
    [
        ("nsa-2004", Applied(RemedyKind.POINTS, -30, "II.H.10"), (280, 350), -70),
        ("nsa-2004", Applied(RemedyKind.SPREAD, -50, "Guideline 7"), (310, 350), -90),
        ("wespa-2010", Applied(RemedyKind.POINTS, -10, "6.3.3(b)(iii)"), (300, 350), -50),
    ],
)
def test_nsa_ii_h_10_e_guideline_7_a_penalty_with_a_number_reaches_the_score_or_the_spread(
    book, applied, after, spread
):
    event = make_event(book)
    record_result(by=event.scorer, game=event.game(), first_score=310, second_score=350)
    incident = log(event, "illegal_exchange", applied)
    assert total(event.game()) == after
    assert next(row.spread for row in history(event.division).standings(1) if row.number == 1) == spread
    assert (incident.adjustment is None, incident.spread is None) == (
        applied.kind is RemedyKind.SPREAD, applied.kind is RemedyKind.POINTS
    )  # fmt: skip


def test_wespa_6_3_3_b_iii_a_turn_may_be_lost():
    event = make_event()
    incident = log(event, "flash_draw", Applied(RemedyKind.TURN, rule="6.3.3(b)(iii)"))
    line = GameAdjustment.objects.get()
    assert (line.lost_turn, line.source, incident.adjustment) == (True, f"incident:{incident.pk}", line)


def test_wespa_6_3_3_a_warnings_are_counted_and_withdrawn_ones_are_not():
    event = make_event()
    log(event, "misleading_talk", Applied(RemedyKind.UNOFFICIAL_WARNING, rule="6.3.3(a)"))
    log(event, "misleading_talk", Applied(RemedyKind.OFFICIAL_WARNING, rule="6.3.3(b)(i)"))
    mistaken = log(event, "view_blocked", Applied(RemedyKind.OFFICIAL_WARNING, rule="6.3.3(b)(i)"))
    incidents.withdraw(by=event.director, incident=mistaken, reason="it was the other player")
    assert incidents.warnings_of(event.entry(1)) == "1 official, 1 unofficial"


def test_a_withdrawn_incident_stays_in_the_log_and_its_penalty_is_undone():
    event = make_event()
    record_result(by=event.scorer, game=event.game(), first_score=310, second_score=350)
    incident = log(event, "flash_draw", Applied(RemedyKind.POINTS, -30))
    spread = log(event, "flash_draw", Applied(RemedyKind.SPREAD, -30))
    for one in (incident, spread):
        incidents.withdraw(by=event.director, incident=one, reason="mistaken", meaning=COMES_OFF)
    assert (total(event.game()), SpreadAdjustment.objects.count(), Incident.objects.count()) == ((310, 350), 0, 2)
    assert records(incident)[-1].before["penalty"].startswith("-30 points for")
    with pytest.raises(Refused, match="withdrawn already"):
        incidents.withdraw(by=event.director, incident=incident, reason="again")


def test_a_helper_may_log_and_the_director_alone_applies():
    event = make_event()
    official = make_user("official", tournament=event.division.tournament, role=Role.OFFICIAL)
    happened = Happened("overdraw", game=event.game(), entry=event.entry(1))
    incidents.log(by=official, division=event.division, happened=happened)
    warned = Happened("overdraw", entry=event.entry(1), applied=Applied(RemedyKind.OFFICIAL_WARNING))
    with pytest.raises(NotAllowed):
        incidents.log(by=official, division=event.division, happened=warned)
    player = make_user("player", tournament=event.division.tournament, role=Role.PLAYER)
    with pytest.raises(NotAllowed):
        incidents.log(by=player, division=event.division, happened=happened)
    assert [one.kind for one in incidents.log_of(event.division.tournament)] == ["overdraw"]


@pytest.mark.parametrize(
    ("kind", "said", "says"),
    [
        ("nonsense", {}, "There is no kind of incident called 'nonsense'"),
        ("overdraw", {"game": None, "entry": None, "other": None}, "Name the game or the player"),
        ("overdraw", {"level": 4}, "Levels run from 1, the gravest, to 3"),
        ("overdraw", {"applied": Applied(RemedyKind.FORFEIT)}, "recorded as how the game ended"),
        ("cheating", {"applied": Applied(RemedyKind.EJECTION)}, "a page of its own"),
        ("overdraw", {"applied": Applied(RemedyKind.POINTS, 0)}, "Give the points"),
        ("overdraw", {"applied": Applied(RemedyKind.SECONDS, 4000)}, "Give the points, or the seconds"),
        ("overdraw", {"applied": Applied(RemedyKind.SPREAD, 0)}, "above or below 0"),
        ("overdraw", {"game": None, "applied": Applied(RemedyKind.POINTS, -5)}, "belong to a game"),
        ("overdraw", {"game": None, "applied": Applied(RemedyKind.SPREAD, -5)}, "in which round"),
        ("overdraw", {"other": None, "applied": Applied(RemedyKind.SECONDS, 60, to=To.OTHER)}, "for the opponent"),
        ("overdraw", {"entry": None, "applied": Applied(RemedyKind.POINTS, -5)}, "Name the player at fault"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_logged(kind, said, says):
    event = make_event()
    with pytest.raises(Refused, match=says):
        log(event, kind, **said)
    assert (Incident.objects.count(), GameAdjustment.objects.count(), Record.objects.count()) == (0, 0, 0)


def test_people_and_games_are_of_the_division_and_of_each_other():
    event = make_event()
    other = make_division(event.division.tournament, code="b", players=2)
    for said, says in (
        ({"entry": other.entries.get(number=1), "other": None}, "plays in another division"),
        ({"entry": event.entry(2), "other": None}, "is not at this board"),
        ({"other": event.entry(1)}, "are two people"),
    ):
        with pytest.raises(Refused, match=says):
            log(event, "overdraw", **said)


def test_a_plain_incident_makes_no_draft_stale_and_one_with_points_does():
    event = make_event()
    log(event, "overdraw")
    assert Division.objects.get(pk=event.division.pk).state_version == 0
    log(event, "overdraw", Applied(RemedyKind.SPREAD, -5))
    assert Division.objects.get(pk=event.division.pk).state_version == 1


# --- rulings ---------------------------------------------------------------------------------------


def test_wespa_6_1_2_a_ruling_keeps_both_sides_witnesses_finding_remedy_who_and_when():
    event = make_event()
    ruling = rule(
        event, rule="4.3", remedy="The tile goes back; 4 draws.", one_side="It was hers.", other_side="It was his.",
        witnesses="Table 2 saw it fall.", question="Whose tile?", game=event.game(), subject="play",
    )  # fmt: skip
    assert (ruling.made_by, ruling.made_by_name, ruling.round_number, ruling.game) == (
        event.director.pk, "director", 1, event.game()
    )  # fmt: skip
    text = ruling.text
    assert (text.one_side, text.other_side, text.witnesses) == ("It was hers.", "It was his.", "Table 2 saw it fall.")
    (record,) = records(ruling)
    assert (record.action, record.after["rule"], record.after["remedy"]) == (
        "ruling.made", "4.3", "The tile goes back; 4 draws."
    )  # fmt: skip
    assert "hers" not in str(record.after)


def test_words_are_erased_and_the_ruling_and_the_chain_stay():
    event = make_event()
    ruling = rule(event, one_side="It was hers.", rule="4.3")
    rulings.erase_words(by=event.director, ruling=ruling, reason="asked to")
    text = RulingText.objects.get()
    assert (text.one_side, text.other_side, text.finding) == ("(erased)", "", "(erased)")
    assert Ruling.objects.get().rule == "4.3"
    assert verify(event.division.tournament).whole


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"finding": " "}, "Write down what you find"),
        ({"rule": "4" * 61}, "at most 60 characters"),
        ({"report_to": "the press"}, "report to: .* not a valid choice"),
    ],
)
def test_a_ruling_without_a_finding_or_beyond_its_space_is_refused(said, says):
    event = make_event()
    with pytest.raises(Refused, match=says):
        rule(event, **({"finding": "found"} | said))
    assert Ruling.objects.count() == 0


# --- appeals ---------------------------------------------------------------------------------------


def appeal(event: Event, ruling: Ruling, on: date = AFTER, number: int = 1) -> Appeal:
    return rulings.lodge_appeal(
        by=event.director, ruling=ruling, entry=event.entry(number), grounds="Two witnesses were not heard.", on=on
    )


def test_wespa_6_5_a_an_adverse_finding_on_conduct_is_appealed_after_the_event():
    event = make_event()
    ruling = rule(event, adverse=True, entry=event.entry(1))
    with pytest.raises(Refused, match=r"after the event, which ends on 17 May 2026 \(6.5, Preamble\)"):
        appeal(event, ruling, date(2026, 5, 17))
    made = appeal(event, ruling)
    assert (made.body, made.result) == ("WESPA Executive Committee", "")


def test_wespa_6_5_a_no_other_ruling_is_appealed_by_a_player():
    event = make_event()
    with pytest.raises(Refused, match="Only a finding against a player's conduct"):
        appeal(event, rule(event, entry=event.entry(1)))
    with pytest.raises(Refused, match="Only the player found against may appeal"):
        appeal(event, rule(event, adverse=True, entry=event.entry(1)), number=2)


@pytest.mark.parametrize("book", ["nsa-2004", "sowpods-club", "scrabble-guide"])
def test_other_books_give_no_levels_and_no_appeal(book):
    event = make_event(book)
    with pytest.raises(Refused, match="has no offence levels"):
        log(event, "overdraw", level=2)
    with pytest.raises(Refused, match="There is no appeal"):
        appeal(event, rule(event, adverse=True, entry=event.entry(1)))


def test_wespa_6_5_d_there_is_no_further_appeal():
    event = make_event()
    ruling = rule(event, adverse=True, entry=event.entry(1))
    made = appeal(event, ruling)
    rulings.decide_appeal(by=event.director, appeal=made, result="dismissed", on=date(2026, 6, 1), answer="Heard.")
    assert AppealText.objects.get().answer == "Heard."
    with pytest.raises(Refused, match="no further appeal"):
        appeal(event, ruling)
    with pytest.raises(Refused, match="dismissed already; there is no further appeal"):
        rulings.decide_appeal(by=event.director, appeal=made, result="upheld", on=date(2026, 6, 2))


@pytest.mark.parametrize(
    ("result", "on", "says"),
    [("won", date(2026, 6, 1), "upheld, partly upheld or dismissed"), ("upheld", date(2026, 5, 1), "or later")],
)
def test_an_appeal_ends_in_one_of_three_ways_not_before_it_was_lodged(result, on, says):
    event = make_event()
    made = appeal(event, rule(event, adverse=True, entry=event.entry(1)))
    with pytest.raises(Refused, match=says):
        rulings.decide_appeal(by=event.director, appeal=made, result=result, on=on)


@pytest.mark.parametrize("result", ["upheld", "partly"])
def test_wespa_6_5_c_the_director_amends_a_result_on_the_page_of_an_upheld_appeal(client, result):
    event = make_event()
    record_result(by=event.scorer, game=event.game(), first_score=310, second_score=350)
    made = appeal(event, rule(event, adverse=True, entry=event.entry(1)))
    client.force_login(event.director)
    code, slug = event.division.code, event.division.tournament.slug
    page = reverse("results:ruling", args=[slug, code, made.ruling_id])
    table, amend = (
        reverse(f"console:{name}", args=[slug, code, event.game().pk, *ids])
        for name, ids in (("table", []), ("amend", [made.pk]))
    )
    link = f"{table}?appeal={made.pk}"
    figures = {"kind": "played", "first_score": "380", "second_score": "350", "reason": "added up wrongly"}
    assert link not in client.get(page).content.decode()
    assert "only once the appeal is upheld" in client.post(amend, figures).content.decode()
    assert counted(event.game()) == (0, -40, 2, 40)
    rulings.decide_appeal(by=event.director, appeal=made, result=result, on=date(2026, 6, 1))
    assert link in client.get(page).content.decode()
    assert amend in client.get(link).content.decode()
    assert look_and_save(client, amend, figures).url == table
    assert counted(event.game()) == (2, 30, 0, -30)
    (amendment,) = Appeal.objects.get().amendments
    assert (amendment["before"]["first_score"], amendment["after"]["first_score"]) == (310, 380)
