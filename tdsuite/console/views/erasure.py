"""Hand a person what is stored about them, and take them out of the installation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.personal import export_person

from .common import pressed
from .roster import entry_of


@never_cache
@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def export(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    """Everything that is stored about the player, as a file for them."""
    try:
        file = export_person(by=actor_of(request), player=entry_of(tournament, code, number).player)
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("console:entry", tournament.slug, code, number)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return HttpResponse(file.data, content_type="application/zip", headers=headers)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def erase(request: HttpRequest, tournament: Tournament, code: str, number: int) -> HttpResponse:
    row = entry_of(tournament, code, number)
    reasons = "reasons" in request.POST
    says = _("Player %d is erased: the results stay, without the name.") % number
    pressed(request, lambda: erase_player(by=actor_of(request), player=row.player, reasons=reasons), says)
    return redirect("console:entry", tournament.slug, code, number)
