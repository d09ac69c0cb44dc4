"""Whatever changes a game's rows makes a version of its sheet, and earlier signatures hold no more."""

import pytest

from pairings.services import boards
from results.attendance.services.starts import settle_report
from results.attendance.services.time import give_time
from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from results.models import Sheet, Signature, StarterReport
from results.rulings.services import ejection, incidents
from results.rulings.services.endgame import EndAnswers, SideAnswers, apply
from results.rulings.services.rulings import RulingFacts
from results.sheets.engine.facts import SheetLine, canonical
from results.sheets.engine.states import State
from results.sheets.pages.sheet import sheet_page
from results.sheets.services import entering, officials, recounts
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.audit.services import verify
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game, remove_adjustment
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tests.results.rulings.cases import total
from tests.results.sheets.desk import Hall

pytestmark = pytest.mark.django_db
FINDING = ScoreMeaning(finding="Both saw it.")


def penalise(hall: Hall, points: int = -10):
    return adjust_game(
        by=hall.director, game=hall.game(), side="first", kind="overtime", points=points, rule="5.3.2", reason="over"
    )


def test_a_later_line_makes_a_version_and_voids_both_signatures_until_both_sign_again(hall: Hall) -> None:
    hall.both_sign()
    penalise(hall)
    latest, maker = hall.latest(), ("game.adjusted", hall.director.pk)
    assert (latest.number, (latest.cause, latest.made_by), latest.signatures.count()) == (2, maker, 0)
    assert (hall.sheet().state, hall.scores(), total(hall.game())) == ("posted", (431, 388), (421, 388))
    assert (latest.facts.total(hall.game().first_id), Signature.objects.count()) == (421, 2)
    hall.signs(1)
    assert hall.signs(4).state == "handed_in"


def test_time_or_a_turn_ruled_on_leaves_both_signatures_until_points_change(hall: Hall) -> None:
    hall.both_sign()
    before = hall.latest()
    give_time(by=hall.director, game=hall.game(), entry=hall.event.entry(1), seconds=60, reason="the clock stood")
    adjust_game(
        by=hall.director, game=hall.game(), side="second", kind="ruling", points=0, lost_turn=True, reason="late"
    )
    assert (hall.latest(), hall.sheet().state, hall.latest().signatures.count()) == (before, "signed", 2)
    assert verify(hall.division.tournament).flaws == ()
    penalise(hall)
    assert [line.seconds or line.points for line in hall.latest().facts.lines if not line.lost_turn] == [-10, 60]
    assert (len(hall.latest().facts.lines), hall.sheet().state) == (3, "posted")


def test_lines_before_and_after_one_signature_keep_the_figures(hall: Hall) -> None:
    penalise(hall)
    hall.enters(1)
    assert (hall.sheet().number, hall.latest().facts.total(hall.game().first_id)) == (1, 421)
    remove_adjustment(by=hall.director, adjustment=penalise(hall), reason="wrong table")
    assert (hall.sheet().state, hall.sheet().number, hall.game().outcome) == ("entered", 3, "")
    hall.signs(1)
    assert hall.signs(4).state == "signed"
    assert (hall.scores(), total(hall.game())) == ((431, 388), (421, 388))


def test_an_incident_with_points_is_a_line(hall: Hall) -> None:
    hall.both_sign()
    applied = incidents.Applied(incidents.RemedyKind.POINTS, -30, "ruling")
    happened = incidents.Happened(
        "overdraw", game=hall.game(), entry=hall.event.entry(1), applied=applied, meaning=FINDING
    )
    logged = incidents.log(by=hall.director, division=hall.division, happened=happened)
    assert (hall.sheet().state, hall.sheet().number, hall.latest().facts.margin) == ("posted", 2, 13)
    incidents.withdraw(by=hall.director, incident=logged, reason="the other table", meaning=FINDING)
    assert (hall.sheet().number, hall.latest().facts.margin) == (3, 43)


