"""Rating lists of the installation: which there are, a new one in, looked at before it is kept."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdsuite.access.guard import needs
from tdsuite.access.models import User
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

from ..forms_rating_lists import ColumnsForm, GiveListForm
from ..rating_list_models import RatingList, RatingListUpload, RatingListUse
from ..services import rating_lists as services

SAMPLE = 12  # lines shown of a file that is looked at
MOST_FOUND = 50


def _page(tournament: Tournament, **context: Any) -> dict[str, Any]:
    return {"tournament": tournament, "tab": "rating_lists", **context}


@needs(Can.EDIT_ROSTER)
@never_cache
@require_safe
def lists(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every version there is, and what was applied to the divisions of this event."""
    uses = RatingListUse.objects.filter(division__tournament=tournament).select_related("rating_list", "division")
    last: dict[int, int] = {}
    for use in uses:
        if use.restored_at is None:
            last.setdefault(use.division_id, use.pk)
    context = _page(
        tournament, lists=list(RatingList.objects.all()), uses=uses, last=set(last.values()), divisions=list(tournament.divisions.all())
    )  # fmt: skip
    return render(request, "results/rating_lists/lists.html", context)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def give(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give a list. It is read, held and shown; nothing is loaded yet."""
    form = GiveListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            held = services.hold_list(by=request.user, tournament=tournament, given=form.given())
        except Refused as refused:
            form.add_error(None, refused.says)
        else:
            return redirect("results:rating_list_preview", tournament.slug, held.pk)
    context = _page(tournament, form=form)
    return render(request, "results/rating_lists/give.html", context, status=422 if form.errors else 200)


def _held(tournament: Tournament, pk: int) -> RatingListUpload:
    return get_object_or_404(RatingListUpload, pk=pk, tournament=tournament)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """What would be loaded: figures, columns, the first lines, every problem. POST: read it again by other columns."""
    held = _held(tournament, pk)
    read = services.read_given(services.given_again(held))
    form = ColumnsForm(read.columns, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            again = services.read_again(by=request.user, upload=held, key_map=form.key_map())
        except Refused as refused:
            form.add_error(None, refused.says)
        else:
            return redirect("results:rating_list_preview", tournament.slug, again.pk)
    first = [] if read.usable else services.first_lines(held, SAMPLE)
    context = _page(tournament, held=held, read=read, form=form, sample=read.entries[:SAMPLE], first=first)
    return render(request, "results/rating_lists/preview.html", context, status=422 if form.errors else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def keep(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Load what was looked at, whole or not at all."""
    try:
        row = services.load_upload(by=request.user, upload=_held(tournament, pk))
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("results:rating_list_preview", tournament.slug, pk)
    messages.success(request, _("%(list)s is loaded: %(size)d players.") % {"list": row, "size": row.size})
    return redirect("results:rating_lists", tournament.slug)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_safe
def one(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """All about one version, and a search in it."""
    row = get_object_or_404(RatingList, pk=pk)
    text = request.GET.get("q", "").strip()[:60]
    found = services.index_of(row).search(text, MOST_FOUND) if text else []
    loader = User.objects.filter(pk=row.loaded_by).first() if row.loaded_by else None
    context = _page(
        tournament, list=row, loader=loader, text=text, found=found, most=MOST_FOUND, used=row.uses.exists(),
        deletable=row.loaded_in == tournament.pk, divisions=list(tournament.divisions.all()),
    )  # fmt: skip
    return render(request, "results/rating_lists/list.html", context)


@require_POST
@needs(Can.EDIT_ROSTER)
def delete(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Delete a version that nobody used."""
    row = get_object_or_404(RatingList, pk=pk)
    try:
        services.delete_list(by=request.user, rating_list=row, tournament=tournament)
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("results:rating_list", tournament.slug, pk)
    messages.success(request, _("%s is deleted.") % row)
    return redirect("results:rating_lists", tournament.slug)
