"""What can go wrong, and what each rulebook has the director do: procedures, levels, numbers, and no gaps."""

import re

import pytest

from results.rulings.engine.procedures import DIRECTOR, level_text, procedure
from tdsuite.tournaments.rulebooks.incidents import (
    TYPES,
    Procedure,
    RemedyKind,
    To,
    UnknownIncident,
    incident_type,
    procedures,
)
from tdsuite.tournaments.rulebooks.outcomes import IncidentCatalogue
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, rulebook

WESPA, WESPA_2012 = rulebook("wespa-2010"), rulebook("wespa-2012")
NSA, SOWPODS, GUIDE = rulebook("nsa-2004"), rulebook("sowpods-club"), rulebook("scrabble-guide")
TABLES = {
    "wespa": procedures(IncidentCatalogue.WESPA),
    "nsa": procedures(IncidentCatalogue.NSA),
    "sowpods": procedures(IncidentCatalogue.SOWPODS),
    "guide": procedures(IncidentCatalogue.GUIDE),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_procedure_is_of_a_known_type(name):
    assert sorted(set(TABLES[name]) - set(TYPES)) == []


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_type_has_steps_in_every_rulebook_and_a_rule_or_our_default(key):
    found = {kind: procedure(kind, rulebook(key)) for kind in TYPES}
    assert [kind for kind, one in found.items() if not one.instructions or not (one.rule or one.ours)] == []


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_type_has_a_remedy_with_one_tap_in_every_rulebook(key):
    assert [kind for kind in TYPES if not procedure(kind, rulebook(key)).remedies] == []


def test_types_have_one_key_a_title_and_a_group():
    assert len({one.title for one in TYPES.values()}) == len(TYPES)
    assert len({one.group for one in TYPES.values()}) == 9
    assert all(re.fullmatch(r"[a-z_]{3,40}", key) for key in TYPES)


def test_an_unknown_type_is_named():
    with pytest.raises(UnknownIncident, match="no kind of incident called 'spilt_milk'"):
        incident_type("spilt_milk")


def test_wespa_2012_has_the_procedures_of_2010():
    assert [kind for kind in TYPES if procedure(kind, WESPA_2012) != procedure(kind, WESPA)] == []


# --- the rules named in the table of what the suite does -------------------------------------------


WESPA_RULES = {
    "missing_tiles": "1.3.1", "disputed_equipment": "1.3.7, 1.4.2", "timer_problem": "1.4.1(b)",
    "starts_misreported": "2.1(c)", "misoriented_play": "3.1.3, 3.10.16(a)(v)",
    "misordered_turn": "3.4.2(c), 3.10.4", "tracking_delay": "3.4.2(b), 6.3.1(g)", "counting_tiles": "3.7",
    "blank_undeclared": "3.8(a), (b)", "blank_disputed": "3.8(c), (d)", "overdraw": "3.9.5",
    "overdraw_overshown": "3.9.6", "overdraw_concealed": "3.9.7", "late_underdraw": "3.9.8",
    "out_of_order": "3.9.9", "drew_while_challenged": "3.9.10", "flash_draw": "3.10.2, 6.3.1(f)",
    "courtesy_draw": "3.10.6(c), 6.3.1(m)", "illegal_exchange": "3.10.17",
    "centre_missed": "3.10.16(a)(i), (d)", "timer_neutralised": "4.1", "left_area": "4.2, 6.3.1(q)",
    "tile_found_out": "4.3", "spilled_tiles": "4.4, 3.9.5", "tile_found_in": "4.5",
    "timer_left_running": "5.3.4", "improper_resignation": "5.7", "cheating": "6.2.1", "abuse": "6.2.3",
    "late_deliberately": "6.4.1(a), 2.3.6(a)", "observer": "6.4.3",
}  # fmt: skip


def test_wespa_rule_of():
    assert {kind: procedure(kind, WESPA).rule for kind in WESPA_RULES} == WESPA_RULES


NSA_RULES = {
    "missing_tiles": "I.B", "centre_missed": "I.E", "tiles_put_back": "II.A", "overdraw": "II.B",
    "out_of_order": "II.C, Guideline 7", "tiles_off_rack": "II.D",
    "counting_tiles": "II.E, Guideline 28, Guideline 30", "misoriented_play": "II.F.1",
    "misoriented_tile": "II.F.2", "illegal_exchange": "II.H.10", "unnumbered_exchange": "II.H.7, II.H.8, II.H.9",
    "blank_undeclared": "II.J.1", "false_blank": "II.J.2", "misordered_turn": "II.M",
    "wrong_score": "II.O, II.N", "left_area": "II.P", "stuck_tile": "Guideline 1",
    "blank_disputed": "Guideline 2", "tile_found_out": "Guideline 4", "timer_left_running": "III.B, Guideline 5",
    "tracking_delay": "Guideline 6", "collusion": "Guideline 8", "misleading_talk": "Guideline 9",
    "cheating": "Guideline 10", "late_underdraw": "Guideline 13", "view_blocked": "Guideline 16",
    "spilled_tiles": "II.B, Guideline 17", "overdraw_concealed": "Guideline 18", "eight_tiles": "Guideline 20",
    "abuse": "Guideline 21", "like_tiles": "Guideline 22, Guideline 25", "foreign_tiles": "Guideline 23",
    "wrong_timer": "Guideline 24, III.B", "flash_draw": "II.M, Guideline 26",
    "overdraw_overshown": "Guideline 27", "tile_count_misstated": "Guideline 28",
    "observer": "Guideline 29, II.Q", "improper_drawing": "II.A, Guideline 31",
    "score_knowingly_wrong": "Guideline 33", "studied_while_stopped": "Guideline 34",
    "other_conduct": "App. D, Guideline 32",
}  # fmt: skip


def test_nsa_rule_of():
    assert {kind: procedure(kind, NSA).rule for kind in NSA_RULES} == NSA_RULES


# --- levels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        ("cheating", 1), ("collusion", 1), ("abuse", 1), ("overdraw_concealed", 1), ("starts_misreported", 1),
        ("misleading_talk", 2), ("drew_knowingly_wrong", 2), ("blank_misrepresented", 2), ("papers", 2),
        ("late_deliberately", 3), ("board_touched", 3), ("bag_out_of_reach", 3), ("loud_analysis", 3), ("observer", 3),
        ("overdraw", None), ("tile_found_out", None),
    ],
)  # fmt: skip
def test_wespa_6_2_6_3_6_4_levels(kind, level):
    assert procedure(kind, WESPA).level == level


