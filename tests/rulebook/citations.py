"""Citations read out of text: "3.9.5(a), (b)", "WESPA 3.5-3.7", "Guidelines 8 and 10", "III.G.1-2", "Play 7", "guide, Ending".

A citation is (book, number) with the book's real numbers of rule_numbers.txt: wespa, nsa, sowpods or guide. A range gives every
number of its own depth from end to end; an end that no book has is given too, so that it can be complained of.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

Citation = tuple[str, str]


def _numbers() -> dict[str, tuple[str, ...]]:
    text = (Path(__file__).parent / "rule_numbers.txt").read_text(encoding="utf-8")
    books = re.findall(r"^\[(\w+)\]\n([^\[]+)", text, re.MULTILINE)
    return {book: tuple(" ".join(each.split()) for each in body.split(";")) for book, body in books}


NUMBERS = _numbers()
REAL = frozenset((book, number) for book, numbers in NUMBERS.items() for number in numbers)

_LETTERS = r"(?:\([a-z]{1,4}\))"
_WESPA = rf"(?<![\d.:/])[1-6]\.\d{{1,2}}(?:\.\d{{1,2}})?{_LETTERS}*(?![\d%]|\.\d|:)"
_NSA = r"(?<![\w.])I{1,3}\.[A-Q](?:\.\d{1,2}(?:\.[a-e])?)?(?!\w)"
_APPENDIX = r"App\. (?:[A-D](?: (?:I{1,2}\.)?[A-K](?:\.\d{1,2})?(?![\w]))?|[12])"
_GUIDELINE = r"\d{1,2}(?:[A-C]|[a-i](?!\w))?"
_THEN = r"(?:, | and )"

_TOKENS = re.compile(
    "|".join(
        (
            rf"(?P<appendix>{_APPENDIX})(?P<appendix_more>(?:, [A-D](?![\w.]))*)(?P<appendix_to>-\d{{1,2}})?",
            rf"(?P<guidelines>Guidelines? (?:{_GUIDELINE}(?:-{_GUIDELINE})?)(?:{_THEN}{_GUIDELINE}(?:-{_GUIDELINE})?(?![\w.(%])(?! (?!and )[a-z]))*)",
            rf"(?P<nsa>{_NSA})(?:-(?P<nsa_to>I{{1,3}}\.[A-Q](?:\.\d+)?|\d{{1,2}}(?![\w.])|[A-Q](?![\w])))?",
            r"(?P<sowpods>(?<!Game )(?:Play|Scoring) \d{1,2})(?:-(?P<sowpods_to>\d{1,2}))?(?P<sowpods_more>(?:, \d{1,2}(?!\w))*)",
            r"(?P<guide>Game play \d)(?:-(?P<guide_to>\d))?",
            rf"(?P<wespa>{_WESPA})(?:-(?P<wespa_to>{_WESPA}|\d{{1,2}}(?![\w.])|\([a-z]{{1,4}}\)))?(?P<wespa_more>(?:, {_LETTERS}+(?:-{_LETTERS})?)*)",
            r"(?P<preamble>Preamble|(?<=, )caveat)",
            r"(?:SOWPODS,? )(?P<sowpods_part>Equipment|Starting the game)",
            r"(?:[Gg]uide,? )(?P<guide_part>Time|Permitted words|The dictionary|Starting the game|Drawing tiles|Scoring"
            r"|Overdrawing of tiles|Challenges|Ending|Others|Game play(?! \d))",
        )
    )
)


def _range(book: str, first: str, last: str) -> list[Citation]:
    """Every number of the two ends' depth from the first to the last; the ends alone where one of them does not exist."""
    numbers = NUMBERS[book]
    if first not in numbers or last not in numbers:
        return [(book, first), (book, last)]
    between = numbers[numbers.index(first) : numbers.index(last) + 1]
    return [(book, number) for number in between if _depth(number) in (_depth(first), _depth(last))]


def _depth(number: str) -> int:
    return number.count(".") + number.count("(") + (10 if number.startswith("App") else 0)


