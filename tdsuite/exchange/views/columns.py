"""The page of columns: what each column of a table of players holds, for rosters and for files of events alike."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tdsuite.exchange.columns import choose_columns, source_of, table_of
from tdsuite.exchange.forms import ColumnsForm
from tdsuite.exchange.models import EventUploadFile, RosterUpload
from tdsuite.platform.access.guard import actor_of


def columns_page(
    request: HttpRequest,
    upload: RosterUpload | EventUploadFile,
    after: str,
    purposes: Mapping[str, str],
    context: Mapping[str, Any],
) -> HttpResponse:
    """Ask what a file's columns hold, and go on to the address `after`.  purposes: what columns are kept for already."""
    table = table_of(source_of(upload))
    if table is None:
        raise Http404("This file is no table of players.")
    form = ColumnsForm(request.POST or None, table=table, purposes=purposes)
    if request.method == "POST" and form.is_valid():
        choose_columns(by=actor_of(request), upload=upload, choice=form.choice())
        return redirect(after)
    context = {**context, "upload": upload, "table": table, "form": form, "after": after}
    return render(request, "exchange/columns.html", context, status=422 if form.errors else 200)
