"""A word list from a file's bytes: every line either becomes a word or is named with the reason why not.

One word a line. Plain text, gzip, or a zip of one file. UTF-8 or UTF-16 by its mark, else UTF-8, else Latin-1.
"""

import gzip
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .alphabets import LONGEST, SHORTEST, Alphabet, Unwritable, tiles_text, visible
from .lookup import canonical_bytes, digest

LARGEST = 50 * 1024 * 1024
SHOWN_REJECTED = 20
SHOWN_LINE = 60
_LINES = re.compile(r"\r\n|\n|\r")
_AFTER_WORD = re.compile(r"[\s,;|=:\"]")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Unreadable(ValueError):
    """A file that is no word list.  The message says why and what to give instead."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A line that became no word.

    Attributes:
        number: from 1.
        text: the line, cut to 60 signs.
    """

    number: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file held.

    Attributes:
        words: canonical, sorted, each once.
        rejected: the first 20 lines that became no word.
        rejected_lines: how many there are in all.
    """

    words: tuple[str, ...]
    lengths: tuple[tuple[int, int], ...]
    rejected: tuple[Rejected, ...]
    rejected_lines: int

    @property
    def canonical(self) -> bytes:
        return canonical_bytes(self.words)

    @property
    def sha256(self) -> str:
        return digest(self.canonical)


def read_list(data: bytes, alphabet: Alphabet, *, cut: bool = False) -> Reading:
    """Read a word list.  cut: take the first word of a line that has more, instead of rejecting it.  Raises Unreadable."""
    lines = _LINES.split(_decoded(_unpacked(data)))
    if lines[-1] == "":
        lines.pop()
    rejected, accepted = [], set()
    for number, line in enumerate(lines, start=1):
        entry = line.strip().strip("\ufeff").strip()
        if not entry:
            continue
        try:
            accepted.add(_word(entry, alphabet, cut))
        except Unwritable as error:
            rejected.append(Rejected(number, _readable(line), str(error)))
    words = tuple(sorted(accepted))
    return Reading(
        words=words,
        lengths=tuple(sorted(Counter(map(alphabet.length, words)).items())),
        rejected=tuple(rejected[:SHOWN_REJECTED]),
        rejected_lines=len(rejected),
    )


def _word(entry: str, alphabet: Alphabet, cut: bool) -> str:
    after = _AFTER_WORD.search(entry)
    if after is not None:
        if not cut or after.start() == 0:
            raise Unwritable("there is more on the line than a word")
        entry = entry[: after.start()]
    word = alphabet.canonical(entry)
    length = alphabet.length(word)
    if not SHORTEST <= length <= LONGEST:
        raise Unwritable(f"{tiles_text(length)}: words have {SHORTEST} to {LONGEST}")
    return word


def _readable(line: str) -> str:
    text = "".join(sign if sign.isprintable() else f"<{visible(sign)}>" for sign in line[:SHOWN_LINE].expandtabs(1))
    return f"{text}…" if len(line) > SHOWN_LINE else text


def _unpacked(data: bytes) -> bytes:
    """The bytes of the text, packed or not by their first bytes and not by the file's name."""
    try:
        if data.startswith(b"\x1f\x8b"):
            with gzip.open(io.BytesIO(data)) as file:
                plain = file.read(LARGEST + 1)
        elif data.startswith(b"PK\x03\x04"):
            plain = _only_file(data)
        else:
            plain = data
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise Unreadable(f"The packed file cannot be opened ({error}). Unpack it and give the text itself.") from error
    if max(len(data), len(plain)) > LARGEST:
        raise Unreadable("This file is larger than 50 MB; no word list is. Choose another.")
    return plain


def _only_file(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/") and not name.startswith("__MACOSX/")]
        if len(names) != 1:
            listed = ", ".join(names[:5]) or "nothing"
            raise Unreadable(f"The zip holds {len(names)} files ({listed}). Give one with the list alone.")
        with archive.open(names[0]) as file:
            return file.read(LARGEST + 1)


def _decoded(data: bytes) -> str:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(codec)
            except UnicodeDecodeError as error:
                raise Unreadable(
                    f"The file says that it is {codec.removesuffix('-sig').upper()}, but byte {error.start} is not."
                ) from error
    if b"\0" in data:
        raise Unreadable("This is no text: it has zero bytes. Give the list as plain text, one word a line.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def rejected_lines(reading: Reading) -> Iterator[str]:
    """A sentence for each rejected line that is shown, and one for those that are not."""
    for rejected in reading.rejected:
        yield f"Line {rejected.number}: {rejected.text}: {rejected.why}."
    if reading.rejected_lines > len(reading.rejected):
        yield f"And {reading.rejected_lines - len(reading.rejected)} more lines."
