"""The keeper's page of places for other suites' pages: addresses, tokens, and when something last came."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.services.decision import Refused

from .forms import PlaceForm
from .models import ReceivedSite
from .received import add_site, new_token, remove_site, revoke


@never_cache
@login_required
def places(request: HttpRequest) -> HttpResponse:
    """Every place, and a form for another; the token of a new one is in the answer and nowhere else."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = PlaceForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            site, token = add_site(by=request.user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _shown(request, PlaceForm(), site, token)
    return _shown(request, form)


def _shown(request: HttpRequest, form: PlaceForm, site: ReceivedSite | None = None, token: str = "") -> HttpResponse:
    rows = ReceivedSite.objects.annotate(pages=Count("files"), bytes=Sum("files__size", default=0))
    sites = [(row, request.build_absolute_uri(row.get_absolute_url())) for row in rows]
    context = {"sites": sites, "form": form, "opened": site, "token": token}
    if site is not None:
        context["address"] = request.build_absolute_uri(site.get_absolute_url())
    return render(request, "exchange/received.html", context, status=422 if form.errors else 200)


@require_POST
@never_cache
@login_required
def another_token(request: HttpRequest, pk: int) -> HttpResponse:
    """A new token; the old one opens nothing any more."""
    site = get_object_or_404(ReceivedSite, pk=pk)
    return _shown(request, PlaceForm(), site, new_token(by=request.user, site=site))


@require_POST
@login_required
def close(request: HttpRequest, pk: int) -> HttpResponse:
    revoke(by=request.user, site=get_object_or_404(ReceivedSite, pk=pk))
    messages.success(request, _("Revoked. The pages stay until the place is removed."))
    return redirect("received:places")


@require_POST
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    remove_site(by=request.user, site=get_object_or_404(ReceivedSite, pk=pk))
    messages.success(request, _("Removed, with its pages."))
    return redirect("received:places")
