"""A player's mail: asked for and stopped on the own page; confirmed and stopped by the links of the mails themselves.

A link opens a page with a button, because programs that look through mail open every link. Mail programs that stop with one press
post to the same address (RFC 8058).
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from results.mail.forms import MailForm
from results.mail.models import MailAddress, OutgoingMail
from results.mail.services import addresses
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.players import player_only
from tdsuite.tournaments.models import Entry, Tournament
from tdsuite.tournaments.shortcuts import refusal_in

PAGE = ["GET", "HEAD", "POST"]


def own_entry(tournament: Tournament, actor: PlayerActor) -> Entry:
    """Whose page it is. There is none where no mail is sent, and none at a station, which is not the player's."""
    if actor.at_station or not tournament.offers_mail:
        raise Http404
    return get_object_or_404(Entry.objects.select_related("player", "division__tournament"), pk=actor.pk)


@player_only
@require_http_methods(PAGE)
def own_mail(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """Ask for mail; what became of it; stop."""
    entry = own_entry(tournament, actor)
    form = MailForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            addresses.ask_for_mail(by=actor, entry=entry, language=get_language() or "", **form.cleaned_data)
            messages.success(request, _("A mail goes to this address. Open the link in it."))
            return redirect("results:own_mail", tournament.slug)
    row = MailAddress.objects.filter(entry=entry).first()
    first = row.mails.filter(kind=OutgoingMail.Kind.CONFIRM).order_by("pk").last() if row else None
    context = {
        "tournament": tournament, "division": entry.division, "entry": entry, "form": form, "row": row, "first": first,
        "waits": row is not None and row.mails.waiting().filter(tries__gt=0).exists(),
    }  # fmt: skip
    return render(request, "results/mail/own.html", context, status=422 if form.errors else 200)


@player_only
@require_POST
def own_mail_stop(request: HttpRequest, tournament: Tournament, actor: PlayerActor) -> HttpResponse:
    """No more mail; the address goes."""
    addresses.stop_mail(by=actor, entry=own_entry(tournament, actor))
    messages.success(request, _("No more mail is sent, and your address is deleted."))
    return redirect("results:own_mail", tournament.slug)


@never_cache
@require_http_methods(PAGE)
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm the address that this link was sent to."""
    row = addresses.address_of(token)
    confirmed = row is not None and row.confirmed_at is not None
    if row is not None and request.method == "POST":
        confirmed = addresses.confirm_address(row=row)
    response = answered(request, "results/mail/link.html", row, token, confirmed=confirmed)
    response.status_code = 200 if row is not None else 404
    return response


@csrf_exempt
@never_cache
@require_http_methods(PAGE)
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails of this link: a button, or a mail program's own press."""
    row = addresses.address_of(token)
    stopped = row is not None and request.method == "POST" and addresses.stop_by_link(row=row)
    return answered(request, "results/mail/stop.html", row, token, stopped=stopped or row is None)


def answered(request: HttpRequest, template: str, row: MailAddress | None, token: str, **more: bool) -> HttpResponse:
    """The page of a link. It names the event; never the address, nor whose it is."""
    context = {"tournament": row.entry.division.tournament if row else None, "token": token, **more}
    return render(request, template, context)
