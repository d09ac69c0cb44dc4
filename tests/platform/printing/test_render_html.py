"""The same sheet as a page of its own, for the browser's print."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tdsuite.platform.printing import registry, services
from tdsuite.platform.printing.pdf import own_file
from tdsuite.platform.printing.registry import Report, Sheet, UnknownReport
from tdsuite.platform.printing.tasks import static_roots
from tdsuite.tournaments.models import Tournament
from tests.platform.printing import samples


def html_of(report: Report, tournament: Tournament, **how: object) -> str:
    return services.render_html(report, report.build(tournament, {}), **how)  # type: ignore[arg-type]


def test_the_browser_gets_the_served_style_sheet_and_nothing_inline(sample: Report, tournament: Tournament) -> None:
    page = html_of(sample, tournament)
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)[0].startswith("/static/tdsuite/print/base.")
    assert "<style" not in page and "style=" not in page and "<script" not in page


def test_the_pdf_gets_the_address_that_only_the_helper_can_read_and_else_the_same_document(
    sample: Report, tournament: Tournament
) -> None:
    made, link = html_of(sample, tournament, for_pdf=True), re.compile(r'href="[^"]+print[^"]*\.css"')
    assert '<link rel="stylesheet" href="https://suite.invalid/static/tdsuite/print/base.css">' in made
    assert link.sub("", made) == link.sub("", html_of(sample, tournament))


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
    elsewhere = "https://suite.invalid.example/static/tdsuite/print/base.css"
    assert own_file(elsewhere, services.STATIC_BASE, static_roots()) is None
