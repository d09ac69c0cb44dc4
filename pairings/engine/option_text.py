"""Options as a director writes them: words with signs between them, and names with spaces or signs of their own in quotes.

A quote begins a name only at the name's beginning, so a sign of inches inside one is a letter of it. Inside of straight quotes
a quote is written twice.
"""

import re

QUOTED = r'"(?:[^"]|"")*"|“[^”]*”'
NAME = re.compile(QUOTED)
PAIR = re.compile(rf'(?P<name>{QUOTED}|[^\s:"“][^\s:]*):(?P<number>[^\s:]+)')
OPENING = r"(?<![^\s,=:])"  # after nothing, a space, or one of the signs
PLAIN = re.compile(r'[^\s:,="“”][^\s:,=]*')


def parts(text: str, sign: str) -> list[str]:
    """A text cut at a sign, "," or " " (any space); never inside of quotes. Without spaces around, and without empty parts."""
    at = r"\s" if sign == " " else re.escape(sign)
    texts = [""]
    for piece in re.finditer(rf"{OPENING}(?:{QUOTED})|(?P<cut>{at})|.", text, re.DOTALL):
        if piece["cut"]:
            texts.append("")
        else:
            texts[-1] += piece[0]
    return [part.strip() for part in texts if part.strip()]


def is_open(text: str) -> bool:
    """Whether a quote begins a name and is not closed."""
    rest = re.sub(rf"{OPENING}(?:{QUOTED})", "", text)
    return re.search(rf'{OPENING}["“]', rest) is not None


def unquoted(name: str) -> str:
    """A name without the quotes it is written in."""
    if not NAME.fullmatch(name):
        return name
    return name[1:-1].replace('""', '"') if name[0] == '"' else name[1:-1]


def quoted(name: str) -> str:
    """A name as it is written: in quotes where it needs them."""
    return name if PLAIN.fullmatch(name) else in_quotes(name)


def in_quotes(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def numbered(text: str) -> list[tuple[str, str]]:
    """Names with a number each: 'B:2 "Under 1200":1'.  Raises ValueError."""
    pairs = []
    for word in parts(text, " "):
        match = PAIR.fullmatch(word)
        if match is None:
            raise ValueError(word)
        pairs.append((unquoted(match["name"]), match["number"]))
    return pairs
