"""Pages, the API and every file say of a game what its account says: any outcome, any lines, whoever reads."""

import json
import random
from collections.abc import Iterator

import pytest

from results.ratings.services import rated_games
from tdsuite.exchange.export import FORMATS
from tdsuite.formats.reading import read_file
from tdsuite.public.reads import boards_of
from tdsuite.tournaments.api.events import game_json
from tdsuite.tournaments.engine.account import OWN_SOURCES, Account, Filed
from tdsuite.tournaments.models import Division, Game, GameAdjustment, Round
from tdsuite.tournaments.reads import History, account_of_game, history, with_accounts
from tdsuite.tournaments.services.games import lines_on
from tests.factories import make_division, make_round, make_tournament
from tests.results.roads.readings import numbers

pytestmark = pytest.mark.django_db
SEEDS = range(8)
KINDS = sorted(Game.STATED - Game.BYES) + sorted(Game.SCORED) * 4
SOURCES = (*sorted(OWN_SOURCES), "challenge", "incident:3", "director", "")


def lined(rng: random.Random, game: Game) -> None:
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        GameAdjustment.objects.create(
            game=game, side=rng.choice(("first", "second")), kind=rng.choice(("overtime", "challenge", "time")),
            points=rng.randint(-60, 60), seconds=rng.choice((0, 60)), source=rng.choice(SOURCES), rule="3.10.15",
        )  # fmt: skip


def decided(rng: random.Random, game: Game) -> None:
    """Any outcome of two players, as rows may have it."""
    kind, margin, won = rng.choice(KINDS), rng.choice((0, 50, 75, 81, 150)), rng.random() < 0.5
    values = {"first_score": rng.randint(150, 600), "second_score": rng.randint(150, 600), "rated": True}
    if kind in Game.STATED:
        spreads = (margin, -margin) if won else (-margin, margin)
        both = kind == "double_forfeit"
        values |= {
            "first_halves": 0 if both else 2 * won, "second_halves": 0 if both else 2 * (not won),
            "first_spread": -margin if both else spreads[0], "second_spread": -margin if both else spreads[1],
            "rated": kind not in Game.NOT_BEGUN and rng.random() < 0.8,
        }  # fmt: skip
        if kind in Game.NOT_BEGUN or rng.random() < 0.3:
            values |= {"first_score": None, "second_score": None}
    Game.objects.filter(pk=game.pk).update(outcome=kind, **values)


def event(seed: int) -> Division:
    """Two closed rounds of nine players: four boards and a bye."""
    rng = random.Random(seed)
    division = make_division(make_tournament(), players=9, rounds=2)
    for number in (1, 2):
        row = make_round(division, number, status=Round.Status.CLOSED)
        for game in row.games.filter(second__isnull=False).order_by("board"):
            decided(rng, game)
            lined(rng, game)
    return division


def accounts(past: History) -> Iterator[tuple[Game, Account]]:
    return ((game, past.account(game)) for game in past.games)


@pytest.mark.parametrize("seed", SEEDS)
def test_pages_and_the_api_agree_with_the_account(seed: int) -> None:
    division = event(seed)
    past = history(division)
    boards = {board.game.pk: board for row in division.rounds.all() for board in boards_of(past, row)}
    alone = {game.pk: game.account for game in with_accounts(past.games)}  # type: ignore[attr-defined]
    for game, account in accounts(past):
        assert account == alone[game.pk] == account_of_game(game, lines_on(game))
        seats, pair = boards[game.pk].seats, (0, 1)[: len(boards[game.pk].seats)]
        assert [seat.score for seat in seats] == [account.totals[at] if account.totals else None for at in pair]
        assert [seat.spread for seat in seats] == [account.spread[at] for at in pair]
        assert [seat.result for seat in seats] == [("lost", "tied", "won")[account.half_wins[at]] for at in pair]
        answer = game_json(past, game)
        assert (answer["first_score"], answer["second_score"]) == (account.totals or (None, None))
        assert (answer["account"]["winner"], answer["account"]["spread"]) == (account.winner, account.spread)


@pytest.mark.parametrize("seed", SEEDS)
def test_standings_and_ratings_agree_with_the_account(seed: int) -> None:
    past = history(event(seed))
    halves, spreads = dict.fromkeys(past.by_number, 0), dict.fromkeys(past.by_number, 0)
    for game, account in accounts(past):
        for at, entry in enumerate(filter(None, (game.first_id, game.second_id))):
            halves[past.by_id[entry].number] += account.half_wins[at]
            spreads[past.by_id[entry].number] += account.spread[at]
    assert {row.number: (row.halves, row.spread) for row in past.standings()} == {
        number: (halves[number], spreads[number]) for number in past.by_number
    }
    rated = sum(account.rated for _, account in accounts(past))
    assert len(rated_games(past)) == rated


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "file"), [("tou", "a.tou"), ("tsh", "a.t"), ("tourney.js", "tourney.js")])
def test_ratings_files_hold_each_rated_game_as_the_account_files_it(seed: int, name: str, file: str) -> None:
    division = event(seed)
    past = history(division)
    data, losses = FORMATS[name].write(division.tournament)
    read = read_file(file, data).divisions[0].games
    found = {
        (game.round, *sorted(((game.first, game.first_score), (game.second, game.second_score))))
        for game in read
        if game.second is not None and game.outcome == "played"
    }
    assert found == {
        (game.round.number, *sorted(zip(numbers(past, game), account.filed_scores, strict=True)))
        for game, account in accounts(past)
        if account.filed is Filed.GAME and account.filed_scores is not None
    }
    assert found
    noted = " ".join(problem.message for problem in losses)
    for game, account in accounts(past):
        if account.filed is Filed.GAME and (not account.filed_exactly or account.filed_scores != account.totals):
            assert f"round {game.round.number}, table {game.table}: {game.get_outcome_display()}" in noted


@pytest.mark.parametrize("seed", SEEDS)
def test_the_games_of_the_absp_are_those_that_the_account_files(seed: int) -> None:
    division = event(seed)
    past = history(division)
    data, _ = FORMATS["absp"].write(division.tournament)
    rows = [line.split(",")[1:] for line in data.decode().replace("\ufeff", "").splitlines()[1:]]
    assert sorted(rows) == sorted(
        [str(game.round.number), past.by_id[game.first_id].player.name, str(account.filed_scores[0]),
         past.by_id[game.second_id].player.name, str(account.filed_scores[1])]
        for game, account in accounts(past)
        if account.filed is Filed.GAME and account.filed_scores is not None
    )  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_the_suites_own_document_agrees_with_the_account(seed: int) -> None:
    division = event(seed)
    past = history(division)
    document = json.loads(FORMATS["json"].write(division.tournament)[0])
    games = [game for row in document["divisions"][0]["rounds"] for game in row["games"]]
    assert len(games) == len(past.games)
    by_place = {(game.round.number, past.by_id[game.first_id].number): past.account(game) for game in past.games}
    for row in document["divisions"][0]["rounds"]:
        for game in row["games"]:
            account = by_place[row["number"], game["first"]]
            assert (game["first_score"], game["second_score"]) == (account.totals or (None, None))
            assert (game["first_halves"], game["first_spread"]) == (account.half_wins[0], account.spread[0])
