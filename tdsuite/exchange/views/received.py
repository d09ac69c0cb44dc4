"""The administrator's page of sites that other suites send: addresses, tokens, and when something last came."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.exchange.forms import SiteForm
from tdsuite.exchange.models import ReceivedSite
from tdsuite.exchange.received import add_site, new_token, remove_site, revoke
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.services.decision import Refused


@never_cache
@login_required
def sites(request: HttpRequest) -> HttpResponse:
    """Every site, and a form for another; the token of a new one is in the answer and nowhere else."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    form = SiteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            site, token = add_site(by=actor_of(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _page(request, SiteForm(), site, token)
    return _page(request, form)


def _page(request: HttpRequest, form: SiteForm, site: ReceivedSite | None = None, token: str = "") -> HttpResponse:
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
    return _page(request, SiteForm(), site, new_token(by=actor_of(request), site=site))


@require_POST
@login_required
def close(request: HttpRequest, pk: int) -> HttpResponse:
    revoke(by=actor_of(request), site=get_object_or_404(ReceivedSite, pk=pk))
    messages.success(request, _("Revoked. The pages stay until the site is removed."))
    return redirect("received:sites")


@require_POST
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    remove_site(by=actor_of(request), site=get_object_or_404(ReceivedSite, pk=pk))
    messages.success(request, _("Removed, with its pages."))
    return redirect("received:sites")
