"""The kernel's rows: events, divisions, people, rounds, games, and what was added to or taken from their scores."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .engine.starts import StartMode
from .rulebooks.choices import EffectiveRules, effective
from .rulebooks.loading import read_rulebook
from .rulebooks.model import Rulebook
from .rulebooks.registry import DEFAULT
from .rulebooks.registry import rulebook as rulebook_of
from .rulebooks.terms import StartSystem, StartTest
from .validators import check_rulebook, check_time_zone


class Tournament(models.Model):
    """One event: its name, place, dates, rulebook and what its organiser chose within the rulebook."""

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

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[check_time_zone])
    rulebook = models.CharField(_("rulebook"), max_length=30, default=DEFAULT)
    rulebook_file = models.TextField(
        _("text of the rulebook"), blank=True, default=""
    )  # where it was loaded from a file
    choices = models.JSONField(_("organiser's choices"), default=dict, blank=True)
    game_minutes = models.PositiveSmallIntegerField(
        _("minutes a player"), default=25, validators=[MinValueValidator(1), MaxValueValidator(240)]
    )
    visibility = models.CharField(
        _("who may read"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PREPARING)
    public_base_url = models.URLField(_("public address"), blank=True)
    entry_mode = models.CharField(_("result entry"), max_length=10, choices=EntryMode.choices, default=EntryMode.PLAYER)
    starts_by_schedule = models.BooleanField(_("rounds start at their scheduled time"), default=False)
    is_practice = models.BooleanField(_("practice"), default=False)  # may be deleted, whole; a real event never
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("public:event", args=[self.slug])

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

    @property
    def book(self) -> Rulebook:
        """The rulebook as published, or as its file has it.  Raises BadRulebookFile, UnknownRulebook."""
        return read_rulebook(self.rulebook_file) if self.rulebook_file else rulebook_of(self.rulebook)

    @property
    def rules(self) -> EffectiveRules:
        """The rules in force: the rulebook with the organiser's choices put in. Raises as `choices.effective`."""
        return effective(self.book, {**self.choices, "game_minutes": str(self.game_minutes)})

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


class DivisionQuerySet(models.QuerySet["Division"]):
    def raise_version(self) -> None:
        """Say that standings or presence changed: drafts made before are stale from now on."""
        self.update(state_version=F("state_version") + 1)


class Division(models.Model):
    """A field of players who are paired among themselves."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60)
    code = models.SlugField(_("short name"), max_length=20)
    position = models.PositiveSmallIntegerField(default=1)
    planned_rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=7, validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    pairing_plan = models.JSONField(default=list, blank=True)
    standings_options = models.JSONField(default=dict, blank=True)
    spread_caps = models.JSONField(_("spread caps by round"), default=list, blank=True)
    prize_places = models.PositiveSmallIntegerField(_("prize places"), default=3)
    lexicon = models.CharField(_("lexicon"), max_length=60, blank=True)
    table_plan = models.JSONField(default=dict, blank=True)
    state_version = models.PositiveBigIntegerField(default=0)

    objects = DivisionQuerySet.as_manager()

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


class Player(models.Model):
    """A person, who may play in many events."""

    name = models.CharField(_("name"), max_length=120)
    filing_name = models.CharField(
        _("name as filed"), max_length=120, help_text=_("Family name first, as in alphabetical lists.")
    )
    national_id = models.CharField(_("national number"), max_length=20, blank=True)
    naspa_id = models.CharField(_("NASPA number"), max_length=12, blank=True)
    wespa_id = models.CharField(_("WESPA number"), max_length=12, blank=True)
    absp_id = models.CharField(_("ABSP number"), max_length=12, blank=True)
    club = models.CharField(_("club"), max_length=60, blank=True)
    country = models.CharField(_("country"), max_length=3, blank=True)

    class Meta:
        ordering = ["filing_name"]

    def __str__(self) -> str:
        return self.name


class EntryQuerySet(models.QuerySet["Entry"]):
    def with_people(self) -> "EntryQuerySet":
        return self.select_related("player")


class Entry(models.Model):
    """A player in a division, known there by number."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    seed = models.PositiveSmallIntegerField(_("seed"), default=0)
    rating = models.PositiveSmallIntegerField(_("rating"), default=0)
    lifetime_games = models.PositiveIntegerField(_("lifetime games"), null=True, blank=True)
    class_name = models.CharField(_("class"), max_length=12, blank=True)
    team = models.CharField(_("team"), max_length=40, blank=True)
    absences = models.JSONField(_("rounds missed"), default=list, blank=True)
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    unranked = models.BooleanField(_("left out of the ranking"), default=False)
    at_bottom = models.BooleanField(_("at the bottom of the standings"), default=False)  # ejected: WESPA 6.2.4(a)(ii)
    imported = models.JSONField(default=dict, blank=True)  # what the file said that the suite has no field for

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
        return number not in self.absences and (self.withdrawn_from is None or self.withdrawn_from > number)


