"""A day's calls, one line each: the method, the address below the event, the fields, the status, and what the answer holds."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model
from rest_framework.test import APIClient

from tdsuite.tournaments.models import Tournament
from tests.factories import make_user

Step = tuple[str, str, dict[str, Any], int, Any]


def call(event: Tournament, method: str, address: str, /, **values: Any) -> Any:
    """Of the event's director."""
    api = APIClient()
    api.force_authenticate(make_user("director", tournament=event))
    kind = "multipart" if any(hasattr(value, "read") for value in values.values()) else "json"
    return getattr(api, method)(f"/api/v1/tournaments/{event.slug}/{address}", values or None, format=kind)


def newest(model: type[Model]) -> int | None:
    return model._base_manager.order_by("-pk").values_list("pk", flat=True).first()


def walk(event: Tournament, steps: Sequence[Step], **rows: type[Model]) -> None:
    """Make the calls in turn.

    An address may name rows of `rows` as {name}: the newest one's number. What is expected: the code of a refusal, the
    members that an answer has among others, a whole list, or None for anything.
    """
    for method, address, values, status, expected in steps:
        ids = {name: newest(model) for name, model in rows.items()}
        answer = call(event, method, f"{address.format(**ids)}/", **values)
        data = answer.json() if answer.content else None
        assert answer.status_code == status, (method, address, data)
        assert (status in (201, 202)) == ("Location" in answer.headers), (method, address)
        if isinstance(expected, str):
            assert data["code"] == expected, (method, address, data)
        elif isinstance(expected, dict):
            assert {name: data.get(name) for name in expected} == expected, (method, address, data)
        elif expected is not None:
            assert data == expected, (method, address, data)
