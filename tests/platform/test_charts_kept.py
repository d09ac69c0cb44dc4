"""A chart is laid out and written once for all that it shows, and anew for anything else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from tdsuite.platform.chart_drawing import chart_with_figures
from tdsuite.platform.charts import bar_chart, line_chart, signed_chart
from tdsuite.platform.row_charts import run_chart, span_chart

LINES: dict[str, Any] = {"title": "Place", "labels": ["1", "2"], "series": [("Ada", [1, 2]), ("Bo", [2, None])]}
BARS: dict[str, Any] = {"title": "Scores", "what": "Points", "of": "Scores", "counts": [("300–324", 2), ("325–349", 1)]}
SIGNED: dict[str, Any] = {
    "title": "Margin",
    "heads": ("Round", "Opponent", "Margin"),
    "values": [("1", "Bo", 30), ("2", "Cy", -4)],
}
RUNS: dict[str, Any] = {
    "title": "Starts", "legend": "Full: started.", "labels": ["1", "2"], "series": [("Ada", [1, -1]), ("Bo", [-1, 1])],
    "words": ("first", "second"), "last": ("Starts in a row", "Seconds in a row"),
}  # fmt: skip
SPANS: dict[str, Any] = {
    "title": "Ratings", "legend": "Full: now.", "heads": ("Player", "Before", "Now", "Change"), "values": [("Ada", None, 1500), ("Bo", 1400, 1390)],
}  # fmt: skip
KINDS = [(line_chart, LINES), (bar_chart, BARS), (signed_chart, SIGNED), (run_chart, RUNS), (span_chart, SPANS)]


@pytest.mark.parametrize(("lay_out", "given"), KINDS, ids=lambda part: getattr(part, "__name__", ""))
def test_the_same_chart_is_laid_out_once_and_another_one_anew(
    lay_out: Callable[..., Any], given: dict[str, Any]
) -> None:
    chart = lay_out(**given)
    assert lay_out(**given) is chart and chart_with_figures(chart) is chart_with_figures(chart)
    for name, value in given.items():
        if isinstance(value, str):
            other: Any = f"{value}, of all"
        elif isinstance(value[0], str):
            other = type(value)(f"{each}." for each in value)
        else:
            other = [*value[1:], value[0]]
        assert other != value
        assert chart_with_figures(lay_out(**{**given, name: other})) != chart_with_figures(chart), name


def test_the_words_around_a_chart_are_in_the_language_of_whoever_reads_it() -> None:
    chart = bar_chart(**BARS)
    english = chart_with_figures(chart)
    with translation.override("fr"):
        assert "Les chiffres" in chart_with_figures(chart) and chart_with_figures(chart) != english
    assert chart_with_figures(chart) == english
