"""Days, suspensions and member numbers as rating lists write them."""

import re
from collections.abc import Iterable
from datetime import date, datetime

from .model import FOREVER

_ORDERED = re.compile(r"(?P<year>[0-9]{4})[-/.]?(?P<month>[0-9]{2})[-/.]?(?P<day>[0-9]{2})", re.ASCII)
_DOTTED = re.compile(r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})", re.ASCII)
_SLASHED = re.compile(r"(?P<left>[0-9]{1,2})[/-](?P<right>[0-9]{1,2})[/-](?P<year>[0-9]{4})", re.ASCII)
_NAMED = ("%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y", "%d-%b-%Y", "%d-%B-%Y")
_FOR_LIFE = frozenset({"life", "lifetime", "life member", "never", "permanent"})
_NO_DAY = frozenset({"", "-", "--", "none", "n/a", "0", "00000000", "0000-00-00", "never played"})
_NOT_SUSPENDED = frozenset({"", "-", "no", "n", "false", "0", "none"})
_SUSPENDED = frozenset({"yes", "y", "true", "1", "suspended", "x"})
_IN_FILENAME = re.compile(r"(?<![0-9])(20[0-9]{2})[-_. ]?([01][0-9])[-_. ]?([0-3][0-9])(?![0-9])", re.ASCII)
_ID = re.compile(r"(?P<letters>[^\W\d_]*)(?P<digits>[0-9]+)", re.ASCII)
LONGEST_DAY = 30


class NotADay(ValueError):
    """The text means no day. The message says why."""


def month_first(cells: Iterable[str]) -> bool | None:
    """Whether a column writes 05/31/2026 or 31/05/2026; None where nothing in it says so. Raises NotADay when both stand in it."""
    orders = set()
    for cell in cells:
        if match := _SLASHED.fullmatch(cell):
            left, right = int(match["left"]), int(match["right"])
            if left > 12 >= right or right > 12 >= left:
                orders.add(right > 12)
    if len(orders) > 1:
        raise NotADay("some days are written day/month/year and some month/day/year.")
    return orders.pop() if orders else None


def day_in(text: str, *, month_leads: bool | None = None) -> date | None:
    """The day a cell means, None for an empty one, FOREVER for life.  Raises NotADay."""
    plain = text.strip()
    if plain.casefold() in _NO_DAY:
        return None
    if plain.casefold() in _FOR_LIFE:
        return FOREVER
    if len(plain) > LONGEST_DAY:
        raise NotADay("it is too long for a day.")
    if match := _ORDERED.fullmatch(plain) or _DOTTED.fullmatch(plain):
        return _day(match["year"], match["month"], match["day"])
    if match := _SLASHED.fullmatch(plain):
        left, right = match["left"], match["right"]
        if month_leads is None and int(left) <= 12 and int(right) <= 12 and left != right:
            raise NotADay("it may be a day and a month or a month and a day.")
        return _day(match["year"], left, right) if month_leads else _day(match["year"], right, left)
    words = " ".join(plain.replace(",", " ").split())
    for form in _NAMED:
        try:
            return datetime.strptime(words, form).date()
        except ValueError:
            continue
    raise NotADay("this is not a day.")


def _day(year: str, month: str, day: str) -> date:
    try:
        return date(int(year), int(month), int(day))
    except ValueError as error:
        raise NotADay("there is no such day.") from error


def suspension_in(text: str, *, month_leads: bool | None = None) -> date | None:
    """The last day of a suspension: None for none, FOREVER where no end is given.  Raises NotADay."""
    plain = text.strip().casefold()
    if plain in _NOT_SUSPENDED:
        return None
    return FOREVER if plain in _SUSPENDED else day_in(text, month_leads=month_leads)


def day_in_filename(filename: str) -> date | None:
    """The day a file's name bears ("ratings-2026-05-14.csv", "RT20260514.txt"), None where it bears none."""
    for match in _IN_FILENAME.finditer(filename):
        try:
            return date(*map(int, match.groups()))
        except ValueError:
            continue
    return None


def id_key(number: str) -> str:
    """The same text for a member number however it is written: "00745" -> "745", "aa 001234" -> "AA1234"."""
    plain = "".join(number.split()).upper().replace("-", "").replace(".", "")
    match = _ID.fullmatch(plain)
    return match["letters"] + (match["digits"].lstrip("0") or "0") if match else plain
