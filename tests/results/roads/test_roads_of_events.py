"""The roads that touch more than one game: ejections, late entry, publishing, files, and what the suite plays itself."""

import random
from dataclasses import replace
from typing import Any

import pytest

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.models import Ejection
from results.rulings.engine import forfeits
from tdsuite.console.simulation import play_round, simulated_scores
from tdsuite.exchange import demo_event
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS
from tdsuite.tournaments.engine.account import Decided, GameFacts, account_of
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.reads import HAS_SIDES, history
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames
from tdsuite.tournaments.services.roads import Road
from tests.factories import make_entries, make_user
from tests.results.looking import field, look_and_save
from tests.results.roads import drivers
from tests.results.roads.drivers import taken
from tests.results.roads.hall import BOOKS, REASON, Board, Hall, board_of, make_hall
from tests.results.roads.readings import check_board, check_event, plain
from tests.results.roads.situations import facts_of, figures_for, played
from tests.results.roads.test_every_road import finish, forfeits_and_scores

pytestmark = pytest.mark.django_db
SCORES = ((420, 380), (350, 410), (300, 500), (400, 400))
AWARD = 150


def some(*books: str) -> list[Any]:
    """All books; these also by default: of these roads a book changes no more than numbers, which its engines have tests of."""
    return [pytest.param(book, marks=[] if book in books else [pytest.mark.full]) for book in BOOKS]


def played_boards(hall: Hall) -> list[Board]:
    """Every board of the hall with a penalty and scores: the first player ahead, behind, far behind, and level."""
    boards = [board_of(hall, game) for game in hall.games()]
    for board, typed in zip(boards, SCORES, strict=True):
        board.penalty("second", -10)
        drivers.api(board, played()[0], typed, False)
        board.facts = facts_of(played()[0], typed, board.decisions, hall.rulebook, within=False, sides=board.sides)
    return boards


# ── ejections ────────────────────────────────────────────────────────────────────────────────────────────────


def ejected(facts: GameFacts, hall: Hall, at: int) -> GameFacts:
    """What the rulebook's engine makes of a played game whose player `at` (0 or 1) is put out for cheating."""
    account = account_of(facts)
    assert account.spread is not None
    book = ruled(hall)
    result = forfeits.ejection(
        [forfeits.PlayedGame(1, account.spread[1 - at], account.rated)], round_robin=False, book=book
    )
    (game,) = result.games
    if not game.changed:
        return facts
    if game.void or game.opponent is None or game.offender is None:
        return replace(facts, decided=Decided.VOID, rated=False, not_begun=True)
    sides = [(each.half_wins, each.spread) for each in (game.offender, game.opponent)]
    stated = (sides[at], sides[1 - at])
    return replace(facts, decided=Decided.STATED, stated=stated, rated=game.rated)


def ruled(hall: Hall) -> Rulebook:
    """The book, with the games awarded where it leaves them to the director."""
    book = hall.rulebook
    provision = book.results.ejection.gravest
    if provision.value.otherwise is not EjectedGames.RULING:
        return book
    value = replace(provision.value, otherwise=EjectedGames.AWARDED, award=AWARD)
    return replace(
        book,
        results=replace(book.results, ejection=replace(book.results.ejection, gravest=replace(provision, value=value))),
    )


@pytest.mark.parametrize("book", some("wespa-2010", "nsa-2004", "sowpods-club"))
def test_ejections_and_their_reversal_say_what_the_engine_says(book: str) -> None:
    hall = make_hall(book, len(SCORES))
    boards = played_boards(hall)
    before = [board.facts for board in boards]
    Round.objects.filter(division=hall.division).update(status=Round.Status.CLOSED)
    for board in boards[:3]:
        address = hall.url("eject", board.game.first.number)
        case = {"cause": "gravest", "from_round": 2, "format": "other", "fate": "awarded", "award": AWARD}
        seen = field(taken(hall.desk.get(address, case), 200), "seen")
        finding = {"finding": "Seen palming a tile.", "rule": "6.2.1(b)", "seen": seen}
        taken(hall.desk.post(address, case | finding), 302)
        board.facts = ejected(board.facts, hall, 0)
        check_board(board)
    check_event(hall, boards)
    for made in Ejection.objects.order_by("-pk"):
        taken(hall.desk.post(hall.url("ejection", made.pk), {"reason": "The appeal was upheld."}), 302)
    for board, facts in zip(boards, before, strict=True):
        board.facts = facts
        check_board(board)
    check_event(hall, boards)


# ── late entry, publishing ───────────────────────────────────────────────────────────────────────────────────


def missed(as_: str, hall: Hall) -> GameFacts:
    """A round missed by a player who came late."""
    book = hall.rulebook
    worth = {"zero_bye": (0, 0), "half_bye": (1, 0), "bye": (2, 0)}
    lost = forfeits.lateness_forfeit(book=book).offender
    value = worth.get(as_, (lost.half_wins, lost.spread))
    return GameFacts(
        Decided.STATED, two_players=False, stated=(value, (0, 0)), rated=False, sides=False, not_begun=as_ == "loss"
    )


