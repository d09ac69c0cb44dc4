"""Is a word in the list? Binary search over the canonical list itself, held in memory or mapped from a file.

Measured against a set, tries and a database in docs/decisions/0009: a set of 280,000 words costs every process 30 MB and
answers in a tenth of a microsecond; this costs nothing beyond the shared file and answers in a few, of a request that
takes a thousand. The file is the published list, byte for byte, so that its SHA-256 is the list's own.
"""

import hashlib
import mmap
from collections.abc import Iterable

from .lexicon_alphabets import LONGEST, SHORTEST, Alphabet, Unwritable, tiles_text

MOST_WORDS = 8  # one word along and seven across: no play makes more
LF = b"\n"

Buffer = bytes | mmap.mmap


class NotJudged(ValueError):
    """Words that no judge takes: too many, too short, too long, or not in the alphabet.  The message says which and why."""


def canonical_bytes(words: Iterable[str]) -> bytes:
    """The one text of a list: words in canonical form, each once, by code point, LF after each."""
    return "".join(f"{word}\n" for word in sorted(set(words))).encode()


def digest(canonical: Buffer) -> str:
    """SHA-256 of a canonical list, as 64 hex digits."""
    return hashlib.sha256(canonical).hexdigest()


def contains(canonical: Buffer, word: str) -> bool:
    """Whether a canonical list holds a word in canonical form.  UTF-8 sorts as code points do."""
    wanted = word.encode()
    low, high = 0, len(canonical)
    while low < high:  # both stand at the beginning of a line, or high at the end
        middle = (low + high) // 2
        start = canonical.rfind(LF, low, middle) + 1 or low
        end = canonical.find(LF, middle, high)
        line = canonical[start:end]
        if line == wanted:
            return True
        if line < wanted:
            low = end + 1
        else:
            high = start
    return False


def checked(words: Iterable[str], alphabet: Alphabet) -> tuple[str, ...]:
    """The words of one challenge in canonical form, in the order given.  Raises NotJudged."""
    given = tuple(word.strip() for word in words)
    if not given or not all(given):
        raise NotJudged("Write every word of the challenge.")
    if len(given) > MOST_WORDS:
        raise NotJudged(f"{len(given)} words: one play makes {MOST_WORDS} words at most.")
    return tuple(_checked(word, alphabet) for word in given)


def _checked(word: str, alphabet: Alphabet) -> str:
    try:
        canonical = alphabet.canonical(word)
    except Unwritable as error:
        raise NotJudged(f"{word}: {error}.") from error
    length = alphabet.length(canonical)
    if not SHORTEST <= length <= LONGEST:
        raise NotJudged(f"{word} has {tiles_text(length)}: words have {SHORTEST} to {LONGEST}.")
    return canonical
