"""The HTML of every report, read by libxml2, is what WeasyPrint's own parser reads; style sheets are read once."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pypdfium2  # type: ignore[import-untyped]
import pytest
import tinyhtml5

from docs.images.contact_sheet import documents
from tdsuite.platform.printing import pdf, reading, registry, services
from tdsuite.tournaments.models import Division
from tests.platform.printing.test_every_report import NAMES, SECRET, division, subject_of  # noqa: F401  a fixture

BASE = services.STATIC_BASE


def spelled(element: Element) -> Iterator[tuple[Any, ...]]:
    """Every element below one with its words; air between elements of the head and at the end counts for nothing."""
    for node in element.iter():
        text = " ".join((node.text or "").split()) if node.tag == "title" else (node.text or "").rstrip()
        yield node.tag, dict(node.attrib), text, (node.tail or "").rstrip()


def assert_read_alike(html: str) -> None:
    slow = tinyhtml5.parse(html.encode(), namespace_html_elements=False)
    found = list(spelled(reading.Document(html, BASE, None).etree_element))
    assert found == list(spelled(slow))
    assert len(found) > 15


@pytest.mark.django_db
@pytest.mark.parametrize("name", [*NAMES, *SECRET])
def test_the_hardest_names_are_read_as_the_slower_parser_reads_them(name: str, division: Division) -> None:  # noqa: F811
    report = registry.find(name)
    sheet = report.build(subject_of(name, division), {**SECRET.get(name, {"round": 3}), "paper": "A4"})
    assert_read_alike(services.render_html(report, sheet, for_pdf=True))


@pytest.mark.django_db
def test_every_report_is_read_as_the_slower_parser_reads_it() -> None:
    read = dict(documents())
    assert len(read) > 30
    for html in read.values():
        assert_read_alike(html)


def test_letters_that_xml_does_not_have_are_read_too() -> None:
    document = reading.Document('<html lang="en"><body><p>a\x0bb & c &amp; d \U0001f0cf</p></body></html>', BASE, None)
    assert document.etree_element.findtext("body/p") == "a\x0bb & c & d \U0001f0cf"


def styled(folder: Path, points: int) -> int:
    """The height of the word printed, in tenths of a point."""
    (folder / "own.css").write_text(f"p {{ font-size: {points}pt }}")
    os.utime(folder / "own.css", ns=(points, points))
    html = f'<html lang="en"><head><title>T</title><link rel="stylesheet" href="{BASE}own.css"></head><body><p>Word</p>'
    data = pdf.write_pdf(html, BASE, [("", str(folder))])
    leaf = pypdfium2.PdfDocument(data)[0].get_textpage()
    assert leaf.count_rects() == 1
    _left, bottom, _right, top = leaf.get_rect(0)
    return round((top - bottom) * 10)


def test_a_style_sheet_is_read_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    known = reading.CSS
    monkeypatch.setattr(reading, "CSS", lambda **more: read.append(more["url"]) or known(**more))
    small, again, large = (styled(tmp_path, points) for points in (10, 10, 20))
    assert small == again and large == pytest.approx(2 * small, abs=2)
    assert read == [f"{BASE}own.css"] * 2


def test_no_more_style_sheets_are_kept_than_a_helper_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_styles", {})
    for number in range(20):
        reading.styles_of(((f"data:text/css,p{{margin:{number}px}}", 0),), None)
        assert len(reading._styles) <= reading.MOST_STYLES
