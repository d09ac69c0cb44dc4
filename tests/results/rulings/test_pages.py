"""The pages of how a game ended, incidents, rulings, ejections: what they show, what a press does."""

import re
from datetime import date

import pytest

from results.games.services.outcomes import record_result
from results.models import Appeal, Ejection, Incident, Recount, Ruling
from results.rulings.forms.rulings import NEEDS
from tdsuite.tournaments.models import Game, Round
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tests.factories import make_entries, make_round
from tests.results.looking import look_and_save
from tests.results.rulings.cases import counted, lines, logged_in, make_event, text, total, url

pytestmark = pytest.mark.django_db
LIST = "/console/lakeside-open/rulings/"
WHY = "told at the table"


def test_what_is_not_there_is_404(event, director):
    gone = [
        url("table", 999), url("incident", "nonsense"), url("ruling", 9),
        url("ejection", 9), url("eject", 99),
    ]  # fmt: skip
    assert {director.get(page).status_code for page in gone} == {404}
    pressed = [url("ended", event.game().pk, "nonsense"), url("recounted", event.game().pk, 9)]
    assert {director.post(page).status_code for page in pressed} == {404}
    Round.objects.update(status=Round.Status.DRAFT)
    assert director.get(url("table", event.game().pk)).status_code == 404


# --- how it ended ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in NEEDS if "bye" not in kind])
def test_every_way_to_end_asks_only_what_it_turns_on(event, director, kind):
    shown = director.get(url("table", event.game().pk), {"end": kind})
    assert set(shown.context["ended_form"].fields) == {*NEEDS[kind], "reason"}


def test_worked_out_first_and_then_put_on_the_game(event, director):
    page = url("ended", event.game().pk, "resigned")
    said = {"offender": "first", "begun": "yes", "first_score": 300, "second_score": 330, "reason": WHY}
    shown = text(director.post(page, {**said, "work": "1"}))
    assert "The opponent leads by 30: the margin is 80." in shown
    assert '<span class="rule">5.7(c)</span>' in shown
    assert "wins by 80, rated." in shown
    assert event.game().outcome == ""
    assert look_and_save(director, page, said).url == url("table", event.game().pk)
    assert counted(event.game()) == (0, -80, 2, 80)


def test_a_refusal_stands_above_the_form_and_nothing_is_kept(event, director):
    page = url("ended", event.game().pk, "resigned_improperly")
    said = {"offender": "first", "begun": "yes", "first_score": 300, "second_score": 330, "reason": WHY}
    refused = director.post(page, said)
    assert (refused.status_code, event.game().outcome) == (422, "")
    assert "Give the margin you set" in text(refused)


def test_rule_otherwise_writes_a_ruling(event, director):
    page = url("ended", event.game().pk, "no_show")
    said = {
        "offender": "first", "reason": WHY, "ruling-overrule": "on", "ruling-first_halves": "1",
        "ruling-first_spread": "0", "ruling-second_halves": "1", "ruling-second_spread": "0",
    }  # fmt: skip
    assert look_and_save(director, page, said).status_code == 422
    look_and_save(
        director, page, {**said, "ruling-finding": "The sheet named the wrong hall.", "ruling-rule": "Preamble"}
    )
    assert (counted(event.game()), Ruling.objects.get().departs) == ((1, 0, 1, 0), True)


def test_ways_that_the_rulebook_does_not_have_are_not_offered():
    nsa = logged_in(make_event("nsa-2004").director)
    kinds = [kind for _, kinds in nsa.get(url("table", Game.objects.first().pk)).context["groups"] for kind, _ in kinds]
    assert ("overtime_forfeit" in kinds, "time_up" in kinds, "resigned" in kinds) == (False, False, True)


def test_a_bye_is_a_bye_a_half_bye_or_nothing():
    event = make_event(players=5)
    director = logged_in(event.director)
    game = event.bye()
    groups = director.get(url("table", game.pk)).context["groups"]
    assert [kind for _, kinds in groups for kind, _ in kinds] == ["bye", "half_bye", "zero_bye"]
    look_and_save(director, url("ended", game.pk, "half_bye"), {"reason": WHY})
    assert counted(game)[:2] == (1, 0)


# --- the calculator --------------------------------------------------------------------------------

END = {
    "how": "went-out", "out": "first", "first_score": 400, "second_score": 380, "first_rack": "", "second_rack": "ddb",
    "first_clock": "1:01", "second_clock": "", "first_disregarded": "", "second_disregarded": "", "first_waiver": "",
    "second_waiver": "", "reason": "",
}  # fmt: skip


