"""The record of decisions in words: who, when, what, on what, before and after, why."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tdsuite.platform.access.models import User
from tdsuite.platform.audit.actions import ACTIONS, label_of
from tdsuite.platform.audit.comparing import printed_record
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import chain_of
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Entry, Game, Tournament

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One decision as it is shown.  changes: (what, before, after) in words; why: the reason, "" where none was given.
    day: of the event's own time."""

    record: Record
    what: str
    who: str
    where: str
    about: str
    changes: tuple[tuple[str, str, str], ...]
    why: str
    day: str


def records_of(tournament: Tournament, filters: Mapping[str, str]) -> QuerySet[Record]:
    """The event's records, newest first, as filtered by what (action), who ("user:3"), scope ("division:4") and printed digits."""
    rows = Record.objects.of_chain(chain_of(tournament)).select_related("reason_text").order_by("-seq")
    if filters.get("what"):
        rows = rows.filter(action=filters["what"])
    if filters.get("scope"):
        rows = rows.filter(scope=filters["scope"])
    if filters.get("printed"):
        printed = printed_record(tournament, filters["printed"])
        rows = rows.filter(pk=printed.pk) if printed else rows.none()
    kind, _colon, number = filters.get("who", "").partition(":")
    if kind:
        rows = rows.filter(actor_kind=kind, actor_id=whole(number))
    return rows


def records_about(game: Game) -> QuerySet[Record]:
    """The records of decisions about one game, newest first."""
    return Record.objects.about(game).select_related("reason_text").order_by("-seq")


def filters_of(tournament: Tournament) -> dict[str, list[tuple[str, str]]]:
    """What can be filtered for: the actions, people and divisions that the event's record names."""
    rows = Record.objects.filter(chain=chain_of(tournament)).order_by()
    actions = sorted(rows.values_list("action", flat=True).distinct())
    actors = list(rows.values_list("actor_kind", "actor_id").distinct())
    names = _names(number for kind, number in actors if kind == Record.ActorKind.USER)
    return {
        "actions": [(action, label_of(action)) for action in actions],
        "people": sorted(
            ((f"{kind}:{number or ''}", _who(kind, number, names)) for kind, number in actors), key=lambda item: item[1]
        ),
        "scopes": [(division.live_topic, division.name) for division in tournament.divisions.all()],
    }


def lines_of(tournament: Tournament, records: Iterable[Record], *, reads_private: bool) -> list[RecordLine]:
    """Records in words, with the names that people and divisions have now.

    reads_private: whether the reader decides what has medical and other private reasons.
    """
    rows = list(records)
    people = [row.actor_id for row in rows if row.actor_kind == Record.ActorKind.USER]
    people += [row.before.get("user") or row.after.get("user") for row in rows]
    names = _names(people)
    divisions = {division.live_topic: division.name for division in Division.objects.filter(tournament=tournament)}
    entries = Entry.objects.filter(division__tournament=tournament).select_related("player")
    players = {entry.pk: f"{entry.number} {entry.player.name}" for entry in entries}
    about = _games(row.object_id for row in rows if row.object_type == Game._meta.label_lower)
    about |= _entries(row.object_id for row in rows if row.object_type == Entry._meta.label_lower)
    with timezone.override(tournament.time_zone):
        return [
            RecordLine(
                record=row,
                what=label_of(row.action),
                who=_who(row.actor_kind, row.actor_id, names),
                where=divisions.get(row.scope, ""),
                about=about.get((row.object_type, row.object_id), ""),
                changes=tuple(
                    _changes(row.before, row.after, names, players if row.object_type == Game._meta.label_lower else {})
                ),
                why=_why(row, reads_private=reads_private),
                day=date_format(timezone.localtime(row.at), "j M Y"),
            )
            for row in rows
        ]


def _why(row: Record, *, reads_private: bool) -> str:
    action = ACTIONS.get(row.action)
    if row.reason_hash and action is not None and action.private and not reads_private:
        return str(_("A private reason, for those who make such rulings."))
    return f"“{row.why}”" if row.reason_hash else ""


def _names(ids: Iterable[int | None]) -> dict[int, str]:
    return dict(User.objects.filter(pk__in={number for number in ids if number}).values_list("pk", "username"))


def _who(kind: str, number: int | None, names: Mapping[int, str]) -> str:
    if kind == Record.ActorKind.USER:
        return names.get(number or 0, f"user {number}")
    return f"{Record.ActorKind(kind).label} {number or ''}".strip()


def _games(ids: Iterable[str]) -> dict[tuple[str, str], str]:
    games = Game.objects.filter(pk__in={number for number in ids if number.isdecimal()}).with_people()
    kind = Game._meta.label_lower
    return {
        (kind, str(game.pk)): f"round {game.round.number}, " + (f"table {game.table}" if game.table else "bye")
        for game in games
    }


def _entries(ids: Iterable[str]) -> dict[tuple[str, str], str]:
    entries = Entry.objects.filter(pk__in={number for number in ids if number.isdecimal()}).with_people()
    kind = Entry._meta.label_lower
    return {(kind, str(entry.pk)): f"player {entry.number}, {entry.player.name}" for entry in entries}


def _changes(
    before: Mapping[str, Any], after: Mapping[str, Any], names: Mapping[int, str], players: Mapping[int, str]
) -> Iterable[tuple[str, str, str]]:
    for key in sorted({*before, *after}):
        old, new = (_plain(_named(key, facts.get(key), names, players)) for facts in (before, after))
        if old != new:
            yield key.replace("_", " "), old, new


def _named(key: str, value: Any, names: Mapping[int, str], players: Mapping[int, str]) -> Any:
    """players: of the record of a game, by their entry."""
    known = names if key == "user" else players if key in ("first", "second") else {}
    return known.get(value, value) if isinstance(value, int) else value


def _plain(value: Any) -> str:
    if value is None or value in ("", {}):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and INSTANT.fullmatch(value):
        return date_format(timezone.localtime(datetime.fromisoformat(value)), "j M Y, H:i:s")
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in sorted(value.items())) or "–"
    return str(value)
