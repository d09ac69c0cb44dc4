"""Marks of result sheets on pages that are about something else."""

from django import template

from tdsuite.tournaments.models import Division, Tournament

from ..views.sheets_reads import Chase, chased

register = template.Library()


@register.simple_tag
def sheets_chased(tournament: Tournament) -> dict[int, Chase]:
    """`{% sheets_chased tournament as chases %}`: what waits for a signature or the director, by division."""
    return chased(tournament)


@register.simple_tag
def chase_of(chases: dict[int, Chase] | str, division: Division) -> Chase | None:
    """`{% chase_of chases division as chase %}`: what waits in one division, None where nothing does."""
    return chases.get(division.pk) if isinstance(chases, dict) else None
