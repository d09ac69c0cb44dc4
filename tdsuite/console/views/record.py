"""The record of decisions."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tdsuite.access.guard import needs
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament

from ..forms import RecordFilter
from ..record import filters_of, lines_of, records_of

ON_A_PAGE = 50


@needs(Can.SEE_AUDIT)
def record(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Newest first; filters stand in the address."""
    form = RecordFilter(request.GET or None, **filters_of(tournament))
    wanted = form.cleaned_data if form.is_valid() else {}
    page = Paginator(records_of(tournament, wanted), ON_A_PAGE).get_page(request.GET.get("page"))
    query = urlencode({name: value for name, value in wanted.items() if value})
    context = {
        "tournament": tournament,
        "form": form,
        "page": page,
        "lines": lines_of(tournament, page.object_list),
        "query": f"{query}&" if query else "",
        "tab": "record",
    }
    return render(request, "console/record.html", context)
