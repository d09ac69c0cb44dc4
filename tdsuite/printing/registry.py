"""Which reports can be printed. Apps declare theirs in `reports.py`:

    @report("pairings-by-table", label=_("Pairings by table"), scope="round", template="print/pairings_by_table.html")
    def pairings_by_table(row: Round, options: Options) -> Sheet:
        division = row.division
        return Sheet(
            tournament=division.tournament, event=division.tournament.name, division=division.name, round=row.number,
            slug=f"{division.tournament.slug}-{division.code}", time_zone=division.tournament.time_zone,
            context={"games": Game.objects.of_round(row).by_table()},
        )

The template extends `print/base.html` and fills `block sheet`; it serves the browser and the PDF alike.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

Options = Mapping[str, Any]
SCOPES = ("tournament", "division", "round", "entry", "game")


class UnknownReport(LookupError):
    """No report of this name is declared in the running version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What one print holds.  event, division, round: the running header; slug: begins the file's name, such as `lakeside-a`.

    `context` is the template's. time_zone: IANA name for the printed time, "" for the site's. page: "" or a page class of
    print.css (`landscape`). With a tournament, the head of its audit chain stands in the footer.
    bulk: which list of the context holds one printed page each, so that a large set is made in pieces side by side.
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
    bulk: str = ""
    parts: tuple["Part", ...] = ()


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


_reports: dict[str, Report] = {}
_discovering = threading.RLock()
_discovered = False


def report(
    name: str, *, label: str | Promise, scope: str, template: str, secret: bool = False
) -> Callable[[Build], Build]:
    """Register the decorated builder. Raises ValueError on an unknown scope, or a name that another builder has."""
    if scope not in SCOPES:
        raise ValueError(f"{name}: scope {scope!r} is not one of {SCOPES}")

    def register(build: Build) -> Build:
        known = _reports.get(name)
        if known and (known.build.__module__, known.build.__qualname__) != (build.__module__, build.__qualname__):
            raise ValueError(f"{name} is already built by {known.build.__module__}.{known.build.__qualname__}")
        _reports[name] = Report(name, label, scope, template, build, secret)
        return build

    return register


def find(name: str) -> Report:
    """The report of a name.  Raises UnknownReport."""
    discover()
    try:
        return _reports[name]
    except KeyError:
        raise UnknownReport(name) from None


def forget(name: str) -> None:
    """Take a report out of the registry again."""
    _reports.pop(name, None)


def reports(scope: str = "") -> list[Report]:
    """Every report that may be asked for, or those of one scope, by name; none that is secret."""
    discover()
    return [known for _, known in sorted(_reports.items()) if scope in ("", known.scope) and not known.secret]


def discover() -> None:
    global _discovered  # noqa: PLW0603
    with _discovering:
        if not _discovered:
            autodiscover_modules("reports")
            _discovered = True
