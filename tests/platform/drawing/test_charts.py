"""Where the lines, bars and labels of a chart stand."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from tdsuite.ops.paths import shipped
from tdsuite.platform.drawing.charts import (
    GAP,
    LEFT,
    RIGHT,
    ROW,
    STROKES,
    TOP,
    WIDTH,
    Bar,
    Chart,
    every,
    line_chart,
    round_numbers,
    shortened,
    signed_chart,
    width,
)

ROUNDS = ["1", "2", "3"]


def places(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points.split())]


def test_a_better_place_stands_higher_and_a_larger_spread_too() -> None:
    (by_place,) = line_chart("Place", ROUNDS, [("Ada", [3, 1, 2])], downwards=True).drawn
    third, first, second = (y for _, y in places(by_place.points[0]))
    assert first < second < third
    chart = line_chart("Spread", ROUNDS, [("Ada", [-40, 0, 350])], signed=True)
    (by_spread,) = chart.drawn
    low, middle, high = (y for _, y in places(by_spread.points[0]))
    assert high < middle < low
    assert chart.rows == (("Ada", ("−40", "0", "+350")),)


def test_a_round_without_a_value_leaves_a_gap_and_a_dash() -> None:
    chart = line_chart("Place", ["1", "2", "3", "4"], [("Ada", [1, None, 2, 2])])
    assert [len(places(points)) for points in chart.drawn[0].points] == [1, 2]
    assert chart.rows == (("Ada", ("1", "–", "2", "2")),)


VALUES = st.one_of(st.none(), st.integers(-5000, 5000))


@given(
    st.integers(1, 30).flatmap(
        lambda rounds: st.lists(st.lists(VALUES, min_size=rounds, max_size=rounds), min_size=1, max_size=40)
    ),
    st.booleans(),
)
def test_whatever_the_values_everything_stands_inside_and_no_name_on_another(
    rows: list[list[int | None]], downwards: bool
) -> None:
    labels = [str(number) for number in range(1, len(rows[0]) + 1)]
    chart = line_chart("Any", labels, [(f"Player {at}", row) for at, row in enumerate(rows)], downwards=downwards)
    for line in chart.drawn:
        for x, y in (place for points in line.points for place in places(points)):
            assert LEFT <= x <= chart.right <= WIDTH and TOP <= y <= chart.height
    ends = sorted(line.end for line in chart.drawn)
    assert all(after - before >= ROW - 0.11 for before, after in pairwise(ends))
    assert ends[0] >= TOP - ROW and ends[-1] <= chart.height
    assert len(chart.up) <= 8
    assert all(after.at - before.at > width(before.label) for before, after in pairwise(chart.across))


def test_every_kind_of_stroke_has_a_colour_and_dashes_of_its_own() -> None:
    style = (shipped("static") / "tdsuite" / "css" / "charts.css").read_text(encoding="utf-8")
    kinds = re.findall(r"\.stroke-\d polyline \{\s+stroke: (.+);\s+stroke-dasharray: (.+);", style)
    assert len(kinds) == STROKES - 1  # and the plain one
    assert all(len(set(looks)) == len(kinds) for looks in zip(*kinds, strict=True))


def test_chances_are_read_from_nothing_up() -> None:
    chart = line_chart("Chance", ROUNDS, [("Ada", [100, 100, 100])], from_zero=True)
    assert (chart.up[0].label, chart.up[-1].label) == ("0", "100")
    assert {y for _, y in places(chart.drawn[0].points[0])} == {TOP}


@pytest.mark.parametrize(
    ("low", "high", "rungs"),
    [(1, 24, [1, 5, 10, 15, 20, 24]), (7, 17, [7, 10, 12, 14, 17]), (1, 4, [1, 2, 3, 4]), (2, 2, [2])],
)
def test_places_on_an_axis_do_not_overprint_the_first_and_the_last(low: int, high: int, rungs: list[int]) -> None:
    assert round_numbers(low, high, places=True) == rungs


def test_what_is_won_stands_above_the_middle_line_and_what_is_lost_below() -> None:
    chart = signed_chart(
        "Margins", ("Round", "Opponent", "Margin"), [("1", "Bob", 120), ("2", "Cid", -60), ("3", "Dee", 0)]
    )
    won, lost, tied = chart.drawn
    assert (round(won.top + won.tall, 1), lost.top, tied.tall) == (chart.zero, chart.zero, 0)
    assert abs(won.tall - 2 * lost.tall) < 0.2
    assert won.at < won.top and lost.at > lost.top + lost.tall
    assert chart.rows == (("1", ("Bob", "+120")), ("2", ("Cid", "−60")), ("3", ("Dee", "0")))


@given(st.lists(st.integers(-900, 900), min_size=1, max_size=40))
def test_whatever_the_margins_every_bar_and_figure_stands_inside(margins: list[int]) -> None:
    chart = signed_chart("Margins", ("", "", ""), [(str(at), "", value) for at, value in enumerate(margins)])
    for bar in chart.drawn:
        assert 0 <= bar.at <= chart.height and 0 <= bar.top <= bar.top + bar.tall <= chart.height
        assert 0 <= bar.left <= bar.left + bar.wide <= WIDTH
    for tick in chart.up:
        assert 0 <= tick.at <= chart.height


def test_margins_that_have_no_room_for_their_figures_have_a_scale() -> None:
    def chart_of(games: int) -> Chart[Bar]:
        return signed_chart("Margins", ("", "", ""), [(str(at), "", 450 - at) for at in range(games)])

    few, many = chart_of(8), chart_of(15)
    assert few.up == () and few.left == RIGHT
    assert [tick.label for tick in many.up] == ["0", "+200", "+400", "+600"] and many.left == many.drawn[0].left - 2.9
    room = many.drawn[1].left - many.drawn[0].left
    assert room < width("+450") < few.drawn[1].left - few.drawn[0].left


LONGEST = 120.0
CUT = {
    "O": "O", "Katya Overdraw": "Katya Overdraw", "Ada Blankenship-Zed": "Ada Blankens…",
    "WWWWWWWWWWWWWWWW": "WWWWWWW…", "illi illi illi illi illi illi": "illi illi illi illi…", "渡辺真知子渡辺真知子": "渡辺真知子渡辺…",
    "Nguyễn Thị": "Nguyễn Thị", "محمد عبد الرحمن بن عبد العزيز": "محمد عبد الر…",
}  # fmt: skip


@pytest.mark.parametrize("name", CUT)
def test_a_name_is_cut_by_how_wide_it_is_and_keeps_its_own_direction(name: str) -> None:
    short = shortened(name, LONGEST)
    assert short == f"\u2068{CUT[name]}\u2069"
    assert width(short) <= LONGEST


@given(st.text(max_size=60))
def test_no_name_is_wider_than_its_room(name: str) -> None:
    assert width(shortened(name, LONGEST)) <= LONGEST


@given(st.lists(st.integers(0, 99).map(str), max_size=40), st.floats(5, 200))
def test_labels_that_are_written_stand_apart(labels: list[str], step: float) -> None:
    assert every(labels, step) * step >= max(map(width, labels), default=0) + GAP
