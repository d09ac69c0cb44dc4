"""On every road: what both players signed is changed by no one player's word, and by officials on the book's grounds alone."""

import random
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from results.models import Recount
from results.rulings.actions import RulingAction
from results.rulings.services import endgame, forfeits, incidents
from results.rulings.services.endgame import EndAnswers, SideAnswers
from results.rulings.services.rulings import RulingFacts
from results.sheets.engine.finality import Ground, follows
from results.sheets.services import corrections, entering, officials, recounts
from results.sheets.services.signed import is_ruling
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.services.accounts import put_outcome, save_account
from tdsuite.tournaments.services.decision import Refused, deciding
from tdsuite.tournaments.services.games import GameOutcome, adjust_game
from tdsuite.tournaments.services.roads import Road as By
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tests.results.rulings.cases import total
from tests.results.sheets.desk import Hall, make_hall
from tests.rulebook.books import RULED

pytestmark = pytest.mark.django_db
FOUND = RulingFacts("Both cards looked at.")
FINDING = ScoreMeaning(finding="Both cards looked at.")
Road = Callable[[Hall], Any]


def end_of_game(hall: Hall, by: Any) -> Any:
    given = EndAnswers("went-out", SideAnswers(400), SideAnswers(385, rack="QZ"), out="first")
    return endgame.apply(by=by, game=hall.game(), answers=given, reason="the loser asks")


def ended(hall: Hall, kind: str, **more: Any) -> Any:
    how = forfeits.HowItEnded(kind=kind, first_score=384, second_score=385, **more)
    return forfeits.decide(by=hall.director, game=hall.game(), ended=how, reason="the loser asks")


def unknown_road(hall: Hall) -> None:
    """A page of tomorrow, which asks nobody."""
    with deciding(hall.division, by=hall.director, action=EventAction.DIVISION_CHANGED):
        game = hall.game()
        put_outcome(game, GameOutcome("played", first_score=384, second_score=385), road=By.FILES).save()


ROADS: dict[str, Road] = {
    "the own sheet, again": lambda hall: hall.enters(4, 384, 385),
    "a dispute": lambda hall: entering.dispute(by=hall.player(4), game=hall.game(), version=hall.sheet().number),
    "a recount from the sheet": lambda hall: recounts.request_from_sheet(by=hall.player(4), game=hall.game()),
    "a recount asked for at the desk": lambda hall: recounts.request(
        by=hall.director, game=hall.game(), asked_by=hall.event.entry(4)
    ),
    "a petition of one": lambda hall: corrections.accept_petition(
        by=hall.director, petition=hall.proposes(4, 384, 385)
    ),
    "the keyboard": lambda hall: record_result(by=hall.scorer, game=hall.game(), first_score=384, second_score=385),
    "the page Correct": lambda hall: correct_result(
        by=hall.director, game=hall.game(), outcome=played(384, 385), reason="the loser asks"
    ),
    "the result taken back": lambda hall: withdraw_result(by=hall.director, game=hall.game(), reason="the loser asks"),
    "the paper sheet": lambda hall: officials.enter_from_paper(
        by=hall.scorer, game=hall.game(), figures=hall.figures(384, 385), both_seen=False
    ),
    "the paper sheet, signatures seen": lambda hall: officials.enter_from_paper(
        by=hall.scorer, game=hall.game(), figures=hall.figures(384, 385), both_seen=True
    ),
    "the end of the game": lambda hall: end_of_game(hall, hall.director),
    "how it ended, played": lambda hall: ended(hall, "played"),
    "what the paper says, of figures signed on phones": lambda hall: change(hall, Ground.AS_SIGNED),
    "a road that nobody knows": unknown_road,
}


def signed(book: str, *, handed_in: bool = True, next_round: bool = False) -> Hall:
    """400-385, signed by both on their own phones."""
    hall = make_hall(book)
    hall.both_sign(400, 385)
    if handed_in:
        hall.hand_in()
    if next_round:
        hall.next_round_plays()
    return hall


