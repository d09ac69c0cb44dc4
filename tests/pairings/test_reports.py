"""Pairings on paper: printed with the real WeasyPrint, read back, and measured."""

import re
from dataclasses import asdict
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairings.models import DraftBoard, PairingRun
from pairings.reports import filing_key, pairings_by_name, pairings_by_table, pairings_draft
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_played_event, make_round
from tests.paper import LONG_NAMES, SIZES, Paper, make_hard

pytestmark = pytest.mark.django_db
LOWER_AND_HIGHER = ["letter", pytest.param("A4", marks=pytest.mark.full)]  # what fits the first fits the second


def event(players: int = 8, played: int = 2, **game: Any) -> Round:
    """The round after `played` rounds, published."""
    return make_round(make_played_event(players=players, played=played), played + 1, **game)


def names(row: Round) -> set[str]:
    return {entry.player.name for entry in row.division.entries.select_related("player")}


# --- by table ---


def test_every_table_stands_on_the_sheet_with_who_starts_and_who_replies() -> None:
    row = event(players=6, played=0, pairs=[(1, 4), (5, 2), (3, 6)])
    text = Paper("pairings-by-table", row).text
    assert re.findall(r"(\d) ([\w -]+?) ▶ starts #(\d) ([\w -]+?) replies #(\d)", text) == [
        ("1", "Ada Winterbourne", "1", "Dmitri Quillfeather", "4"),
        ("2", "Elowen Blankenship-Zed", "5", "Bruno Tilefield", "2"),
        ("3", "Celeste Rackham-Vowel", "3", "Farid Bingoworth", "6"),
    ]


def test_a_player_brings_the_record_of_the_rounds_before() -> None:
    division = make_division(players=2)
    first = make_round(division, 1, pairs=[(1, 2)])
    game = first.games.get()
    game.first_score, game.second_score, game.outcome = 350, 412, Game.Outcome.PLAYED
    game.save()
    text = Paper("pairings-by-table", make_round(division, 2, pairs=[(2, 1)])).text
    assert "▶ starts #2 1–0 +62" in text and "replies #1 0–1 −62" in text
    assert "records after round 1" in text


def test_before_the_first_result_no_record_is_shown() -> None:
    sheet = pairings_by_table(event(players=4, played=0), {})
    assert {(board.first.record, board.first.spread) for board in sheet.context["boards"]} == {("", "")}
    assert sheet.context["after"] == 0


def test_a_postponed_game_leaves_its_players_without_a_record() -> None:
    division = make_division(players=2)
    first = make_round(division, 1)
    first.games.update(outcome=Game.Outcome.POSTPONED)
    sheet = pairings_by_table(make_round(division, 2), {})
    assert sheet.context["boards"][0].first.record == ""


def test_where_tiles_are_drawn_neither_player_is_said_to_start() -> None:
    text = Paper("pairings-by-table", event(players=4, played=0, starts_by=Game.StartsBy.DRAW)).text
    assert (text.count("◊ draw tiles"), text.count("starts"), text.count("replies")) == (4, 0, 0)


def test_byes_come_last_and_have_no_table() -> None:
    row = event(players=7, played=0, pairs=[(7, None), (1, 2), (3, 4), (5, 6)])
    boards = pairings_by_table(row, {}).context["boards"]
    assert [board.table for board in boards] == ["1", "2", "3", ""]
    assert (boards[-1].first.number, boards[-1].note, boards[-1].roles) == (7, "bye", ("", ""))
    assert "Greta Hookleigh #7 bye" in Paper("pairings-by-table", row).text


def test_a_forfeit_known_beforehand_is_named() -> None:
    row = event(players=2, played=0)
    row.games.update(outcome=Game.Outcome.FORFEIT, first_halves=2, first_spread=50, second_halves=0, second_spread=-50)
    assert pairings_by_table(row, {}).context["boards"][0].note == "forfeit"


def test_a_match_of_several_games_is_one_line() -> None:
    row = event(players=2, played=0, pairs=[(1, 2)])
    game = row.games.get()
    assert game.second is not None
    Game.objects.create(round=row, board=1, match_game=2, first=game.second, second=game.first, starts_by="balance")
    boards = pairings_by_table(row, {}).context["boards"]
    assert [(board.table, board.games, board.first.number) for board in boards] == [("1", 2, 1)]
    assert re.search(r"1 ?2 games Ada", Paper("pairings-by-table", row).text)


