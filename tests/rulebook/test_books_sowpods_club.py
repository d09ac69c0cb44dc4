"""sowpods-club: what every provision says, cell by cell, by rule number."""

import pytest

from tdsuite.tournaments.rulebooks.sowpods_club import SOWPODS_CLUB
from tests.rulebook.book_cells import Cell, check, params, said

CELLS = (
    Cell("director_fills_gaps", "", True, ours=True),
    # before the game
    Cell(
        "before.word_source",
        "Play 10",
        {
            "editions": (
                {
                    "lists": (
                        {"name": "SOWPODS", "min_length": 2, "max_length": 9},
                        {"name": "Chambers Dictionary (1993)", "min_length": 10, "max_length": 15},
                        {
                            "name": "Merriam-Webster's Collegiate Dictionary, 10th edition",
                            "min_length": 9,
                            "max_length": 15,
                            "roots": True,
                        },
                    )
                },
            )
        },
    ),
    Cell("before.game_time.seconds", "Equipment", 1500),
    Cell("before.game_time.move_limit", "", "none", ours=True),
    Cell("before.no_clocks", "Equipment", {"policy": "announced"}),
    Cell("before.disputed_equipment.game_set", "", "director", ours=True),
    Cell("before.disputed_equipment.timers", "", {}, ours=True),
    Cell("before.disputed_equipment.timer_place", "", "director", ours=True),
    Cell("before.disputed_equipment.like_tiles", "", ("director",), ours=True),
    Cell("before.time_given", "", (), ours=True),
    Cell("before.special_needs", "", {}, ours=True),
    # starting and lateness
    Cell("starting.who_starts.system", "Starting the game", "draw"),
    Cell("starting.who_starts.balance", "Starting the game", ("draw",)),
    Cell("starting.who_starts.startless", "", ("bye", "forfeit-before-draw"), ours=True),
    Cell("starting.tile_draw.rank", "Starting the game", "blank-then-a-to-z"),
    Cell("starting.tile_draw.on_tie", "Starting the game", "redraw"),
    Cell("starting.tile_draw.tiles_back", "Starting the game", "reshuffled-before-play"),
    Cell("starting.late.clock", "", {"start": "ruling", "on_arrival": "ruling"}, ours=True),
    Cell("starting.late.no_official_start", "", "director", ours=True),
    Cell("starting.both_absent.charge", "", "ruling", ours=True),
    Cell("starting.both_absent.neither_margin", "", 50, ours=True),
    Cell("starting.both_absent.neither_rated", "", False, ours=True),
    Cell("starting.may_elect", "", {"when": "ruling"}, ours=True),
    Cell("starting.must_forfeit", "", "ruling", ours=True),
    Cell("starting.lateness_forfeit.margin", "", 50, ours=True),
    Cell("starting.lateness_forfeit.elected_margin", "", 50, ours=True),
    Cell("starting.lateness_forfeit.may_raise", "", True, ours=True),
    Cell("starting.lateness_forfeit.deliberate_level", "", None, ours=True),
    Cell("starting.round_break", "", {}, ours=True),
    # during the game
    Cell("during.challenge.scheme", "", "single", ours=True),
    Cell("during.challenge.due", "", "all-challenged-acceptable", ours=True),
    Cell("during.challenge.free", "", ("placement", "exchange"), ours=True),
    Cell("during.challenge.charged", "", "challenger", ours=True),
    Cell("during.challenge.counted_over", "", "game", ours=True),
    Cell("during.slips.fixed_by_runner", "", "given-to-runner", ours=True),
    Cell("during.slips.fixed_self_run", "", "challenger-left", ours=True),
    Cell("during.slips.fixed_at_station", "", "challenger-left", ours=True),
    Cell("during.slips.put_right", "", False, ours=True),
    Cell("during.slips.reissue", "", "unlike-board", ours=True),
    Cell("during.slips.one_go", "", "whole-play", ours=True),
    Cell("during.slips.compelled", "", "once-said", ours=True),
    Cell("during.slips.concession", "", "never", ours=True),
    Cell("during.slips.verdict", "", "whole-slip", ours=True),
    Cell(
        "during.opinions.second",
        "",
        {"asker": "either", "another_judge": True, "if_differs": "director-final"},
        ours=True,
    ),
    Cell("during.opinions.self_lookup", "", "as-any-verdict", ours=True),
    Cell(
        "during.misadjudication",
        "",
        {"remedy": "ruling", "wrongly_acceptable": "never", "wrongly_unacceptable": "never"},
        ours=True,
    ),
    Cell(
        "during.overdraw.remedy",
        "",
        {"method": "show-extra-and-two", "also_shown": 2, "single_due_shows_only_new": True},
        ours=True,
    ),
    Cell("during.overdraw.too_many_shown", "", "show-only-extra", ours=True),
    Cell("during.overdraw.loose_tiles", "", "count-as-overdraw", ours=True),
    Cell("during.overdraw.put_back", "", "director", ours=True),
    Cell("during.eight_tiles.remedy", "", {"before": "ruling", "after": "ruling"}, ours=True),
    Cell("during.eight_tiles.conduct", "", {}, ours=True),
    Cell("during.out_of_order", "", {"ruling": True}, ours=True),
    Cell("during.late_underdraw", "", {"until": "ruling"}, ours=True),
    Cell("during.exchange.least_in_bag", "Play 7", 7),
    Cell("during.exchange.remedy", "", {"remedy": "ruling"}, ours=True),
    Cell("during.exchange.unnumbered", "", "director", ours=True),
    Cell("during.objections", "", (), ours=True),
    # ending and scoring
    Cell("ending.overtime.points", "Equipment", 10),
    Cell("ending.overtime.per_seconds", "Equipment", 60),
    Cell("ending.overtime.part_counts", "", True, ours=True),
    Cell("ending.overtime.after_time", "Equipment", "play-on"),
    Cell("ending.overtime.after_end", "", {"disregarded": True}, ours=True),
    Cell("ending.overtime_forfeit", "Equipment", None),
    Cell("ending.tiles_left", "Scoring 9", "b"),
    Cell(
        "ending.six_zeros.ends",
        "Scoring 11",
        {"turns": 6, "kinds": ("pass", "exchange", "play-challenged-off"), "may_agree_sooner": True},
    ),
    Cell("ending.six_zeros.racks", "Scoring 11", "both-lose"),
    Cell("ending.found_tiles.out_of_bag", "", {"until": "ruling", "to": "ruling"}, ours=True),
    Cell("ending.found_tiles.in_bag", "", {"until": "ruling", "to": "ruling"}, ours=True),
    Cell("ending.round_stopped", "", {"racks": "no-change"}, ours=True),
    Cell("ending.tie_half_wins", "Scoring 10", 1, ours=True),
    Cell("ending.recount", "", {}, ours=True),
    Cell(
        "ending.recount_course",
        "",
        {"sat_out_may_not_ask": True, "halted_applies_agreed": True, "director_verifies": True},
        ours=True,
    ),
    # results, forfeits and sanctions
    Cell("results.signed_sheet", "", {"deadline": "next-game-starts"}, ours=True),
    Cell("results.forfeit_rated.lateness", "", "no", ours=True),
    Cell("results.forfeit_rated.overtime", "", "no", ours=True),
    Cell("results.forfeit_rated.resigned", "", "no", ours=True),
    Cell("results.forfeit_rated.ejection", "", "no", ours=True),
    Cell("results.forfeit_rated.awarded", "", "no", ours=True),
    Cell("results.bye.half_wins", "", 2, ours=True),
    Cell("results.bye.spread", "", 50, ours=True),
    Cell("results.bye.rated", "", False, ours=True),
    Cell("results.postponed", "", "director", ours=True),
    Cell("results.resigning.when", "", "emergency-only", ours=True),
    Cell("results.resigning.finish_later", "", False, ours=True),
    Cell("results.resigning.margin", "", {"base": 50}, ours=True),
    Cell("results.resigning.level_margin", "", {"base": 50}, ours=True),
    Cell("results.resigning.mirrored", "", True, ours=True),
    Cell("results.resigning.improper_by_director", "", True, ours=True),
    Cell("results.ejection.gravest", "", {"round_robin": "ruling", "otherwise": "ruling"}, ours=True),
    Cell("results.ejection.lesser", "", {"round_robin": "ruling", "otherwise": "ruling"}, ours=True),
    Cell("results.appeal", "", {"to": "nobody", "body": "the national association"}, ours=True),
    Cell("results.incidents", "Play 1-12", "sowpods"),
    Cell("results.offence_levels", "", False, ours=True),
    Cell("results.penalty_forfeit", "", "director", ours=True),
    Cell("results.reports.rulings", "", {}, ours=True),
    Cell("results.reports.gravest", "", {}, ours=True),
    Cell("results.reports.lesser", "", {}, ours=True),
    Cell("results.reports.incidents", "", {}, ours=True),
    Cell("results.reports.recounts", "", {}, ours=True),
)


@pytest.mark.parametrize("cell", params("sowpods-club", CELLS))
def test_sowpods_club(cell: Cell) -> None:
    check(SOWPODS_CLUB, cell)


def test_sowpods_club_every_provision_has_a_cell_here() -> None:
    assert [cell.path for cell in CELLS] == list(said(SOWPODS_CLUB))
