"""Rows of what a director finds and decides: ends of games, incidents, rulings, ejections, appeals, recounts.

What people said and why lies in rows of its own (`RulingText`, `IncidentText`, `AppealText`), for officials alone, so that
it can be erased and the decision stays.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from results.rulings.engine.forfeits import EjectionCause
from tdsuite.platform.audit.services import Kept, KeyedModel, RecordedModel, RecordedQuerySet
from tdsuite.platform.words.lines import LineField
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, SpreadAdjustment, Tournament


class GameEnd(RecordedModel):
    """What was given to the end-of-game calculator for one game, so that it opens again as it was left."""

    recorded = Kept("game__round__division__tournament", words="first_waiver second_waiver")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="end")
    first = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+"
    )  # whom first_* speaks of, whoever starts
    how = models.CharField(max_length=20)  # a HowEnded
    out = models.CharField(max_length=6, blank=True)
    # By side: the rack in letters, the clock as read ("-1:01" where it counts down) and its kind, seconds disregarded.
    sides = models.JSONField(default=dict)
    first_waiver = models.CharField(max_length=200, blank=True)
    second_waiver = models.CharField(max_length=200, blank=True)
    turns = models.JSONField(default=list, blank=True)  # the last ones, where turns without a score ended the game


class RulingQuerySet(RecordedQuerySet["Ruling"]):
    def of_tournament(self, tournament: Tournament) -> "RulingQuerySet":
        return self.filter(division__tournament=tournament)

    def to_report(self) -> "RulingQuerySet":
        """Rulings that somebody outside the event is, or was, to be told of."""
        return self.exclude(report_to=Ruling.ReportTo.NOBODY)


class Ruling(KeyedModel):
    """One decision of the director: on which point, by which rule, with what remedy. (WESPA 6.1.2, Preamble; NSA App. D)

    The words are in `RulingText`.
    """

    recorded = Kept("division__tournament", words="remedy made_by_name")

    class Subject(models.TextChoices):
        OUTCOME = "outcome", _("how a game ended")
        SCORE = "score", _("a score or a penalty")
        CONDUCT = "conduct", _("conduct")
        EJECTION = "ejection", _("an ejection")
        PLAY = "play", _("a dispute during play")
        PERMITTED = "permitted", _("whether something is permitted")
        OTHER = "other", _("another matter")

    class ReportTo(models.TextChoices):
        NOBODY = "", _("nobody")
        RULES_COMMITTEE = "rules_committee", _("the Rules Committee")
        ASSOCIATION = "association", _("the national association")
        BOTH = "both", _("the Rules Committee and the national association")
        WESPA = "wespa", _("WESPA")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rulings")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="rulings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings")
    subject = models.CharField(max_length=10, choices=Subject.choices)
    rule = models.CharField(max_length=60, blank=True)  # a citation, "" where the book is silent
    remedy = models.CharField(max_length=200, blank=True)
    departs = models.BooleanField(default=False)  # the rulebook or our default says otherwise
    adverse = models.BooleanField(default=False)  # a finding against a player's conduct
    report_to = models.CharField(max_length=20, choices=ReportTo.choices, default=ReportTo.NOBODY, blank=True)
    reported_at = models.DateTimeField(null=True, blank=True)
    made_by = models.BigIntegerField(null=True, blank=True)
    made_by_name = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField()

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "pk"]


class RulingText(RecordedModel):
    """What was said and found; erasable. (WESPA 6.1.2(b), (c): a fair hearing, on the balance of probabilities)"""

    recorded = Kept("ruling__division__tournament", words="question one_side other_side witnesses finding")
    ruling = models.OneToOneField(Ruling, on_delete=models.CASCADE, related_name="text")
    question = models.TextField(_("The question"), blank=True)
    one_side = models.TextField(_("One side says"), blank=True)
    other_side = models.TextField(_("The other side says"), blank=True)
    witnesses = models.TextField(_("Witnesses say"), blank=True)
    finding = models.TextField(_("Finding, on the balance of probabilities"))


class IncidentQuerySet(RecordedQuerySet["Incident"]):
    def to_report(self) -> "IncidentQuerySet":
        """Those that count and that somebody outside the event is, or was, to be told of."""
        return self.standing().exclude(report_to=Ruling.ReportTo.NOBODY)

    def of_tournament(self, tournament: Tournament) -> "IncidentQuerySet":
        return self.filter(division__tournament=tournament)

    def standing(self) -> "IncidentQuerySet":
        """Those that count: not withdrawn."""
        return self.filter(withdrawn_at=None)

    def warned(self) -> "IncidentQuerySet":
        return self.standing().exclude(warning=Incident.Warned.NO)


class Incident(KeyedModel):
    """Something that went wrong at a table or with a person. Never deleted: a mistaken one is withdrawn, with a reason.

    entry: who is at fault, None where nobody is.  other: the player wronged.
    """

    recorded = Kept("division__tournament", words="penalty")

    class Warned(models.TextChoices):
        NO = "", _("no warning")
        UNOFFICIAL = "unofficial", _("unofficial warning")
        OFFICIAL = "official", _("official warning")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="incidents")
    round_number = models.PositiveSmallIntegerField(null=True)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="incidents")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="incidents")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="incidents_suffered")
    kind = models.CharField(max_length=40)  # a key of `rulebooks.incidents.TYPES`
    level = models.PositiveSmallIntegerField(null=True)  # 1 (gravest) to 3 where the rulebook has levels
    rule = models.CharField(max_length=60, blank=True)
    warning = models.CharField(max_length=10, choices=Warned.choices, default=Warned.NO, blank=True)
    adjustment = models.ForeignKey(GameAdjustment, on_delete=models.SET_NULL, null=True, related_name="+")
    spread = models.ForeignKey(SpreadAdjustment, on_delete=models.SET_NULL, null=True, related_name="+")
    penalty = models.CharField(max_length=200, blank=True)  # in words, "" = none
    report_to = models.CharField(max_length=20, choices=Ruling.ReportTo.choices, default="", blank=True)
    reported_at = models.DateTimeField(null=True)
    logged_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    objects = IncidentQuerySet.as_manager()

    class Meta:
        ordering = ["logged_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(level=None) | Q(level__gte=1, level__lte=3), name="incident_level_one_to_three"
            ),
            models.CheckConstraint(
                condition=Q(entry=None) | Q(other=None) | ~Q(entry=models.F("other")), name="incident_two_people"
            ),
        ]


class IncidentText(RecordedModel):
    """What happened, in the official's words; erasable."""

    recorded = Kept("incident__division__tournament", words="text")
    incident = models.OneToOneField(Incident, on_delete=models.CASCADE, related_name="text")
    text = models.TextField()


