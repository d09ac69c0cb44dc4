"""Putting a player out of the event: what it changes by each rulebook, shown first, done once, taken back as it was."""

from datetime import date

import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.django import TestCase

from results.games.services.outcomes import correct_result, played, record_result
from results.models import Appeal, Ejection, Incident, Ruling
from results.rulings.engine.forfeits import EjectionCause
from results.rulings.services import ejection, incidents, rulings
from results.rulings.services.forfeits import HowItEnded, decide
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.outcomes import EjectedGames
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game, line_facts
from tests.factories import make_round, play
from tests.quickness import of_events
from tests.results.rulings.cases import Event, counted, make_event, records

pytestmark = pytest.mark.django_db
FINDING = rulings.RulingFacts("Seen palming a tile by two people.", rule="6.2.1(b)")
WHY = "cheating found"
ROBIN = [{"first": 1, "last": 3, "method": "round_robin"}]


def swiss(book: str = "wespa-2010", *margins: int, **fields) -> Event:
    """Player 1, the starter, meets 4, then 3, then 2; margins are player 1's, in that order."""
    event = make_event(book, published=0, **fields)
    for number, margin in enumerate(margins, start=1):
        row = make_round(event.division, number, pairs=[(1, 5 - number), *_rest(5 - number)])
        play(Game.objects.get(round=row, first__number=1), 400 + margin, 400)
        for game in Game.objects.filter(round=row).exclude(first__number=1):
            play(game, 400, 390)
        Round.objects.filter(pk=row.pk).update(status=Round.Status.CLOSED)
    return event


def _rest(opponent: int) -> list[tuple[int, int]]:
    left = [number for number in (2, 3, 4) if number != opponent]
    return [(left[0], left[1])]


def eject(event: Event, number: int = 1, **case) -> Ejection:
    said = ejection.Case(**({"from_round": 4} | case))
    return ejection.apply(by=event.director, entry=event.entry(number), case=said, ruling=FINDING, reason=WHY)


def of_player(event: Event, number: int = 1) -> list[tuple[str, int, int]]:
    """Outcome, the player's halves and spread of each of the player's games, by round."""
    games = Game.objects.of_division(event.division).filter(first__number=number).order_by("round__number")
    return [(game.outcome, *counted(game)[:2]) for game in games]


def tables(event: Event) -> str:
    """Every standing after every round, to the last figure."""
    return repr(history(event.division).standings_by_round(event.division.planned_rounds))


# --- what becomes of the games ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margin", "after"),
    [
        (-200, ("played", 0, -200)), (-30, ("awarded", 0, -150)), (60, ("awarded", 0, -150)),
        (-150, ("played", 0, -150)), (0, ("awarded", 0, -150)),
    ],
)  # fmt: skip
def test_wespa_6_2_4_a_ii_played_games_go_to_the_opponents_by_150(margin, after):
    event = swiss("wespa-2010", margin)
    eject(event)
    assert of_player(event) == [after]


def test_wespa_6_2_4_a_i_in_a_round_robin_every_game_is_void_for_both():
    event = swiss("wespa-2010", 60, -30, -200)
    event.division.pairing_plan = ROBIN
    event.division.save()
    eject(event)
    games = Game.objects.of_division(event.division).filter(first__number=1)
    assert [(game.outcome, game.rated) for game in games] == [("void", False)] * 3
    assert [(row.number, row.games) for row in history(event.division).standings(3) if row.number != 1] == [
        (2, 2), (3, 2), (4, 2)
    ]  # fmt: skip


def test_wespa_6_2_4_a_ii_the_player_goes_to_the_bottom_whatever_the_record():
    event = swiss("wespa-2010", -200)
    make_round(event.division, 2, pairs=[(2, 3), (4, None), (1, None)], status=Round.Status.CLOSED)
    assert next(row.number for row in history(event.division).standings(2)) != 1
    Game.objects.filter(first__number=1, round__number=2).update(first_spread=900)
    assert history(event.division).standings(2)[-1].number != 1
    eject(event)
    last = history(event.division).standings(2)[-1]
    assert (last.number, last.rank, last.halves) == (1, 4, 2)


def test_wespa_6_2_4_a_ii_later_opponents_have_a_bye():
    event = swiss("wespa-2010", 60)
    make_round(event.division, 2, pairs=[(1, 3), (2, 4)])
    eject(event, from_round=2)
    game = Game.objects.with_people().get(round__number=2, first__number=3)
    assert (game.second, game.outcome, game.first_halves, game.first_spread, game.rated) == (None, "bye", 2, 50, False)
    assert (game.board, game.reason) == (None, "opponent ejected")
    assert event.entry(1).withdrawn_from == 2


