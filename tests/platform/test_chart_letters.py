"""Names and labels fit the room that a chart has for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdsuite.platform.chart_letters import GAP, every, shortened, width

ROOM = 120.0
NAMES = {
    "O": "O",
    "Katya Overdraw": "Katya Overdraw",
    "Ada Blankenship-Zed": "Ada Blankens…",
    "WWWWWWWWWWWWWWWW": "WWWWWWW…",
    "illi illi illi illi illi illi": "illi illi illi illi…",
    "渡辺真知子渡辺真知子": "渡辺真知子渡辺…",
    "Nguyễn Thị": "Nguyễn Thị",
    "محمد عبد الرحمن بن عبد العزيز": "محمد عبد الر…",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_cut_by_how_wide_it_is_and_keeps_its_own_direction(name: str) -> None:
    short = shortened(name, ROOM)
    assert short == f"\u2068{NAMES[name]}\u2069"
    assert width(short) <= ROOM


@given(st.text(max_size=60))
def test_no_name_is_wider_than_its_room(name: str) -> None:
    assert width(shortened(name, ROOM)) <= ROOM


@given(st.lists(st.integers(0, 99).map(str), max_size=40), st.floats(5, 200))
def test_labels_that_are_written_stand_apart(labels: list[str], step: float) -> None:
    assert every(labels, step) * step >= max(map(width, labels), default=0) + GAP
