"""Write one link of a chain, and check a whole chain."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection, models
from django.utils import timezone

from .models import SITE, ChainHead, ReasonText, Record

GENESIS = "0" * 64
Facts = Mapping[str, Any]


class NotInTransaction(RuntimeError):
    """A record is part of the decision it tells of: both stand or fall in one transaction."""


class NotPlain(TypeError):
    """Facts are text, whole numbers, booleans, nulls, lists and mappings; no floats, which databases round."""


def chain_of(tournament: models.Model | None) -> str:
    """The chain key of a tournament, or of the site when there is none."""
    return SITE if tournament is None else str(tournament.pk)


def canonical(value: Any) -> str:
    """The one JSON text of plain facts: sorted keys, no spaces, no floats.  Raises NotPlain."""
    _refuse_unplain(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _refuse_unplain(value: Any) -> None:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotPlain(f"{key!r}: keys are text")
            _refuse_unplain(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_unplain(item)
    elif value is not None and not isinstance(value, str | int | bool):
        raise NotPlain(f"{value!r}: {type(value).__name__} cannot be kept; write it as text")


def link_hash(row: Record) -> str:
    """SHA-256 (64 hex digits) of everything a record says, its place in the chain and the hash before it."""
    body = [
        row.chain, row.seq, row.prev_hash, row.at.astimezone(UTC).isoformat(timespec="microseconds"), row.actor_kind, row.actor_id,
        row.action, row.object_type, row.object_id, row.scope, row.before, row.after, row.reason_hash,
    ]  # fmt: skip
    return hashlib.sha256(canonical(body).encode()).hexdigest()


def reason_digest(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def record(
    action: str,
    *,
    obj: models.Model,
    by: Any,
    tournament: models.Model | None = None,
    scope: str = "",
    before: Facts | None = None,
    after: Facts | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> Record:
    """Append a link to the tournament's chain (the site's when `tournament` is None).

    `by` is a user, or an actor with `audit_kind` and `pk`. Raises NotInTransaction outside a transaction, NotPlain on floats.
    """
    if not connection.in_atomic_block:
        raise NotInTransaction(f"audit.record({action!r}) outside a transaction")
    chain = chain_of(tournament)
    heads = ChainHead.objects.select_for_update()
    head = heads.filter(chain=chain).first()
    if head is None:  # the chain's first record, perhaps of two at once
        ChainHead.objects.get_or_create(chain=chain, defaults={"seq": 0, "hash": GENESIS})
        head = heads.get(chain=chain)
    salt = secrets.token_hex(16) if reason else ""
    row = Record(
        chain=chain,
        seq=head.seq + 1,
        prev_hash=head.hash,
        at=at or timezone.now(),
        actor_kind=getattr(by, "audit_kind", Record.ActorKind.USER),
        actor_id=by.pk,
        action=action,
        object_type=obj._meta.label_lower,
        object_id=str(obj.pk),
        scope=scope,
        before=dict(before or {}),
        after=dict(after or {}),
        reason_hash=reason_digest(salt, reason) if reason else "",
    )
    row.hash = link_hash(row)
    row.save(force_insert=True)
    if reason:
        ReasonText.objects.create(record=row, salt=salt, text=reason)
    head.seq, head.hash = row.seq, row.hash
    head.save(update_fields=["seq", "hash"])
    return row


def head_hash(tournament: models.Model | None) -> str:
    """The chain's newest hash; its first twelve digits are printed on paper as an outside anchor."""
    head = ChainHead.objects.filter(chain=chain_of(tournament)).first()
    return head.hash if head else GENESIS


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a link.  seq: its place in the chain, from 1."""

    seq: int
    what: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """A row outside the chain that the chain does not bear out.  row: which one, as somebody would look it up."""

    row: str
    what: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A checked chain.  records, erased: how many links, and how many of their reasons were erased.
    flaws: rows of higher floors that do not agree with it."""

    chain: str
    records: int
    erased: int
    faults: tuple[Fault, ...]
    head: str
    flaws: tuple[Flaw, ...] = ()

    @property
    def whole(self) -> bool:
        return not self.faults and not self.flaws


Check = Callable[[models.Model | None], Iterable[Flaw]]
_CHECKS: list[Check] = []


def also_verify(check: Check) -> None:
    """Have `check` look at the rows of a tournament (None: the site) whenever its chain is verified."""
    if check not in _CHECKS:
        _CHECKS.append(check)


def verify(tournament: models.Model | None) -> Verdict:
    """Recompute every hash of a chain, and of the rows that hang on it; name each one that does not hold."""
    chain = chain_of(tournament)
    faults: list[Fault] = []
    expected, previous, erased = 0, GENESIS, 0
    for row in Record.objects.of_chain(chain).select_related("reason_text").iterator(chunk_size=2000):
        expected += 1
        if row.seq != expected:
            faults.append(Fault(row.seq, f"record {expected} is missing" if row.seq > expected else "stands twice"))
            expected = row.seq
        faults += _faults_of(row, previous)
        erased += bool(row.reason_hash) and not hasattr(row, "reason_text")
        previous = row.hash
    head = ChainHead.objects.filter(chain=chain).first()
    if (head.seq if head else 0) != expected or (head and head.hash != previous):
        faults.append(
            Fault(
                expected, f"the chain's head says {head.seq if head else 0} records: the newest were cut off or changed"
            )
        )
    flaws = tuple(flaw for check in _CHECKS for flaw in check(tournament))
    return Verdict(chain, expected, erased, tuple(faults), previous, flaws)


def _faults_of(row: Record, previous: str) -> Iterator[Fault]:
    if row.prev_hash != previous:
        yield Fault(row.seq, "does not follow the record before it")
    if link_hash(row) != row.hash:
        yield Fault(row.seq, f"was changed after it was written ({row.action} on {row.object_type} {row.object_id})")
    text = getattr(row, "reason_text", None)
    if text is not None and reason_digest(text.salt, text.text) != row.reason_hash:
        yield Fault(row.seq, "its reason was changed after it was written")
