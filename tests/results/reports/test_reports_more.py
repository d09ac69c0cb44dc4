"""What the other papers hold: scorecards, charts, lists, signs, certificates."""

import re
from itertools import pairwise

import pytest
from django.utils import timezone

from results.models import HighClaim
from results.prizes.services.statistics import StatisticsPage
from results.reports.common import NothingToPrint, NotPublished
from results.reports.hall import certificates, name_tags, table_signs, tables_of
from results.reports.lists import Cell, attendance, cells_of, cross_table, missing, ratings, statistics
from results.reports.play import Card, CardLine, cards_of, score_sheet, scorecards
from tdsuite.platform.printing.registry import find
from tdsuite.platform.printing.services import html_of
from tdsuite.platform.printing.templatetags.paper import flush_right
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, play
from tests.paper import Paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    """Round 1: 1 beats 2 by 400-350; 5 has a bye. Round 2, awaited: 2 starts against 1."""
    made = make_division(players=5, rounds=4)
    first = make_round(made, 1, pairs=[(1, 2), (3, 4), (5, None)])
    for game, scores in zip(first.games.exclude(second=None).order_by("board"), [(400, 350), (300, 300)], strict=True):
        play(game, *scores)
    make_round(made, 2, pairs=[(2, 1), (5, 3), (4, None)])
    return made


def test_a_scorecard_has_every_planned_round_with_starts_and_running_spread(division: Division) -> None:
    game = Game.objects.get(round__number=1, board=1)
    GameAdjustment.objects.create(game=game, side="first", kind="overtime", points=-10)
    lines = cards_of(history(division))[0].lines
    assert lines == (
        CardLine(1, "1", "Bruno Tilefield", 2, "✓", "390", "350", "+40", "+40", "1–0"),
        CardLine(2, "1", "Bruno Tilefield", 2, "–"), CardLine(3), CardLine(4),
    )  # fmt: skip


def test_a_bye_stands_on_the_card_with_its_spread_and_a_draft_on_none(division: Division) -> None:
    assert cards_of(history(division))[4].lines[0] == CardLine(1, "", "bye", 0, "", "", "", "+50", "+50", "1–0")
    Round.objects.filter(number=2).update(status=Round.Status.DRAFT)
    assert cards_of(history(division))[0].lines[1] == CardLine(2)


@pytest.mark.parametrize(("rounds", "size", "pages"), [(9, "half", 3), (10, "full", 5), (25, "dense", 5)])
def test_short_events_have_two_cards_a_page(rounds: int, size: str, pages: int) -> None:
    context = scorecards(make_division(players=5, rounds=rounds), {}).context
    assert (context["size"], len(context["pages"])) == (size, pages)


def test_a_chart_tells_results_opponents_and_the_sum(division: Division) -> None:
    cells = cells_of(history(division), 4)
    assert cells[1] == (Cell("W 2", "+50", "+50"), Cell("2"), Cell(), Cell())
    assert cells[4][:2] == (Cell("T 3", "0", "0"), Cell("bye", "+50", "+50"))
    assert cells[5][0] == Cell("bye", "+50", "+50")


def test_the_cross_table_is_in_order_of_the_standings(division: Division) -> None:
    ((numbers, rows),) = cross_table(division, {}).context["tables"]
    assert (numbers, [row.entry.number for row, _ in rows][:2]) == ([1], [1, 5])


@pytest.mark.parametrize("build", [cross_table, statistics, ratings, certificates])
def test_before_the_first_result_there_is_nothing_to_print(build: object) -> None:
    with pytest.raises(NothingToPrint, match="has no"):
        build(make_division(players=2), {})  # type: ignore[operator]


def test_the_attendance_list_is_by_family_name_and_knows_who_is_away(division: Division) -> None:
    division.entries.filter(number=3).update(absences=[2])
    context = attendance(division, {"round": 2}).context
    names = [entry.player.filing_name for entry in context["entries"]]
    assert names == sorted(names) and names[0] == "Blankenship-Zed, Elowen"
    assert [entry.number for entry in context["entries"] if entry.pk in context["away"]] == [3]


