"""Rounds in templates."""

from collections.abc import Sequence

from django import template

from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import History

register = template.Library()


@register.simple_tag
def undone_rounds(of: History | Tournament) -> Sequence[Round]:
    """The rounds whose pairings or whose start were taken back and have not come again, in order.

    Args:
        of: a division's history, or an event; then it is one query.
    """
    if isinstance(of, History):
        return [row for row in of.rounds if row.undone_at is not None]
    rows = Round.objects.filter(division__tournament=of, undone_at__isnull=False)
    return list(rows.select_related("division").order_by("division__position", "number"))
