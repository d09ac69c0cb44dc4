"""Every place that takes a file, found in the pages and in the API's document, meets damaged ones: a refusal, and nothing half-applied."""

import gzip
import io
import os
import zipfile
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from lxml import html

from tdsuite.openapi import document
from tests.factories import make_user
from tests.platform.access.routes import Place, lines_at, make_place, routes
from tests.platform.access.signing import signed_in
from tests.platform.access.test_matrix import noted_writes, state

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HELD = {"EventUpload", "EventUploadFile", "RosterUpload"}  # shown before they count
PAGES = ["roster/import"] * 2  # and its preview, where another file takes its place
PAGES += ["/copy/", "rating-lists", "rules/file", "words/import", "console/new", "console/new"]
OF_PROGRAMS = ["imports", "roster"]
FILLED = {"starts_on": "2026-05-16", "divisions": "Division A, 7"}  # of a new event
BESIDE = {"slug": "spring", "name": "Spring", "day": "2026-05-16", "as_of": "2026-05-16", "body": "wespa"}


class Upload(NamedTuple):
    """A form or operation that takes a file: where it is sent, by whom, and what is sent beside it."""

    client: Client
    address: str
    field: str
    values: dict[str, str]


def file_forms(page: str) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """The forms of a page: their address, their file fields, and what a browser would send beside them."""
    for form in html.fromstring(page.strip() or "<p>").forms:
        values: dict[str, str] = {}
        for field in form.xpath(".//input[@name]|.//select|.//textarea"):
            name, kind = field.get("name"), field.get("type", "")
            if field.tag == "select":
                options = field.xpath(".//option[@selected]") or field.xpath(".//option")[:1]
                values[name] = options[-1].get("value", "") if options else ""
            elif field.tag == "textarea":
                values[name] = FILLED.get(name, "")
            elif kind != "file" and (kind not in ("checkbox", "radio") or {"checked", "required"} & {*field.attrib}):
                values[name] = field.get("value") or FILLED.get(name, "spring" if "required" in field.attrib else "")
        yield form.action or "", form.xpath(".//input[@type='file']/@name"), values


def uploads_of_pages(place: Place, clients: list[Client]) -> Iterator[Upload]:
    known = set()
    for route in sorted(routes()):
        if route.startswith("api/") or not {"GET", "POST"} <= lines_at(route).keys():
            continue
        for client in clients:
            page = client.get(place.address(route))
            if page.status_code != 200 or not page.headers["Content-Type"].startswith("text/html") or page.streaming:
                continue
            for action, fields, values in file_forms(page.content.decode()):
                address = action or place.address(route)
                for field in fields:
                    if (address, field) not in known:
                        known.add((address, field))
                        yield Upload(client, address, field, values)
            break


def uploads_of_the_api(place: Place, client: Client) -> Iterator[Upload]:
    schemas = document()["components"]["schemas"]
    for path, methods in document()["paths"].items():
        for operation in methods.values():
            form = operation.get("requestBody", {}).get("content", {}).get("multipart/form-data", {"schema": {}})
            fields = schemas.get(form["schema"].get("$ref", "").rpartition("/")[2], {}).get("properties", {})
            for name, kind in fields.items():
                if "binary" in (kind.get("format"), kind.get("items", {}).get("format")):
                    values = {field: BESIDE[field] for field in fields if field in BESIDE}
                    yield Upload(client, path.format(slug=place.tournament.slug, code="a"), name, values)


def zipped(name: str, data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


WORKBOOK = zipped("xl/workbook.xml", b"<x/>" * 500_000)
DAMAGED = {
    "empty": b"", "huge line": b"A" * 400_000, "zip bomb": zipped("bomb.txt", b"\0" * 8_000_000),
    "gzip": gzip.compress(b"0" * 2_000_000), "workbook": WORKBOOK, "cut": WORKBOOK[: len(WORKBOOK) // 2],
    "picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\0\0\0\0\0\0\0",
    "photo that is cut": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + b"\0" * 100,
    "NUL bytes": b"Name,Rating\nAda\0,1700\n\0\0\0", "UTF-16": "Name,Rating\nAda,x\n".encode("utf-16"),
    "UTF-16 without its mark": "Name,Rating\nAda,1700\n".encode("utf-16-be"),
    "half a letter": b"Name,Rating\nAd\xc3,1700\nBo\xff\xfe,\xed\xa0\x80\n",
    "deep JSON": b'{"format": "tdsuite-event", "a": ' + b"[" * 50_000,
    "deep tourney.js": b"newt = " + b"[{a:" * 5_000, "numbers": b"Name,Rating\nAda," + b"9" * 5_000 + b"\n",
    "quotes": b'Name,Rating\n"Ada,1700\n' * 2_000,
}  # fmt: skip
NAMES = ("event.json", "roster.csv", "book.toml", "photo.jpg")
WHOLE = os.environ.get("HYPOTHESIS_PROFILE") == "full"


def test_no_damaged_file_is_a_fault_of_ours_or_half_applied(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("CRITICAL")
    place, administrator = make_place("own"), Client(raise_request_exception=False)
    administrator.force_login(make_user("administrator", is_superuser=True))
    players = [signed_in(Client(raise_request_exception=False), place.hall.event.entry(number)) for number in (3, 1)]
    pages = list(uploads_of_pages(place, [administrator, *players]))
    programs = list(uploads_of_the_api(place, administrator))
    before, wrong = state(), []
    for turn, upload in enumerate((*pages, *programs)):
        for number, (kind, data) in enumerate(DAMAGED.items()):
            if (turn + number // len(NAMES)) % 2 and not WHOLE:
                continue  # each goes to every other one; `make test-full` sends all to all
            file = SimpleUploadedFile(NAMES[number % len(NAMES)], data)
            with transaction.atomic():
                with noted_writes() as writes:
                    answer = upload.client.post(upload.address, {**upload.values, upload.field: file}, follow=True)
                after = state(writes) if answer.status_code >= 400 else {}
                changed = {name for name, digest in after.items() if digest != before[name]} - HELD
                transaction.set_rollback(True)
            if answer.status_code >= 500 or changed:
                wrong.append((upload.address, kind, answer.status_code, changed))
    assert wrong == []
    assert [next((part for part in PAGES if part in upload.address), upload.address) for upload in pages] == PAGES
    assert sorted(upload.address.rsplit("/", 2)[1] for upload in programs) == OF_PROGRAMS
