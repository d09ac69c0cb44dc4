"""Write the links of a chain with what they changed, and check a whole chain.

Each app names in its `recorded.py` the fields of its rows whose values the record keeps (`record_rows`). Whichever way such a
row is changed inside a transaction, the decision that ends there reads it once more and keeps its values: so the rows can be
compared with the record later (`verify`). Words about people are kept as digests with the installation's key.
"""

import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone

from tdsuite.platform.audit import handed_over
from tdsuite.platform.audit.actions import ACTIONS, Action
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.audit.models import SITE, ChainHead, ReasonText, Record
from tdsuite.platform.hooks import Hook

GENESIS = "0" * 64
WORD_DIGITS = 24
ROWS_AT_ONCE = 500  # SQLite takes a limited number of values in one query
Facts = Mapping[str, Any]
HEADS = logging.getLogger("tdsuite.record_heads")  # goes to a file beside the database
M_co = TypeVar("M_co", bound=models.Model, covariant=True)


class NotInTransaction(RuntimeError):
    """A record is part of the decision it tells of: both stand or fall in one transaction."""


class NotPlain(TypeError):
    """Facts are text, whole numbers, booleans, nulls, lists and mappings; no floats, which databases round."""


class UndeclaredAction(LookupError):
    """Every action is declared in an `actions.py`, with its label and what it touches."""


@dataclass(frozen=True, slots=True)
class RecordedRows:
    """The fields of a model's rows whose values the record keeps: an allow-list.

    Attributes:
        event: the path from a row to its tournament, or several with spaces between; "" for rows of the installation.
        fields: kept as they are.
        words: kept as digests (HMAC-SHA-256, 24 hex digits): words about people, which are erased where they stand.
        compared_by_its_app: its app compares these rows with the record itself, and says more.
    """

    model: type[models.Model]
    event: str
    fields: tuple[str, ...]
    words: tuple[str, ...] = ()
    compared_by_its_app: bool = False

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    @property
    def is_shared(self) -> bool:
        """Whether several chains may keep its rows: people play in several events, accounts are of the installation."""
        first = self.event.partition("__")[0]
        return not first or any(link.get_accessor_name() == first for link in self.model._meta.related_objects)

    def rows_of(self, tournament: models.Model | None) -> models.QuerySet[models.Model]:
        """The rows of an event; of the installation where there is none."""
        paths = [(path, tournament.pk) for path in self.event.split()] if tournament else []
        return self.model._base_manager.filter(models.Q(*paths, _connector="OR")).order_by()


RECORDED: dict[type[models.Model], RecordedRows] = {}
_changed_rows: ContextVar[dict[type[models.Model], set[Any]]] = ContextVar("rows changed since the last record")
_pending: ContextVar[list[tuple[Record, str, str]] | None] = ContextVar(
    "records of the decisions under way", default=None
)


def record_rows(
    model: type[models.Model], *, event: str, fields: str, words: str = "", compared_by_its_app: bool = False
) -> None:
    """Have the record keep these fields of a model's rows.  fields, words: names, with spaces between."""
    RECORDED[model] = RecordedRows(model, event, tuple(fields.split()), tuple(words.split()), compared_by_its_app)
    for signal in (models.signals.post_save, models.signals.post_delete):
        signal.connect(
            lambda instance, raw=False, **_: None if raw else note_rows(type(instance), [instance.pk]),
            sender=model, weak=False, dispatch_uid=f"recorded {model.__name__}",
        )  # fmt: skip
    for named in model._meta.concrete_fields:  # emptied when the row it names is deleted, and no signal says so
        if isinstance(named, models.ForeignKey) and named.remote_field.on_delete is models.SET_NULL:
            models.signals.pre_delete.connect(
                partial(_note_naming, model, named.name), sender=named.related_model, weak=False,
                dispatch_uid=f"recorded {model.__name__} {named.name}",
            )  # fmt: skip


def _note_naming(model: type[models.Model], field: str, instance: models.Model, **_: Any) -> None:
    note_rows(model, model._base_manager.filter(**{field: instance.pk}).values_list("pk", flat=True))


def note_rows(model: type[models.Model], keys: Iterable[Any]) -> None:
    """Note rows that were changed; the next record of this transaction keeps their values."""
    if connection.in_atomic_block:
        touched = changed_rows()
        if not touched:
            transaction.on_commit(touched.clear)
        touched.setdefault(model, set()).update(keys)


def changed_rows() -> dict[type[models.Model], set[Any]]:
    """The rows noted in this transaction: what one that was rolled back had noted is forgotten with what it would have done."""
    touched = _changed_rows.get(None)
    if touched is None:
        _changed_rows.set(touched := {})
    if all(waiting[1] != touched.clear for waiting in connection.run_on_commit):
        touched.clear()
    return touched


