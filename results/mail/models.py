"""Where players have their next table sent, and what is to be sent there.

An address goes when its player stops, with the player and with the event, and soon after the event; nothing else ever has it.
"""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tdsuite.platform.access import codes
from tdsuite.tournaments.models import Entry, Tournament


class MailAddressQuerySet(models.QuerySet["MailAddress"]):
    def of_event(self, tournament: Tournament) -> "MailAddressQuerySet":
        return self.filter(entry__division__tournament=tournament)

    def confirmed(self) -> "MailAddressQuerySet":
        return self.exclude(confirmed_at=None)

    def with_people(self) -> "MailAddressQuerySet":
        return self.select_related("entry__player", "entry__division__tournament")


class MailAddress(models.Model):
    """Where one player of one event has mail sent, because they asked for it.

    Attributes:
        language: that of the page on which they asked.
        pairings, final: what they want to be sent: each new table; their place at the end.
        nonce: the token of the links in their mails is computed from it and the installation's key.
        token_hash: SHA-256 of that token.
        confirmed_at: when the link of the first mail was used. Before that nothing else is sent.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="mail_address")
    address = models.EmailField(max_length=254)
    language = models.CharField(max_length=10)
    pairings = models.BooleanField()
    final = models.BooleanField()
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)

    objects = MailAddressQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pairings=True) | Q(final=True), name="mail_says_something")]

    def __str__(self) -> str:
        return f"mail address {self.pk}"  # never the address: this stands in logs

    def new_token(self) -> str:
        """A token that opens this address's links from now on; the row is not saved."""
        self.nonce = codes.new_nonce()
        token = codes.link_token(self.nonce, "mail")
        self.token_hash = codes.fingerprint(token)
        return token

    def token(self) -> str:
        """The token of its links. Where the installation has another key than when it was made, a new one, which is saved."""
        token = codes.link_token(self.nonce, "mail")
        if codes.fingerprint(token) != self.token_hash:
            token = self.new_token()
            self.save(update_fields=["nonce", "token_hash"])
        return token


class OutgoingMailQuerySet(models.QuerySet["OutgoingMail"]):
    def of_event(self, tournament: Tournament) -> "OutgoingMailQuerySet":
        return self.filter(to__entry__division__tournament=tournament)

    def waiting(self) -> "OutgoingMailQuerySet":
        return self.filter(status=OutgoingMail.Status.WAITING)

    def due(self, now: datetime) -> "OutgoingMailQuerySet":
        return self.waiting().filter(due_at__lte=now)


class OutgoingMail(models.Model):
    """One mail. What it says is made when it is sent, from the rows as they are then.

    Attributes:
        seats: of a mail about tables: which place (`own_games.OwnGame.seat`) by the number of the round.
        due_at: not before; later each time it could not be sent.
        claim: of the worker that has it in hand, as "job:attempt"; "" nobody.
        trouble: why it was not sent.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm"
        PAIRINGS = "pairings"
        FINAL = "final"

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        REFUSED = "refused"  # by the mail server, for good
        OUTDATED = "outdated"  # there was nothing left to say

    class Trouble(models.TextChoices):
        NONE = "", ""
        UNREACHABLE = "unreachable"
        LOGIN = "login"
        SENDER = "sender"
        BUSY = "busy"
        ADDRESS = "address"  # the event has none that a mail could lead to
        FAULT = "fault"
        RECIPIENT = "recipient"

    to = models.ForeignKey(MailAddress, on_delete=models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seats = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=40, blank=True)
    trouble = models.CharField(max_length=12, choices=Trouble.choices, blank=True)

    objects = OutgoingMailQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="waiting"), name="mail_due")]

    def __str__(self) -> str:
        return f"mail {self.pk} ({self.kind})"


class ConfirmationAsked(models.Model):
    """That somebody asked for a first mail, so that nobody is sent many: at most so many a day to an address, and of a player.

    Attributes:
        address_mark: a keyed digest of the address.
        place: which of the day it was, from 1: of several at once one alone is that.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    address_mark = models.CharField(max_length=64)
    day = models.DateField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["address_mark", "day", "place"], name="mail_asked_one_after_the_other")
        ]

    def __str__(self) -> str:
        return f"confirmation {self.place} of {self.day}"
