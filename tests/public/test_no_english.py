"""English sentences of the catalogue on a page that is read in French or Spanish; test_walked.py looks at the pages."""

import gettext
import re
from functools import cache

import pytest
from django.conf import settings

from tests.english import parts_of

pytestmark = pytest.mark.django_db
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
    return sorted({sentence for sentence in near if sentence in text} | labels)


def test_a_label_alone_and_a_sentence_anywhere_would_be_found() -> None:
    page = "<main><p>Tapez. The director is called to your table. Merci.</p><b> Won: </b><i>La table</i></main>"
    assert english_in(page, "fr") == ["The director is called to your table.", "won"]
