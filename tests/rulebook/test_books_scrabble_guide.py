"""scrabble-guide: what every provision says, cell by cell, by rule number."""

import pytest

from tdsuite.tournaments.rulebooks.scrabble_guide import SCRABBLE_GUIDE
from tests.rulebook.book_cells import Cell, check, params, said

CELLS = (
    Cell("director_fills_gaps", "Others", True),
    # before the game
    Cell(
        "before.word_source",
        "The dictionary",
        {
            "editions": (
                {
                    "lists": (
                        {
                            "name": "Collins Scrabble Tournament & Club Word List, the edition the director names",
                            "min_length": 2,
                            "max_length": 15,
                        },
                    )
                },
            )
        },
        ours=True,
    ),
    Cell("before.game_time.seconds", "Time", 1500),
    Cell("before.game_time.move_limit", "Time", "director-for-time-wasting"),
    Cell("before.no_clocks", "", {"policy": "director"}, ours=True),
    Cell("before.disputed_equipment.game_set", "", "director", ours=True),
    Cell("before.disputed_equipment.timers", "", {}, ours=True),
    Cell("before.disputed_equipment.timer_place", "", "director", ours=True),
    Cell("before.disputed_equipment.like_tiles", "", ("director",), ours=True),
    Cell("before.time_given", "", (), ours=True),
    Cell("before.special_needs", "", {}, ours=True),
    # starting and lateness
    Cell("starting.who_starts.system", "Drawing tiles", "draw"),
    Cell("starting.who_starts.balance", "Drawing tiles", ("draw",)),
    Cell("starting.who_starts.startless", "", ("bye", "forfeit-before-draw"), ours=True),
    Cell("starting.tile_draw.rank", "Drawing tiles", "blank-then-a-to-z"),
    Cell("starting.tile_draw.on_tie", "", "redraw", ours=True),
    Cell("starting.tile_draw.tiles_back", "", "before-play", ours=True),
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
    Cell("during.challenge.scheme", "Challenges", "single"),
    Cell("during.challenge.due", "Challenges", "all-challenged-acceptable"),
    Cell("during.challenge.free", "Challenges", ()),
    Cell("during.challenge.charged", "", "challenger", ours=True),
    Cell("during.challenge.counted_over", "", "game", ours=True),
    Cell("during.slips.fixed_by_runner", "", "given-to-runner", ours=True),
    Cell("during.slips.fixed_self_run", "", "challenger-left", ours=True),
    Cell("during.slips.fixed_at_station", "", "challenger-left", ours=True),
    Cell("during.slips.put_right", "", False, ours=True),
    Cell("during.slips.reissue", "", "unlike-board", ours=True),
    Cell("during.slips.one_go", "Challenges", "whole-play"),
    Cell("during.slips.compelled", "", "once-said", ours=True),
    Cell("during.slips.concession", "", "never", ours=True),
    Cell("during.slips.verdict", "Challenges", "whole-slip"),
    Cell("during.opinions.second", "Others", {"asker": "affected", "if_differs": "second-final"}),
    Cell("during.opinions.self_lookup", "Others", "as-any-verdict"),
    Cell(
        "during.misadjudication",
        "",
        {"remedy": "ruling", "wrongly_acceptable": "never", "wrongly_unacceptable": "never"},
        ours=True,
    ),
    Cell("during.overdraw.remedy", "Overdrawing of tiles", {"method": "unseen"}),
    Cell("during.overdraw.too_many_shown", "", "director", ours=True),
    Cell("during.overdraw.loose_tiles", "", "director", ours=True),
    Cell("during.overdraw.put_back", "", "director", ours=True),
    Cell(
        "during.eight_tiles.remedy",
        "Overdrawing of tiles",
        {"before": "excess-unseen", "after": "excess-unseen"},
        ours=True,
    ),
    Cell("during.eight_tiles.conduct", "", {}, ours=True),
    Cell("during.out_of_order", "", {"ruling": True}, ours=True),
    Cell("during.late_underdraw", "", {"until": "ruling"}, ours=True),
    Cell("during.exchange.least_in_bag", "Game play 7", 7),
    Cell("during.exchange.remedy", "", {"remedy": "ruling"}, ours=True),
    Cell("during.exchange.unnumbered", "", "director", ours=True),
    Cell("during.objections", "", (), ours=True),
    # ending and scoring
    Cell("ending.overtime.points", "Ending", 0),
    Cell("ending.overtime.per_seconds", "Ending", 60),
    Cell("ending.overtime.part_counts", "Ending", False),
    Cell("ending.overtime.after_time", "Ending", "game-ends", ours=True),
    Cell("ending.overtime.after_end", "", {"disregarded": True}, ours=True),
    Cell("ending.overtime_forfeit", "Ending", None),
    Cell("ending.tiles_left", "Ending", "b"),
    Cell("ending.six_zeros.ends", "Ending", {"turns": 6, "kinds": ("pass", "exchange", "play-challenged-off")}),
    Cell("ending.six_zeros.racks", "", "no-change", ours=True),
    Cell("ending.found_tiles.out_of_bag", "", {"until": "ruling", "to": "ruling"}, ours=True),
    Cell("ending.found_tiles.in_bag", "", {"until": "ruling", "to": "ruling"}, ours=True),
    Cell("ending.round_stopped", "Ending", {"racks": "no-change"}),
    Cell("ending.tie_half_wins", "", 1, ours=True),
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
    Cell(
        "results.appeal", "Others", {"to": "nobody", "jury_on_permissibility": True, "body": "the national association"}
    ),
    Cell("results.incidents", "Game play", "guide"),
    Cell("results.offence_levels", "", False, ours=True),
    Cell("results.penalty_forfeit", "", "director", ours=True),
    Cell("results.reports.rulings", "", {}, ours=True),
    Cell("results.reports.gravest", "", {}, ours=True),
    Cell("results.reports.lesser", "", {}, ours=True),
    Cell("results.reports.incidents", "", {}, ours=True),
    Cell("results.reports.recounts", "", {}, ours=True),
)


@pytest.mark.parametrize("cell", params("scrabble-guide", CELLS))
def test_scrabble_guide(cell: Cell) -> None:
    check(SCRABBLE_GUIDE, cell)


def test_scrabble_guide_every_provision_has_a_cell_here() -> None:
    assert [cell.path for cell in CELLS] == list(said(SCRABBLE_GUIDE))
