"""Rating lists of the installation: which there are, and a new one, previewed before it is loaded."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from results.rating_lists.forms import ColumnsForm, GiveListForm
from results.rating_lists.models import RatingList, RatingListUpload, RatingListUse
from results.rating_lists.services import lists as services
from results.rating_lists.services.making import as_file
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

SAMPLE = 12  # lines shown of a file that is looked at
MOST_LINES = 50


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
def upload(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Upload a list. It is read, held and shown; nothing is loaded yet."""
    form = GiveListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            held = services.hold_list(by=actor_of(request), tournament=tournament, file=form.list_file())
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
    read = services.ListFile.of_upload(held).read()
    form = ColumnsForm(read.columns, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            file = services.ListFile.of_upload(held, form.key_map())
            again = services.hold_list(by=actor_of(request), tournament=tournament, file=file)
        except Refused as refused:
            form.add_error(None, refused.says)
        else:
            return redirect("results:rating_list_preview", tournament.slug, again.pk)
    first = [] if read.usable else services.first_lines(held, SAMPLE)
    context = _page(tournament, held=held, read=read, form=form, sample=read.entries[:SAMPLE], first=first)
    return render(request, "results/rating_lists/preview.html", context, status=422 if form.errors else 200)


@require_POST
@needs(Can.EDIT_ROSTER)
def load(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Load what was previewed, whole or not at all."""
    try:
        row = services.load_upload(by=actor_of(request), upload=_held(tournament, pk))
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("results:rating_list_preview", tournament.slug, pk)
    messages.success(request, _("%(list)s is loaded: %(size)d players.") % {"list": row, "size": row.size})
    return redirect("results:rating_lists", tournament.slug)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_safe
def rating_list(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """All about one version, and a search in it."""
    row = get_object_or_404(RatingList, pk=pk)
    text = request.GET.get("q", "").strip()[:60]
    list_entries = services.index_of(row).search(text, MOST_LINES) if text else []
    loader = User.objects.filter(pk=row.loaded_by).first() if row.loaded_by else None
    context = _page(
        tournament, list=row, loader=loader, text=text, list_entries=list_entries, most=MOST_LINES, used=row.uses.exists(),
        deletable=row.loaded_in == tournament.pk, divisions=list(tournament.divisions.all()),
    )  # fmt: skip
    return render(request, "results/rating_lists/list.html", context)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_safe
def download(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One version as a CSV file, which the next event or another installation loads."""
    return csv_response(get_object_or_404(RatingList, pk=pk))


def csv_response(row: RatingList) -> HttpResponse:
    """The file, under the list's name and day."""
    name = f"{slugify(row.name) or 'ratings'}-{row.as_of.isoformat()}.csv"
    headers = {"Content-Disposition": content_disposition_header(True, name) or ""}
    return HttpResponse(as_file(row), content_type="text/csv; charset=utf-8", headers=headers)


@require_POST
@needs(Can.EDIT_ROSTER)
def delete(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Delete a version that nobody used."""
    row = get_object_or_404(RatingList, pk=pk)
    try:
        services.delete_list(by=actor_of(request), rating_list=row, tournament=tournament)
    except Refused as refused:
        messages.error(request, refused.says)
        return redirect("results:rating_list", tournament.slug, pk)
    messages.success(request, _("%s is deleted.") % row)
    return redirect("results:rating_lists", tournament.slug)
