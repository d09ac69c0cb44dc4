"""How figures are written on a page: spreads with a sign, records, halves."""

from math import floor

from django import template
from django.utils.formats import get_format
from django.utils.translation import gettext as _, ngettext

from tdsuite.tournaments.engine.encounters import HeadToHead
from tdsuite.tournaments.engine.reach import CutOff
from tdsuite.tournaments.engine.standings import Standing, signed as spread_text
from tdsuite.tournaments.figures import record_of, wins_text

register = template.Library()
register.filter("halves", wins_text)


@register.filter
def signed(points: int | None) -> str:
    """+210, −14 or 0, with a real minus sign; "" for None."""
    return "" if points is None else spread_text(points)


@register.filter
def tone(points: int | None) -> str:
    """The class that colours a signed figure. The sign says the same without the colour."""
    return "plus" if (points or 0) > 0 else "minus" if (points or 0) < 0 else ""


@register.filter
def tenths(value: float) -> str:
    """An average with one decimal, rounded half up: 402.3, or 402,3. `floatformat` takes six times as long, twice a player."""
    whole, tenth = divmod(floor(value * 10 + 0.5), 10)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{tenth}"


@register.filter
def record(row: Standing | HeadToHead) -> str:
    """Wins and losses, of a place or against one opponent: 6.5–3.5."""
    return record_of(row.halves, row.losing_halves)


@register.filter
def record_at(cut: CutOff) -> str:
    """Where the line under the prizes stands: 5 wins, +210."""
    counted = 1 if cut.halves == 2 else 2 if cut.halves > 3 else 0  # half a win and none are singular in French alone
    wins = {"wins": wins_text(cut.halves), "spread": signed(cut.spread)}
    return ngettext("%(wins)s win, %(spread)s", "%(wins)s wins, %(spread)s", counted) % wins


@register.filter
def result_word(result: str) -> str:
    """ "won", "tied" or "lost" as a page says it, "" for none."""
    if result == "won":
        return _("Won")
    return _("Tied") if result == "tied" else _("Lost") if result == "lost" else ""
