"""A rating list ready to be searched: by a number, by a whole name, by what is typed of one."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator

from rapidfuzz import process
from rapidfuzz.distance import OSA

from results.rating_lists.formats.cells import id_key
from results.rating_lists.formats.model import IDS, Body, ListEntry
from tdsuite.tournaments.engine.names import name_key, name_words

OFFERED, NEAR = 0.6, 0.82  # likeness from which on a name is worth a look, and is asked about
BEGUN = 0.97  # of a word typed in part, or of which one name has the initial
LEFT_OUT = 0.01  # off for each word of the name that is not typed
SLIPS = 4  # letters of a word for each that may be wrong; one in any


class Index:
    """A list ready to be searched: built once, in time that grows with its length alone. Words are compared once, however many have them."""

    def __init__(self, entries: Iterable[ListEntry], body: Body) -> None:
        self.body = body
        self.by_line = {entry.line: entry for entry in entries}
        self._words = {line: name_words(entry.name) for line, entry in self.by_line.items()}
        self._by_id: dict[tuple[str, str], list[ListEntry]] = defaultdict(list)
        self._by_name: dict[str, list[ListEntry]] = defaultdict(list)
        self._with_word: dict[str, list[int]] = defaultdict(list)
        for line, entry in self.by_line.items():
            for field in IDS:
                if value := getattr(entry, field):
                    self._by_id[field, id_key(value)].append(entry)
            self._by_name[" ".join(sorted(self._words[line]))].append(entry)
            for word in set(self._words[line]):
                self._with_word[word].append(line)
        self._vocabulary = sorted(self._with_word)

    def with_id(self, field: str, value: str) -> list[ListEntry]:
        return self._by_id.get((field, id_key(value)), []) if value else []

    def with_name(self, name: str) -> list[ListEntry]:
        """Lines of this name, in either order, without regard to case, accents and marks."""
        return self._by_name.get(name_key(name), [])

    def search(self, typed: str, least: float = OFFERED) -> list[ListEntry]:
        """Whom a number, or the words typed of a name, may mean: the likeliest first, of equals the first of the list."""
        if numbered := [entry for field in IDS for entry in self.with_id(field, typed)]:
            return numbered
        words = name_words(typed)
        pairs: dict[int, list[tuple[float, int, str]]] = defaultdict(list)
        for at, word in enumerate(words):
            for other, likeness in self._like(word):
                for line in self._with_word[other]:
                    pairs[line].append((likeness, at, other))
        likely = sorted((-self._likeness(line, alike, len(words)), line) for line, alike in pairs.items())
        return [self.by_line[line] for unlike, line in likely if -unlike >= least]

    def _likeness(self, line: int, pairs: list[tuple[float, int, str]], typed: int) -> float:
        """Each word typed goes with another word of the name, the likest pair first."""
        total, used = 0.0, set[int | str]()
        for likeness, at, other in sorted(pairs, reverse=True):
            if not {at, other} & used:
                total += likeness
                used |= {at, other}
        return total / typed - LEFT_OUT * (len(self._words[line]) - typed)

    def _like(self, word: str) -> Iterator[tuple[str, float]]:
        """Words that begin with this one or it with them, and those that are spelled like it, with the likeness."""
        for other in self._vocabulary[bisect_left(self._vocabulary, word) :]:
            if not other.startswith(word):
                break
            yield other, BEGUN
        yield from ((word[:end], BEGUN) for end in range(1, len(word)) if end != 2 and word[:end] in self._with_word)
        slips = max(1, len(word) // SLIPS)
        for other, wrong, _ in process.extract_iter(word, self._vocabulary, scorer=OSA.distance, score_cutoff=slips):
            yield other, 1 - wrong / max(len(word), len(other))
