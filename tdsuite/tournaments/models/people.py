"""People, their entries, and the tables they need."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.services import Kept, RecordedQuerySet
from tdsuite.platform.words.lines import LineField
from .events import Division

HIGHEST = 32_000  # what every database holds in two bytes, rounded down
WIDEST = 999.99  # deviation, in points


class Player(models.Model):
    """A person, who may play in many events."""

    recorded = Kept(
        "entries__division__tournament", words="name filing_name national_id naspa_id wespa_id absp_id club country"
    )
    name = LineField(_("name"), max_length=120)
    filing_name = LineField(
        _("name as filed"), max_length=120, help_text=_("Family name first, as in alphabetical lists.")
    )
    national_id = LineField(_("national number"), max_length=20, blank=True)
    naspa_id = LineField(_("NASPA number"), max_length=12, blank=True)
    wespa_id = LineField(_("WESPA number"), max_length=12, blank=True)
    absp_id = LineField(_("ABSP number"), max_length=12, blank=True)
    club = LineField(_("club"), max_length=60, blank=True)
    country = LineField(_("country"), max_length=3, blank=True)

    objects = RecordedQuerySet["Player"].as_manager()

    class Meta:
        ordering = ["filing_name"]

    def __str__(self) -> str:
        return self.name


class EntryQuerySet(RecordedQuerySet["Entry"]):
    def with_people(self) -> "EntryQuerySet":
        return self.select_related("player")


class Entry(models.Model):
    """A player in a division, known there by number."""

    recorded = Kept("division__tournament", words="class_name team imported")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(
        _("number"), validators=[MinValueValidator(1), MaxValueValidator(HIGHEST)]
    )
    seed = models.PositiveSmallIntegerField(
        _("seed"), default=0, validators=[MaxValueValidator(HIGHEST)], help_text=_("Place in the entry list.")
    )
    rating = models.PositiveSmallIntegerField(_("rating"), default=0, validators=[MaxValueValidator(HIGHEST)])
    lifetime_games = models.PositiveIntegerField(_("lifetime games"), null=True, blank=True)
    deviation = models.FloatField(
        _("deviation of the rating"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(WIDEST)],
    )
    last_played = models.DateField(_("last played"), null=True, blank=True)  # the day of the last rated event
    class_name = LineField(_("class"), max_length=12, blank=True)
    team = LineField(_("team"), max_length=40, blank=True)
    absences = models.JSONField(_("rounds missed"), default=list, blank=True)
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    unranked = models.BooleanField(_("left out of the ranking"), default=False)
    at_bottom = models.BooleanField(_("at the bottom of the standings"), default=False)  # ejected: WESPA 6.2.4(a)(ii)
    imported = models.JSONField(default=dict, blank=True)  # tsh's own keys, and what a list said of a membership

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="entry_number_once_in_a_division"),
            models.UniqueConstraint(fields=["division", "player"], name="entry_once_in_a_division"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"

    def plays_in(self, number: int) -> bool:
        """Whether the player is expected in round `number`."""
        return number not in self.absences and not self.has_left(number)

    def sits_out(self, number: int) -> bool:
        """Whether the player is absent from round `number` alone, and may come after all."""
        return number in self.absences and not self.has_left(number)

    def has_left(self, number: int) -> bool:
        """Whether the player left before round `number`, or has withdrawn from it."""
        return self.withdrawn_from is not None and self.withdrawn_from <= number


class TableNeed(models.Model):
    """A table kept for a player, in some rounds or in all.

    The reason for it stands with the player's accommodations (`results`), for officials alone. The first listed is granted
    first. last_round None: to the end.
    """

    recorded = Kept("entry__division__tournament")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="table_needs")
    table = LineField(_("table"), max_length=20)
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1, validators=[MinValueValidator(1)])
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)

    objects = RecordedQuerySet["TableNeed"].as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_round=None) | Q(last_round__gte=F("first_round")), name="table_need_rounds_in_order"
            ),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="table_need_from_round_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: table {self.table}"

    @property
    def rounds_text(self) -> str:
        """ "in every round", "in round 3", "from round 3", "in rounds 3 to 5"."""
        if self.last_round is None:
            return "in every round" if self.first_round == 1 else f"from round {self.first_round}"
        if self.last_round == self.first_round:
            return f"in round {self.first_round}"
        return f"in rounds {self.first_round} to {self.last_round}"

    def holds_in(self, number: int) -> bool:
        """Whether it is asked for in round `number`."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)
