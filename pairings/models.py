"""Drafts: a pairing run is kept whole, with what it was made from and why each board is what it is."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tdsuite.platform.audit.actions import Touches
from tdsuite.platform.audit.services import Kept, KeyedModel, RecordedModel
from tdsuite.platform.words.sentences import from_stored, stored
from tdsuite.tournaments.models import Division, DivisionChange
from .actions import PairingAction

OF_A_ROUND = Touches.RESULTS | Touches.SCORES  # what a decision about one later round may change without harm


@dataclass(slots=True)
class DraftBoard:
    """One board of a draft.  first, second: entry numbers, second None for a bye; first starts unless drawn.  games: in the round."""

    round: int
    board: int | None
    first: int
    second: int | None
    starts_by: str
    reason: str
    start_reason: str = ""
    changed: bool = False
    games: int = 1
    costs: list[list[Any]] = field(default_factory=list)  # [criterion, value], most important first

    def __post_init__(self) -> None:
        self.reason, self.start_reason = from_stored(self.reason), from_stored(self.start_reason)

    def as_json(self) -> dict[str, Any]:
        """As a run keeps it, from which it is made again."""
        return asdict(self) | {"reason": stored(self.reason), "start_reason": stored(self.start_reason)}

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


class PairingSettings(RecordedModel):
    """What a division's director asks of every round beyond its method; a division without a row asks for nothing."""

    recorded = Kept("division__tournament")
    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="pairing_settings")
    rules = models.JSONField(default=dict, blank=True)  # `engine.rules.rules_from` reads it
    boards = models.JSONField(default=list, blank=True)  # {"ask", "one", "two", "round"}: see `services.rules`
    families = models.JSONField(default=list, blank=True)  # lists of players' numbers
    volunteers = models.JSONField(default=list, blank=True)  # numbers of those who would rather have the bye
    reasons_public = models.BooleanField(_("players may read why each board is what it is"), default=True)

    class Meta:
        verbose_name_plural = "pairing settings"

    @property
    def family_of(self) -> dict[int, str]:
        """The family of each player who has one, by number; a family is known by its place in the list."""
        return {number: f"family {place}" for place, family in enumerate(self.families, start=1) for number in family}


class PairingRunQuerySet(models.QuerySet["PairingRun"]):
    def drafts(self) -> "PairingRunQuerySet":
        return self.filter(status=PairingRun.Status.DRAFT)

    def covering(self, number: int) -> "PairingRunQuerySet":
        return self.filter(first_round__lte=number, last_round__gte=number)


