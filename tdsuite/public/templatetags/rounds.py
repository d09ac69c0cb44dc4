"""Rounds in templates."""

from collections.abc import Sequence

from django import template

from tdsuite.tournaments.models import Division, Round, Tournament

register = template.Library()


@register.simple_tag
def undone_rounds(of: Division | Tournament) -> Sequence[Round]:
    """The rounds whose pairings or whose start were taken back and have not come again, in order; one query."""
    key = "division" if isinstance(of, Division) else "division__tournament"
    rows = Round.objects.filter(**{key: of}, undone_at__isnull=False)
    return list(rows.select_related("division").order_by("division__position", "number"))
