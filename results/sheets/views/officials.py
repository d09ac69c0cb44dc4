"""Lists of result sheets for officials: a round's, what waits, what is to be handed in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from results.sheets.engine.states import State
from results.sheets.models import Sheet
from results.sheets.reads import sheets_to_hand_in, waiting_sheets
from results.sheets.services.decisions import sheets_topic
from tdsuite.platform.access.guard import needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.live.page_versions import read_page_versions
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import division_of


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def waiting(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Everything of a division that waits for an official or a signature, whatever the round."""
    division = division_of(tournament, code)
    read_page_versions(request, sheets_topic(division), division.live_topic)
    what_waits = waiting_sheets(division)
    context = {
        "tournament": tournament, "division": division, "topic": sheets_topic(division), "waiting": what_waits,
        "unsigned": [row for row in what_waits["unsigned"] if row.state is not State.DISPUTED], "tab": "waiting",
        "to_hand_in": sheets_to_hand_in(tournament, division), "duty": tournament.rules.rulebook.results.hands_in,
        "any_sheet": Sheet.objects.filter(division=division, number__gt=0).exists(),
    }  # fmt: skip
    part = request.headers.get("HX-Request")
    return render(request, f"results/sheets/{'_waiting' if part else 'waiting'}.html", context)