class PairingRun(KeyedModel):
    """A draft of one round, or of a block of rounds paired together. Published once, or never."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        DISCARDED = "discarded", _("discarded")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="pairing_runs")
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    paired_after = models.PositiveSmallIntegerField(null=True)
    method = models.CharField(max_length=30)
    seed = models.BigIntegerField()
    engine_version = models.CharField(max_length=20)
    state_version = models.PositiveBigIntegerField()
    based_on = models.PositiveBigIntegerField(default=0)  # the division's newest DivisionChange when it was made
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    inputs = models.JSONField(default=dict)
    boards = models.JSONField(default=list)
    warnings = models.JSONField(default=list)
    costs = models.JSONField(default=list)
    proof = models.CharField(max_length=20, blank=True)
    schedule = models.JSONField(default=list)  # of a round: those to come without a repeat, each as pairs of numbers
    automatic = models.BooleanField(default=False)  # made because the plan says so, not because somebody asked
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)

    objects = PairingRunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "first_round"], condition=Q(status="draft"), name="pairing_one_draft_a_round"
            ),
            models.CheckConstraint(
                condition=Q(last_round__gte=models.F("first_round")), name="pairing_rounds_in_order"
            ),
        ]

    @property
    def rounds_text(self) -> str:
        """ "round 4", or "rounds 1 to 7"."""
        first, last = self.first_round, self.last_round
        return f"round {first}" if first == last else f"rounds {first} to {last}"

    @property
    def facts(self) -> dict[str, Any]:
        """What the record says of a run."""
        return {"rounds": [self.first_round, self.last_round], "method": self.method, "seed": self.seed}

    @property
    def is_one_round(self) -> bool:
        return self.first_round == self.last_round

    @property
    def rounds(self) -> range:
        return range(self.first_round, self.last_round + 1)

    def draft_boards(self, number: int | None = None) -> Iterator[DraftBoard]:
        """The boards of a round (of all rounds when None), in order, byes last."""
        for facts in self.boards:
            if number is None or facts["round"] == number:
                yield DraftBoard(**facts)

    def is_stale(self, division: Division | None = None) -> bool:
        """Whether the division's state has changed since this run was made."""
        return self.state_version != (division or self.division).state_version

    def stale_now(self, division: Division | None = None) -> bool:
        """Whether anything that the draft was made from has changed since."""
        return self.is_stale(division) and self.is_touched_by(self._changes())

    def changes_since(self) -> list[DivisionChange]:
        """The decisions that made a draft stale, oldest first; empty while it is fresh.

        Results of rounds that it was not made from do not count: a lagging plan does not wait for them. Nor does the
        publication of boards that it already followed as a draft: rounds paired in advance are published one by one.
        """
        return self._that_matter(self._changes()) if self.is_stale() else []

    def _changes(self) -> list[DivisionChange]:
        return list(DivisionChange.objects.filter(division=self.division_id, pk__gt=self.based_on))

    def is_touched_by(self, changes: Sequence[DivisionChange]) -> bool:
        """Whether what changed since its division has a new state touched it; unless all of it is known not to matter."""
        return not any(change.what & Touches.STATE for change in changes) or bool(self._that_matter(changes))

    def _that_matter(self, changes: Sequence[DivisionChange]) -> list[DivisionChange]:
        redrafted = {change.object_id for change in changes if change.what & Touches.DRAFTS}
        return [change for change in changes if change.what & Touches.STATE and self._matters(change, redrafted)]

    def _matters(self, change: DivisionChange, redrafted: set[int | None]) -> bool:
        """Whether a change touches this draft.

        Args:
            redrafted: the drafts that were made or changed after this one, so that it could not follow their boards.
        """
        number, source = change.round_number, self.paired_after or 0
        if number is None:
            return change.action != PairingAction.PLAN_CHANGED
        if change.action == PairingAction.UNPUBLISHED:
            return number < self.first_round
        if change.action == PairingAction.PUBLISHED:
            return (
                change.object_id != self.pk
                and number <= self.last_round
                and (number <= source or change.object_id in redrafted)
            )
        if change.action == PairingAction.PLAN_CHANGED:
            return number in self.rounds
        return bool(change.what & Touches.STATE & ~OF_A_ROUND) or number <= source

    def as_json(self, names: dict[int, str], tables: dict[tuple[int, int], str | int]) -> dict[str, Any]:
        """As programs read it: one round's games, or all of a block's, each with its round.

        names: by entry number.  tables: by (round, board) where a table has a name of its own.
        """
        games = []
        for board in self.draft_boards():
            table = tables.get((board.round, board.board), board.board) if board.board is not None else None
            second = None if board.second is None else {"number": board.second, "name": names[board.second]}
            game = {
                "table": table,
                "first": {"number": board.first, "name": names[board.first]},
                "second": second,
                "starts_by": board.starts_by,
                "games": board.games,
                "reason": board.reason,
            }
            games.append(game if self.is_one_round else {"round": board.round, **game})
        return {
            "round": self.first_round,
            "method": self.method,
            "seed": self.seed,
            "games": games,
            "warnings": self.warnings,
        }


def stale_among(runs: Sequence[PairingRun]) -> set[int]:
    """The primary keys of those runs of one event that `stale_now` is true of, in one query at most."""
    raised = [run for run in runs if run.is_stale()]
    if not raised:
        return set()
    changes = list(
        DivisionChange.objects.filter(
            division__in={run.division_id for run in raised}, pk__gt=min(run.based_on for run in raised)
        )
    )
    return {
        run.pk
        for run in raised
        if run.is_touched_by(
            [change for change in changes if change.division_id == run.division_id and change.pk > run.based_on]
        )
    }


class RoundChances(KeyedModel):
    """How likely each prize place is after a round, by trials: worked out by a job, forgotten when a result of it changes."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="round_chances")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=32)  # of what they were worked out from
    trials = models.PositiveIntegerField()
    shares = models.JSONField(default=list)  # [entry's key, [in how many trials first, second, ...]], likeliest first

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "round chances"
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="pairing_one_row_of_chances_a_round")
        ]
