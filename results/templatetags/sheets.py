"""Marks of result sheets on pages that are about something else."""

from django import template

from results.sheets.reads import to_sign
from tdsuite.tournaments.models import Division, Tournament

register = template.Library()


@register.simple_tag
def sheets_to_sign(tournament: Tournament) -> dict[int, int]:
    """`{% sheets_to_sign tournament as counts %}`: how many miss a signature, by division."""
    return to_sign(tournament)


@register.filter
def of_division(counts: dict[int, int] | str, division: Division) -> int:
    """`{{ counts|of_division:division }}`."""
    return counts.get(division.pk, 0) if isinstance(counts, dict) else 0
