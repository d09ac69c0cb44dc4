"""What makes the suite quick without changing what it sees: loaded by conftest."""

import gc
import os
from functools import lru_cache
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth import hashers
from django.db.models import Field
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLCompiler
from django.urls.resolvers import URLResolver
from hypothesis import settings as examples
from whitenoise.base import WhiteNoise

# Before anybody asks for them: Django remembers the hashers of its first question, and one real hash takes longer than most tests.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
# The slow hash of a PIN and the picture of a code follow from what they are made of: the same again is not worked out again.
hashers.pbkdf2 = lru_cache(10_000)(hashers.pbkdf2)
segno.make = lru_cache(10_000)(segno.make)

_scan = WhiteNoise.update_files_dictionary
_found: dict[tuple[str, str], dict[str, Any]] = {}


def _scan_once(self: WhiteNoise, root: str, prefix: str) -> None:
    """A folder of static files is looked through once in a process, not once for every test client."""
    if (root, prefix) not in _found:
        before = set(self.files)
        _scan(self, root, prefix)
        _found[root, prefix] = {url: file for url, file in self.files.items() if url not in before}
    self.files.update(_found[root, prefix])


WhiteNoise.update_files_dictionary = _scan_once

_new_column = Field.get_col
_columns: dict[tuple[int, str, int], Col] = {}


def _column(self: Any, alias: str, output_field: Any = None) -> Col:
    """A column under an alias is one object in every query, as Django itself has it of a table under its own name (`cached_col`)."""
    key = (id(self), alias, id(output_field))
    if key not in _columns:
        _columns[key] = _new_column(self, alias, output_field)  # keeps the fields: no other gets their numbers
    return _columns[key]


Field.get_col = _column  # type: ignore[method-assign]
# The view of an address is looked up among all patterns once.
URLResolver.resolve = lru_cache(10_000)(URLResolver.resolve)  # type: ignore[method-assign]

_compile = SQLCompiler.compile


def _compiled(self: Any, node: Any) -> Any:
    """No database writes a column in a way of its own: none is looked for, and most of a query is columns."""
    return node.as_sql(self, self.connection) if type(node) is Col else _compile(self, node)


SQLCompiler.compile = _compiled


def of_events(test: Any) -> Any:
    """Examples that play an event each: a quarter as many as of plain functions."""
    return examples(max_examples=examples().max_examples // 4)(test)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: the garbage collector need not walk through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests of servers and browsers mostly wait."""
    return (os.cpu_count() or 1) + 1
