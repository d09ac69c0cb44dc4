"""Marks of result sheets on pages that are about something else."""

from django import template

from results.sheets.reads import WaitingCount, waiting_counts
from tdsuite.tournaments.models import Division, Tournament

register = template.Library()


@register.simple_tag
def sheets_waiting(tournament: Tournament) -> dict[int, WaitingCount]:
    """`{% sheets_waiting tournament as counts %}`: what waits for a signature or the director, by division."""
    return waiting_counts(tournament)


@register.simple_tag
def waiting_in(counts: dict[int, WaitingCount] | str, division: Division) -> WaitingCount | None:
    """`{% waiting_in counts division as count %}`: what waits in one division, None where nothing does."""
    return counts.get(division.pk) if isinstance(counts, dict) else None
