"""What the record calls decisions about events, divisions, entries, rounds and the scores of games."""

from tdsuite.platform.audit.actions import Action, Touches


class EventAction(Action):
    """Decisions about events, divisions, entries, rounds and the scores of games."""

    TOURNAMENT_CREATED = "tournament.created", "Event created"
    TOURNAMENT_CHANGED = "tournament.changed", "Event changed"
    TOURNAMENT_PRACTICE = "tournament.practice", "Event made a practice event"
    TOURNAMENT_REAL = "tournament.real", "Event made a real event"
    TOURNAMENT_PRACTICE_DELETED = "tournament.practice_deleted", "Practice event deleted"
    TOURNAMENT_DELETED = "tournament.deleted", "Event without a rated game deleted"
    NOTICE_POSTED = "notice.posted", "Notice shown to everybody"
    NOTICE_TAKEN_DOWN = "notice.taken_down", "Notice taken down"
    OVERLAY_MOVED = "overlay.moved", "Overlay of a stream moved"
    SCREEN_ADDED = "screen.added", "Screen added"
    SCREEN_CHANGED = "screen.changed", "Screen changed"
    SCREEN_STEERED = "screen.steered", "Screen steered"
    SCREEN_REMOVED = "screen.removed", "Screen removed"
    RULEBOOK_LOADED = "rulebook.loaded", "Rulebook loaded"
    DIVISION_CREATED = "division.created", "Division created"
    DIVISION_CHANGED = "division.changed", "Division changed", "the division's settings were changed", Touches.RULES
    ENTRY_ADDED = "entry.added", "Player added", "a player was added", Touches.ROSTER | Touches.PRINTS
    ENTRY_CHANGED = "entry.changed", "Player changed", "a player was changed", Touches.ROSTER | Touches.PRINTS
    ENTRY_REMOVED = "entry.removed", "Player removed", "a player was removed", Touches.ROSTER | Touches.PRINTS
    ENTRIES_MOVED = (
        "entries.moved",
        "Players moved to another division",
        "players changed their division",
        Touches.ROSTER | Touches.PRINTS,
    )
    PLAYER_EXPORTED = "player.exported", "Personal data handed out"
    PLAYER_ERASED = "player.erased", "Personal data erased"
    ROUND_STARTED = "round.started", "Round started"
    ROUND_START_UNDONE = "round.start_undone", "Start undone"
    ROUND_REOPENED = "round.reopened", "Round opened again"
    ROUND_CLOSED = "round.closed", "Round closed again"
    ROUNDS_SCHEDULED = "rounds.scheduled", "Rounds scheduled"
    GAME_ADJUSTED = "game.adjusted", "Score adjusted", "a score was adjusted", Touches.SCORES | Touches.PRINTS
    GAME_ADJUSTMENT_REMOVED = (
        "game.adjustment_removed",
        "Score adjustment removed",
        "a score adjustment was taken back",
        Touches.SCORES | Touches.PRINTS,
    )
    START_COMPARED = "start.compared", "Start records compared", "the records said who starts", Touches.STARTS
