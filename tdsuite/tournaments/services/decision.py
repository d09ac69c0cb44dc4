"""The frame of every decision: one transaction, one division at a time, one new state version, every page told."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, models, transaction

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actions import ACTIONS, Action, Touches
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import Decision, Facts, recording
from tdsuite.platform.hooks.hooks import Hook
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.platform.live import kept_pages
from tdsuite.platform.live.services import bump
from tdsuite.platform.words import refusals
from ..models import Division, DivisionChange, Game, GameAdjustment, Round, Tournament
from .roads import Road

Refused = refusals.Refused
require_reason = refusals.require_reason


@dataclass(frozen=True, slots=True)
class Passage:
    """By which road a decision reached a game.

    Attributes:
        by: who gave it a result; None where only lines came or went.
    """

    road: Road
    by: Actor | None = None


@dataclass(eq=False, kw_only=True)
class DivisionDecision(Decision):
    """A decision about one division, which it owns: whoever decides at the same time waits.

    Attributes:
        division: the division's row as it is now, with its tournament.
        games: the games touched so far, by this decision and those inside it, and by which roads.
        rounds: of those games as they are when followers are told, with division and event.
        topics: live topics that are raised at the end of the outermost decision, all at once.
        cause: the last record before followers were told; None where nothing was recorded.
    """

    division: Division
    changes_state: bool | None = None
    games: dict[int, list[Passage]] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    topics: set[str] = field(default_factory=set)
    cause: Record | None = None
    touches: Touches = Touches.NOTHING

    def record(self, obj: models.Model, *, after: Facts | None = None, **more: Any) -> Record:
        """As every decision; and note what it touched, for drafts and prints that were made before it."""
        row = super().record(obj, after=after, **more)
        action = ACTIONS.get(row.action)
        touches = action.touches if action else Touches.NOTHING
        if self.changes_state is False:
            touches &= ~Touches.STATE
        self.touches |= touches
        if touches & Touches.FOR_GOOD and self.division.tournament.first_result_at is None:
            Tournament.objects.filter(pk=self.division.tournament_id, first_result_at=None).update(
                first_result_at=row.at
            )
        if touches & ~Touches.SIGNATURES:
            rounds = row.after.get("rounds") or [row.after.get("round")]
            number = rounds[0] if isinstance(rounds, list) and isinstance(rounds[0], int) else None
            if isinstance(obj, Round | Game):
                number = obj.number if isinstance(obj, Round) else obj.round.number
            DivisionChange.objects.create(
                division=self.division, at=row.at, action=row.action, touches=touches.value,
                object_id=obj.pk, round_number=number, table=str(row.after.get("table") or ""),
            )  # fmt: skip
        return row

    def enqueue(self, kind: str, obj: models.Model | None = None, *, queue: str | None = None, **args: Any) -> Job:
        """Ask for a job about `obj` (the division, unless named) once the decision is done."""
        return enqueue(kind, tournament=self.tournament, obj=obj or self.division, args=args, by=self.by, queue=queue)


@dataclass(eq=False, kw_only=True)
class EventDecision(Decision):
    """A decision about an event as a whole: every division and the event's row are owned."""

    event: Tournament


# Called at the end of every decision that touched games or their lines, inside its transaction, once, with the outermost
# decision. What a listener raises undoes the decision.
games_changed: Hook[[DivisionDecision], None] = Hook("games_changed")
_under_way: ContextVar[DivisionDecision | None] = ContextVar("the decision under way", default=None)


def decision_under_way() -> DivisionDecision:
    """The innermost decision, for services that are part of another's. Raises LookupError outside of every decision."""
    if decision := _under_way.get():
        return decision
    raise LookupError("no decision is under way")


def touch(instance: Game | GameAdjustment, *, created: bool = False, **_: Any) -> None:
    """Note that a game's row or one of its lines was saved or deleted: its players' pages are told, and whoever follows games."""
    if decision := _under_way.get():
        line = isinstance(instance, GameAdjustment)
        game_id = instance.game_id if isinstance(instance, GameAdjustment) else instance.pk
        decision.games.setdefault(game_id, [])
        if line or not created:  # nobody listens to a board that was not there
            decision.topics.add(Game(pk=game_id).live_topic)


def note_road(game_id: int, road: Road, by: Actor | None = None) -> None:
    """Note by which road the decision under way reached a game; whoever writes results and lines calls this."""
    if decision := _under_way.get():
        decision.games.setdefault(game_id, []).append(Passage(road, by))


