"""A report as a page for the browser's own print, or as a job that makes the PDF. The same template serves both."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models, transaction
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone, translation
from django.utils.text import slugify

from tdsuite.platform.audit import services as audit
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs import services as jobs
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.printing import registry
from tdsuite.platform.printing.registry import Report, Sheet

PAPERS = ("A4", "letter")
PIECE = 10  # pages at most: what a helper sets at once, so that its memory stays flat
STATIC_BASE = "https://suite.invalid/static/"  # never asked for: printing.pdf reads these from our own folders
AUDIT_DIGITS = 12
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")  # Hebrew, Arabic and their presentation forms


class UnknownPaper(ValueError):
    """Paper is A4 or letter."""


class SecretReport(ValueError):
    """A report that no job makes, because its file would keep what nobody may keep."""


def render_html(
    report: Report,
    sheet: Sheet,
    *,
    paper: str = "A4",
    for_pdf: bool = False,
    at: datetime | None = None,
    pages: tuple[int, int] | None = None,
) -> str:
    """The whole HTML document of a sheet, for the browser or (with addresses of another base) for the PDF.

    Every time on it is the event's own; at: the moment printed, now unless given. pages: (pages before this piece of a large set,
    pages of the set), for the PDF alone.  Raises UnknownPaper.
    """
    if paper not in PAPERS:
        raise UnknownPaper(paper)
    zone = ZoneInfo(sheet.time_zone) if sheet.time_zone else timezone.get_default_timezone()
    context = {
        **sheet.context,
        "sheet": sheet,
        "title": sheet.title or str(report.label),
        "page_class": " ".join(filter(None, [f"paper-{paper.lower()}", sheet.page])),
        "print_css": f"{STATIC_BASE}tdsuite/print/base.css" if for_pdf else static("tdsuite/print/base.css"),
        "printed_at": at or timezone.now(),
        "audit_head": audit.head_hash(sheet.tournament)[:AUDIT_DIGITS] if sheet.tournament is not None else "",
        "pages_before": pages[0] if pages else 0,
        "pages_in_all": pages[1] if pages else 0,
        "for_pdf": for_pdf,
        "lang": translation.get_language() or settings.LANGUAGE_CODE,
    }
    with timezone.override(zone):
        html: str = render_to_string(report.template, context)
    if RIGHT_TO_LEFT.search(html):
        href = f"{STATIC_BASE}tdsuite/print/rtl.css" if for_pdf else static("tdsuite/print/rtl.css")
        html = html.replace("</head>", f'<link rel="stylesheet" href="{href}">\n</head>', 1)
    return html


@dataclass(frozen=True, slots=True)
class Piece:
    """What one helper sets: a file of its own, and a part of the whole.  name: the file's; pages: 1 where nobody counted them."""

    name: str
    html: Callable[[], str]
    pages: int = 1


def pieces_of(report: Report, sheet: Sheet, *, paper: str) -> list[Piece]:
    """A sheet as the PDF's pieces: one; or the sheet and each of its parts; or a set of more than 10 pages cut by pages.

    The HTML of each is rendered when it is asked for. All bear the same moment.
    """
    now = timezone.now()
    pieces = _cut(report, sheet, paper, now)
    for part in sheet.parts:
        pieces += _cut(part.report, part.sheet, paper, now)
    return pieces


def _cut(report: Report, sheet: Sheet, paper: str, at: datetime) -> list[Piece]:
    name = file_name(report, sheet)
    total = len(sheet.context[sheet.bulk]) if sheet.bulk else 1
    if total <= PIECE:
        return [Piece(name, partial(render_html, report, sheet, paper=paper, for_pdf=True, at=at), total)]
    count = 2 * ceil(total / PIECE / 2)  # even, so that neither of two helpers waits for the other
    pieces = []
    for start, end in pairwise(total * place // count for place in range(count + 1)):
        piece = replace(sheet, context={**sheet.context, sheet.bulk: sheet.context[sheet.bulk][start:end]})
        html = partial(render_html, report, piece, paper=paper, for_pdf=True, at=at, pages=(start, total))
        pieces.append(Piece(f"{name.removesuffix('.pdf')}-pages-{start + 1:03d}-{end:03d}.pdf", html, end - start))
    return pieces


def file_name(report: Report, sheet: Sheet) -> str:
    """A name that sorts by event, division, round: `lakeside-a-r07-pairings-by-table.pdf`."""
    number = f"r{sheet.round:02d}" if sheet.round is not None else ""
    return "-".join(filter(None, [slugify(sheet.slug), number, report.name])) + ".pdf"


def request_print(
    *,
    report: str,
    obj: models.Model,
    by: Actor,
    tournament: models.Model | None = None,
    paper: str = "A4",
    options: Mapping[str, Any] | None = None,
) -> Job:
    """Queue the PDF of a report about `obj`.  Raises UnknownReport, SecretReport, UnknownPaper; the caller has asked the guard.

    The job's one file is the PDF. Where it cannot be made (printing.pdf.pdf_available), the page of the same report prints.
    """
    if registry.find(report).secret:
        raise SecretReport(report)
    if paper not in PAPERS:
        raise UnknownPaper(paper)
    args = {
        "report": report,
        "paper": paper,
        "options": dict(options or {}),
        "language": translation.get_language() or "",
    }
    with transaction.atomic():
        return jobs.enqueue("printing.render", tournament=tournament, obj=obj, args=args, by=by)