def test_wespa_6_2_4_a_ii_byes_and_games_never_begun_were_not_played():
    event = swiss("wespa-2010", 60)
    row = make_round(event.division, 2, pairs=[(1, 3), (2, 4)])
    game = Game.objects.get(round=row, first__number=1)
    decide(by=event.director, game=game, ended=HowItEnded("no_show", "second"), reason="did not come")
    eject(event)
    assert of_player(event) == [("awarded", 0, -150), ("no_show", 2, 75)]


def test_wespa_6_3_3_b_v_after_a_level_2_ejection_played_games_stand():
    event = swiss("wespa-2010", 60)
    make_round(event.division, 2, pairs=[(1, 3), (2, 4)])
    eject(event, cause=EjectionCause.LESSER, from_round=2)
    assert of_player(event)[0] == ("played", 2, 60)
    assert (event.entry(1).at_bottom, Ruling.objects.get().report_to) == (False, "")
    assert Game.objects.get(round__number=2, first__number=3).outcome == "bye"


def test_nsa_guideline_21_removed_after_a_warning_and_played_games_stand():
    event = swiss("nsa-2004", 60)
    warned = incidents.Happened("abuse", entry=event.entry(1), round_number=1, applied=incidents.Applied(
        incidents.RemedyKind.OFFICIAL_WARNING, rule="Guideline 21"))  # fmt: skip
    before = ejection.preview(event.entry(1), ejection.Case(from_round=2))
    incidents.log(by=event.director, division=event.division, happened=warned)
    plan = ejection.preview(event.entry(1), ejection.Case(from_round=2))
    assert (before.warnings, plan.warnings, plan.warnings_due) == (0, 1, 1)
    eject(event, from_round=2)
    assert of_player(event) == [("played", 2, 60)]


def test_nsa_guideline_20_the_third_play_with_eight_tiles_forfeits_the_remaining_games_and_awards():
    event = swiss("nsa-2004", 60)
    make_round(event.division, 2, pairs=[(3, 1), (2, 4)])
    plan = ejection.preview(event.entry(1), ejection.Case(cause=EjectionCause.LESSER, from_round=2))
    eject(event, cause=EjectionCause.LESSER, from_round=2)
    game = Game.objects.get(round__number=2, second__number=1)
    assert (game.outcome, counted(game), game.rated) == ("penalty_unplayed", (2, 50, 0, -50), False)
    assert (plan.prizes_lost, of_player(event)) == (True, [("played", 2, 60)])


@pytest.mark.parametrize("book", ["sowpods-club", "scrabble-guide"])
@pytest.mark.parametrize(
    ("fate", "after"),
    [
        (EjectedGames.AWARDED, ("awarded", 0, -100)),
        (EjectedGames.VOID, ("void", 0, 0)),
        (EjectedGames.STAND, ("played", 2, 60)),
    ],
)
def test_where_the_book_is_silent_the_director_rules_on_the_games(book, fate, after):
    event = swiss(book, 60)
    with pytest.raises(Refused, match="Void them, award them, or let them stand"):
        eject(event)
    eject(event, fate=fate, award=100)
    assert of_player(event) == [after]


# --- shown first -----------------------------------------------------------------------------------


def test_the_preview_names_every_game_it_will_change_and_changes_nothing():
    event = swiss("wespa-2010", 60, -200)
    Round.objects.filter(division=event.division, number=2).update(paired_after=1)
    make_round(event.division, 3, pairs=[(1, 2), (3, 4)])
    was = tables(event)
    plan = ejection.preview(event.entry(1), ejection.Case(from_round=3))
    assert [(one.game.round.number, one.before, one.after) for one in plan.games] == [
        (1, "lost by 60", "won by 150 (awarded)"),
        (3, "awaited", "won by 50 (bye)"),
    ]
    assert (plan.rounds_paired_before, plan.at_bottom, plan.must_report) == ((2,), True, True)
    assert plan.reasons[0].rule == "6.2.4"
    assert tables(event) == was


def test_what_is_applied_is_what_was_looked_at():
    event = swiss("wespa-2010", 60, -30)
    case = ejection.Case(from_round=3)
    seen = ejection.preview(event.entry(1), case).digest
    correct_result(
        by=event.director, game=Game.objects.get(first__number=1, round__number=1), outcome=played(300, 500), reason="slip"
    )  # fmt: skip
    with pytest.raises(Refused, match="Something changed since you looked"):
        ejection.apply(by=event.director, entry=event.entry(1), case=case, ruling=FINDING, reason=WHY, seen=seen)
    again = ejection.preview(event.entry(1), case).digest
    ejection.apply(by=event.director, entry=event.entry(1), case=case, ruling=FINDING, reason=WHY, seen=again)
    assert Ejection.objects.count() == 1


