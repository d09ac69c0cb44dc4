"""What the director says to everybody, on all screens and phones."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.web.next_page import Undo, offer_undo
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.notices import LONGEST_NOTICE, standing_notices
from tdsuite.tournaments.services.notices import post_notice, take_down_notice
from tdsuite.tournaments.shortcuts import form_page

from .common import decided, pressed


class NoticeForm(forms.Form):
    """One sentence for everybody."""

    text = forms.CharField(
        label=gettext_lazy("What everybody is to read"),
        max_length=LONGEST_NOTICE,
        help_text=gettext_lazy(
            "It is shown on public pages, wall screens and players' own pages until you take it down or finish the event."
        ),
    )


@needs(Can.RUN_ROUNDS)
@form_page
def notices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The notices that stand, and a form for one more."""
    form = NoticeForm(request.POST or None)

    def post() -> None:
        post_notice(by=actor_of(request), tournament=tournament, text=form.cleaned_data["text"])

    if decided(request, form, post, _("Everybody reads it now.")):
        return redirect("console:notices", tournament.slug)
    context = {"tournament": tournament, "form": form, "tab": "notices"}
    return render(request, "console/notices.html", context, status=422 if form.errors else 200)


@needs(Can.RUN_ROUNDS)
@require_POST
def take_down(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    text = next((text for at, text, _since in standing_notices(tournament) if at == number), "")
    taken_down = pressed(
        request,
        lambda: take_down_notice(by=actor_of(request), tournament=tournament, number=number),
        _("The notice is taken down."),
    )
    if taken_down:
        says = _("Everybody reads again: “%s”") % text
        offer_undo(request, Undo(says, reverse("console:notices", args=[tournament.slug]), (("text", text),)))
    return redirect("console:notices", tournament.slug)
