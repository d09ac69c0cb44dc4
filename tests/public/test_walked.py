"""Every page of the public, players and stations, filled in as far as it goes, in French and in Spanish: no English is read there.

`make test` looks at half of the pages of each address in French and at the other half in Spanish, and presses one button in eight;
`make test-full` looks at all in both and presses every button in every state.
"""

import os
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import override_settings

from tdsuite.exchange.site import site_files
from tdsuite.platform.words.languages import ONE_LANGUAGE
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS
from tdsuite.tournaments.rulebooks.summary import origin_of
from tests.english import english_words, parts_of
from tests.factories import make_tournament
from tests.platform.access.routes import lines_at, plain, routes
from tests.public.filled.event import Filled, fill
from tests.public.filled.walk import Walk
from tests.public.test_no_english import english_among
from tests.public.test_rules_page import names_in

pytestmark = pytest.mark.django_db
WHOLE = os.environ.get("HYPOTHESIS_PROFILE") == "full"
FIRST = {"fr": 1, "es": 6}  # which of eight buttons are pressed; an odd one and an even one, which look at other states
READERS = {"stranger", "player", "station"}
NO_PAGES = {  # and why nobody reads a page there
    "GET t/<slug>/final/picture.png": "a picture: tests/public/test_final.py", "GET healthz": "for monitors",
    "GET worker.js": "a script that shows nothing", "POST ": "asks as GET does",
    "POST judge/<slug>/game/<game_id>/station/": "asks as GET does", "POST language/": "leads back",
    "POST log-out/": "leads away",
}  # fmt: skip
# Names of documents, word lists and programs stay as they are in every language.
NAMES = [
    "Test Words", "Word List 2007", "Tournament & Club Word List", "Collins Tournament & Club Word List", "(The dictionary)", "(Others)",
    "The Rating of Chessplayers", "How the NSA Ratings System Works", "results/ratings_detail.shtml", "Rating system overview",
    "Official Tournament & Club Word List (OWL)", "Long List", "(3rd edition)", "(2007 edition)", "{word}", "caveat",
    *(name for book in RULEBOOKS.values() for name in (*names_in(book), origin_of(book).name, origin_of(book).source)),
]  # fmt: skip
INLINE = re.compile(r"\sstyle=|\son[a-z]+=\"|<style|<script(?![^>]*\ssrc=)|javascript:")
FOREIGN = re.compile(r"(?:src|href)=\"(?:https?:)?//(?!\w+\.example)")
CODE = re.compile(r"^[0-9a-f]{12,64}$")
SHOWN_BY_SCRIPTS = re.compile(
    r"""(?:textContent|innerText|title|placeholder|ariaLabel|alt)\s*=\s*["'`](?=[^"'`$]*[A-Za-z]{2})|\b(?:alert|confirm|prompt)\(\s*["'`]"""
)
OF_OFFICIALS = {
    "api-docs", "board", "boards", "check-in", "drop", "keys", "palette", "paper", "rulings", "slip", "table", "zone",
}  # fmt: skip


@pytest.fixture(scope="module")
def made(rows_of_the_file: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    with override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("files")):
        yield fill()


@pytest.fixture
def filled(made: Filled, settings: Any) -> Filled:
    caches["pages"].clear()
    return deepcopy(made)


def test_nothing_is_read_in_english_wherever_somebody_goes_and_whatever_they_press(filled: Filled) -> None:
    walks = [Walk(filled, language, 0 if WHOLE else first) for language, first in FIRST.items()]
    for walk in walks:
        walk.everything()
        assert badly_made(walk.pages, walk.language) == []
        assert english_read(walk.pages, walk.language, filled.names) == {}
    assert missed(*walks) == []


@pytest.mark.parametrize("language", ["fr", "es"])
def test_nothing_is_read_in_english_on_the_pages_that_are_sent_to_a_site_of_another_language(
    filled: Filled, language: str
) -> None:
    for tournament in (filled.event, filled.finished, make_tournament("nada", name="Nada")):
        sent = {name: data.decode() for name, data in site_files(tournament, language).items() if name != "site.css"}
        assert {page.partition(">")[2].lstrip().partition(">")[0] for page in sent.values()} == {
            f'<html lang="{language}"'
        }
        assert english_read(sent, language, [*filled.names, "Nada"]) == {}
    assert english_read({"": site_files(filled.event)["index.html"].decode()}, language, filled.names) != {}


def english_read(pages: Mapping[str, str], language: str, names: list[str]) -> dict[str, str]:
    """What stands in English on pages of another language, with one page on which it does.  names: what people are called."""
    said, first = {}, {}
    for look, page in pages.items():
        parts = parts_of(page)
        said |= dict.fromkeys(english_among(parts, language), look)
        first |= dict.fromkeys(parts, look)
    words = english_words({part for part in first if not CODE.search(part)}, [*NAMES, *names])
    return said | {part: first[part] for part in words}


def badly_made(pages: Mapping[str, str], language: str) -> list[tuple[str, str]]:
    """Pages with something inline or of another host, or, of whole pages, without their language or with another number of main headings than one."""
    found = []
    for name, page in pages.items():
        whole = page.startswith("<!DOCTYPE") and "/overlay/" not in name  # which is a picture for a stream
        wrong = [match[0] for pattern in (INLINE, FOREIGN) if (match := pattern.search(page))]
        if whole and (page.count("<h1") != 1 or f'<html lang="{language}"' not in page):
            wrong.append(f"{page.count('<h1')} headings")
        found += [(name, what) for what in wrong]
    return found


def missed(*walks: Walk) -> list[str]:
    """The addresses that a reader may ask for and that were not, nor named in NO_PAGES."""
    found, asked = [], set().union(*(walk.routes for walk in walks))
    for route in sorted(routes()):
        for method, line in lines_at(route).items():
            reads = bool(line.who & READERS) and not f"/{route}".startswith(ONE_LANGUAGE)
            asks_as_get = method == "POST" and route.startswith("t/<slug:slug>/")
            name = f"{method} {plain(route)}"
            if reads and not asks_as_get and (method, route) not in asked and name not in NO_PAGES:
                found.append(name)
    return found


def test_scripts_of_players_and_stations_have_no_words_of_their_own() -> None:
    """What they show stands in the page, which is in its reader's language."""
    folder = Path(__file__).parents[2] / "static" / "tdsuite" / "js"
    found = [
        f"{path.stem}: {line.strip()}"
        for path in sorted(folder.glob("*.js"))
        if path.stem not in OF_OFFICIALS
        for line in path.read_text(encoding="utf-8").splitlines()
        if SHOWN_BY_SCRIPTS.search(line)
    ]
    assert found == []


def test_a_word_in_a_script_would_be_found() -> None:
    assert SHOWN_BY_SCRIPTS.search('place.textContent = "Not sent yet."')
    assert SHOWN_BY_SCRIPTS.search("if (!confirm('Really?')) return;")
    assert not SHOWN_BY_SCRIPTS.search("place.textContent = says;")
