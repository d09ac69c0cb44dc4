"""Lists of players, a hundred at a time: what the page of a large division costs does not grow with it."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.core.paginator import Paginator

ON_A_PAGE = 100
ALL = "all"


@dataclass(frozen=True, slots=True)
class Part:
    """A link to a part of a list.

    Attributes:
        asked: the address's parameter `page`.
        label: the first and last player's number; "" for the whole list.
    """

    asked: str
    label: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The players' numbers that a page shows, and links to the others. parts: none where the page shows everybody."""

    numbers: tuple[int, ...]
    parts: tuple[Part, ...]


def page_of_players(numbers: Sequence[int], asked: str | None, *, most: int = ON_A_PAGE) -> PlayerPage:
    """The part of a list that is asked for: a page, the first or last for a number that is none of a page, or "all".

    most: players on a page.
    """
    pages = Paginator(numbers, most)
    if pages.num_pages == 1:
        return PlayerPage(tuple(numbers), ())
    page = None if asked == ALL else pages.get_page(asked)
    lists = [(number, pages.page(number).object_list) for number in pages.page_range]
    parts = [
        Part(str(number), f"{part[0]}–{part[-1]}", page is not None and page.number == number) for number, part in lists
    ]
    return PlayerPage(tuple(page or numbers), (*parts, Part(ALL, "", page is None)))


@lru_cache(8192)
def plain(text: str) -> str:
    """Lower case without accents, so that "muller" finds "Müller"."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
