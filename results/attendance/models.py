"""Rows of the minutes around a game: who is at the table, whose clock runs, what time is given, who really started."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.services import Kept, KeyedModel, RecordedModel, RecordedQuerySet
from tdsuite.tournaments.models import Division, Entry, Game, Round

REASON_LENGTH = 300


class LateWarning(RecordedModel):
    """A player warned for lateness where a round has no official start (NSA Guideline 19C)."""

    recorded = Kept("round__division__tournament")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="late_warnings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="late_warnings")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "round"], name="late_warning_once_a_round")]


class StarterReportQuerySet(RecordedQuerySet["StarterReport"]):
    def of_division(self, division: Division) -> "StarterReportQuerySet":
        return self.filter(game__round__division=division)

    def open(self) -> "StarterReportQuerySet":
        return self.filter(status=StarterReport.Status.OPEN)


class StarterReport(KeyedModel):
    """A sheet that names another starter than the pairings: open until the director corrects the start or lets it stand."""

    recorded = Kept("game__round__division__tournament", words="ruling")

    class Status(models.TextChoices):
        OPEN = "open", _("for the director")
        CORRECTED = "corrected", _("start corrected")
        STANDS = "stands", _("start stands")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="starter_reports")
    says = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    knowing = models.BooleanField(default=False)  # a known misreport: a case is to be opened (WESPA 2.1(c))
    ruling = models.TextField(blank=True)
    reported_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    objects = StarterReportQuerySet.as_manager()

    class Meta:
        ordering = ["reported_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(status="open"), name="starter_report_one_open_a_game")
        ]


class RoundTimer(RecordedModel):
    """One timer for a whole round whose games have no clocks, from the round's start (NSA App. B; SOWPODS, Equipment).

    seconds: how long the games run.
    """

    recorded = Kept("round__division__tournament")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="timer")
    seconds = models.PositiveIntegerField()
    announcement = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(seconds__gte=1), name="round_timer_runs")]


class StopWarning(RecordedModel):
    """Players told, some minutes before, that games still in play will be stopped (NSA Guideline 19B)."""

    recorded = Kept("round__division__tournament")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="stop_warning")
    minutes = models.PositiveSmallIntegerField()
    warned_at = models.DateTimeField()

    @property
    def stops_at(self) -> datetime:
        return self.warned_at + timedelta(minutes=self.minutes)


class MoveLimitQuerySet(RecordedQuerySet["MoveLimit"]):
    def in_force(self, entries: Iterable[int | None]) -> "MoveLimitQuerySet":
        return self.filter(ended_at=None, entry__in=entries).select_related("entry__player")


class MoveLimit(KeyedModel):
    """The most time a player found wasting time has for each move, in every game until it is ended (guide, Time)."""

    recorded = Kept("entry__division__tournament")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="move_limits")
    seconds = models.PositiveSmallIntegerField()
    set_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    objects = MoveLimitQuerySet.as_manager()

    class Meta:
        ordering = ["set_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(ended_at=None), name="move_limit_one_in_force_a_player"
            )
        ]
