"""A division in the words of files: what each kind of row becomes."""

from datetime import date

import pytest

from results.ratings.services import rate_division
from tdsuite.exchange.events import SourceFile
from tdsuite.exchange.export import preview
from tdsuite.exchange.result_rows import SCORE_OF_ABSENCE, result_rows
from tdsuite.formats.model import Outcome
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round, SpreadAdjustment
from tdsuite.tournaments.reads import history
from tests.factories import import_files, make_division, make_round, make_tournament, play

pytestmark = pytest.mark.django_db
STATED = {"first_halves": 2, "first_spread": 75, "second_halves": 0, "second_spread": -75, "rated": False}
NO_SCORES = {"first_score": None, "second_score": None}


@pytest.fixture
def division():
    made = make_division(players=5, rounds=3)
    make_round(made, 1, status=Round.Status.CLOSED)
    return made


def written(division):
    return result_rows(history(division))


def first_game(division):
    return Game.objects.of_division(division).filter(second__isnull=False).order_by("board")[0]


def change(division, **values):
    """The division's first game with other values, and as the file has it."""
    game = first_game(division)
    Game.objects.filter(pk=game.pk).update(**values)
    made = written(division).division
    return [row for row in made.games if game.first.number in (row.first, row.second)]


def test_games_stand_by_round_and_board_and_byes_come_last(division):
    make_round(division, 2, status=Round.Status.PUBLISHED)
    games = written(division).division.games
    assert [(game.round, game.board is None) for game in games] == [
        (number, bye) for number in (1, 2) for bye in (False, False, True)
    ]
    assert [game.board for game in games[:2]] == sorted(game.board for game in games[:2])
    assert [game.outcome for game in games[3:]] == [Outcome.AWAITED, Outcome.AWAITED, Outcome.BYE]


@pytest.mark.parametrize("outcome", ["overtime_forfeit", "resigned", "no_show", "awarded", "lateness_forfeit"])
def test_a_game_that_was_decided_otherwise_is_a_forfeit_with_what_it_was_worth(division, outcome):
    (row,) = change(division, outcome=outcome, **NO_SCORES, **STATED)
    assert row.outcome is Outcome.FORFEIT
    assert (row.first_halves, row.first_spread, row.second_halves, row.second_spread) == (2, 75, 0, -75)
    assert not row.rated


@pytest.mark.parametrize("outcome", ["postponed", "adjourned"])
def test_a_game_to_be_played_later_awaits_its_result(division, outcome):
    (row,) = change(division, outcome=outcome, **NO_SCORES)
    assert row.outcome is Outcome.AWAITED and row.second is not None


def test_a_void_game_is_no_game_for_either_and_that_is_noted(division):
    game = first_game(division)
    Game.objects.filter(pk=game.pk).update(outcome="void", rated=False)
    made = written(division)
    rows = [one for one in made.division.games if one.first in (game.first.number, game.second.number)]
    assert [(one.second, one.outcome, one.first_spread) for one in rows] == [(None, Outcome.ZERO_BYE, 0)] * 2
    assert [problem.message for problem in made.notes] == [
        f"round 1, table {game.table}: a void game is written as no game."
    ]


def test_each_game_of_a_match_is_written_as_a_round_of_its_own_and_that_is_said(division):
    for game in Game.objects.filter(round__division=division, second__isnull=False):
        play(Game(round=game.round, board=game.board, match_game=2, first=game.second, second=game.first), 333, 222)
    make_round(division, 2, status=Round.Status.PUBLISHED)
    made = result_rows(history(division), computed=True)
    assert [game.round for game in made.division.games] == [1, 1, 1, 2, 2, 3, 3, 3]
    assert {(game.first, game.second) for game in made.division.games if game.round == 2} == {
        (game.second, game.first) for game in made.division.games if game.round == 1 and game.second
    }
    assert "each game of a match is written as a round of its own" in made.notes[-1].message


def test_players_come_with_everything_that_files_have_a_place_for(division):
    entry = Entry.objects.get(division=division, number=2)
    Player.objects.filter(pk=entry.player_id).update(naspa_id="AA000002", country="SCO", club="Dockside")
    Entry.objects.filter(pk=entry.pk).update(
        class_name="B", team="Reds", lifetime_games=90, unranked=True, withdrawn_from=4
    )
    made = written(division).division
    row = made.players[1]
    assert (row.number, row.naspa_id, row.country, row.club, row.class_name, row.team, row.lifetime_games) == (
        2, "AA000002", "SCO", "Dockside", "B", "Reds", 90,
    )  # fmt: skip
    assert row.off == SCORE_OF_ABSENCE and made.left_out == {2}


def test_ranks_of_every_complete_round_are_worked_out(division):
    make_round(division, 2, status=Round.Status.PUBLISHED)
    computed = result_rows(history(division), computed=True).computed
    past = history(division)
    tables = [{row.number: row.rank for row in table} for table in past.standings_by_round(1)]
    assert {number: keys["rrank"] for number, keys in computed.items()} == {
        number: f"{tables[0][number]} {tables[1][number]}" for number in tables[0]
    }


