"""Which reports can be printed. Apps declare theirs in `reports.py`:

    @report("pairings-by-table", label=_("Pairings by table"), scope="round")
    def pairings_by_table(row: Round, options: Options) -> Sheet:
        return division_sheet(row.division, row.number, {"games": Game.objects.of_round(row).by_table()})

Its template, `print/pairings_by_table.html`, extends `print/base.html` and fills `block sheet`; it serves the browser and the PDF alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import models
from django.utils.functional import Promise

from tdsuite.platform.hooks.hooks import Registry

Options = Mapping[str, Any]
T = TypeVar("T")
SCOPES = ("tournament", "division", "round", "entry", "game")


class UnknownReport(LookupError):
    """No report of this name is declared in the running version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What one print holds.  event, division, round: the running header; slug: begins the file's name, such as `lakeside-a`.

    `context` is the template's. time_zone: IANA name for the printed time, "" for the site's. page: "" or a page class of
    tdsuite/print/base.css (`landscape`). With a tournament, the head of its audit chain stands in the footer.
    parts: other sheets that follow this one in the same file.
    """

    event: str
    slug: str
    context: Mapping[str, Any] = field(default_factory=dict)
    tournament: models.Model | None = None
    division: str = ""
    round: int | None = None
    title: str = ""
    time_zone: str = ""
    page: str = ""
    parts: tuple["Part", ...] = ()


def event_sheet(tournament: Any, context: Mapping[str, Any], **more: Any) -> Sheet:
    """A sheet of an event.  more: other fields of `Sheet`."""
    values = {"slug": tournament.slug, **more}
    return Sheet(
        tournament=tournament, event=tournament.name, time_zone=tournament.time_zone, context=context, **values
    )


def division_sheet(division: Any, number: int | None, context: Mapping[str, Any], **more: Any) -> Sheet:
    """A sheet of a division.  number: the round in the running header, None where the sheet is of no round."""
    slug = f"{division.tournament.slug}-{division.code}"
    return event_sheet(division.tournament, context, division=division.name, round=number, slug=slug, **more)


def in_pages(rows: Sequence[T], size: int) -> list[list[T]]:
    """Rows by page, `size` on each."""
    return [list(rows[start : start + size]) for start in range(0, len(rows), size)]


@dataclass(frozen=True, slots=True)
class Part:
    """A sheet inside another's file."""

    report: "Report"
    sheet: Sheet


Build = Callable[[Any, Options], Sheet]


@dataclass(frozen=True, slots=True)
class Report:
    """A kind of paper.  scope: what sort of object `build` is given.

    secret: it bears what opens somebody's page. Its own page shows it in the browser; no job makes it, so no file of it is kept.
    """

    name: str
    label: str | Promise
    scope: str
    template: str
    build: Build
    secret: bool = False


printed_reports: Registry[Report] = Registry("printed_reports", "reports")


def report(
    name: str, *, label: str | Promise, scope: str, template: str = "", secret: bool = False
) -> Callable[[Build], Build]:
    """Register the decorated builder. Raises ValueError on an unknown scope, or a name that another builder has.

    template: where it has not the report's own name.
    """
    if scope not in SCOPES:
        raise ValueError(f"{name}: scope {scope!r} is not one of {SCOPES}")

    def register(build: Build) -> Build:
        printed_by = template or f"print/{name.replace('-', '_')}.html"
        printed_reports.add(name, Report(name, label, scope, printed_by, build, secret))
        return build

    return register


def find(name: str) -> Report:
    """The report of a name.  Raises UnknownReport."""
    declared = printed_reports.get(name)
    if declared is None:
        raise UnknownReport(name)
    return declared


def reports(scope: str = "") -> list[Report]:
    """Every report that may be asked for, or those of one scope, by name; none that is secret."""
    return [report for _, report in printed_reports.items() if scope in ("", report.scope) and not report.secret]
