"""What pages, the API and every file say of a game, held against the account that was expected."""

import csv
import io
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.urls import reverse

from results.ratings.services import rated_games
from tdsuite.exchange.export import FORMATS
from tdsuite.formats.reading import read_file
from tdsuite.public.reads import boards_of
from tdsuite.tournaments.engine.account import Account, Filed, account_of, explain
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import History, account_of_game, history
from tdsuite.tournaments.services.games import lines_on
from tests.results.looking import text
from tests.results.roads.hall import Board, Hall

ALL_PAGES = bool(os.environ.get("TDSUITE_SEEDS")) or os.environ.get("HYPOTHESIS_PROFILE") == "full"
RATINGS_FILES = {"tou": "a.tou", "tsh": "a.t", "tourney.js": "tourney.js"}


def plain(account: Account) -> dict[str, Any]:
    """An account without the words of its lines: what a number or a winner follows from."""
    values = {name: value for name, value in asdict(account).items() if name != "lines"}
    lines = sorted((line.side, line.points, line.source) for line in account.lines if line.points)
    return {**values, "lines": lines}


def check_board(board: Board) -> None:
    """Rows, the API, the public board and, once for each ending, the game's page say the account that follows from what was put in."""
    hall, wanted = board.hall, account_of(board.facts)
    past = history(hall.division)
    game = next(game for game in past.games if game.pk == board.key)
    account = past.account(game)
    assert plain(account) == plain(wanted)
    assert account == account_of_game(game, lines_on(game))
    check_api(board, wanted)
    check_public(past, game, wanted)
    ending = (game.outcome, wanted.half_wins, wanted.totals is None, bool(wanted.lines))
    if ALL_PAGES or ending not in hall.endings_read:
        hall.endings_read.add(ending)
        check_page(board, wanted)


def check_lines_shown(board: Board, page: Any) -> None:
    """Where a score is typed, the lines with points that stand are shown."""
    said = text(page)
    for line in board.decisions:
        if line.points:
            name = board.names[0 if line.side == "first" else 1]
            assert f"{name}: {line.label} {line.points:+d}" in said, said[:3000]


def check_api(board: Board, wanted: Account) -> None:
    game = board.game
    address = (
        f"/api/v1/tournaments/{board.hall.slug}/divisions/{board.hall.division.code}/rounds/{game.round.number}/games/"
    )
    answer = board.hall.api.get(address).json()
    row = next(row for row in (answer["results"] if isinstance(answer, dict) else answer) if row["id"] == board.key)
    said = row["account"]
    pairs = {name: tuple(said[name]) if said[name] is not None else None for name in PAIRS}
    assert pairs == {name: getattr(wanted, name) for name in PAIRS}
    assert (said["winner"], said["rated"], said["filed"]) == (wanted.winner, wanted.rated, wanted.filed)
    assert (row["first_score"], row["second_score"]) == (wanted.totals or (None, None))


PAIRS = ("written", "totals", "half_wins", "spread", "starts", "filed_scores")


def check_public(past: History, game: Game, wanted: Account) -> None:
    board = next(board for board in boards_of(past, game.round) if board.game.pk == game.pk)
    places = range(len(board.seats))
    assert [seat.score for seat in board.seats] == [wanted.totals[at] if wanted.totals else None for at in places]
    assert [seat.spread for seat in board.seats] == [wanted.spread[at] if wanted.spread else None for at in places]
    words = [("lost", "tied", "won")[wanted.half_wins[at]] if wanted.half_wins else "" for at in places]
    assert [seat.result for seat in board.seats] == words


def check_page(board: Board, wanted: Account) -> None:
    """The game's own page for officials, as a script asks for it; of a game that counts nothing yet it tells no account."""
    if not wanted.half_wins and not wanted.totals:
        return
    page = text(board.hall.desk.get(board.hall.url("table", board.key), headers={"HX-Request": "true"}))
    game = board.game
    as_written = game.outcome == "played" and not game.adjustments.exists()  # then said in a sentence
    if as_written and wanted.half_wins:
        assert [line for line in sentences(wanted, board.names) if line not in page] == [], page
        assert "Counts as" not in page
        return
    for at in range(len(board.names)) if wanted.half_wins and wanted.spread else ():
        value = ("no win", "half a win", "a win")[wanted.half_wins[at]]
        assert f"Counts as {value}, spread {signed(wanted.spread[at])}" in page.replace(" ,", ","), page
    for at, total in enumerate(wanted.totals or ()):
        assert f"Total {total}" in page, (at, page)


def signed(points: int) -> str:
    """ "+5", "-5", "0", as pages have it."""
    return f"{points:+d}" if points else "0"


def sentences(wanted: Account, names: Sequence[str]) -> list[str]:
    """How the account is read out, but for its lines: what an edge that shows it first must have said."""
    return [line for line in explain(wanted, names) if line.startswith("Counts:")] + [explain(wanted, names)[-1]]


# ── the event ────────────────────────────────────────────────────────────────────────────────────────────────