@pytest.mark.parametrize(("players", "size"), [(24, "wall-huge"), (26, "wall-large"), (32, "wall-large"), (34, "wall")])
def test_the_type_is_as_large_as_the_number_of_tables_allows(players: int, size: str) -> None:
    assert pairings_by_table(event(players=players, played=0), {}).context["size"] == size


@pytest.mark.parametrize("paper", LOWER_AND_HIGHER)
@pytest.mark.parametrize("players", [24, 32])
def test_sixteen_tables_fit_one_page(players: int, paper: str) -> None:
    printed = Paper("pairings-by-table", event(players=players, played=1), paper=paper)
    assert len(printed.texts) == 1
    printed.assert_whole()


# --- by name ---


def test_by_name_lists_everyone_alphabetically_by_family_name() -> None:
    row = event(players=28, played=1)
    text = Paper("pairings-by-name", row).text
    filed = sorted(
        f"{entry.player.filing_name} #{entry.number}" for entry in row.division.entries.select_related("player")
    )
    at = [text.index(name) for name in filed]
    assert len(at) == 28
    positions = {name: place for place, name in zip(at, filed, strict=True)}
    listed = sorted(filed, key=lambda name: (name.split(" #")[0], int(name.split("#")[1])))
    assert sorted(positions, key=lambda name: positions[name]) == listed


def test_by_name_a_player_finds_table_opponent_and_start_in_one_line() -> None:
    text = Paper("pairings-by-name", event(players=4, played=0, pairs=[(2, 3), (1, 4)])).text
    assert "Tilefield, Bruno #2 ▶ starts v Celeste Rackham-Vowel #3 2" in text
    assert "Quillfeather, Dmitri #4 replies v Ada Winterbourne #1 1" in text


def test_by_name_a_bye_and_a_player_not_yet_paired_are_both_told_so() -> None:
    row = event(players=5, played=0, pairs=[(1, 2), (3, None)])
    places = {place.seat.number: (place.table, place.note) for place in pairings_by_name(row, {}).context["places"]}
    waiting = ("", "not paired yet: see the director")
    assert places == {1: ("1", ""), 2: ("1", ""), 3: ("", "bye"), 4: waiting, 5: waiting}


def test_by_name_a_player_who_is_absent_is_not_listed() -> None:
    row = event(players=4, played=0, pairs=[(1, 2)])
    row.division.entries.filter(number=3).update(withdrawn_from=1)
    row.division.entries.filter(number=4).update(absences=[1])
    assert {place.seat.number for place in pairings_by_name(row, {}).context["places"]} == {1, 2}


@pytest.mark.parametrize(
    "ordered",
    [
        ["Lopez, Ana", "López, Bea", "Lopez, Cai"],  # an accent does not part equal letters
        ["Lukas, Zoe", "Łukasiewicz, Al", "Lumley, Al"],
        ["Ten, Zara", "Ten Den, Al"],  # a shorter family name first, whatever the given name
        ["de Vries, Al", "Eames, Al", "Ode-Ek, Al", "Odell, Al"],
    ],
)
def test_filing_order_is_that_of_an_alphabetical_list(ordered: list[str]) -> None:
    assert sorted(reversed(ordered), key=filing_key) == ordered


@pytest.mark.parametrize("paper", LOWER_AND_HIGHER)
def test_forty_names_fit_one_page_in_two_columns_of_equal_length(paper: str) -> None:
    printed = Paper("pairings-by-name", event(players=40, played=1), paper=paper)
    assert len(printed.texts) == 1
    printed.assert_whole()
    heads = [box for box in printed.boxes(0) if box.text.startswith("Name")]
    assert len(heads) == 2


# --- both ---


