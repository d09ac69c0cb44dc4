"""Take a person out of the installation: results, sheets and the record stay, and name "Player 17" from then on.

Every table that keeps private words about a person names its eraser in the app's `erasure.py`:

    deletes("incidents' words", IncidentText, "incident__entry incident__other")

or, where that does not say it, a function with `@erases("...")`.

Records of decisions, versions of sheets and signatures name people by id only: nothing is erased there, and nothing
could be. A reason's words stand in a row of their own; deleting it leaves the chain whole (`verify_audit` says "erased").
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Q
from django.db.models.functions import Cast

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services.links import forget_entries
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import ReasonText
from tdsuite.platform.audit.services import chain_of, deciding_on
from tdsuite.platform.audit.triggers import protected_tables
from tdsuite.platform.hooks.hooks import Registry
from tdsuite.platform.live import kept_pages
from tdsuite.platform.live.services import bump
from ..actions import EventAction
from ..models import Division, Entry, Player, Tournament

# Names here are not the person's as a player: accounts, events, and everybody else of that name.
NOT_SWEPT = frozenset({"access.user", "tournaments.player", "tournaments.tournament", "tournaments.division"})
STAFF_NAME = "by_name"  # the official who decided


@dataclass(frozen=True, slots=True)
class Person:
    """Who is erased.

    Attributes:
        label: what stands in place of the names.
        names: as they stood.
        entries, tournaments: primary keys.
    """

    player: int
    label: str
    names: tuple[str, ...]
    entries: tuple[int, ...]
    tournaments: tuple[int, ...]

    def at(self, paths: str) -> Q:
        """Rows from which a path leads to one of the person's entries.  paths: with spaces between."""
        leads: list[Any] = [(f"{path}__in", self.entries) for path in paths.split()]
        return Q.create(leads, Q.OR)

    def named_in(self, text: str) -> bool:
        return bool(self.names) and _whole(self.names).search(text) is not None

    def out_of(self, value: Any) -> Any:
        """Text, or plain facts, with the label in place of the names."""
        if isinstance(value, dict):
            return {self.out_of(key): self.out_of(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.out_of(item) for item in value]
        if isinstance(value, str) and self.names:
            return _whole(self.names).sub(lambda _match: self.label, value)
        return value


@cache
def _whole(names: tuple[str, ...]) -> re.Pattern[str]:
    """The names as whole words, whatever the case: "Ann" does not stand in "Annual"."""
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE)


Eraser = Callable[[Person], int]
erasers: Registry[Eraser] = Registry("erasers", "erasure")


def erases(what: str) -> Callable[[Eraser], Eraser]:
    """Register what deletes or empties private rows about a person and says how many.  what: as the answer names them."""

    def register(eraser: Eraser) -> Eraser:
        erasers.add(what, eraser)
        return eraser

    return register


def deletes(what: str, model: type[models.Model], of: str) -> None:
    """Rows of which one of these paths leads to the person go."""
    erasers.add(what, lambda person: model._default_manager.filter(person.at(of)).delete()[0])


def empties(what: str, model: type[models.Model], of: str, /, **values: str) -> None:
    """Rows of which one of these paths leads to the person get these values, if they have others."""
    erasers.add(what, lambda person: model._default_manager.filter(person.at(of)).exclude(**values).update(**values))


def erase_player(*, by: Actor, player: Player, reasons: bool = False) -> dict[str, int]:
    """Replace a person's name and numbers, and delete the private words kept about them.

    reasons: also the reasons given for decisions about them, with their salts. Returns what was erased, by kind;
    "reasons left" counts those that still name them. Raises NotAllowed without the right in every event they played in.
    """
    concerned = events_of(by, player)
    with transaction.atomic():
        row = Player.objects.select_for_update().get(pk=player.pk)
        person = person_of(row)
        erased = {what: eraser(person) for what, eraser in erasers.items()}
        _emptied(row, person)
        erased["ways to sign in"] = forget_entries(person.entries)
        erased["mentions"] = _swept(person)
        about = [pk for pk, text in _reasons(person) if reasons or person.named_in(text)]
        if reasons:
            erased["reasons"] = ReasonText.objects.filter(pk__in=about).delete()[0]
        else:
            erased["reasons left"] = len(about)
        for tournament in concerned:
            with deciding_on(tournament, by=by, action=EventAction.PLAYER_ERASED) as decision:
                decision.record(row, after=dict(erased))
        _tell(person)
    _wipe()
    return erased


