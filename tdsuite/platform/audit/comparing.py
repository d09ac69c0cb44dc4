"""Compare the rows of an event, or of the installation, with what the record says they should be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from .models import SITE, Record
from .services import RECORDED, Flaw, RecordedRows, chain_of, row_facts

LONGEST_SHOWN, LEAST_DIGITS = 60, 6


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """How the newest record about a row left it.  values: by field; None: it took the row out."""

    chain: str
    seq: int
    key: str
    values: dict[str, Any] | None


def recorded_rows(chain: str) -> dict[tuple[str, str], RecordedRow]:
    """Every row that a chain kept, by model label and primary key, as the newest record about it left it.

    People who play in several events and accounts are looked for in the other chains too, where the newest may stand.
    """
    rows: dict[tuple[str, str], RecordedRow] = {}
    shared = [declared.label for declared in RECORDED.values() if declared.is_shared]
    records = Record.objects.filter(Q(chain__in=[chain, SITE]) | Q(facts__has_any_keys=shared))
    for name, seq, facts in records.order_by("pk").values_list("chain", "seq", "facts").iterator(chunk_size=2000):
        key = facts.get("key", "")
        for label, table in facts.items():
            if label == "key" or (name not in (chain, SITE) and label not in shared):
                continue
            for pk, values in table["rows"].items():
                named = None if values is None else dict(zip(table["names"], values, strict=True))
                rows[label, pk] = RecordedRow(name, seq, key, named)
    return rows


def rows_against_record(tournament: models.Model | None) -> Iterator[Flaw]:
    """Every row that is not as the newest record about it left it, that is missing, or that no record made.

    The last of these only where the record knows how the event began; in older events it cannot be told.
    """
    chain = chain_of(tournament)
    recorded = recorded_rows(chain)
    if tournament is None:
        begun = any(row.chain == SITE for row in recorded.values())
    else:
        begun = (tournament._meta.label_lower, str(tournament.pk)) in recorded
    for declared in RECORDED.values():
        if bool(declared.event) == (tournament is None):
            continue
        label = declared.label
        own = set(declared.rows_of(tournament).values_list("pk", flat=True))
        known = {int(pk) for (name, pk), row in recorded.items() if name == label and row.chain == chain}
        for pk, values in row_facts(declared, own | known).items():
            last = recorded.get((label, pk))
            if last is not None or (begun and values is not None):
                for what in _differences(declared, values, last, chain):
                    yield Flaw(f"{declared.model._meta.db_table} {pk}", what)


def _differences(
    declared: RecordedRows, values: list[Any] | None, last: RecordedRow | None, chain: str
) -> Iterator[str]:
    if last is None:
        yield "no decision made it"
        return
    where = f"record {last.seq}" if last.chain == chain else f"record {last.seq} of chain {last.chain}"
    if values is None or last.values is None:
        if values is not None:
            yield f"{where} took it out, and it is there"
        elif last.values is not None:
            yield f"it is missing: {where} left it"
        return
    now = dict(zip((*declared.fields, *declared.words), values, strict=True))
    for name in now.keys() & last.values.keys():
        if name in declared.words and last.key != settings.RECORD_KEY_ID:
            continue
        if now[name] != last.values[name]:
            is_word = name in declared.words
            yield (
                f"{name} is not as {where} left it"
                if is_word
                else (f"{name} is {_in_words(now[name])}: {where} left {_in_words(last.values[name])}")
            )


def _in_words(value: Any) -> str:
    text = "nothing" if value in (None, "") else str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def printed_record(tournament: models.Model | None, digits: str) -> Record | None:
    """The record whose hash begins with the digits printed on paper; None where there is none.

    digits: at least 6 of them, in either case, spaces ignored.
    """
    start = "".join(digits.split()).lower()
    rows = Record.objects.of_chain(chain_of(tournament)).filter(hash__startswith=start)
    return rows.first() if len(start) >= LEAST_DIGITS and set(start) <= set("0123456789abcdef") else None
