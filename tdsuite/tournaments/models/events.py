"""Events, their divisions, and what decisions touched in them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.actions import ACTIONS, Touches, label_of
from tdsuite.platform.audit.services import Kept, RecordedQuerySet
from tdsuite.platform.words.lines import LineField
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from ..engine.starts import StartMode
from ..rulebooks.choices import EffectiveRules, effective
from ..rulebooks.model import Rulebook
from ..rulebooks.registry import DEFAULT, read_rulebook, rulebook as rulebook_of
from ..rulebooks.terms import StartSystem, StartTest
from ..validators import check_rulebook, check_time_zone


@lru_cache(maxsize=256)
def _rules_of(key: str, text: str, choices: frozenset[tuple[str, str]]) -> EffectiveRules:
    """The rules in force. They cannot be changed, so that events with the same ones share them.

    Args:
        text: of the rulebook's file, "" where it is one of the suite's.
    """
    return effective(read_rulebook(text) if text else rulebook_of(key), dict(choices))


MOST_PLACES = 999  # prizes of a division, divisions of an event


class Tournament(models.Model):
    """One event: its name, place, dates, rulebook and what its organiser chose within the rulebook."""

    recorded = Kept("pk", words="rulebook_file notices", left="first_result_at")  # as long as a book; may name people
    SETTINGS = (
        "name", "venue", "starts_on", "ends_on", "time_zone", "visibility", "status", "entry_mode", "starts_by_schedule",
        "sheets_open_early", "presence_by_phone", "public_base_url", "club_evening",
    )  # fmt: skip

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public: listed, and anyone on the network may read pairings and standings")
        UNLISTED = "unlisted", _("unlisted: anyone who has the address may read")
        PRIVATE = "private", _("private: only those who help to run it")

    class Status(models.TextChoices):
        PREPARING = "preparing", _("preparing")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class EntryMode(models.TextChoices):
        PLAYER = "player", _("player score score")
        TABLE = "table", _("table score score")
        SPREAD = "spread", _("winner spread")
        BOTH = "both", _("winner score score spread")

    name = LineField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    venue = LineField(_("venue"), max_length=200, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = LineField(_("time zone"), max_length=60, default="UTC", validators=[check_time_zone])
    rulebook = LineField(_("rulebook"), max_length=30, default=DEFAULT)
    rulebook_file = models.TextField(
        _("text of the rulebook"), blank=True, default=""
    )  # where it was loaded from a file
    choices = models.JSONField(_("organiser's choices"), default=dict, blank=True)
    game_minutes = models.PositiveSmallIntegerField(
        _("minutes a player"), default=25, validators=[MinValueValidator(1), MaxValueValidator(240)]
    )
    visibility = LineField(_("who may read"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    status = LineField(_("status"), max_length=10, choices=Status.choices, default=Status.PREPARING)
    public_base_url = models.URLField(_("public address"), blank=True)
    entry_mode = LineField(_("result entry"), max_length=10, choices=EntryMode.choices, default=EntryMode.PLAYER)
    starts_by_schedule = models.BooleanField(_("rounds start at their scheduled time"), default=False)
    sheets_open_early = models.BooleanField(_("result sheets open when a round is published"), default=False)
    presence_by_phone = models.BooleanField(_("what players say of their presence counts at once"), default=False)
    club_evening = models.BooleanField(
        _("Club evening"),
        default=False,
        help_text=_(
            "Shows only what an evening among friends needs. Untick it to see everything: after the first result for good."
        ),
    )
    is_practice = models.BooleanField(_("practice"), default=False)  # may be deleted, whole; a real event never
    # [{"number": 1, "text": "...", "at": ISO 8601}]; an announcement has "about" and no words (tournaments.notices)
    notices = models.JSONField(default=list, db_default=models.Value([], models.JSONField()), blank=True)
    first_result_at = models.DateTimeField(null=True, blank=True, editable=False)  # stays when the result is taken back
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RecordedQuerySet["Tournament"].as_manager()

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return self.url("public:event")

    def url(self, page: str, *more: object) -> str:
        """The address of a page about the event.  more: what else stands in it."""
        return reverse(page, args=[self.slug, *more])

    def clean(self) -> None:
        if self.starts_on and self.ends_on and self.ends_on < self.starts_on:
            raise ValidationError({"ends_on": _("The last day is before the first day.")})

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        super().clean_fields(exclude)
        if "rulebook" not in (exclude or ()):
            try:
                check_rulebook(self.rulebook, self.rulebook_file)
            except ValidationError as error:
                raise ValidationError({"rulebook": error}) from error

    def add_notice(self, text: str, at: datetime) -> dict[str, Any]:
        """Put a notice to those that stand, without saving; returns it."""
        numbers = [notice["number"] for notice in self.notices]
        notice = {"number": max(numbers, default=0) + 1, "text": text, "at": at.isoformat(timespec="seconds")}
        self.notices = [*self.notices, notice]
        return notice

    @property
    def book(self) -> Rulebook:
        """The rulebook as published, or as its file has it.  Raises BadRulebookFile, UnknownRulebook."""
        return read_rulebook(self.rulebook_file) if self.rulebook_file else rulebook_of(self.rulebook)

    @property
    def rules(self) -> EffectiveRules:
        """The rules in force: the rulebook with the organiser's choices put in. Raises as `choices.effective`."""
        choices = {**self.choices, "game_minutes": self.game_minutes}
        return _rules_of(
            self.rulebook, self.rulebook_file, frozenset((key, str(value)) for key, value in choices.items())
        )

    @property
    def start_mode(self) -> StartMode:
        """How it is decided who starts (WESPA 2.1; NSA I.C has its own order of tests)."""
        who_starts = self.rules.rulebook.starting.who_starts
        if who_starts.system.value is not StartSystem.BALANCE:
            return StartMode(who_starts.system.value)
        return StartMode.NSA if StartTest.MORE_REPLIES in who_starts.balance.value else StartMode.BALANCE

    @property
    def is_open_to_all(self) -> bool:
        return self.visibility != self.Visibility.PRIVATE


