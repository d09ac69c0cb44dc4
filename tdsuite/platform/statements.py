"""Queries that pages send again and again, put into words once in a process.

For a few rows by a key Django takes longer to write the SQL than the database to answer it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)
Result = TypeVar("Result")
PLACES = 31_000  # what stands for the first value while the words are looked for; every kind of number has room for it


@dataclass(frozen=True, slots=True)
class _Words:
    """A query in words.

    Attributes:
        filled: what fills its places: which of the values, or one that is always the same.
        fields: of the model, in the order of the columns; behind them stand the annotations.
        converters: from a database's value to Python's, by column.
    """

    model: type[models.Model]
    sql: str
    filled: Sequence[tuple[int | None, Any]]
    fields: Sequence[str]
    annotations: Sequence[str]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]


class Statement(Generic[M]):
    """A query whose values come with each call.

    Args:
        query: gives it for plain values, each of which is looked for as it is; whole rows, without `select_related`.
    """

    def __init__(self, query: Callable[..., models.QuerySet[M]]) -> None:
        self._query = query
        self._kept = lru_cache(1024)(lambda make, row: make(self._object(row)))

    @cached_property
    def _words(self) -> _Words:
        places = {str(PLACES + number): number for number in range(len(signature(self._query).parameters))}
        query = self._query(*map(int, places))
        compiler: Any = query.query.get_compiler(connection=connection)
        sql, filled = compiler.as_sql()
        columns = [column for column, *_ in compiler.select]
        own = len(query.model._meta.concrete_fields)
        return _Words(
            query.model,
            sql,
            [(places.get(str(value)), value) for value in filled],
            [column.target.attname for column in columns[:own]],
            [alias for alias, _ in sorted(compiler.annotation_col_map.items(), key=lambda each: each[1])],
            [(place, functions, column) for place, (functions, column) in compiler.get_converters(columns).items()],
        )

    def rows(self, *values: Any) -> list[M]:
        """Whole rows, for the values that the query takes."""
        return [self._object(row) for row in self._read(values)]

    def rows_as(self, make: Callable[[M], Result], *values: Any) -> list[Result]:
        """What `make` says of each row, from the row alone; of a row that is as it was, the same object again."""
        return [self._kept(make, row) for row in self._read(values)]

    def first(self, *values: Any) -> M | None:
        """The first of the rows; the query itself should ask for no more than one."""
        return next(iter(self.rows(*values)), None)

    def _read(self, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        words = self._words
        own = [always if place is None else values[place] for place, always in words.filled]
        with connection.cursor() as cursor:
            cursor.execute(words.sql, own)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    def _object(self, read: Sequence[Any]) -> Any:
        words, row = self._words, list(read)
        for place, functions, column in words.converters:
            for convert in functions:
                row[place] = convert(row[place], column, connection)
        number = len(words.fields)
        instance = words.model.from_db(connection.alias, words.fields, row[:number])
        for name, value in zip(words.annotations, row[number:], strict=True):
            setattr(instance, name, value)
        return instance
