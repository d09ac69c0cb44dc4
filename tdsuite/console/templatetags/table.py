"""The sections of a table's page."""

from collections.abc import Mapping

from django import template

from tdsuite.console.table.states import Says
from tdsuite.tournaments.models import Entry

register = template.Library()


@register.filter
def of(says: Mapping[str, Says], name: str) -> Says:
    """`{{ says|of:"clock" }}`: what a section says in its heading."""
    return says.get(name, Says(""))


@register.filter
def section_template(name: str) -> str:
    """`{% include name|section_template %}`: the template of a section."""
    return f"console/table/_{name}.html"


@register.filter
def entry(names: Mapping[int, Entry], number: int) -> str:
    """`{{ names|entry:board.first }}`: a player by number, or the number of who left the roster."""
    return str(names.get(number, number))
