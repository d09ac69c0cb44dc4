"""The OpenAPI document says everything of every address, and its page asks no other host for anything."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.conf import settings
from django.test import Client
from drf_spectacular import validation
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.renderers import OpenApiJsonRenderer
from jsonschema_specifications import REGISTRY
from referencing.jsonschema import DRAFT202012
from rest_framework.fields import empty

from tdsuite.exchange.export import FORMATS
from tdsuite.openapi import document, document_bytes
from tdsuite.platform.web.problems import API, MEDIA_TYPE
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tests.api.test_docs import ROWS, TEXT, WORDS, kinds, served

OPERATIONS = [
    (method.upper(), re.sub(r"\{\w+\}", "*", path.removeprefix(API)), operation)
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
]


def test_it_is_made_without_a_warning_and_is_openapi_3_1() -> None:
    document.cache_clear()
    with GENERATOR_STATS.silence():
        api = json.loads(OpenApiJsonRenderer().render(document()))
        assert not GENERATOR_STATS  # type: ignore[truthy-bool]
    assert document()["openapi"].startswith("3.1.")
    rules = json.loads(Path(validation.__file__).with_name("openapi_3_1_schema.json").read_text(encoding="utf-8"))
    # With its anchors known beforehand: drf_spectacular's own check looks through the rules for each reference.
    known = REGISTRY.with_resource(rules["$id"], DRAFT202012.create_resource(rules)).crawl()
    jsonschema.validate(api, rules, registry=known)


def test_it_names_every_address_with_its_methods_and_no_other() -> None:
    addresses = {(method, address) for address, methods in served().items() for method in methods if method != "HEAD"}
    assert {(method, address) for method, address, _ in OPERATIONS} == addresses
    assert len(addresses) > 65


def test_who_may_is_what_the_tables_say() -> None:
    tables = {(method, WORDS.sub("*", address)): set(who.split(", ")) for method, address, who in ROWS}
    assert {
        (method, address): set(operation["x-who"].split(", ")) for method, address, operation in OPERATIONS
    } == tables


def schemas(part: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of a property, an item or a parameter, with its place."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name == "properties":
                yield from ((f"{at}/{key}", schema) for key, schema in value.items())
            elif name in ("items", "schema") and isinstance(value, dict):
                yield at, value
            yield from schemas(value, f"{at}/{name}")
    elif isinstance(part, list):
        for value in part:
            yield from schemas(value, at)


def test_the_document_lists_incident_kinds_export_formats_and_rulebook_keys() -> None:
    types = document()["components"]["schemas"]

    def listed(kind: str, field: str) -> list[str]:
        told = types[kind]["properties"][field]
        words = json.dumps(told)
        name = re.search(r"#/components/schemas/(\w+)", words)
        return list((types[name[1]] if name else told)["enum"])

    assert listed("IncidentFields", "kind") == list(TYPES) and len(TYPES) > 60
    assert listed("NewEventFields", "rulebook") == list(RULEBOOKS)
    assert [key for key in RULEBOOKS if f"`{key}`" not in TEXT] == []
    (key,) = [
        each["schema"]["enum"]
        for each in document()["paths"][f"{API}tournaments/{{slug}}/files/{{key}}/"]["get"]["parameters"]
        if each["name"] == "key"
    ]
    assert sorted(key) == sorted(FORMATS)


def test_a_default_that_the_document_names_is_taken_where_it_is_sent() -> None:
    for kind in kinds():
        for field in kind().fields.values():
            if field.default is not empty and not callable(field.default):
                assert field.run_validation(field.default) == field.default, (kind, field.field_name)


@pytest.mark.django_db
def test_the_document_is_made_once_and_sent_again_only_to_those_who_do_not_have_it(client: Client) -> None:
    first = client.get(f"{API}schema/")
    assert first["Cache-Control"] == "public, max-age=300" and first["Content-Type"] == "application/json"
    assert first.json()["servers"][0]["url"] == "/" and len(first.content) < 1_000_000
    again = client.get(f"{API}schema/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert document_bytes()[0] is document_bytes()[0] and client.head(f"{API}schema/").content == b""


def test_every_field_has_a_type_and_every_operation_its_errors() -> None:
    free = [
        at
        for at, schema in schemas(document())
        if not {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"} & {*schema}
    ]
    assert free == []
    for method, address, operation in OPERATIONS:
        answers = operation["responses"]
        done = [status for status in answers if status < "300"]
        wrong = {status: list(answer["content"]) for status, answer in answers.items() if status >= "400"}
        assert done and {"401", "404"} <= set(wrong), address
        assert set(map(tuple, wrong.values())) == {(MEDIA_TYPE,)}
        assert operation["description"] and operation["summary"] and operation["security"]
        assert method in ("GET", "DELETE") or "409" in wrong


@pytest.mark.django_db
def test_the_page_and_the_document_come_from_us_alone(client: Client) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200 and page["Content-Security-Policy"] == settings.CONTENT_SECURITY_POLICY
    html = page.content.decode()
    sources = re.findall(r"<(?:script|link)[^>]+(?:src|href)=\"([^\"]+)\"", html)
    assert [source for source in sources if not source.startswith("/static/")] == []
    assert any("swagger-ui-bundle" in source for source in sources) and f'data-document="{API}schema/"' in html
    assert {client.get(source).status_code for source in sources} == {200}
    assert client.get(f"{API}schema/").json()["info"]["title"] == "tdsuite"
