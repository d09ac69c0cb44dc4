"""Every road by which a result, or a line of a score, reaches a game, and the service that is its door."""

from collections.abc import Callable, Mapping
from typing import Any

from adjudication.challenges.services import consequences
from pairings.services import boards, publishing
from results.attendance.services import lateness
from results.games.services import keyboard as keyboards, outcomes
from results.rulings.services import ejection, endgame, forfeits, incidents, late_entry, rulings
from results.sheets.services import corrections, entering, officials, recounts
from tdsuite.console import leaving, simulation
from tdsuite.exchange import demo_event, events
from tdsuite.tournaments.services import games
from tdsuite.tournaments.services.roads import Road

ROADS: Mapping[Road, Callable[..., Any]] = {
    Road.KEYBOARD: keyboards.take, Road.API: outcomes.record_result, Road.CORRECTION: outcomes.correct_result,
    Road.TAKE_BACK: outcomes.withdraw_result, Road.APPEAL: rulings.amend_with, Road.HOW_IT_ENDED: forfeits.decide,
    Road.ATTENDANCE: lateness.forfeit_late, Road.LEAVING: leaving.settle_boards, Road.END_OF_GAME: endgame.apply,
    Road.PLAYERS_SHEET: entering.sign, Road.PAPER_SHEET: officials.enter_from_paper,
    Road.SHEET_RULING: officials.rule_sheet, Road.PETITION: corrections.agree_correction,
    Road.RECOUNT: recounts.finish, Road.EJECTION: ejection.apply, Road.EJECTION_REVERSED: ejection.reverse,
    Road.LATE_ENTRY: late_entry.enter_late, Road.PUBLISHING: publishing.publish_run,
    Road.BOARD_CHANGE: boards.turn_into_bye, Road.FILES: events.import_tournament, Road.DEMO: demo_event.load_demo,
    Road.SIMULATION: simulation.play_round, Road.ADJUSTMENT: games.adjust_game, Road.INCIDENT: incidents.log,
    Road.CHALLENGE: consequences.settle_lines,
}  # fmt: skip
