"""The mails that are due are handed to the mail server, one after the other.

A mail is claimed, sent, and marked as sent. A worker that is killed between the last two leaves one mail that the server may have: it is
sent again, under the same Message-ID. What cannot be sent waits, longer each time, and is written anew when its turn comes.
"""

import logging
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db.models import F
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from results.mail import texts
from results.mail.models import MailAddress, OutgoingMail, OutgoingMailQuerySet
from results.sheets.pages.own_games import OwnEvent, own_event
from tdsuite.platform.access.addresses import base_url
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import history

log = logging.getLogger(__name__)
BACKEND = "django.core.mail.backends.smtp.EmailBackend"
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=20), timedelta(minutes=5)
Kind, Status, Trouble = OutgoingMail.Kind, OutgoingMail.Status, OutgoingMail.Trouble
FOR_GOOD = 500  # from here on an answer of SMTP says: never (RFC 5321, 4.2.1)
OF_ALL = (Trouble.UNREACHABLE, Trouble.LOGIN, Trouble.SENDER, Trouble.ADDRESS)  # what keeps one back keeps all back


class Outcome(NamedTuple):
    """How a mail is now: waiting where it could not be sent."""

    status: OutgoingMail.Status
    trouble: OutgoingMail.Trouble = Trouble.NONE


def send_due_mails(context: JobContext, tournament: Tournament) -> dict[str, int]:
    """Send what is due of one event, until nothing is or nothing can be sent. How many were sent, and how many wait.

    Raises JobCancelled, LeaseLost, WorkerStopping between two mails.
    """
    claim, sent, seen = f"{context.job.pk}:{context.job.attempts}", 0, set[int]()
    base, connection = base_url(tournament), get_connection(BACKEND)
    mails = OutgoingMail.objects.of_event(tournament)
    with _closed_after(connection):
        while rows := list(mails.due(timezone.now()).exclude(pk__in=seen)):
            for row in rows:
                context.progress(sent, sent + len(rows), _("Sending"))
                seen.add(row.pk)
                if not _claim(row, claim):
                    continue
                outcome = _deliver(row, connection, base)
                sent += outcome.status is Status.SENT
                _note(row, claim, outcome)
                if outcome.trouble in OF_ALL:
                    _put_off(mails.due(timezone.now()).filter(claim=""), row.tries, outcome.trouble)
                    break
    return {"sent": sent, "waiting": mails.waiting().count()}


def _claim(row: OutgoingMail, claim: str) -> bool:
    """Take the mail in hand, unless another worker that still works has it."""
    job, _between, attempt = row.claim.partition(":")
    if job and Job.objects.running().filter(pk=job, attempts=attempt, lease_until__gt=timezone.now()).exists():
        return False
    return bool(OutgoingMail.objects.waiting().filter(pk=row.pk, claim=row.claim).update(claim=claim))


def _note(row: OutgoingMail, claim: str, outcome: Outcome) -> None:
    held = OutgoingMail.objects.filter(pk=row.pk, claim=claim)
    if outcome.status is Status.WAITING:
        log.info("%s waits: %s", row, outcome.trouble.value)
        return _put_off(held, row.tries, outcome.trouble)
    held.update(status=outcome.status, trouble=outcome.trouble, ended_at=timezone.now())


def _put_off(rows: OutgoingMailQuerySet, tries: int, trouble: OutgoingMail.Trouble) -> None:
    """They are tried again after 20 seconds, then twice as long each time, at most five minutes."""
    due = timezone.now() + min(FIRST_WAIT * 2 ** min(tries, 10), LONGEST_WAIT)
    rows.update(claim="", tries=F("tries") + 1, due_at=due, trouble=trouble)


def _deliver(row: OutgoingMail, connection: Any, base: str) -> Outcome:
    """Write the mail and hand it over."""
    if not base:
        return Outcome(Status.WAITING, Trouble.ADDRESS)
    try:
        message = _message(row, base)
    except Exception:
        log.exception("%s could not be written", row)
        return Outcome(Status.WAITING, Trouble.FAULT)
    if message is None:
        return Outcome(Status.OUTDATED)
    try:
        connection.open()
        connection.send_messages([message])
    except Exception as error:
        with suppress(OSError):
            connection.close()
        return _outcome_of(error)
    return Outcome(Status.SENT)


