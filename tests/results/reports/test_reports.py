"""Result slips and standings on paper: printed with the real WeasyPrint, read back, and measured."""

import re
from functools import partial
from typing import Any

import pytest

from results.reports.common import NotPublished
from results.reports.standings import NoSlips, Slip, lines_of, pages_of, result_slips, slips_of, standings
from tdsuite.tournaments.figures import record_text
from tdsuite.tournaments.models import Game, GameAdjustment, Round
from tdsuite.tournaments.reads import history, standing_rows
from tests.factories import make_division, make_played_event, make_round, play
from tests.paper import Paper
from tests.platform.printing.test_frames import SLIPS
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
FORFEIT = {"first_halves": 2, "first_spread": 50, "second_halves": 0, "second_spread": -50}


def published(players: int = 8, **how: Any) -> Round:
    return make_round(make_division(players=players), 1, **how)


# --- slips ---


def test_every_game_has_one_slip_and_a_bye_has_none() -> None:
    row = published(5, pairs=[(1, 2), (4, 3), (5, None)])
    slips = slips_of(row)
    assert [(slip.table, *(side.entry.number for side in slip.sides)) for slip in slips] == [("1", 1, 2), ("2", 4, 3)]


@pytest.mark.parametrize(
    ("starts_by", "roles"),
    [
        ("assigned", ("starts", "replies")), ("drawn", ("starts", "replies")), ("draw", ("draw", "draw")),
        ("none", ("", "")),
    ],
)  # fmt: skip
def test_the_starter_is_marked_unless_tiles_are_to_be_drawn(starts_by: str, roles: tuple[str, str]) -> None:
    (slip,) = slips_of(published(2, starts_by=starts_by))
    assert tuple(side.role for side in slip.sides) == roles


def test_a_slip_holds_all_that_two_players_sign() -> None:
    text = Paper("result-slips", published(2, pairs=[(2, 1)])).text
    assert "Lakeside Open Division A · Round 1 Table 1 Bruno Tilefield #2 ▶ starts" in text
    assert re.search(r"Ada Winterbourne #1 replies", text)
    for label in ("Started ✓", "Challenges", "Tiles left ±", "Overtime −", "Final score", "Signed"):
        assert text.count(label) == 2, label
    for label in ("100 tiles counted", "Winner’s spread"):
        assert text.count(label) == 1, label


def test_a_game_forfeited_beforehand_or_void_needs_no_slip() -> None:
    row = published(8)
    one, two, three, _ = row.games.order_by("board")
    Game.objects.filter(pk=one.pk).update(outcome=Game.Outcome.FORFEIT, **FORFEIT)
    Game.objects.filter(pk=two.pk).update(outcome=Game.Outcome.VOID)
    Game.objects.filter(pk=three.pk).update(outcome=Game.Outcome.POSTPONED)
    assert [slip.table for slip in slips_of(row)] == ["3", "4"]


def test_only_the_missing_ones_can_be_printed_again() -> None:
    row = published(8, status=Round.Status.PLAYING, results=3)
    assert [slip.table for slip in slips_of(row, missing_only=True)] == ["4"]
    assert "Table 4" in Paper("result-slips", row, options={"missing_only": True}).text
    play(row.games.get(board=4))
    with pytest.raises(NoSlips, match="No game of round 1 of Division A needs a slip"):
        slips_of(row, missing_only=True)


@pytest.mark.parametrize("build", [result_slips, standings])
def test_what_is_not_published_is_not_printed(build: Any) -> None:
    row = published(4)
    Round.objects.update(status=Round.Status.DRAFT)
    with pytest.raises(NotPublished, match="Round 1 of Division A is not published"):
        build(Round.objects.get(pk=row.pk), {})