def test_the_end_of_game_page_adds_lines_that_both_have_to_sign(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    hall.enters(1)
    given = EndAnswers("went-out", SideAnswers(431), SideAnswers(388, rack="QZ"), out="first")
    apply(by=hall.director, game=hall.game(), answers=given, reason="tiles forgotten")
    assert (hall.sheet().state, hall.latest().facts.margin, total(hall.game())) == ("posted", 83, (451, 368))


def test_players_leave_tiles_off_once_an_official_worked_the_end_out(hall: Hall) -> None:
    given = EndAnswers("went-out", SideAnswers(431), SideAnswers(388, rack="QZ"), out="first")
    apply(by=hall.scorer, game=hall.game(), answers=given)
    with pytest.raises(Refused, match="worked out the end of this game"):
        hall.enters(1, lines=(SheetLine(hall.event.entry(1).pk, "tiles_gained", 40),))


def test_a_result_taken_back_leaves_a_version_without_figures(hall: Hall) -> None:
    officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=hall.figures(), both_seen=True)
    withdraw_result(by=hall.director, game=hall.game(), reason="wrong table")
    assert (hall.sheet().state, hall.sheet().number, hall.latest().facts.margin) == ("empty", 2, None)
    assert hall.enters(4, 400, 390).state == "entered"
    assert hall.signs(1).state == "signed"
    assert hall.scores() == (400, 390)


