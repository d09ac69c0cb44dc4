"""Recounts of a game: the request, and its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from results.games.services import outcomes
from results.games.views.looked import looked_at
from results.rulings.models import Recount
from results.rulings.views.common import attempt, division_page, of_game
from results.rulings.views.ended import game_url
from results.sheets.engine.recounts import RecountedTotals
from results.sheets.forms import RecountedForm, RecountForm
from results.sheets.services import recounts
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Division, Game, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.shortcuts import division_of, refusal_told


@needs(Can.ENTER_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recount(request: HttpRequest, tournament: Tournament, code: str, game_id: int) -> HttpResponse:
    """Whether this game may be recounted, by which rule; and the request, where it may."""
    division, row = of_game(tournament, code, game_id)
    form = RecountForm(request.POST or None, game=row)
    if form.is_valid():
        opened = attempt(form, lambda: recounts.request(by=actor_of(request), game=row, **form.cleaned_data))
        if opened:
            return redirect("results:recounted", tournament.slug, code, opened.pk)
    score = history(division).final_score(row)
    right = recounts.right_of(row, score) if score.first is not None else None
    context = {"game": row, "round": row.round, "form": form, "right": right, "score": score}
    return division_page(request, "recount.html", division, context)


@needs(Can.CORRECT_RESULTS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recounted(request: HttpRequest, tournament: Tournament, code: str, recount_id: int) -> HttpResponse:
    """An open recount: its totals, or its end by the director; shown as it counts then, and saved as it was looked at."""
    division, opened = open_recount(tournament, code, recount_id)
    row, preview = opened.game, None
    score = history(division).final_score(row)
    form = RecountedForm(request.POST or None, game=row, totals=(score.first or 0, score.second or 0))
    if form.is_valid():
        looked = attempt(form, lambda: looked_at(request, row, lambda: close(request, opened, form)))
        preview, changed = looked or (None, None)
        if changed:
            notes = " ".join(f"{reason.text} ({reason.rule})" for reason in changed.reasons)
            messages.success(request, f"{outcomes.where(row)}: {changed.first}-{changed.second}. {notes}".strip())
            return redirect(game_url(row))
    context = {
        "game": row, "round": row.round, "form": form, "recount": opened, "preview": preview, "halts": halts(request),
        "sides": [("first", row.first), ("second", row.second)], "course": tournament.rules.rulebook.ending.recount_course,
    }  # fmt: skip
    return division_page(request, "recounted.html", division, context)


def halts(request: HttpRequest) -> bool:
    """Whether the director halts the recount, or is shown what that would make of the game."""
    return "halt" in request.POST and "finish" not in request.POST


def close(request: HttpRequest, opened: Recount, form: RecountedForm) -> RecountedTotals:
    data = form.cleaned_data
    totals = data["first_total"], data["second_total"]
    if halts(request):
        return recounts.halt(by=actor_of(request), recount=opened, reason=data["reason"], agreed=totals)
    return recounts.finish(
        by=actor_of(request), recount=opened, first_total=totals[0], second_total=totals[1], verified=data["verified"],
        reason=data["reason"],
    )  # fmt: skip


@needs(Can.RULE)
@require_POST
def bar(request: HttpRequest, tournament: Tournament, code: str, recount_id: int, side: str) -> HttpResponse:
    """No change is made in this player's favour (WESPA 5.5.4(b))."""
    _, opened = open_recount(tournament, code, recount_id)
    entry = opened.game.first if side == "first" else opened.game.second
    with refusal_told(request):
        if entry is not None:
            recounts.bar(by=actor_of(request), recount=opened, entry=entry, reason=request.POST.get("reason", ""))
    return redirect("results:recounted", tournament.slug, code, opened.pk)


def open_recount(tournament: Tournament, code: str, recount_id: int) -> tuple[Division, Recount]:
    division = division_of(tournament, code)
    row = get_object_or_404(Recount, pk=recount_id, game__round__division=division)
    row.game = Game.objects.with_people().get(pk=row.game_id)
    row.game.round.division = division
    return division, row
