"""Where the rows of charts of spans and runs stand."""

from hypothesis import given
from hypothesis import strategies as st

from tdsuite.platform.chart_letters import width
from tdsuite.platform.charts import NAMES, RIGHT, WIDTH, SignedChart, signed_chart
from tdsuite.platform.row_charts import CHANGE, LONG, RunRow, run_chart, span_chart

HEADS = ("Player", "Before", "Now", "Change")


def runs(*values: int) -> RunRow:
    labels = [str(number) for number in range(1, len(values) + 1)]
    chart = run_chart(
        "Starts", "", labels, [("Ada", values)], words=("first", "second"), last=("Starts in a row", "Seconds in a row")
    )
    return chart.runs[0]


def test_what_is_won_stands_above_the_middle_line_and_what_is_lost_below() -> None:
    chart = signed_chart(
        "Margins", ("Round", "Opponent", "Margin"), [("1", "Bob", 120), ("2", "Cid", -60), ("3", "Dee", 0)]
    )
    won, lost, tied = chart.bars
    assert (round(won.top + won.tall, 1), lost.top, tied.tall) == (chart.zero, chart.zero, 0)
    assert abs(won.tall - 2 * lost.tall) < 0.2
    assert won.at < won.top and lost.at > lost.top + lost.tall
    assert chart.rows == (("1", ("Bob", "+120")), ("2", ("Cid", "−60")), ("3", ("Dee", "0")))


@given(st.lists(st.integers(-900, 900), min_size=1, max_size=40))
def test_whatever_the_margins_every_bar_and_figure_stands_inside(margins: list[int]) -> None:
    chart = signed_chart("Margins", ("", "", ""), [(str(at), "", value) for at, value in enumerate(margins)])
    for bar in chart.bars:
        assert 0 <= bar.at <= chart.height and 0 <= bar.top <= bar.top + bar.tall <= chart.height
        assert 0 <= bar.left <= bar.left + bar.wide <= WIDTH
    for tick in chart.up:
        assert 0 <= tick.at <= chart.height


def test_margins_that_have_no_room_for_their_figures_have_a_scale() -> None:
    def chart_of(games: int) -> SignedChart:
        return signed_chart("Margins", ("", "", ""), [(str(at), "", 450 - at) for at in range(games)])

    few, many = chart_of(8), chart_of(15)
    assert few.up == () and few.left == RIGHT
    assert [tick.label for tick in many.up] == ["0", "+200", "+400", "+600"] and many.left == many.bars[0].left - 2.9
    room = many.bars[1].left - many.bars[0].left
    assert room < width("+450") < few.bars[1].left - few.bars[0].left


def test_the_words_of_a_long_event_are_left_off_paper() -> None:
    for rounds, is_long in ((15, False), (23, True)):
        labels = [str(number) for number in range(1, rounds + 1)]
        chart = run_chart("Starts", "", labels, [("Ada", [1] * rounds)], words=("first", "second"), last=("", ""))
        assert chart.look == ("long" if is_long else "")


def test_a_rating_that_rose_leads_to_the_right_and_who_had_none_has_no_span() -> None:
    rose, fell, new = span_chart(
        "Ratings", "", HEADS, [("Ada", 1500, 1560), ("Bob", 1700, 1650), ("Cid", None, 1400)]
    ).spans
    assert rose.before is not None and rose.before < rose.after
    assert fell.before is not None and fell.before > fell.after
    assert (rose.figures, fell.figures) == (("1500", "1560", "+60"), ("1700", "1650", "−50"))
    assert (new.before, new.figures) == (None, ("", "1400", ""))
    assert rose.at < fell.at < new.at


@given(st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 3000)), st.integers(1, 3000)), min_size=1, max_size=40))
def test_whatever_the_ratings_every_row_stands_inside(values: list[tuple[int | None, int]]) -> None:
    chart = span_chart("Ratings", "", HEADS, [("Ada", *pair) for pair in values])
    for span in chart.spans:
        assert all(NAMES <= at <= WIDTH - CHANGE for at in (span.before, span.after) if at is not None)
        assert 0 < span.at < chart.height


def test_a_run_is_one_piece_and_a_long_one_bears_its_figure() -> None:
    row = runs(1, 1, 1, -1, 1, -1, -1)
    assert [(part.full, part.count) for part in row.parts] == [(True, 3), (False, 0), (True, 0), (False, 0)]
    assert row.figures == ("first",) * 3 + ("second", "first", "second", "second", "3", "2")
    assert row.joins == () and LONG == 3


def test_a_round_without_a_start_breaks_no_run_and_is_seen() -> None:
    row = runs(1, 0, 1, 1, 0)
    before, after = row.parts
    assert (before.count, after.count, row.figures[-2:]) == (0, 3, ("3", "0"))
    ((left, right),) = row.joins
    assert left == round(before.left + before.wide, 1) and right == after.left
    assert row.figures[:5] == ("first", "", "first", "first", "")


@given(st.lists(st.sampled_from((-1, 0, 1)), min_size=1, max_size=40))
def test_whatever_the_starts_pieces_stand_side_by_side(values: list[int]) -> None:
    row = runs(*values)
    edges = [edge for part in row.parts for edge in (part.left, round(part.left + part.wide, 1))]
    assert edges == sorted(edges)
    assert all(RIGHT <= edge <= WIDTH - RIGHT for edge in edges)
    assert sum(part.count for part in row.parts) <= sum(1 for value in values if value)