def test_an_ejection_is_one_decision_with_its_ruling_and_both_versions():
    event = swiss("wespa-2010", 60)
    made = eject(event)
    ruling = made.ruling
    assert (ruling.adverse, ruling.report_to, ruling.subject) == (True, "association", "ejection")
    (record,) = records(made)
    game = str(Game.objects.get(first__number=1).pk)
    assert (record.action, record.before["games"][game]["outcome"], record.after["games"][game]["first_spread"]) == (
        "entry.ejected", "played", -150
    )  # fmt: skip
    assert made.before["entry"] == {"withdrawn_from": None, "at_bottom": False, "unranked": False, "absences": []}


def test_nobody_is_ejected_twice_or_by_anybody_but_the_director():
    event = swiss("wespa-2010", 60)
    with pytest.raises(NotAllowed):
        ejection.apply(by=event.scorer, entry=event.entry(1), case=ejection.Case(), ruling=FINDING, reason=WHY)
    eject(event)
    with pytest.raises(Refused, match="has been ejected already"):
        eject(event)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"reason": " "}, "Say why the player is ejected"),
        ({"ruling": rulings.RulingFacts(" ")}, "Write down what you find"),
        ({"case": ejection.Case(from_round=9)}, "between 1 and 5"),
    ],
)
def test_a_refused_ejection_changes_nothing(said, says):
    event = swiss("wespa-2010", 60)
    values = {"case": ejection.Case(from_round=4), "ruling": FINDING, "reason": WHY} | said
    with pytest.raises(Refused, match=says):
        ejection.apply(by=event.director, entry=event.entry(1), **values)
    assert (of_player(event), Ruling.objects.count()) == ([("played", 2, 60)], 0)


# --- taken back ------------------------------------------------------------------------------------


def test_wespa_6_5_c_taken_back_after_an_appeal_everything_is_as_it_was():
    event = swiss("wespa-2010", 60, -30, ends_on=date(2026, 5, 17))
    make_round(event.division, 3, pairs=[(1, 2), (3, 4)])
    was, rows = tables(event), list(Game.objects.order_by("pk").values())
    made = eject(event, from_round=3)
    appeal = rulings.lodge_appeal(
        by=event.director, ruling=made.ruling, entry=event.entry(1), grounds="It was a napkin.", on=date(2026, 5, 20)
    )
    with pytest.raises(Refused, match="only once the appeal is upheld"):
        ejection.reverse(by=event.director, ejection=made, reason="appeal", appeal=appeal)
    rulings.decide_appeal(by=event.director, appeal=appeal, result="upheld", on=date(2026, 6, 1))
    assert ejection.reverse(by=event.director, ejection=made, reason="appeal upheld", appeal=appeal) == ()
    assert (tables(event), list(Game.objects.order_by("pk").values())) == (was, rows)
    (amendment,) = Appeal.objects.get().amendments
    assert amendment["before"] == made.after
    assert event.entry(1).withdrawn_from is None


def test_a_game_changed_since_is_not_overwritten_unless_said():
    event = swiss("wespa-2010", 60, -30)
    made = eject(event)
    game = Game.objects.with_people().get(first__number=1, round__number=1)
    correct_result(by=event.director, game=game, outcome=played(350, 400), reason="recount")
    with pytest.raises(Refused, match="Changed since the ejection: Round 1, table 1"):
        ejection.reverse(by=event.director, ejection=made, reason="found innocent")
    left = ejection.reverse(by=event.director, ejection=made, reason="found innocent", keep_later_changes=True)
    assert ([one.pk for one in left], of_player(event)) == ([game.pk], [("played", 0, -50), ("played", 0, -30)])


def test_a_board_that_is_taken_by_now_stops_the_reversal():
    event = swiss("wespa-2010", 60)
    row = make_round(event.division, 2, pairs=[(1, 3), (2, 4)])
    made = eject(event, from_round=2)
    Game.objects.filter(round=row, first__number=2).update(board=1)
    with pytest.raises(Refused, match="take that board apart first"):
        ejection.reverse(by=event.director, ejection=made, reason="found innocent")
    assert Ejection.objects.get().reversed_at is None


