"""Another opinion: who may ask for it under the event's rulebook, and the asking."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament

from .shown import FLAWS, names_a_flaw, page, slip_of
from .steps import take


@needs(Can.JUDGE_WORDS)
@never_cache
def opinion(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A player asks an official for another opinion: which player, and where a self-look-up is final, over which flaw."""
    slip = slip_of(tournament, pk)
    if request.method == "POST" and take(request, "opinion", by=request.user, slip=slip):
        return redirect("adjudication:slip", tournament.slug, pk)
    opinions = tournament.rules.rulebook.during.opinions
    final = names_a_flaw(slip)
    context = page(tournament, "queue", slip=slip, provision=opinions.self_lookup if final else opinions.second)
    context |= {"flaws": FLAWS if final else (), "sides": (slip.challenger, slip.challenged)}
    return render(request, "adjudication/opinion.html", context)
