"""Recounts on real rows: who may ask, what is found, halted, barred, reported."""

import pytest

from results.games.services.outcomes import record_result
from results.models import Recount
from results.rulings.services.endgame import EndAnswers, SideAnswers, apply
from results.sheets.services import recounts
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused
from tests.results.rulings.cases import Event, counted, lines, make_event, records, total

pytestmark = pytest.mark.django_db


def with_result(book: str = "wespa-2010", first: int = 400, second: int = 390) -> Event:
    event = make_event(book)
    record_result(by=event.scorer, game=event.game(), first_score=first, second_score=second)
    return event


def ask(event: Event, number: int = 1, **said) -> Recount:
    return recounts.request(by=event.scorer, game=event.game(), asked_by=event.entry(number), **said)


def test_wespa_5_5_1_a_margin_of_20_may_be_recounted_and_21_may_not():
    event = with_result(first=379, second=400)
    with pytest.raises(Refused, match=r"The margin is 21: a recount needs 20 or less. \(5.5.1, 5.5.2\)"):
        ask(event)
    Game.objects.filter(pk=event.game().pk).update(first_score=380)
    assert ask(event).status == "open"


@pytest.mark.parametrize("book", ["nsa-2004", "sowpods-club", "scrabble-guide"])
def test_nsa_iii_e_any_game_may_be_recounted(book):
    assert ask(with_result(book, 600, 200)).status == "open"


def test_the_margin_is_that_of_the_final_totals():
    event = make_event()
    given = EndAnswers("went-out", SideAnswers(400), SideAnswers(380, "DDB"), "first")
    apply(by=event.scorer, game=event.game(), answers=given)
    with pytest.raises(Refused, match="The margin is 34"):
        ask(event)


def test_a_recount_changes_the_score_on_the_sheet_and_leaves_the_lines():
    event = make_event("nsa-2004")
    given = EndAnswers("went-out", SideAnswers(400), SideAnswers(380, "DDB"), "first")
    apply(by=event.scorer, game=event.game(), answers=given)
    was = lines(event.game())
    recounts.finish(by=event.director, recount=ask(event), first_total=408, second_total=384)
    assert (total(event.game()), event.game().first_score, event.game().second_score) == ((408, 384), 394, 384)
    assert (lines(event.game()), counted(event.game())) == (was, (2, 24, 0, -24))
    row = Recount.objects.get()
    assert (row.status, row.first_before, row.first_after, row.second_after) == ("changed", 414, 408, 384)


@pytest.mark.parametrize(
    ("barred", "found", "after"),
    [
        (1, (405, 390), (400, 390)), (1, (395, 392), (395, 392)), (1, (405, 385), (400, 390)),
        (4, (405, 395), (405, 390)), (4, (395, 385), (400, 385)),
    ],
)  # fmt: skip
def test_wespa_5_5_4_b_no_change_in_the_barred_players_favour(barred, found, after):
    event = with_result()
    recount = recounts.bar(by=event.director, recount=ask(event), entry=event.entry(barred), reason="slowed on purpose")
    changed = recounts.finish(by=event.director, recount=recount, first_total=found[0], second_total=found[1])
    assert (total(event.game()), bool(changed.reasons)) == (after, after != found)


@pytest.mark.parametrize(
    ("book", "after", "report"), [("wespa-2010", (400, 390), False), ("nsa-2004", (402, 390), True)]
)
def test_nsa_iii_e_halted_what_was_agreed_is_applied_and_in_wespa_5_5_4_a_the_result_stands(book, after, report):
    event = with_result(book)
    recounts.halt(by=event.director, recount=ask(event), reason="the next round waits", agreed=(402, 390))
    row = Recount.objects.get()
    assert (total(event.game()), row.status, row.report) == (after, "halted", report)


def test_nsa_iii_e_the_director_verifies_a_disputed_play_alone_and_reports():
    event = with_result("nsa-2004")
    with pytest.raises(NotAllowed):
        recounts.finish(by=event.scorer, recount=ask(event), first_total=402, second_total=390, verified=True)
    recounts.finish(by=event.director, recount=Recount.objects.get(), first_total=402, second_total=390, verified=True)
    row = Recount.objects.get()
    assert (row.verified_by_director, row.report, row.status) == (True, True, "changed")


def test_wespa_5_5_2_5_5_3_a_full_recount_the_sheet_to_the_director_and_another_whoever_sat_out():
    event = with_result()
    recount = ask(event, both_take_part=False, sheet_to="director")
    with pytest.raises(Refused, match=r"recounted in full by the players \(5.5.2\)"):
        recounts.finish(by=event.director, recount=recount, first_total=402, second_total=390, verified=True)
    recounts.finish(by=event.director, recount=recount, first_total=400, second_total=390)
    assert (Recount.objects.get().status, recount.sheet_to) == ("stands", "director")
    assert [one.action for one in records(event.game())] == ["result.entered"]
    assert ask(event, 4).status == "open"


def test_nsa_iii_e_the_sheet_to_the_recounter_nobody_barred_and_none_for_who_sat_out():
    event = with_result("nsa-2004")
    with pytest.raises(Refused, match=r"goes to the player who recounts \(III.E\)"):
        ask(event, sheet_to="director")
    recount = ask(event, both_take_part=False)
    with pytest.raises(Refused, match="knows no such direction"):
        recounts.bar(by=event.director, recount=recount, entry=event.entry(1), reason="slowed")
    recounts.finish(by=event.director, recount=recount, first_total=400, second_total=390)
    with pytest.raises(Refused, match=r"took no part in the last recount and may not ask for another \(III.E\)"):
        ask(event, 4)
    assert ask(event, 1).status == "open"


def test_one_recount_at_a_time_of_a_game_with_scores_by_one_of_its_players():
    event = make_event()
    with pytest.raises(Refused, match="has no scores to recount"):
        ask(event)
    record_result(by=event.scorer, game=event.game(), first_score=400, second_score=390)
    with pytest.raises(Refused, match="is not at this board"):
        ask(event, 2)
    recount = ask(event)
    with pytest.raises(Refused, match="is being recounted already"):
        ask(event, 4)
    recounts.halt(by=event.director, recount=recount, reason="frivolous")
    with pytest.raises(Refused, match="This recount is over"):
        recounts.halt(by=event.director, recount=recount, reason="again")


def test_a_recount_raises_the_later_rounds_question_through_the_record_of_the_result():
    event = with_result()
    recounts.finish(by=event.director, recount=ask(event), first_total=402, second_total=390, reason="a play missed")
    last = records(event.game())[-1]
    assert (last.action, last.before["first_score"], last.after["first_score"]) == ("result.corrected", 400, 402)


def test_only_the_director_ends_halts_and_bars():
    event = with_result()
    recount = ask(event)
    for act in (
        lambda: recounts.finish(by=event.scorer, recount=recount, first_total=1, second_total=2),
        lambda: recounts.halt(by=event.scorer, recount=recount, reason="x"),
        lambda: recounts.bar(by=event.scorer, recount=recount, entry=event.entry(1), reason="x"),
    ):
        with pytest.raises(NotAllowed):
            act()
    with pytest.raises(Refused, match="Say why the recount is halted"):
        recounts.halt(by=event.director, recount=recount, reason="")
