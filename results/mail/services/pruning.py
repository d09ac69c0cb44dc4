"""Addresses that nobody needs any more: not confirmed in time, or of an event that is over."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from results.mail.models import ConfirmationAsked, MailAddress
from results.mail.services.addresses import CONFIRMED_WITHIN
from tdsuite.tournaments.models import Tournament

KEPT_AFTER_A_FINISHED_EVENT = timedelta(days=14)  # from its last day on
KEPT_AFTER_ANY_EVENT = timedelta(days=60)


def prune_addresses(*, dry_run: bool = False) -> int:
    """Delete what is no longer needed; how many addresses."""
    now = timezone.now()
    today, event = now.date(), "entry__division__tournament__"
    last, finished = f"{event}ends_on__lt", Q((f"{event}status", Tournament.Status.FINISHED))
    over = finished & Q((last, today - KEPT_AFTER_A_FINISHED_EVENT)) | Q((last, today - KEPT_AFTER_ANY_EVENT))
    unconfirmed = Q(confirmed_at=None, asked_at__lt=now - CONFIRMED_WITHIN)
    rows = MailAddress.objects.filter(over | unconfirmed)
    count = rows.count()
    if not dry_run:
        rows.delete()
        ConfirmationAsked.objects.filter(day__lt=today).delete()
    return count


def forget_event(tournament: Tournament) -> None:
    """The event leaves the database for a file: no address goes with it."""
    MailAddress.objects.of_event(tournament).delete()
    ConfirmationAsked.objects.filter(entry__division__tournament=tournament).delete()