class RecordedQuerySet(models.QuerySet[M_co]):
    """Rows whose changes are recorded, those of many rows at once too (`update`, `bulk_create`, `bulk_update`)."""

    def update(self, **values: Any) -> int:
        recorded = RECORDED.get(self.model)
        fields = self.model._meta.concrete_fields
        changed = {field.name for field in fields if not {field.name, field.attname}.isdisjoint(values)}
        if recorded is None or changed.isdisjoint((*recorded.fields, *recorded.words)):
            return super().update(**values)
        keys = list(self.order_by().values_list("pk", flat=True))
        count = super().update(**values)
        note_rows(self.model, keys)
        return count

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        rows = super().bulk_create(objs, *args, **kwargs)
        note_rows(self.model, [row.pk for row in rows])
        return rows


def plain_value(value: Any) -> Any:
    """A field's value as records keep it: text, a whole number, True or False, or None."""
    if value is None or isinstance(value, str | int):
        return value
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else str(value)


def word_digest(model: type[models.Model], name: str, key: Any, value: Any) -> str:
    """The digest of a word about a person: another one for every row and field, so that equal words cannot be told."""
    text = f"{model._meta.label_lower}\n{name}\n{key}\n{value}".encode()
    return hmac.digest(settings.RECORD_KEY.encode(), text, "sha256").hex()[:WORD_DIGITS]


@cache  # to look up thirty fields by their names takes as long as to read a row
def _all_rows(recorded: RecordedRows) -> models.QuerySet[models.Model, Any]:
    return recorded.model._base_manager.order_by().values_list("pk", *recorded.fields, *recorded.words)


def row_facts(recorded: RecordedRows, keys: Iterable[Any]) -> dict[str, list[Any] | None]:
    """The values of rows as they are now, by primary key: `fields`, then the digests of `words`; None for a row that is gone."""
    ordered = sorted(keys)
    facts: dict[str, list[Any] | None] = dict.fromkeys(map(str, ordered))
    for start in range(0, len(ordered), ROWS_AT_ONCE):
        for key, *values in _all_rows(recorded).filter(pk__in=ordered[start : start + ROWS_AT_ONCE]):
            plain = [plain_value(value) for value in values]
            for place, name in enumerate(recorded.words, start=len(recorded.fields)):
                plain[place] = word_digest(recorded.model, name, key, plain[place])
            facts[str(key)] = plain
    return facts


def chain_of(tournament: models.Model | None) -> str:
    """The chain key of a tournament, or of the site when there is none."""
    return SITE if tournament is None else str(tournament.pk)


