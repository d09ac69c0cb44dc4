"""The same sheet as a page of its own, for the browser's print."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tdsuite.platform.printing import registry, services
from tdsuite.platform.printing.pdf import own_file
from tdsuite.platform.printing.registry import Report, Sheet, UnknownReport
from tdsuite.platform.printing.tasks import static_roots
from tdsuite.tournaments.models import Tournament
from tests.platform.printing import samples
from tests.tidy import tidy


def html_of(report: Report, tournament: Tournament, **how: object) -> str:
    return services.render_html(report, report.build(tournament, {}), **how)  # type: ignore[arg-type]


def test_the_browser_gets_the_served_style_sheet_and_nothing_inline(sample: Report, tournament: Tournament) -> None:
    page = html_of(sample, tournament)
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)[0].startswith("/static/tdsuite/print/base.")
    assert "<style" not in page and "style=" not in page and "<script" not in page


def test_the_pdf_gets_the_address_that_only_the_helper_can_read(sample: Report, tournament: Tournament) -> None:
    assert '<link rel="stylesheet" href="https://suite.invalid/static/tdsuite/print/base.css">' in html_of(
        sample, tournament, for_pdf=True
    )


def test_apart_from_that_address_both_are_the_same_document(sample: Report, tournament: Tournament) -> None:
    link = re.compile(r'href="[^"]+print[^"]*\.css"')
    shared = [link.sub("", html_of(sample, tournament, for_pdf=for_pdf)) for for_pdf in (False, True)]
    assert shared[0] == shared[1]


class Closed(HTMLParser):
    """Counts what is opened and closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in {"meta", "link", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_document_stands_alone_and_is_well_nested(sample: Report, tournament: Tournament) -> None:
    page = html_of(sample, tournament)
    parser = Closed()
    parser.feed(page)
    assert parser.open == []
    assert tidy(page).startswith('<!DOCTYPE html><html lang="en-gb">')


def test_names_are_escaped(sample: Report, tournament: Tournament) -> None:
    tournament.name = "<b>Bold</b> Open"
    page = html_of(sample, tournament)
    assert "&lt;b&gt;Bold&lt;/b&gt; Open" in page and "<b>Bold" not in page


def test_the_printed_time_is_the_events_own(sample: Report, tournament: Tournament) -> None:
    noon = datetime(2026, 7, 3, 12, 0, tzinfo=UTC)
    assert "Printed 4 Jul 2026, 00:00" in html_of(sample, tournament, at=noon)  # in July, Auckland is 12 hours ahead


def test_a_sheet_without_tournament_carries_no_audit_head(sample: Report, db: None) -> None:
    sheet = Sheet(event="Club night", slug="club-night")
    assert "audit-head" not in services.render_html(sample, sheet)


@pytest.mark.parametrize(
    ("slug", "number", "name"),
    [
        ("lakeside-open-a", 7, "lakeside-open-a-r07-sample-boards.pdf"),
        ("lakeside-open-a", 12, "lakeside-open-a-r12-sample-boards.pdf"),
        ("lakeside-open", None, "lakeside-open-sample-boards.pdf"),
        ("Über/Größe", 0, "ubergroe-r00-sample-boards.pdf"),
    ],
)
def test_file_names_sort_by_event_division_and_round(sample: Report, slug: str, number: int | None, name: str) -> None:
    assert services.file_name(sample, Sheet(event="x", slug=slug, round=number)) == name


def test_an_unknown_paper_is_refused(sample: Report, tournament: Tournament) -> None:
    with pytest.raises(services.UnknownPaper):
        html_of(sample, tournament, paper="foolscap")


def test_reports_are_listed_by_scope(sample: Report) -> None:
    assert sample in registry.reports("tournament")
    assert sample in registry.reports()
    assert sample not in registry.reports("round")


def test_two_builders_cannot_share_a_name_and_scopes_are_known(sample: Report) -> None:
    with pytest.raises(ValueError, match="declared already"):
        registry.report(samples.NAME, label="x", scope="round", template="x")(
            lambda obj, options: Sheet(event="", slug="")
        )
    with pytest.raises(ValueError, match="'planet' is not one of"):
        registry.report("planets", label="x", scope="planet", template="x")
    with pytest.raises(UnknownReport):
        registry.find("planets")


@pytest.mark.parametrize(
    "path", ["tdsuite/print/base.css", "fonts/SourceSansPro-Regular.ttf", "fonts/SourceSansPro-Bold.ttf"]
)
def test_our_static_files_and_fonts_are_found_where_the_site_finds_them(path: str) -> None:
    found = own_file(services.STATIC_BASE + path, services.STATIC_BASE, static_roots())
    assert found == Path(str(finders.find(path))).resolve()


@pytest.mark.parametrize(
    "path",
    ["../tdsuite/settings.py", "%2e%2e/manage.py", "fonts/../../apps.py", "fonts/%2e%2e/__init__.py", "none.css", ""],
)
def test_no_path_leads_out_of_our_folders(path: str) -> None:
    assert own_file(services.STATIC_BASE + path, services.STATIC_BASE, static_roots()) is None


def test_other_hosts_are_nobodys_files() -> None:
    assert (
        own_file("https://suite.invalid.example/static/tdsuite/print/base.css", services.STATIC_BASE, static_roots())
        is None
    )


def test_every_font_of_the_style_sheet_exists() -> None:
    css = Path(str(finders.find("tdsuite/print/base.css"))).read_text(encoding="utf-8")
    named = re.findall(r'url\("([^"]+)"\)', css)
    assert len(named) == 4
    assert all(finders.find(name.removeprefix("../../")) for name in named)
