"""How figures are written on a page: spreads with a sign, records, halves."""

from django import template

from tdsuite.tournaments.engine.encounters import HeadToHead
from tdsuite.tournaments.engine.reach import CutOff
from tdsuite.tournaments.engine.standings import Standing, half_text
from tdsuite.tournaments.engine.standings import signed as spread_text

register = template.Library()


@register.filter
def signed(points: int | None) -> str:
    """+210, −14 or 0, with a real minus sign; "" for None."""
    return "" if points is None else spread_text(points)


@register.filter
def tone(points: int | None) -> str:
    """The class that colours a signed figure. The sign says the same without the colour."""
    return "plus" if (points or 0) > 0 else "minus" if (points or 0) < 0 else ""


@register.filter
def halves(count: int) -> str:
    """Half wins as wins: 13 -> 6.5."""
    return half_text(count)


@register.filter
def record(standing: Standing) -> str:
    """Wins and losses: 6.5–3.5."""
    return f"{half_text(standing.halves)}–{half_text(standing.losing_halves)}"


@register.filter
def record_at(cut: CutOff) -> str:
    """Where the line under the prizes stands: 5 wins, +210."""
    return f"{half_text(cut.halves)} win{'' if cut.halves == 2 else 's'}, {signed(cut.spread)}"


@register.filter
def meetings(record: HeadToHead) -> str:
    """Wins and losses against one opponent: 1.5–0.5."""
    return f"{half_text(record.halves)}–{half_text(record.losing_halves)}"
