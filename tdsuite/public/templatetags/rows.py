"""What the rows of public tables (`templates/public/rows`) are made with."""

from django import template
from django.urls import reverse

from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.models import Division

register = template.Library()


@register.simple_tag
def players_url(division: Division) -> str:
    """`{% players_url division as players_at %}`: the addresses of its players, with a place for the number."""
    return reverse("public:player", args=[division.tournament.slug, division.code, 0]).removesuffix("0/") + "%d/"


@register.filter
def of_player(players_at: str, number: int) -> str:
    """The address of one of them; on the site that opens without a server it is that of a file."""
    return players_at % number


@register.filter
def in_words(reason: str) -> str:
    """Why a board stands, is played where it is, or starts as it does, in the reader's language."""
    return translated(reason)
