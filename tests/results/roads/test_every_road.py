"""Every road, every outcome, every book: what was put in at an edge is what pages, the API and every file say.

A covering sample runs always: each ending of each road under one book, and each book with a share of them. TDSUITE_SEEDS=0-9, or HYPOTHESIS_PROFILE=full, drives all of them under every book, again for each seed.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache

import pytest

from tdsuite.tournaments.engine.account import Decided, GameFacts, account_of, points_of
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.roads import Road
from tests.results.roads import drivers, drivers_officials
from tests.results.roads.drivers import Driver, Typed
from tests.results.roads.hall import BOOKS, Board, Hall, board_of, make_hall
from tests.results.roads.readings import check_board, check_event, check_lines_shown, sentences
from tests.results.roads.situations import (
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
from tests.rulebook.loaded import EXAMPLE_BOOKS

pytestmark = pytest.mark.django_db
BOARDS = 16
SHARE = 5  # of so many books that have an ending, one drives it in the sample


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
    done to the game, which two players have signed or which is none any more.  near: the result that stands, and the one
    told, are close enough for a recount.  says_starter: it tells who started, which settles a draw that was open.
    """

    drive: Driver
    endings: Callable[[Rulebook], list[Ending]]
    shows: str = ""
    there: bool = False
    last: bool = False
    near: bool = False
    says_starter: bool = False


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


def late_or_absent(book: Rulebook) -> list[Ending]:
    late = [replace(ending, outcome="lateness_forfeit") for ending in did_not_come(both=False)]
    return [*late, did_not_come()[2]]


def appealed(book: Rulebook) -> list[Ending]:
    return forfeits_and_scores(book) if book.results.appeal.value.may_amend_results else []


def byes_of(book: Rulebook) -> list[Ending]:
    """The event's bye."""
    return byes()[:1]


