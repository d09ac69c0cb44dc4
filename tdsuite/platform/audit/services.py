"""Write the links of a chain with what they changed, and check a whole chain.

A model whose rows the record keeps says so: `recorded = Kept(...)`. Whichever way such a
row is changed inside a transaction, the decision that ends there reads it once more and keeps its values: so the rows can be
compared with the record later (`verify`). Words about people are kept as digests with the installation's key.
"""

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone

from tdsuite.platform.hooks.hooks import Hook
from .actions import ACTIONS, Action
from .actors import Actor
from .digests import link_hash, plain_value, reason_digest, seal_of, word_digest
from .models import SITE, ChainHead, ReasonText, Record

GENESIS = "0" * 64
ROWS_AT_ONCE = 500  # SQLite takes a limited number of values in one query
Facts = Mapping[str, Any]
HEADS = logging.getLogger("tdsuite.record_heads")  # goes to a file beside the database
M_co = TypeVar("M_co", bound=models.Model, covariant=True)


class NotInTransaction(RuntimeError):
    """A record is part of the decision it tells of: both stand or fall in one transaction."""


class UndeclaredAction(LookupError):
    """Every action is declared in an `actions.py`, with its label and what it touches."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The record keeps every column of a model's rows (the model's attribute `recorded`), but for these.

    Attributes:
        event: the path from a row to its tournament, or several with spaces between; "" for rows of the installation.
        words: names of columns kept as digests (HMAC-SHA-256, 24 hex digits): words about people, which are erased where they stand.
        left: names of columns that it does not keep, such as secrets, and what says nothing of a decision.
    """

    event: str
    words: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class RecordedRows:
    """A model whose rows the record keeps, with the names of its columns.  fields: kept as they are; the others as in `Kept`.

    Attributes:
        values: of all rows the primary keys, `fields` and `words`; to look up thirty fields by their names takes as long as to read a row.
    """

    model: type[models.Model]
    event: str
    fields: tuple[str, ...]
    words: tuple[str, ...]
    values: models.QuerySet[models.Model, Any] = field(compare=False, repr=False)

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


# By model, which fields of recorded rows are emptied when a row of it is deleted.
NAMED_BY: dict[Any, list[tuple[type[models.Model], str]]] = {}
_deleted_together: ContextVar[frozenset[Any]] = ContextVar("models and keys of the rows that a query set deletes")


def record_rows() -> None:
    """Have the record keep the rows of every model that says so; once all models are there."""
    for model in apps.get_models():
        if (rows := vars(model).get("recorded")) is not None:
            _record_rows_of(model, rows)


def _record_rows_of(model: type[models.Model], rows: Kept) -> None:
    words, left = tuple(rows.words.split()), rows.left.split()
    names = [column.name for column in model._meta.concrete_fields if not column.primary_key]
    fields = tuple(name for name in names if name not in words and name not in left)
    values = model._base_manager.order_by().values_list("pk", *fields, *words)
    RECORDED[model] = RecordedRows(model, rows.event, fields, words, values)
    for signal in (models.signals.post_save, models.signals.post_delete):
        signal.connect(
            lambda instance, raw=False, **_: None if raw else note_rows(type(instance), [instance.pk]),
            sender=model, weak=False, dispatch_uid=f"recorded {model.__name__}",
        )  # fmt: skip
    for named in model._meta.concrete_fields:  # emptied when the row it names is deleted, and no signal says so
        if isinstance(named, models.ForeignKey) and named.remote_field.on_delete is models.SET_NULL:
            NAMED_BY.setdefault(named.related_model, []).append((model, named.name))
            models.signals.pre_delete.connect(
                partial(_note_naming, model, named.name), sender=named.related_model, weak=False,
                dispatch_uid=f"recorded {model.__name__} {named.name}",
            )  # fmt: skip


def _note_naming(model: type[models.Model], field: str, instance: models.Model, **_: Any) -> None:
    if (type(instance), instance.pk) not in _deleted_together.get(frozenset()):
        _note_those_that_name(model, field, [instance.pk])


