"""Second reading, "Results, forfeits and sanctions": sheets, rating of forfeits, byes, leaving, ejection, appeal."""

import pytest

from tdsuite.tournaments.rulebooks import outcomes as o
from tests.rulebook.second_reading import (
    BOOKS,
    GUIDE,
    NSA,
    SOWPODS,
    W10,
    W12,
    Row,
    each_once,
    params,
    provision_at,
    read,
    silent,
    wespa,
)

WESPA_SHEET = o.SignedSheet(o.CorrectionDeadline.NEXT_GAME_STARTS, False, False, False)
FIFTY = o.ResignMargin(base=50)
EJECTION_BY_RULING = o.Ejection(o.EjectedGames.RULING, o.EjectedGames.RULING, 0, False, False, False, False, False, 0)

ROWS = [
    # signed sheet
    *wespa("results.signed_sheet", WESPA_SHEET, "5.4.1"),
    Row(
        NSA,
        "results.signed_sheet",
        o.SignedSheet(
            o.CorrectionDeadline.NONE,
            director_told_before_submission=True,
            differing_sheets_to_director=True,
            tally_sheet_rules=True,
        ),
        "III.F, Guideline 12",
    ),
    *silent("results.signed_sheet", WESPA_SHEET, SOWPODS, GUIDE),
    # forfeited game rated?
    *wespa("results.forfeit_rated.lateness", o.Rated.NO, "2.3.6(b)"),
    Row(NSA, "results.forfeit_rated.lateness", o.Rated.IF_BEGUN, "III.G"),
    *silent("results.forfeit_rated.lateness", o.Rated.NO, SOWPODS, GUIDE),
    *silent("results.forfeit_rated.overtime", o.Rated.YES, W10, W12),
    Row(NSA, "results.forfeit_rated.overtime", o.Rated.IF_BEGUN, "III.G"),
    *silent("results.forfeit_rated.overtime", o.Rated.NO, SOWPODS, GUIDE),
    *silent("results.forfeit_rated.resigned", o.Rated.YES, W10, W12),
    Row(NSA, "results.forfeit_rated.resigned", o.Rated.IF_BEGUN, "III.G"),
    *silent("results.forfeit_rated.resigned", o.Rated.NO, SOWPODS, GUIDE),
    *wespa("results.forfeit_rated.ejection", o.Rated.NO, "6.2.4"),
    Row(NSA, "results.forfeit_rated.ejection", o.Rated.IF_BEGUN, "III.G"),
    *silent("results.forfeit_rated.ejection", o.Rated.NO, SOWPODS, GUIDE),
    *silent("results.forfeit_rated.awarded", o.Rated.NO, W10, W12),
    Row(NSA, "results.forfeit_rated.awarded", o.Rated.IF_BEGUN, "III.G"),
    *silent("results.forfeit_rated.awarded", o.Rated.NO, SOWPODS, GUIDE),
    # bye
    *silent("results.bye.half_wins", 2, W10, W12, SOWPODS, GUIDE),
    Row(NSA, "results.bye.half_wins", 2, "III.G.3"),
    *silent("results.bye.spread", 50, W10, W12, SOWPODS, GUIDE),
    Row(NSA, "results.bye.spread", 50, "III.G.3"),
    *silent("results.bye.rated", False, W10, W12, SOWPODS, GUIDE),
    Row(NSA, "results.bye.rated", False, "III.G"),
    # postponed game
    *silent("results.postponed", o.PostponeBy.DIRECTOR, W10, W12, SOWPODS, GUIDE),
    Row(NSA, "results.postponed", o.PostponeBy.OPPONENT_AND_DIRECTOR, "III.G.1"),
    # resigning or leaving
    *wespa("results.resigning.when", o.ResignWhen.EMERGENCY_ONLY, "5.7(a)"),
    Row(NSA, "results.resigning.when", o.ResignWhen.MUST_LEAVE, "III.G.2"),
    *silent("results.resigning.when", o.ResignWhen.EMERGENCY_ONLY, SOWPODS, GUIDE),
    *wespa("results.resigning.finish_later", False, "5.7(b)"),
    Row(NSA, "results.resigning.finish_later", True, "III.G.2"),
    *silent("results.resigning.finish_later", False, SOWPODS, GUIDE),
    *wespa("results.resigning.margin", FIFTY, "5.7(c)"),
    Row(NSA, "results.resigning.margin", FIFTY, "III.G.2"),
    *silent("results.resigning.margin", FIFTY, SOWPODS, GUIDE),
    *wespa("results.resigning.level_margin", FIFTY, "5.7(c)"),
    *silent("results.resigning.level_margin", FIFTY, NSA, SOWPODS, GUIDE),
    *wespa("results.resigning.mirrored", True, "5.7(c)"),
    *silent("results.resigning.mirrored", True, NSA, SOWPODS, GUIDE),
    *wespa("results.resigning.improper_by_director", True, "5.7(d)"),
    *silent("results.resigning.improper_by_director", True, NSA, SOWPODS, GUIDE),
    # ejection
    *wespa(
        "results.ejection.gravest",
        o.Ejection(
            round_robin=o.EjectedGames.VOID,
            otherwise=o.EjectedGames.AWARDED,
            award=150,
            bottom_of_standings=True,
            remaining_are_byes=True,
            remaining_forfeited=False,
            prizes_lost=False,
            must_report=True,
            warnings_first=0,
        ),
        "6.2.4",
    ),
    Row(
        NSA,
        "results.ejection.gravest",
        o.Ejection(
            round_robin=o.EjectedGames.STAND,
            otherwise=o.EjectedGames.STAND,
            award=0,
            bottom_of_standings=False,
            remaining_are_byes=False,
            remaining_forfeited=False,
            prizes_lost=False,
            must_report=False,
            warnings_first=1,
        ),
        "Guideline 21",
        dagger=True,
    ),
    *silent("results.ejection.gravest", EJECTION_BY_RULING, SOWPODS, GUIDE),
    *wespa(
        "results.ejection.lesser",
        o.Ejection(o.EjectedGames.STAND, o.EjectedGames.STAND, 0, False, False, False, False, False, 0),
        "6.3.3(b)(v)",
        dagger=True,
    ),
    Row(
        NSA,
        "results.ejection.lesser",
        o.Ejection(
            round_robin=o.EjectedGames.STAND,
            otherwise=o.EjectedGames.STAND,
            award=0,
            bottom_of_standings=False,
            remaining_are_byes=False,
            remaining_forfeited=True,
            prizes_lost=True,
            must_report=False,
            warnings_first=0,
        ),
        "Guideline 20",
        dagger=True,
    ),
    *silent("results.ejection.lesser", EJECTION_BY_RULING, SOWPODS, GUIDE),
    # to be reported
    *wespa("results.reports.rulings", o.Reporting((o.ReportTo.RULES_COMMITTEE,), False), "Preamble"),
    *wespa("results.reports.gravest", o.Reporting((o.ReportTo.ASSOCIATION,), True), "6.2.4(b)"),
    *wespa("results.reports.lesser", o.Reporting((o.ReportTo.ASSOCIATION, o.ReportTo.WESPA), False), "6.3.3(c)"),
    *silent("results.reports.rulings", o.Reporting((), False), NSA, SOWPODS, GUIDE),
    *silent("results.reports.gravest", o.Reporting((), False), NSA, SOWPODS, GUIDE),
    *silent("results.reports.lesser", o.Reporting((), False), NSA, SOWPODS, GUIDE),
    *silent("results.reports.incidents", o.Reporting((), False), W10, W12, SOWPODS, GUIDE),
    Row(NSA, "results.reports.incidents", o.Reporting((o.ReportTo.ASSOCIATION,), False), "Guideline 2"),
    *silent("results.reports.recounts", o.Reporting((), False), W10, W12, SOWPODS, GUIDE),
    Row(NSA, "results.reports.recounts", o.Reporting((o.ReportTo.ASSOCIATION,), False), "III.E"),
    # appeal
    *wespa(
        "results.appeal",
        o.Appeal(
            o.AppealTo.ASSOCIATION,
            conduct_only=True,
            after_event=True,
            may_amend_results=True,
            incident_report=False,
            jury_on_permissibility=False,
            body="WESPA Executive Committee",
        ),
        "6.5, Preamble",
    ),
    Row(
        NSA,
        "results.appeal",
        o.Appeal(o.AppealTo.NOBODY, False, False, False, incident_report=True, jury_on_permissibility=False),
        "III.E, Guideline 2",
        dagger=True,
    ),
    *silent("results.appeal", o.Appeal(o.AppealTo.NOBODY, False, False, False, False, False), SOWPODS),
    Row(
        GUIDE,
        "results.appeal",
        o.Appeal(o.AppealTo.NOBODY, False, False, False, False, jury_on_permissibility=True),
        "Others",
    ),
    # incidents and penalties
    *wespa("results.incidents", o.IncidentCatalogue.WESPA, "1.3-6.4"),
    Row(NSA, "results.incidents", o.IncidentCatalogue.NSA, "I.A-III.B, Guidelines 1-34"),
    Row(SOWPODS, "results.incidents", o.IncidentCatalogue.SOWPODS, "Play 1-12"),
    Row(GUIDE, "results.incidents", o.IncidentCatalogue.GUIDE, "Game play"),
    *wespa("results.offence_levels", True, "6.2-6.4"),
    *silent("results.offence_levels", False, NSA, SOWPODS, GUIDE),
    *wespa("results.penalty_forfeit", o.MarginBy.DIRECTOR, "6.3.3(b)(iv)"),
    *silent("results.penalty_forfeit", o.MarginBy.DIRECTOR, NSA, SOWPODS, GUIDE),
]