class Division(models.Model):
    """A field of players who are paired among themselves."""

    recorded = Kept("tournament", left="state_version")
    SETTINGS = ("name", "code", "position", "planned_rounds", "prize_places", "spread_caps", "lexicon")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    name = LineField(_("name"), max_length=60)
    code = models.SlugField(_("short name"), max_length=20)
    position = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_PLACES)]
    )
    planned_rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=7, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    pairing_plan = models.JSONField(default=list, blank=True)
    standings_options = models.JSONField(default=dict, blank=True)
    spread_caps = models.JSONField(_("spread caps by round"), default=list, blank=True)
    prize_places = models.PositiveSmallIntegerField(
        _("prize places"), default=3, validators=[MaxValueValidator(MOST_PLACES)]
    )
    lexicon = LineField(_("lexicon"), max_length=60, blank=True)
    table_plan = models.JSONField(default=dict, blank=True)
    state_version = models.PositiveBigIntegerField(default=0)

    beside: Sequence["Division"] = ()  # all divisions of the event, where they were read together with this one

    class Meta:
        ordering = ["position", "name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code"], name="division_code_once_in_a_tournament")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def live_topic(self) -> str:
        """What pages that show this division listen to."""
        return f"division:{self.pk}"

    def board_url(self, number: int) -> str:
        """The Round board with a round of this division."""
        return f"{reverse('console:round', args=[self.tournament.slug])}?division={self.code}&round={number}"

    def table_url(self, game: int) -> str:
        """The page of a game's table, which is also the drawer."""
        return self.url("console:table", game)

    def url(self, page: str, *more: object) -> str:
        """The address of a page about the division.  more: what else stands in it."""
        return self.tournament.url(page, self.code, *more)

    @property
    def book_in_force(self) -> Rulebook:
        """The rulebook, with what the organiser chose put in."""
        return self.tournament.rules.rulebook

    @property
    def names_tables(self) -> bool:
        """Whether its table plan names them, so that it means the same ones as another division's."""
        return bool(str(self.table_plan.get("tables", "")).strip())


class DivisionChangeQuerySet(models.QuerySet["DivisionChange"]):
    def last_of(self, division: Division) -> int:
        """The primary key of a division's newest change; 0 before the first."""
        return self.filter(division=division).aggregate(last=Max("pk"))["last"] or 0


class DivisionChange(models.Model):
    """What a decision touched in a division: drafts and prints that were made before it ask for it.

    Attributes:
        action: the decision's kind, by its name.
        touches: a `Touches`, as a number.
        round_number: the round it was about; None where it was about none, or several.
        table: at which table, "" where it was at none.
        object_id: the primary key of what was changed.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    touches = models.PositiveIntegerField()
    round_number = models.PositiveSmallIntegerField(null=True)
    table = models.CharField(max_length=20, blank=True)
    object_id = models.BigIntegerField(null=True)

    objects = DivisionChangeQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.action} in {self.division_id}"

    @property
    def what(self) -> Touches:
        """What was touched."""
        return Touches(self.touches)

    @property
    def happened(self) -> str:
        """The decision as a clause: "a result was entered"."""
        action = ACTIONS.get(self.action)
        return action.happened if action else label_of(self.action)
