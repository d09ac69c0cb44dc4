"""The frame of every decision: one transaction, one division at a time, one new state version, every page told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction

from tdsuite.live.services import bump

from ..models import Division, Tournament
from .roads import Road


class Refused(Exception):
    """A decision that cannot be taken. The message says why and what to do; nothing was changed.

    code: a stable word for programs, which the API sends with the message.
    """

    code = "refused"

    @property
    def facts(self) -> dict[str, Any]:
        """Plain facts that the API sends too."""
        return {}

    @property
    def says(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Passage:
    """By which road a decision reached a game.  by: who gave it a result; None where only lines came or went."""

    road: Road
    by: Any = None


Follower = Callable[[frozenset[int]], None]
_followers: list[Follower] = []
_touched: ContextVar[dict[int, list[Passage]] | None] = ContextVar("games the decision touched", default=None)


def follow_games(follower: Follower) -> None:
    """Have `follower` called at the end of every decision that touched games or their lines, inside its transaction.

    It is given the games' primary keys, once for the whole decision. What it raises undoes the decision.
    """
    if follower not in _followers:
        _followers.append(follower)


def touch(game_id: int) -> None:
    """Note that a game's row or lines changed; the kernel's row signals call this."""
    touched = _touched.get()
    if touched is not None:
        touched.setdefault(game_id, [])


def note_road(game_id: int, road: Road, by: Any = None) -> None:
    """Note by which road the decision under way reached a game; whoever writes results and lines calls this."""
    touched = _touched.get()
    if touched is not None:
        touched.setdefault(game_id, []).append(Passage(road, by))


def passages_of(game_id: int) -> tuple[Passage, ...]:
    """By which roads the decision under way reached a game, in order; for followers. Empty outside a decision."""
    return tuple((_touched.get() or {}).get(game_id, ()))


@contextmanager
def deciding(division: Division, *, changes_state: bool = True, told: bool = True) -> Iterator[Division]:
    """Open a transaction that owns the division: whoever decides at the same time waits.

    On leaving, the division's state version is raised (drafts made before become stale) unless `changes_state` is
    False, and pages that listen to the division are told unless `told` is False.
    """
    with transaction.atomic(), _following():
        owned = Division.objects.select_for_update().select_related("tournament").get(pk=division.pk)
        yield owned
        if changes_state:
            Division.objects.filter(pk=owned.pk).raise_version()
        if told:
            bump(owned.live_topic)


def own_event(tournament: Tournament) -> Tournament:
    """Own every division and then the event, in the order in which `deciding` does: else each could wait for the other."""
    list(Division.objects.select_for_update().filter(tournament=tournament.pk).order_by("pk"))
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


@contextmanager
def _following() -> Iterator[None]:
    """Tell the followers when the outermost decision is done; decisions within it are part of it."""
    if _touched.get() is not None:
        yield
        return
    touched: dict[int, list[Passage]] = {}
    token = _touched.set(touched)
    try:
        yield
        if touched:
            for follower in _followers:
                follower(frozenset(touched))
    finally:
        _touched.reset(token)


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
        raise Refused(first_message(error)) from error


def first_message(error: ValidationError) -> str:
    for field, problems in getattr(error, "message_dict", {"__all__": error.messages}).items():
        name = "" if field == "__all__" else f"{field.replace('_', ' ')}: "
        return f"{name}{problems[0]}"
    return "These values cannot be kept."
