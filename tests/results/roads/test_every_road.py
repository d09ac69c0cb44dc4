"""Every road, every outcome, every book: what was put in at an edge is what pages, the API and every file say.

A covering sample runs always: each ending of each road under a third of the books, drawn by seed, every road under every
book. TDSUITE_SEEDS=0-9, or HYPOTHESIS_PROFILE=full, drives all of them under every book, again for each seed.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from zlib import crc32

import pytest

from tdsuite.tournaments.engine.account import Decided, GameFacts, account_of
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.roads import Road
from tests.rulebook.loaded import EXAMPLE_BOOKS

from . import drivers
from .drivers import Driver, Typed
from .hall import BOOKS, Board, Hall, board_of, make_hall
from .readings import check_board, check_event, check_lines_shown, sentences
from .situations import (
    Ending,
    by_the_director,
    byes,
    did_not_come,
    facts_of,
    figures_for,
    given_up,
    left_early,
    lost_on_time,
    played,
    sheet_ends,
    spread_alone,
    stopped,
    worked_ends,
)

pytestmark = pytest.mark.django_db
BOARDS = 10
SHARE = 3  # of the books, for each cell of the sample


def seeds() -> list[int]:
    """The seeds of all cells under all books; none for the sample."""
    text = os.environ.get("TDSUITE_SEEDS", "")
    if text:
        first, _, last = text.partition("-")
        return list(range(int(first), int(last or first) + 1))
    return [0, 1, 2] if os.environ.get("HYPOTHESIS_PROFILE") == "full" else []


@dataclass(frozen=True)
class Driven:
    """A road that tells how one game ends.

    shows: "account" where the account is read out before it is saved, "echo" at the keyboard, "totals" or "sheet" where what
    counts is shown without words; "" where nothing is shown first.  there: a result stands already.  last: nothing more is
    done to the game, which two players have signed.
    """

    drive: Driver
    endings: Callable[[Rulebook], list[Ending]]
    shows: str = ""
    there: bool = False
    last: bool = False


def how_it_ended(book: Rulebook) -> list[Ending]:
    return [
        *played(), *stopped(book), *did_not_come(), *given_up(), *left_early(book), *lost_on_time(book),
        *by_the_director(book), *byes(),
    ]  # fmt: skip


def without_how(endings: list[Ending]) -> list[Ending]:
    """Stopped games and time up as they are told without the calculator."""
    return [replace(ending, how="") for ending in endings]


def forfeits_and_scores(book: Rulebook) -> list[Ending]:
    both = Ending("penalty_both", "penalty_forfeit", "penalty_forfeit", "both", begun=True, margin=80)
    return [*played(), *did_not_come(), *left_early(book), both]


DRIVEN = {
    Road.KEYBOARD: Driven(drivers.keyboard, lambda book: [*played(), spread_alone()], shows="echo"),
    Road.API: Driven(drivers.api, forfeits_and_scores),
    Road.CORRECTION: Driven(
        drivers.correction, lambda book: [*forfeits_and_scores(book), spread_alone()], shows="account", there=True
    ),
    Road.TAKE_BACK: Driven(drivers.take_back, lambda book: [Ending("taken_back", "", "")], there=True),
    Road.FORFEIT: Driven(drivers.forfeit, lambda book: did_not_come(), shows="account"),
    Road.HOW_IT_ENDED: Driven(drivers.how_it_ended, lambda book: without_how(how_it_ended(book)), shows="account"),
    Road.END_OF_GAME: Driven(drivers.end_of_game, worked_ends, shows="totals"),
    Road.PLAYERS_SHEET: Driven(drivers.players_sheet, sheet_ends, shows="sheet", last=True),
    Road.PAPER_SHEET: Driven(drivers.paper, sheet_ends, last=True),
}


# ── what is driven ───────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Cell:
    road: Road
    ending: Ending
    seed: int

    def __str__(self) -> str:
        return f"{self.road}-{self.ending.name}-{self.seed}"


def cells(book: str, rulebook: Rulebook) -> list[Cell]:
    """What is driven under a book: a share of all, or all of it for each seed."""
    every = [(road, ending) for road, driven in DRIVEN.items() for ending in driven.endings(rulebook)]
    wanted = seeds()
    if wanted:
        return [Cell(road, ending, seed) for seed in wanted for road, ending in every]
    turn = BOOKS.index(book)
    return [
        Cell(road, ending, 0) for road, ending in every if (crc32(f"{road}{ending.name}".encode()) + turn) % SHARE == 0
    ]


def rulebook_of(book: str) -> Rulebook:
    return {**RULEBOOKS, **{each.key: each for each in EXAMPLE_BOOKS}}[book]


@pytest.mark.parametrize("book", BOOKS)
def test_every_road_says_what_was_put_in(book: str) -> None:
    todo = cells(book, rulebook_of(book))
    for at in range(0, len(todo), BOARDS):
        drive_all(book, todo[at : at + BOARDS], slug=f"roads-{at}")


def drive_all(book: str, todo: list[Cell], *, slug: str) -> None:
    with_bye = [cell for cell in todo if cell.ending.outcome in ("bye", "half_bye", "zero_bye")]
    with_board = [cell for cell in todo if cell not in with_bye]
    hall = make_hall(book, len(with_board), byes=len(with_bye), slug=slug)
    games = hall.games()
    boards = [board_of(hall, game) for game in games]
    wrong: list[Exception] = []
    for cell, board in zip([*with_board, *with_bye], boards, strict=True):
        with told(f"{book}: {cell}, table {board.game.table}", wrong):
            drive(hall, board, cell)
    if not wrong:
        with told(f"{book}: {', '.join(map(str, todo))}", wrong):
            check_event(hall, boards)
            finish(boards)
            check_event(hall, boards)
    if wrong:
        raise ExceptionGroup(f"{len(wrong)} of {len(todo)} situations", wrong)


def finish(boards: list[Board]) -> None:
    """Every game that still waits gets its scores: a round that is whole is filed whole."""
    for board in boards:
        if board.game.outcome in Game.UNFINISHED:
            typed = (300 + board.key % 90, 299 - board.key % 70)
            drivers.api(board, played()[0], typed, False)
            board.facts = facts_of(played()[0], typed, board.decisions, board.hall.rulebook, within=False, sides=True)


@contextmanager
def told(text: str, wrong: list[Exception]) -> Iterator[None]:
    """A failure says in which situation, and the others are driven all the same."""
    try:
        yield
    except Exception as error:
        error.add_note(text)
        wrong.append(error)


def drive(hall: Hall, board: Board, cell: Cell) -> None:
    """One situation: lines before, the result, lines after, and what is done to it then."""
    driven, ending = DRIVEN[cell.road], cell.ending
    rng = random.Random(f"{hall.book}-{cell}")
    if not board.game.is_bye:
        for _ in range(rng.choice((0, 0, 1, 2))):
            board.penalty(rng.choice(("first", "second")), rng.choice((-30, -15, -5, 10, 25)))
    if driven.there:
        board.typed_before(rng.randint(300, 450), rng.randint(200, 299))
        for _ in range(rng.choice((0, 1))):
            board.penalty(rng.choice(("first", "second")), rng.choice((-20, 7)))
    asked = ending.scored and not ending.how and cell.road in ASKED
    asked = asked or (ending.has_scores and cell.road is Road.CORRECTION)
    within = asked and rng.random() < 0.5
    typed = figures_for(rng, ending, board.decisions, within=within)
    page = drivers.page_of(board, cell.road, ending)
    if page is not None:
        check_lines_shown(board, page)
    put_in(driven, board, ending, typed, within)
    if driven.last or board.game.is_bye:
        return
    if rng.random() < 0.5:
        board.penalty(rng.choice(("first", "second")), rng.choice((-40, 12)))
        check_board(board)
    if rng.random() < 0.4 and ending.outcome not in ("", "postponed", "adjourned"):
        drivers.take_back(board, ending, typed, within)
        board.facts = GameFacts(Decided.AWAITED, lines=board.decisions, sides=board.sides)
        check_board(board)
        again = played()[0]
        put_in(DRIVEN[Road.API], board, again, figures_for(rng, again, board.decisions, within=True), True)


ASKED = frozenset({Road.KEYBOARD, Road.API, Road.CORRECTION, Road.PAPER_SHEET})


def put_in(driven: Driven, board: Board, ending: Ending, typed: Typed, within: bool) -> None:
    """Tell an ending at the road's edge; what it showed, and everything that is read afterwards, is what was expected."""
    lines, sides = board.decisions, board.sides
    shown = driven.drive(board, ending, typed, within)
    board.facts = facts_of(ending, typed, lines, board.hall.rulebook, within=within, sides=sides)
    check_shown(driven, board, shown)
    check_board(board)


