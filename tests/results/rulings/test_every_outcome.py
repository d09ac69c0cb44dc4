"""Every kind of outcome in every rulebook, on real rows: what it counts, whether it is rated, which rules it cites."""

from dataclasses import dataclass

import pytest

from results.rulings.engine.forfeits import ForfeitKind, is_rated
from results.rulings.services.forfeits import BOTH, HowItEnded, decide, work_out
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.registry import rulebook
from tdsuite.tournaments.services.decision import Refused
from tests.results.rulings.cases import counted, make_event

pytestmark = pytest.mark.django_db
BOOKS = W10, NSA, SOW, GUIDE = "wespa-2010", "nsa-2004", "sowpods-club", "scrabble-guide"
WESPA = (W10,)


@dataclass(frozen=True)
class Case:
    """One game of the first player (the starter) and its outcome in the books named."""

    name: str
    books: tuple[str, ...]
    ended: HowItEnded
    counts: tuple[int, int, int, int]
    rated: bool
    rules: tuple[str, ...]


OURS = "our default"
CASES = (
    Case("played", BOOKS, HowItEnded("played", "", 431, 388), (2, 43, 0, -43), True, ()),
    Case("played_lost", BOOKS, HowItEnded("played", "", 300, 431), (0, -131, 2, 131), True, ()),
    Case("tie_wespa", WESPA, HowItEnded("played", "", 401, 401), (1, 0, 1, 0), True, (OURS,)),
    Case("tie_nsa_iii_d", (NSA,), HowItEnded("played", "", 401, 401), (1, 0, 1, 0), True, ("III.D",)),
    Case("tie_sowpods_scoring_10", (SOW,), HowItEnded("played", "", 401, 401), (1, 0, 1, 0), True, ("Scoring 10",)),
    Case("stopped_ours", (*WESPA, SOW), HowItEnded("stopped", "", 300, 310), (0, -10, 2, 10), True, (OURS,)),
    Case("stopped_nsa", (NSA,), HowItEnded("stopped", "", 300, 310), (0, -10, 2, 10), True, ("Guideline 19B",)),
    Case("stopped_guide", (GUIDE,), HowItEnded("stopped", "", 300, 310), (0, -10, 2, 10), True, ("Ending",)),
    Case("stopped_tie", (GUIDE,), HowItEnded("stopped", "", 300, 300), (1, 0, 1, 0), True, ("Ending", OURS)),
    Case("time_up", (GUIDE,), HowItEnded("time_up", "", 350, 340), (2, 10, 0, -10), True, ("Ending", "Ending")),
    Case("late", WESPA, HowItEnded("lateness_forfeit", "first"), (0, -75, 2, 75), False, ("2.3.6(a)", "2.3.6(b)")),
    Case("late_raised", WESPA, HowItEnded("lateness_forfeit", "second", margin=150), (2, 150, 0, -150), False,
         ("2.3.6(a)", "2.3.6(a)", "2.3.6(b)")),
    Case("late_nsa", (NSA,), HowItEnded("lateness_forfeit", "first"), (0, -50, 2, 50), False,
         ("III.G.1, Guideline 19A", "III.G")),
    Case("late_silent", (SOW, GUIDE), HowItEnded("lateness_forfeit", "first"), (0, -50, 2, 50), False, (OURS, OURS)),
    Case("late_silent_ruled", (SOW, GUIDE), HowItEnded("lateness_forfeit", "first", margin=20), (0, -20, 2, 20), False,
         (OURS, OURS, OURS)),
    Case("no_show", WESPA, HowItEnded("no_show", "second"), (2, 75, 0, -75), False, ("2.3.6(a)", "2.3.6(b)")),
    Case("no_show_nsa_iii_g_1", (NSA,), HowItEnded("no_show", "second"), (2, 50, 0, -50), False,
         ("III.G.1, Guideline 19A", "III.G")),
    Case("neither", WESPA, HowItEnded("no_show", BOTH), (0, -75, 0, -75), False, (OURS,)),
    Case("neither_nsa_iii_g_1", (NSA,), HowItEnded("no_show", BOTH), (0, -50, 0, -50), False, ("III.G.1",)),
    Case("neither_silent", (SOW, GUIDE), HowItEnded("no_show", BOTH), (0, -50, 0, -50), False, (OURS,)),
    Case("overtime", WESPA, HowItEnded("overtime_forfeit", "first", 300, 450, seconds_over=600), (0, -250, 2, 250), True,
         ("5.3.3", "5.3.3", OURS)),
    Case("overtime_of_the_second", WESPA, HowItEnded("overtime_forfeit", "second", 380, 420, seconds_over=700),
         (2, 100, 0, -100), True, ("5.3.3", "5.3.3", OURS)),
    Case("overtime_of_both", WESPA,
         HowItEnded("overtime_forfeit", "first", 300, 450, seconds_over=600, opponent_seconds_over=61),
         (0, -230, 2, 230), True, ("5.3.3", "5.3.3", OURS)),
    Case("resigned_behind", WESPA, HowItEnded("resigned", "first", 300, 330, begun=True), (0, -80, 2, 80), True,
         ("5.7(c)", "5.7(c)", OURS)),
    Case("resigned_ahead", WESPA, HowItEnded("resigned", "first", 340, 300, begun=True), (0, -50, 2, 50), True,
         ("5.7(c)", "5.7(c)", OURS)),
    Case("resigned_nsa", (NSA,), HowItEnded("resigned", "first", 300, 340, begun=True), (0, -90, 2, 90), True,
         ("III.G.2", OURS, "III.G")),
    Case("resigned_silent", (SOW, GUIDE), HowItEnded("resigned", "first", 300, 330, begun=True), (0, -80, 2, 80), False,
         (OURS, OURS, OURS)),
    Case("left_level_nsa", (NSA,), HowItEnded("left_early", "second", 300, 300, begun=True), (2, 50, 0, -50), True,
         (OURS, OURS, "III.G")),
    Case("left_level", WESPA, HowItEnded("left_early", "second", 300, 300, begun=True, emergency=True),
         (2, 50, 0, -50), True, ("5.7(c)", "5.7(c)", OURS)),
    Case("left_improperly_5_7_d", WESPA,
         HowItEnded("left_early", "second", 300, 300, begun=True, emergency=False, margin=120), (2, 120, 0, -120), True,
         ("5.7(d)", OURS)),
    Case("left_unbegun", WESPA, HowItEnded("left_early", "first", begun=False), (0, -75, 2, 75), False,
         (OURS, "2.3.6(a)", "2.3.6(b)")),
    Case("left_unbegun_nsa", (NSA,), HowItEnded("left_early", "first", begun=False), (0, -50, 2, 50), False,
         (OURS, "III.G.1, Guideline 19A", "III.G")),
    Case("improper", WESPA, HowItEnded("resigned_improperly", "first", 1, 2, begun=True, margin=120), (0, -120, 2, 120),
         True, ("5.7(d)", OURS)),
    Case("penalty", WESPA, HowItEnded("penalty_forfeit", "first", begun=True, margin=99), (0, -99, 2, 99), False,
         ("6.3.3(b)(iv)", OURS)),
    Case("penalty_nsa_begun", (NSA,), HowItEnded("penalty_forfeit", "first", begun=True, margin=50), (0, -50, 2, 50),
         True, (OURS, "III.G")),
    Case("penalty_nsa_unbegun", (NSA,), HowItEnded("penalty_forfeit", "first", begun=False, margin=50), (0, -50, 2, 50),
         False, (OURS, "III.G")),
    Case("penalty_of_both", BOOKS, HowItEnded("penalty_forfeit", BOTH, begun=False, margin=40), (0, -40, 0, -40), False,
         ("any", "any")),
    Case("awarded", WESPA, HowItEnded("awarded", "second"), (2, 150, 0, -150), False, ("6.2.4", OURS)),
    Case("awarded_nsa_begun", (NSA,), HowItEnded("awarded", "second", margin=60, begun=True), (2, 60, 0, -60), True,
         ("Guideline 21", "III.G")),
    Case("awarded_nsa_not_begun", (NSA,), HowItEnded("awarded", "second", margin=60, begun=False), (2, 60, 0, -60), False,
         ("Guideline 21", "III.G")),
    Case("awarded_by_100", (SOW, GUIDE), HowItEnded("awarded", "second", margin=100), (2, 100, 0, -100), False,
         (OURS, OURS)),
)  # fmt: skip


