"""Bytes to lines, and whole numbers out of text, without ever raising on junk."""

from __future__ import annotations

import re

from tdsuite.tournaments.engine.not_text import NOT_TEXT
from .model import Problem, note

LARGEST_FILE = 10_000_000  # bytes; a division of 1,000 players over 40 rounds takes under 1,000,000
_NEW_LINE = re.compile(r"\r\n|\n|\r")
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def decoded(data: bytes) -> tuple[str, list[Problem]]:
    """The text of a file: UTF-8 or UTF-16 by its mark, else UTF-8, else Windows-1252 with a note.

    A fatal problem, and no text, for something that is not text or is larger than 10 MB.
    """
    if len(data) > LARGEST_FILE:
        return "", [Problem(None, "file", "it is larger than 10 MB.", "Load one event at a time.")]
    for mark, what, remedy in NOT_TEXT:
        if data.startswith(mark):
            return "", [Problem(None, "file", f"this is {what}, not text.", remedy)]
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _unmarked(data[len(mark) :].decode(encoding, errors="replace")), []
    if b"\x00" in data:
        return "", [Problem(None, "file", "this is not a text file.", "Load a .t, .TOU or CSV file.")]
    try:
        return _unmarked(data.decode("utf-8")), []
    except UnicodeDecodeError:
        message = "it is not in UTF-8; accented letters are read as Windows-1252."
        text = _unmarked(data.decode("cp1252", errors="replace"))
        return text, [note(None, "file", message, "Check the accented names.")]


def _unmarked(text: str) -> str:
    """The text without the mark 0x1A that DOS put at the end of a file."""
    return text.rstrip("\x1a \t\r\n") if "\x1a" in text[-20:] else text


def lines_of(text: str) -> list[str]:
    """The lines as a text editor counts them: split at CR LF, LF or CR alone."""
    return _NEW_LINE.split(text.removeprefix("\ufeff"))


def whole_number(token: str) -> int | None:
    """The integer a token spells in plain digits (at most nine), or None."""
    return int(token) if _INTEGER.fullmatch(token) else None
