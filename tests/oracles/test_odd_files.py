"""Small files made after odd ones that other programs wrote: each is read, or named, for what it is."""

from datetime import date

import pytest

from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import export
from tdsuite.exchange.incoming import plan_event
from tdsuite.formats.model import ImportedFile, Outcome, StartsBy
from tdsuite.formats.reading import read_file
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.engine.tie_breaks import WITHDRAWN_UNRANKED
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.reads import history
from tests.oracles.files import oracle

pytestmark = pytest.mark.oracle


def case(name: str, *changes: tuple[str, str]) -> ImportedFile:
    """A file of the folder, with some of its words changed."""
    text = oracle("cases-3").joinpath(name).read_bytes().decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_file(name, text.encode())


def imported(name: str, *changes: tuple[str, str]) -> tuple[Tournament, list[str]]:
    """The event that a file makes, and the notes of its import."""
    text = oracle("cases-3").joinpath(name).read_bytes().decode()
    for old, new in changes:
        text = text.replace(old, new)
    tournament, notes = import_tournament(
        by=COMMAND_LINE, slug="odd", files=[SourceFile(name, text.encode())], day=date(2026, 5, 16)
    )
    return tournament, [note.text for note in notes]


def losses(tournament: Tournament, key: str) -> list[str]:
    """What is said before a file of the event is taken."""
    return [loss.text for loss in export(by=COMMAND_LINE, tournament=tournament, key=key).losses]


def texts(read: ImportedFile) -> list[str]:
    return [problem.text for problem in read.problems]


def test_a_walk_over_on_one_row_alone_is_a_forfeit_of_the_player_whose_row_ended():
    read = case("short-row.tou")
    assert read.games_usable
    (division,) = read.divisions
    last = division.games[-1]
    assert (last.round, last.first, last.second, last.outcome) == (3, 2, 4, Outcome.FORFEIT)
    assert (last.first_halves, last.second_halves, last.first_spread, last.rated) == (2, 0, 0, False)
    assert [row.withdrawn_from for row in division.players] == [None, None, None, 3]
    assert texts(read) == [
        "Line 7, rounds: Di Dogwood has 2 of 3 rounds; missed, by what the other rows say: 3.",
        "Line 5, opponent: round 3 is a win against Di Dogwood, whose row on line 7 has no such round: it is read as a "
        "forfeit. Correct the board if it was played.",
    ]


def test_a_short_row_that_does_not_fit_names_the_round_and_the_other_row():
    read = case("short-row.tou", ("2150   4", "2450   4"))
    assert not read.games_usable
    assert texts(read) == [
        "Line 7, rounds: 2 of the 3 rounds of other rows can be read, and round 3 is not where line 5 (Bo Birch) has it. "
        "Give each round a score and an opponent, or correct round 3 of line 5."
    ]


RANKS_DIFFER = (
    "Ranks: division off-ranks: 4 ranks differ from the file’s, because Ann Alder left and keeps a rank here: after round 4 "
    "Bo Birch is 2 here and 1 there. To rank as tsh does, choose “Players who left have no rank” in the division’s settings."
)


@pytest.mark.django_db
def test_an_import_says_which_ranks_differ_because_a_player_left_and_how_to_rank_as_tsh():
    tournament, notes = imported("off-ranks.t")
    source = SourceFile("off-ranks.t", oracle("cases-3").joinpath("off-ranks.t").read_bytes())
    assert [text for text in notes if text.startswith("Ranks")] == [RANKS_DIFFER]
    assert [note.text for note in plan_event([source]).files[0].notes] == [RANKS_DIFFER]
    division = tournament.divisions.get()
    assert [row.number for row in history(division).standings(4)] == [1, 2, 3, 4]
    division.standings_options = {WITHDRAWN_UNRANKED: True}
    division.save()
    assert [(row.number, row.rank) for row in history(division).standings(4)] == [(2, 1), (3, 2), (4, 3)]


@pytest.mark.parametrize("name", ["foreign-divisions.json", "foreign-plain.json"])
def test_another_programs_json_is_no_event_of_this_suite_and_told_what_can_be_taken(name):
    assert texts(case(name)) == [
        'File: it is no event of this suite: it does not say "format": "tdsuite-event". Of another program take its .TOU file, '
        "its tsh files or a table of players: Woogles exports the first two."
    ]


