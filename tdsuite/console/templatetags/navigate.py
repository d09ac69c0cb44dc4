"""The console's navigation in templates: {% navigate %}, {% page_name %}."""

from typing import Any

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from tdsuite.console.navigation import Navigation, navigation
from tdsuite.console.pages import page_named, part_of
from tdsuite.console.palette import HELP

register = template.Library()


@register.simple_tag
def palette_help() -> Any:
    """`{% palette_help as help %}`: (what to type, what it does) of the palette's commands."""
    return HELP


@register.simple_tag(takes_context=True)
def page_name(context: Context) -> str:
    """`{% page_name %}`: the heading of a page that gives itself none: its name in the navigation."""
    tab, match, round = context.get("tab") or "", context["request"].resolver_match, context.get("round")
    page = page_named(tab)
    if round and page is None:
        return _("Round %d") % round.number
    return str(page.label if page else part_of(tab, match.app_name if match else "").label)


@register.simple_tag(takes_context=True)
def navigate(context: Context) -> Navigation | None:
    """`{% navigate as bar %}`: the navigation of the page whose context this is; None outside an event.

    The page says where it is with `tab`, `division`, `round` and `game`, as its templates need them anyway.
    """
    tournament = context.get("tournament")
    if tournament is None:
        return None
    game = context.get("game")
    may = context["may"]
    match = context["request"].resolver_match
    return navigation(
        tournament,
        tab=context.get("tab") or "",
        app=match.app_name if match else "",
        division=context.get("division") or None,
        round=context.get("round") or (game.round if game else None),
        number=context.get("number"),
        may=lambda can: may[can.name],
    )
