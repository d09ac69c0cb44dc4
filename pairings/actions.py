"""What the record calls decisions about pairings and tables."""

from tdsuite.platform.audit.actions import Action, Touches


class PairingAction(Action):
    """Decisions about pairings and tables."""

    DRAFTED = "pairings.drafted", "Draft made", "a draft was made", Touches.DRAFTS
    DRAFT_CHANGED = "pairings.draft_changed", "Draft changed", "a draft was changed", Touches.DRAFTS
    DISCARDED = "pairings.discarded", "Draft discarded"
    PUBLISHED = "pairings.published", "Pairings published", "pairings were published", Touches.BOARDS
    UNPUBLISHED = (
        "pairings.unpublished",
        "Pairings unpublished",
        "pairings were taken back",
        Touches.BOARDS | Touches.TABLES | Touches.PRINTS,
    )
    BOARD_CHANGED = (
        "pairings.board_changed",
        "Board changed",
        "a board was changed",
        Touches.BOARDS | Touches.TABLES | Touches.PRINTS,
    )
    PLAN_CHANGED = (
        "pairings.plan_changed",
        "Pairing plan changed",
        "its line of the pairing plan was changed",
        Touches.RULES,
    )
    ROUND_ADDED = "pairings.round_added", "Round added", "a round was added", Touches.RULES
    ROUND_REMOVED = "pairings.round_removed", "Round taken away", "a round was taken away", Touches.RULES
    RULES_CHANGED = "pairings.rules_changed", "Pairing rules changed", "the pairing rules were changed", Touches.RULES
    RULES_RELAXED = "pairings.rules_relaxed", "Pairing rule relaxed", "a pairing rule was relaxed", Touches.RULES
    PLAYERS_NUMBERED = (
        "players.numbered",
        "Players numbered by rating",
        "the players were numbered by rating",
        Touches.ROSTER | Touches.PRINTS,
    )
    TABLES_PLAN_CHANGED = "tables.plan_changed", "Table plan changed"
    TABLES_KEPT = "tables.kept", "Table kept for a player", "", Touches.NOTHING, True
    TABLES_GIVEN_UP = "tables.given_up", "Table no longer kept", "", Touches.NOTHING, True
