"""The sheet as plain facts: one text for one sheet, hashes of exact bytes; and the table of states, on its own."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from results.sheets.engine.facts import (
    BadSheet,
    Figures,
    SheetFacts,
    SheetLine,
    SheetSide,
    agree,
    canonical,
    in_order,
    read,
    same,
    sha256,
    with_figures,
)
from results.sheets.engine.states import BECOMES, COUNTS, FINAL, TABLE, UNSIGNED, Event, Path, State, correction
from tdsuite.platform.audit.digests import canonical as canonical_of_the_record
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

ENTRIES = (11, 42)
POINTS = st.integers(-1500, 1500)
LINES = st.builds(
    SheetLine, st.sampled_from(ENTRIES), st.sampled_from(["overtime", "tiles_left", "conduct:overdraw"]), POINTS, st.integers(0, 900),
    st.booleans(), st.sampled_from(["", "5.3.2", "III.C.2"]), st.booleans(),
)  # fmt: skip
SHEETS = st.builds(
    SheetFacts, event=st.just(1), division=st.just(2), game=st.just(3), round=st.integers(1, 30), version=st.integers(1, 9),
    outcome=st.sampled_from(["played", "stopped"]),
    sides=st.tuples(st.builds(SheetSide, st.just(11), POINTS), st.builds(SheetSide, st.just(42), POINTS)),
    started=st.sampled_from([None, *ENTRIES]), lines=st.lists(LINES, max_size=4).map(tuple),
    tiles_counted=st.booleans(),
)  # fmt: skip


def blank() -> SheetFacts:
    return SheetFacts(1, 2, 3, 4, 1, "", (SheetSide(11), SheetSide(42)))


@given(SHEETS)
def test_the_text_reads_back_as_the_same_sheet(facts: SheetFacts) -> None:
    assert read(canonical(facts)) == in_order(facts)


@given(SHEETS, st.randoms(use_true_random=False))
def test_the_text_does_not_depend_on_the_order_of_anything(facts: SheetFacts, luck) -> None:
    lines = list(facts.lines)
    luck.shuffle(lines)
    turned = replace(facts, sides=facts.sides[::-1], lines=tuple(lines))
    assert canonical(turned) == canonical(facts)


@given(SHEETS, SHEETS)
def test_two_sheets_have_one_text_only_where_they_are_the_same(one: SheetFacts, other: SheetFacts) -> None:
    assert (canonical(one) == canonical(other)) == (same(one, other) and one.version == other.version)


@given(SHEETS)
def test_the_text_is_canonical_by_the_same_rule_as_the_record(facts: SheetFacts) -> None:
    assert canonical(facts) == canonical_of_the_record(json.loads(canonical(facts)))


@given(SHEETS)
def test_the_figures_of_a_sheet_entered_again_give_the_same_sheet(facts: SheetFacts) -> None:
    own = tuple(replace(line, own=line.kind != "conduct:overdraw", points=line.points or 1) for line in facts.lines)
    sheet = in_order(replace(facts, lines=own))
    scores = {side.entry: side.score or 0 for side in sheet.sides}
    own_lines = tuple(line for line in sheet.lines if line.own)
    figures = Figures(scores, sheet.started, own_lines, sheet.tiles_counted)
    assert with_figures(sheet, figures, outcome=sheet.outcome) == sheet


def test_two_cards_agree_whatever_is_noted_besides() -> None:
    one = with_figures(blank(), Figures({11: 431, 42: 388}, started=42, tiles_counted=True), outcome="played")
    other = with_figures(blank(), Figures({11: 431, 42: 388}, started=42), outcome="played")
    assert (agree(one, other), same(one, other)) == (True, False)
    assert not agree(one, with_figures(blank(), Figures({11: 431, 42: 388}, started=11), outcome="played"))


def test_the_text_and_its_hash_are_these() -> None:
    facts = with_figures(blank(), Figures({11: 431, 42: 388}, started=42), outcome="played")
    text = (
        '{"division":2,"event":1,"game":3,"lines":[],"outcome":"played","round":4,'
        '"sides":[{"entry":11,"halves":null,"score":431,"spread":null},{"entry":42,"halves":null,"score":388,"spread":null}],'
        '"started":42,"tiles_counted":false,"version":1}'
    )
    assert canonical(facts) == text
    assert sha256(text) == "3c412a638b7c49f40f4fbebded6472a39510b8d7effa42ab94d089366fabd738"


def test_totals_margin_and_winner_follow_from_scores_and_lines() -> None:
    facts = with_figures(
        blank(), Figures({11: 400, 42: 395}, lines=(SheetLine(11, "overtime", -10),)), outcome="played"
    )
    assert (facts.total(11), facts.total(42), facts.margin, facts.winner) == (390, 395, 5, 42)
    tied = with_figures(blank(), Figures({11: 400, 42: 400}), outcome="played")
    assert (tied.margin, tied.winner, blank().margin, blank().winner) == (0, None, None, None)
    left = replace(blank(), outcome="left_early", sides=(SheetSide(11, 281, 0, -50), SheetSide(42, 250, 2, 50)))
    assert (left.winner, left.margin, left.total(11)) == (42, 50, 281)  # by what was stated


@pytest.mark.parametrize(
    ("there", "given", "stands"),
    [
        (SheetLine(11, "overtime", -20, 61, rule="5.3.2"), SheetLine(11, "overtime", -20), 61),
        (SheetLine(11, "overtime", -20), SheetLine(11, "overtime", -20, 61, rule="5.3.2"), 0),
        (SheetLine(11, "overtime", -20, 61), SheetLine(11, "overtime", -20, 70), 70),
        (SheetLine(11, "overtime", -20, 61), SheetLine(11, "overtime", -30), 0),
        (SheetLine(42, "overtime", -20, 61), SheetLine(11, "overtime", -20), 0),
    ],
)
def test_a_line_of_the_same_points_is_the_one_that_stands_whether_or_not_it_says_the_time(
    there: SheetLine, given: SheetLine, stands: int
) -> None:
    scores = {11: 400, 42: 395}
    before = with_figures(blank(), Figures(scores, lines=(there,)), outcome="played")
    after = with_figures(before, Figures(scores, lines=(given,)), outcome="played")
    assert [line.seconds for line in after.lines] == [stands]
    assert same(before, after) is (after.lines == before.lines)


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        (Figures({11: 1}), "a score for each"),
        (Figures({11: 1, 7: 2}), "a score for each"),
        (Figures({11: 1, 42: 2}, started=7), "one of the two players"),
        (Figures({11: 1, 42: 2}, lines=(SheetLine(7, "overtime", -10),)), "players' own lines"),
        (Figures({11: 1, 42: 2}, lines=(SheetLine(11, "ruling", -10),)), "players' own lines"),
    ],
)
def test_figures_that_are_none_of_this_game(figures: Figures, says: str) -> None:
    with pytest.raises(BadSheet, match=says):
        with_figures(blank(), figures, outcome="played")


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"sides":[{"entry":1.5},{"entry":2}],"lines":[]}'])
def test_what_is_no_sheet(text: str) -> None:
    with pytest.raises(BadSheet):
        read(text)


def test_every_state_is_reached_every_event_happens_and_both_together_have_one_row() -> None:
    assert ({row.becomes for row in TABLE}, {row.event for row in TABLE}) == (set(State), set(Event))
    assert len({(row.state, row.event) for row in TABLE}) == len(TABLE)
    assert (FINAL < COUNTS, FINAL & UNSIGNED) == (True, frozenset())


@pytest.mark.parametrize("state", sorted(FINAL))
@pytest.mark.parametrize("event", ["ENTERS", "DIFFERS", "GIVES_IN", "SIGNS", "BOTH_SIGNED", "DISPUTES", "POSTS"])
def test_a_final_sheet_takes_no_figures_and_no_signature_of_a_player(state: State, event: str) -> None:
    assert (state, Event[event]) not in BECOMES


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=lambda book: book.key)
@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("began", [False, True])
def test_how_a_sheet_is_corrected_in_every_state_and_book(book, state: State, began: bool) -> None:
    nsa = book.key == "nsa-2004"
    wanted = {
        State.SIGNED: Path.PETITION if nsa else Path.AGREE,
        State.HANDED_IN: Path.RULING if began and not nsa else Path.PETITION,
        State.RULED: Path.RULING,
    }.get(state, Path.FREE)
    path, why = correction(state, book, next_game_began=began)
    assert (path, bool(why.text), bool(why.rule)) == (wanted, True, True)
