"""What the rows of public tables (`templates/public/rows`) are made with."""

import re

from django import template

from pairings.services.engine_tasks import settings_of
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import board_and_start, clauses, clauses_of
from tdsuite.tournaments.models import Division

MOST_WORDS = 25
WORD = re.compile(r"\w\S*")

register = template.Library()


@register.simple_tag
def players_url(division: Division) -> str:
    """`{% players_url division as players_at %}`: the addresses of its players, with a place for the number."""
    return division.url("public:player", 0).removesuffix("0/") + "%d/"


@register.filter
def of_player(players_at: str, number: int) -> str:
    """The address of one of them; on the site that opens without a server it is that of a file."""
    return players_at % number


@register.filter
def in_words(reason: str) -> str:
    """Why a board stands, is played where it is, or starts as it does, in the reader's language."""
    return translated(reason)


@register.simple_tag
def shows_reasons(division: Division) -> bool:
    """Whether players may read why its boards are what they are."""
    return settings_of(division).reasons_public


@register.filter
def why_board(reason: str) -> str:
    """Why a board is played, in one sentence of MOST_WORDS words at most; "" where that does not suffice."""
    board, _start = board_and_start(reason)
    parts = clauses_of(board)
    for fewer in ([board], parts[1:], parts[:1]):
        text = translated(clauses(*fewer))
        if text and len(WORD.findall(text)) <= MOST_WORDS:
            return f"{text[0].upper()}{text[1:].removesuffix('.')}."
    return ""


@register.filter
def why_start(reason: str) -> str:
    """Why one of a board's players starts, in the reader's language."""
    _board, start = board_and_start(reason)
    return translated(start)
