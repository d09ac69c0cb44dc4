"""The officials' pages: hand out links and PINs, print cards, see the event's address. Secrets are in answers to POST alone."""

from typing import Any

from django.apps import apps
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tdsuite.platform.access.addresses import base_url, is_local, link_url
from tdsuite.platform.access.codes import shown_code
from tdsuite.platform.access.errors import SignInRefused
from tdsuite.platform.access.forms import StationForm
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import ServedAt, Station
from tdsuite.platform.access.qr import code_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.access.services import links
from tdsuite.platform.access.services.stations import Waiting
from tdsuite.platform.printing.looks import Look, last_look, look_of
from tdsuite.platform.printing.registry import find
from tdsuite.platform.printing.services import LANGUAGES, PAPERS, html_of
from tdsuite.platform.web.numbers import whole


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_GET
def cards(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Who has a link, and since when."""
    return cards_page(request, tournament)


def cards_page(
    request: HttpRequest, tournament: Any, form: StationForm | None = None, waiting: Waiting | None = None
) -> HttpResponse:
    """form: of a station, as it was sent; waiting: a station whose code this answer alone shows."""
    base, form = base_url(tournament, request), form or StationForm()
    context = {
        "tab": "sign_in", "base": base, "local": is_local(base), "served": ServedAt.objects.first(),
        "code": code_of(f"{base}{tournament.get_absolute_url()}"), "own": tournament.public_base_url, "papers": PAPERS,
        "languages": LANGUAGES, "look": last_look(request), "form": form,
        "stations": Station.objects.filter(tournament=tournament).order_by("revoked_at", "name"),
        "waiting": waiting, "pairing_code": shown_code(waiting.code) if waiting else "",
    }  # fmt: skip
    return render(request, "access/cards.html", context | handed_out(tournament), status=400 if form.errors else 200)


def handed_out(tournament: Any) -> dict[str, Any]:
    """The players, and how many have no link, one, or one whose card was not printed."""
    entries = list(links.entries_of(tournament))
    states = [getattr(entry, "player_link", None) for entry in entries]
    good = [link for link in states if link and not link.revoked_at]
    return {
        "entries": entries,
        "missing": len(states) - len(good),
        "printable": len(good),
        "unprinted": sum(1 for link in good if link.batch is None),
        "divisions": sorted(
            {entry.division for entry in entries}, key=lambda division: (division.position, division.name)
        ),
    }


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def issue(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Links and PINs for everybody who has none. The answer is the sheet of PIN slips, which exists only now."""
    look = look_of(request, request.POST)
    issued = links.issue_missing(by=actor_of(request), tournament=tournament)
    if not issued:
        messages.info(request, _("Everybody has a link and a PIN already."))
        return redirect("access:cards", tournament.slug)
    return pin_slips(request, tournament, issued, look)


def pin_slips(request: HttpRequest, tournament: Any, issued: list[links.Issued], look: Look) -> HttpResponse:
    people = {entry.pk: entry for entry in links.entries_of(tournament)}
    options = {
        "issued": [(people[issued_link.link.entry_id], issued_link.pin) for issued_link in issued],
        "base": base_url(tournament, request),
    }
    return HttpResponse(html_of(find("sign-in-pins"), tournament, options, **look.named))


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def print_cards(request: HttpRequest, tournament: Any) -> HttpResponse:
    """The cards of everybody, of those without a printed one (`which=new`), or of one (`which=<entry>`), for the browser's print."""
    which, base, look = request.POST.get("which", ""), base_url(tournament, request), look_of(request, request.POST)
    rows = links.entries_of(tournament)
    chosen = {"new": {"player_link__batch": None}, "": {}}.get(which, {"pk": whole(which) or 0})
    try:
        printed = links.print_cards(
            by=actor_of(request),
            tournament=tournament,
            entries=rows.filter(**chosen).values_list("pk", flat=True),
            base_url=base,
        )
    except SignInRefused as refusal:
        messages.error(request, refusal.says)
        return redirect("access:cards", tournament.slug)
    return HttpResponse(html_of(find("sign-in-cards"), tournament, {"links": printed, "base": base}, **look.named))


@needs(Can.MANAGE_SIGN_IN)
@never_cache
@require_POST
def reissue(request: HttpRequest, tournament: Any, entry_id: int) -> HttpResponse:
    """One player at the desk: the new code to scan and the new PIN, shown once."""
    entry = entry_or_404(tournament, entry_id)
    issued = links.reissue(by=actor_of(request), tournament=tournament, entry=entry)
    base = base_url(tournament, request)
    context = {"tab": "sign_in", "entry": entry, "pin": issued.pin, "base": base}
    context |= {"code": code_of(link_url(issued.link, base)), "local": is_local(base)}
    return render(request, "access/reissued.html", context)


@needs(Can.MANAGE_SIGN_IN)
@require_POST
def revoke(request: HttpRequest, tournament: Any, entry_id: int) -> HttpResponse:
    entry = entry_or_404(tournament, entry_id)
    try:
        links.revoke(by=actor_of(request), tournament=tournament, entry=entry)
        messages.success(request, _("The link and PIN of %s no longer work.") % entry.player)
    except SignInRefused as refusal:
        messages.error(request, refusal.says)
    return redirect("access:cards", tournament.slug)


def entry_or_404(tournament: Any, entry_id: int) -> Any:
    rows = apps.get_model("tournaments", "Entry").objects.select_related("player", "division")
    return get_object_or_404(rows, pk=entry_id, division__tournament=tournament)
