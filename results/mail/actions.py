"""What the record calls decisions about mail to players. It names who, never where it is sent."""

from tdsuite.platform.audit.actions import Action


class MailAction(Action):
    """Decisions of players about mail to them."""

    ASKED = "mail.asked", "Mail asked for"
    CONFIRMED = "mail.confirmed", "Mail confirmed"
    STOPPED = "mail.stopped", "Mail stopped"
