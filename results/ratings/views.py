"""Ratings for officials by the division's system, and a list made of them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from results.rating_lists.forms import MakeListForm
from results.ratings.services import DivisionRatings, chosen_system, list_new_ratings, rate_division
from tdsuite.platform.access.guard import actor_of, allowed, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import division_of, round_links


@needs(Can.SEE_CONSOLE)
@never_cache
@require_safe
def ratings(request: HttpRequest, tournament: Tournament, code: str, number: int | None = None) -> HttpResponse:
    """Everybody's rating after a round."""
    division = division_of(tournament, code)
    chosen, wrong = chosen_system(division), ""
    page: DivisionRatings | None = None
    try:
        page = rate_division(division, chosen.key, after=number) if chosen else None
    except Refused as refused:
        wrong = str(refused)
    may_list = page is not None and allowed(actor_of(request), tournament, Can.EDIT_ROSTER)
    context = {
        "tournament": tournament, "division": division, "page": page, "wrong": wrong, "tab": "ratings",
        "form": MakeListForm() if may_list else None, "own": chosen, "why_page": "public:rating_why",
        "rounds": round_links(division, "results:ratings", page.after, published=True)[: page.played.last_round] if page else [],
    }  # fmt: skip
    return render(request, "results/ratings/ratings.html", context)


@require_POST
@needs(Can.EDIT_ROSTER)
def make_list(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """A rating list of the new ratings by the division's system."""
    division, form = division_of(tournament, code), MakeListForm(request.POST)
    chosen = chosen_system(division)
    try:
        if chosen is None or not form.is_valid():
            raise Refused(form.errors.as_text() or "Choose a rating system first.", code="not_rated")
        row = list_new_ratings(by=actor_of(request), division=division, key=chosen.key, **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("results:ratings", tournament.slug, code)
    messages.success(request, _("%(list)s is made: %(size)d players.") % {"list": row, "size": row.size})
    return redirect("results:rating_lists", tournament.slug)
