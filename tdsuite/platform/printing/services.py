"""A report as a page for the browser's own print, or as a job that makes the PDF. The same template serves both."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models, transaction
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tdsuite.platform.audit import services as audit
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs import services as jobs
from tdsuite.platform.jobs.models import Job
from . import registry
from .registry import Options, Report, Sheet

PAPERS = ("A4", "letter")
LANGUAGES = dict(settings.LANGUAGES)
STATIC_BASE = "https://suite.invalid/static/"  # never asked for: printing.pdf reads these from our own folders
AUDIT_DIGITS = 12
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")  # Hebrew, Arabic and their presentation forms
LINKS, BODY = re.compile(r"<link\b[^>]*>"), re.compile(r'<body class="([^"]*)">(.*)</body>', re.DOTALL)


class UnknownLook(ValueError):
    """A paper or a language that nothing is printed on or in. The message says which there are."""


def check_look(paper: str, language: str) -> None:
    """Paper is A4 or letter, a language a key of `settings.LANGUAGES`.  Raises UnknownLook."""
    if paper not in PAPERS:
        says = _("There is no paper “%(paper)s”: choose one of %(there_are)s.")
        raise UnknownLook(says % {"paper": paper, "there_are": ", ".join(PAPERS)})
    if language not in LANGUAGES:
        says = _("Nothing is printed in the language “%(language)s”: choose one of %(there_are)s.")
        raise UnknownLook(says % {"language": language, "there_are": ", ".join(LANGUAGES)})


class SecretReport(ValueError):
    """A report that no job makes, because its file would keep what nobody may keep."""


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Words, dates and numbers in here are in this language, "" for whichever is active.  Raises UnknownLook."""
    language = language or translation.get_language() or settings.LANGUAGE_CODE
    check_look(PAPERS[0], language)
    with translation.override(language):
        yield


def build_sheet(report: Report, obj: Any, options: Options, *, language: str) -> Sheet:
    """The sheet with its words in a language.  A refusal of the builder is said in the language that is active."""
    try:
        with in_language(language):
            return report.build(obj, options)
    except UnknownLook:
        raise
    except Exception:
        if language != translation.get_language():
            report.build(obj, options)  # refuses too, in the language of whoever asked
        raise


def html_of(report: Report, obj: Any, options: Options, *, paper: str, language: str) -> str:
    """A report for the browser's own print, its parts with it; built and rendered in a language.

    Raises as `build_sheet`, UnknownLook.
    """
    sheet = build_sheet(report, obj, options, language=language)
    at = timezone.now()
    parts = [
        _bound(render_html(part.report, part.sheet, paper=paper, language=language, at=at)) for part in sheet.parts
    ]
    whole = replace(sheet, context={**sheet.context, "bound": parts})
    return render_html(report, whole, paper=paper, language=language, at=at)


def _bound(document: str) -> dict[str, str]:
    """What the page of another sheet takes of a document: its links to style sheets, the classes of its paper, its body."""
    head, classes, body, _end = BODY.split(document)
    return {"links": mark_safe("".join(LINKS.findall(head))), "classes": classes, "body": mark_safe(body)}


def render_html(
    report: Report,
    sheet: Sheet,
    *,
    paper: str = "A4",
    language: str = "",
    for_pdf: bool = False,
    at: datetime | None = None,
) -> str:
    """The whole HTML document of a sheet, for the browser or (with addresses of another base) for the PDF.

    language: of the template's words, in which the sheet was built; "" for whichever is active. Every time on it is the event's own;
    at: the moment printed, now unless given.
    Raises UnknownLook.
    """
    check_look(paper, language or settings.LANGUAGE_CODE)
    with in_language(language):
        html = _rendered(report, sheet, paper=paper, for_pdf=for_pdf, at=at)
    if RIGHT_TO_LEFT.search(html):
        href = f"{STATIC_BASE}tdsuite/print/rtl.css" if for_pdf else static("tdsuite/print/rtl.css")
        html = html.replace("</head>", f'<link rel="stylesheet" href="{href}">\n</head>', 1)
    return html


def _rendered(report: Report, sheet: Sheet, *, paper: str, for_pdf: bool, at: datetime | None) -> str:
    zone = ZoneInfo(sheet.time_zone) if sheet.time_zone else timezone.get_default_timezone()
    context = {
        **sheet.context,
        "sheet": sheet,
        "title": sheet.title or str(report.label),
        "page_class": " ".join(filter(None, [f"paper-{paper.lower()}", sheet.page])),
        "print_css": f"{STATIC_BASE}tdsuite/print/base.css" if for_pdf else static("tdsuite/print/base.css"),
        "printed_at": at or timezone.now(),
        "audit_head": audit.head_hash(sheet.tournament)[:AUDIT_DIGITS] if sheet.tournament is not None else "",
        "for_pdf": for_pdf,
        "lang": translation.get_language(),
    }
    with timezone.override(zone):
        return render_to_string(report.template, context)


def documents_of(report: Report, sheet: Sheet, *, paper: str, language: str = "") -> list[str]:
    """The HTML of a sheet and of each of its parts, for one PDF. All bear the same moment."""
    render = partial(render_html, paper=paper, language=language, for_pdf=True, at=timezone.now())
    return [render(report, sheet), *(render(part.report, part.sheet) for part in sheet.parts)]


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
    language: str = "",
    options: Mapping[str, Any] | None = None,
) -> Job:
    """Queue the PDF of a report about `obj`.  Raises UnknownReport, SecretReport, UnknownLook.

    The caller has asked the guard. language: of the paper, "" for whichever is active. The job's one file is the PDF. Where it cannot be made (printing.pdf.pdf_available), the page of the same report prints.
    """
    if registry.find(report).secret:
        raise SecretReport(report)
    language = language or translation.get_language() or settings.LANGUAGE_CODE
    check_look(paper, language)
    args = {"report": report, "paper": paper, "options": dict(options or {}), "language": language}
    with transaction.atomic():
        return jobs.enqueue("printing.render", tournament=tournament, obj=obj, args=args, by=by)
