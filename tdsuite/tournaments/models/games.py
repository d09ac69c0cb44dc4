"""Rounds and games, and what was added to or taken from their scores."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.services import Kept, RecordedQuerySet
from tdsuite.platform.web.reasons import LONGEST_REASON
from tdsuite.platform.words.lines import LineField, SentenceField
from .events import Division
from .people import Entry


class RoundQuerySet(RecordedQuerySet["Round"]):
    """Rounds."""

    def published(self) -> "RoundQuerySet":
        """Those whose pairings are public, or were played (`Round.is_published`)."""
        return self.exclude(status=Round.Status.DRAFT)

    def reopened(self) -> "RoundQuerySet":
        """Those that were closed and then opened again (`Round.is_reopened`)."""
        return self.filter(status=Round.Status.PLAYING, closed_at__isnull=False)


class Round(models.Model):
    """One round of one division. Playing from the director's Start; closed when every game has an outcome.

    Attributes:
        closed_at: when its last game got an outcome; a round that was opened again plays on and keeps it.
        undone_at: when its pairings, or its start where it is published, were taken back, or it was opened again; None once
            it is published, started or closed again.
        undone_reason: what players read about it.
    """

    recorded = Kept("division__tournament", words="undone_reason")

    class Status(models.TextChoices):
        DRAFT = "draft", _("not published")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("complete")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    scheduled_at = models.DateTimeField(_("scheduled start"), null=True, blank=True)
    started_at = models.DateTimeField(_("actual start"), null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    planned_length = models.PositiveSmallIntegerField(null=True, blank=True)  # the division's rounds when it was closed
    paired_after = models.PositiveSmallIntegerField(null=True, blank=True)  # the standings it was paired from, if any
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_reason = models.CharField(max_length=LONGEST_REASON, blank=True)

    objects = RoundQuerySet.as_manager()

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

    @property
    def is_reopened(self) -> bool:
        """Whether it was closed and then opened again: it plays until somebody closes it."""
        return self.status == self.Status.PLAYING and self.closed_at is not None


BY_BOARD = (F("board").asc(nulls_last=True), "match_game", "pk")  # every list of boards: the tables in order, byes last


class GameQuerySet(RecordedQuerySet["Game"]):
    def in_round(self, number: int) -> "GameQuerySet":
        return self.filter(round__number=number)

    def of_division(self, division: Division) -> "GameQuerySet":
        return self.filter(round__division=division)

    def up_to(self, number: int) -> "GameQuerySet":
        return self.filter(round__number__lte=number)

    def awaiting_result(self) -> "GameQuerySet":
        return self.filter(outcome=Game.Outcome.AWAITED)

    def of_player(self, entry: Entry | int) -> "GameQuerySet":
        return self.filter(Q(first=entry) | Q(second=entry))

    def open_for(self, entry: Entry) -> "GameQuerySet":
        """A player's published boards without a result, earliest first."""
        mine = self.of_player(entry).filter(outcome__in=Game.UNFINISHED)
        return mine.with_people().order_by("round__number", "match_game", "pk")

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

    recorded = Kept("round__division__tournament", words="reason table_reason")

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
    table_name = LineField(_("table"), max_length=20, blank=True)
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
    reason = SentenceField(blank=True)  # why this board: shown to players
    table_reason = SentenceField(blank=True)  # why at this table; never says what a player needs
    decided_at = models.DateTimeField(null=True, blank=True)
    entered_by_kind = models.CharField(max_length=10, blank=True)  # as `Record.ActorKind`; whoever gave the result
    entered_by = models.BigIntegerField(null=True, blank=True)
    entered_road = models.CharField(max_length=20, blank=True)  # a `Road`

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
    def players(self) -> tuple[Entry, ...]:
        """Who sits at the board: two, or the one who has a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def entry_ids(self) -> tuple[int, int | None]:
        """The primary keys of its two players; None second in a bye."""
        return self.first_id, self.second_id

    def opponent(self, entry_id: int) -> Entry | None:
        """Of the game's other player; None in a bye."""
        return self.second if self.first_id == entry_id else self.first

    def left_by(self, number: int, *players: Entry | None, or_forfeited: bool = False) -> tuple[Entry, ...]:
        """Of its players, those who have left and whose board in round `number` is not settled by a result.

        or_forfeited: nor by scores, so that a forfeit may still turn out to have been played.
        """
        settled = self.outcome in self.SCORED if or_forfeited else self.outcome not in self.UNFINISHED
        if self.second_id is None or settled:
            return ()
        return tuple(player for player in players if player and player.withdrawn_from and player.has_left(number))

    @property
    def gone(self) -> tuple[Entry, ...]:
        """Its players who have left, until the board is settled. For games read with their people."""
        return self.left_by(self.round.number, self.first, self.second)

    @property
    def gone_unplayed(self) -> tuple[Entry, ...]:
        """Its players who have left, until it has scores. For games read with their people."""
        return self.left_by(self.round.number, self.first, self.second, or_forfeited=True)

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

    @property
    def live_topic(self) -> str:
        """What the two players' pages of this game listen to."""
        return f"game:{self.pk}"

    def side_of(self, entry_id: int) -> str:
        return "first" if self.first_id == entry_id else "second"


class GameAdjustment(models.Model):
    """Points, seconds or a lost turn added to one side of a game, with the rule that says so."""

    recorded = Kept("game__round__division__tournament")

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

    objects = RecordedQuerySet["GameAdjustment"].as_manager()

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.points:+d} for {self.side} of {self.game_id}"


class SpreadAdjustment(models.Model):
    """Spread points given to or taken from one player in one round: not mirrored, and no change to any result."""

    recorded = Kept("entry__division__tournament", words="reason")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="spread_adjustments")
    round_number = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField()
    rule = models.CharField(max_length=60, blank=True)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RecordedQuerySet["SpreadAdjustment"].as_manager()

    class Meta:
        ordering = ["round_number", "pk"]

    def __str__(self) -> str:
        return f"{self.points:+d} for {self.entry} in round {self.round_number}"
