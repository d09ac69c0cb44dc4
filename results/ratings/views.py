"""Ratings for officials: by the division's system, or by any other to compare."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from results.rating_lists.forms import MakeListForm
from results.ratings.engine.model import RatingSystem
from results.ratings.engine.systems import SYSTEMS
from results.ratings.services import RatingsPage, chosen_system, list_new_ratings, ratings_page
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, round_links


def _asked_for(request: HttpRequest, division: Division) -> RatingSystem | None:
    return SYSTEMS.get(request.GET.get("system", "")) or chosen_system(division)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def ratings(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """Everybody's rating after a round; ?system= names another system than the division's."""
    division = division_of(tournament, code)
    chosen, wrong = _asked_for(request, division), ""
    page: RatingsPage | None = None
    try:
        page = ratings_page(division, chosen, number) if chosen else None
    except Refused as refused:
        wrong = str(refused)
    may_list = page is not None and allowed(actor_of(request), tournament, Can.EDIT_ROSTER)
    context = {
        "tournament": tournament, "division": division, "page": page, "wrong": wrong, "tab": "ratings",
        "form": MakeListForm() if may_list else None,
        "systems": SYSTEMS.values(), "chosen": chosen, "own": chosen_system(division), "why_page": "results:rating_why",
        "rounds": round_links(division, "results:ratings", page.after, published=True)[: page.played.last_round] if page else [],
    }  # fmt: skip
    return render(request, "results/ratings/ratings.html", context)


@require_POST
@needs(Can.EDIT_ROSTER)
def make_list(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """A rating list of the new ratings, by the system of ?system= or the division's."""
    division = division_of(tournament, code)
    chosen, form = _asked_for(request, division), MakeListForm(request.POST)
    try:
        if chosen is None or not form.is_valid():
            raise Refused(form.errors.as_text() or "Choose a rating system first.", code="not_rated")
        row = list_new_ratings(by=actor_of(request), division=division, key=chosen.key, **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect(f"{reverse('results:ratings', args=(tournament.slug, code))}?{request.GET.urlencode()}")
    messages.success(request, _("%(list)s is made: %(size)d players.") % {"list": row, "size": row.size})
    return redirect("results:rating_list", tournament.slug, row.pk)


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def why(request: HttpRequest, tournament: Tournament, code: str, number: int, player: int) -> HttpResponse:
    """How one rating came about, game by game."""
    division = division_of(tournament, code)
    chosen = _asked_for(request, division)
    try:
        page = ratings_page(division, chosen, number) if chosen else None
    except Refused as refused:
        raise Http404(str(refused)) from refused
    reasons = page.why(player) if page else None
    if reasons is None:
        raise Http404(f"{division} has no rating of player {player}.")
    context = {"tournament": tournament, "division": division, "page": page, "found": reasons, "tab": "ratings"}
    return render(request, "results/ratings/rating_why.html", context)