@pytest.mark.parametrize("key", ["nsa-2004", "sowpods-club", "scrabble-guide"])
def test_other_books_have_no_levels(key):
    assert {procedure(kind, rulebook(key)).level for kind in TYPES} == {None}


def test_wespa_6_2_4_level_1_must_eject_and_is_reported():
    grave = [procedure(kind, WESPA) for kind in TYPES if procedure(kind, WESPA).level == 1]
    assert all(
        [one.report, [(r.kind, r.must) for r in one.remedies]] == [True, [(RemedyKind.EJECTION, True)]] for one in grave
    )
    assert len(grave) == 8


def test_wespa_6_3_3_b_the_penalties_of_level_2():
    assert [(one.kind, one.rule) for one in procedure("misleading_talk", WESPA).remedies] == [
        (RemedyKind.UNOFFICIAL_WARNING, "6.3.3(a)"),
        (RemedyKind.OFFICIAL_WARNING, "6.3.3(b)(i)"),
        (RemedyKind.SPREAD, "6.3.3(b)(ii)"),
        (RemedyKind.TURN, "6.3.3(b)(iii)"),
        (RemedyKind.SECONDS, "6.3.3(b)(iii)"),
        (RemedyKind.POINTS, "6.3.3(b)(iii)"),
        (RemedyKind.FORFEIT, "6.3.3(b)(iv)"),
        (RemedyKind.EJECTION, "6.3.3(b)(v)"),
    ]


def test_wespa_6_4_2_level_3_brings_an_unofficial_warning_at_most():
    assert [one.kind for one in procedure("bag_out_of_reach", WESPA).remedies] == [RemedyKind.UNOFFICIAL_WARNING]


@pytest.mark.parametrize(
    ("level", "text"),
    [(1, "level 1: cheating and abusive behaviour"), (3, "level 3: poor etiquette"), (None, "")],
)
def test_a_level_in_words(level, text):
    assert level_text(level) == text


# --- numbers come from the rulebook's data ---------------------------------------------------------


def numbers(kind: str, key: str) -> list[tuple[str, int, str]]:
    found = procedure(kind, rulebook(key)).remedies
    return [(one.kind.value, one.amount, one.rule) for one in found if one.amount is not None]


@pytest.mark.parametrize(
    ("kind", "key", "wanted"),
    [
        ("illegal_exchange", "nsa-2004", [("points", -30, "II.H.10")]),
        ("out_of_order", "nsa-2004", [("spread", -50, "Guideline 7")]),
        ("misoriented_tile", "nsa-2004", [("seconds", 60, "II.F.2")]),
        ("wrong_score", "nsa-2004", [("seconds", 60, "II.O")]),
        ("tracking_delay", "nsa-2004", [("seconds", 60, "Guideline 6")]),
        ("illegal_exchange", "wespa-2010", []),
        ("out_of_order", "wespa-2010", []),
    ],
)
def test_nsa_ii_h_10_guideline_7_penalties_with_a_number(kind, key, wanted):
    assert numbers(kind, key) == wanted