def params() -> list:
    return [pytest.param(case, book, id=f"{case.name}-{book}") for case in CASES for book in case.books]


@pytest.mark.parametrize(("case", "book"), params())
def test_outcome_counts_and_is_rated_as_the_rulebook_says(case: Case, book: str) -> None:
    event = make_event(book)
    decided = decide(by=event.director, game=event.game(), ended=case.ended, reason="told at the table")
    assert (counted(decided.game), event.game().rated) == (case.counts, case.rated)


@pytest.mark.parametrize(("case", "book"), [one for one in params() if one.values[0].rules != ("any", "any")])
def test_outcome_cites_its_rules(case: Case, book: str) -> None:
    working = work_out(make_event(book).game(), case.ended)
    assert tuple(one.rule for one in working.reasons) == case.rules


NOT_IN = [
    ("time_up", (W10, NSA, SOW), {"first_score": 350, "second_score": 340}, "time up does not end a game"),
    ("overtime_forfeit", (NSA, SOW, GUIDE), {"first_score": 1, "second_score": 2, "seconds_over": 900}, "Not lost on time"),
    ("overtime_forfeit", WESPA, {"first_score": 1, "second_score": 2, "seconds_over": 599}, "Not lost on time"),
    ("resigned_improperly", WESPA, {"first_score": 1, "second_score": 2, "begun": True}, r"\(5.7\(d\)\). Give the margin you set"),
    ("awarded", (NSA, SOW, GUIDE), {"begun": True}, "Give the margin at which the game is awarded"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "book", "said", "says"), [(kind, book, said, says) for kind, books, said, says in NOT_IN for book in books]
)
def test_outcomes_that_a_rulebook_does_not_have(kind: str, book: str, said: dict, says: str) -> None:
    event = make_event(book)
    with pytest.raises(Refused, match=says):
        decide(by=event.director, game=event.game(), ended=HowItEnded(kind, "first", **said), reason="told")
    assert event.game().outcome == ""


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("kind", ForfeitKind)
def test_nsa_iii_g_only_nsa_turns_on_whether_the_game_had_begun(book: str, kind: ForfeitKind) -> None:
    begun, unbegun = (is_rated(kind, begun=each, book=rulebook(book)) for each in (True, False))
    assert (begun != unbegun) is (book == NSA)


@pytest.mark.parametrize("kind", ["stopped", "time_up", "played"])
def test_a_score_kept_with_a_game_is_the_one_on_the_sheet(kind: str) -> None:
    event = make_event(GUIDE)
    decide(by=event.director, game=event.game(), ended=HowItEnded(kind, "", 350, 340), reason="told")
    row = Game.objects.get(pk=event.game().pk)
    assert (row.first_score, row.second_score, row.first_halves, row.first_spread) == (350, 340, None, None)


@pytest.mark.parametrize("kind", ["resigned", "left_early", "overtime_forfeit"])
def test_the_scores_at_the_moment_stay_with_a_game_given_up(kind: str) -> None:
    event = make_event()
    ended = HowItEnded(kind, "first", 300, 330, begun=True, seconds_over=600, emergency=True)
    decide(by=event.director, game=event.game(), ended=ended, reason="told")
    row = Game.objects.get(pk=event.game().pk)
    assert (row.first_score, row.second_score, row.second_halves) == (300, 330, 2)
