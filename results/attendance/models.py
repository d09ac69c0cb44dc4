"""Rows of the minutes around a game: who is at the table, whose clock runs, what time is given, who really started."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.services import RecordedQuerySet
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament

REASON_LENGTH = 300


class PresenceQuerySet(RecordedQuerySet["Presence"]):
    def of_round(self, row: Round) -> "PresenceQuerySet":
        return self.filter(game__round=row)

    def at_the_board(self) -> "PresenceQuerySet":
        """Rows of players who still sit at the board: a player moved elsewhere leaves an old row behind."""
        return self.filter(Q(entry=F("game__first")) | Q(entry=F("game__second")))


class Presence(models.Model):
    """Whether one player of one game is at the table, since when, and when the player's clock was started.

    No row: nobody has said. `arrived_at` and `clock_started_at` are the server's instants, in whole seconds; what the
    player has left is worked out from them and never stored. Present means seated and ready to play at once (WESPA
    2.3.1(b)). A clock started for a player stops at the arrival.
    """

    class Status(models.TextChoices):
        ABSENT = "absent", _("not here")
        ON_WAY = "on_way", _("on the way")
        PRESENT = "present", _("seated and ready")

    class Forfeit(models.TextChoices):
        NONE = "", _("none")
        ELECTED = "elected", _("elected on arrival")
        EXPIRED = "expired", _("assigned time expired")
        RULED = "ruled", _("ruled by the director")

    NOTHING_YET = Q(clock_started_at=None, forfeit="")  # such a row does not keep a board
    WORDS = "lateness clock"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="presences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    status = models.CharField(max_length=8, choices=Status.choices)
    # what an undone arrival restores
    before_arrival = models.CharField(max_length=8, choices=Status.choices, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    forfeit = models.CharField(max_length=8, choices=Forfeit.choices, default=Forfeit.NONE, blank=True)

    objects = PresenceQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "entry"], name="presence_once_a_game_and_player"),
            models.CheckConstraint(
                condition=Q(status="present", arrived_at__isnull=False)
                | (~Q(status="present") & Q(arrived_at__isnull=True)),
                name="presence_arrival_goes_with_present",
            ),
            models.CheckConstraint(
                condition=Q(arrived_at__isnull=True)
                | Q(clock_started_at__isnull=True)
                | Q(arrived_at__gte=F("clock_started_at")),
                name="presence_clock_stops_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.get_status_display()}"

    @property
    def is_here(self) -> bool:
        return self.status == self.Status.PRESENT

    @property
    def clock_runs(self) -> bool:
        return self.clock_started_at is not None and self.arrived_at is None


class CheckInQuerySet(RecordedQuerySet["CheckIn"]):
    def of_event(self, tournament: Tournament) -> "CheckInQuerySet":
        return self.filter(entry__division__tournament=tournament)


class CheckIn(models.Model):
    """What is known of a player at the door of the hall. No row: nobody has said anything.

    Money is in the smallest unit of the currency, and no card is ever named.

    Attributes:
        paired_anyway: not here, and paired in round 1 all the same.
        taken_by: the account that took the money.
    """

    class Status(models.TextChoices):
        EXPECTED = "", _("expected")
        TENTATIVE = "tentative", _("not sure")
        LATE = "late", _("comes late")
        ABSENT = "absent", _("does not come")
        HERE = "here", _("here")

    class Paid(models.TextChoices):
        NOT = "", _("not yet")
        CASH = "cash", _("cash")
        CARD = "card", _("by card")
        TRANSFER = "transfer", _("by transfer")
        WAIVED = "waived", _("need not pay")

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="check_in")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.EXPECTED, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    paired_anyway = models.BooleanField(default=False)
    due = models.PositiveIntegerField(_("due"), default=0)
    paid = models.PositiveIntegerField(_("paid"), default=0)
    paid_how = models.CharField(max_length=10, choices=Paid.choices, default=Paid.NOT, blank=True)
    taken_by = models.BigIntegerField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)

    objects = CheckInQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status="here", arrived_at__isnull=False) | (~Q(status="here") & Q(arrived_at__isnull=True)),
                name="check_in_arrival_goes_with_here",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_status_display()}"

    @property
    def is_here(self) -> bool:
        return self.status == self.Status.HERE

    @property
    def proposed(self) -> int:
        """The sum that a form of payment begins with."""
        return self.paid or self.due

    @property
    def owes(self) -> int:
        """What is still to be paid."""
        return 0 if self.paid_how == self.Paid.WAIVED else max(0, self.due - self.paid)


class LateWarning(models.Model):
    """A player warned for lateness where a round has no official start (NSA Guideline 19C)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="late_warnings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="late_warnings")
    at = models.DateTimeField()

    objects = RecordedQuerySet["LateWarning"].as_manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["entry", "round"], name="late_warning_once_a_round")]

    def __str__(self) -> str:
        return f"{self.entry} warned in round {self.round.number}"