@pytest.mark.parametrize("kind", ["misoriented_tile", "wrong_score", "tracking_delay"])
def test_nsa_ii_f_2_ii_o_guideline_6_the_minute_is_for_the_player_wronged(kind):
    assert [one.to for one in procedure(kind, NSA).remedies if one.kind is RemedyKind.SECONDS] == [To.OTHER]


def test_a_remedy_cites_a_rule_that_its_procedure_or_book_has():
    uncited = [
        (key, kind)
        for key in RULEBOOKS
        for kind in TYPES
        for one in procedure(kind, rulebook(key)).remedies
        if not one.rule
    ]
    assert uncited == []


# --- whose remedy, and which way -------------------------------------------------------------------

COUNTED = [
    (f"{key} {kind} {remedy.text}", remedy)
    for key in RULEBOOKS
    for kind in TYPES
    for remedy in procedure(kind, rulebook(key)).remedies
    if remedy.kind in (RemedyKind.POINTS, RemedyKind.SPREAD, RemedyKind.SECONDS)
]


def test_wespa_6_3_3_b_iii_off_is_taken_off_and_given_is_given_whatever_sign_is_typed():
    wrong = []
    for name, remedy in COUNTED:
        adds = bool(re.search(r"given|more minute|Extra time", remedy.text))
        size = abs(remedy.amount or 10)
        if [remedy.signed(typed) for typed in (10, -10)] != [size if adds else -size] * 2:
            wrong.append(name)
    assert wrong == []


def test_wespa_3_4_2_b_nsa_ii_o_extra_time_is_the_wronged_players_and_a_penalty_the_offenders():
    wronged = re.compile(r"more minute|Extra time")
    assert [
        name for name, remedy in COUNTED if remedy.to is not (To.OTHER if wronged.search(remedy.text) else To.OFFENDER)
    ] == []


def test_nsa_guidelines_8_10_18_20_21_33_are_the_directors_and_no_report_to_the_association():
    kinds = ("collusion", "cheating", "overdraw_concealed", "eight_tiles", "abuse", "score_knowingly_wrong")
    assert [procedure(kind, NSA).report for kind in kinds] == [False] * 6


def test_nsa_ii_l_2_is_about_holds_and_slow_drawing_cites_no_such_rule():
    assert procedure("frivolous_challenge", NSA).rule == "II.L.2"
    assert procedure("slow_drawing", NSA).rule == "App. D, Guideline 32"


def test_nsa_ii_h_9_unwanted_tiles_put_in_the_bag_first_cost_nothing():
    found = procedure("unnumbered_exchange", NSA)
    assert any("before new ones are drawn: no penalty" in step and "II.H.9" in step for step in found.instructions)


def test_wespa_6_3_2_what_is_not_unethical_stands_beside_the_conduct_that_might_be():
    conduct = [kind for kind in TYPES if procedure(kind, WESPA).level == 2 and TYPES[kind].group == "Conduct"]
    shown = {kind: " ".join(procedure(kind, WESPA).instructions) for kind in (*conduct, "other_conduct")}
    letters = ("6.3.2", "(a)", "(b)", "(c)", "(d)", "(e)")
    assert len(shown) == 14
    assert [kind for kind, steps in shown.items() if not all(letter in steps for letter in letters)] == []


# --- silence ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ("overdraw", "overdraw_overshown", "spilled_tiles"))
def test_sowpods_is_as_wespa_where_the_table_says_so(kind):
    found, wespa = procedure(kind, SOWPODS), procedure(kind, WESPA)
    assert (found.instructions, found.ours, found.rule, found.level) == (wespa.instructions, True, "", None)
    assert found.note == f"Ours: as WESPA {wespa.rule}."


@pytest.mark.parametrize(
    ("kind", "book"), [("out_of_order", SOWPODS), ("late_underdraw", GUIDE), ("false_blank", WESPA)]
)
def test_where_a_book_is_silent_the_director_rules(kind, book):
    assert procedure(kind, book) == DIRECTOR
    assert DIRECTOR.ours


def test_guide_overdrawing_all_face_down_and_the_excess_at_random():
    found = procedure("overdraw", GUIDE)
    assert (found.rule, len(found.instructions), found.ours) == ("Overdrawing of tiles", 2, False)


def test_every_number_a_procedure_names_is_a_sentence_for_people():
    steps = [step for table in TABLES.values() for one in table.values() for step in one.instructions]
    assert [step for step in steps if not step[0].isupper() and not re.match(r"[a-e]: ", step)] == []
    assert [step for step in steps if step[-1] not in ".?:"] == []


def test_a_procedure_is_frozen():
    with pytest.raises(AttributeError):
        Procedure(rule="1", instructions=("a",)).rule = "2"
