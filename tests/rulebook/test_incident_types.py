"""What can go wrong, and what each rulebook has the director do: procedures, levels, numbers, and no gaps."""

import re

import pytest

from results.rulings.engine.procedures import DIRECTOR, level_text, procedure
from tdsuite.tournaments.rulebooks.incidents import TYPES, RemedyKind, To, UnknownIncident, incident_type, procedures
from tdsuite.tournaments.rulebooks.outcomes import IncidentCatalogue
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS, rulebook

WESPA, WESPA_2012 = rulebook("wespa-2010"), rulebook("wespa-2012")
NSA, SOWPODS, GUIDE = rulebook("nsa-2004"), rulebook("sowpods-club"), rulebook("scrabble-guide")
TABLES = {
    "wespa": procedures(IncidentCatalogue.WESPA), "nsa": procedures(IncidentCatalogue.NSA),
    "sowpods": procedures(IncidentCatalogue.SOWPODS), "guide": procedures(IncidentCatalogue.GUIDE),
}  # fmt: skip


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_type_has_steps_a_remedy_and_a_rule_or_our_default_in_every_rulebook(key):
    found = {kind: procedure(kind, rulebook(key)) for kind in TYPES}
    assert [kind for kind, one in found.items() if not one.instructions or not (one.rule or one.ours)] == []
    assert [
        kind for kind, one in found.items() if not one.remedies or not all(each.rule for each in one.remedies)
    ] == []
    assert all(set(table) <= set(TYPES) for table in TABLES.values())


def test_types_have_one_key_a_title_and_a_group():
    assert len({one.title for one in TYPES.values()}) == len(TYPES)
    assert len({one.group for one in TYPES.values()}) == 9
    assert all(re.fullmatch(r"[a-z_]{3,40}", key) for key in TYPES)


def test_an_unknown_type_is_named():
    with pytest.raises(UnknownIncident, match="no kind of incident called 'spilt_milk'"):
        incident_type("spilt_milk")


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


def test_wespa_6_2_4_level_1_must_eject_and_is_reported_6_4_2_level_3_brings_a_warning():
    grave = [procedure(kind, WESPA) for kind in TYPES if procedure(kind, WESPA).level == 1]
    assert all(
        [one.report, [(r.kind, r.must) for r in one.remedies]] == [True, [(RemedyKind.EJECTION, True)]] for one in grave
    )
    assert len(grave) == 8
    assert [one.kind for one in procedure("bag_out_of_reach", WESPA).remedies] == [
        RemedyKind.UNOFFICIAL_WARNING
    ]  # 6.4.2
    assert (level_text(1), level_text(None)) == ("level 1: cheating and abusive behaviour", "")


def test_wespa_6_3_3_b_the_penalties_of_level_2():
    assert [(one.kind, one.rule) for one in procedure("misleading_talk", WESPA).remedies] == [
        (RemedyKind.UNOFFICIAL_WARNING, "6.3.3(a)"), (RemedyKind.OFFICIAL_WARNING, "6.3.3(b)(i)"),
        (RemedyKind.SPREAD, "6.3.3(b)(ii)"), (RemedyKind.TURN, "6.3.3(b)(iii)"), (RemedyKind.SECONDS, "6.3.3(b)(iii)"),
        (RemedyKind.POINTS, "6.3.3(b)(iii)"), (RemedyKind.FORFEIT, "6.3.3(b)(iv)"),
        (RemedyKind.EJECTION, "6.3.3(b)(v)"),
    ]  # fmt: skip


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


def test_wespa_6_3_2_what_is_not_unethical_stands_beside_the_conduct_that_might_be():
    conduct = [kind for kind in TYPES if procedure(kind, WESPA).level == 2 and TYPES[kind].group == "Conduct"]
    shown = {kind: " ".join(procedure(kind, WESPA).instructions) for kind in (*conduct, "other_conduct")}
    letters = ("6.3.2", "(a)", "(b)", "(c)", "(d)", "(e)")
    assert len(shown) == 14
    assert [kind for kind, steps in shown.items() if not all(letter in steps for letter in letters)] == []


@pytest.mark.parametrize("kind", ("overdraw", "overdraw_overshown", "spilled_tiles"))
def test_sowpods_is_as_wespa_where_the_table_says_so(kind):
    found, wespa = procedure(kind, SOWPODS), procedure(kind, WESPA)
    assert (found.instructions, found.ours, found.rule, found.level) == (wespa.instructions, True, "", None)
    assert found.note == f"Ours: as WESPA {wespa.rule}."


@pytest.mark.parametrize("book", [SOWPODS, GUIDE])
@pytest.mark.parametrize(
    "kind", ["out_of_order", "late_underdraw", "tile_found_out", "tile_found_in", "abuse", "cheating"]
)
def test_where_the_short_books_are_silent_the_director_rules(kind, book):
    assert procedure(kind, book) == DIRECTOR
    assert DIRECTOR.ours


def test_nsa_guideline_8_10_18_20_21_33_ii_l_2_no_incident_is_reported_without_a_finding_of_the_director():
    assert [kind for kind in TYPES if procedure(kind, NSA).report] == []
    assert procedure("frivolous_challenge", NSA).rule == "II.L.2"
