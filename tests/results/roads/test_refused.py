"""What a road cannot say of a game: why not, and that the edge refuses it or has no such choice."""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from tdsuite.tournaments.models import Game, GameAdjustment
from tdsuite.tournaments.services.roads import Road
from tests.results.games.keyboard import Keyboard
from tests.results.roads import drivers
from tests.results.roads.hall import REASON, Board, board_of, make_hall
from tests.results.roads.test_every_road import DRIVEN, seeds

pytestmark = pytest.mark.django_db
TWO_SCORES = "Takes two scores, or a spread: how else a game ended is decided on its own page."
WHY = {
    Road.KEYBOARD: TWO_SCORES, Road.API: "Takes scores, and forfeits by who forfeits and whether the game had begun.",
    Road.CORRECTION: "Takes scores and forfeits; anything else is decided on the game's page.",
    Road.HOW_IT_ENDED: "Takes every way for a game to end that the rulebook has.",
    Road.END_OF_GAME: "Works out a game that was played to its end.", Road.PLAYERS_SHEET: TWO_SCORES,
    Road.PAPER_SHEET: TWO_SCORES, Road.SHEET_RULING: TWO_SCORES,
}  # fmt: skip
FIGURES = {"first_score": 400, "second_score": 380, "reason": REASON}


def keyboard(board: Board, outcome: str) -> Any:
    return Keyboard(board.game.round, board.hall.desk).types(f"t{board.game.table} {outcome}")


def api(board: Board, outcome: str) -> Any:
    address = f"/api/v1/tournaments/{board.hall.slug}/games/{board.key}/forfeit/"
    return board.hall.api.post(address, {"absent": outcome, "outcome": outcome, "reason": REASON}, format="json")


def page(name: str, field: str) -> Callable[[Board, str], Any]:
    def sent(board: Board, outcome: str) -> Any:
        return board.hall.desk.post(board.hall.url(name, board.key), {field: outcome, "save": "1", **FIGURES})

    return sent


def how_it_ended(board: Board, outcome: str) -> Any:
    address = board.hall.url("ended", board.key, outcome or "awaited")
    return board.hall.desk.post(address, {"offender": "first", "begun": "no", "margin": 50, "save": "1", **FIGURES})


def players_sheet(board: Board, outcome: str) -> Any:
    client = board.hall.phone(board.game.first_id)
    return client.post(drivers.sheet_url(board, "sheet_enter"), {"outcome": outcome, "started": board.game.first_id})


def paper(board: Board, outcome: str) -> Any:
    sent = {"table": board.game.table, "first_score": outcome, "second_score": "380", "seen": "y"}
    return board.hall.typist.post(board.hall.url("sheets_paper", 1), sent)


TRIES: dict[Road, Callable[[Board, str], Any]] = {
    Road.KEYBOARD: keyboard, Road.API: api, Road.CORRECTION: page("correct", "kind"), Road.HOW_IT_ENDED: how_it_ended,
    Road.END_OF_GAME: page("end", "how"), Road.PLAYERS_SHEET: players_sheet, Road.PAPER_SHEET: paper,
    Road.SHEET_RULING: page("sheet_rule", "outcome"),
}  # fmt: skip


@pytest.mark.parametrize(("road", "book"), list(zip(WHY, cycle(["wespa-2010", "nsa-2004"]))))
def test_what_a_road_cannot_say_it_refuses_and_changes_nothing(road: Road, book: str) -> None:
    hall = make_hall(book, 1)
    board = board_of(hall, hall.games()[0])
    if DRIVEN[road].there:
        board.typed_before(400, 380)
    before = Game.objects.values().get(pk=board.key)
    can = {ending.outcome for ending in DRIVEN[road].endings(hall.rulebook)} | {ending.told for ending in
           DRIVEN[road].endings(hall.rulebook)}  # fmt: skip
    refused = [outcome for outcome in Game.Outcome.values if outcome not in can]
    assert refused
    turn = list(WHY).index(road) % 2
    for outcome in refused if seeds() else refused[turn::2] or refused:  # `make test-full` asks all on every road
        answer = TRIES[road](board, outcome)
        if road is Road.KEYBOARD and not outcome:  # a table and nothing else: it is opened
            assert (answer.status_code, answer.url) == (302, hall.url("table", board.key))
        else:
            assert answer.status_code in (400, 404, 409, 422), (outcome, answer.status_code, WHY[road])
        assert Game.objects.values().get(pk=board.key) == before, (outcome, WHY[road])
    assert not GameAdjustment.objects.filter(game=board.key).exists()


def test_every_road_that_says_how_a_game_ended_is_asked_what_it_cannot_say():
    said_otherwise = {
        Road.TAKE_BACK, Road.ATTENDANCE, Road.LEAVING, Road.PETITION, Road.RECOUNT, Road.APPEAL, Road.BOARD_CHANGE,
    }  # fmt: skip  # one button each, or the figures and fields of a road above
    assert set(WHY) == set(TRIES) == set(DRIVEN) - said_otherwise
