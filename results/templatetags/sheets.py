"""Marks of result sheets on pages that are about something else."""

from django import template

from tdsuite.tournaments.models import Division

from ..services.sheets.frame import sheets_topic
from ..views.sheets_reads import Chase, chased

register = template.Library()


@register.simple_tag
def sheets_chased(division: Division) -> Chase:
    """`{% sheets_chased division as chase %}`: how many sheets of a division wait for a signature or the director."""
    return chased(division)


@register.simple_tag
def sheets_live(division: Division) -> str:
    """The topic of a division's sheets, for `{% live %}`."""
    return sheets_topic(division)