def check_shown(driven: Driven, board: Board, shown: str) -> None:
    account = account_of(board.facts)
    if driven.shows == "account":
        for sentence in sentences(account, board.names):
            assert sentence in shown
    if driven.shows == "echo":
        names = board.names
        counts = f"{account.totals[0]} - {account.totals[1]}" if account.totals else None
        assert counts is None or f"{names[0]} {counts} {names[1]}" in shown
    if driven.shows == "totals" and account.totals:
        assert f"{account.totals[0]}–{account.totals[1]}" in shown
    if driven.shows == "sheet" and account.totals:
        for name, total in zip(board.names, account.totals, strict=True):
            assert name in shown and str(total) in shown


# ── nothing is left out ──────────────────────────────────────────────────────────────────────────────────────
LATER = {
    Road.APPEAL, Road.ATTENDANCE, Road.LEAVING, Road.SHEET_RULING, Road.PETITION, Road.RECOUNT, Road.EJECTION,
    Road.EJECTION_REVERSED, Road.LATE_ENTRY, Road.PUBLISHING, Road.BOARD_CHANGE, Road.FILES, Road.DEMO, Road.SIMULATION,
    Road.ADJUSTMENT, Road.INCIDENT, Road.CHALLENGE,
}  # fmt: skip


def test_every_road_has_a_driver():
    assert set(DRIVEN) | LATER == set(Road)
