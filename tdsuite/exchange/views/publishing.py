"""Publishing out: where the pages go, how the last push went, and a button for each decision."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tdsuite.exchange.forms import TargetForm
from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.publishing import PRIVATE, add_target, remove_target, send_now
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.shortcuts import page_with_forms, refusal_in, refusal_told


@never_cache
@needs(Can.MANAGE_TOURNAMENT)
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The targets with their last success and last error, and a form for another."""
    form = TargetForm(request.POST or None)
    if form.is_valid():
        values = dict(form.cleaned_data)
        with refusal_in(form):
            add_target(by=actor_of(request), tournament=tournament, secret=values.pop("secret"), values=values)
            messages.success(request, _("Added. The first push begins within seconds."))
            return redirect("files:publish", tournament.slug)
    context = {"targets": tournament.publish_targets.all(), "form": form, "tab": "publish"}
    context["warning"] = "" if tournament.is_open_to_all else PRIVATE
    return page_with_forms(request, "exchange/publish.html", context)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def send(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Send what changed, now."""
    with refusal_told(request):
        job = send_now(by=actor_of(request), target=_target(tournament, pk))
        return redirect("console:job", tournament.slug, job.pk)
    return redirect("files:publish", tournament.slug)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def remove(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    remove_target(by=actor_of(request), target=_target(tournament, pk))
    messages.success(request, _("Removed, with its password. What was sent stays where it is."))
    return redirect("files:publish", tournament.slug)


def _target(tournament: Tournament, pk: int) -> PublishTarget:
    return get_object_or_404(tournament.publish_targets, pk=pk)
