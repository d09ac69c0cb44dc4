"""Who really started: draws recorded from the sheet, sheets that name another starter, the director's answer."""

import pytest

from results.attendance.services.starts import (
    ReportSettled,
    StartDecided,
    record_draw,
    report_starter,
    settle_report,
    take_back_draw,
)
from results.games.services.outcomes import record_result, withdraw_result
from results.models import StarterReport
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game, GameAdjustment, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import adjust_game
from tests.factories import make_division, make_round, make_user
from tests.results.attendance.conftest import RuledBy
from tests.results.attendance.hall import Hall


@pytest.fixture
def scorer(hall: Hall) -> User:
    return make_user("scorer", tournament=hall.division.tournament, role=Role.SCORER)


def undecided(hall: Hall) -> None:
    Game.objects.update(starts_by=Game.StartsBy.DRAW)


def choose(hall: Hall, system: str) -> None:
    Tournament.objects.filter(pk=hall.division.tournament_id).update(choices={"start_system": system})


def starter(hall: Hall, board: int = 1) -> tuple[int, str]:
    game = hall.game(board)
    return game.first.number, str(game.starts_by)


# ── draws ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("number", [1, 2])
def test_wespa_2_1_a_the_outcome_of_a_draw_is_recorded_from_the_sheet(hall: Hall, scorer: User, number: int) -> None:
    undecided(hall)
    record_draw(by=scorer, game=hall.game(), starter=hall.player(number))
    assert starter(hall) == (number, "drawn")


def test_the_tiles_are_kept_with_the_draw(hall: Hall, scorer: User) -> None:
    undecided(hall)
    record_draw(by=scorer, game=hall.game(), starter=hall.player(2), tiles=[("E", "E"), ("Q", "?")])
    assert Record.objects.get(action="start.drawn").after["tiles"] == [["E", "E"], ["Q", "?"]]


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        ([("Q", "?")], r"say otherwise\. Q against the blank: the blank starts\."),
        ([("E", "E")], r"decide nothing\. E against E: a tie\. Draw again; no tiles go back"),
        ([("E", "1")], "'1' is no tile"),
        ([("Q", "Q"), ("A", "B")], "Draw 1 cannot be: 2 tiles Q: the set has 1"),
        ([("?", "?"), ("?", "B")], "Draw 2 cannot be: 3 blanks: the set has 2"),
    ],
)
def test_wespa_2_1_a_tiles_that_do_not_agree_or_cannot_be_are_refused(
    hall: Hall, scorer: User, tiles: list[tuple[str, str]], says: str
) -> None:
    undecided(hall)
    with pytest.raises(Refused, match=says):
        record_draw(by=scorer, game=hall.game(), starter=hall.player(1), tiles=tiles)
    assert starter(hall) == (1, "draw")


def test_the_same_draw_handed_in_twice_is_kept_once(hall: Hall, scorer: User) -> None:
    undecided(hall)
    for _ in range(2):
        record_draw(by=scorer, game=hall.game(), starter=hall.player(2))
    assert hall.actions() == ["start.drawn"]
    with pytest.raises(StartDecided, match="starts this game already: report what the sheet says"):
        record_draw(by=scorer, game=hall.game(), starter=hall.player(1))


def test_a_draw_after_the_scores_leaves_each_score_with_its_player(hall: Hall, scorer: User) -> None:
    undecided(hall)
    record_result(by=scorer, game=hall.game(), first_score=401, second_score=388)
    adjust_game(by=hall.director, game=hall.game(), side="first", kind="overtime", points=-10)
    record_draw(by=scorer, game=hall.game(), starter=hall.player(2))
    game = hall.game()
    assert (game.first.number, game.first_score, game.second_score) == (2, 388, 401)
    assert GameAdjustment.objects.get().side == "second"


def test_who_entered_a_result_may_still_undo_it_after_the_draw(hall: Hall, scorer: User) -> None:
    undecided(hall)
    record_result(by=scorer, game=hall.game(), first_score=401, second_score=388)
    record_draw(by=scorer, game=hall.game(), starter=hall.player(2))
    withdraw_result(by=scorer, game=hall.game())
    assert hall.game().outcome == ""


def test_a_draw_is_taken_back_by_the_director_with_a_reason(hall: Hall, scorer: User) -> None:
    undecided(hall)
    record_draw(by=scorer, game=hall.game(), starter=hall.player(2))
    with pytest.raises(NotAllowed):
        take_back_draw(by=scorer, game=hall.game(), reason="typing")
    with pytest.raises(Refused, match="Say why"):
        take_back_draw(by=hall.director, game=hall.game(), reason=" ")
    take_back_draw(by=hall.director, game=hall.game(), reason="typing")
    assert starter(hall) == (2, "draw")
    with pytest.raises(Refused, match="No draw was recorded"):
        take_back_draw(by=hall.director, game=hall.game(), reason="typing")