def stands(hall: Hall) -> tuple[Any, ...]:
    return hall.scores(), total(hall.game()), hall.sheet().state, hall.sheet().number, hall.latest().signatures.count()


@pytest.mark.parametrize(
    ("book", "road", "next_round"),
    [(book, road, later) for later in (False, True) for road, book in zip(ROADS, cycle(RULED[later:]), strict=False)],
)
def test_wespa_5_4_1_nsa_iii_f_no_road_changes_what_both_signed_at_one_players_word(
    book: str, road: str, next_round: bool
) -> None:
    hall = signed(book, next_round=next_round)
    before = stands(hall)
    with pytest.raises(Refused):
        ROADS[road](hall)
    assert (stands(hall), Recount.objects.count()) == (before, 0)


@pytest.mark.parametrize("book", RULED)
def test_wespa_5_4_1_a_line_that_voids_the_signatures_opens_no_road_to_the_scores_that_both_signed(book: str) -> None:
    hall = signed(book)
    adjust_game(
        by=hall.director, game=hall.game(), side="first", kind="conduct", points=-5, rule="ruling", reason="talk"
    )
    before = stands(hall)
    assert before == ((400, 385), (395, 385), "posted", 2, 0)
    for name in set(ROADS) - {"a dispute", "a petition of one", "the paper sheet, signatures seen"}:
        with pytest.raises(Refused):
            ROADS[name](hall)
        assert stands(hall) == before


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_roads_leaves_the_signed_sheet_as_it_was(seed: int) -> None:
    rng = random.Random(seed)
    hall = signed(rng.choice(RULED), handed_in=rng.random() < 0.5)
    before = stands(hall)
    for name in rng.sample(sorted(ROADS), 6):
        with pytest.raises((Refused, NotAllowed)):
            ROADS[name](hall)
        if name == "a petition of one":
            corrections.withdraw_correction(by=hall.player(4), petition=hall.sheet().petitions.open().get())
    assert stands(hall) == before


# ── recounts ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULED)
def test_wespa_5_5_1_nsa_iii_e_a_recount_once_the_next_game_has_begun(book: str) -> None:
    hall = make_hall(book)
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=385)
    hall.next_round_plays()
    ask = {"by": hall.scorer, "game": hall.game(), "asked_by": hall.event.entry(4)}
    if book == "nsa-2004":
        assert recounts.request(**ask).status == "open"
        return
    with pytest.raises(Refused, match="The next game has begun: a recount is asked for at the end of a game"):
        recounts.request(**ask)


def recounted_and_signed(book: str) -> tuple[Hall, Recount]:
    """Both sign 400-385 while a recount is under way."""
    hall = make_hall(book)
    hall.enters(1, 400, 385)
    recount = recounts.request_from_sheet(by=hall.player(4), game=hall.game())
    hall.signs(4)
    return hall, recount


@pytest.mark.parametrize("book", RULED)
def test_wespa_5_4_1_a_recount_of_figures_that_both_sign_meanwhile_ends_with_the_totals_that_stand(book: str) -> None:
    hall, recount = recounted_and_signed(book)
    with pytest.raises(Refused, match=r"changes nothing.*End it with the totals that stand"):
        recounts.finish(by=hall.director, recount=recount, first_total=384, second_total=385)
    recounts.finish(by=hall.director, recount=recount, first_total=400, second_total=385)
    assert (stands(hall), Recount.objects.get().status) == (((400, 385), (400, 385), "signed", 1, 2), "stands")


@pytest.mark.parametrize("book", RULED)
def test_nsa_iii_e_wespa_5_5_4_a_halted_after_both_signed_the_result_stands(book: str) -> None:
    hall, recount = recounted_and_signed(book)
    recounts.halt(by=hall.director, recount=recount, reason="too long", agreed=(384, 385))
    assert (hall.scores(), Recount.objects.get().status) == ((400, 385), "halted")


