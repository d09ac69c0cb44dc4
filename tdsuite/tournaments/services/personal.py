"""What is stored about a person: one list of places, which the erasure and the file for the person share.

A model whose rows belong to people is named in its app's `erasure.py`, with the columns that the person is not handed and how an
erasure treats it. `tests/tournaments/test_personal.py` finds a model that is not named, and a secret that would be handed out.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db import models
from django.utils import timezone

from tdsuite.platform.access.models import KnownDevice
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import chain_of, deciding_on
from tdsuite.platform.hooks.hooks import Registry
from ..actions import EventAction
from ..models import Entry, Player, Tournament
from .erasure import Person, events_of, person_of, speaks_of

FORMAT = "tdsuite person 1"
ABOUT = (
    "Everything that this installation stores about the person, over all events. Names of other players inside texts read "
    "'another player'; what others said, wrote or signed is left out."
)
WITHHELD = "(left out: it is about somebody else too)"
Rows = Callable[[Person], models.QuerySet[Any]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where rows about people stand.

    Attributes:
        rows: those about a person.
        fields: what the person is handed.
        own: a field that is handed only where the entry at this path is the person's.
        eraser: the one that deletes or empties private words here; "" where nothing but names could be private, which are swept.
        show: what the person is handed in place of fields.
    """

    model: type[models.Model]
    rows: Rows
    fields: tuple[str, ...]
    own: Mapping[str, str]
    eraser: str
    show: Callable[[Any, Person], dict[str, Any]] | None


personal_places: Registry[Place] = Registry("personal_places", "erasure")


def holds(
    what: str,
    model: type[models.Model],
    of: str | Rows,
    *,
    left: str = "",
    own: Mapping[str, str] | None = None,
    eraser: str = "",
    show: Callable[[Any, Person], dict[str, Any]] | None = None,
) -> None:
    """Declare where rows about people stand.

    Args:
        what: as the file for the person names it.
        of: paths from a row to entries, with spaces between: a row is about all of them; or the query.
        left: names of columns that the person is not handed, with spaces between: keys, and the words of others.
    """

    def at_paths(person: Person) -> models.QuerySet[Any]:
        assert isinstance(of, str)
        return model._base_manager.filter(person.at(of)).order_by("pk")

    columns = [column.name for column in model._meta.concrete_fields if not column.primary_key]
    fields = () if show else tuple(name for name in columns if name not in left.split())
    personal_places.add(what, Place(model, at_paths if isinstance(of, str) else of, fields, own or {}, eraser, show))


def export_person(*, by: Actor, player: Player) -> bytes:
    """Everything that is stored about a person as JSON, to be handed to them.  Raises NotAllowed as an erasure does."""
    events = events_of(by, player)
    document = json.dumps(_document(player, person_of(player)), ensure_ascii=False, indent=1)
    for tournament in events:
        with deciding_on(tournament, by=by, action=EventAction.PLAYER_EXPORTED) as decision:
            decision.record(player)
    return document.encode()


def _document(player: Player, person: Person) -> dict[str, Any]:
    writing = _Writing(person)
    stored: dict[str, list[dict[str, Any]]] = {}
    own: set[tuple[str, str]] = {("tournaments.player", str(person.player))}
    for what, place in personal_places.items():
        for row in place.rows(person):
            if facts := place.show(row, person) if place.show else writing.row(place, row):
                stored.setdefault(what, []).append(facts)
                own.add((place.model._meta.label_lower, str(row.pk)))
    devices = KnownDevice.objects.filter(subject__in=[f"entry:{pk}" for pk in person.entries])
    stored["devices that were signed in"] = [{"device": known.device} for known in devices.order_by("pk")]
    stored["record of decisions"] = writing.records(own)
    events = Tournament.objects.filter(pk__in=person.tournaments).order_by("pk").values_list("name", flat=True)
    head = {"format": FORMAT, "about": ABOUT, "made_at": timezone.now().astimezone(UTC).isoformat()}
    return {**head, "person": player.name, "events": list(events), "stored": stored}


class _Writing:
    """Rows as plain facts: people by number and name, other players' names out of every text."""

    def __init__(self, person: Person) -> None:
        self.person = person
        entries = Entry.objects.filter(division__tournament__in=person.tournaments).select_related("player", "division")
        self.entries = {entry.pk: f"{entry.number} {entry.player.name} ({entry.division})" for entry in entries}
        names = {name for entry in entries for name in (entry.player.name, entry.player.filing_name)}
        others = tuple(sorted(names - set(person.names) - {""}, key=len, reverse=True))
        self.others = Person(0, "another player", others, (), ())

    def row(self, place: Place, row: Any) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        for name in place.fields:
            if name in place.own and self._at(row, place.own[name]) not in self.person.entries:
                continue
            field = place.model._meta.get_field(name)
            value = getattr(row, field.attname)  # type: ignore[union-attr]
            if value in (None, "", [], {}):
                continue
            if isinstance(field, models.ForeignKey):
                facts[name] = self.entries.get(value, value) if field.related_model is Entry else value
            else:
                facts[name] = self.plain(value)
        return facts

    @staticmethod
    def _at(row: Any, path: str) -> Any:
        *links, last = path.split("__")
        for link in links:
            row = getattr(row, link)
        return getattr(row, f"{last}_id")

    def plain(self, value: Any) -> Any:
        if isinstance(value, datetime | date):
            return value.isoformat()
        if isinstance(value, str | list | dict):
            return self.others.out_of(value)
        return value

    def records(self, own: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
        """The decisions about the person's rows, or that name them; a reason where it is about nobody else."""
        rows, facts = set(own), []
        chains = [chain_of(event) for event in Tournament.objects.filter(pk__in=self.person.tournaments)]
        for record in Record.objects.filter(chain__in=chains).select_related("reason_text").order_by("pk").iterator():
            about = (record.object_type, record.object_id) in rows
            alone = about and record.object_type in ("tournaments.player", "tournaments.entry")
            alone = alone or any(side.get("entry") in self.person.entries for side in (record.before, record.after))
            reason = getattr(getattr(record, "reason_text", None), "text", "")
            named = any(speaks_of(set(self.person.entries), side) for side in (record.before, record.after))
            if about or named or self.person.named_in(reason):
                fact = {"event": record.chain, "number": record.seq, "at": record.at.isoformat(), "what": record.action}
                if alone:
                    fact |= {"before": self.plain(record.before), "after": self.plain(record.after)}
                if reason:
                    fact["reason"] = self.plain(reason) if alone else WITHHELD
                facts.append(fact)
        return facts
