"""Names on paper."""

from unicodedata import bidirectional

from django import template
from django.utils.html import conditional_escape, format_html

register = template.Library()
RIGHT_TO_LEFT = {"R", "AL"}


@register.filter
def isolated(name: str) -> str:
    """A name kept apart from what stands around it, so that right-to-left letters move no number. Others need no box of their own."""
    if any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return format_html("<bdi>{}</bdi>", name)
    return conditional_escape(name)


@register.filter
def flush_right(text: str, letters: int) -> str:
    """The text behind as many figure spaces as it is shorter than `letters`, so that columns parted by tabs end alike."""
    return text.rjust(letters, "\N{FIGURE SPACE}")