@pytest.mark.parametrize("book", some("wespa-2010", "crossplay"))
def test_rounds_missed_by_a_late_player_count_as_was_shown(book: str) -> None:
    hall = make_hall(book, len(SCORES))
    boards = played_boards(hall)
    Round.objects.filter(division=hall.division).update(status=Round.Status.CLOSED)
    for as_ in ("zero_bye", "half_bye", "bye", "loss"):
        (entry,) = make_entries(hall.division, 1)
        sent = {"plays_from": 2, "as_": as_, "reason": REASON}
        taken(look_and_save(hall.desk, hall.url("late", entry.number), sent), 302)
        boards.append(Board(hall, Game.objects.get(first=entry).pk, missed(as_, hall)))
        check_board(boards[-1])
    check_event(hall, boards)


@pytest.mark.parametrize("book", BOOKS)
def test_the_byes_of_a_published_round_are_worth_what_the_rulebook_says(book: str) -> None:
    hall = make_hall(book, 1)
    Round.objects.filter(division=hall.division).delete()
    make_entries(hall.division, 3)
    (row,) = publish_run(by=hall.director, run=make_draft(by=hall.director, division=hall.division, seed=4))
    bye = row.games.get(second=None)
    board = board_of(hall, bye)
    assert plain(history(hall.division).account(bye)) == plain(account_of(board.facts))
    boards = [board_of(hall, game) for game in hall.games()]
    finish(boards)
    check_event(hall, boards)


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", some("wespa-2010", "crossplay"))
def test_an_event_that_comes_back_from_its_document_says_the_same_of_every_game(book: str) -> None:
    hall = make_hall(book, 8, byes=1)
    boards = [board_of(hall, game) for game in hall.games()]
    rng = random.Random(book)
    for board, ending in zip(boards, [*forfeits_and_scores(hall.rulebook)[:8]], strict=False):
        board.penalty("first", -15)
        typed = figures_for(rng, ending, board.decisions, within=False)
        drivers.api(board, ending, typed, False)
        board.facts = facts_of(ending, typed, board.decisions, hall.rulebook, within=False, sides=board.sides)
    check_event(hall, boards)
    data = FORMATS["json"].write(hall.division.tournament)[0]
    keeper = make_user("keeper", is_superuser=True)
    again, _ = import_tournament(by=keeper, slug="again", files=[SourceFile("event.json", data)])
    assert same_accounts(again, hall, boards) == len(boards)


def same_accounts(tournament: Tournament, hall: Hall, boards: list[Board]) -> int:
    """How many games of another event with the same players' numbers have the accounts expected; all, or it fails."""
    past = history(Division.objects.select_related("tournament").get(tournament=tournament))
    wanted = {board.game.first.number: account_of(board.facts) for board in boards}
    for game in past.games:
        first = past.by_id[game.first_id].number
        assert plain(past.account(game)) == plain(wanted[first]), first
    return len(past.games)


# ── what the suite plays itself ──────────────────────────────────────────────────────────────────────────────


def simulated(game: Game, seed: int) -> GameFacts:
    return GameFacts(Decided.SCORED, written=simulated_scores(game, seed), sides=game.starts_by in HAS_SIDES)


@pytest.mark.parametrize("book", some("wespa-2010", "crossplay"))
def test_a_simulated_round_counts_the_scores_that_it_made_up(book: str) -> None:
    hall = make_hall(book, 4)
    play_round(by=hall.director, division=hall.division, seed=5)
    games = Game.objects.of_division(hall.division).with_people().select_related("round")
    check_event(hall, [Board(hall, game.pk, simulated(game, 5)) for game in games])


def test_the_demo_event_counts_the_scores_that_it_made_up() -> None:
    tournament = demo_event.load_demo(by=make_user("keeper", is_superuser=True))
    assert tournament is not None
    decided = 0
    for division in tournament.divisions.all():
        past = history(division)
        rows = Game.objects.of_division(division).with_people().select_related("round").filter(outcome="played")
        for game in rows:
            assert plain(past.account(game)) == plain(account_of(simulated(game, demo_event.SEED)))
            decided += 1
    assert decided > 0


EVENTS = {
    Road.EJECTION: test_ejections_and_their_reversal_say_what_the_engine_says,
    Road.EJECTION_REVERSED: test_ejections_and_their_reversal_say_what_the_engine_says,
    Road.LATE_ENTRY: test_rounds_missed_by_a_late_player_count_as_was_shown,
    Road.PUBLISHING: test_the_byes_of_a_published_round_are_worth_what_the_rulebook_says,
    Road.FILES: test_an_event_that_comes_back_from_its_document_says_the_same_of_every_game,
    Road.DEMO: test_the_demo_event_counts_the_scores_that_it_made_up,
    Road.SIMULATION: test_a_simulated_round_counts_the_scores_that_it_made_up,
}