@pytest.mark.parametrize("book", RULED)
def test_a_game_that_the_director_ruled_on_is_not_recounted(book: str) -> None:
    hall = signed(book)
    officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(395, 385), facts=FOUND)
    with pytest.raises(Refused, match="The director ruled on this game: only an appeal changes it"):
        recounts.request_from_sheet(by=hall.player(4), game=hall.game())


# ── the grounds ──────────────────────────────────────────────────────────────────────────────────────────────


def change(hall: Hall, ground: Ground, *, by: Any = None, facts: RulingFacts = FOUND) -> Any:
    figures = hall.figures(384, 385)
    return officials.change_signed(
        by=by or hall.director, game=hall.game(), figures=figures, ground=ground, facts=facts
    )


@pytest.mark.parametrize("handed_in", [False, True])
@pytest.mark.parametrize("book", RULED)
def test_wespa_5_4_1_nsa_iii_f_both_players_before_the_director_change_it_together(book: str, handed_in: bool) -> None:
    hall = signed(book, handed_in=handed_in, next_round=book == "nsa-2004")  # which has no deadline
    change(hall, Ground.BOTH_ASK)
    state = "handed_in" if handed_in else "signed"
    assert stands(hall) == ((384, 385), (384, 385), state, 2, 2)
    assert set(hall.latest().signatures.values_list("means", "seen_by")) == {("paper", hall.director.pk)}
    last = Record.objects.filter(action="sheet.petition_accepted").get()
    assert (last.why, last.actor_id) == ("Both cards looked at.", hall.director.pk)


@pytest.mark.parametrize("book", ["wespa-2010", "sowpods-club", "scrabble-guide"])
def test_wespa_5_4_1_b_not_after_the_next_game_has_begun(book: str) -> None:
    hall = signed(book, next_round=True)
    with pytest.raises(Refused, match="The next game has begun: the signed sheet stands"):
        change(hall, Ground.BOTH_ASK)
    assert hall.scores() == (400, 385)


@pytest.mark.parametrize("book", RULED)
@pytest.mark.parametrize("next_round", [False, True])
def test_wespa_5_4_1_a_result_typed_otherwise_than_the_signed_paper_says_is_typed_again(
    book: str, next_round: bool
) -> None:
    hall = make_hall(book)
    officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(400, 385), both_seen=True)
    if next_round:
        hall.next_round_plays()
    change(hall, Ground.AS_SIGNED)
    assert (stands(hall), hall.latest().cause) == (((384, 385), (384, 385), "handed_in", 2, 2), "sheet.rekeyed")


@pytest.mark.parametrize("book", RULED)
def test_wespa_5_4_1_a_ruling_is_its_own_road_and_says_so(book: str) -> None:
    hall = signed(book, next_round=True)
    change(hall, Ground.RULING)
    assert stands(hall) == ((384, 385), (384, 385), "ruled", 2, 0)
    assert Record.objects.filter(action="sheet.ruled").count() == 1


def test_a_ground_needs_what_was_found_and_the_right_to_correct() -> None:
    hall = signed("wespa-2010")
    for ground in Ground:
        with pytest.raises(NotAllowed):
            change(hall, ground, by=hall.scorer)
        with pytest.raises(Refused):
            change(hall, ground, facts=RulingFacts(" "))
    assert hall.scores() == (400, 385)


@pytest.mark.parametrize("book", RULED)
def test_rulings_still_reach_a_signed_sheet(book: str) -> None:
    hall = signed(book)
    applied = incidents.Applied(incidents.RemedyKind.POINTS, -30, "ruling")
    happened = incidents.Happened(
        "overdraw", game=hall.game(), entry=hall.event.entry(1), applied=applied, meaning=FINDING
    )
    incidents.log(by=hall.director, division=hall.division, happened=happened)
    assert (hall.sheet().state, total(hall.game())) == ("posted", (370, 385))
    how = forfeits.HowItEnded(kind="penalty_forfeit", offender="first", margin=100, begun=True)
    forfeits.decide(by=hall.director, game=hall.game(), ended=how, reason="cheating")
    assert (hall.sheet().state, hall.game().outcome in Game.STATED) == ("ruled", True)


