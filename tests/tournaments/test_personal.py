"""One list of places for the erasure and for the file that a person is handed: every model is in it, and no secret is handed out."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models

from tdsuite.platform.audit.triggers import protected_tables
from tdsuite.tournaments.models import Entry, Player
from tdsuite.tournaments.services.erasure import NOT_SWEPT, erasers
from tdsuite.tournaments.services.personal import personal_places


def about_people() -> set[type[models.Model]]:
    """Every model from which foreign keys lead to a player, directly or by others."""
    reached: set[Any] = {Entry, Player}
    while True:
        more = {
            model
            for model in apps.get_models()
            for field in model._meta.concrete_fields
            if field.remote_field and field.related_model in reached and model not in reached
        }
        if not more:
            return reached
        reached |= more


def declared() -> dict[type[models.Model], list[Any]]:
    places: dict[type[models.Model], list[Any]] = {}
    for _what, place in personal_places.items():
        places.setdefault(place.model, []).append(place)
    return places


def test_every_model_about_people_is_declared() -> None:
    assert len(about_people()) > 30
    assert sorted(model._meta.label for model in about_people() - set(declared())) == []


@pytest.mark.parametrize("model", declared(), ids=lambda model: model._meta.label)
def test_no_secret_and_no_official_is_handed_out_and_an_erasure_knows_the_rows(model: Any) -> None:
    columns = {column.name: column for column in model._meta.concrete_fields}
    for place in declared()[model]:
        assert set(place.own) <= set(place.fields)
        assert [name for name in place.fields if re.search("nonce|_hash$|_key$|(by|to)_kind$|by_name$", name)] == []
        assert [name for name in place.fields if columns[name].related_model is get_user_model()] == []
        swept = model._meta.label_lower not in NOT_SWEPT and protected_tables.get(model._meta.db_table) is None
        known = dict(erasers.items()).keys() | {"ways to sign in"}
        by_number = model._meta.label in ("results.SheetVersion", "results.Signature", "adjudication.Verdict")
        assert place.eraser in known if place.eraser else (swept or by_number or model is Player)