def _note_those_that_name(model: type[models.Model], field: str, keys: Sequence[Any]) -> None:
    note_rows(model, model._base_manager.filter(**{f"{field}__in": keys}).values_list("pk", flat=True))


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

    def delete(self) -> tuple[int, dict[str, int]]:
        """As Django does; the rows that name them are looked for once, and not once a row."""
        keys = list(self.order_by().values_list("pk", flat=True)) if self.model in NAMED_BY else []
        for model, name in NAMED_BY.get(self.model, ()):
            _note_those_that_name(model, name, keys)
        token = _deleted_together.set(frozenset((self.model, key) for key in keys))
        try:
            return super().delete()
        finally:
            _deleted_together.reset(token)

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        rows = super().bulk_create(objs, *args, **kwargs)
        note_rows(self.model, [row.pk for row in rows])
        return rows


class KeyedModel(models.Model):
    """No page names one of its rows: it is known by what it is and its key."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class RecordedModel(KeyedModel):
    """Its rows are recorded (`Kept`)."""

    objects = RecordedQuerySet.as_manager()

    class Meta:
        abstract = True


def row_facts(recorded: RecordedRows, keys: Iterable[Any]) -> dict[str, list[Any] | None]:
    """The values of rows as they are now, by primary key: `fields`, then the digests of `words`; None for a row that is gone."""
    ordered = sorted(keys)
    facts: dict[str, list[Any] | None] = dict.fromkeys(map(str, ordered))
    for start in range(0, len(ordered), ROWS_AT_ONCE):
        for key, *values in recorded.values.filter(pk__in=ordered[start : start + ROWS_AT_ONCE]):
            plain = [plain_value(value) for value in values]
            for place, name in enumerate(recorded.words, start=len(recorded.fields)):
                plain[place] = word_digest(recorded.model, name, key, plain[place])
            facts[str(key)] = plain
    return facts


def chain_of(tournament: models.Model | None) -> str:
    """The chain key of a tournament, or of the site when there is none."""
    return SITE if tournament is None else str(tournament.pk)


@contextmanager
def recording() -> Iterator[None]:
    """Collect the records of the decisions inside, and write them on leaving the outermost one, in its transaction.

    The last record keeps what was changed; rows of the installation stand with the last one of its own chain. A head whose
    seal does not hold is never sealed again, so that `verify` goes on naming it.
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
    touched = changed_rows()
    for model in [*touched] if records else ():
        recorded = RECORDED[model]
        own_chain = [row for row in records if (row.chain == SITE) != bool(recorded.event)]
        facts = {"names": [*recorded.fields, *recorded.words], "rows": row_facts(recorded, touched.pop(model))}
        row = (own_chain or records)[-1]
        row.facts = {**row.facts, "key": settings.RECORD_KEY_ID, model._meta.label_lower: facts}
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
        other_keys: ids of keys of other installations: digests of words made with them cannot be compared here.
    """

    chain: str
    records: int
    erased: int
    faults: tuple[Fault, ...]
    head: str
    flaws: tuple[Flaw, ...] = ()
    other_keys: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Nothing is wrong with what could be compared."""
        return not self.faults and not self.flaws

    @property
    def limits(self) -> str:
        """What could not be compared, as a sentence."""
        keys = ", ".join(self.other_keys)
        return f"Words kept with the key of another installation ({keys}) could not be compared." if keys else ""


# Looks at the rows of a tournament (None: the site) whenever its chain is verified.
record_checks: Hook[[models.Model | None], Iterable[Flaw]] = Hook("record_checks")


def verify(tournament: models.Model | None) -> Verdict:
    """Recompute every hash of a chain, its seal, and the rows it left; name each one that does not hold."""
    chain = chain_of(tournament)
    faults: list[Fault] = []
    expected, previous, erased, keys = 0, GENESIS, 0, set()
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
    faults += _faults_of_head(head, expected, previous)
    flaws = tuple(record_checks.rows(tournament))
    other_keys = tuple(sorted(keys - {settings.RECORD_KEY_ID}))
    return Verdict(chain, expected, erased, tuple(faults), previous, flaws, other_keys)


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


def _faults_of_head(head: ChainHead, count: int, newest: str) -> Iterator[Fault]:
    if (head.seq, head.hash) != (count, newest):
        yield Fault(count, f"the chain's head says {head.seq} records: the newest were cut off or changed")
    if not head.seq:
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
