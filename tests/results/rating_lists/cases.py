"""A seeded generator of rating lists: people, and the same people as text in every layout that is read."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from results.rating_lists.formats.model import FOREVER
from tests.factories import FAMILY_NAMES, GIVEN_NAMES

ACCENTED = ["Zoë", "Łukasz", "Ôlof", "Nuño", "Jürgen", "Siân"]
COUNTRIES = ["ENG", "NGR", "USA", "CAN", "WAL"]


@dataclass(frozen=True)
class Person:
    """Somebody of a list, made up."""

    given: str
    family: str
    number: str
    rating: int
    games: int
    country: str = "ENG"
    expiry: date | None = None
    suspended: bool = False
    played: date | None = None

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}"

    @property
    def filed(self) -> str:
        return f"{self.family}, {self.given}"


def people(seed: int, count: int) -> list[Person]:
    """`count` people with different numbers; some share a name, some have accents, initials or no games."""
    luck = random.Random(seed)
    found = []
    for at in range(1, count + 1):
        given = luck.choice([*GIVEN_NAMES, *ACCENTED])
        if luck.random() < 0.1:
            given = given[0]
        found.append(
            Person(
                given=given, family=luck.choice(FAMILY_NAMES), number=f"AA{at * 7:06d}",
                rating=luck.choice([0, luck.randint(1, 2300)]), games=luck.randint(0, 5000),
                country=luck.choice(COUNTRIES),
                expiry=luck.choice([None, FOREVER, date(2026, 1, 1) + timedelta(days=luck.randint(0, 700))]),
                suspended=luck.random() < 0.05,
                played=luck.choice([None, date(2020, 1, 1) + timedelta(days=luck.randint(0, 2000))]),
            )
        )  # fmt: skip
    return found


def as_csv(rows: Sequence[Person], *, delimiter: str = ",", end: str = "\n") -> bytes:
    lines = [delimiter.join(["Member ID", "Name", "Rating", "Games", "Country", "Expires", "Suspended", "Last played"])]
    for one in rows:
        expiry = "Life" if one.expiry == FOREVER else one.expiry.isoformat() if one.expiry else ""
        cells = [
            one.number, f'"{one.filed}"', str(one.rating), str(one.games), one.country, expiry,
            "yes" if one.suspended else "", one.played.isoformat() if one.played else "",
        ]  # fmt: skip
        lines.append(delimiter.join(cells))
    return (end.join(lines) + end).encode()


def as_rt(rows: Sequence[Person]) -> bytes:
    """Fixed columns: names are cut at 20 letters, nobody has a number."""
    lines = ["NICK     Name                Games  Rat LastplayedNew Dev"]
    for one in rows:
        played = f"{one.played:%Y%m%d}" if one.played else "00000000"
        lines.append(f"{'':5}{one.country:4}{one.name[:20]:20}{one.games:5}{one.rating:5} {played:9}{67.3:6}")
    return ("\r\n".join(lines) + "\r\n").encode()


def spoiled(rows: Sequence[Person], seed: int) -> list[Person]:
    """The same people under names that are near and not the same."""
    luck = random.Random(seed)
    return [
        replace(one, given=one.given[0] if len(one.given) > 1 and luck.random() < 0.5 else one.given) for one in rows
    ]