def test_the_calculator_shows_each_line_with_its_rule_and_keeps_nothing(event):
    client = logged_in(event.scorer)
    shown = client.post(url("end", event.game().pk), END, headers={"HX-Request": "true"})
    assert text(shown).startswith('<div id="sheet"') or 'id="sheet"' in text(shown)
    assert "BDD = 7" in text(shown)
    assert "387–373" in text(shown)
    assert (event.game().outcome, lines(event.game())) == ("", [])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"second_rack": "QQ"}, "2 tiles Q: the set has 1"), ({"first_clock": "soon"}, "is not a clock reading"),
        ({"first_disregarded": "5"}, "Write minutes and seconds"), ({"out": ""}, "Say who went out"),
    ],
)  # fmt: skip
def test_a_slip_is_named_at_once(event, director, wrong, says):
    refused = director.post(url("end", event.game().pk), {**END, **wrong, "save": "1"})
    assert (refused.status_code, event.game().outcome) == (422, "")
    assert says in text(refused)


def test_the_total_of_two_scores_below_0_is_not_a_row_of_dashes(event, director):
    both = {**END, "first_score": "-30", "second_score": "-2"}
    shown = text(director.post(url("end", event.game().pk), both))
    assert re.search(r"-\d+ to -\d+", shown)


TURNS = {f"turn_{number}": "pass" for number in range(1, 7)}
ZEROS = {**END, "how": "six-zeros", "out": "", "first_rack": "qi", "second_rack": "ee", "first_clock": ""}


def test_wespa_5_2_the_page_asks_which_turns_and_shows_what_counts_before_saving(event, director):
    page = url("end", event.game().pk)
    asks = director.get(url("table", event.game().pk), {"end": "calculator"})
    assert "The last 6 turns of both players, in order" in text(asks)
    refused = director.post(page, {**ZEROS, **TURNS, "turn_5": "", "turn_6": "", "save": "1"})
    assert "4 turns without a score are given; it takes 6 running." in text(refused)
    shown = director.post(page, {**ZEROS, **TURNS}, headers={"HX-Request": "true"})
    assert "389–378" in text(shown)
    assert "The last turns, a pass, a pass, a pass, a pass, a pass, a pass, end the game." in text(shown)
    director.post(page, {**ZEROS, **TURNS, "save": "1"})
    assert total(event.game()) == (389, 378)
    asked = director.get(url("table", event.game().pk), {"end": "calculator"}).context["end_form"]
    assert [field.value() for field in asked.last_turns] == ["pass"] * 6


# --- recounts --------------------------------------------------------------------------------------


def test_wespa_5_5_a_recount_from_request_to_totals(event, director):
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390)
    page = url("recount", event.game().pk)
    assert "The margin is 10, within 20." in text(director.get(url("table", event.game().pk)))
    director.post(page, {"asked_by": event.entry(4).pk, "both_take_part": "on", "sheet_to": ""})
    made = Recount.objects.get()
    director.post(url("recount_bar", made.game_id, made.pk, "second"), {"reason": "slowed it on purpose"})
    look_and_save(
        director, url("recounted", made.game_id, made.pk), {"first_total": 402, "second_total": 395, "reason": ""}
    )
    assert (total(event.game()), Recount.objects.get().status) == ((402, 390), "changed")


def test_wespa_5_5_4_a_the_director_halts_a_recount_with_a_reason(event, director):
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390)
    director.post(url("recount", event.game().pk), {"asked_by": event.entry(4).pk, "sheet_to": ""})
    page = url("recounted", event.game().pk, Recount.objects.get().pk)
    assert director.post(page, {"first_total": 402, "second_total": 390, "halt": "1"}).status_code == 422
    look_and_save(director, page, {"first_total": 402, "second_total": 390, "halt": "1", "reason": "next round waits"})
    assert (total(event.game()), Recount.objects.get().status) == ((400, 390), "halted")


# --- incidents -------------------------------------------------------------------------------------


def test_two_taps_from_a_game_to_a_logged_incident(event, director):
    first = director.get(url("incident_choose") + f"?game={event.game().pk}")
    target = url("incident", "overdraw") + f"?game={event.game().pk}"
    assert target in text(first)
    assert "The opponent turns up X and two more, at random." in text(director.get(target))
    director.post(target, {"entry": event.entry(1).pk, "text": "Two too many.", "remedy": ""})
    incident = Incident.objects.get()
    assert (incident.kind, incident.entry, incident.other, incident.text.text) == (
        "overdraw", event.entry(1), event.entry(4), "Two too many."
    )  # fmt: skip


def test_all_kinds_are_offered(event, director):
    shown = text(director.get(url("incident_choose")))
    assert [kind for kind in TYPES if url("incident", kind) not in shown] == []


def test_the_words_are_for_the_director_and_helpers_see_the_log(event, director):
    page = url("incident", "abuse")
    director.post(page, {"entry": event.entry(1).pk, "text": "Called him names.", "remedy": "", "round_number": 1})
    helper = logged_in(event.scorer)
    assert "Called him names." in text(director.get(LIST))
    assert "Called him names." not in text(helper.get(LIST))
    assert "Abusive behaviour" in text(helper.get(LIST))


def test_a_helper_is_offered_no_remedy(event):
    form = logged_in(event.scorer).get(url("incident", "abuse")).context["form"]
    assert "remedy" not in form.fields