@contextmanager
def deciding(
    division: Division,
    *,
    by: Actor,
    action: Action,
    can: Can | None = None,
    reason: str = "",
    changes_state: bool | None = None,
    tells_pages: bool = True,
    owns_event: bool = True,
) -> Iterator[DivisionDecision]:
    """Ask for the right `can`, where the service has not asked, and open a transaction that owns the division: others who decide wait.

    On leaving, drafts made before become stale (`state_version`) if the recorded actions touch what drafts are made from; pages of the
    division are told unless `tells_pages` is False, and pages of a game are told of every change of its row and its lines.

    `changes_state` says whether drafts become stale, where the action alone does not; `owns_event` is False where nothing is decided
    that divisions have together, such as tables.
    """
    if can:
        require(by, division.tournament, can)
    outer = _under_way.get()
    with transaction.atomic(), recording():
        rows = Division.objects.filter(pk=division.pk).select_related("tournament")
        if not owns_event:
            own_division(division)
        owned = (rows.select_for_update(no_key=True) if owns_event else rows).get()
        decision = DivisionDecision(
            by=by, action=action, reason=reason, tournament=owned.tournament, scope=owned.live_topic,
            division=owned, changes_state=changes_state,
        )  # fmt: skip
        if outer is not None:  # part of it: its followers are told at its end
            decision.games, decision.records, decision.topics = outer.games, outer.records, outer.topics
        token = _under_way.set(decision)
        try:
            yield decision
            if decision.changes_state or (decision.changes_state is None and decision.touches & Touches.STATE):
                Division.objects.filter(pk=owned.pk).update(state_version=models.F("state_version") + 1)
            if tells_pages:
                decision.topics.add(owned.live_topic)
            if outer is None:
                if decision.games:
                    decision.cause = decision.records[-1] if decision.records else None
                    played_in = Game.objects.filter(pk__in=decision.games).order_by().values("round")
                    rounds = Round.objects.filter(pk__in=played_in).select_related("division__tournament")
                    decision.rounds = list(rounds.order_by("number"))
                    games_changed(decision)
                bump(*decision.topics)
        finally:
            _under_way.reset(token)


def own_division(division: Division) -> None:
    """Own the division until the end of the transaction: others decide about it later. On SQLite every transaction that writes does.

    Rows that others refer to are locked without their key: PostgreSQL looks at references at the commit, when the chain's head is held
    already, and who owns the event may be waiting for that. The event is read after the division is locked: a decision that changes it owns
    all its divisions (`own_event`).
    """
    if connection.features.has_select_for_update:
        Division.objects.select_for_update(no_key=True).filter(pk=division.pk).values_list("pk").first()


@contextmanager
def deciding_event(tournament: Tournament, *, by: Actor, action: Action, reason: str = "") -> Iterator[EventDecision]:
    """Open a transaction that owns every division of an event, and then the event. On leaving, every page of the event is told of what was recorded."""
    with transaction.atomic(), recording():
        event = own_event(tournament)
        decision = EventDecision(by=by, action=action, reason=reason, tournament=event, event=event)
        yield decision
        if decision.records:
            tell_event(event)


def tell_event(tournament: Tournament) -> None:
    """Every page of the event is told; this process shows the change to everyone at once."""
    tell_topics(*(division.live_topic for division in tournament.divisions.all()))


def tell_topics(*topics: str) -> None:
    """Pages that listen to these topics are told; this process shows the change to everyone at once."""
    bump(*topics)
    transaction.on_commit(lambda: kept_pages.show_now(topics))


def own_event(tournament: Tournament) -> Tournament:
    """Own every division and then the event, in the order in which `deciding` does: else each could wait for the other."""
    list(Division.objects.select_for_update(no_key=True).filter(tournament=tournament.pk).order_by("pk"))
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


def changed_fields(obj: models.Model, values: dict[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Set `values` on the row and return (before, after) of what really changed, as plain facts for the record."""
    before, after = {}, {}
    for name, value in values.items():
        old = getattr(obj, name)
        if old != value:
            before[name], after[name] = _plain(old), _plain(value)
            setattr(obj, name, value)
    return before, after


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, str | int | bool | list | dict) else str(value)


def check(obj: models.Model) -> None:
    """Validate a row as a form would; Refused names the field."""
    try:
        obj.full_clean()
    except ValidationError as error:
        raise Refused(first_message(error), code="invalid") from error


def first_message(error: ValidationError) -> str:
    for name, problems in getattr(error, "message_dict", {"__all__": error.messages}).items():
        return str(problems[0]) if name == "__all__" else f"{name.replace('_', ' ')}: {problems[0]}"
    return "These values cannot be kept."
