"""Names of people: filing order, display order, and which two names may be one person.

No names list is right about everyone; so a file's own "Surname, Given" is always kept, and guesses are made only
where the file gives nothing better. Near duplicates are shown to the director, never merged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

# Words that belong to the surname that follows them ("van der Berg", "Ten Den", "al Haddad").
PARTICLES = frozenset(
    {"van", "von", "vom", "der", "den", "de", "del", "della", "di", "da", "das", "do", "dos", "du", "des", "la", "le"}
    | {"los", "las", "el", "al", "ten", "ter", "te", "op", "'t", "zu", "zum", "zur", "af", "av", "bin", "binti", "bint"}
    | {"ibn", "ben", "abu", "ap", "st", "saint", "mac", "mc", "o"}
)
SUFFIXES = frozenset({"jr", "sr", "junior", "senior", "ii", "iii", "iv"})
# Letters that Unicode does not take apart into a letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ŋ": "n", "ħ": "h"}
)
_APOSTROPHES = re.compile(r"['`´‘’ʼʻ]")
_NOT_LETTERS = re.compile(r"[\W_]+")
LONGEST_NAME = 100
CUT_AT = 20  # an AUPAIR .TOU file cuts names here
_LONG_ENOUGH = 7  # letters; below it one different letter is too common between two people


def tidy(name: str) -> str:
    """The name with single spaces, in composed Unicode form, without control characters."""
    if name.isascii() and name.isprintable():  # most names of most lists: nothing to compose, nothing to leave out
        return " ".join(name.split())
    printable = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in name)
    return " ".join(unicodedata.normalize("NFC", printable).split())


def display_name(filing: str) -> str:
    """ "Winterbourne, Ada" -> "Ada Winterbourne"; a name without a comma stays as it is."""
    family, *rest = tidy(filing).split(",")
    first_names, suffixes = rest[:1], rest[1:]  # "Ode, Ken, Jr" -> "Ken Ode Jr"
    return " ".join(" ".join([*first_names, family, *suffixes]).split())


def filing_name(display: str) -> str:
    """ "Ada Winterbourne" -> "Winterbourne, Ada"; a name with a comma only gets its spaces tidied.

    The surname is the last word with the particles before it ("Chris Ten Den" -> "Ten Den, Chris"); a suffix stays with
    it ("Ken Ode Jr" -> "Ode Jr, Ken"). At least one word is left as the given name.
    """
    name = tidy(display)
    if "," in name:
        family, _, first_names = name.partition(",")
        return ", ".join(part for part in (family.strip(), first_names.strip()) if part)
    words = name.split()
    if len(words) < 2:
        return name
    start = len(words) - 1
    if start > 1 and words[start].rstrip(".").casefold() in SUFFIXES:
        start -= 1
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}"


def plain_letters(text: str) -> str:
    """The text in ASCII: accents dropped, letters such as ø and ß spelled out, what has no plain form left out."""
    if text.isascii():
        return tidy(text).replace("`", "'")
    return " ".join("".join(_spelled(char) for char in tidy(text)).encode("ascii", "ignore").decode("ascii").split())


def _spelled(char: str) -> str:
    if plain := char.lower().translate(_PLAIN) if char.lower() in "øłđðþßæœıŋħ" else "":
        return plain if char.islower() else plain.capitalize()
    return unicodedata.normalize("NFKD", _APOSTROPHES.sub("'", char))


def name_key(name: str) -> str:
    """The same text for spellings that differ only in case, accents, punctuation or order of the words.

    "O'Connor, Zoë" and "zoe OCONNOR" -> "oconnor zoe".
    """
    return " ".join(sorted(_words(name)))


def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in the order written, in plain small letters: "O'Connor, Zoë" -> ("oconnor", "zoe")."""
    return tuple(_words(name))


def begins(typed: str, name: str) -> bool:
    """Whether each word typed begins a word of the name, in any order: "menon z" of "Zoë Menon"."""
    words = _words(typed)
    return bool(words) and all(any(part.startswith(word) for part in _words(name)) for word in words)


