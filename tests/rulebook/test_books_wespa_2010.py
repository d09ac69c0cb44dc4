"""wespa-2010: what every provision says, cell by cell, by rule number."""

import pytest

from tdsuite.tournaments.rulebooks.wespa_2010 import WESPA_2010
from tests.rulebook.book_cells import Cell, check, params, said

CELLS = (
    Cell("director_fills_gaps", "Preamble", True),
    # before the game
    Cell(
        "before.word_source",
        "1.2(b), App. 2",
        {
            "editions": (
                {
                    "lists": (
                        {
                            "name": "HarperCollins Scrabble Tournament & Club Word List (2007 edition)",
                            "min_length": 2,
                            "max_length": 15,
                        },
                    )
                },
            )
        },
    ),
    Cell("before.game_time.seconds", "5.3.5", 1500),
    Cell("before.game_time.move_limit", "", "none", ours=True),
    Cell("before.no_clocks", "1.4.4", {"policy": "forbidden"}),
    Cell("before.disputed_equipment.game_set", "1.3.7", "director"),
    Cell(
        "before.disputed_equipment.timers",
        "1.4.2",
        {"order": ("digital-standard", "digital-other", "digital-count-up", "analogue"), "overtime_readable": True},
    ),
    Cell("before.disputed_equipment.timer_place", "1.4.5", "non-starter"),
    Cell("before.disputed_equipment.like_tiles", "", ("director",), ours=True),
    Cell(
        "before.time_given",
        "1.4.1(b), 2.5, 3.4.2(b), 6.3.3(b)(iii)",
        (
            {"rule": "1.4.1(b)", "what": "a problem with the timer", "in_game": True},
            {"rule": "2.5", "what": "special needs", "in_game": True, "accommodation": True},
            {"rule": "1.3.7", "what": "equipment in dispute", "accommodation": True},
            {"rule": "3.4.2(b)", "what": "delayed by the opponent's tracking", "in_game": True},
            {"rule": "6.3.3(b)(iii)", "what": "loss of time as a penalty", "in_game": True},
        ),
    ),
    Cell("before.special_needs", "2.5", {}),
    # starting and lateness
    Cell("starting.who_starts.system", "2.1(b)(i)", "assigned"),
    Cell("starting.who_starts.balance", "2.1(b)(ii)", ("fewer-starts", "draw"), ours=True),
    Cell("starting.who_starts.startless", "", ("bye", "forfeit-before-draw"), ours=True),
    Cell("starting.tile_draw.rank", "2.1(a)", "blank-then-a-to-z"),
    Cell("starting.tile_draw.on_tie", "2.1(a)", "redraw-tiles-kept-out"),
    Cell("starting.tile_draw.tiles_back", "2.1(a)", "once-decided"),
    Cell("starting.late.clock", "2.3.1, 2.3.2, 2.3.3", {"start": "must", "on_arrival": "stop-and-assign"}),
    Cell("starting.late.no_official_start", "", "director", ours=True),
    Cell("starting.both_absent.charge", "2.3.2", "second-also-charged-first-wait"),
    Cell("starting.both_absent.neither_margin", "", 75, ours=True),
    Cell("starting.both_absent.neither_rated", "", False, ours=True),
    Cell("starting.may_elect", "2.3.4", {"when": "assigned-time-below", "below": 900}),
    Cell("starting.must_forfeit", "2.3.5", "assigned-time-expired"),
    Cell("starting.lateness_forfeit.margin", "2.3.6(a)", 75),
    Cell("starting.lateness_forfeit.elected_margin", "2.3.6(a)", 75),
    Cell("starting.lateness_forfeit.may_raise", "2.3.6(a)", True),
    Cell("starting.lateness_forfeit.deliberate_level", "6.4.1(a)", 3),
    Cell("starting.round_break", "", {}, ours=True),
    # during the game
    Cell("during.challenge.scheme", "3.10.15(b)(ii)", "word:5"),
    Cell("during.challenge.due", "3.10.15(a)", "all-challenged-acceptable"),
    Cell("during.challenge.free", "3.10.16(c), 3.10.17(c)", ("placement", "exchange")),
    Cell("during.challenge.charged", "", "challenger", ours=True),
    Cell("during.challenge.counted_over", "", "game", ours=True),
    Cell("during.slips.fixed_by_runner", "3.10.10(b)", "given-to-runner"),
    Cell("during.slips.fixed_self_run", "3.10.10(b)", "challenger-left"),
    Cell("during.slips.fixed_at_station", "3.10.10(b)", "challenger-left"),
    Cell("during.slips.put_right", "3.10.12", False),
    Cell("during.slips.reissue", "3.10.12", "unlike-board"),
    Cell("during.slips.one_go", "", "whole-play", ours=True),
    Cell("during.slips.compelled", "3.10.10(a)", "once-said"),
    Cell("during.slips.concession", "3.10.10(c)", "never"),
    Cell("during.slips.verdict", "3.10.7(b)", "whole-slip"),
    Cell(
        "during.opinions.second", "3.10.11", {"asker": "either", "another_judge": True, "if_differs": "director-final"}
    ),
    Cell("during.opinions.self_lookup", "3.10.11", "as-any-verdict"),
    Cell(
        "during.misadjudication",
        "3.10.13",
        {
            "remedy": "correct-in-time",
            "wrongly_acceptable": "new-tile-on-rack",
            "wrongly_unacceptable": "retracted-tile-on-rack",
        },
        ours=True,
    ),
    Cell(
        "during.overdraw.remedy",
        "3.9.5",
        {"method": "show-extra-and-two", "also_shown": 2, "single_due_shows_only_new": True},
    ),
    Cell("during.overdraw.too_many_shown", "3.9.6", "show-only-extra"),
    Cell("during.overdraw.loose_tiles", "4.4", "count-as-overdraw"),
    Cell("during.overdraw.put_back", "", "director", ours=True),
    Cell("during.eight_tiles.remedy", "3.9.5", {"before": "overdraw", "after": "overdraw"}, ours=True),
    Cell("during.eight_tiles.conduct", "6.3.1(e), 3.9.7", {"knowingly": 2, "undisclosed": 1}),
    Cell("during.out_of_order", "3.9.9", {"unethical": True, "starved_is_overdraw": True}),
    Cell("during.late_underdraw", "3.9.8", {"until": "underdrawers-next-turn", "unethical": True}),
    Cell("during.exchange.least_in_bag", "3.2.1(a)", 7),
    Cell("during.exchange.remedy", "3.10.17, 3.10.15(a)", {"remedy": "challenge"}),
    Cell("during.exchange.unnumbered", "", "director", ours=True),
    Cell("during.objections", "", (), ours=True),
    # ending and scoring
    Cell("ending.overtime.points", "5.3.2", 10),
    Cell("ending.overtime.per_seconds", "5.3.2", 60),
    Cell("ending.overtime.part_counts", "5.3.2", True),
    Cell("ending.overtime.after_time", "5.3.1, 5.3.2", "play-on"),
    Cell("ending.overtime.after_end", "5.3.4", {"disregarded": True}),
    Cell("ending.overtime_forfeit", "5.3.3", {"after": 600, "minimum": 100, "lead": "opponents-lead"}, ours=True),
    Cell("ending.tiles_left", "5.1.4", "a", ours=True),
    Cell(
        "ending.six_zeros.ends", "5.2, 1.1(b)(ii)", {"turns": 6, "kinds": ("pass", "exchange", "play-challenged-off")}
    ),
    Cell("ending.six_zeros.racks", "5.2", "both-lose"),
    Cell("ending.found_tiles.out_of_bag", "4.3", {"until": "sheet-signed", "to": "short-player-draws"}),
    Cell("ending.found_tiles.in_bag", "4.5", {"until": "sheet-signed", "to": "should-have-drawn"}),
    Cell("ending.round_stopped", "", {"racks": "no-change"}, ours=True),
    Cell("ending.tie_half_wins", "", 1, ours=True),
    Cell("ending.recount", "5.5.1, 5.5.2", {"max_margin": 20, "full_only": True}),
    Cell("ending.recount_course", "5.5.2-5.5.4", {"sheet_to_director": True, "may_bar": True}),
    # results, forfeits and sanctions
    Cell("results.signed_sheet", "5.4.1", {"deadline": "next-game-starts"}),
    Cell("results.forfeit_rated.lateness", "2.3.6(b)", "no"),
    Cell("results.forfeit_rated.overtime", "", "yes", ours=True),
    Cell("results.forfeit_rated.resigned", "", "yes", ours=True),
    Cell("results.forfeit_rated.ejection", "6.2.4", "no"),
    Cell("results.forfeit_rated.awarded", "", "no", ours=True),
    Cell("results.bye.half_wins", "", 2, ours=True),
    Cell("results.bye.spread", "", 50, ours=True),
    Cell("results.bye.rated", "", False, ours=True),
    Cell("results.postponed", "", "director", ours=True),
    Cell("results.resigning.when", "5.7(a)", "emergency-only"),
    Cell("results.resigning.finish_later", "5.7(b)", False),
    Cell("results.resigning.margin", "5.7(c)", {"base": 50}),
    Cell("results.resigning.level_margin", "5.7(c)", {"base": 50}),
    Cell("results.resigning.mirrored", "5.7(c)", True),
    Cell("results.resigning.improper_by_director", "5.7(d)", True),
    Cell(
        "results.ejection.gravest",
        "6.2.4",
        {
            "round_robin": "void",
            "otherwise": "awarded",
            "award": 150,
            "bottom_of_standings": True,
            "remaining_are_byes": True,
            "must_report": True,
        },
    ),
    Cell("results.ejection.lesser", "6.3.3(b)(v)", {"round_robin": "stand", "otherwise": "stand"}, ours=True),
    Cell(
        "results.appeal",
        "6.5, Preamble",
        {
            "to": "association",
            "conduct_only": True,
            "after_event": True,
            "may_amend_results": True,
            "body": "WESPA Executive Committee",
        },
    ),
    Cell("results.incidents", "1.3-6.4", "wespa"),
    Cell("results.offence_levels", "6.2-6.4", True),
    Cell("results.penalty_forfeit", "6.3.3(b)(iv)", "director"),
    Cell("results.reports.rulings", "Preamble", {"to": ("rules_committee",)}),
    Cell("results.reports.gravest", "6.2.4(b)", {"to": ("association",), "must": True}),
    Cell("results.reports.lesser", "6.3.3(c)", {"to": ("association", "wespa")}),
    Cell("results.reports.incidents", "", {}, ours=True),
    Cell("results.reports.recounts", "", {}, ours=True),
)


@pytest.mark.parametrize("cell", params("wespa-2010", CELLS))
def test_wespa_2010(cell: Cell) -> None:
    check(WESPA_2010, cell)


def test_wespa_2010_every_provision_has_a_cell_here() -> None:
    assert [cell.path for cell in CELLS] == list(said(WESPA_2010))