class TableNeedQuerySet(models.QuerySet["TableNeed"]):
    def of_division(self, division: Division) -> "TableNeedQuerySet":
        """In the order in which they are granted."""
        return self.filter(entry__division=division).order_by("position", "pk")


class TableNeed(models.Model):
    """A table kept for a player, or what a player's table must have, in some rounds or in all.

    The reason for it stands with the player's accommodations (`results`), for officials alone. Lower positions are granted
    first. last_round None: to the end.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="table_needs")
    table = models.CharField(_("table"), max_length=20, blank=True)
    features = models.JSONField(_("the table must be"), default=list, blank=True)
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1, validators=[MinValueValidator(1)])
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    position = models.IntegerField(default=0)

    objects = TableNeedQuerySet.as_manager()

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(last_round=None) | Q(last_round__gte=F("first_round")), name="table_need_rounds_in_order"
            ),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="table_need_from_round_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.what}"

    @property
    def what(self) -> str:
        """ "table 3", "a table that is quiet", or both."""
        parts = [f"table {self.table}"] if self.table else []
        return " and ".join([*parts, *([f"a table that is {', '.join(self.features)}"] if self.features else [])])

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


class Round(models.Model):
    """One round of one division. Playing from the director's Start; closed when every game has an outcome."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("not published")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    scheduled_at = models.DateTimeField(_("scheduled start"), null=True, blank=True)
    started_at = models.DateTimeField(_("actual start"), null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    paired_after = models.PositiveSmallIntegerField(null=True, blank=True)  # the standings it was paired from, if any

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_number_once_in_a_division"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.division} round {self.number}"

    @property
    def is_published(self) -> bool:
        return self.status != self.Status.DRAFT


BY_BOARD = (F("board").asc(nulls_last=True), "match_game", "pk")  # every list of boards: the tables in order, byes last


class GameQuerySet(models.QuerySet["Game"]):
    def in_round(self, number: int) -> "GameQuerySet":
        return self.filter(round__number=number)

    def of_division(self, division: Division) -> "GameQuerySet":
        return self.filter(round__division=division)

    def up_to(self, number: int) -> "GameQuerySet":
        return self.filter(round__number__lte=number)

    def awaiting_result(self) -> "GameQuerySet":
        return self.filter(outcome=Game.Outcome.AWAITED)

    def counted(self) -> "GameQuerySet":
        """The games that standings, starts of later rounds and ratings may look at: decided, and not void."""
        return self.exclude(outcome__in=Game.UNCOUNTED)

    def byes(self) -> "GameQuerySet":
        return self.filter(second=None)

    def with_people(self) -> "GameQuerySet":
        return self.select_related("first__player", "second__player", "round__division")

    def by_board(self) -> "GameQuerySet":
        return self.order_by(*BY_BOARD)


STATED_KINDS = [
    "awarded", "bye", "double_forfeit", "forfeit", "half_bye", "lateness_forfeit", "left_early", "no_show",
    "overtime_forfeit", "penalty_forfeit", "penalty_unplayed", "resigned", "resigned_improperly", "zero_bye",
]  # fmt: skip


class Game(models.Model):
    """Who met whom, where, who started and how that was decided, and how it ended.

    `first` is the starter, except while tiles are still to be drawn (`starts_by` "draw") or records to be compared
    ("compare"), or where nobody starts ("none").
    A played game's result follows from its two scores and their adjustments, or from its spread where only that was
    handed in; other outcomes state theirs per side.
    """

    class StartsBy(models.TextChoices):
        ASSIGNED = "assigned", _("assigned")
        BALANCE = "balance", _("by balance of starts")
        DRAW = "draw", _("tiles to be drawn")
        COMPARE = "compare", _("records to be compared")
        DRAWN = "drawn", _("tiles drawn")
        NONE = "none", _("nobody starts")

    class Outcome(models.TextChoices):
        AWAITED = "", _("awaited")
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        HALF_BYE = "half_bye", _("half bye")
        ZERO_BYE = "zero_bye", _("bye that scores nothing")
        FORFEIT = "forfeit", _("forfeit")
        DOUBLE_FORFEIT = "double_forfeit", _("forfeited by both")
        POSTPONED = "postponed", _("postponed")
        VOID = "void", _("void")
        STOPPED = "stopped", _("stopped by the director")
        TIME_UP = "time_up", _("time up")
        LATENESS = "lateness_forfeit", _("forfeited for lateness")
        NO_SHOW = "no_show", _("did not come")
        OVERTIME = "overtime_forfeit", _("forfeited on time")
        RESIGNED = "resigned", _("resigned")
        IMPROPER = "resigned_improperly", _("resigned improperly")
        LEFT = "left_early", _("left early")
        AWARDED = "awarded", _("awarded")
        PENALTY = "penalty_forfeit", _("forfeited as a penalty")
        PENALTY_UNPLAYED = "penalty_unplayed", _("forfeited as a penalty before it began")
        ADJOURNED = "adjourned", _("adjourned")

    NOBODY_YET = frozenset({"draw", "compare"})  # who starts is not known yet
    STATED = frozenset(STATED_KINDS)  # win value and spread are stored, whatever the scores
    SCORED = frozenset({"played", "stopped", "time_up"})  # the scores decide
    UNFINISHED = frozenset({"", "postponed", "adjourned"})  # a result may still come
    UNCOUNTED = frozenset({*UNFINISHED, "void"})
    BYES = frozenset({"bye", "half_bye", "zero_bye"})
    NOT_BEGUN = frozenset({"forfeit", "double_forfeit", "lateness_forfeit", "no_show", "penalty_unplayed", "void"})

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    table_name = models.CharField(_("table"), max_length=20, blank=True)
    match_game = models.PositiveSmallIntegerField(default=1)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="games_as_first")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="games_as_second", null=True, blank=True)
    starts_by = models.CharField(max_length=10, choices=StartsBy.choices, default=StartsBy.ASSIGNED)
    first_score = models.SmallIntegerField(null=True, blank=True)
    second_score = models.SmallIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=20, choices=Outcome.choices, default=Outcome.AWAITED, blank=True)
    first_halves = models.PositiveSmallIntegerField(null=True, blank=True)
    second_halves = models.PositiveSmallIntegerField(null=True, blank=True)
    first_spread = models.SmallIntegerField(null=True, blank=True)
    second_spread = models.SmallIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=True)
    reason = models.TextField(blank=True)  # why this board: shown to players
    table_reason = models.CharField(max_length=200, blank=True)  # why at this table; never says what a player needs
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["round__number", "board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "match_game", "first"], name="game_one_a_round_as_first"),
            models.UniqueConstraint(fields=["round", "match_game", "second"], name="game_one_a_round_as_second"),
            models.UniqueConstraint(fields=["round", "match_game", "board"], name="game_one_a_board"),
            models.CheckConstraint(condition=Q(second=None) | ~Q(first=F("second")), name="game_nobody_meets_himself"),
            models.CheckConstraint(
                condition=Q(second__isnull=False, first_score__isnull=False, second_score__isnull=False)
                | Q(second__isnull=False, first_spread__isnull=False, second_spread__isnull=False)
                | ~Q(outcome__in=["played", "stopped", "time_up"]),
                name="game_played_has_scores_or_spread",
            ),
            models.CheckConstraint(
                condition=Q(first_halves__isnull=False, first_spread__isnull=False) | ~Q(outcome__in=STATED_KINDS),
                name="game_stated_outcome_has_value",
            ),
            models.CheckConstraint(
                condition=Q(first_score=None, second_score=None) | ~Q(outcome=""), name="game_awaited_has_no_score"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} v {self.second}" if self.second_id else f"{self.first} bye"

    @property
    def is_bye(self) -> bool:
        return self.second_id is None

    @property
    def start_is_open(self) -> bool:
        """Whether somebody starts, or started, and nobody has said yet who (WESPA 2.1)."""
        return self.second_id is not None and self.starts_by in self.NOBODY_YET and self.outcome not in self.NOT_BEGUN

    @property
    def table(self) -> str:
        """What stands on the table: its name, else the board's number, "" for a bye."""
        return self.table_name or (str(self.board) if self.board else "")

    @property
    def board_order(self) -> tuple[bool, int, int, int]:
        """BY_BOARD, for games that are read already."""
        return (self.board is None, self.board or 0, self.match_game, self.pk)

    def side_of(self, entry_id: int) -> str:
        return "first" if self.first_id == entry_id else "second"


class GameAdjustment(models.Model):
    """Points, seconds or a lost turn added to one side of a game, with the rule that says so."""

    class Side(models.TextChoices):
        FIRST = "first", _("first player")
        SECOND = "second", _("second player")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="adjustments")
    side = models.CharField(max_length=6, choices=Side.choices)
    kind = models.CharField(max_length=30)
    points = models.SmallIntegerField(default=0)
    seconds = models.IntegerField(default=0)
    lost_turn = models.BooleanField(default=False)
    rule = models.CharField(max_length=60, blank=True)
    source = models.CharField(max_length=30, blank=True)
    ruled_by = models.BigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.points:+d} for {self.side} of {self.game_id}"


class SpreadAdjustment(models.Model):
    """Spread points given to or taken from one player in one round: not mirrored, and no change to any result."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="spread_adjustments")
    round_number = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    rule = models.CharField(max_length=60, blank=True)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["round_number", "pk"]

    def __str__(self) -> str:
        return f"{self.points:+d} for {self.entry} in round {self.round_number}"
