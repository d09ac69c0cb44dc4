"""Where the lines, bars and labels of a chart stand."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tdsuite.platform.chart_letters import width
from tdsuite.platform.charts import LEFT, ROW, TOP, WIDTH, bar_chart, counted, figure, line_chart

ROUNDS = ["1", "2", "3"]


def places(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points.split())]


def test_a_better_place_stands_higher_and_a_larger_spread_too() -> None:
    (by_place,) = line_chart("Place", ROUNDS, [("Ada", [3, 1, 2])], downwards=True).lines
    third, first, second = (y for _, y in places(by_place.points[0]))
    assert first < second < third
    (by_spread,) = line_chart("Spread", ROUNDS, [("Ada", [-40, 0, 350])], signed=True).lines
    low, middle, high = (y for _, y in places(by_spread.points[0]))
    assert high < middle < low
    assert by_spread.figures == ("−40", "0", "+350")


def test_a_round_without_a_value_leaves_a_gap_and_a_dash() -> None:
    (line,) = line_chart("Place", ["1", "2", "3", "4"], [("Ada", [1, None, 2, 2])]).lines
    assert [len(places(points)) for points in line.points] == [1, 2]
    assert line.figures == ("1", "", "2", "2")


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
    for line in chart.lines:
        for x, y in (place for points in line.points for place in places(points)):
            assert LEFT <= x <= chart.right <= WIDTH and TOP <= y <= chart.height
    ends = sorted(line.end for line in chart.lines)
    assert all(after - before >= ROW - 0.11 for before, after in pairwise(ends))
    assert ends[0] >= TOP - ROW and ends[-1] <= chart.height
    assert len(chart.up) <= 8
    assert all(after.at - before.at > width(before.label) for before, after in pairwise(chart.across))


def test_bars_are_as_tall_as_their_counts_and_no_span_is_left_out() -> None:
    counts = counted([301, 324, 325, 410], 25)
    assert counts == [("300–324", 2), ("325–349", 1), ("350–374", 0), ("375–399", 0), ("400–424", 1)]
    chart = bar_chart("Scores", "Points", "Scores", counts)
    assert [bar.tall / chart.bars[0].tall for bar in chart.bars] == [1, 0.5, 0, 0, 0.5]
    assert [bar.short for bar in chart.bars] == ["300", "325", "350", "375", "400"]
    assert {round(bar.top + bar.tall, 1) for bar in chart.bars} == {chart.foot}
    assert counted([], 25) == [] and bar_chart("None", "", "", []).bars == ()


def test_bars_are_wider_where_their_figures_had_no_room() -> None:
    outlier = counted([300, 900], 25)
    assert len(outlier) == 25 and outlier[0] == ("300–324", 1)
    crowd = counted([300] * 100 + [900], 25)
    assert len(crowd) == 13 and crowd[0] == ("300–349", 100) and crowd[-1] == ("900–949", 1)


def test_chances_are_read_from_nothing_up() -> None:
    chart = line_chart("Chance", ROUNDS, [("Ada", [100, 100, 100])], from_zero=True)
    assert (chart.up[0].label, chart.up[-1].label) == ("0", "100")
    assert {y for _, y in places(chart.lines[0].points[0])} == {TOP}


def test_figures_bear_the_signs_of_print() -> None:
    assert [figure(value, signed=True) for value in (-1, 0, 1)] == ["−1", "0", "+1"]
    assert figure(-3) == "−3"
