"""The page of columns: what each column of a table of players holds, for rosters and for files of events alike."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tdsuite.exchange.columns import source_of, table_of
from tdsuite.exchange.forms import ColumnsForm
from tdsuite.exchange.models import EventUploadFile, RosterUpload


def columns_page(
    request: HttpRequest, upload: RosterUpload | EventUploadFile, after: str, context: Mapping[str, Any]
) -> HttpResponse:
    """Ask what a file's columns hold, and go on to the address `after`."""
    table = table_of(source_of(upload))
    if table is None:
        raise Http404("This file is no table of players.")
    form = ColumnsForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        upload.columns = asdict(form.choice())
        upload.save(update_fields=["columns"])
        return redirect(after)
    context = {**context, "upload": upload, "table": table, "form": form, "after": after}
    return render(request, "exchange/columns.html", context, status=422 if form.errors else 200)
