"""The roads by which a result, or a line of a score, reaches a game. Each is driven by tests/results/roads."""

from enum import StrEnum


class Road(StrEnum):
    """By which road a result or a line reaches a game."""

    KEYBOARD = "keyboard"
    API = "api"
    CORRECTION = "correction"
    TAKE_BACK = "take_back"
    APPEAL = "appeal"
    HOW_IT_ENDED = "how_it_ended"  # forfeits, resignations, awards, byes: by the rulebook, or by a ruling
    ATTENDANCE = "attendance"  # a player who did not come in time
    LEAVING = "leaving"  # the open games of a player who leaves
    END_OF_GAME = "end_of_game"
    PLAYERS_SHEET = "players_sheet"
    PAPER_SHEET = "paper_sheet"
    SHEET_RULING = "sheet_ruling"
    PETITION = "petition"
    RECOUNT = "recount"
    EJECTION = "ejection"
    EJECTION_REVERSED = "ejection_reversed"
    LATE_ENTRY = "late_entry"
    PUBLISHING = "publishing"  # byes of a published round
    BOARD_CHANGE = "board_change"
    FILES = "files"
    DEMO = "demo"
    SIMULATION = "simulation"
    # Lines alone: decisions of their own, which stay whatever becomes of the result.
    ADJUSTMENT = "adjustment"
    INCIDENT = "incident"
    CHALLENGE = "challenge"


# Whoever gave a result by one of these may take it back without a reason.
ENTERED = frozenset(
    {Road.KEYBOARD, Road.API, Road.END_OF_GAME, Road.HOW_IT_ENDED, Road.PLAYERS_SHEET, Road.PAPER_SHEET}
)
CORRECTED = frozenset({Road.CORRECTION, Road.SHEET_RULING, Road.PETITION, Road.RECOUNT})