def canonical(value: Any) -> str:
    """The one JSON text of plain facts: sorted keys, no spaces, no floats.  Raises NotPlain."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            if wrong := [key for key in item if not isinstance(key, str)]:
                raise NotPlain(f"{wrong[0]!r}: keys are text")
            waiting += item.values()
        elif isinstance(item, list | tuple):
            waiting += item
        elif item is not None and not isinstance(item, str | int | bool):
            raise NotPlain(f"{item!r}: {type(item).__name__} cannot be kept; write it as text")
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def link_hash(row: Record) -> str:
    """SHA-256 (64 hex digits) of everything a record says, its place in the chain and the hash before it."""
    body = [
        row.chain, row.seq, row.prev_hash, row.at.astimezone(UTC).isoformat(timespec="microseconds"), row.actor_kind, row.actor_id,
        row.action, row.object_type, row.object_id, row.scope, row.before, row.after, row.reason_hash,
    ]  # fmt: skip
    if row.facts is not None:  # records of earlier versions of the suite have none
        body.append(row.facts)
    return hashlib.sha256(canonical(body).encode()).hexdigest()


def reason_digest(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def seal_of(head: ChainHead) -> str:
    """The seal of a head: HMAC-SHA-256 of chain, count and hash with the installation's key, after the key's id."""
    text = f"{head.chain} {head.seq} {head.hash}".encode()
    return f"{settings.RECORD_KEY_ID}:{hmac.digest(settings.RECORD_KEY.encode(), text, 'sha256').hex()}"


@contextmanager
def recording() -> Iterator[None]:
    """Collect the records of the decisions inside, and write them on leaving the outermost one, in its transaction.

    The last record keeps what was changed; rows of the installation stand with the last one of its own chain. A head whose
    seal does not hold is never sealed again, so that `verify` goes on naming it.

    Raises HandedOver where another computer goes on with the events.
    """
    if _pending.get() is not None:
        yield
        return
    pending: list[tuple[Record, str, str]] = []
    token = _pending.set(pending)
    try:
        yield
    finally:
        _pending.reset(token)
    records = [row for row, _salt, _reason in pending]
    if records:
        handed_over.check()  # the database is this transaction's by now: nobody decides once a hand-over stands
    touched = changed_rows()
    for model in [*touched] if records else ():
        recorded = RECORDED[model]
        own_chain = [row for row in records if (row.chain == SITE) != bool(recorded.event)]
        facts = {"names": [*recorded.fields, *recorded.words], "rows": row_facts(recorded, touched.pop(model))}
        row = (own_chain or records)[-1]
        row.facts = {**(row.facts or {}), "key": settings.RECORD_KEY_ID, model._meta.label_lower: facts}
    for chain in sorted({row.chain for row in records}):  # in this order always: no two decisions wait for each other
        heads = ChainHead.objects.select_for_update().filter(chain=chain)
        head = heads.first()
        if head is None:  # the chain's first record, perhaps of two at once
            ChainHead.objects.get_or_create(chain=chain, defaults={"seq": 0, "hash": GENESIS})
            head = heads.get()
        holds = head.seq == 0 or head.seal == seal_of(head)
        for row in records:
            if row.chain == chain:
                row.seq, row.prev_hash = head.seq + 1, head.hash
                row.hash = head.hash = link_hash(row)
                head.seq = row.seq
        if holds:
            head.seal = seal_of(head)
        head.save(update_fields=["seq", "hash", "seal"])
        transaction.on_commit(partial(HEADS.info, "%s %s %s", chain, head.seq, head.hash), robust=True)
    Record.objects.bulk_create(records)
    ReasonText.objects.bulk_create(
        ReasonText(record=row, salt=salt, text=reason) for row, salt, reason in pending if reason
    )


@dataclass(eq=False, kw_only=True)
class Decision:
    """A decision under way, inside its transaction.

    Attributes:
        by: who decides.
        action: what kind of decision it is, unless `record` says otherwise.
        reason: why, in the words of whoever decides; "" where nobody was asked.
        tournament: the event whose record it goes into; None: the site's.
        scope: the part of the event, such as "division:3".
        records: what has been recorded so far, by decisions inside it too.
    """

    by: Actor
    action: Action
    reason: str = ""
    tournament: Any = None
    scope: str = ""
    records: list[Record] = field(default_factory=list)

    def record(
        self,
        obj: models.Model,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        action: Action | None = None,
        by: Actor | None = None,
        reason: str | None = None,
        at: datetime | None = None,
    ) -> Record:
        """Write down what was done to `obj`: plain facts before and after. It is chained when the outermost decision ends.

        Args:
            action: where it is another than the decision's.
            by: who did this part of it, where it was not who decides.
            reason: where it is another than the decision's.
            at: when, if not now.

        Raises:
            NotInTransaction: outside a decision.
            NotPlain: on facts with floats.
            UndeclaredAction: for an action that no package declares.
        """
        pending, action, by = _pending.get(), action or self.action, by or self.by
        reason = self.reason if reason is None else reason
        if pending is None:
            raise NotInTransaction(f"a record of {action!r} outside a decision")
        if action not in ACTIONS:
            raise UndeclaredAction(f"{action!r} is declared in no actions.py")
        salt = secrets.token_hex(16) if reason else ""
        row = Record(
            chain=SITE if self.tournament is None else str(self.tournament.pk),
            at=at or timezone.now(),
            actor_kind=by.audit_kind,
            actor_id=by.pk,
            action=str(action),
            object_type=obj._meta.label_lower,
            object_id=str(obj.pk),
            scope=self.scope,
            before=dict(before or {}),
            after=dict(after or {}),
            facts={},
            reason_hash=reason_digest(salt, reason) if reason else "",
        )
        pending.append((row, salt, reason))
        self.records.append(row)
        return row


@contextmanager
def deciding_on(
    tournament: models.Model | None, *, by: Actor, action: Action, reason: str = "", scope: str = ""
) -> Iterator[Decision]:
    """Open a transaction for a decision that owns no division: about an event, a part of it, or the site (None)."""
    with transaction.atomic(), recording():
        yield Decision(by=by, action=action, reason=reason, tournament=tournament, scope=scope)


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
    """A checked chain.

    Attributes:
        records, erased: how many links, and how many of their reasons were erased.
        flaws: rows that do not agree with it.
        covered_from: the first record that kept the rows it left: what was changed before is not compared; None for no record.
        other_keys: ids of keys of other installations: digests of words made with them cannot be compared here.
    """

    chain: str
    records: int
    erased: int
    faults: tuple[Fault, ...]
    head: str
    flaws: tuple[Flaw, ...] = ()
    covered_from: int | None = None
    other_keys: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Nothing is wrong with what could be compared."""
        return not self.faults and not self.flaws

    @property
    def limits(self) -> list[str]:
        """What could not be compared, as sentences."""
        sentences = []
        if self.records and self.covered_from is None:
            sentences.append("Rows are not covered: the suite did not keep them in its record yet.")
        elif self.covered_from is not None and self.covered_from > 1:
            sentences.append(f"Rows are not covered before record {self.covered_from}.")
        if self.other_keys:
            keys = ", ".join(self.other_keys)
            sentences.append(f"Words kept with the key of another installation ({keys}) could not be compared.")
        return sentences