def _words(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    plain = "".join(char for char in plain if not unicodedata.combining(char)).translate(_PLAIN)
    return _NOT_LETTERS.sub(" ", _APOSTROPHES.sub("", plain)).split()


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """Two names that may be one person. first < second: indices into the list given."""

    first: int
    second: int
    same: bool  # equal `name_key`
    reason: str


def near_duplicates(names: Sequence[str]) -> tuple[NearDuplicate, ...]:
    """Every pair of names that may be one person, ordered by index: 0.2 s for 2,300 names."""
    words = [_words(name) for name in names]
    duplicates: dict[tuple[int, int], NearDuplicate] = {}
    for keys, same, reason in (
        ([" ".join(sorted(word)) for word in words], True, "the same name apart from case, accents or order"),
        (["".join(sorted(word)) for word in words], False, "the same letters with the spaces elsewhere"),
        (["".join(word) for word in words], False, "the same letters with the spaces elsewhere"),
    ):
        # Pairs of indices with the same key; in a large group, each with the one before it.
        groups: dict[str, list[int]] = {}
        for index, key in enumerate(keys):
            if key:
                groups.setdefault(key, []).append(index)
        for pair in [pair for group in groups.values() for pair in pairwise(group)]:
            duplicates.setdefault(pair, NearDuplicate(*pair, same, reason))
    for pair in _one_letter_apart(["".join(sorted(word)) for word in words]):
        duplicates.setdefault(pair, NearDuplicate(*pair, False, "one letter apart"))
    for pair in _initials(words):
        duplicates.setdefault(pair, NearDuplicate(*pair, False, "one may be the other with an initial"))
    for pair in _cut_short(names):
        duplicates.setdefault(pair, NearDuplicate(*pair, False, f"one may be the other cut at {CUT_AT} letters"))
    return tuple(duplicates[pair] for pair in sorted(duplicates))


def near_known(new: Sequence[str], known: Sequence[str]) -> tuple[NearDuplicate, ...]:
    """Every new name and known name that may be one person.  first: index into the new ones; second: into the known."""
    pairs = near_duplicates([*known, *new])
    at = len(known)
    return tuple(
        NearDuplicate(pair.second - at, pair.first, pair.same, pair.reason)
        for pair in pairs
        if pair.first < at <= pair.second
    )


def _one_letter_apart(keys: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs whose keys differ by one letter put in, left out, changed, or two neighbours swapped."""
    long = [
        key if _LONG_ENOUGH <= len(key) <= LONGEST_NAME and not any(map(str.isdigit, key)) else None for key in keys
    ]
    return [
        (first, first + 1 + ahead)
        for first, key in enumerate(long)
        for _, slips, ahead in process.extract_iter(key, long[first + 1 :], scorer=OSA.distance, score_cutoff=1)
        if slips
    ]


def _initials(words: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Pairs such as "A Winterbourne" and "Ada Winterbourne"."""
    by_initial: dict[tuple[str, str], list[int]] = {}
    full: dict[tuple[str, str], list[int]] = {}
    for index, name in enumerate(words):
        if len(name) != 2:
            continue
        for first_name, family in (name, name[::-1]):
            if len(family) > 2:
                (by_initial if len(first_name) == 1 else full).setdefault((first_name[0], family), []).append(index)
    pairs = {
        (min(short, long), max(short, long))
        for key, shorts in by_initial.items()
        for short in shorts
        for long in full.get(key, ())[:20]
    }
    return sorted(pairs)


def _cut_short(names: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs where a name of exactly 20 columns begins a longer one."""
    tidied = [tidy(name).casefold() for name in names]
    cut = {name: index for index, name in enumerate(tidied) if len(name) in (CUT_AT - 1, CUT_AT)}
    pairs = {
        (min(cut[start], index), max(cut[start], index))
        for index, name in enumerate(tidied)
        if len(name) > CUT_AT
        for start in (name[:CUT_AT].strip(),)
        if start in cut
    }
    return sorted(pairs)


def filing_key(name: str) -> tuple[tuple[str, ...], str]:
    """Order of an alphabetical list: family name, then given names, without accents and case; then as written."""
    parts = (" ".join(map(name_key, re.split(r"[\s\-‐]+", part))).strip() for part in name.split(","))
    return tuple(parts), name
