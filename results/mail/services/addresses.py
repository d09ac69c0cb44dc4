"""A player asks for mail, confirms the address by the link in a first mail, and stops."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from results.mail.actions import MailAction
from results.mail.models import ConfirmationAsked, MailAddress, OutgoingMail
from results.mail.services.queueing import send_soon
from tdsuite.platform.access import codes
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.guard import NotAllowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.services import Decision, deciding_on
from tdsuite.tournaments.models import Entry
from tdsuite.tournaments.services.decision import Refused

MOST_A_DAY = 3  # first mails that one player may ask for
MOST_TO_AN_ADDRESS = 5  # a day, whoever asks
CONFIRMED_WITHIN = timedelta(days=3)


def ask_for_mail(
    *, by: PlayerActor, entry: Entry, address: str, pairings: bool, final: bool, language: str
) -> MailAddress:
    """Send a first mail to the address, with a link that confirms it. An address that waits is replaced by another one.

    Args:
        language: a key of `settings.LANGUAGES`, of this mail and all others.

    Raises Refused, NotAllowed.
    """
    _require_own(by, entry)
    if not entry.division.tournament.offers_mail:
        raise Refused(_("This event sends no mail."), code="no_mail")
    with _deciding(entry, by, MailAction.ASKED) as decision:
        row = MailAddress.objects.filter(entry=entry).first()
        if row is not None and row.confirmed_at is not None:
            raise Refused(_("Mail goes to an address of yours already: stop that first."), code="mail_already")
        _count(entry, address)
        if row is not None and row.address != address:  # its links open nothing any more
            row.delete()
            row = None
        if row is None:
            row = MailAddress(entry=entry, address=address)
            row.new_token()
        row.pairings, row.final, row.asked_at = pairings, final, timezone.now()
        row.language = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        row.save()
        if not row.mails.waiting().filter(claim="").exists():
            OutgoingMail.objects.create(to=row, kind=OutgoingMail.Kind.CONFIRM)
        send_soon(entry.division.tournament)
        decision.record(entry, after={"entry": entry.pk})
    return row


def address_of(token: str) -> MailAddress | None:
    """Whose links have this token; None where nobody's have, or it was not confirmed in time."""
    row = MailAddress.objects.with_people().filter(token_hash=codes.fingerprint(token)).first()
    over = row is not None and row.confirmed_at is None and row.asked_at < timezone.now() - CONFIRMED_WITHIN
    return None if over else row


def confirm_address(*, row: MailAddress) -> bool:
    """Whoever reads the mails of the address wants them. Twice is once; False where it was stopped meanwhile."""
    with _deciding(row.entry, _by_link(row.entry), MailAction.CONFIRMED) as decision:
        waiting = MailAddress.objects.filter(pk=row.pk, confirmed_at=None)
        if waiting.update(confirmed_at=timezone.now()):
            decision.record(row.entry, after={"entry": row.entry_id})
        return MailAddress.objects.filter(pk=row.pk).exists()


def stop_mail(*, by: PlayerActor, entry: Entry) -> bool:
    """The address goes, and all that was still to be sent to it. False where there was none.  Raises NotAllowed."""
    _require_own(by, entry)
    return _stop(entry, by)


def stop_by_link(*, row: MailAddress) -> bool:
    """The same by the link that stands in every mail, whoever has it. False where it was stopped already."""
    return _stop(row.entry, _by_link(row.entry))


def _stop(entry: Entry, by: PlayerActor) -> bool:
    with _deciding(entry, by, MailAction.STOPPED) as decision:
        row = MailAddress.objects.filter(entry=entry).first()
        if row is not None:
            row.delete()
            decision.record(entry, after={"entry": entry.pk})
        return row is not None


def _require_own(by: PlayerActor, entry: Entry) -> None:
    require(by, entry.division.tournament, Can.SIGN)
    if by.pk != entry.pk:
        raise NotAllowed(Can.SIGN)


def _by_link(entry: Entry) -> PlayerActor:
    return PlayerActor(entry.pk, entry.division.tournament_id, entry.division_id, Means.LINK)


@contextmanager
def _deciding(entry: Entry, by: PlayerActor, action: MailAction) -> Iterator[Decision]:
    """Open a decision about one player's mail."""
    division = entry.division
    with deciding_on(division.tournament, by=by, action=action, scope=division.live_topic) as decision:
        Entry.objects.select_for_update(no_key=True).get(pk=entry.pk)
        yield decision


def _count(entry: Entry, address: str) -> None:
    """One more first mail of this player, and to this address.  Raises Refused where that would be too many today."""
    mark = salted_hmac("results.mail.address", address.lower(), algorithm="sha256").hexdigest()
    today = timezone.now().date()
    asked = ConfirmationAsked.objects.filter(day=today)
    place = (asked.filter(address_mark=mark).aggregate(last=Max("place"))["last"] or 0) + 1
    too_many = Refused(
        _("That was asked for often today: look into your mailbox, or try again tomorrow."), code="asked_often"
    )
    if place > MOST_TO_AN_ADDRESS or asked.filter(entry=entry).count() >= MOST_A_DAY:
        raise too_many
    try:
        with transaction.atomic():
            ConfirmationAsked.objects.create(entry=entry, address_mark=mark, day=today, place=place)
    except IntegrityError:  # somebody else asked for the same address at the same moment
        raise too_many from None
