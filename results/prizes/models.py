"""Rows of what is given for more than a place: claims of high plays and words, and prizes."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.services import Kept, KeyedModel, RecordedModel, RecordedQuerySet
from tdsuite.platform.words.lines import LineField
from tdsuite.tournaments.models import Division, Entry, Game, Tournament

LONGEST_WORD = 15
HIGHEST_PLAY = 2000  # no play has ever been worth more; a typing error is


class HighClaimQuerySet(RecordedQuerySet["HighClaim"]):
    def confirmed(self) -> "HighClaimQuerySet":
        return self.filter(status=HighClaim.Status.CONFIRMED)

    def open(self) -> "HighClaimQuerySet":
        return self.filter(status=HighClaim.Status.CLAIMED)

    def of_event(self, tournament: Tournament) -> "HighClaimQuerySet":
        return self.filter(division__tournament=tournament)

    def with_people(self) -> "HighClaimQuerySet":
        return self.select_related(
            "division", "entry__player", "game__first__player", "game__second__player", "game__round"
        )


class HighClaim(KeyedModel):
    """A player's claim to a high play or a high word of one game. It counts once an official has confirmed it."""

    recorded = Kept("division__tournament", words="word reason")

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
    kind = LineField(_("what"), max_length=10, choices=Kind.choices)
    points = models.PositiveSmallIntegerField(_("points"))
    word = LineField(_("word"), max_length=LONGEST_WORD)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CLAIMED)
    claimed_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    objects = HighClaimQuerySet.as_manager()

    class Meta:
        ordering = ["-points", "claimed_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gte=1, points__lte=HIGHEST_PLAY), name="high_claim_has_points"),
            models.UniqueConstraint(
                fields=["game", "entry", "kind", "word", "points"],
                condition=~Q(status="refused"),
                name="high_claim_once",
            ),
        ]


class PrizeQuerySet(RecordedQuerySet["Prize"]):
    def of_event(self, tournament: Tournament) -> "PrizeQuerySet":
        """Every prize of an event: those of its divisions, in their order, and then its own."""
        mine = self.filter(Q(tournament=tournament) | Q(division__tournament=tournament))
        return mine.order_by(F("division__position").asc(nulls_last=True), "division__name", "position", "pk")


class Prize(models.Model):
    """One prize as its organiser announces it, of a division or of the whole event; who gets it is worked out, never stored.

    basis: a `prizes.Basis` or a list of statistics. money: in the smallest unit. team_size: how many members of a team
    count, the best ones; None = all. winners, for prizes by hand: entry numbers where the prize is of a division, primary
    keys of entries where it is of the event.
    """

    recorded = Kept("tournament division__tournament")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes", null=True, blank=True)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="prizes", null=True, blank=True)
    position = models.PositiveSmallIntegerField(_("order"), default=1)
    title = LineField(_("title"), max_length=80)
    basis = LineField(_("given for"), max_length=30)
    place = models.PositiveSmallIntegerField(_("place"), default=1)
    class_name = LineField(_("class"), max_length=12, blank=True)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    team_size = models.PositiveSmallIntegerField(_("members of a team that count"), null=True, blank=True)
    money = models.PositiveIntegerField(_("money"), default=0)
    text = LineField(_("what else it is"), max_length=120, blank=True)
    besides = models.BooleanField(_("besides any other prize"), default=False)
    winners = models.JSONField(default=list, blank=True)

    objects = PrizeQuerySet.as_manager()

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament=None, division__isnull=False) | Q(tournament__isnull=False, division=None),
                name="prize_of_a_division_or_of_the_event",
            )
        ]

    def __str__(self) -> str:
        return self.title


class PrizeTerms(RecordedModel):
    """How the prizes of a whole event are given; an event without a row has the defaults.

    round_to: shares of the event's own prizes are multiples of it, in the smallest unit. currency: written before the money
    of all its prizes.
    """

    recorded = Kept("tournament")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="prize_terms")
    round_to = models.PositiveIntegerField(_("shares are rounded down to"), default=1)
    currency = LineField(_("currency"), max_length=5, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(round_to__gte=1), name="prize_shares_have_a_unit")]
