"""Times of lateness clocks in templates, on any page that shows a table."""

from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from results.attendance.engine.lateness import clock
from results.attendance.services import attendance as services
from results.attendance.services.tables import SeatView, TableView, running_tables
from tdsuite.tournaments.models import Division, Game, Round

register = template.Library()


@register.filter
def mmss(seconds: int | None) -> str:
    """ "17:30" for 1050; with a sign below zero; "" for None."""
    if seconds is None:
        return ""
    return f"-{clock(-seconds)}" if seconds < 0 else clock(seconds)


@register.filter
def signed_mmss(seconds: int) -> str:
    """ "+1:00", "-0:30"."""
    return mmss(seconds) if seconds < 0 else f"+{clock(seconds)}"


@register.simple_tag
def clocks_of(row: Round) -> dict[int, TableView]:
    """`{% clocks_of round as clocks %}`: the tables of a round whose players are late, by game; no query before one is."""
    return {table.game.pk: table for table in running_tables(row)}


TAP = '<button class="button {style}" formaction="{url}">{label}<span class="visually-hidden"> {who}</span></button>'


@register.simple_tag(takes_context=True)
def tap(context: Context, name: str, label: str, style: str = "", more: str = "") -> SafeString:
    """`{% tap "here" "Here" "primary" %}`: one button of the seat in the context."""
    seat = context["seat"]
    url = context["tournament"].url(
        f"console:tap_{name}", context["division"].code, context["game"].pk, seat.entry.number
    )
    who = f"{seat.entry.player}, {more}" if more else seat.entry.player
    return format_html(TAP, style=style, url=url, label=label, who=who)


@register.simple_tag
def attendance_topic(division: Division) -> str:
    """What a page with clocks listens to besides the division, where its reader may: see `may.see_attendance`."""
    return services.attendance_topic(division)


@register.inclusion_tag("results/attendance/_clocks.html")
def table_clocks(clocks: dict[int, TableView] | str, game: Game) -> dict[str, Any]:
    """`{% table_clocks clocks game %}`: the assigned times of one table, where a player is late."""
    table = clocks.get(game.pk) if isinstance(clocks, dict) else None  # "": a page without clocks
    seats: list[SeatView] = [] if table is None else [seat for seat in table.seats if seat.clock.assigned is not None]
    return {"seats": seats}