@pytest.mark.parametrize("name", ["results.html", "results.csv", "a.t", "results.tou"])
def test_a_web_page_is_named_as_one(name):
    read = read_file(name, b"\n<!DOCTYPE html>\n<html><body><table><tr><td>Ann Alder</td><td>1500</td></tr></table>")
    assert texts(read) == [
        "File: it is a web page, not a file of an event. Save the file that the page links to, or copy its table into a "
        "spreadsheet and save that as CSV."
    ]


def test_the_column_first_of_a_table_of_games_says_who_started():
    games = case("first-column.csv").divisions[0].games
    assert {game.starts_by for game in games} == {StartsBy.ASSIGNED}
    assert [(game.round, game.first, game.second) for game in games] == [(1, 1, 2), (1, 4, 3), (2, 3, 1), (2, 2, 4)]


def test_columns_of_a_table_of_games_that_are_not_read_are_named():
    changed = case("first-column.csv", ("Score,first", "Score,Lexicon"))
    assert texts(changed)[0] == "Line 1, header: not read: Lexicon."


@pytest.mark.django_db
def test_a_player_on_no_board_is_named_and_may_have_a_bye():
    _, notes = imported("odd-field.csv")
    assert [text for text in notes if "on no board" in text] == [
        f"Left out: odd-field, round {number}: on no board: {name}. It may be a bye that the file does not have: place "
        "the player on the Round board if so."
        for number, name in ((1, "Cy Cedar"), (2, "Bo Birch"), (3, "Ann Alder"))
    ]


def test_a_key_of_tsh_that_is_undefined_needs_no_note_and_rmood_is_one_of_tshs():
    assert texts(case("rmood.js")) == []
    assert texts(case("rmood.js", ('"rmood":undefined', '"rmood":[1,-2]'))) == []
    assert texts(case("rmood.js", ("rmood", "diet"))) == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["tsh", "tourney.js", "tou"])
def test_a_game_played_to_scores_below_zero_is_named_as_a_forfeit_of_the_file(key):
    tournament, _ = imported("negatives.csv")
    assert (
        "Score: Ann Alder, round 2: -6 to -10 is read again as a forfeit, and is not rated. "
        "Tell who rates the event that it was played."
    ) in losses(tournament, key)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["tou", "absp"])
def test_who_left_is_named_as_lost_whatever_their_score_for_a_missed_round(key):
    for at, score in enumerate(("50", "0")):
        text = oracle("cases-3").joinpath("off-ranks.t").read_bytes().replace(b"off 50", f"off {score}".encode())
        tournament, _ = import_tournament(
            by=COMMAND_LINE, slug=f"odd-{at}", files=[SourceFile("a.t", text)], day=date(2026, 5, 16)
        )
        assert "who left" in losses(tournament, key)[0], score


@pytest.mark.django_db
def test_the_absps_file_of_an_event_without_results_is_not_sent():
    tournament, _ = imported("off-ranks.t")
    assert export(by=COMMAND_LINE, tournament=tournament, key="absp").sendable
    roster, _ = import_tournament(
        by=COMMAND_LINE, slug="fresh", files=[SourceFile("a.csv", b"Name,Rating\nAnn Alder,1500\nBo Birch,1400\n")],
        day=date(2026, 5, 16),
    )  # fmt: skip
    found = export(by=COMMAND_LINE, tournament=roster, key="absp")
    assert (found.sendable, found.losses[-1].text) == (
        False, "File: no game has a result that is rated, so there is nothing to send yet. Enter results first."
    )  # fmt: skip


@pytest.mark.django_db
def test_ranks_within_classes_that_a_changed_result_takes_out_are_named():
    tournament, _ = imported("off-ranks.t", ("; rrank 2 3 2 1 1", "; rcrank 2 3 2 1 1; rrank 2 3 2 1 1"))
    Game.objects.filter(round__number=4, first__number=2).update(first_score=500)
    said = [text for text in losses(tournament, "tsh") if text.startswith("Rcrank")]
    assert said == [
        "Rcrank: off-ranks: results were changed since the file, so rcrank is left out or cut for Bo Birch."
    ]


@pytest.mark.django_db
def test_a_filing_name_that_a_tou_loses_is_named():
    tournament, _ = import_tournament(
        by=COMMAND_LINE, slug="one", files=[SourceFile("a.t", b"Cherry, 1500 2; 400\nBirch, Bo 1400 1; 380\n")],
        day=date(2026, 5, 16),
    )  # fmt: skip
    entry = tournament.divisions.get().entries.select_related("player").get(number=1)
    assert entry.player.filing_name == "Cherry,"
    assert "Columns: a: read again, names are filed by their last word, which is otherwise for Cherry,." in losses(
        tournament, "tou"
    )
