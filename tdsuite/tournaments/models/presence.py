"""What officials said of who is here, and the clocks of late players."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.services import Kept, RecordedQuerySet
from .games import Game, Round
from .people import Entry


class PresenceQuerySet(RecordedQuerySet["Presence"]):
    def of_round(self, row: Round) -> "PresenceQuerySet":
        return self.filter(game__round=row)

    def at_the_board(self) -> "PresenceQuerySet":
        """Rows of players who still sit at the board: a player moved elsewhere leaves an old row behind."""
        return self.filter(Q(entry=F("game__first")) | Q(entry=F("game__second")))

    def still_holds(self) -> "PresenceQuerySet":
        """What was said at check-in, and of players who still sit at their board."""
        return self.filter(Q(game=None) | Q(entry=F("game__first")) | Q(entry=F("game__second")))

    def at_check_in(self) -> "PresenceQuerySet":
        return self.filter(game=None)


class Presence(models.Model):
    """What was said of one player at one board, or, without a board, at check-in.

    No row: nobody has said. Who is here follows from these rows, the results and the roster, and is asked of
    `tdsuite.tournaments.presence`. `arrived_at` and `clock_started_at` are the server's instants, in whole seconds; what
    the player has left is worked out from them and never stored. Here means at a board: seated and ready to play at once
    (WESPA 2.3.1(b)). A clock started for a player stops at the arrival.

    Attributes:
        round_number: the player's next round when it was said.
        said_at: when the status was said.
        before_arrival: what an undone arrival restores.
        paired_anyway: not here, and paired in that round all the same.
        by_phone: the player said it, not an official.
    """

    recorded = Kept("entry__division__tournament")

    class Status(models.TextChoices):
        EXPECTED = "", _("expected")
        TENTATIVE = "tentative", _("not sure")
        LATE = "late", _("comes late")
        NOT_COMING = "not_coming", _("does not come")
        ABSENT = "absent", _("not here")
        ON_WAY = "on_way", _("on the way")
        HERE = "here", _("here")

    class Forfeit(models.TextChoices):
        NONE = "", _("none")
        ELECTED = "elected", _("elected on arrival")
        EXPIRED = "expired", _("assigned time expired")
        RULED = "ruled", _("ruled by the director")

    NOTHING_YET = Q(clock_started_at=None, forfeit="")  # such a row does not keep a board
    WORDS = "lateness clock"
    AT_CHECK_IN = (Status.EXPECTED, Status.TENTATIVE, Status.LATE, Status.NOT_COMING, Status.HERE)
    AT_TABLE = (Status.ABSENT, Status.ON_WAY, Status.HERE)

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="presences")
    round_number = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.EXPECTED, blank=True)
    said_at = models.DateTimeField(null=True, blank=True)
    before_arrival = models.CharField(max_length=10, choices=Status.choices, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    forfeit = models.CharField(max_length=8, choices=Forfeit.choices, default=Forfeit.NONE, blank=True)
    paired_anyway = models.BooleanField(default=False)
    by_phone = models.BooleanField(default=False)

    objects = PresenceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="presence_once_at_a_board"),
            models.UniqueConstraint(fields=["entry"], condition=Q(game=None), name="presence_once_at_check_in"),
            models.CheckConstraint(
                condition=Q(status="here", arrived_at__isnull=False) | (~Q(status="here") & Q(arrived_at__isnull=True)),
                name="presence_arrival_goes_with_here",
            ),
            models.CheckConstraint(
                condition=Q(arrived_at__isnull=True)
                | Q(clock_started_at__isnull=True)
                | Q(arrived_at__gte=F("clock_started_at")),
                name="presence_clock_stops_later",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | Q(clock_started_at__isnull=True, forfeit=""),
                name="presence_clock_is_of_a_board",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.get_status_display()}"

    @property
    def is_here(self) -> bool:
        return self.status == self.Status.HERE

    @property
    def clock_runs(self) -> bool:
        return self.clock_started_at is not None and self.arrived_at is None
