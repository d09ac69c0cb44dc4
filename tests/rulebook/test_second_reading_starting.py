"""Second reading, "Starting and lateness": who starts, the tile draw, late and absent players, breaks."""

import pytest

from tdsuite.tournaments.rulebooks import terms as t
from tests.rulebook.second_reading import (
    BOOKS,
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

RULING_CLOCK = t.LateClock(t.Duty.RULING, 0, False, t.OnArrival.RULING)

ROWS = [
    # who starts
    *wespa("starting.who_starts.system", t.StartSystem.ASSIGNED, "2.1(b)(i)"),
    Row(NSA, "starting.who_starts.system", t.StartSystem.ASSIGNED, "I.C"),
    Row(SOWPODS, "starting.who_starts.system", t.StartSystem.DRAW, "Starting the game"),
    Row(GUIDE, "starting.who_starts.system", t.StartSystem.DRAW, "Drawing tiles"),
    *wespa("starting.who_starts.balance", (t.StartTest.FEWER_STARTS, t.StartTest.DRAW), "2.1(b)(ii)", dagger=True),
    Row(
        NSA,
        "starting.who_starts.balance",
        (t.StartTest.FEWER_STARTS, t.StartTest.MORE_REPLIES, t.StartTest.DRAW),
        "I.C",
    ),
    Row(SOWPODS, "starting.who_starts.balance", (t.StartTest.DRAW,), "Starting the game"),
    Row(GUIDE, "starting.who_starts.balance", (t.StartTest.DRAW,), "Drawing tiles"),
    *silent("starting.who_starts.startless", (t.Startless.BYE, t.Startless.FORFEIT_BEFORE_DRAW), *BOOKS),
    # tile draw
    *wespa("starting.tile_draw.rank", t.TileRank.BLANK_THEN_A_TO_Z, "2.1(a)"),
    Row(NSA, "starting.tile_draw.rank", t.TileRank.BLANK_THEN_A_TO_Z, "I.C.3"),
    Row(SOWPODS, "starting.tile_draw.rank", t.TileRank.BLANK_THEN_A_TO_Z, "Starting the game"),
    Row(GUIDE, "starting.tile_draw.rank", t.TileRank.BLANK_THEN_A_TO_Z, "Drawing tiles"),
    *wespa("starting.tile_draw.on_tie", t.DrawTie.REDRAW_TILES_KEPT_OUT, "2.1(a)"),
    Row(NSA, "starting.tile_draw.on_tie", t.DrawTie.REDRAW, "I.C.3"),
    Row(SOWPODS, "starting.tile_draw.on_tie", t.DrawTie.REDRAW, "Starting the game"),
    *silent("starting.tile_draw.on_tie", t.DrawTie.REDRAW, GUIDE),
    *wespa("starting.tile_draw.tiles_back", t.TilesBack.ONCE_DECIDED, "2.1(a)"),
    Row(NSA, "starting.tile_draw.tiles_back", t.TilesBack.BEFORE_PLAY, "I.C.3"),
    Row(SOWPODS, "starting.tile_draw.tiles_back", t.TilesBack.RESHUFFLED_BEFORE_PLAY, "Starting the game"),
    *silent("starting.tile_draw.tiles_back", t.TilesBack.BEFORE_PLAY, GUIDE),
    # late: the clock
    *wespa(
        "starting.late.clock",
        t.LateClock(t.Duty.MUST, 0, False, t.OnArrival.STOP_AND_ASSIGN),
        "2.3.1, 2.3.2, 2.3.3",
    ),
    Row(
        NSA,
        "starting.late.clock",
        t.LateClock(t.Duty.MAY, 180, True, t.OnArrival.STOP_FOR_PRELIMINARIES),
        "I.F",
    ),
    *silent("starting.late.clock", RULING_CLOCK, SOWPODS, GUIDE),
    *silent("starting.late.no_official_start", t.NoOfficialStart.DIRECTOR, W10, W12, SOWPODS, GUIDE),
    Row(NSA, "starting.late.no_official_start", t.NoOfficialStart.WARN_THEN_CLOCK, "Guideline 19C"),
    # both absent
    *wespa("starting.both_absent.charge", t.BothAbsent.SECOND_ALSO_CHARGED_FIRST_WAIT, "2.3.2"),
    *silent("starting.both_absent.charge", t.BothAbsent.RULING, NSA, SOWPODS, GUIDE),
    *silent("starting.both_absent.neither_margin", 75, W10, W12),
    Row(NSA, "starting.both_absent.neither_margin", 50, "III.G.1"),
    *silent("starting.both_absent.neither_margin", 50, SOWPODS, GUIDE),
    *silent("starting.both_absent.neither_rated", False, *BOOKS),
    # late: may elect, must forfeit
    *wespa("starting.may_elect", t.ElectForfeit(t.ElectWhen.ASSIGNED_TIME_BELOW, 900), "2.3.4"),
    Row(NSA, "starting.may_elect", t.ElectForfeit(t.ElectWhen.ANY_ARRIVAL, None), "Guideline 19A"),
    *silent("starting.may_elect", t.ElectForfeit(t.ElectWhen.RULING, None), SOWPODS, GUIDE),
    *wespa("starting.must_forfeit", t.MustForfeit.ASSIGNED_TIME_EXPIRED, "2.3.5"),
    Row(NSA, "starting.must_forfeit", t.MustForfeit.ASSIGNED_TIME_EXPIRED, "Guideline 19A"),
    *silent("starting.must_forfeit", t.MustForfeit.RULING, SOWPODS, GUIDE),
    # lateness forfeit
    *wespa("starting.lateness_forfeit.margin", 75, "2.3.6(a)"),
    Row(NSA, "starting.lateness_forfeit.margin", 50, "III.G.1, Guideline 19A"),
    *silent("starting.lateness_forfeit.margin", 50, SOWPODS, GUIDE),
    *wespa("starting.lateness_forfeit.elected_margin", 75, "2.3.6(a)"),
    *silent("starting.lateness_forfeit.elected_margin", 50, NSA, SOWPODS, GUIDE),
    *wespa("starting.lateness_forfeit.may_raise", True, "2.3.6(a)"),
    Row(NSA, "starting.lateness_forfeit.may_raise", False, "III.G.1"),
    *silent("starting.lateness_forfeit.may_raise", True, SOWPODS, GUIDE),
    *wespa("starting.lateness_forfeit.deliberate_level", 3, "6.4.1(a)"),
    *silent("starting.lateness_forfeit.deliberate_level", None, NSA, SOWPODS, GUIDE),
    # break between rounds
    *silent("starting.round_break", t.RoundBreak(None, None, None), W10, W12, SOWPODS, GUIDE),
    Row(NSA, "starting.round_break", t.RoundBreak(600, 300, 600), "Guideline 19C"),
]


@pytest.mark.parametrize("row", params(ROWS))
def test_second_reading_starting_and_lateness(row: Row) -> None:
    read(row)


def test_second_reading_starting_and_lateness_has_each_cell_once() -> None:
    each_once(ROWS, "starting")


# ── who chooses ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("book", "systems"),
    [
        (W10, [("assigned", "2.1(b)(i)"), ("balance", "2.1(b)(ii)"), ("draw", "2.1(a)")]),
        (W12, [("assigned", "2.1(b)(i)"), ("balance", "2.1(b)(ii)"), ("draw", "2.1(a)")]),
        (NSA, [("assigned", "I.C"), ("balance", "I.C")]),
        (SOWPODS, []),
        (GUIDE, []),
    ],
)
def test_wespa_2_1_nsa_i_c_the_organisers_system_for_starts(book: str, systems: list[tuple[str, str]]) -> None:
    choices = provision_at(book, "starting.who_starts.system").choices
    assert [(choice.code, choice.rule) for choice in choices] == systems
    assert all(choice.standard for choice in choices)


@pytest.mark.parametrize(("book", "open_"), [(W10, False), (W12, False), (NSA, False), (SOWPODS, True), (GUIDE, True)])
def test_wespa_2_3_6_a_nsa_iii_g_1_fix_the_lateness_margin_and_other_books_leave_it_open(
    book: str, open_: bool
) -> None:
    assert provision_at(book, "starting.lateness_forfeit.margin").open is open_