class EjectionQuerySet(RecordedQuerySet["Ejection"]):
    def in_force(self) -> "EjectionQuerySet":
        return self.filter(reversed_at=None)


class Ejection(KeyedModel):
    """A player put out of the event, or one who left and whose games are annulled, with every row it changed.

    before, after: {"entry": {field: value}, "games": {game id: {field: value}}, "adjustments": ..}. Reversing it puts
    `before` back; both stay. (WESPA 6.2.4, 6.3.3(b)(v), 6.5(c); NSA Guidelines 20-21)
    """

    recorded = Kept("entry__division__tournament")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="ejections")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="ejections")
    cause = models.CharField(max_length=10)  # an EjectionCause
    fate = models.CharField(max_length=10)  # an EjectedGames of the rulebooks: what became of the games played
    round_robin = models.BooleanField(default=False)
    awards_lost = models.BooleanField(default=False)  # prizes and awards earned are forfeited (NSA Guideline 20)
    from_round = models.PositiveSmallIntegerField()
    before = models.JSONField()
    after = models.JSONField()
    applied_at = models.DateTimeField()
    reversed_at = models.DateTimeField(null=True)

    objects = EjectionQuerySet.as_manager()

    class Meta:
        ordering = ["applied_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(reversed_at=None) & ~Q(cause="left"),
                name="ejection_one_in_force_a_player",
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(reversed_at=None, cause="left"), name="annulment_one_in_force_a_player"
            ),
        ]

    @property
    def annuls(self) -> bool:
        """Whether it put nobody out: the games of a player who had left are annulled."""
        return self.cause == EjectionCause.LEFT

    @property
    def what(self) -> str:
        return "annulment" if self.annuls else "ejection"


