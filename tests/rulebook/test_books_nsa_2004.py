"""nsa-2004: what every provision says, cell by cell, by rule number."""

import pytest

from tdsuite.tournaments.rulebooks.nsa_2004 import NSA_2004
from tests.rulebook.book_cells import Cell, check, params, said

CELLS = (
    Cell("director_fills_gaps", "App. D", True, ours=True),
    # before the game
    Cell(
        "before.word_source",
        "I.A.1",
        {
            "editions": (
                {
                    "lists": (
                        {"name": "Official Tournament & Club Word List (OWL)", "min_length": 2, "max_length": 15},
                        {"name": "Long List", "min_length": 10, "max_length": 15},
                    )
                },
            )
        },
    ),
    Cell("before.game_time.seconds", "I.A.3", 1500),
    Cell("before.game_time.move_limit", "I.A.3", "none"),
    Cell(
        "before.no_clocks",
        "App. B, III.C.1",
        {
            "policy": "sand-timers",
            "sand": {
                "stop_after": 3240,
                "plays_after": 1,
                "per_move": 180,
                "grace": 5,
                "notice": 10,
                "racks": "both-lose",
            },
        },
    ),
    Cell("before.disputed_equipment.game_set", "I.A.6", "more-conforming"),
    Cell(
        "before.disputed_equipment.timers",
        "I.A.3, App. B A",
        {
            "order": ("countdown-exact", "countdown-inexact", "count-up-or-inexact-analogue", "sand"),
            "overtime_readable": True,
        },
    ),
    Cell("before.disputed_equipment.timer_place", "", "director", ours=True),
    Cell(
        "before.disputed_equipment.like_tiles",
        "Guideline 25",
        ("game-not-begun", "first-players-set", "draw-nearest-z"),
    ),
    Cell(
        "before.time_given",
        "I.A.6, Guideline 6",
        (
            {"rule": "I.A.6", "what": "disadvantaged by equipment", "in_game": True, "accommodation": True},
            {"rule": "Guideline 6", "what": "delayed by the opponent's tracking", "in_game": True},
        ),
    ),
    Cell("before.special_needs", "I.A.6.d", {"device_agreed_before": True}),
    # starting and lateness
    Cell("starting.who_starts.system", "I.C", "assigned"),
    Cell("starting.who_starts.balance", "I.C", ("fewer-starts", "more-replies", "draw")),
    Cell("starting.who_starts.startless", "", ("bye", "forfeit-before-draw"), ours=True),
    Cell("starting.tile_draw.rank", "I.C.3", "blank-then-a-to-z"),
    Cell("starting.tile_draw.on_tie", "I.C.3", "redraw"),
    Cell("starting.tile_draw.tiles_back", "I.C.3", "before-play"),
    Cell(
        "starting.late.clock",
        "I.F",
        {"start": "may", "earliest": 180, "opponent_ready": True, "on_arrival": "stop-for-preliminaries"},
    ),
    Cell("starting.late.no_official_start", "Guideline 19C", "warn-then-clock"),
    Cell("starting.both_absent.charge", "", "ruling", ours=True),
    Cell("starting.both_absent.neither_margin", "III.G.1", 50),
    Cell("starting.both_absent.neither_rated", "", False, ours=True),
    Cell("starting.may_elect", "Guideline 19A", {"when": "any-arrival"}),
    Cell("starting.must_forfeit", "Guideline 19A", "assigned-time-expired"),
    Cell("starting.lateness_forfeit.margin", "III.G.1, Guideline 19A", 50),
    Cell("starting.lateness_forfeit.elected_margin", "", 50, ours=True),
    Cell("starting.lateness_forfeit.may_raise", "III.G.1", False),
    Cell("starting.lateness_forfeit.deliberate_level", "", None, ours=True),
    Cell("starting.round_break", "Guideline 19C", {"after_game": 600, "after_recount": 300, "next_round_run": 600}),
    # during the game
    Cell("during.challenge.scheme", "II.L.5", "double"),
    Cell("during.challenge.due", "II.L.5", "all-challenged-acceptable"),
    Cell(
        "during.challenge.free",
        "III.A.3, II.L.8",
        ("out-play", "lost-tile-to-challenged", "blank-misunderstood"),
    ),
    Cell("during.challenge.charged", "", "challenger", ours=True),
    Cell("during.challenge.counted_over", "", "game", ours=True),
    Cell("during.slips.fixed_by_runner", "", "given-to-runner", ours=True),
    Cell("during.slips.fixed_self_run", "", "challenger-left", ours=True),
    Cell("during.slips.fixed_at_station", "App. C A.3", "arrived"),
    Cell("during.slips.put_right", "II.L.4, App. C A.3, Guideline 11b", True),
    Cell("during.slips.reissue", "", "unlike-board", ours=True),
    Cell("during.slips.one_go", "II.L.5", "whole-play"),
    Cell("during.slips.compelled", "II.L.2", "once-said"),
    Cell("during.slips.concession", "", "never", ours=True),
    Cell("during.slips.verdict", "II.L.5", "whole-slip"),
    Cell(
        "during.opinions.second",
        "II.L.6, Guideline 11h",
        {"asker": "either", "another_judge": True, "if_differs": "third", "third_at_discretion": True},
    ),
    Cell("during.opinions.self_lookup", "App. C A.10", "final-unless-flawed"),
    Cell(
        "during.misadjudication",
        "II.L.7",
        {"remedy": "spread-award", "wrongly_acceptable": "never", "wrongly_unacceptable": "never", "bonus": 25},
    ),
    Cell(
        "during.overdraw.remedy",
        "II.B",
        {"method": "show-extra-and-two", "also_shown": 2, "single_due_shows_only_new": True, "seconds": 60},
    ),
    Cell("during.overdraw.too_many_shown", "Guideline 27", "extra-unseen"),
    Cell("during.overdraw.loose_tiles", "II.B, Guideline 17", "not-an-overdraw"),
    Cell("during.overdraw.put_back", "II.A", "show-from-bag-and-two"),
    Cell(
        "during.eight_tiles.remedy",
        "Guideline 20",
        {"before": "play-off-turn-lost", "after": "score-lost", "incidents": 3},
    ),
    Cell("during.eight_tiles.conduct", "Guideline 18, Guideline 20", {}),
    Cell(
        "during.out_of_order", "II.C, Guideline 7", {"investigate_below": 14, "spread_points": 50, "above_all_below": 7}
    ),
    Cell("during.late_underdraw", "Guideline 13", {"until": "opponents-next-play", "seconds": 60}),
    Cell("during.exchange.least_in_bag", "II.G", 7),
    Cell("during.exchange.remedy", "II.H.10", {"remedy": "by-stage", "points": 30, "seconds": 60}),
    Cell("during.exchange.unnumbered", "II.H.8", "is-a-pass"),
    Cell(
        "during.objections",
        "II.F.2, II.O, Guideline 6",
        (
            {
                "fault": "misoriented_tile",
                "title": "Misoriented tile left, objected to in time",
                "rule": "II.F.2",
                "at": 3,
                "seconds": 60,
            },
            {
                "fault": "wrong_score",
                "title": "Wrong score announced, objected to in time",
                "rule": "II.O",
                "at": 3,
                "every": True,
                "seconds": 60,
            },
            {
                "fault": "tracking_delay",
                "title": "Draw delayed by tracking first",
                "rule": "Guideline 6",
                "at": 1,
                "every": True,
                "seconds": 60,
                "after_warning": True,
            },
        ),
    ),
    # ending and scoring
    Cell("ending.overtime.points", "III.C.2", 10),
    Cell("ending.overtime.per_seconds", "III.C.2", 60),
    Cell("ending.overtime.part_counts", "III.C.2", True),
    Cell("ending.overtime.after_time", "III.C.2", "play-on"),
    Cell(
        "ending.overtime.after_end",
        "III.B, Guideline 1, Guideline 5",
        {"disregarded": True, "stops_after": 5, "opponents_fault_waived": True, "director_may_erase": True},
    ),
    Cell("ending.overtime_forfeit", "III.C.2", None),
    Cell("ending.tiles_left", "III.C.1", "b"),
    Cell(
        "ending.six_zeros.ends",
        "III.A.2",
        {
            "turns": 6,
            "kinds": ("pass", "exchange", "play-challenged-off", "failed-challenge"),
            "not_at_zero_zero": True,
        },
    ),
    Cell("ending.six_zeros.racks", "III.C.1", "both-lose"),
    Cell(
        "ending.found_tiles.out_of_bag",
        "Guideline 4",
        {"until": "game-over", "to": "should-have-drawn", "unknown_left_out": True},
    ),
    Cell(
        "ending.found_tiles.in_bag",
        "Guideline 4",
        {"until": "game-over", "to": "should-have-drawn", "grace": 5, "unknown_left_out": True},
    ),
    Cell("ending.round_stopped", "Guideline 19B", {"racks": "no-change", "warn_players": True, "judge_delay": True}),
    Cell("ending.tie_half_wins", "III.D", 1),
    Cell("ending.recount", "III.E", {}),
    Cell(
        "ending.recount_course",
        "III.E",
        {"sat_out_may_not_ask": True, "halted_applies_agreed": True, "director_verifies": True, "report": True},
    ),
    # results, forfeits and sanctions
    Cell(
        "results.signed_sheet",
        "III.F, Guideline 12",
        {
            "deadline": "none",
            "director_told_before_submission": True,
            "differing_sheets_to_director": True,
            "tally_sheet_rules": True,
        },
    ),
    Cell("results.forfeit_rated.lateness", "III.G", "if-begun"),
    Cell("results.forfeit_rated.overtime", "III.G", "if-begun"),
    Cell("results.forfeit_rated.resigned", "III.G", "if-begun"),
    Cell("results.forfeit_rated.ejection", "III.G", "if-begun"),
    Cell("results.forfeit_rated.awarded", "III.G", "if-begun"),
    Cell("results.bye.half_wins", "III.G.3", 2),
    Cell("results.bye.spread", "III.G.3", 50),
    Cell("results.bye.rated", "III.G", False),
    Cell("results.postponed", "III.G.1", "opponent-and-director"),
    Cell("results.resigning.when", "III.G.2", "must-leave"),
    Cell("results.resigning.finish_later", "III.G.2", True),
    Cell("results.resigning.margin", "III.G.2", {"base": 50}),
    Cell("results.resigning.level_margin", "", {"base": 50}, ours=True),
    Cell("results.resigning.mirrored", "", True, ours=True),
    Cell("results.resigning.improper_by_director", "", True, ours=True),
    Cell(
        "results.ejection.gravest",
        "Guideline 21",
        {"round_robin": "stand", "otherwise": "stand", "warnings_first": 1},
        ours=True,
    ),
    Cell(
        "results.ejection.lesser",
        "Guideline 20",
        {"round_robin": "stand", "otherwise": "stand", "remaining_forfeited": True, "prizes_lost": True},
        ours=True,
    ),
    Cell(
        "results.appeal",
        "III.E, Guideline 2",
        {"to": "nobody", "incident_report": True, "body": "the national association"},
        ours=True,
    ),
    Cell("results.incidents", "I.A-III.B, Guidelines 1-34", "nsa"),
    Cell("results.offence_levels", "", False, ours=True),
    Cell("results.penalty_forfeit", "", "director", ours=True),
    Cell("results.reports.rulings", "", {}, ours=True),
    Cell("results.reports.gravest", "", {}, ours=True),
    Cell("results.reports.lesser", "", {}, ours=True),
    Cell("results.reports.incidents", "Guideline 2", {"to": ("association",)}),
    Cell("results.reports.recounts", "III.E", {"to": ("association",)}),
)


@pytest.mark.parametrize("cell", params("nsa-2004", CELLS))
def test_nsa_2004(cell: Cell) -> None:
    check(NSA_2004, cell)


def test_nsa_2004_every_provision_has_a_cell_here() -> None:
    assert [cell.path for cell in CELLS] == list(said(NSA_2004))