def check_event(hall: Hall, boards: Sequence[Board]) -> None:
    """Standings, start records, ratings and every file of a round whose boards are all known."""
    past = history(hall.division)
    assert {board.key for board in boards} == {game.pk for game in past.games}
    wanted = {board.key: account_of(board.facts) for board in boards}
    check_standings(past, wanted)
    for name, file in RATINGS_FILES.items():
        check_ratings_file(past, wanted, name, file)
    check_absp(past, wanted)
    check_games_csv(past, wanted)
    check_document(past, wanted)
    check_public_page(hall, past, wanted)


def check_standings(past: History, wanted: dict[int, Account]) -> None:
    halves, spreads, starts = ({number: 0 for number in past.by_number} for _ in range(3))
    for game in past.games:
        account = wanted[game.pk]
        for at, entry in enumerate(filter(None, (game.first_id, game.second_id))):
            number = past.by_id[entry].number
            halves[number] += account.half_wins[at] if account.half_wins else 0
            spreads[number] += account.spread[at] if account.spread else 0
            starts[number] += account.starts[at]
    assert {row.number: (row.halves, row.spread) for row in past.standings()} == {
        number: (halves[number], spreads[number]) for number in halves
    }
    found = past.start_records()
    assert {number: found[number].starts - found[number].replies for number in starts} == starts
    assert len(rated_games(past)) == sum(account.rated for account in wanted.values())


def check_ratings_file(past: History, wanted: dict[int, Account], name: str, file: str) -> None:
    data, losses = FORMATS[name].write(past.division.tournament)
    read = [game for division in read_file(file, data).divisions for game in division.games]
    found = {
        tuple(sorted(((game.first, game.first_score), (game.second, game.second_score))))
        for game in read
        if game.second is not None and game.outcome == "played"
    }
    noted = " ".join(problem.message for problem in losses)
    waits = any(wanted[game.pk].filed is Filed.NOTHING and game.outcome in Game.UNFINISHED for game in past.games)
    if waits and name == "tou":  # which holds whole rounds alone
        assert "round 1 awaits a result, so it is left out" in noted and not found
        return
    filed = [(game, wanted[game.pk]) for game in past.games if wanted[game.pk].filed is Filed.GAME]
    assert found == {
        tuple(sorted(zip(numbers(past, game), account.filed_scores, strict=True)))
        for game, account in filed
        if account.filed_scores is not None
    }, name
    for game, account in filed:
        if account.filed_scores is None and game.outcome in Game.SCORED:
            assert (
                f"{past.by_id[game.first_id].player.name}, round {game.round.number}: only the spread is known" in noted
            )
        elif account.filed_scores is None or not account.filed_exactly or account.filed_scores != account.totals:
            assert f"round {game.round.number}, table {game.table}: " in noted, (name, game.outcome)


def check_absp(past: History, wanted: dict[int, Account]) -> None:
    data, _ = FORMATS["absp"].write(past.division.tournament)
    rows = [row[1:] for row in csv.reader(io.StringIO(data.decode().replace("\ufeff", "")))][1:]
    filed = [(game, wanted[game.pk].filed_scores) for game in past.games if wanted[game.pk].filed is Filed.GAME]
    assert sorted(rows) == sorted(
        [str(game.round.number), past.by_id[game.first_id].player.name, str(scores[0]),
         past.by_id[game.second_id or 0].player.name, str(scores[1])]
        for game, scores in filed
        if scores is not None
    )  # fmt: skip


def check_games_csv(past: History, wanted: dict[int, Account]) -> None:
    data, _ = FORMATS["games"].write(past.division.tournament)
    rows = {int(row["First number"]): row for row in csv.DictReader(io.StringIO(data.decode().replace("\ufeff", "")))}
    for game in past.games:
        row, account = rows[past.by_id[game.first_id].number], wanted[game.pk]
        totals = [str(total) for total in account.totals] if account.totals else ["", ""]
        assert [row["First score"], row["Second score"]] == totals
        if account.counts:
            assert row["Rated"] == ("yes" if account.rated else "no"), game.outcome


def check_document(past: History, wanted: dict[int, Account]) -> None:
    document = json.loads(FORMATS["json"].write(past.division.tournament)[0])
    by_first = {past.by_id[game.first_id].number: wanted[game.pk] for game in past.games}
    for game in document["divisions"][0]["rounds"][0]["games"]:
        account = by_first[game["first"]]
        assert (game["first_score"], game["second_score"]) == (account.totals or (None, None))
        if account.half_wins and account.spread:
            assert (game["first_halves"], game["first_spread"]) == (account.half_wins[0], account.spread[0])


def check_public_page(hall: Hall, past: History, wanted: dict[int, Account]) -> None:
    page = text(hall.desk.get(reverse("public:pairings", args=[hall.slug, hall.division.code, 1])))
    for account in wanted.values():
        for total in account.totals or ():
            assert str(total) in page


def numbers(past: History, game: Game) -> tuple[int, int]:
    return past.by_id[game.first_id].number, past.by_id[game.second_id or 0].number
