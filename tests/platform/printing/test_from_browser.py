"""Where Pango is missing every report prints from the browser: whole, on its paper, with the style sheets of the PDF."""

import io
import sys
from collections import Counter
from collections.abc import Iterator

import pypdfium2  # type: ignore[import-untyped]
import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tdsuite.platform.access.roles import Role
from tdsuite.platform.printing import pdf, registry
from tests.factories import make_user
from tests.journeys.browser import LAPTOP, page_of, served
from tests.paper import MM, SIZES, texts_of
from tests.platform.printing.test_every_report import make_event

PAGE = "/console/lakeside-open/print/"
ALWAYS = {"pairings-draft"}  # of a draft; never made as a file
ELSEWHERE = {"hindsight"}  # of a run: tests/pairings/test_hindsight.py
NAMES = [known.name for known in registry.reports() if known.scope in ("round", "division", "tournament")]
# The words of the page, and those of the parts bound into it.
SHOWN = "[document.body, ...document.querySelectorAll('article')].map((each) => each.shadowRoot?.querySelector('div') || each).filter((each) => each.localName != 'article').map((each) => each.innerText).join(' ')"


@pytest.fixture
def no_pango(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pdf, "LIBRARIES", {"Pango": ("libno-such-thing.so.0",)})
    monkeypatch.setitem(sys.modules, "weasyprint", None)  # nothing asks for it
    pdf.pdf_available.cache_clear()
    yield
    pdf.pdf_available.cache_clear()


@pytest.fixture
def director() -> Client:
    client, division = Client(), make_event()
    client.force_login(make_user("director", tournament=division.tournament, role=Role.DIRECTOR))
    return client


@pytest.mark.django_db
def test_without_pango_a_press_leads_to_the_sheet_that_the_browser_prints(no_pango: None, director: Client) -> None:
    wrong = []
    for name in sorted({*NAMES} - ALWAYS - ELSEWHERE):
        page = director.post(PAGE, {"report": name, "place": "a/3", "paper": "A4"}, follow=True).content.decode()
        if 'href="/static/tdsuite/print/base.' not in page or "<main>" not in page:
            wrong.append(name)
    assert wrong == []


@pytest.mark.django_db
def test_without_pango_the_print_page_says_once_what_to_do(no_pango: None, director: Client) -> None:
    page = director.get(PAGE).content.decode()
    assert page.count(pdf.remedy(["Pango"], sys.platform)) == 1
    assert ("Make the PDF" in page, "Print from the browser" in page, "Print round 3" in page) == (False, True, True)


@pytest.mark.parametrize(("platform", "words"), [("linux", "apt-get"), ("darwin", "brew"), ("win32", "MSYS2")])
def test_each_system_has_its_own_remedy(platform: str, words: str) -> None:
    told = pdf.remedy(["Pango", "PangoFT2"], platform)
    assert "missing: Pango, PangoFT2" in told and words in told


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_without_pango_chromium_prints_every_report_whole_and_on_its_paper(
    no_pango: None, director: Client, browser: Browser
) -> None:
    found: list[str] = []
    troubles = {}
    url = served()
    page = page_of(browser, LAPTOP, found)
    page.context.add_cookies([{"name": "sessionid", "value": director.cookies["sessionid"].value, "url": url}])
    page.emulate_media(media="print")
    for name in sorted({*NAMES} - ALWAYS - ELSEWHERE):
        page.goto(f"{url}{PAGE}{name}/a/3/?paper=letter")
        if wrong := [*found, *badly_printed(page)]:
            troubles[name] = wrong
        found.clear()
    assert troubles == {}


def badly_printed(page: Page) -> list[str]:
    """What is wrong with the pages that Chromium makes of a report."""
    found = []
    page.evaluate("document.fonts.ready")
    shown, landscape = page.evaluate(SHOWN), page.evaluate("document.body.matches('.landscape')")
    data = page.pdf(prefer_css_page_size=True)
    texts, pages = texts_of(data), pypdfium2.PdfDocument(io.BytesIO(data))
    if lost := letters(shown) - letters("".join(texts)):
        found.append(f"lost {lost}")
    if not all(texts):
        found.append(f"empty pages: {[bool(text) for text in texts]}")
    sizes = {tuple(round(side * MM, 0) for side in pages.get_page_size(at)) for at in range(len(pages))}
    if sizes != {tuple(round(side, 0) for side in (SIZES["letter"][::-1] if landscape else SIZES["letter"]))}:
        found.append(f"paper {sizes}")
    return found


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text.lower() if letter.isascii() and letter.isalnum())
