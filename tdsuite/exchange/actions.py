"""What the record calls decisions about events going out and coming in."""

from tdsuite.platform.audit.actions import Action, Touches


class ExchangeAction(Action):
    """Decisions about events going out and coming in."""

    EVENT_EXPORTED = "event.exported", "Event exported"
    ROSTER_IMPORTED = "roster.imported", "Roster imported", "a roster was imported", Touches.ROSTER | Touches.PRINTS
    PUBLISHING_ADDED = "publishing.added", "Publishing target added"
    PUBLISHING_REMOVED = "publishing.removed", "Publishing target removed"
