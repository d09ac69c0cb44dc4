"""The five states of a table: what each says, and which chips count it."""

import pytest

from adjudication.challenges.engine.slips import State as Slip
from results.attendance.engine.table_clock import Phase
from results.sheets.engine.states import State as Sheet
from tdsuite.console.board.cells import (
    Cell,
    ClockFacts,
    Kind,
    challenge_cell,
    clock_cell,
    here_cell,
    result_cell,
    signed_cell,
)
from tdsuite.tournaments.engine.presence import State

HERE, LATE, ABSENT, EXPECTED, GONE = State.HERE, State.LATE, State.ABSENT, State.EXPECTED, State.GONE


def look(cell: Cell) -> tuple[str, str, str]:
    return cell.mark, cell.word, cell.tone


@pytest.mark.parametrize(
    ("known", "outcome", "begun", "late", "then"),
    [
        ((HERE, HERE), "", False, False, ("✓", "both here", "")),
        ((EXPECTED, EXPECTED), "played", True, False, ("✓", "both here", "")),
        ((EXPECTED, EXPECTED), "", True, False, ("·", "expected", "")),
        ((HERE, EXPECTED), "", False, False, ("", "1 of 2", "plain")),
        ((HERE, ABSENT), "", False, False, ("✕", "1 of 2", "warn")),
        ((HERE, ABSENT), "", True, False, ("✕", "1 of 2", "bad")),
        ((ABSENT, ABSENT), "", True, False, ("✕", "0 of 2", "bad")),
        ((HERE, GONE), "", False, False, ("✕", "1 of 2", "bad")),
        ((HERE, LATE), "", False, False, ("✕", "1 late", "warn")),
        ((HERE, EXPECTED), "", True, True, ("✕", "1 late", "bad")),
        ((HERE, State.PLAYING), "", False, False, ("", "still plays", "plain")),
        ((HERE, ABSENT), "no_show", True, False, ("◐", "1 of 2 came; settled", "")),
        ((ABSENT, ABSENT), "double_forfeit", True, False, ("◐", "0 of 2 came; settled", "")),
    ],
)
def test_here(known, outcome, begun, late, then):
    cell = here_cell(known, outcome, begun=begun, late=late)
    assert look(cell) == then
    assert (Kind.ABSENT in cell.kinds) is (then[0] == "✕")


@pytest.mark.parametrize(
    ("clocks", "outcome", "over", "then"),
    [
        ((), "", None, ("·", "no clock runs", "")),
        ((ClockFacts(True, True, Phase.RUNNING, 1062),), "", None, ("◷", "17:42", "warn")),
        ((ClockFacts(True, True, Phase.MAY_ELECT, 800),), "", None, ("◷", "13:20", "bad")),
        ((ClockFacts(True, True, Phase.EXPIRED, 0),), "", None, ("◷", "expired", "bad")),
        ((ClockFacts(True, True, Phase.RUNNING, 1062),), "no_show", None, ("", "17:42", "plain")),
        ((ClockFacts(False, True, Phase.NONE, 1290),), "", None, ("", "21:30", "plain")),
        ((ClockFacts(extra=30),), "", None, ("", "+0:30", "plain")),
        ((), "", 250, ("", "over 4 min", "plain")),
        ((), "played", 250, ("·", "no clock runs", "")),
    ],
)
def test_clock(clocks, outcome, over, then):
    assert look(clock_cell(clocks, outcome, over)) == then


@pytest.mark.parametrize(
    ("facts", "then", "missing"),
    [
        (("", None, None, False, False), ("", "not begun", "plain"), True),
        (("", None, None, True, False), ("", "playing", "plain"), True),
        (("", None, None, True, True), ("", "playing", "plain"), True),
        (("played", (446, 398), 48, True, False), ("", "446–398", "score"), False),
        (("played", (446, 398), 48, True, True), ("", "446–398", "held"), False),
        (("played", None, -43, True, False), ("", "−43", "score"), False),
        (("postponed", None, None, True, False), ("", "postponed", "plain"), True),
        (("no_show", None, 50, True, False), ("", "did not come", "score"), False),
    ],
)
def test_result(facts, then, missing):
    outcome, totals, spread, begun, disputed = facts
    cell = result_cell(outcome, totals, spread, begun=begun, disputed=disputed)
    assert (look(cell), Kind.MISSING in cell.kinds) == (then, missing)


@pytest.mark.parametrize(
    ("facts", "then", "kinds"),
    [
        ((Sheet.EMPTY, 0, False), ("·", "nothing to sign", ""), set()),
        ((Sheet.POSTED, 0, False), ("·", "nothing to sign", ""), set()),
        ((Sheet.POSTED, 0, True), ("○", "0 of 2", "warn"), {Kind.UNSIGNED}),
        ((Sheet.ENTERED, 1, True), ("◐", "1 of 2", "warn"), {Kind.UNSIGNED}),
        ((Sheet.SIGNED, 2, True), ("✓✓", "signed by both", ""), set()),
        ((Sheet.HANDED_IN, 2, True), ("✓✓", "signed by both", ""), set()),
        ((Sheet.WAIVED, 0, True), ("", "waived", "plain"), set()),
        ((Sheet.RULED, 0, True), ("", "ruled", "plain"), set()),
        ((Sheet.DISPUTED, 1, True), ("≠", "disputed", "bad"), {Kind.DISPUTED}),
    ],
)
def test_signed(facts, then, kinds):
    state, signatures, opened = facts
    cell = signed_cell(state, signatures, opened=opened)
    assert (look(cell), cell.kinds) == (then, kinds)


@pytest.mark.parametrize(
    ("at_table", "to_judge", "doubted", "judged", "then"),
    [
        (0, 0, 0, 0, ("·", "none", "")),
        (1, 0, 0, 0, ("", "at the table", "plain")),
        (0, 1, 0, 2, ("?", "to judge", "warn")),
        (0, 0, 1, 1, ("!", "doubted", "warn")),
        (0, 0, 0, 2, ("✓", "2", "plain")),
    ],
)
def test_challenge(at_table, to_judge, doubted, judged, then):
    cell = challenge_cell(at_table=at_table, to_judge=to_judge, doubted=doubted, judged=judged)
    assert look(cell) == then


@pytest.mark.parametrize(("disputed", "note"), [(False, "entered by Ada Winterbourne"), (True, "disputed")])
def test_the_figures_of_a_sheet_that_does_not_count_yet_and_who_entered_them(disputed, note):
    cell = result_cell("", None, None, begun=True, disputed=disputed, entered=("446–398", "Ada Winterbourne"))
    assert (look(cell), cell.note, cell.kinds) == (("", "446–398", "held"), note, {Kind.MISSING})


def test_every_state_of_a_sheet_and_a_slip_has_a_word():
    assert all(signed_cell(state, 0, opened=True).word for state in Sheet)
    assert len(Slip) == 7  # another state wants a word on the board
