"""Rounds in templates."""

from collections.abc import Sequence
from datetime import datetime

from django import template

from tdsuite.tournaments import notices
from tdsuite.tournaments.models import Round, Tournament
from tdsuite.tournaments.reads import History

register = template.Library()


@register.simple_tag
def undone_rounds(of: History | Sequence[History]) -> Sequence[Round]:
    """The rounds whose pairings or whose start were taken back and have not come again, in order, of a division or of an event's divisions."""
    histories = [of] if isinstance(of, History) else of
    return [row for history in histories for row in history.rounds if row.undone_at is not None]


@register.simple_tag
def standing_notices(tournament: Tournament) -> list[tuple[int, str, datetime]]:
    """What everybody reads now."""
    return notices.standing_notices(tournament)