def test_withdraw_and_erase_from_the_log(event, director):
    director.post(url("incident", "abuse"), {"entry": event.entry(1).pk, "text": "Words.", "remedy": ""})
    incident = Incident.objects.get()
    director.post(url("incident_withdraw", incident.pk), {"reason": ""})
    assert Incident.objects.get().withdrawn_at is None
    director.post(url("incident_withdraw", incident.pk), {"reason": "mistaken"})
    director.post(url("incident_erase", incident.pk), {"reason": "asked to"})
    assert Incident.objects.get().withdrawn_at is not None
    assert "Words." not in text(director.get(LIST))


# --- rulings ---------------------------------------------------------------------------------------

RULING = {"subject": "play", "finding": "The tile was on the floor.", "report_to": "rules_committee", "rule": "4.3"}


def test_a_ruling_is_written_read_reported_and_its_words_erased(event, director):
    director.post(url("ruling_new") + f"?game={event.game().pk}", {**RULING, "one_side": "It was hers."})
    ruling = Ruling.objects.get()
    shown = text(director.get(url("ruling", ruling.pk)))
    assert "It was hers." in shown
    assert "WESPA Game Rules 2.0 (2010), 4.3" in shown
    assert "Reports due (1)" in text(director.get(LIST))
    assert "the Rules Committee" in text(director.get(LIST + "?show=reports"))
    director.post(f"{LIST}reports/ruling/{ruling.pk}/sent/")
    assert not director.get(LIST).context["unsent"]
    director.post(url("ruling_erase", ruling.pk), {"reason": "asked to"})
    assert "It was hers." not in text(director.get(url("ruling", ruling.pk)))


def test_a_ruling_of_a_game_is_about_both_players_and_one_of_no_game_asks_whom(event, director):
    assert "both players" in text(director.get(url("ruling_new") + f"?game={event.game().pk}"))
    assert "choose" in text(director.post(url("ruling_new"), RULING)) and not Ruling.objects.exists()
    director.post(url("ruling_new"), {**RULING, "entry": "none"})
    assert Ruling.objects.get().entry is None


def test_wespa_6_5_an_appeal_is_lodged_after_the_event_and_decided(event, director):
    director.post(url("ruling_new"), {**RULING, "adverse": "on", "entry": event.entry(1).pk})
    ruling = Ruling.objects.get()
    said = {"entry": event.entry(1).pk, "grounds": "Not heard."}
    early = director.post(url("ruling", ruling.pk), {**said, "on": "2026-05-17"})
    assert "An appeal is heard after the event" in text(early)
    director.post(url("ruling", ruling.pk), {**said, "on": "2026-05-20"})
    director.post(
        url("appeal", Appeal.objects.get().pk), {"result": "dismissed", "on": "2026-06-01", "answer": "Heard."}
    )
    assert (Appeal.objects.get().result, Appeal.objects.get().decided_on) == ("dismissed", date(2026, 6, 1))


# --- ejection, leaving, joining late ---------------------------------------------------------------

CASE = {"cause": "gravest", "from_round": 2, "format": "", "fate": "", "award": 150}


def test_an_ejection_is_shown_done_once_and_taken_back(event, director):
    record_result(by=event.scorer, game=event.game(), first_score=430, second_score=400)
    make_round(event.division, 2, pairs=[(1, 3), (2, 4)])
    page = url("eject", 1)
    shown = director.get(page, CASE)
    assert [(one.before, one.after) for one in shown.context["plan"].games] == [
        ("lost by 30", "won by 150 (awarded)"), ("awaited", "won by 50 (bye)")
    ]  # fmt: skip
    assert "goes to the bottom of the standings" in text(shown)
    assert not Ejection.objects.exists()
    seen = shown.context["plan"].digest
    assert director.post(page, {**CASE, "seen": seen, "finding": ""}).status_code == 422
    stale = director.post(page, {**CASE, "seen": "0" * 16, "finding": "Palmed a tile."})
    assert "Something changed since you looked" in text(stale)
    done = director.post(page, {**CASE, "seen": seen, "finding": "Palmed a tile.", "rule": "6.2.1(b)"})
    made = Ejection.objects.get()
    assert (done.url, counted(event.game())) == (url("ejection", made.pk), (0, -150, 2, 150))
    assert "430-400" in text(director.get(url("ejection", made.pk)))
    director.post(url("ejection", made.pk), {"reason": "found innocent"})
    assert (counted(event.game()), Ejection.objects.get().reversed_at is not None) == ((2, 30, 0, -30), True)


def test_a_late_player_is_given_the_rounds_missed(event, director):
    Round.objects.update(status=Round.Status.CLOSED)
    make_entries(event.division, 1)
    look_and_save(director, url("late", 5), {"plays_from": 2, "as_": "loss", "spread": -75, "reason": "train"})
    assert counted(Game.objects.get(first__number=5))[:2] == (0, -75)
