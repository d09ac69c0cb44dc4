"""Is a word in the list? Binary search over the canonical list itself, which is the published list byte for byte.

A set of 280,000 words costs every process 30 MB; this costs 3 MB and answers in a few microseconds (docs/decisions/0009).
"""

import hashlib
from collections.abc import Iterable

from tdsuite.platform.words.sentences import Sentence
from .alphabets import LONGEST, SHORTEST, Alphabet, Unwritable

MOST_WORDS = 8  # one word along and seven across: no play makes more
LF = b"\n"
OPEN_VARIANT = "not a tournament list"  # of the list that comes with the suite


class NotJudged(ValueError):
    """Words that no judge takes: too many, too short, too long, or not in the alphabet.  The message says which and why."""


def open_title(name: str) -> Sentence:
    """The list that comes with the suite, as pages name it."""
    return Sentence("{list} (not a tournament list)", list=name)


def canonical_bytes(words: Iterable[str]) -> bytes:
    """The one text of a list: words in canonical form, each once, by code point, LF after each."""
    return "".join(f"{word}\n" for word in sorted(set(words))).encode()


def digest(canonical: bytes) -> str:
    """SHA-256 of a canonical list, as 64 hex digits."""
    return hashlib.sha256(canonical).hexdigest()


def contains(canonical: bytes, word: str) -> bool:
    """Whether a canonical list holds a word in canonical form.  UTF-8 sorts as code points do."""
    target = word.encode()
    low, high = 0, len(canonical)
    while low < high:  # both stand at the beginning of a line, or high at the end
        middle = (low + high) // 2
        start = canonical.rfind(LF, low, middle) + 1 or low
        end = canonical.find(LF, middle, high)
        line = canonical[start:end]
        if line == target:
            return True
        if line < target:
            low = end + 1
        else:
            high = start
    return False


def checked(words: Iterable[str], alphabet: Alphabet) -> tuple[str, ...]:
    """The words of one challenge in canonical form, in the order given.  Raises NotJudged."""
    typed = tuple(word.strip() for word in words)
    if not typed or not all(typed):
        raise NotJudged(Sentence("Write every word of the challenge."))
    if len(typed) > MOST_WORDS:
        raise NotJudged(
            Sentence("{number} words: one play makes {most} words at most.", number=len(typed), most=MOST_WORDS)
        )
    canonical = []
    for word in typed:
        try:
            canonical.append(alphabet.canonical(word))
        except Unwritable as error:
            raise NotJudged(Sentence("{word}: {why}.", word=word, why=error.args[0])) from error
        if not SHORTEST <= (length := alphabet.length(canonical[-1])) <= LONGEST:
            raise NotJudged(
                Sentence.counted(
                    "{word} has {number} tile: words have {least} to {most}.",
                    "{word} has {number} tiles: words have {least} to {most}.",
                    length,
                    word=word,
                    least=SHORTEST,
                    most=LONGEST,
                )
            )
    return tuple(canonical)