DRIVEN = {
    Road.KEYBOARD: Driven(drivers.keyboard, lambda book: [*played(), spread_alone()], shows="echo"),
    Road.API: Driven(drivers.api, forfeits_and_scores),
    Road.CORRECTION: Driven(
        drivers.correction, lambda book: [*forfeits_and_scores(book), spread_alone()], shows="account", there=True
    ),
    Road.TAKE_BACK: Driven(drivers.take_back, lambda book: [Ending("taken_back", "", "")], there=True),
    Road.HOW_IT_ENDED: Driven(drivers.how_it_ended, lambda book: without_how(how_it_ended(book)), shows="account"),
    Road.END_OF_GAME: Driven(drivers.end_of_game, worked_ends, shows="totals"),
    Road.PLAYERS_SHEET: Driven(drivers.players_sheet, sheet_ends, shows="sheet", last=True, says_starter=True),
    Road.PAPER_SHEET: Driven(drivers.paper, sheet_ends, shows="account", last=True),
    Road.ATTENDANCE: Driven(drivers_officials.attendance, late_or_absent, shows="account"),
    Road.LEAVING: Driven(drivers_officials.leaving, lambda book: did_not_come()),
    Road.SHEET_RULING: Driven(
        drivers_officials.sheet_ruling, sheet_ends, shows="account", last=True, says_starter=True
    ),
    Road.PETITION: Driven(drivers_officials.petition, sheet_ends, shows="sheet", last=True, says_starter=True),
    Road.RECOUNT: Driven(drivers_officials.recount, lambda book: played()[:1], shows="account", there=True, near=True),
    Road.APPEAL: Driven(drivers_officials.appeal, appealed, shows="account", there=True),
    Road.BOARD_CHANGE: Driven(drivers_officials.board_change, byes_of, there=True, last=True),
}
LINES = {
    Road.ADJUSTMENT: Board.penalty,
    Road.INCIDENT: drivers_officials.incident,
    Road.CHALLENGE: drivers_officials.challenge,
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
    return [Cell(road, ending, 0) for road, ending in every if sampled(road, ending, book)]


def sampled(road: Road, ending: Ending, book: str) -> bool:
    """Whether this book is one of those that drive an ending of a road: every ending is driven under one at least."""
    endings = books_of(road)
    having = endings[ending.name]
    turn = list(DRIVEN).index(road) + list(endings).index(ending.name) + having.index(book)  # books take turns
    return turn % min(SHARE, len(having)) == 0


@cache
def books_of(road: Road) -> dict[str, list[str]]:
    """The books under which a road has each ending, by its name."""
    having: dict[str, list[str]] = {}
    for book in BOOKS:
        for ending in DRIVEN[road].endings(rulebook_of(book)):
            having.setdefault(ending.name, []).append(book)
    return having


def rulebook_of(book: str) -> Rulebook:
    return {**RULEBOOKS, **{each.key: each for each in EXAMPLE_BOOKS}}[book]


@pytest.mark.parametrize("book", BOOKS)
def test_every_road_says_what_was_put_in(book: str) -> None:
    todo = cells(book, rulebook_of(book))
    for at in range(0, len(todo), BOARDS):
        drive_all(book, todo[at : at + BOARDS], slug=f"roads-{at}")


def drive_all(book: str, todo: list[Cell], *, slug: str) -> None:
    with_bye = [cell for cell in todo if cell.ending.outcome in Game.BYES and cell.road is Road.HOW_IT_ENDED]
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
            board.facts = facts_of(
                played()[0], typed, board.decisions, board.hall.rulebook, within=False, sides=board.sides
            )


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
            line(board, rng)
    if driven.there:
        stood(board, driven, rng)
    within = asked_within(cell) and rng.random() < 0.5
    typed = figures_for(rng, ending, board.decisions, within=within)
    if driven.near:
        within, typed = True, (account_totals(board)[0] - rng.randint(1, 9), account_totals(board)[1] + 2)
    with_points = any(line.points for line in board.decisions)
    if with_points and (page := drivers.page_of(board, cell.road, ending)) is not None:
        check_lines_shown(board, page)
    put_in(driven, board, ending, typed, within)
    if not driven.last and not board.game.is_bye:
        afterwards(board, ending, rng)


def line(board: Board, rng: random.Random) -> None:
    """Points for or against one side, by one of the roads of lines."""
    road = rng.choice((Road.ADJUSTMENT, Road.ADJUSTMENT, Road.INCIDENT, Road.CHALLENGE))
    LINES[road](board, rng.choice(("first", "second")), rng.choice((-30, -15, -5, 10, 25)))


def stood(board: Board, driven: Driven, rng: random.Random) -> None:
    """A result that stands already, and perhaps a line after it."""
    if driven.near:
        first, second = points_of(board.decisions)
        board.typed_before(410 - first, 400 - second)
        return
    board.typed_before(rng.randint(300, 450), rng.randint(200, 299))
    if rng.random() < 0.5:
        line(board, rng)


def asked_within(cell: Cell) -> bool:
    """Whether the edge asks if lines that stand are in the typed scores."""
    if cell.ending.scored:
        return not cell.ending.how and cell.road in ASKED
    return cell.ending.has_scores and cell.road in (Road.CORRECTION, Road.APPEAL)


def account_totals(board: Board) -> tuple[int, int]:
    totals = account_of(board.facts).totals
    assert totals is not None
    return totals


def afterwards(board: Board, ending: Ending, rng: random.Random) -> None:
    """A line after the result; the result taken back and typed again."""
    if rng.random() < 0.5:
        board.penalty(rng.choice(("first", "second")), rng.choice((-40, 12)))
        check_board(board)
    if rng.random() < 0.4 and ending.outcome not in ("", "postponed", "adjourned"):
        drivers.take_back(board, ending, (0, 0), False)
        board.facts = GameFacts(Decided.AWAITED, lines=board.decisions, sides=board.sides)
        check_board(board)
        again = played()[0]
        put_in(DRIVEN[Road.API], board, again, figures_for(rng, again, board.decisions, within=True), True)


ASKED = frozenset({Road.KEYBOARD, Road.API, Road.CORRECTION, Road.APPEAL, Road.PAPER_SHEET})


def put_in(driven: Driven, board: Board, ending: Ending, typed: Typed, within: bool) -> None:
    """Tell an ending at the road's edge; what it showed, and everything that is read afterwards, is what was expected."""
    lines, sides = board.decisions, board.sides or driven.says_starter
    shown = driven.drive(board, ending, typed, within)
    lines = () if ending.outcome in Game.BYES else lines  # the lines of a board that is taken apart go
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