def test_only_roads_that_a_director_opens_are_rulings_on_signed_scores() -> None:
    """A road of tomorrow, or none, is no ruling until it is said to be."""
    scored = {road for road in By if is_ruling([road], scored=True)}
    assert scored == {
        By.APPEAL, By.EJECTION, By.EJECTION_REVERSED, By.INCIDENT, By.ADJUSTMENT, By.CHALLENGE, By.ATTENDANCE,
    }  # fmt: skip
    stated = {road for road in By if is_ruling([road], scored=False)}
    assert stated - scored == {By.HOW_IT_ENDED, By.LEAVING, By.CORRECTION, By.API}
    assert not is_ruling([], scored=False)
    assert not is_ruling([By.APPEAL, By.KEYBOARD], scored=True)


@pytest.mark.parametrize("book", RULED)
def test_wespa_5_4_1_what_is_no_ruling_changes_no_signed_sheet(book: str) -> None:
    rule = RULEBOOKS[book].results.signed_sheet.rule or "our default"
    for taken_back, on_paper in ((False, True), (True, False)):
        verdict = follows(by_ruling=False, taken_back=taken_back, on_paper=on_paper, book=RULEBOOKS[book])
        assert (verdict.allowed, verdict.reason.rule) == (False, rule)
    assert follows(by_ruling=False, taken_back=True, on_paper=True, book=RULEBOOKS[book]).allowed


@pytest.mark.parametrize("book", RULED)
def test_a_record_that_is_named_like_a_ruling_opens_no_signed_sheet(book: str) -> None:
    """The record is never asked: what a page of tomorrow calls itself changes nothing."""
    hall = signed(book)
    with (
        pytest.raises(Refused, match="Both players signed this sheet"),
        deciding(hall.division, by=hall.director, action=RulingAction.RULING_MADE) as decision,
    ):
        game = hall.game()
        outcome = GameOutcome("played", first_score=384, second_score=385)
        save_account(game, outcome, road=By.KEYBOARD, by=hall.director)
        decision.record(game)
    assert hall.scores() == (400, 385)


# ── finished events ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("book", RULED)
def test_a_finished_event_refuses_recounts_corrections_and_rulings_until_it_is_opened_again(book: str) -> None:
    hall = make_hall(book)
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=385)
    recount = recounts.request(by=hall.director, game=hall.game(), asked_by=hall.event.entry(4))
    Tournament.objects.update(status="finished")
    roads: list[Callable[[], Any]] = [
        lambda: recounts.finish(by=hall.director, recount=recount, first_total=384, second_total=385),
        lambda: recounts.halt(by=hall.director, recount=recount, reason="late", agreed=(384, 385)),
        lambda: recounts.request(by=hall.director, game=hall.game(), asked_by=hall.event.entry(1)),
        lambda: correct_result(by=hall.director, game=hall.game(), outcome=played(384, 385), reason="late"),
        lambda: withdraw_result(by=hall.director, game=hall.game(), reason="late"),
        lambda: officials.rule_sheet(by=hall.director, game=hall.game(), figures=hall.figures(384, 385), facts=FOUND),
        lambda: end_of_game(hall, hall.director),
        lambda: adjust_game(by=hall.director, game=hall.game(), side="first", kind="conduct", points=-5, reason="late"),
    ]
    for road in roads:
        with pytest.raises(Refused, match="The event is finished: open it again in its settings"):
            road()
    assert hall.scores() == (400, 385)
    Tournament.objects.update(status="running")
    recounts.finish(by=hall.director, recount=recount, first_total=384, second_total=385)
    assert hall.scores() == (384, 385)
