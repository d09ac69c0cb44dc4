"""Throttles, in the database. They key on player, account and device; an address only parts strangers from each other, because a
hall may have one address for all.

A try is counted before it is judged, so that a hundred tries at once are a hundred tries; a right one is taken off again. One that was
begun and never judged, because the server was killed meanwhile, counts for a minute: nobody was told whether it was right.
Why these keys and figures: docs/decisions/0007-signing-in.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import transaction
from django.utils import timezone

from tdsuite.platform.access import devices
from tdsuite.platform.access.devices import Device
from tdsuite.platform.access.errors import Throttled
from tdsuite.platform.access.models import Station, Tries

FREE_TRIES = 5  # of one player or account, by one known device, or by all strangers of one address
STRANGERS_TRIES = 100  # of one player or account, by strangers of all addresses: more than one address makes in a day
DEVICE_TRIES = 10  # of one device, whoever it tries to be
STATION_TRIES = 40  # a whole hall mistypes at a station
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=15)
JUDGED_WITHIN = timedelta(minutes=1)
FORGOTTEN_AFTER, KEPT = timedelta(hours=1), timedelta(days=1)
OPENINGS, OPENING_WAIT = 40, timedelta(minutes=10)  # new sessions of one link


@dataclass(frozen=True, slots=True)
class Limit:
    """A key and how many tries are free under it."""

    key: str
    free: int


def limits_of(subject: str, device: Device, station: Station | None) -> tuple[Limit, ...]:
    """What a try to be `subject` ("entry:7", "account:…") counts under.

    Strangers of one address share one count per subject, and all strangers a larger one: a guesser shuts out those behind the same
    address, and others only with many addresses. A device that was signed in as the subject before, and a station, have a count of their
    own, so that strangers cannot shut them out.  subject: "" where nobody of that name exists.
    """
    if station is not None:
        own, device_key, free = station.device, station.device, STATION_TRIES
    else:
        own = device.name if subject and not device.fresh and devices.knows(device.name, subject) else "strangers"
        device_key, free = device.name, DEVICE_TRIES
    limits = [Limit(f"{subject}:{own}", FREE_TRIES)] if subject else []
    if subject and own == "strangers":
        limits = [
            Limit(f"{subject}:strangers@{device.network}", FREE_TRIES),
            Limit(f"{subject}:strangers", STRANGERS_TRIES),
        ]
    if station is not None or not device.fresh:  # a device that throws its cookie away is one of the strangers
        limits.append(Limit(f"device:{device_key}", free))
    return tuple(limits)


def take(limits: Sequence[Limit], *, official: bool = False) -> tuple[str, ...]:
    """Count one try under every key, until `wrong` or `give_back` judges it. The keys whose next try must wait.

    Raises:
        Throttled: one of them waits.
    """
    now = timezone.now()
    blocked = []
    with transaction.atomic():
        rows = {row.key: row for row in _locked([limit.key for limit in limits])}
        for limit in limits:
            _forget(rows[limit.key], limit.free, now)
        waits = [row.blocked_until - now for row in rows.values() if row.blocked_until and row.blocked_until > now]
        if waits:
            raise Throttled(max(waits).total_seconds(), official=official)
        for limit in limits:
            row = rows[limit.key]
            row.count, row.last_at, row.begun = row.count + 1, now, [*row.begun, now.timestamp()]
            row.blocked_until = _waits_until(row, limit.free)
            row.save()
            if row.blocked_until:
                blocked.append(limit.key)
    return tuple(blocked)


def _forget(row: Tries, free: int, now: datetime) -> None:
    """Forget what is long ago, and tries that nobody judged in time."""
    if now - row.last_at > FORGOTTEN_AFTER:
        row.count, row.begun = 0, []
    begun = [instant for instant in row.begun if instant > (now - JUDGED_WITHIN).timestamp()]
    if lapsed := len(row.begun) - len(begun):
        row.count, row.begun = max(row.count - lapsed, 0), begun
        row.blocked_until = _waits_until(row, free)


def _waits_until(row: Tries, free: int) -> datetime | None:
    over = row.count - free
    return row.last_at + min(FIRST_WAIT * 2 ** min(over, 10), LONGEST_WAIT) if over >= 0 else None


def _locked(keys: Sequence[str]) -> list[Tries]:
    """The rows of the keys, made where missing, owned until the transaction ends."""
    now = timezone.now()
    if Tries.objects.filter(key__in=keys).count() < len(keys):
        Tries.objects.filter(last_at__lt=now - KEPT).exclude(key__in=keys).delete()
        Tries.objects.bulk_create([Tries(key=key, last_at=now) for key in keys], ignore_conflicts=True)
    return list(Tries.objects.select_for_update().filter(key__in=keys).order_by("key"))


def give_back(limits: Sequence[Limit]) -> None:
    """The try was right: it counts under no key."""
    _judge(limits, right=True)


def wrong(limits: Sequence[Limit]) -> None:
    """The try was wrong: it goes on counting under every key."""
    _judge(limits, right=False)


@transaction.atomic
def _judge(limits: Sequence[Limit], *, right: bool) -> None:
    """A try that is judged so late that it counts no more begins to count when it was wrong."""
    now = timezone.now()
    rows = {row.key: row for row in _locked([limit.key for limit in limits])}
    for limit in limits:
        row = rows[limit.key]
        _forget(row, limit.free, now)
        under_way, row.begun = bool(row.begun), row.begun[:-1]
        if right:
            row.count, row.blocked_until = max(row.count - under_way, 0), None
        elif not under_way:
            row.count, row.last_at = row.count + 1, now
            row.blocked_until = _waits_until(row, limit.free)
        row.save()


def guesses(tournament: Any) -> tuple[int, int]:
    """(wrong PINs of strangers in the last quarter of an hour and the hour before it, players they were tried for) in an event."""
    rows = Tries.objects.filter(key__startswith="entry:", key__endswith=":strangers", count__gt=0)
    counts = {row.key.split(":")[1]: row.count for row in rows.filter(last_at__gt=timezone.now() - LONGEST_WAIT)}
    entries = apps.get_model("tournaments", "Entry").objects.filter(division__tournament=tournament)
    own = list(entries.filter(pk__in=counts).values_list("pk", flat=True)) if counts else []
    return sum(counts[str(pk)] for pk in own), len(own)


def opening(link_id: int) -> None:
    """Count a new session of a link.  Raises Throttled when one link is opened in ever new browsers."""
    now, key = timezone.now(), f"token:{link_id}"
    with transaction.atomic():
        (row,) = _locked([key])
        if row.blocked_until and row.blocked_until > now:
            raise Throttled((row.blocked_until - now).total_seconds())
        row.count = 1 if now - row.last_at > OPENING_WAIT else row.count + 1
        row.last_at = now
        row.blocked_until = now + OPENING_WAIT if row.count >= OPENINGS else None
        row.save()
