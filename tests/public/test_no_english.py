"""No page of the public, a player or a station shows an English sentence of the catalogue to who reads French or Spanish."""

import gettext
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.conf import settings
from django.test import Client

from tdsuite.platform.access import codes, stations
from tdsuite.platform.access.models import Station
from tdsuite.platform.words.languages import ONE_LANGUAGE
from tests.english import parts_of
from tests.platform.access.routes import Place, lines_at, make_place, routes
from tests.platform.access.signing import put_cookie, signed_in

pytestmark = pytest.mark.django_db
NAMES = frozenset({"own"})  # of the event whose pages are read
HOLE = re.compile(r"%(?:\(\w+\))?[sd]|\{\w+\}|<[^>]+>")


@cache
def messages_of(language: str) -> tuple[tuple[str, str], ...]:
    """The messages of a language, each with what is said instead; both forms of what is counted."""
    catalogue = gettext.translation("django", settings.LOCALE_PATHS[0], [language])
    return tuple(
        ((english[0] if isinstance(english, tuple) else english).rpartition("\x04")[2], translated)
        for english, translated in catalogue._catalog.items()  # type: ignore[attr-defined]
        if english
    )


@cache
def english_sentences(language: str) -> frozenset[str]:
    """Sentences, or parts of them around a name or number, of three words or more, that read otherwise in the language."""
    return frozenset(
        sentence
        for message, translated in messages_of(language)
        for part in HOLE.split(message)
        if (sentence := " ".join(part.split())) not in translated and len(sentence.split()) >= 3 and len(sentence) > 12
    )


@cache
def by_second_word(language: str) -> dict[str, list[str]]:
    """The same by the second word, which stands whole on a page whatever is around them: a page is read fast."""
    found: dict[str, list[str]] = {}
    for sentence in english_sentences(language):
        found.setdefault(sentence.split()[1], []).append(sentence)
    return found


@cache
def english_labels(language: str) -> frozenset[str]:
    """Whole messages of one or two words, in small letters, that are nothing which the language itself says."""
    says = {translated.casefold() for _message, translated in messages_of(language)}
    labels = {message.casefold() for message, _translated in messages_of(language) if len(message.split()) < 3}
    return frozenset(label for label in labels - says if len(label) > 1 and not HOLE.search(label))


def english_in(page: str, language: str) -> list[str]:
    """What a page says in English to who reads another language: sentences anywhere, labels that are all of a text."""
    return english_among(parts_of(page), language)


def english_among(parts: list[str], language: str) -> list[str]:
    """The same of a page's texts."""
    text = " ".join(parts)
    labels = {part.casefold().strip(" :·,.") for part in parts} & english_labels(language)
    sentences = by_second_word(language)
    near = (sentence for word in set(text.split()) for sentence in sentences.get(word, ()))
    return sorted({sentence for sentence in near if sentence in text} | labels - NAMES)


def visitors(place: Place) -> dict[str, Client]:
    tablet = Client()
    Station.objects.filter(pk=place.rows["access.Station"].pk).update(key_hash=codes.fingerprint("a key"))
    put_cookie(tablet, stations.COOKIE, "a key", stations.SALT)
    return {"stranger": Client(), "player": signed_in(Client(), place.hall.event.entry(3)), "station": tablet}


def pages(place: Place, language: str) -> Iterator[tuple[str, str]]:
    """The address and the page of each, as the first of the visitors reads it who may."""
    clients = visitors(place)
    for route in sorted(routes()):
        line = lines_at(route).get("GET")
        who = next((name for name in clients if line and name in line.who), None)
        if who is None or f"/{route}".startswith(ONE_LANGUAGE):
            continue
        address = place.address(route)
        answer = clients[who].get(address, headers={"Accept-Language": language})
        if not answer.streaming and answer.content.lstrip()[:9].lower() == b"<!doctype":
            yield address, answer.text


@pytest.mark.parametrize("language", ["fr", "es"])
def test_no_page_shows_an_english_sentence_or_label_of_the_catalogue(language: str) -> None:
    assert len(english_sentences(language)) > 500
    assert len(english_labels(language)) > 250
    shown = dict(pages(make_place("own"), language))
    assert len(shown) > 30
    assert {address: found for address, page in shown.items() if (found := english_in(page, language))} == {}


def test_a_label_alone_and_a_sentence_anywhere_would_be_found() -> None:
    page = "<main><p>Tapez. The director is called to your table. Merci.</p><b> Won: </b><i>La table</i></main>"
    assert english_in(page, "fr") == ["The director is called to your table.", "won"]
