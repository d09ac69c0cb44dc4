"""Queries that pages send again and again, put into words once in a process.

For a few rows by a key Django takes longer to write the SQL than the database to answer it.
"""

from collections.abc import Callable
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)
PLACES = 31_000  # what stands for the first value while the words are looked for; every kind of number has room for it


class Statement(Generic[M]):
    """A query whose values come with each call.

    Args:
        query: gives it for plain values, each of which is looked for as it is; without `select_related`, which is ignored.
    """

    def __init__(self, query: Callable[..., models.QuerySet[M]]) -> None:
        self._query = query

    @cached_property
    def _words(self) -> tuple[type[M], str, list[tuple[int | None, Any]]]:
        """The model, the SQL, and what fills its places: which of the values, or one that is always the same."""
        places = {str(PLACES + number): number for number in range(len(signature(self._query).parameters))}
        query = self._query(*map(int, places))
        words, filled = query.query.sql_with_params()
        return query.model, words, [(places.get(str(value)), value) for value in filled]

    def rows(self, *values: Any) -> list[M]:
        """Whole rows, for the values that the query takes."""
        model, words, filled = self._words
        own = [always if place is None else values[place] for place, always in filled]
        return list(model._default_manager.raw(words, own))

    def first(self, *values: Any) -> M | None:
        """The first of the rows; the query itself should ask for no more than one."""
        return next(iter(self.rows(*values)), None)
