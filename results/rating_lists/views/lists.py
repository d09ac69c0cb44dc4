"""Rating lists of the installation: which there are, and a new one."""

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from results.rating_lists.forms import GiveListForm, MakeListForm
from results.rating_lists.models import RatingList, RatingListUse
from results.rating_lists.services import lists as services
from results.rating_lists.services.making import as_file
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import form_page, page_with_forms, read_page

MOST_NOTES = 10


@needs(Can.EDIT_ROSTER)
@form_page
def lists(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every version there is, and what was applied to the divisions of this event; POST: another list.

    A list is loaded whole or not at all; every problem of a file that cannot be loaded is named.
    """
    form = GiveListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and loaded(request, tournament, form):
        return redirect("results:rating_lists", tournament.slug)
    uses = RatingListUse.objects.filter(division__tournament=tournament).select_related("rating_list", "division")
    divisions = list(tournament.divisions.all())
    rated = [row for row in divisions if row.standings_options.get("rating_system")]
    context = {
        "tab": "rating_lists",
        "form": form,
        "making": MakeListForm(divisions=rated) if rated else None,
        "lists": list(
            RatingList.objects.annotate(used=Exists(RatingListUse.objects.filter(rating_list=OuterRef("pk"))))
        ),
        "uses": uses,
        "divisions": divisions,
    }
    return page_with_forms(request, "results/rating_lists/lists.html", context)


def loaded(request: HttpRequest, tournament: Tournament, form: GiveListForm) -> bool:
    """Load the list of a valid form; else its errors say why not."""
    try:
        file = form.list_file()
        read = file.read()
        row = services.load_list(by=actor_of(request), file=file, tournament=tournament, read=read)
    except services.UnusableList as refused:
        form.add_error(None, [problem.text for problem in refused.read.errors])
        return False
    except Refused as refused:
        form.add_error(None, refused.says)
        return False
    columns = ", ".join(f"{heading} = {field}" for heading, field in read.key_map)
    says = _("%(list)s is loaded: %(size)d players. Columns: %(columns)s.")
    messages.success(request, says % {"list": row, "size": row.size, "columns": columns})
    for problem in read.notes[:MOST_NOTES]:
        messages.warning(request, problem.text)
    return True


@needs(Can.EDIT_ROSTER)
@read_page
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
