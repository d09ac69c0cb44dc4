"""A verdict found to be wrong: what is known of the game, what the rulebook then gives, and giving it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

from ..engine.misadjudication import Remedy
from ..forms_slips import MisadjudicationForm
from ..models import ChallengeSlip
from ..services.misadjudications import remedy_for, settle_misadjudication
from .shown import page, shown, slip_of


@needs(Can.RULE)
@never_cache
def misadjudication(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """First the facts and what they give, then the same facts with a reason, and it is done."""
    slip = slip_of(tournament, pk)
    provision = tournament.rules.rulebook.during.misadjudication
    form = MisadjudicationForm(request.POST or None, rule=provision.value, acceptable=bool(slip.acceptable))
    remedy = None
    if request.method == "POST" and form.is_valid():
        try:
            remedy = remedy_for(slip=slip, found=form.found())
            if "settle" in request.POST and form.has_reason():
                return settled(request, slip, form, remedy)
        except Refused as refused:
            form.add_error(None, refused.says)
    context = page(tournament, "queue", slip=slip, one=shown(slip), form=form, remedy=remedy, provision=provision)
    return render(request, "adjudication/misadjudication.html", context, status=422 if form.errors else 200)


def settled(request: HttpRequest, slip: ChallengeSlip, form: MisadjudicationForm, remedy: Remedy) -> HttpResponse:
    settle_misadjudication(by=request.user, slip=slip, found=form.found(), reason=form.cleaned_data["reason"])
    messages.success(request, _("Done: %s") % remedy.reasons[0].text)
    return redirect("adjudication:slip", slip.division.tournament.slug, slip.pk)