def test_spread_given_to_one_player_is_there_by_number_and_round(division):
    entry = Entry.objects.get(division=division, number=4)
    SpreadAdjustment.objects.create(entry=entry, round_number=1, points=-25, reason="ruled")
    (row,) = written(division).division.adjustments
    assert (row.number, row.round, row.points) == (4, 1, -25)
    text = preview(by=COMMAND_LINE, tournament=division.tournament, key="tsh").data.decode()
    assert "penalty -25" in text


def rated_by(division, system="naspa"):
    Division.objects.filter(pk=division.pk).update(standings_options={"rating_system": system})
    return result_rows(history(Division.objects.get(pk=division.pk)), computed=True)


def newr_of(made):
    return {number: keys["newr"] for number, keys in made.computed.items() if "newr" in keys}


def test_ratings_after_each_complete_round_are_those_of_the_divisions_own_system(division):
    make_round(division, 2, status=Round.Status.CLOSED)
    make_round(division, 3, status=Round.Status.PLAYING, results=1)
    tables = [rate_division(division, "naspa", after=number).table for number in (1, 2)]
    assert newr_of(rated_by(division)) == {
        row.number: f"{row.new} {after.new}" for row, after in zip(*tables, strict=True)
    }
    assert newr_of(rated_by(division, "coco")) != newr_of(rated_by(division, "naspa"))


def test_they_mind_how_long_a_player_was_away_as_the_ratings_page_does(division):
    division.entries.filter(number__lte=2).update(last_played=date(2015, 5, 1), lifetime_games=300)
    table = rate_division(division, "wespa-program", after=1).table
    assert newr_of(rated_by(division, "wespa-program")) == {row.number: str(row.new) for row in table}


def test_without_a_system_or_a_round_no_rating_is_written(division):
    assert newr_of(result_rows(history(division), computed=True)) == {}
    empty = make_division(make_tournament("empty"), players=4, code="e")
    assert newr_of(rated_by(empty)) == {}


def from_tsh(division, **keys):
    """The division as if it came from a file of tsh that had these keys for everybody."""
    text = preview(by=COMMAND_LINE, tournament=division.tournament, key="tsh").data.decode()
    lines = [line for line in text.splitlines() if ";" in line]
    added = "".join(f"; {key} {value}" for key, value in keys.items())
    source = SourceFile("a.t", "\n".join(line.split("; rrank")[0] + added for line in lines).encode())
    return import_files("again", source)[0].divisions.get(), source.data.decode()


def test_what_tsh_worked_out_goes_out_as_it_came_in_whatever_the_file_has_else(division):
    again, text = from_tsh(division, excwins="-2.87", newr="1234", rtime="1676684218", time="1676684218")
    written_again = preview(by=COMMAND_LINE, tournament=again.tournament, key="tsh").data.decode()
    keys = lambda lines: [sorted(line.split("; ")) for line in lines if ";" in line]  # noqa: E731
    assert keys(written_again.splitlines()) == keys(text.splitlines())
    assert rated_by(again).computed.keys() == rated_by(again).computed_for_tsh.keys()
    assert newr_of(rated_by(again)) == {}


def test_a_changed_result_costs_its_own_two_players_what_tsh_worked_out_and_nobody_else(division):
    again, _ = from_tsh(division, excwins="-2.87", newr="1234", time="1676684218")
    game = first_game(again)
    Game.objects.filter(pk=game.pk).update(first_score=game.second_score, second_score=game.first_score)
    made = result_rows(history(again), computed=True)
    changed = {again.entries.get(pk=pk).number for pk in (game.first_id, game.second_id)}
    assert {row.number for row in made.division.players if "newr" not in dict(row.extras)} == changed
    assert {row.number for row in made.division.players if "time" not in dict(row.extras)} == changed
    notes = [problem.field for problem in made.notes if "results were changed" in problem.message]
    assert notes == ["excwins", "newr", "time"]
    assert set(newr_of(rated_by(again))) >= changed


def test_rounds_played_here_keep_the_ratings_of_those_before(division):
    again, _ = from_tsh(division, newr="1234", time="1676684218")
    make_round(again, 2, status=Round.Status.CLOSED)
    made = rated_by(again)
    assert {text.split()[0] for text in newr_of(made).values()} == {"1234"}
    assert {len(text.split()) for text in newr_of(made).values()} == {2}
    assert not any("time" in dict(row.extras) for row in made.division.players)


def test_a_division_that_cannot_be_rated_is_written_without_ratings_and_that_is_noted(division):
    both_won = {"first_halves": 2, "second_halves": 2, "first_spread": 0, "second_spread": 0}
    change(division, outcome="awarded", rated=True, **both_won, **NO_SCORES)
    made = rated_by(division)
    assert newr_of(made) == {}
    (said,) = (problem.message for problem in made.notes if problem.field == "newr")
    assert "has 2 half wins" in said
    assert preview(by=COMMAND_LINE, tournament=division.tournament, key="tourney.js").sendable
