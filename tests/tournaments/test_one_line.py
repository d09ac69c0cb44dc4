"""A text of one line is one line, by every road."""

import copy
import json
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction

from tdsuite.platform.audit.models import Record
from tdsuite.platform.words.lines import LineField
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.api.steps import call
from tests.exchange.test_document_damaged import places
from tests.exchange.test_nothing_lost import whole_event_of
from tests.exchange.test_round_trip_more import comes_back, document
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db
LABELLED = [  # what people are asked for by name; the others are keys, codes and hashes of the suite itself
    pytest.param(field, id=field.model.__name__ + "." + field.name)
    for model in apps.get_models()
    if model.__module__.partition(".")[0] in ("tdsuite", "pairings", "results", "adjudication")
    for field in model._meta.local_fields
    if type(field) in (models.CharField, LineField)
    and field._verbose_name
    and not field.choices
    and field.name not in dir(AbstractUser)
]
BREAKS = ["\n", "\r", "\t", "\x00", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("field", LABELLED)
def test_no_name_of_a_model_is_more_than_a_line_by_form_or_in_the_database(field: Any) -> None:
    assert isinstance(field, LineField)
    for mark in BREAKS:
        with pytest.raises(ValidationError):
            field.run_validators(f"a{mark}b")
        row = field.model(**{field.name: f"a{mark}b"})
        for write in (row.save, lambda row=row: type(row)._base_manager.bulk_create([row])):
            with pytest.raises((Refused, ValidationError), match="one line"):
                write()


def test_a_document_with_a_break_in_any_of_its_texts_makes_nothing_or_is_one_line() -> None:
    names = {field.values[0].name for field in LABELLED} - {"reason"}  # of a game: a text
    data = document(whole_event_of())
    kinds = {tuple(map(str, (part for part in path if isinstance(part, str)))): path for path in places(data)}
    tried, kept = 0, []
    for *way, last in kinds.values():
        damaged = copy.deepcopy(data)
        inside = damaged
        for key in way:
            inside = inside[key]
        if last not in names or not isinstance(inside[last], str) or not inside[last]:
            continue
        inside[last] = f"{inside[last][:1]}\nzq"
        tried += 1
        try:
            with transaction.atomic():
                back = document(comes_back(damaged))
                kept.append(last)
                assert "\\nzq" not in json.dumps(back), (way, last)
                raise Refused
        except Refused:
            assert Tournament.objects.count() == 1
    assert tried > 10 > len(kept), kept


@pytest.mark.parametrize(
    ("method", "address", "field", "values"),
    [
        ("patch", "settings/", "name", {}),
        ("patch", "settings/", "venue", {}),
        ("post", "divisions/", "name", {"planned_rounds": 3}),
        ("patch", "divisions/a/settings/", "name", {}),
        ("post", "divisions/a/players/", "name", {}),
        *(
            ("patch", "divisions/a/players/1/", name, {})
            for name in ("name", "filing_name", "club", "team", "class_name", "country", "national_id", "naspa_id")
        ),
    ],
)
def test_a_call_with_a_break_in_a_text_changes_nothing(
    method: str, address: str, field: str, values: dict[str, Any]
) -> None:
    event = make_tournament("open")
    make_division(event, players=2)
    answer = call(event, method, address, **values, **{field: "A\nb"})
    assert answer.status_code in (400, 409), answer.content
    assert "one line" in answer.content.decode() and field.replace("_", " ") in answer.content.decode().replace(
        "_", " "
    )
    assert not Record.objects.exists()
