"""Second reading, "Before the game": word source, game time, no clocks, disputed equipment."""

from datetime import date

import pytest

from tdsuite.tournaments.rulebooks import terms as t
from tests.rulebook.second_reading import (
    GUIDE,
    NSA,
    SOWPODS,
    W10,
    W12,
    Row,
    each_once,
    params,
    provision_at,
    read,
    silent,
    wespa,
)

TCWL_2007 = t.WordList("HarperCollins Scrabble Tournament & Club Word List (2007 edition)", 2, 15, False)
COLLINS_2011 = t.WordList("Collins Official Scrabble Words 2011 (3rd edition)", 2, 15, False)
OWL = t.WordList("Official Tournament & Club Word List (OWL)", 2, 15, False)
LONG_LIST = t.WordList("Long List", 10, 15, False)
SOWPODS_LIST = t.WordList("SOWPODS", 2, 9, False)
CHAMBERS = t.WordList("Chambers Dictionary (1993)", 10, 15, False)
COLLEGIATE = t.WordList("Merriam-Webster's Collegiate Dictionary, 10th edition", 9, 15, True)
TCWL_ANY = t.WordList("Collins Scrabble Tournament & Club Word List, the edition the director names", 2, 15, False)


def source(*lists: t.WordList) -> t.WordSourceRule:
    return t.WordSourceRule((t.WordSourceEdition(lists, None),), False, None)


ROWS = [
    # word source
    Row(W10, "before.word_source", source(TCWL_2007), "1.2(b), App. 2"),
    Row(
        W12,
        "before.word_source",
        t.WordSourceRule(
            (t.WordSourceEdition((TCWL_2007,), None), t.WordSourceEdition((COLLINS_2011,), date(2012, 1, 1))),
            False,
            date(2020, 1, 1),
        ),
        "1.2(b), App. 2, caveat",
    ),
    Row(NSA, "before.word_source", source(OWL, LONG_LIST), "I.A.1"),
    Row(SOWPODS, "before.word_source", source(SOWPODS_LIST, CHAMBERS, COLLEGIATE), "Play 10"),
    Row(GUIDE, "before.word_source", source(TCWL_ANY), "The dictionary", dagger=True),
    # game time
    *wespa("before.game_time.seconds", 1500, "5.3.5"),
    Row(NSA, "before.game_time.seconds", 1500, "I.A.3"),
    Row(SOWPODS, "before.game_time.seconds", 1500, "Equipment"),
    Row(GUIDE, "before.game_time.seconds", 1500, "Time"),
    *silent("before.game_time.move_limit", t.MoveLimit.NONE, W10, W12, SOWPODS),
    Row(NSA, "before.game_time.move_limit", t.MoveLimit.NONE, "I.A.3"),
    Row(GUIDE, "before.game_time.move_limit", t.MoveLimit.DIRECTOR_FOR_TIME_WASTING, "Time"),
    # no clocks
    *wespa("before.no_clocks", t.NoClockRule(t.NoClocks.FORBIDDEN, None), "1.4.4"),
    Row(
        NSA,
        "before.no_clocks",
        t.NoClockRule(
            t.NoClocks.SAND_TIMERS,
            t.SandTimers(stop_after=3240, plays_after=1, per_move=180, grace=5, notice=10, racks=t.RackRule.BOTH_LOSE),
        ),
        "App. B, III.C.1",
    ),
    Row(SOWPODS, "before.no_clocks", t.NoClockRule(t.NoClocks.ANNOUNCED, None), "Equipment"),
    *silent("before.no_clocks", t.NoClockRule(t.NoClocks.DIRECTOR, None), GUIDE),
    # disputed equipment
    *wespa("before.disputed_equipment.game_set", t.EquipmentRule.DIRECTOR, "1.3.7"),
    Row(NSA, "before.disputed_equipment.game_set", t.EquipmentRule.MORE_CONFORMING, "I.A.6"),
    *silent("before.disputed_equipment.game_set", t.EquipmentRule.DIRECTOR, SOWPODS, GUIDE),
    *wespa(
        "before.disputed_equipment.timers",
        t.TimerOrder(
            (t.Timer.DIGITAL_STANDARD, t.Timer.DIGITAL_OTHER, t.Timer.DIGITAL_COUNT_UP, t.Timer.ANALOGUE), True
        ),
        "1.4.2",
    ),
    Row(
        NSA,
        "before.disputed_equipment.timers",
        t.TimerOrder(
            (
                t.Timer.COUNTDOWN_EXACT,
                t.Timer.COUNTDOWN_INEXACT,
                t.Timer.COUNT_UP_OR_INEXACT_ANALOGUE,
                t.Timer.SAND,
            ),
            True,
        ),
        "I.A.3, App. B A",
    ),
    *silent("before.disputed_equipment.timers", t.TimerOrder((), False), SOWPODS, GUIDE),
    *wespa("before.disputed_equipment.timer_place", t.Seat.NON_STARTER, "1.4.5"),
    *silent("before.disputed_equipment.timer_place", t.Seat.DIRECTOR, NSA, SOWPODS, GUIDE),
    # special needs
    *wespa("before.special_needs", t.SpecialNeeds(device_agreed_before=False), "2.5"),
    Row(NSA, "before.special_needs", t.SpecialNeeds(device_agreed_before=True), "I.A.6.d"),
    *silent("before.special_needs", t.SpecialNeeds(), SOWPODS, GUIDE),
    *silent("before.disputed_equipment.like_tiles", (t.LikeTiles.DIRECTOR,), W10, W12, SOWPODS, GUIDE),
    Row(
        NSA,
        "before.disputed_equipment.like_tiles",
        (t.LikeTiles.GAME_NOT_BEGUN, t.LikeTiles.FIRST_PLAYERS_SET, t.LikeTiles.DRAW_NEAREST_Z),
        "Guideline 25",
    ),
    # time given or taken
    *wespa(
        "before.time_given",
        (
            t.TimeRule("1.4.1(b)", "a problem with the timer", True, False),
            t.TimeRule("2.5", "special needs", True, True),
            t.TimeRule("1.3.7", "equipment in dispute", False, True),
            t.TimeRule("3.4.2(b)", "delayed by the opponent's tracking", True, False),
            t.TimeRule("6.3.3(b)(iii)", "loss of time as a penalty", True, False),
        ),
        "1.4.1(b), 2.5, 3.4.2(b), 6.3.3(b)(iii)",
    ),
    Row(
        NSA,
        "before.time_given",
        (
            t.TimeRule("I.A.6", "disadvantaged by equipment", True, True),
            t.TimeRule("Guideline 6", "delayed by the opponent's tracking", True, False),
        ),
        "I.A.6, Guideline 6",
    ),
    *silent("before.time_given", (), SOWPODS, GUIDE),
]


