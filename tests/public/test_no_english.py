"""No page of the public, a player or a station shows an English sentence of the catalogue to who reads French or Spanish."""

import gettext
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client

from tdsuite.platform.access import codes, stations
from tdsuite.platform.access.models import Station
from tdsuite.platform.languages import ONE_LANGUAGE
from tests.platform.access.routes import Place, lines_at, make_place, routes
from tests.platform.access.signing import put_cookie, signed_in

pytestmark = pytest.mark.django_db
NO_WORDS = frozenset({"script", "style", "code", "svg"})
HOLE = re.compile(r"%(?:\(\w+\))?[sd]|<[^>]+>")


class Words(HTMLParser):
    """The text of a page that stands outside of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NO_WORDS:
            self.inside.append(tag)
        self.parts += [value or "" for name, value in attrs if name in ("aria-label", "placeholder", "title")]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.parts.append(data)


def words_of(page: str) -> str:
    words = Words()
    words.feed(page)
    return " ".join(" ".join(words.parts).split())


def english_sentences(language: str) -> Iterator[str]:
    """Sentences, or parts of them around a name or number, of three words or more, that read otherwise in the language."""
    catalogue = gettext.translation("django", settings.LOCALE_PATHS[0], [language])
    for english, translated in catalogue._catalog.items():  # type: ignore[attr-defined]
        message = english[0] if isinstance(english, tuple) else english
        for part in HOLE.split(message):
            sentence = " ".join(part.split())
            if len(sentence.split()) >= 3 and len(sentence) > 12 and sentence not in translated:
                yield sentence


def visitors(place: Place) -> dict[str, Client]:
    tablet = Client()
    Station.objects.filter(pk=place.rows["access.Station"].pk).update(key_hash=codes.fingerprint("a key"))
    put_cookie(tablet, stations.COOKIE, "a key", stations.SALT)
    return {"stranger": Client(), "player": signed_in(Client(), place.hall.event.entry(3)), "station": tablet}


def pages(place: Place, language: str) -> Iterator[tuple[str, str]]:
    """The address and the text of each page, as the first of the visitors reads it who may."""
    clients = visitors(place)
    for route in sorted(routes()):
        line = lines_at(route).get("GET")
        who = next((name for name in clients if line and name in line.who), None)
        if who is None or f"/{route}".startswith(ONE_LANGUAGE):
            continue
        address = place.address(route)
        answer = clients[who].get(address, headers={"Accept-Language": language})
        if not answer.streaming and answer.content.lstrip()[:9].lower() == b"<!doctype":
            yield address, words_of(answer.text)


@pytest.mark.parametrize("language", ["fr", "es"])
def test_no_page_shows_an_english_sentence_of_the_catalogue(language: str) -> None:
    sentences = sorted(set(english_sentences(language)))
    assert len(sentences) > 250
    shown = dict(pages(make_place("own"), language))
    assert len(shown) > 30
    del shown["/t/own/rules/"]  # a rulebook's rules are told in its own language
    assert {
        address: found for address, text in shown.items() if (found := [part for part in sentences if part in text])
    } == {}