@pytest.mark.parametrize("count", [1, 3, 4, 5, 8, 9, 14, 120])
def test_a_pile_cut_both_ways_and_stacked_is_in_order_of_tables(count: int) -> None:
    slips = [Slip(str(at), 0, (), None) for at in range(count)]
    pages = pages_of(slips, as_pile=True)
    piles = [[page[place] for page in pages if place < len(page)] for place in range(4)]
    assert [slip for pile in piles for slip in pile] == slips
    assert len(pages) == -(-count // 4) == len(pages_of(slips))


def test_the_pile_is_an_option_of_the_report() -> None:
    row = published(12)
    tables = [[slip.table for slip in page] for page in result_slips(row, {"as_pile": True}).context["pages"]]
    assert tables == [["1", "3", "5"], ["2", "4", "6"]]


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_cut_lines_run_through_the_middle_of_every_page(paper: str) -> None:
    printed = Paper("result-slips", published(16), paper=paper)
    image = printed._document[1].render(scale=4).to_pil().convert("L")
    frame = SLIPS[paper][0]
    across, down = image.width / printed.width, image.height / printed.height
    y = round((frame.bottom - 0.12) * down)
    dark = sum(image.getpixel((x, y)) < 160 for x in range(round(frame.left * across), round(frame.right * across)))
    x = round((frame.right - 0.12) * across)
    deep = sum(image.getpixel((x, y)) < 160 for y in range(round(frame.top * down), round(frame.bottom * down)))
    share = (dark / (frame.right - frame.left) / across, deep / (frame.bottom - frame.top) / down)
    assert all(0.3 < part < 0.9 for part in share), share


# --- standings ---


def test_the_printed_table_is_the_kernels_table() -> None:
    division = make_played_event(players=9, played=3)
    row = division.rounds.get(number=3)
    past = history(division)
    lines = lines_of(past, 3)
    assert [line.row for line in lines] == standing_rows(past, 3)
    text = Paper("standings", row).text
    places = [
        text.index(f"{line.row.entry.player.name} #{line.row.entry.number} {record_text(line.row.standing)}")
        for line in lines
    ]
    assert places == sorted(places) and len(places) == 9


def two_games(**game: Any) -> Round:
    """Round 1: 1 beat 2 by 400-350, and 3 v 4 as `game` says; player 5 has a bye, player 6 is away."""
    division = make_division(players=6)
    row = make_round(division, 1, pairs=[(1, 2), (3, 4), (5, None)], status=Round.Status.PLAYING)
    one, two = row.games.filter(second__isnull=False).order_by("board")
    play(one, 400, 350)
    for name, value in game.items():
        setattr(two, name, value)
    two.save()
    return row


def last_results(row: Round) -> dict[int, tuple[str, str, str]]:
    return {
        line.row.entry.number: (line.won, line.last, line.opponent)
        for line in lines_of(history(row.division), row.number)
    }


def test_the_last_result_is_told_from_each_players_side_with_its_adjustments() -> None:
    row = two_games(first_score=380, second_score=380, outcome=Game.Outcome.PLAYED)
    last = last_results(row)
    assert last == {
        1: ("won", "400–350", "Bruno Tilefield"), 2: ("lost", "350–400", "Ada Winterbourne"),
        3: ("tied", "380–380", "Dmitri Quillfeather"), 4: ("tied", "380–380", "Celeste Rackham-Vowel"),
        5: ("", "bye +50", ""), 6: ("", "did not play", ""),
    }  # fmt: skip
    GameAdjustment.objects.create(game=row.games.get(board=2), side="first", kind="overtime", points=-20)
    assert last_results(row)[3] == ("lost", "360–380", "Dmitri Quillfeather")


@pytest.mark.parametrize(
    ("game", "third", "fourth"),
    [
        ({"outcome": "forfeit", **FORFEIT}, ("won", "forfeit +50"), ("lost", "forfeit −50")),
        ({"outcome": "double_forfeit", **FORFEIT, "first_halves": 0, "first_spread": -50},
         ("lost", "double forfeit −50"), ("lost", "double forfeit −50")),
        ({"outcome": "played", "first_spread": 23, "second_spread": -23}, ("won", "+23"), ("lost", "−23")),
        ({"outcome": ""}, ("", "awaited"), ("", "awaited")),
        ({"outcome": "void"}, ("", "void"), ("", "void")),
        ({"outcome": "postponed"}, ("", "postponed"), ("", "postponed")),
    ],
)  # fmt: skip
def test_a_result_that_is_not_two_scores_says_what_it_is(
    game: dict[str, Any], third: tuple[str, str], fourth: tuple[str, str]
) -> None:
    last = last_results(two_games(**game))
    assert (last[3][:2], last[4][:2]) == (third, fourth)


def test_records_and_spreads_are_set_with_real_dashes_and_signs() -> None:
    row = two_games(first_score=380, second_score=380, outcome=Game.Outcome.PLAYED)
    text = Paper("standings", row).text
    assert "1= Ada Winterbourne #1 1–0 +50 won 400–350 v Bruno Tilefield" in text
    told = ("#5 1–0 +50 ", "#3 0.5–0.5 0 ", "#4 0.5–0.5 0 ", "#6 0–0 0 ", "#2 0–1 −50 ")
    assert [figures for figures in told if figures not in text] == []


def test_places_gained_and_lost_are_shown_from_the_second_round() -> None:
    division = make_division(players=4)
    first = make_round(division, 1, pairs=[(1, 2), (3, 4)])
    second = make_round(division, 2, pairs=[(1, 4), (2, 3)])
    scores = {(1, 1): (400, 300), (1, 2): (350, 340), (2, 1): (300, 320), (2, 2): (500, 300)}
    for row in (first, second):
        for game in row.games.all():
            play(game, *scores[row.number, game.board or 0])
    past = history(division)
    moved = {line.row.entry.number: line.moved for line in lines_of(past, 2)}
    assert moved == {1: "▼ 1", 2: "▲ 3", 4: "–", 3: "▼ 2"}
    assert {line.moved for line in lines_of(past, 1)} == {""}
    assert "Moved" in Paper("standings", second).text and "Moved" not in Paper("standings", first).text


def test_while_results_are_missing_the_table_says_it_is_provisional() -> None:
    row = two_games()
    assert "Provisional. 1 result is awaited." in Paper("standings", row).text
    play(row.games.get(board=2), 300, 200)
    assert "Provisional" not in Paper("standings", row).text


def test_a_player_who_withdrew_is_marked_from_that_round_on() -> None:
    division = make_played_event(players=4, played=2)
    division.entries.filter(number=2).update(withdrawn_from=2)
    past = history(division)
    assert [[line.withdrawn for line in lines_of(past, number) if line.row.entry.number == 2] for number in (1, 2)] == [
        [False], [True],
    ]  # fmt: skip
    assert "Bruno Tilefield #2 withdrew" in Paper("standings", division.rounds.get(number=2)).text


@pytest.mark.parametrize(("name", "column"), [("", ""), ("B", "classes"), ("Intermediate", "wide-classes")])
def test_classes_have_a_column_when_they_are_used(name: str, column: str) -> None:
    division = make_played_event(players=4, played=1)
    division.entries.filter(number=3).update(class_name=name)
    row = division.rounds.get(number=1)
    assert standings(row, {}).context["classes"] == column
    assert ("Class" in Paper("standings", row).text) is bool(name)


def test_a_table_of_the_past_is_printed_as_it_stood() -> None:
    division = make_played_event(players=8, played=3)
    printed = Paper("standings", division.rounds.get(number=1))
    assert "Standings after round 1 · Division A" in printed.text
    assert printed.file_name == "lakeside-open-a-r01-standings.pdf"
    assert [line.row.standing.games for line in lines_of(history(division), 1)] == [1] * 8


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_standings_fill_pages_with_repeated_heads(paper: str) -> None:
    row = make_played_event(players=70, played=2).rounds.get(number=2)
    printed = Paper("standings", row, paper=paper)
    assert len(printed.texts) == 3
    for number, text in enumerate(printed.texts, start=1):
        assert "Rank Moved Player W–L Spread Last result" in text
        assert f"{number} / {len(printed.texts)}" in text
    shown = re.findall(r"#(\d+) \d", printed.text)
    assert sorted(map(int, shown)) == list(range(1, 71))
    printed.assert_whole()


@pytest.mark.parametrize(("report", "expected"), [(result_slips, 4), (standings, 8)])
def test_more_players_cost_no_more_queries(report: Any, expected: int) -> None:
    counts = []
    for slug, players in (("small", 4), ("large", 31)):
        division = make_played_event(players=players, played=2, slug=slug)
        row = Round.objects.get(division=division, number=2)
        counts.append(statements_of(partial(report, row, {})))
    assert counts == [expected, expected]