@pytest.mark.parametrize("row", params(ROWS))
def test_second_reading_results_forfeits_and_sanctions(row: Row) -> None:
    read(row)


def test_second_reading_results_forfeits_and_sanctions_has_each_cell_once() -> None:
    each_once(ROWS, "results")


# ── borrowed cells say from whom, and byes are the organiser's where the book is silent ──────────────────────────────


@pytest.mark.parametrize("book", [SOWPODS, GUIDE])
@pytest.mark.parametrize(
    ("path", "note"),
    [
        ("results.signed_sheet", "Ours: as WESPA 5.4.1."),
        ("results.resigning.margin", "Ours: as WESPA 5.7(c)."),
        ("results.bye.spread", "Ours: as NSA III.G.3."),
        ("results.bye.rated", "Ours: as NSA III.G."),
    ],
)
def test_as_wespa_and_as_nsa_are_said_in_the_note(book: str, path: str, note: str) -> None:
    assert provision_at(book, path).note == note


@pytest.mark.parametrize("book", BOOKS)
def test_nsa_iii_g_3_alone_fixes_what_a_bye_is_worth(book: str) -> None:
    assert provision_at(book, "results.bye.half_wins").open is (book != NSA)
    assert provision_at(book, "results.bye.spread").open is (book != NSA)