def test_a_correction_stays_unsigned_and_the_scorer_does_not_undo_what_both_signed(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    hall.enters(1)
    correct_result(by=hall.director, game=hall.game(), outcome=played(430, 388), reason="slip")
    assert (hall.sheet().state, hall.sheet().number, hall.latest().signatures.count()) == ("posted", 2, 0)
    hall.signs(1)
    hall.signs(4)
    with pytest.raises(NotAllowed, match="correct results"):
        withdraw_result(by=hall.scorer, game=hall.game())
    assert hall.scores() == (430, 388)


def test_a_disputed_desk_entry_keeps_counting_until_it_is_ruled_on(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    hall.enters(1)
    entering.dispute(by=hall.player(4), game=hall.game(), version=1, note="I had 398")
    assert (hall.sheet().state, hall.sheet().dispute_note, hall.scores()) == ("disputed", "I had 398", (431, 388))
    with pytest.raises(Refused, match="sign these figures, or dispute"):
        hall.enters(4, 431, 398)
    penalise(hall)
    assert (hall.sheet().state, hall.sheet().number) == ("disputed", 2)
    correct_result(
        by=hall.director, game=hall.game(), outcome=played(431, 398), reason="both cards seen", with_lines=False,
        rules_dispute=True,
    )  # fmt: skip
    assert (hall.sheet().state, hall.sheet().number, hall.scores()) == ("ruled", 3, (431, 398))


def test_a_recount_of_a_counting_game_asks_for_signatures_again(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=400, second_score=390)
    hall.enters(1, 400, 390)
    recount = recounts.request_from_sheet(by=hall.player(4), game=hall.game())
    recounts.finish(by=hall.director, recount=recount, first_total=398, second_total=390)
    assert (hall.sheet().state, hall.sheet().number, hall.scores()) == ("posted", 2, (398, 390))


@pytest.mark.parametrize("counted", [(398, 391), (400, 390)])
def test_a_recount_of_figures_not_signed_yet_puts_the_new_ones_on_the_sheet(
    hall: Hall, counted: tuple[int, int]
) -> None:
    """The second changes nothing, and leaves the signature."""
    hall.enters(1, 400, 390)
    recount = recounts.request_from_sheet(by=hall.player(4), game=hall.game())
    recounts.finish(by=hall.director, recount=recount, first_total=counted[0], second_total=counted[1])
    changed = counted != (400, 390)
    assert (hall.sheet().state, hall.sheet().number, hall.game().outcome) == ("entered", 1 + changed, "")
    if changed:
        hall.signs(1)
    assert hall.signs(4).state == "signed"
    assert hall.scores() == counted


def test_the_start_corrected_to_what_the_sheet_says_leaves_the_signatures(hall: Hall) -> None:
    hall.enters(1, started=hall.event.entry(4).pk)
    hall.signs(4)
    settle_report(by=hall.director, report=StarterReport.objects.get(), correct=True, ruling="Both say so.")
    game = hall.game()
    assert (game.first.number, game.first_score, hall.sheet().number, hall.sheet().state) == (4, 388, 1, "signed")


def test_the_start_turned_against_the_sheet_is_a_version_to_be_signed(hall: Hall) -> None:
    hall.both_sign()
    boards.set_starter(by=hall.director, game=hall.game(), starter=hall.event.entry(4), reason="misread")
    assert (hall.latest().facts.started, hall.sheet().state, hall.sheet().number) == (
        hall.event.entry(4).pk, "posted", 2,
    )  # fmt: skip
    assert hall.scores() == (388, 431)


def test_an_ejection_rules_and_its_reversal_brings_the_figures_back_unsigned(hall: Hall) -> None:
    hall.both_sign()
    ruled = RulingFacts("Palmed tiles.")
    ejected = ejection.apply(
        by=hall.director, entry=hall.event.entry(1), case=ejection.Case(from_round=2), ruling=ruled, reason="cheating"
    )
    assert (hall.sheet().state, hall.latest().facts.outcome in Game.STATED) == ("ruled", True)
    ejection.reverse(by=hall.director, ejection=ejected, reason="appeal upheld")
    assert (hall.scores(), hall.latest().facts.outcome, hall.sheet().state) == ((431, 388), "played", "ruled")


def test_a_board_given_to_others_sets_the_sheet_aside_and_the_new_players_get_a_new_one(hall: Hall) -> None:
    hall.enters(1)
    one, two = hall.game(), hall.game(2)
    boards.swap_players(
        by=hall.director, game=one, entry=one.second, other_game=two, other_entry=two.second, reason="wrong seats",
        drop_results=True,
    )  # fmt: skip
    assert Sheet.objects.get().state == "set_aside"
    game = hall.game()
    first, second = game.first.number, game.second.number
    hall.enters(first)
    assert hall.signs(second).state == "signed"
    assert sorted(Sheet.objects.values_list("state", "number")) == [("set_aside", 1), ("signed", 1)]


def test_a_board_taken_apart_keeps_its_sheet_to_be_read(hall: Hall) -> None:
    hall.enters(1)
    boards.dissolve(by=hall.director, game=hall.game(), reason="both left")
    sheet = Sheet.objects.get()
    assert (sheet.game_id, sheet.versions.count(), Signature.objects.count()) == (None, 1, 1)


def test_a_table_that_moves_changes_no_sheet(hall: Hall) -> None:
    hall.both_sign()
    boards.swap_tables(by=hall.director, game=hall.game(), other=hall.game(2), reason="step-free")
    assert (Sheet.objects.get().number, Sheet.objects.get().state) == (1, "signed")


def test_waived_then_changed_is_unsigned_again(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    officials.waive_unsigned(by=hall.director, game=hall.game(), reason="Verified.")
    penalise(hall)
    assert hall.sheet().state == "posted"


def test_a_keyboard_result_shows_the_bytes_that_signing_will_write(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    penalise(hall)
    view = sheet_page(hall.game())
    assert view.latest is not None
    assert (view.sheet, view.state, view.latest.number) == (None, State.POSTED, 1)
    entering.sign(by=hall.player(1), game=hall.game(), version=view.latest.number, sha256=view.latest.sha256)
    assert (hall.latest().text, hall.latest().sha256) == (canonical(view.latest.facts), view.latest.sha256)


def test_officials_and_the_two_players_hear_of_every_step_and_everybody_only_of_results(hall: Hall) -> None:
    topics = (f"sheets:{hall.division.pk}", f"game:{hall.game().pk}", hall.division.live_topic)
    hall.enters(1)
    assert [versions(*topics)[topic] for topic in topics] == [1, 1, 0]
    hall.signs(4)
    assert [versions(*topics)[topic] for topic in topics] == [2, 2, 1]
