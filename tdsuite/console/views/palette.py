"""The palette's answers, and its page for browsers without scripts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from tdsuite.platform.access.guard import allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import read_page
from ..palette import HELP, LONGEST, suggestions


@needs(Can.SEE_CONSOLE)
@read_page
def palette(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where the words typed lead (?q=, from the page of ?division= and ?round=)."""
    asked = request.GET
    lines = suggestions(
        tournament,
        asked.get("q", ""),
        may=lambda can: allowed(request.user, tournament, can),
        code=asked.get("division", ""),
        number=whole(asked.get("round", ""), 32_767) or None,
    )
    context = {"lines": lines, "text": asked.get("q", "")[:LONGEST], "help": HELP}
    part = request.headers.get("HX-Request")
    response = render(request, "console/_palette_lines.html" if part else "console/palette.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response
