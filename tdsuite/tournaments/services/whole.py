"""Everything that belongs to one event, whatever app it lies in: found by the foreign keys that lead to it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import models

Rows = dict[type[models.Model], set[Any]]
AT_ONCE = 500  # SQLite takes a limited number of values in one query


def rows_of(root: models.Model) -> Rows:
    """The keys of all rows that stand or fall with `root`, by model; itself among them."""
    rows: Rows = defaultdict(set)
    waiting: list[tuple[type[models.Model], set[Any]]] = [(type(root), {root.pk})]
    while waiting:
        model, keys = waiting.pop()
        new = keys - rows[model]
        rows[model] |= new
        for field in _owned_by(model) if new else ():
            if below := set(_keys(field, new)):
                waiting.append((field.model, below))
    return {model: keys for model, keys in rows.items() if keys}


def delete_rows(rows: Rows) -> None:
    """Delete exactly these rows; what merely mentions one of them forgets it. In a transaction."""
    for model, keys in rows.items():
        for field in _pointing_at(model):
            if field.remote_field.on_delete is models.SET_NULL:
                for some in _slices(keys):
                    pointing = field.model._base_manager.filter(**{f"{field.name}__in": some})
                    pointing.exclude(pk__in=rows.get(field.model, set())).update(**{field.name: None})
    for model, keys in rows.items():  # in any order: the foreign keys are checked at the commit
        for some in _slices(keys):
            gone = model._base_manager.filter(pk__in=some)
            gone._raw_delete(gone.db)


def _owned_by(model: type[models.Model]) -> Iterator["models.ForeignKey[Any, Any]"]:
    for field in _pointing_at(model):
        if field.remote_field.on_delete in (models.CASCADE, models.PROTECT):
            yield field


def _pointing_at(model: type[models.Model]) -> Iterator["models.ForeignKey[Any, Any]"]:
    for relation in model._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete and (relation.one_to_many or relation.one_to_one):
            yield relation.field  # type: ignore[union-attr, misc]


def _keys(field: "models.ForeignKey[Any, Any]", above: set[Any]) -> Iterator[Any]:
    for some in _slices(above):
        yield from field.model._base_manager.filter(**{f"{field.name}__in": some}).values_list("pk", flat=True)


def _slices(keys: Iterable[Any]) -> Iterator[list[Any]]:
    rest = sorted(keys, key=str)
    for start in range(0, len(rest), AT_ONCE):
        yield rest[start : start + AT_ONCE]