def test_wespa_6_2_4_a_ii_lines_of_a_game_that_becomes_a_bye_are_not_the_byes_and_come_back_with_the_game():
    event = swiss("wespa-2010", 60)
    row = make_round(event.division, 2, pairs=[(1, 3), (2, 4)])
    game = Game.objects.get(round=row, first__number=1)
    adjust_game(
        by=event.director, game=game, side="first", kind="penalty", points=-20, rule="6.3.3(b)(iii)", source="ruling",
        reason="rude",
    )  # fmt: skip
    there = line_facts(game)
    made = eject(event, from_round=2)
    assert (Game.objects.get(pk=game.pk).outcome, line_facts(game)) == ("bye", [])
    ejection.reverse(by=event.director, ejection=made, reason="found innocent")
    assert (Game.objects.get(pk=game.pk).outcome, line_facts(game)) == ("", there)
    assert there == [["first", "penalty", -20, 0, False, "6.3.3(b)(iii)", "ruling"]]


def test_an_ejection_is_taken_back_once_to_what_was_before_and_may_then_be_made_again():
    event = swiss("wespa-2010", 60)
    Entry.objects.filter(number=1).update(withdrawn_from=3, absences=[2])
    made = eject(event)
    assert event.entry(1).withdrawn_from == 3
    ejection.reverse(by=event.director, ejection=made, reason="found innocent")
    assert (event.entry(1).withdrawn_from, event.entry(1).absences) == (3, [2])
    with pytest.raises(Refused, match="was taken back already"):
        ejection.reverse(by=event.director, ejection=made, reason="again")
    eject(event)
    assert Ejection.objects.in_force().count() == 1


def test_an_appeal_against_another_ruling_takes_nothing_back():
    event = swiss("wespa-2010", 60, ends_on=date(2026, 5, 17))
    made = eject(event)
    rude = rulings.RulingFacts("Rude.", adverse=True)
    other = rulings.make_ruling(by=event.director, division=event.division, facts=rude, entry=event.entry(1))
    appeal = rulings.lodge_appeal(
        by=event.director, ruling=other, entry=event.entry(1), grounds="Was not.", on=date(2026, 5, 20)
    )
    with pytest.raises(Refused, match="against another ruling"):
        ejection.reverse(by=event.director, ejection=made, reason="x", appeal=appeal)


class AppliedAndReversed(TestCase):
    """Whatever was played, an ejection and its reversal leave every standing and every row as they were."""

    @of_events
    @given(
        scores=st.lists(st.tuples(st.integers(0, 700), st.integers(0, 700)), min_size=6, max_size=6),
        open_games=st.integers(0, 2), number=st.integers(1, 4), book=st.sampled_from(["wespa-2010", "nsa-2004"]),
        cause=st.sampled_from(EjectionCause), robin=st.booleans(), cap=st.sampled_from([[], [100]]),
    )  # fmt: skip
    def test_every_standing_is_restored_to_the_byte(self, *, scores, open_games, number, book, cause, robin, cap):
        event = make_event(book, published=3)
        event.division.spread_caps = cap
        event.division.save()
        games = list(Game.objects.with_people().order_by("round__number", "board"))
        for game, (first, second) in list(zip(games, scores, strict=True))[: 6 - open_games]:
            record_result(by=event.director, game=game, first_score=first, second_score=second)
        if cause is EjectionCause.LEFT:  # whose games are annulled: a player who left early
            robin = True
            Entry.objects.filter(division=event.division, number=number).update(withdrawn_from=2)
            type(event.division).objects.update(pairing_plan=ROBIN)
        was, rows = tables(event), list(Game.objects.order_by("pk").values())
        people = list(Entry.objects.order_by("pk").values())
        states = list(Round.objects.order_by("pk").values_list("status", flat=True))
        made = eject(event, number, cause=cause, round_robin=robin)
        ejection.reverse(by=event.director, ejection=made, reason="appeal")
        assert (tables(event), list(Game.objects.order_by("pk").values())) == (was, rows)
        assert list(Entry.objects.order_by("pk").values()) == people
        assert list(Round.objects.order_by("pk").values_list("status", flat=True)) == states

    @of_events
    @given(
        scores=st.lists(st.tuples(st.integers(0, 700), st.integers(0, 700)), min_size=6, max_size=6),
        number=st.integers(1, 4),
    )
    def test_wespa_6_2_4_a_ii_no_opponent_ever_does_worse(self, scores, number):
        event = make_event(published=3)
        for game, (first, second) in zip(Game.objects.with_people().order_by("pk"), scores, strict=True):
            record_result(by=event.director, game=game, first_score=first, second_score=second)
        before = {row.number: (row.halves, row.spread) for row in history(event.division).standings(3)}
        eject(event, number)
        after = {row.number: (row.halves, row.spread) for row in history(event.division).standings(3)}
        assert all(after[one] >= before[one] and after[one][1] >= before[one][1] for one in after if one != number)
        assert history(event.division).standings(3)[-1].number == number
        assert Incident.objects.count() == 0
