"""The texts and digests that a chain of records is made of, and what is kept of secrets."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC
from typing import Any

from django.conf import settings
from django.db import models

from .models import ChainHead, Record

WORD_DIGITS = 24


class NotPlain(TypeError):
    """Facts are text, whole numbers, booleans, nulls, lists and mappings; no floats, which databases round."""


def fingerprint(secret: str) -> str:
    """SHA-256 in hex, of a token, key or code: enough for what is long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def plain_value(value: Any) -> Any:
    """A field's value as records keep it: text, a whole number, True or False, or None."""
    if value is None or isinstance(value, str | int):
        return value
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else str(value)


def word_digest(model: type[models.Model], name: str, key: Any, value: Any) -> str:
    """The digest of a word about a person: another one for every row and field, so that equal words cannot be told."""
    text = f"{model._meta.label_lower}\n{name}\n{key}\n{value}".encode()
    return hmac.digest(settings.RECORD_KEY.encode(), text, "sha256").hex()[:WORD_DIGITS]


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
        row.action, row.object_type, row.object_id, row.scope, row.before, row.after, row.reason_hash, row.facts,
    ]  # fmt: skip
    return hashlib.sha256(canonical(body).encode()).hexdigest()


def reason_digest(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def seal_of(head: ChainHead) -> str:
    """The seal of a head: HMAC-SHA-256 of chain, count and hash with the installation's key, after the key's id."""
    text = f"{head.chain} {head.seq} {head.hash}".encode()
    return f"{settings.RECORD_KEY_ID}:{hmac.digest(settings.RECORD_KEY.encode(), text, 'sha256').hex()}"