def test_missing_results_are_those_up_to_the_round(division: Division) -> None:
    row = division.rounds.get(number=2)
    assert [game.board for game in missing(row, {}).context["games"]] == [1, 2]
    with pytest.raises(NothingToPrint, match="No result of Division A is missing"):
        missing(division.rounds.get(number=1), {})
    Round.objects.filter(number=2).update(status=Round.Status.DRAFT)
    with pytest.raises(NotPublished):
        missing(division.rounds.get(number=2), {})


def leaders(page: StatisticsPage) -> list[tuple[str, tuple[str, ...], str]]:
    """The lines that the paper has: title, players, why."""
    return [
        (listed.title, tuple(entry.player.name for entry in line.people), line.why)
        for listed in page.lists
        for line in listed.lines
        if line.place == 1
    ]


def test_statistics_name_the_leaders_and_what_starters_won(division: Division) -> None:
    context = statistics(division, {}).context
    assert ("High win", ("Ada Winterbourne",)) in [line[:2] for line in leaders(context["page"])]
    assert (context["page"].mean, context["starters"]) == (337.5, 75.0)


def test_statistics_on_paper_have_rating_gains_high_plays_and_names_and_the_best_average_first(
    division: Division,
) -> None:
    game = Game.objects.get(round__number=1, board=1)
    facts = {"game": game, "word": "QUIXOTRY", "claimed_at": timezone.now()}
    claims = ((1, 365, "confirmed"), (2, 365, "confirmed"), (1, 400, "claimed"), (2, 90, "confirmed"))
    for number, points, status in claims:
        entry = division.entries.get(number=number)
        HighClaim.objects.create(
            division=division, entry=entry, kind="high_play", points=points, status=status, **facts
        )
    division.standings_options = {"rating_system": "elo"}
    context = statistics(division, {}).context
    lines = leaders(context["page"])
    assert ("High win", ("Ada Winterbourne",), "round 1: 400-350 against Bruno Tilefield") in lines
    assert [line[:2] for line in lines if line[0] == "Rating gain"] == [("Rating gain", ("Ada Winterbourne",))]
    paper = " ".join(
        re.sub("<[^>]+>", " ", html_of(find("statistics"), division, {}, paper="A4", language="en-gb")).split()
    )
    for name in ("Ada Winterbourne", "Bruno Tilefield"):
        assert f"High play {name} QUIXOTRY for 365, round 1" in paper
    assert paper.count("High play ") == 2
    assert [entry.number for entry, _ in context["page"].averages] == [1, 2, 3, 4]


def test_certificates_go_to_the_prize_places_ties_included(division: Division) -> None:
    Division.objects.filter(pk=division.pk).update(prize_places=1)
    division.refresh_from_db()
    assert [(row.standing.rank, row.entry.number) for row, *_ in certificates(division, {}).context["pages"]] == [
        (1, 1), (1, 5),
    ]  # fmt: skip


def test_signs_stand_on_the_tables_of_the_newest_round_or_on_as_many_as_are_needed(division: Division) -> None:
    Game.objects.filter(round__number=2, board=2).update(table_name="Bay")
    assert tables_of(division) == ["1", "Bay"]
    assert tables_of(make_division(division.tournament, players=7, code="b")) == ["1", "2", "3"]
    with pytest.raises(NothingToPrint):
        table_signs(make_division(division.tournament, players=0, code="c"), {})
    with pytest.raises(NothingToPrint):
        name_tags(division.tournament.divisions.get(code="c"), {})


def test_the_score_sheet_has_all_hundred_tiles(division: Division) -> None:
    rows = [tile for column in score_sheet(division.tournament, {}).context["tile_rows"] for tile in column]
    assert sum(len(letters.split()) for letters, _ in rows) == 100
    assert rows[0] == ("A A A A A A A A A", 1) and rows[-1] == ("? ?", 0)