def _wespa(match: re.Match[str]) -> Iterator[Citation]:
    last = match["wespa"]
    yield "wespa", last
    if match["wespa_to"]:
        yield from _range("wespa", last, _end(last, match["wespa_to"]))
    for more in re.findall(rf"({_LETTERS}+)(?:-({_LETTERS}))?", match["wespa_more"]):
        last = _sibling(last, more[0])
        yield "wespa", last
        if more[1]:
            yield from _range("wespa", last, _end(last, more[1]))


def _end(first: str, end: str) -> str:
    """The end of a range in full: 3.10.15-17, 6.3.1(a)-(q), 5.1-5.3."""
    if end.startswith("("):
        return re.sub(r"\([a-z]+\)$", end, first)
    return end if "." in end else re.sub(r"\d+$", end, first)


def _sibling(last: str, letters: str) -> str:
    """ "(d)" after 3.10.16(a)(i) is 3.10.16(d); "(ii)" after 3.10.15(b)(i) is 3.10.15(b)(ii)."""
    base = re.sub(r"\(.*", "", last)
    for candidate in (re.sub(r"\([a-z]+\)$", "", last) + letters, base + letters):
        if ("wespa", candidate) in REAL:
            return candidate
    return base + letters


def _nsa(match: re.Match[str]) -> Iterator[Citation]:
    first, end = match["nsa"], match["nsa_to"]
    yield "nsa", first
    if end:
        last = end if "." in end else re.sub(r"\w+$", end, first)
        yield from _range("nsa", first, last)


def _guidelines(text: str) -> Iterator[Citation]:
    for first, last in re.findall(rf"({_GUIDELINE})(?:-({_GUIDELINE}))?", text):
        yield "nsa", f"Guideline {first}"
        if last:
            yield from _range("nsa", f"Guideline {first}", f"Guideline {last}")


def _appendix(match: re.Match[str]) -> Iterator[Citation]:
    first = match["appendix"]
    book = "wespa" if first[-1] in "12" and " " not in first[5:] else "nsa"
    yield book, first
    for letter in re.findall(r"[A-D]", match["appendix_more"]):
        yield book, re.sub(r"\w+$", letter, first)
    if match["appendix_to"]:
        yield from _range(book, first, re.sub(r"\d+$", match["appendix_to"][1:], first))


def _plain(book: str, first: str, end: str | None, more: str = "") -> Iterator[Citation]:
    yield book, first
    if end:
        yield from _range(book, first, re.sub(r"\d+$", end, first))
    for number in re.findall(r"\d+", more):
        yield book, re.sub(r"\d+$", number, first)


def citations(text: str) -> set[Citation]:
    """Every rule that a text names, by book."""
    named: set[Citation] = set()
    for match in _TOKENS.finditer(text):
        if match["wespa"]:
            named |= set(_wespa(match))
        elif match["nsa"]:
            named |= set(_nsa(match))
        elif match["guidelines"]:
            named |= set(_guidelines(match["guidelines"]))
        elif match["appendix"]:
            named |= set(_appendix(match))
        elif match["sowpods"]:
            named |= set(_plain("sowpods", match["sowpods"], match["sowpods_to"], match["sowpods_more"]))
        elif match["guide"]:
            named |= set(_plain("guide", match["guide"], match["guide_to"]))
        elif match["preamble"]:
            named.add(("wespa", match["preamble"]))
        elif match["sowpods_part"]:
            named.add(("sowpods", match["sowpods_part"]))
        else:
            named.add(("guide", match["guide_part"]))
    return named


def covers(named: Collection[Citation], citation: Citation) -> bool:
    """Whether a text names a rule itself or a part of it: 3.9.5(a) names 3.9.5, and 4.3 names none of its letters."""
    book, number = citation
    return any(
        other == number or re.match(re.escape(number) + r"(?:[.(]|[a-iA-C]$| )", other)
        for where, other in named
        if where == book
    )
