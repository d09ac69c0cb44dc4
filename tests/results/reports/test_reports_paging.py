"""Standings of hundreds are cut into full pages before they are set: no page ends early, none overflows, no line is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.reports.paging import FLOWS_TO, HEAD, HEIGHTS, SPARE, in_full_pages, lines_needed, width_of
from results.reports.standings import standings
from tdsuite.platform.printing import registry, services
from tests.factories import make_played_event
from tests.paper import Paper


def test_a_width_is_the_sum_of_the_letters_and_grows_with_the_type() -> None:
    assert width_of("0000", 10) == pytest.approx(4 * 0.497 * 10 * 25.4 / 72, rel=0.01)
    assert width_of("0000", 20) == pytest.approx(2 * width_of("0000", 10))
    assert width_of("Wren", 11, bold=True) > width_of("Wren", 11)
    assert width_of("", 11) == 0


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 20, 1),
        ("Ada", 20, 1),
        ("Ada Winterbourne", 60, 1),
        ("Ada Winterbourne", 25, 2),
        ("one two three", 10, 3),
        ("W" * 40, 40, 4),
    ],
)
def test_words_break_at_spaces_and_a_long_word_anywhere(text: str, width: float, lines: int) -> None:
    assert lines_needed(text, width, 11, bold=True) == lines


def test_what_follows_in_other_letters_needs_room_too() -> None:
    room = width_of("Ada Winterbourne", 11) + 1
    assert lines_needed("Ada Winterbourne", room, 11) == 1
    assert lines_needed("Ada Winterbourne", room, 11, after=8) == 2


@given(st.lists(st.floats(5, 40), max_size=80), st.sampled_from(["A4", "letter", ""]), st.floats(0, 40))
def test_pages_hold_every_line_once_and_no_page_more_than_fits(heights: list[float], paper: str, first: float) -> None:
    pages = list(in_full_pages(range(len(heights)), heights, paper=paper, first=first))
    assert [line for page in pages for line in page] == list(range(len(heights)))
    room = HEIGHTS.get(paper, HEIGHTS["letter"]) - HEAD - SPARE
    for number, page in enumerate(pages):
        left = room - (0 if number else first) - sum(heights[line] for line in page)
        assert left > -1e-6
        if number + 1 < len(pages):
            assert left < heights[pages[number + 1][0]] + 1e-6, "the next line would have fitted"


def test_without_a_known_paper_pages_fit_the_lower_one() -> None:
    rows, heights = range(100), [7.0] * 100
    unknown = list(in_full_pages(rows, heights, paper="", first=12))
    assert unknown == list(in_full_pages(rows, heights, paper="letter", first=12))
    assert len(unknown[0]) < len(next(in_full_pages(rows, heights, paper="A4", first=12)))


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_long_standings_fill_the_pages_they_are_cut_to(paper: str) -> None:
    row = make_played_event(players=FLOWS_TO + 10, played=2).rounds.get(number=2)
    printed = Paper("standings", row, paper=paper, options={"paper": paper})
    pages = printed.sheet.context["pages"]
    assert len(printed.texts) == len(pages) > 7
    for number, (text, lines) in enumerate(zip(printed.texts, pages, strict=True)):
        assert "Rank Moved Player W–L Spread Last result" in text
        assert [line.row.entry.player.name in text for line in lines] == [True] * len(lines)
        assert ("Standings after round 2" in text) is (number == 0)
    lowest = [
        max(box.bottom for box in printed.boxes(page) if box.bottom < printed.height - 18)
        for page in range(len(pages) - 1)
    ]
    assert min(lowest) > printed.height - 18 - 28, "a page ends early"


@pytest.mark.django_db
def test_only_the_first_piece_has_the_heading_and_the_browser_one_table() -> None:
    row = make_played_event(players=FLOWS_TO + 100, played=1).rounds.get(number=1)
    known, sheet = registry.find("standings"), standings(row, {"paper": "A4"})
    pieces = [piece.html() for piece in services.pieces_of(known, sheet, paper="A4")]
    assert [html.count("<h1") for html in pieces] == [1, 0]
    assert sum(html.count("<thead") for html in pieces) == len(sheet.context["pages"])
    page = services.render_html(known, sheet)
    assert (page.count("<thead"), page.count("</table>"), page.count("<tr")) == (1, 1, FLOWS_TO + 101)


@pytest.mark.django_db
def test_shorter_standings_flow_as_any_table() -> None:
    row = make_played_event(players=40, played=1).rounds.get(number=1)
    assert [len(page) for page in standings(row, {}).context["pages"]] == [40]