class Appeal(RecordedModel):
    """A ruling taken to whoever may review it, and what came of it. (WESPA 6.5, Preamble)

    amendments: what was changed because of it, [{"what": .., "before": .., "after": ..}]; nothing old is erased.
    """

    recorded = Kept("ruling__division__tournament", words="body amendments")

    class Result(models.TextChoices):
        OPEN = "", _("not decided")
        UPHELD = "upheld", _("upheld")
        PARTLY = "partly", _("partly upheld")
        DISMISSED = "dismissed", _("dismissed")

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals")
    by_entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="appeals")
    body = models.CharField(max_length=120)
    lodged_on = models.DateField()
    result = models.CharField(max_length=10, choices=Result.choices, default=Result.OPEN, blank=True)
    decided_on = models.DateField(null=True)
    amendments = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["lodged_on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "by_entry"], name="appeal_once_a_ruling_and_player"),
            models.CheckConstraint(
                condition=Q(result="", decided_on=None) | (~Q(result="") & Q(decided_on__isnull=False)),
                name="appeal_decided_has_a_day",
            ),
        ]


class AppealText(RecordedModel):
    """What the player says and what was answered; erasable."""

    recorded = Kept("appeal__ruling__division__tournament", words="grounds answer")
    appeal = models.OneToOneField(Appeal, on_delete=models.CASCADE, related_name="text")
    grounds = models.TextField()
    answer = models.TextField(blank=True)


class RecountQuerySet(RecordedQuerySet["Recount"]):
    def open(self) -> "RecountQuerySet":
        return self.filter(status=Recount.Status.OPEN)


class Recount(KeyedModel):
    """One recount of a game: who asked, who took part, how it ended. Totals are final ones, adjustments included."""

    recorded = Kept("game__round__division__tournament")

    class Status(models.TextChoices):
        OPEN = "open", _("under way")
        CHANGED = "changed", _("score changed")
        STANDS = "stands", _("score stands")
        HALTED = "halted", _("halted by the director")

    class SheetTo(models.TextChoices):
        NOBODY = "", _("not asked for")
        RECOUNTER = "recounter", _("to the recounter")
        DIRECTOR = "director", _("to the director")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="recounts")
    asked_by = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="recounts_asked")
    both_take_part = models.BooleanField(default=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # Who was given the opponent's score sheet.
    sheet_to = models.CharField(max_length=10, choices=SheetTo.choices, default=SheetTo.NOBODY, blank=True)
    # No change is made in this player's favour (WESPA 5.5.4(b)).
    barred = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    verified_by_director = models.BooleanField(default=False)  # a disputed play (NSA III.E)
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")  # whom first_* speaks of
    first_before = models.SmallIntegerField()
    second_before = models.SmallIntegerField()
    first_after = models.SmallIntegerField(null=True)
    second_after = models.SmallIntegerField(null=True)
    report = models.BooleanField(default=False)  # an incident report is to be sent (NSA III.E)
    reported_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    objects = RecountQuerySet.as_manager()

    class Meta:
        ordering = ["opened_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game"], condition=Q(status="open"), name="recount_one_open_a_game")
        ]


class AccommodationQuerySet(RecordedQuerySet["Accommodation"]):
    def in_force(self) -> "AccommodationQuerySet":
        return self.filter(ended_at=None)


class Accommodation(KeyedModel):
    """What a player is allowed in every game of the event, and why: time, a device, a way of playing.

    The reason is for officials alone. (WESPA 1.4.1(b), 2.5; NSA I.A.6)
    """

    recorded = Kept(
        "entry__division__tournament", words="what seconds device rule reason"
    )  # nothing of a player's health
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="accommodations")
    what = LineField(_("what is allowed"), max_length=200)
    seconds = models.PositiveSmallIntegerField(_("extra seconds a game"), default=0)
    device = models.BooleanField(_("a device or headphones"), default=False)
    rule = models.CharField(max_length=60, blank=True)
    reason = LineField(_("reason"), max_length=300)
    agreed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    objects = AccommodationQuerySet.as_manager()

    class Meta:
        ordering = ["entry__number", "pk"]
