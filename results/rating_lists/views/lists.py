"""Rating lists of the installation: which there are, and a new one."""

from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from results.rating_lists.forms import GiveListForm
from results.rating_lists.models import RatingList, RatingListUse
from results.rating_lists.services import lists as services
from results.rating_lists.services.making import as_file
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused

MOST_NOTES = 10


def _page(tournament: Tournament, **context: Any) -> dict[str, Any]:
    return {"tournament": tournament, "tab": "rating_lists", **context}


@needs(Can.EDIT_ROSTER)
@never_cache
@require_safe
def lists(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every version there is, and what was applied to the divisions of this event."""
    uses = RatingListUse.objects.filter(division__tournament=tournament).select_related("rating_list", "division")
    context = _page(
        tournament,
        lists=list(RatingList.objects.annotate(used=Exists(RatingListUse.objects.filter(rating_list=OuterRef("pk"))))),
        uses=uses,
        divisions=list(tournament.divisions.all()),
    )
    return render(request, "results/rating_lists/lists.html", context)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def load(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Load a list, whole or not at all; every problem of a file that cannot be loaded is named."""
    form = GiveListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            file = form.list_file()
            read = file.read()
            row = services.load_list(by=actor_of(request), file=file, tournament=tournament, read=read)
        except services.UnusableList as refused:
            form.add_error(None, refused.problems)
        except Refused as refused:
            form.add_error(None, refused.says)
        else:
            columns = ", ".join(f"{heading} = {field}" for heading, field in read.key_map)
            says = _("%(list)s is loaded: %(size)d players. Columns: %(columns)s.")
            messages.success(request, says % {"list": row, "size": row.size, "columns": columns})
            for problem in read.notes[:MOST_NOTES]:
                messages.warning(request, problem.text)
            return redirect("results:rating_lists", tournament.slug)
    context = _page(tournament, form=form)
    return render(request, "results/rating_lists/give.html", context, status=422 if form.errors else 200)


@needs(Can.EDIT_ROSTER)
@never_cache
@require_safe
def download(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One version as a CSV file, which the next event or another installation loads."""
    row = get_object_or_404(RatingList, pk=pk)
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
    else:
        messages.success(request, _("%s is deleted.") % row)
    return redirect("results:rating_lists", tournament.slug)
