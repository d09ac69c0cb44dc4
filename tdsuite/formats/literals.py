"""Literals of JavaScript and Perl as data: what tsh writes in tourney.js and in its configuration.  Nothing is ever run.

The text is cut into tokens, each is written as JSON has it, and the standard library's parser does the rest.
"""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 40  # brackets in brackets; tsh nests six
LONGEST_NUMBER = 40
MOST_TOKENS = 1_000_000  # 47 players over 31 rounds take 20,000
_TOKEN = re.compile(
    r"(?P<space>[\s\ufeff\x1a]+|//[^\r\n]*|\#[^\r\n]*|/\*.*?\*/)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)"
    r"|(?P<number>[+-]?(?:0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![\w$]))"
    r"|(?P<word>[+-]?[^\W\d][\w$]*|\$[\w$]*)"
    r"|(?P<mark>=>|[{}\[\],:])",
    re.ASCII | re.DOTALL,
)
_COLON = re.compile(r"\s*(?::|=>)")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_PAIRS = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_ONE_LETTER = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": "", "v": "", "0": "", "\n": "", "\r\n": "", "\r": ""}
_WORDS = {"true": "true", "false": "false", "null": "null", "undefined": "null", "undef": "null"}
_NO_NUMBERS = frozenset({"nan", "infinity", "+infinity", "-infinity"})


class BadLiteral(ValueError):
    """Text that is no literal.  at: where in it; the message names the token."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def read_literal(text: str, start: int = 0) -> tuple[Any, int]:
    """(value, where it ends) of the literal that begins at `start`; `undefined` is None.

    Strings lose control characters and halves of letters, which no database takes.  Raises BadLiteral.
    """
    pieces: list[str] = []
    places: list[int] = []  # where each piece stands in the text
    open_: list[str] = []
    length, at, before = 0, start, ""
    ends: list[int] = []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadLiteral(f"{text[at : at + 20]!r} cannot be read", at)
        if match.lastgroup != "space":
            piece = _piece(text, match, before, bool(open_) and open_[-1] == "{")
            if piece in ("}", "]") and before == ",":
                pieces[-1] = pieces[-1].replace(",", " ")  # a comma after the last value
            if piece in ("{", "["):
                open_.append(piece)
                if len(open_) > DEEPEST:
                    raise BadLiteral(f"brackets stand in brackets more than {DEEPEST} deep", at)
            elif piece in ("}", "]") and (not open_ or open_.pop() != {"}": "{", "]": "["}[piece]):
                raise BadLiteral(f"{piece!r} closes nothing", at)
            pieces.append(piece)
            places.append(at)
            ends.append(length := length + len(piece) + 1)
            if len(pieces) > MOST_TOKENS:
                raise BadLiteral(f"it has more than {MOST_TOKENS} words and marks", at)
            before = piece[-1:] if match.lastgroup == "mark" else "value"
            if not open_:
                break
        at = match.end()
    if open_ or not pieces:
        raise BadLiteral("it ends before its last bracket" if open_ else "nothing stands there", at)
    try:
        return json.loads(" ".join(pieces), strict=False), match.end() if match else at
    except json.JSONDecodeError as error:
        place = next((place for place, end in zip(places, ends, strict=True) if end > error.pos), at)
        raise BadLiteral(f"{text[place : place + 20]!r} does not belong there", place) from error


def _piece(text: str, match: re.Match[str], before: str, in_object: bool) -> str:
    """A token as JSON writes it."""
    token, kind = match[0], match.lastgroup
    is_key = in_object and before in ("{", ",") and _COLON.match(text, match.end()) is not None
    if kind == "string":
        return json.dumps(_plain(token[1:-1]))
    if kind == "mark":
        hole = token == "," and not in_object and before in ("[", ",")
        return f"null{token}" if hole else ":" if token == "=>" else token
    if is_key:
        return json.dumps(token)
    if kind == "number":
        return _number(token, match.start())
    word = token.casefold()
    if word in _NO_NUMBERS:
        return "null"
    if word not in _WORDS:
        raise BadLiteral(f"{token[:20]!r} is not a value", match.start())
    return _WORDS[word]


def _number(token: str, at: int) -> str:
    if len(token) > LONGEST_NUMBER:
        raise BadLiteral(f"{token[:20]!r} is too long for a number", at)
    digits = token.lstrip("+-")
    if digits[:2] in ("0x", "0X"):
        return str(int(token, 16))
    value = int(token) if digits.isdigit() else float(token)
    return "null" if value in (float("inf"), float("-inf")) else repr(value)


def _plain(body: str) -> str:
    """The text of a string between its quotes."""
    if "\\" in body:
        body = _ESCAPE.sub(_escaped, body)
        body = _PAIRS.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), body)
    return _NOT_TEXT.sub("", body)


def _escaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return _ONE_LETTER.get(match[4], match[4])
    return chr(value) if (value := int(code, 16)) <= 0x10FFFF else ""