@pytest.mark.parametrize("row", params(ROWS))
def test_second_reading_before_the_game(row: Row) -> None:
    read(row)


def test_second_reading_before_the_game_has_each_cell_once() -> None:
    each_once(ROWS, "before")


# ── who chooses ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", [W10, W12])
def test_wespa_5_3_5_another_game_time_is_possible_and_not_standard(book: str) -> None:
    span = provision_at(book, "before.game_time.seconds").span
    assert span is not None
    assert (span.low, span.high, span.rule, span.standard) == (1, 120, "5.3.5", False)


@pytest.mark.parametrize("book", [NSA, SOWPODS, GUIDE])
def test_nsa_i_a_3_sowpods_equipment_guide_time_25_minutes_are_fixed(book: str) -> None:
    assert not provision_at(book, "before.game_time.seconds").open


@pytest.mark.parametrize(
    ("book", "codes"),
    [
        (W10, []),
        (W12, []),
        (NSA, []),
        (SOWPODS, ["books", "computer"]),
        (
            GUIDE,
            [
                "director",
                "collins-2007",
                "collins-2011",
                "collins-2014",
                "collins-2019",
                "collins-2021",
                "collins-2024",
            ],
        ),
    ],
)
def test_word_source_is_fixed_but_for_sowpods_play_10_and_the_guides_edition(book: str, codes: list[str]) -> None:
    assert [choice.code for choice in provision_at(book, "before.word_source").choices] == codes


@pytest.mark.parametrize("book", [W10, W12, NSA, SOWPODS, GUIDE])
def test_wespa_1_2_b_no_book_lets_an_event_deviate_from_its_word_source(book: str) -> None:
    assert provision_at(book, "before.word_source").value.may_deviate is False


# ── what the book leaves open ────────────────────────────────────────────────────────────────────────────────────────

OPEN_POINTS = [
    *wespa("director_fills_gaps", True, "Preamble"),
    Row(NSA, "director_fills_gaps", True, "App. D", dagger=True),
    *silent("director_fills_gaps", True, SOWPODS),
    Row(GUIDE, "director_fills_gaps", True, "Others"),
]


@pytest.mark.parametrize("row", params(OPEN_POINTS))
def test_second_reading_who_decides_what_the_book_leaves_open(row: Row) -> None:
    read(row)
