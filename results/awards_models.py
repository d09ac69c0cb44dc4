"""Rows of what is given for more than a place: claims of high plays and words, and prizes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Division, Entry, Game

LONGEST_WORD = 15
HIGHEST_PLAY = 2000  # no play has ever been worth more; a typing error is


class HighClaimQuerySet(models.QuerySet["HighClaim"]):
    def confirmed(self) -> "HighClaimQuerySet":
        return self.filter(status=HighClaim.Status.CONFIRMED)

    def open(self) -> "HighClaimQuerySet":
        return self.filter(status=HighClaim.Status.CLAIMED)

    def with_people(self) -> "HighClaimQuerySet":
        return self.select_related("entry__player", "game__first__player", "game__second__player", "game__round")


class HighClaim(models.Model):
    """A player's claim to a high play or a high word of one game. It counts once an official has confirmed it.

    claimed_by_kind, claimed_by, decided_by: as in the audit record.
    """

    class Kind(models.TextChoices):
        PLAY = "high_play", _("high play")
        WORD = "high_word", _("high word")

    class Status(models.TextChoices):
        CLAIMED = "claimed", _("claimed, not confirmed yet")
        CONFIRMED = "confirmed", _("confirmed")
        REFUSED = "refused", _("refused")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="high_claims")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="high_claims")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="high_claims")
    kind = models.CharField(_("what"), max_length=10, choices=Kind.choices)
    points = models.PositiveSmallIntegerField(_("points"))
    word = models.CharField(_("word"), max_length=LONGEST_WORD)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CLAIMED)
    claimed_by_kind = models.CharField(max_length=10)
    claimed_by = models.BigIntegerField(null=True)
    claimed_at = models.DateTimeField()
    decided_by = models.BigIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    objects = HighClaimQuerySet.as_manager()

    class Meta:
        app_label = "results"
        ordering = ["-points", "claimed_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gte=1, points__lte=HIGHEST_PLAY), name="high_claim_has_points"),
            models.UniqueConstraint(
                fields=["game", "entry", "kind", "word", "points"],
                condition=~Q(status="refused"),
                name="high_claim_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.word} {self.points}"


class Prize(models.Model):
    """One prize of a division, as its organiser announces it; who gets it is worked out, never stored.

    basis: a `prizes.Basis` or a list of statistics. money: in the smallest unit. winners: entry numbers, for prizes by hand.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField(_("order"), default=1)
    title = models.CharField(_("title"), max_length=80)
    basis = models.CharField(_("given for"), max_length=30)
    place = models.PositiveSmallIntegerField(_("place"), default=1)
    class_name = models.CharField(_("class"), max_length=12, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    money = models.PositiveIntegerField(_("money"), default=0)
    text = models.CharField(_("what else it is"), max_length=120, blank=True)
    besides = models.BooleanField(_("besides any other prize"), default=False)
    winners = models.JSONField(default=list, blank=True)

    class Meta:
        app_label = "results"
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.title