def test_nobody_starts_a_bye_and_nobody_from_another_table_starts(hall: Hall, scorer: User) -> None:
    undecided(hall)
    with pytest.raises(Refused, match="is not at this board"):
        record_draw(by=scorer, game=hall.game(), starter=hall.player(3))
    division = make_division(hall.division.tournament, players=3, code="b")
    bye = Game.objects.with_people().get(round=make_round(division, 1, pairs=[(1, 2), (3, None)]), second=None)
    with pytest.raises(Refused, match="Nobody starts a bye"):
        record_draw(by=scorer, game=bye, starter=bye.first)


# ── sheets that disagree ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_that_agrees_is_no_report(hall: Hall, scorer: User) -> None:
    assert report_starter(by=scorer, game=hall.game(), says=hall.player(1)) is None
    assert StarterReport.objects.count() == 0


def test_a_sheet_of_an_open_draw_records_the_draw(hall: Hall, scorer: User) -> None:
    undecided(hall)
    assert report_starter(by=scorer, game=hall.game(), says=hall.player(2)) is None
    assert (starter(hall), StarterReport.objects.count()) == ((2, "drawn"), 0)


def test_a_sheet_that_names_another_starter_is_flagged_once_for_the_director(hall: Hall, scorer: User) -> None:
    first = report_starter(by=scorer, game=hall.game(), says=hall.player(2))
    again = report_starter(by=scorer, game=hall.game(), says=hall.player(2))
    assert first == again
    assert [
        (one.says.number, one.game.board) for one in list(StarterReport.objects.of_division(hall.division).open())
    ] == [(2, 1)]
    assert starter(hall) == (1, "balance")


def test_a_later_sheet_that_agrees_closes_the_report(hall: Hall, scorer: User) -> None:
    report_starter(by=scorer, game=hall.game(), says=hall.player(2))
    report_starter(by=scorer, game=hall.game(), says=hall.player(1))
    assert list(StarterReport.objects.of_division(hall.division).open()) == []
    assert list(StarterReport.objects.values_list("status", "ruling")) == [("stands", "A later sheet agrees.")]


@pytest.fixture
def report(hall: Hall, scorer: User) -> StarterReport:
    """The sheet of table 1 names the second player."""
    made = report_starter(by=scorer, game=hall.game(), says=hall.player(2))
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("correct", "status", "starts"), [(True, "corrected", [0, 1, 1, 0]), (False, "stands", [1, 0, 1, 0])]
)
def test_the_director_corrects_the_start_or_lets_it_stand_and_the_record_of_starts_follows(
    hall: Hall, report: StarterReport, correct: bool, status: str, starts: list[int]
) -> None:
    settled = settle_report(by=hall.director, report=report, correct=correct, ruling="both say so")
    report.refresh_from_db()
    assert (report.status, report.ruling, settled.case) == (status, "both say so", None)
    assert starter(hall) == (2 if correct else 1, "balance")
    assert [record.starts for _, record in sorted(history(hall.division).start_records().items())] == starts
    assert hall.actions() == ["start.misreported", "start.settled"]
    assert verify(hall.division.tournament).whole


def test_a_report_is_settled_once_with_reasons_by_the_director(hall: Hall, scorer: User, report: StarterReport) -> None:
    with pytest.raises(NotAllowed):
        settle_report(by=scorer, report=report, correct=True, ruling="both say so")
    with pytest.raises(Refused, match="Say what you found"):
        settle_report(by=hall.director, report=report, correct=True, ruling="")
    settle_report(by=hall.director, report=report, correct=True, ruling="both say so")
    with pytest.raises(ReportSettled):
        settle_report(by=hall.director, report=report, correct=False, ruling="or not")
    assert starter(hall) == (2, "balance")


@pytest.mark.parametrize(("book", "level"), [("wespa-2010", 1), ("wespa-2012", 1), ("nsa-2004", None)])
def test_wespa_2_1_c_a_knowing_misreport_under_self_balancing_opens_a_case_of_level_1(
    ruled_by: RuledBy, book: str, level: int | None
) -> None:
    hall = ruled_by(book)
    choose(hall, "balance")
    report = report_starter(by=hall.director, game=hall.game(), says=hall.player(2))
    assert report is not None
    fresh = StarterReport.objects.select_related("game__round__division__tournament").get(pk=report.pk)
    settled = settle_report(by=hall.director, report=fresh, correct=True, ruling="admitted", culprit=hall.player(2))
    case = settled.case
    assert case is not None and case.entry is not None and case.other is not None
    assert (case.kind, case.level, case.entry.number, case.other.number) == ("starts_misreported", level, 2, 1)
    assert (settled.report.knowing, starter(hall)) == (True, (2, "balance"))


def test_wespa_2_1_c_where_the_suite_assigns_a_misreport_is_no_offence_of_its_own(
    hall: Hall, report: StarterReport
) -> None:
    with pytest.raises(Refused, match=r"not self-balancing here: .* \(2\.1\(c\)\)"):
        settle_report(by=hall.director, report=report, correct=True, ruling="admitted", culprit=hall.player(2))