@pytest.mark.parametrize(("report", "paper"), [("pairings-by-table", "A4"), ("pairings-by-name", "letter")])
def test_long_names_accents_and_right_to_left_names_are_neither_cut_nor_laid_over_others(
    report: str, paper: str
) -> None:
    row = event(players=12, played=1)
    row.games.filter(board=1).update(table_name="Ballroom East 12")
    row.games.filter(board=2).update(table_name="W" * 20)
    make_hard(row.division)
    printed = Paper(report, Round.objects.get(pk=row.pk), paper=paper)
    printed.assert_whole()
    assert printed.sizes == {SIZES[paper]}
    letters = re.sub(r"\s|-", "", printed.text)
    wanted = [filing if report == "pairings-by-name" else name for name, filing in LONG_NAMES if name.isascii()]
    assert len(wanted) == 2
    assert [name for name in wanted if re.sub(r"\s|-", "", name) not in letters] == []
    assert "Łukasiewicz" in printed.text and "דוד" in printed.text.replace("דוד"[::-1], "דוד")


@pytest.mark.parametrize(("report", "pages"), [("pairings-by-table", 4), ("pairings-by-name", 3)])
def test_60_tables_repeat_the_head_and_number_the_pages(report: str, pages: int) -> None:
    row = event(players=121, played=0)
    printed = Paper(report, row)
    assert len(printed.texts) == pages
    for number, text in enumerate(printed.texts, start=1):
        assert text.count("Table") >= 1 and f"{number} / {pages}" in text
        assert "Lakeside Open" in text and "Division A · Round 1" in text
    shown = set(re.findall(r"#(\d+)", printed.text))
    assert shown == {str(number) for number in range(1, 122)}
    printed.assert_whole()


@pytest.mark.parametrize("build", [pairings_by_table, pairings_by_name])
def test_twice_the_players_cost_no_more_queries(build: Any) -> None:
    counts = []
    for slug, players in (("small", 4), ("large", 31)):
        row = make_round(make_played_event(players=players, played=2, slug=slug), 3)
        row = Round.objects.get(pk=row.pk)
        with CaptureQueriesContext(connection) as queries:
            build(row, {})
        counts.append(len(queries))
    assert counts == [8, 8]


@pytest.mark.parametrize("build", [pairings_by_table, pairings_by_name])
@pytest.mark.parametrize("published", [True, False])
def test_what_is_not_published_is_not_printed(build: Any, published: bool) -> None:
    division = make_division(players=4)
    row = (
        make_round(division, 1)
        if not published
        else Round.objects.create(division=division, number=1, status="published")
    )
    if not published:
        Round.objects.filter(pk=row.pk).update(status=Round.Status.DRAFT)
    with pytest.raises(Refused, match="Round 1 of Division A is not published"):
        build(Round.objects.get(pk=row.pk), {})


# --- drafts ---


def draft(division: Division, *boards: tuple[int | None, int, int | None]) -> PairingRun:
    made = [
        DraftBoard(1, board, first, second, "balance" if second else "none", "same group")
        for board, first, second in boards
    ]
    return PairingRun.objects.create(
        division=division, first_round=1, last_round=1, method="swiss", seed=7, engine_version="1",
        state_version=0, boards=[asdict(board) for board in made],
    )  # fmt: skip


def test_a_draft_says_on_every_page_that_it_is_one() -> None:
    division = make_division(players=80)
    draft(division, *[(board, 2 * board - 1, 2 * board) for board in range(1, 41)])
    printed = Paper("pairings-draft", division, options={"round": 1})
    assert len(printed.texts) == 3
    assert all("Division A · DRAFT · Round 1" in text for text in printed.texts)
    assert "DRAFT not published: may still change" in printed.texts[0]
    assert printed.file_name == "lakeside-open-a-r01-pairings-draft.pdf"
    printed.assert_whole()


def test_a_draft_shows_its_boards_and_whoever_left_the_roster_since() -> None:
    division = make_division(players=4)
    draft(division, (None, 4, None), (1, 1, 2), (2, 3, 9))
    boards = pairings_draft(division, {"round": 1}).context["boards"]
    assert [(board.table, board.first.number, board.note) for board in boards] == [
        ("1", 1, ""), ("2", 3, ""), ("", 4, "bye"),
    ]  # fmt: skip
    assert boards[1].second.name == "left the roster"


def test_a_round_without_draft_has_none_to_print() -> None:
    division = make_division(players=4)
    draft(division, (1, 1, 2))
    PairingRun.objects.update(status=PairingRun.Status.PUBLISHED)
    with pytest.raises(Refused, match="Round 1 of Division A has no draft"):
        pairings_draft(division, {"round": 1})
    with pytest.raises(Refused, match="Say of which round"):
        pairings_draft(division, {})
