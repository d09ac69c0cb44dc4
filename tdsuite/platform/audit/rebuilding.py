"""Make an event again from its record, in another database, and read what came out.

Every record is one transaction there: its rows are written as the decision left them, and the database holds its constraints
against them. So a row that a decision wrote without its record is missed where the next record needs it, or in the end.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from .actions import label_of
from .comparing import RecordedRow, recorded_rows
from .digests import plain_value, word_digest
from .models import ChainHead, ReasonText, Record
from .services import RECORDED, RecordedRows, chain_of, row_facts

Row = tuple[str, str]  # model label and primary key


class NotRebuilt(Exception):
    """A record whose rows the database refuses: what they need is in no record before it."""


@dataclass(frozen=True, slots=True)
class RecordOfEvent:
    """What an event is made again from.

    Attributes:
        newest: the newest kept values of every row, of people and accounts in other chains too.
        texts: by row and field, the words of the database whose digest is the one that the newest record kept.
    """

    records: list[Record]
    reasons: list[ReasonText]
    head: ChainHead
    newest: Mapping[Row, RecordedRow]
    texts: Mapping[Row, Mapping[str, Any]]


@contextmanager
def in_database(other: BaseDatabaseWrapper) -> Iterator[None]:
    """Have everything inside work on another database in place of the suite's own."""
    own = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = own


def read_record(tournament: models.Model) -> RecordOfEvent:
    """The record of an event, with the words that stand in the database and are those that the record has digests of."""
    chain = chain_of(tournament)
    newest = recorded_rows(chain)
    return RecordOfEvent(
        records=list(Record.objects.of_chain(chain)),
        reasons=list(ReasonText.objects.filter(record__chain=chain)),
        head=ChainHead.objects.get(chain=chain),
        newest=newest,
        texts=dict(_texts(newest)),
    )


def _texts(newest: Mapping[Row, RecordedRow]) -> Iterator[tuple[Row, dict[str, Any]]]:
    for declared in RECORDED.values():
        if not declared.words:
            continue
        rows = declared.model._base_manager.order_by().values_list("pk", *declared.words)
        for pk, *words in rows.iterator(chunk_size=2000):
            last = newest.get((declared.label, str(pk)))
            if last is not None and last.values is not None:
                yield (
                    (declared.label, str(pk)),
                    {
                        name: word
                        for name, word in zip(declared.words, words, strict=True)
                        if last.key != settings.RECORD_KEY_ID
                        or word_digest(declared.model, name, pk, plain_value(word)) == last.values.get(name)
                    },
                )


def replay(source: RecordOfEvent) -> None:
    """Write the rows of every record, and then the records, into the database at hand.  Raises NotRebuilt."""
    declared = {row.label: row for row in RECORDED.values()}
    people_first = sorted(declared, key=lambda label: not declared[label].is_shared)
    present: set[Row] = set()
    for record in source.records:
        tables = {label: record.facts[label] for label in people_first if label in record.facts}
        try:
            with transaction.atomic():
                for label, table in tables.items():
                    gone = [pk for pk in table["rows"] if (label, pk) in present]
                    rows: models.QuerySet[models.Model] = models.QuerySet(declared[label].model).filter(pk__in=gone)
                    rows._raw_delete(DEFAULT_DB_ALIAS)
                    present -= {(label, pk) for pk in gone}
                for label, table in tables.items():
                    for pk, values in table["rows"].items():
                        if values is not None:
                            named = dict(zip(table["names"], values, strict=True))
                            _put(source, declared, present, (label, pk), named)
        except DatabaseError as error:
            raise NotRebuilt(f"record {record.seq}, {label_of(record.action)}: {error}") from error
    with transaction.atomic():
        Record.objects.bulk_create(source.records)
        ReasonText.objects.bulk_create(source.reasons)
        source.head.save(force_insert=True)
        written: list[type[models.Model]] = [Record, ReasonText, *RECORDED]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), written):
                cursor.execute(statement)


def _put(
    source: RecordOfEvent, declared: Mapping[str, RecordedRows], present: set[Row], row: Row, values: Mapping[str, Any]
) -> None:
    """Write a row, after the people and accounts it names that another chain kept."""
    label, pk = row
    model = declared[label].model
    instance = model(pk=model._meta.pk.to_python(pk))
    texts = source.texts.get(row, {})
    for name, recorded in values.items():
        field: Any = model._meta.get_field(name)
        value = recorded
        if name in declared[label].words:
            value = texts[name] if name in texts else _placeholder(field, pk)
        elif isinstance(field, models.ForeignKey):
            _put_named(source, declared, present, (field.related_model._meta.label_lower, str(recorded)))
        elif isinstance(field, models.JSONField) and isinstance(recorded, str):
            value = json.loads(recorded)
        setattr(instance, field.attname, field.to_python(value))
    instance.save_base(raw=True, force_insert=True)
    present.add(row)


def _put_named(source: RecordOfEvent, declared: Mapping[str, RecordedRows], present: set[Row], row: Row) -> None:
    last = source.newest.get(row)
    if row not in present and row[0] in declared and declared[row[0]].is_shared and last is not None and last.values:
        _put(source, declared, present, row, last.values)


def _placeholder(field: Any, pk: str) -> Any:
    """In place of a word that is erased, or is not the one that was recorded."""
    if field.blank or field.null:
        return field.get_default()
    is_text = isinstance(field, models.CharField | models.TextField)
    return f"{field.model._meta.verbose_name} {pk}"[: field.max_length] if is_text else 0


def rows_of(tournament: models.Model) -> dict[Row, dict[str, Any]]:
    """Every row of an event that the record keeps, with its values as records keep them, as it is in the database at hand."""
    rows: dict[Row, dict[str, Any]] = {}
    for declared in RECORDED.values():
        if declared.event:
            keys = set(declared.rows_of(tournament).values_list("pk", flat=True))
            names = (*declared.fields, *declared.words)
            for pk, values in row_facts(declared, keys).items():
                rows[declared.label, pk] = dict(zip(names, values or (), strict=True))
    return rows


def row_differences(live: Mapping[Row, Mapping[str, Any]], rebuilt: Mapping[Row, Mapping[str, Any]]) -> Iterator[str]:
    """What is not the same in the database and in the event made again, row by row, as sentences."""
    for row in sorted(live.keys() | rebuilt.keys()):
        name = " ".join(row)
        if row not in rebuilt:
            yield f"{name}: it stands in the database, and no record makes it"
        elif row not in live:
            yield f"{name}: a record makes it, and it is missing in the database"
        else:
            for field in live[row]:
                if live[row][field] != rebuilt[row][field]:
                    yield f"{name}: {field} is {live[row][field]!r}, made again {rebuilt[row][field]!r}"
