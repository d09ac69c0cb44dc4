"""English words in what stands on a page or paper for who reads another language, whoever put its sentences together.

Crude on purpose: words that neither French nor Spanish has, and that hardly an English sentence does without. What people wrote, such as
names and notes, is taken out first.
"""

import re
from collections.abc import Iterable
from html.parser import HTMLParser

TYPICAL = """
about added after again all already also always and another any anybody are at away be because been before behind being between both by
called cannot chosen could counts did does each either ends ended every everybody for from gets given gives goes had half have hears here
highest his how into is it its known left less lowest made makes may meets met might more most must neither never nobody nor not nothing
of off only opponent other others out over own same shall should since so some somebody stands start started starts still than that the
their them then there these they this those though to together too took under until up was were what when where whether which while who
whole whose why will with without would yet you your
awarded board boards draw event found game games hand lateness losing lost pairing pairings penalty played player players plays
prize prizes rank ranked reason replied replies reply result results round rounds rule rules sheet sign signed standings tied tiles turn
win winner winning wins won word words worth wrong
"""
WORDS = frozenset(TYPICAL.split())
NO_WORDS = frozenset({"script", "style", "code"})
LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


READ_OUT = frozenset(
    {"alt", "aria-description", "aria-label", "aria-placeholder", "aria-valuetext", "label", "placeholder", "title"}
)
# What scripts, htmx and phones show stands in attributes of many names: those of several words that are no addresses, topics or codes.
FOR_SCRIPTS = ("data-", "hx-confirm", "hx-prompt", "content", "value")
SENTENCE = re.compile(r"[^\W\d_]{2,}\s+\S*[^\W\d_]{2,}")
NO_SENTENCES = ("data-live", "data-letters", "data-digraphs", "data-find")


class Words(HTMLParser):
    """The text of a page that stands outside of scripts, and of what is marked as another language's."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        foreign = tag not in ("html", "input") and "lang" in dict(attrs)
        if tag in NO_WORDS or foreign or tag in self.inside:
            self.inside.append(tag)
        values = dict(attrs)
        self.parts += [value or "" for name, value in attrs if name in READ_OUT]
        if tag == "input" and values.get("type") in ("button", "reset", "submit"):
            self.parts.append(values.get("value") or "")
        self.parts += [
            value
            for name, value in attrs
            if value and name.startswith(FOR_SCRIPTS) and not name.startswith(NO_SENTENCES) and SENTENCE.search(value)
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.parts.append(data)


def parts_of(page: str) -> list[str]:
    """The texts of a page, one for each node and each attribute that is read out."""
    words = Words()
    words.feed(page)
    return [text for part in words.parts if (text := " ".join(part.split()))]


def english_words(texts: Iterable[str], data: Iterable[str] = ()) -> list[str]:
    """The texts with an English word in them. data: what people wrote, longest first taken out."""
    written = sorted({text for text in data if text}, key=len, reverse=True)
    found = set()
    for text in texts:
        plain = text
        for words in written:
            plain = plain.replace(words, " ")
        if WORDS & {word.casefold().removesuffix("'s").removesuffix("’s") for word in LETTERS.findall(plain)}:
            found.add(text)
    return sorted(found)