def events_of(by: Actor, player: Player) -> list[Tournament | None]:
    """The events that a person played in; [None], the installation, for none.  Raises NotAllowed without the right in each."""
    events = list(Tournament.objects.filter(divisions__entries__player=player).distinct().order_by("pk"))
    concerned: list[Tournament | None] = [*events] or [None]
    for tournament in concerned:
        require(by, tournament, Can.MANAGE_TOURNAMENT)
    return concerned


def person_of(row: Player) -> Person:
    entries = Entry.objects.filter(player=row).order_by("pk").values_list("pk", "division__tournament")
    names = sorted({row.name, row.filing_name}, key=len, reverse=True)
    label = f"Player {row.pk}"
    return Person(
        row.pk,
        label,
        tuple(name for name in names if name and name != label),
        tuple(pk for pk, _tournament in entries),
        tuple(sorted({tournament for _pk, tournament in entries})),
    )


def _emptied(row: Player, person: Person) -> None:
    row.name = row.filing_name = person.label
    row.national_id = row.naspa_id = row.wespa_id = row.absp_id = row.club = row.country = ""
    row.save()
    Entry.objects.filter(pk__in=person.entries).update(imported={}, team="", class_name="")


def _reasons(person: Person) -> Iterable[tuple[int, str]]:
    """The reasons of decisions about this person, or that name them: key and words."""
    chains = [chain_of(tournament) for tournament in Tournament.objects.filter(pk__in=person.tournaments)]
    entries, own = set(person.entries), {("tournaments.entry", str(pk)) for pk in person.entries}
    for text in ReasonText.objects.filter(record__chain__in=chains).select_related("record").iterator():
        done = text.record
        about = (done.object_type, done.object_id) in own or any(
            speaks_of(entries, f) for f in (done.before, done.after)
        )
        if about or person.named_in(text.text):
            yield text.pk, text.text


def speaks_of(entries: set[int], facts: dict[str, Any]) -> bool:
    """Whether a record's facts name one of these entries; `entry` may hold an entry's fields, which name none."""
    entry, several = facts.get("entry"), facts.get("entries")
    return (isinstance(entry, int) and entry in entries) or (
        isinstance(several, list) and not entries.isdisjoint(several)
    )


def _swept(person: Person) -> int:
    """Put the label in place of the names wherever else they stand, in any app; how many rows."""
    return sum(
        _swept_model(model, person)
        for model in apps.get_models()
        if model._meta.label_lower not in NOT_SWEPT
        and protected_tables.get(model._meta.db_table)
        is None  # a rating list's own eraser takes the person's lines out
        and model is not ReasonText
    )


def _swept_model(model: type[models.Model], person: Person) -> int:
    fields = [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not field.primary_key
        and not field.choices
        and not field.name.endswith(STAFF_NAME)
    ]
    if not fields or not person.names:
        return 0
    rows = model._base_manager.annotate(**{f"_{field.name}": Cast(field.name, models.TextField()) for field in fields})
    written = {*person.names, *(json.dumps(name)[1:-1] for name in person.names)}  # SQLite keeps JSON in ASCII
    naming = rows.filter(Q.create([(f"_{field.name}__contains", name) for field in fields for name in written], Q.OR))
    count = 0
    for row in naming:
        values = {field.name: person.out_of(getattr(row, field.attname)) for field in fields}
        if all(values[field.name] == getattr(row, field.attname) for field in fields):
            continue  # a longer word
        for field in fields:
            if field.max_length and isinstance(values[field.name], str):
                values[field.name] = values[field.name][: field.max_length]
        count += model._default_manager.filter(pk=row.pk).update(**values)
    return count


def _tell(person: Person) -> None:
    topics = [division.live_topic for division in Division.objects.filter(tournament__in=person.tournaments)]
    bump(*topics)
    transaction.on_commit(lambda: kept_pages.show_now(topics))


def _wipe() -> None:
    """SQLite: what was deleted is overwritten (secure_delete); now also out of the write-ahead log, if nobody reads it."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except DatabaseError:  # in use: the next checkpoint does it
        return