def _outcome_of(error: Exception) -> Outcome:
    """What it means that a mail was not taken. The server's words are not kept: they hold the address."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            code = max((each for each, _words in error.recipients.values()), default=0)
        case smtplib.SMTPAuthenticationError():
            return Outcome(Status.WAITING, Trouble.LOGIN)
        case smtplib.SMTPSenderRefused():
            return Outcome(Status.WAITING, Trouble.SENDER)
        case smtplib.SMTPDataError():
            code = error.smtp_code
        case OSError():  # no network, no such host, no answer in time, a bad certificate, a connection that broke off
            log.warning("The mail server cannot be reached: %s", type(error).__name__)
            return Outcome(Status.WAITING, Trouble.UNREACHABLE)
        case _:  # an address that no server could be asked for
            log.warning("A mail could not be handed over: %s", type(error).__name__)
            code = FOR_GOOD
    log.warning("The mail server answers %d", code)
    return Outcome(Status.REFUSED, Trouble.RECIPIENT) if code >= FOR_GOOD else Outcome(Status.WAITING, Trouble.BUSY)


def _message(row: OutgoingMail, base: str) -> EmailMessage | None:
    """The mail as it is to be sent now; None where there is nothing left to say."""
    to = MailAddress.objects.with_people().get(pk=row.to_id)
    link = f"{base}{reverse('results:mail_link', args=[token := to.token()])}"
    stop = f"{base}{reverse('results:mail_stop', args=[token])}"
    with translation.override(to.language):
        letter = _letter(row, to, base, link, stop)
    if letter is None:
        return None
    headers = {"Message-ID": _message_id(row), "Auto-Submitted": "auto-generated", "List-Unsubscribe": f"<{stop}>"}
    if stop.startswith("https:"):  # one press of a mail program is asked for over nothing else (RFC 8058)
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(
        " ".join(letter.subject.split()), letter.body, settings.MAIL_FROM, [to.address], headers=headers
    )


def _message_id(row: OutgoingMail) -> str:
    """The same however often the mail is sent."""
    digest = salted_hmac("results.mail.message", f"{row.pk} {row.made_at.isoformat()}", algorithm="sha256").hexdigest()
    return f"<{digest[:32]}@{settings.MAIL_FROM.rpartition('@')[2].rstrip('>')}>"


def _letter(row: OutgoingMail, to: MailAddress, base: str, link: str, stop: str) -> texts.Letter | None:
    """What it says; None where the event sends no mail any more, or it is over what it would have said."""
    if not to.entry.division.tournament.tells_by_mail:
        return None
    if row.kind == Kind.CONFIRM:
        return None if to.confirmed_at else texts.confirmation(to, link)
    games = history(to.entry.division)
    own = own_event(games, games.by_id[to.entry_id])
    if row.kind == Kind.FINAL:
        return texts.final_place(to, games, own, base=base, stop=stop)
    return _tables(row, to, own, base, stop)


def _tables(row: OutgoingMail, to: MailAddress, own: OwnEvent, base: str, stop: str) -> texts.Letter | None:
    """The rounds of this mail that are still to be played, but those that a newer mail tells."""
    mails = to.mails.filter(kind=Kind.PAIRINGS)
    newer = {number for seats in mails.filter(pk__gt=row.pk).values_list("seats", flat=True) for number in seats}
    numbers = row.seats.keys() - newer
    byes = [game for game in own.done if game.opponent is None and game.game.round.status != Round.Status.CLOSED]
    games = [game for game in (*own.upcoming, *byes) if str(game.game.round.number) in numbers]
    games.sort(key=lambda own_game: own_game.game.round.number)
    earlier = mails.filter(pk__lt=row.pk, status=Status.SENT).values_list("seats", flat=True)
    replaces = any(not numbers.isdisjoint(seats) for seats in earlier)
    return texts.tables(to, games, replaces=replaces, base=base, stop=stop) if games else None


@contextmanager
def _closed_after(connection: Any) -> Iterator[None]:
    try:
        yield
    finally:
        with suppress(OSError):
            connection.close()
