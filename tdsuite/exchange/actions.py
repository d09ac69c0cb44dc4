"""What the record calls decisions about events going out and coming in."""

from tdsuite.platform.audit.actions import Action, Touches


class ExchangeAction(Action):
    """Decisions about events going out and coming in."""

    EVENT_EXPORTED = "event.exported", "Event exported"
    ROSTER_IMPORTED = "roster.imported", "Roster imported", "a roster was imported", Touches.ROSTER | Touches.PRINTS
    PUBLISHING_ADDED = "publishing.added", "Publishing target added"
    PUBLISHING_REMOVED = "publishing.removed", "Publishing target removed"
    PUBLISHING_RESUMED = "publishing.resumed", "Publishing resumed"
    PUBLISHING_PAUSED = "publishing.paused", "Publishing paused"
    PUBLISHING_KEY_FORGOTTEN = "publishing.key_forgotten", "Host key forgotten"
    RECEIVED_ADDED = "received.added", "Address for received pages added"
    RECEIVED_TOKEN_MADE = "received.token_made", "Token made"
    RECEIVED_REVOKED = "received.revoked", "Token revoked"
    RECEIVED_REMOVED = "received.removed", "Pages from other sites removed"
    RECEIVED_REPLACED = "received.replaced", "Pages from other sites replaced"