class StarterReportQuerySet(RecordedQuerySet["StarterReport"]):
    def of_division(self, division: Division) -> "StarterReportQuerySet":
        return self.filter(game__round__division=division)

    def open(self) -> "StarterReportQuerySet":
        return self.filter(status=StarterReport.Status.OPEN)


class StarterReport(models.Model):
    """A sheet that names another starter than the pairings: open until the director corrects the start or lets it stand."""

    class Status(models.TextChoices):
        OPEN = "open", _("for the director")
        CORRECTED = "corrected", _("start corrected")
        STANDS = "stands", _("start stands")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="starter_reports")
    says = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    source = models.CharField(max_length=20, default="sheet")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    knowing = models.BooleanField(default=False)  # a known misreport: a case is to be opened (WESPA 2.1(c))
    ruling = models.TextField(blank=True)
    reported_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = StarterReportQuerySet.as_manager()

    class Meta:
        ordering = ["reported_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(status="open"), name="starter_report_one_open_a_game")
        ]

    def __str__(self) -> str:
        return f"{self.game}: the sheet says that {self.says} started"


class RoundTimer(models.Model):
    """One timer for a whole round whose games have no clocks (NSA App. B; SOWPODS, Equipment).

    seconds: how long the games run.  plays_after: plays each player still makes once time is called.  The timer runs from
    `started_at`, else from the round's own start.  plays_made: plays made since time was called, [first, second] by game.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="timer")
    seconds = models.PositiveIntegerField()
    plays_after = models.PositiveSmallIntegerField(default=0)
    per_move = models.PositiveSmallIntegerField(null=True, blank=True)
    announcement = models.CharField(max_length=REASON_LENGTH, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    plays_made = models.JSONField(default=dict, blank=True)

    objects = RecordedQuerySet["RoundTimer"].as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(seconds__gte=1), name="round_timer_runs")]

    def __str__(self) -> str:
        return f"timer of {self.round}"


class StopWarning(models.Model):
    """Players told, some minutes before, that games still in play will be stopped (NSA Guideline 19B)."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="stop_warning")
    minutes = models.PositiveSmallIntegerField()
    warned_at = models.DateTimeField()

    objects = RecordedQuerySet["StopWarning"].as_manager()

    def __str__(self) -> str:
        return f"{self.round}: stops {self.minutes} minutes after {self.warned_at:%H:%M}"


class DelayJudgement(models.Model):
    """Whether a player used the stop to win by needless delay, as the director judged it; entry None: nobody did."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="delay_judgement")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    judged_at = models.DateTimeField()

    objects = RecordedQuerySet["DelayJudgement"].as_manager()

    def __str__(self) -> str:
        return f"{self.game}: {self.entry or 'nobody'} delayed"


class MoveLimitQuerySet(RecordedQuerySet["MoveLimit"]):
    def in_force(self) -> "MoveLimitQuerySet":
        return self.filter(ended_at=None)


class MoveLimit(models.Model):
    """The most time a player found wasting time has for each move, in every game until it is ended (guide, Time).

    move_started_at: since when the move runs that an official is timing, None = none is timed.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="move_limits")
    seconds = models.PositiveSmallIntegerField()
    set_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    move_started_at = models.DateTimeField(null=True, blank=True)

    objects = MoveLimitQuerySet.as_manager()

    class Meta:
        ordering = ["set_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(ended_at=None), name="move_limit_one_in_force_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.seconds} seconds a move"
