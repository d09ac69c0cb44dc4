"""What the rows of public tables (`templates/public/rows`) are made with."""

from django import template
from django.urls import reverse

from tdsuite.platform.words.languages import translated
from tdsuite.tournaments.models import Division

register = template.Library()


@register.simple_tag
def players_url(division: Division) -> str:
    """`{% players_url division as players_at %}`: where the addresses of its players begin; a number and a slash follow."""
    return reverse("public:player", args=[division.tournament.slug, division.code, 0]).removesuffix("0/")


@register.filter
def in_words(reason: str) -> str:
    """Why a board stands, is played where it is, or starts as it does, in the reader's language."""
    return translated(reason)