# Looks at the rows of a tournament (None: the site) whenever its chain is verified.
record_checks: Hook[[models.Model | None], Iterable[Flaw]] = Hook("record_checks")


def verify(tournament: models.Model | None) -> Verdict:
    """Recompute every hash of a chain, its seal, and the rows it left; name each one that does not hold."""
    chain = chain_of(tournament)
    faults: list[Fault] = []
    expected, previous, erased, covered_from, keys = 0, GENESIS, 0, None, set()
    remembered = remembered_heads(chain)
    for row in Record.objects.of_chain(chain).select_related("reason_text").iterator(chunk_size=2000):
        expected += 1
        if row.seq != expected:
            faults.append(Fault(row.seq, f"record {expected} is missing" if row.seq > expected else "stands twice"))
            expected = row.seq
        faults += _faults_of(row, previous)
        if remembered.pop(row.seq, row.hash) != row.hash:
            faults.append(Fault(row.seq, f"is another one than when it was written: see {settings.RECORD_HEADS.name}"))
        erased += bool(row.reason_hash) and not hasattr(row, "reason_text")
        if row.facts is not None:
            covered_from = covered_from or row.seq
            keys |= {row.facts.get("key", settings.RECORD_KEY_ID)}
        previous = row.hash
    if remembered:
        faults.append(
            Fault(
                expected,
                f"{settings.RECORD_HEADS.name} knows {max(remembered)} records: this is an older database, or the newest "
                "records were cut off",
            )
        )
    head = ChainHead.objects.filter(chain=chain).first() or ChainHead(chain=chain, seq=0, hash=GENESIS)
    faults += _faults_of_head(head, expected, previous, sealed=covered_from is not None)
    flaws = tuple(flaw for flaws in record_checks(tournament) for flaw in flaws)
    other_keys = tuple(sorted(keys - {settings.RECORD_KEY_ID}))
    return Verdict(chain, expected, erased, tuple(faults), previous, flaws, covered_from, other_keys)


def remembered_heads(chain: str) -> dict[int, str]:
    """The heads of a chain as the file beside the database has them, by count; from where the chain was last accepted."""
    heads: dict[int, str] = {}
    if settings.RECORD_HEADS.exists():
        with settings.RECORD_HEADS.open(encoding="ascii", errors="replace") as lines:
            for line in lines:
                match line.split():
                    case [name, "accepted"] if name == chain:
                        heads.clear()
                    case [name, seq, digest] if name == chain and seq.isdecimal():
                        heads[int(seq)] = digest
    return heads


def accept(chain: str) -> None:
    """Seal a chain as it stands with this installation's key, inside the decision that records it."""
    head = ChainHead.objects.select_for_update().get(chain=chain)
    head.seal = seal_of(head)
    head.save(update_fields=["seal"])
    transaction.on_commit(partial(HEADS.info, "%s accepted", chain), robust=True)


def _faults_of_head(head: ChainHead, count: int, newest: str, *, sealed: bool) -> Iterator[Fault]:
    if (head.seq, head.hash) != (count, newest):
        yield Fault(count, f"the chain's head says {head.seq} records: the newest were cut off or changed")
    if not head.seq or not (head.seal or sealed):
        return
    key = head.seal.partition(":")[0]
    if key and key != settings.RECORD_KEY_ID:
        yield Fault(
            count,
            f"is sealed with the key {key} of another installation, and this one has {settings.RECORD_KEY_ID}: put that "
            "record_key beside the database, or take the chain as it is with --accept",
        )
    elif head.seal != seal_of(head):
        yield Fault(count, "its seal does not hold: records, or the head, were written without the suite")


def _faults_of(row: Record, previous: str) -> Iterator[Fault]:
    if row.prev_hash != previous:
        yield Fault(row.seq, "does not follow the record before it")
    if link_hash(row) != row.hash:
        yield Fault(row.seq, f"was changed after it was written ({row.action} on {row.object_type} {row.object_id})")
    text = getattr(row, "reason_text", None)
    if text is not None and reason_digest(text.salt, text.text) != row.reason_hash:
        yield Fault(row.seq, "its reason was changed after it was written")
