"""How figures are written for people: half wins with the decimal sign of the reader's language."""

from django.utils.formats import get_format

from tdsuite.tournaments.engine.account import half_text
from tdsuite.tournaments.engine.standings import Standing


def wins_text(halves: int) -> str:
    """Half wins as wins: 13 -> 6.5, or 6,5."""
    text = half_text(halves)
    return text.replace(".", get_format("DECIMAL_SEPARATOR")) if halves % 2 else text


def record_of(halves: int, losing_halves: int) -> str:
    """Wins and losses: 6.5–3.5, or 6,5–3,5."""
    return f"{wins_text(halves)}–{wins_text(losing_halves)}"


def record_text(standing: Standing) -> str:
    """Wins and losses of a place."""
    return record_of(standing.halves, standing.losing_halves)
