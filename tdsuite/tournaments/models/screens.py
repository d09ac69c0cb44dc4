"""What a stream and the screens of a hall show of an event, at addresses that never change."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.words.lines import LineField
from .events import Division, Tournament
from .people import Entry

MOST_SLOTS = 9


def topic_of_overlay(event_id: int, slot: int) -> str:
    """What the page of a slot listens to, whether the slot is empty or not."""
    return f"overlay:{event_id}:{slot}"


class Overlay(models.Model):
    """One slot of a stream's overlays, and where it points now. An empty slot has no row.

    Attributes:
        division: whose round, standings or table it is.
        entry: of a player's lower third.
        table: by name, as on the boards; whoever plays there in the current round is shown.
    """

    class Shows(models.TextChoices):
        PLAYER = "player", _("One player (lower third)")
        TABLE = "table", _("The two players at a table")
        STANDINGS = "standings", _("Standings, a few at a time")
        PAIRINGS = "pairings", _("Pairings of the round")
        CLOCK = "clock", _("Clock of the round")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="overlays")
    slot = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MOST_SLOTS)])
    shows = LineField(_("shows"), max_length=10, choices=Shows.choices)
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    table = LineField(_("table"), max_length=20, blank=True)

    class Meta:
        ordering = ["slot"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "slot"], name="overlay_slot_once_in_a_tournament"),
            models.CheckConstraint(condition=Q(slot__range=(1, MOST_SLOTS)), name="overlay_slot_from_1_to_9"),
            models.CheckConstraint(
                condition=Q(shows="player", entry__isnull=False) | (~Q(shows="player") & Q(entry__isnull=True)),
                name="overlay_names_a_player_or_none",
            ),
            models.CheckConstraint(
                condition=(Q(shows="table") & ~Q(table="")) | (~Q(shows="table") & Q(table="")),
                name="overlay_names_a_table_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"overlay {self.slot}"

    def get_absolute_url(self) -> str:
        return self.tournament.url("public:overlay", self.slot)

    @property
    def live_topic(self) -> str:
        """What the page of the slot listens to, so that it is shown at once where the slot points now."""
        return topic_of_overlay(self.tournament_id, self.slot)

    @property
    def is_empty(self) -> bool:
        return not self.shows

    @property
    def facts(self) -> dict[str, Any]:
        """Where it points, as programs and the record say it."""
        return {
            "slot": self.slot,
            "shows": self.shows,
            "division": self.division.code if self.shows else "",
            "player": self.entry.number if self.entry else None,
            "table": self.table,
        }


class Screen(models.Model):
    """A screen on the wall of a hall: a name, and the panels that it shows in turn, over all divisions.

    Attributes:
        number: in its address.
        panels: in order, each {"shows": a `Screen.Shows`, "division": its code or "" for all, "seconds": 20}.
        held: the panel, from 1, that is shown alone until it goes on; None while it goes round.
    """

    class Shows(models.TextChoices):
        NAMES = "names", _("Pairings by name")
        TABLES = "tables", _("Pairings by table")
        STANDINGS = "standings", _("Standings")
        MISSING = "missing", _("Results to come")
        CLOCK = "clock", _("Clock of the round")
        NOTICES = "notices", _("Notices")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    name = LineField(_("name"), max_length=40)
    panels = models.JSONField(default=list)
    held = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="screen_number_once_in_a_tournament"),
            models.UniqueConstraint(fields=["tournament", "name"], name="screen_name_once_in_a_tournament"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return self.tournament.url("public:screen", self.number)

    @property
    def live_topic(self) -> str:
        """What the page of the screen listens to, so that it is shown at once what was steered."""
        return f"screen:{self.tournament_id}:{self.number}"

    @property
    def facts(self) -> dict[str, Any]:
        """What it shows, as programs and the record say it."""
        return {"number": self.number, "name": self.name, "panels": self.panels, "held": self.held}