def test_printed_ratings_are_by_the_system_of_the_division(division: Division) -> None:
    for key in ("absp", "naspa"):
        division.standings_options = {"rating_system": key}
        assert ratings(division, {}).context["system"].key == key
    assert "Worked out by: NASPA" in Paper("ratings", division).text


@pytest.mark.parametrize("options", [{}, {"rating_system": ""}, {"rating_system": "gone"}])
def test_a_division_without_a_rating_system_has_no_ratings_on_paper_as_on_its_pages(division, options) -> None:
    division.standings_options = options
    with pytest.raises(NothingToPrint, match=r"^Division A has no rating system: choose one in its settings\.$"):
        ratings(division, {})


def test_printed_changes_of_ratings_have_a_real_minus(division: Division) -> None:
    division.standings_options = {"rating_system": "wespa-2011"}
    changes = [row.change for _, row in ratings(division, {}).context["lines"]]
    text = Paper("ratings", division).text
    down = [change for change in changes if change is not None and change < 0]
    assert down and all(f" −{-change} " in text for change in down)
    assert " -" not in text


def card(*opponents: str) -> Card:
    """A card whose lines have these opponents, "" for a round to come."""
    return Card(Entry(), tuple(CardLine(number, opponent=name) for number, name in enumerate(opponents, start=1)))


def test_the_rounds_to_come_of_a_card_begin_after_the_last_that_is_known() -> None:
    postponed = card("Ann", "", "Bob", "", "")
    assert postponed.to_come == (4, 5)
    assert [(line.round, line.is_open) for line in postponed.known_lines] == [(1, False), (2, True), (3, False)]
    assert (card("", "").to_come, card("", "").known_lines) == ((1, 2), ())
    assert (card("Ann").to_come, len(card("Ann").known_lines)) == ((), 1)


def test_a_grid_of_one_picture_needs_lines_of_one_height_on_one_page() -> None:
    assert card("x" * 80, *[""] * 33).is_even
    assert not card("x" * 81).is_even
    assert not card(*[""] * 35).is_even
    assert [Card(Entry(), (CardLine(1, opponent="Ann", record=record),)).is_even for record in ("10.5–3.5", "10.5–12.5")] == [
        True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("rounds", [8, 14, 31])
def test_every_line_of_a_card_has_the_height_of_the_grid_behind_it(paper: str, rounds: int) -> None:
    division = make_division(players=4, rounds=rounds)
    make_round(division, 1, status="closed")
    printed = Paper("scorecards", division, paper=paper)
    heights = {8: {"A4": 10.4, "letter": 8.6}, 14: {"A4": 9.4, "letter": 8.6}, 31: {"A4": 6.8, "letter": 6.2}}
    height = heights[rounds][paper]
    left = [box for box in printed.boxes(0) if box.left < 24 and box.text.strip().isdigit()][:rounds]
    middles = [(box.top + box.bottom) / 2 for box in left]
    assert [box.text.strip() for box in left] == [str(number) for number in range(1, rounds + 1)]
    assert all(abs(below - above - height) < 0.5 for above, below in pairwise(middles))


@pytest.mark.parametrize("losses", [3, 12])
def test_no_figure_of_a_card_is_cut(losses: int) -> None:
    division = make_division(players=2, rounds=11 + losses)
    for number in range(1, 12 + losses):
        game = make_round(division, number, pairs=[(1, 2)]).games.get()
        play(game, *((700, 200) if number < 11 else (300, 300) if number == 11 else (350, 450)))
    printed = Paper("scorecards", division)
    figures = [box for box in printed.boxes(0) if box.left > 150 and 30 < box.top < 250]
    assert max(box.right for box in figures) < printed.width - 14 - 0.1
    assert f"10.5–{losses}.5" in "".join(printed.texts[0].split())
    assert "+5000" in printed.texts[0]


def test_columns_parted_by_tabs_end_alike() -> None:
    assert [flush_right(text, 5) for text in ("+7", "−1205", "")] == ["\u2007\u2007\u2007+7", "−1205", "\u2007" * 5]
