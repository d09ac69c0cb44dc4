"""What the director sees of mail: how many, never who or where."""

from dataclasses import dataclass

from django.db.models import Count, Q

from results.mail.models import MailAddress, OutgoingMail
from tdsuite.tournaments.models import Tournament

Status, Trouble = OutgoingMail.Status, OutgoingMail.Trouble
WHY = {
    Trouble.UNREACHABLE: "The mail server does not answer: is there a network?",
    Trouble.LOGIN: "The mail server does not take the user and password of MAIL_URL.",
    Trouble.SENDER: "The mail server does not take mails from MAIL_FROM.",
    Trouble.BUSY: "The mail server asks to try later.",
    Trouble.ADDRESS: "The event has no address that a mail could lead to: give it a public address.",
    Trouble.FAULT: "A mail could not be written: the worker’s log has the reason.",
}


@dataclass(frozen=True, slots=True)
class MailFigures:
    """Of one event.

    Attributes:
        asked: players who asked for mail.
        confirmed: those of them whose address is confirmed.
        sent, waiting, refused: mails.
        why: why mails wait, in a sentence; "" where none waits longer than it takes.
    """

    asked: int
    confirmed: int
    sent: int
    waiting: int
    refused: int
    why: str


def mail_figures(tournament: Tournament) -> MailFigures:
    """Two queries, and a third where mails wait."""
    addresses = MailAddress.objects.of_event(tournament)
    people = addresses.aggregate(asked=Count("pk"), confirmed=Count("confirmed_at"))
    mails = OutgoingMail.objects.of_event(tournament)
    counts = mails.aggregate(
        sent=Count("pk", filter=Q(status=Status.SENT)),
        waiting=Count("pk", filter=Q(status=Status.WAITING)),
        refused=Count("pk", filter=Q(status=Status.REFUSED)),
    )
    newest = mails.waiting().exclude(trouble="").order_by("-due_at", "-pk").first() if counts["waiting"] else None
    return MailFigures(**people, **counts, why=WHY.get(Trouble(newest.trouble), "") if newest else "")
