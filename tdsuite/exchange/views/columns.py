"""What each column of a table of players holds: asked on the page that shows a roster or the files of an event."""

from dataclasses import asdict

from django.http import Http404, HttpRequest

from tdsuite.exchange.columns import source_of, table_of
from tdsuite.exchange.forms import ColumnsForm
from tdsuite.exchange.models import EventUploadFile, RosterUpload


def columns_form(upload: RosterUpload | EventUploadFile, sent: object = None) -> ColumnsForm | None:
    """The form of a file's columns; None where the file is no table of players."""
    table = table_of(source_of(upload))
    return ColumnsForm(sent, table=table, of=upload.pk) if table else None


def refused_columns(request: HttpRequest, upload: RosterUpload | EventUploadFile) -> ColumnsForm | None:
    """Keep what was said of a file's columns; the form where it was not accepted.  Raises Http404."""
    form = columns_form(upload, request.POST)
    if form is None:
        raise Http404("This file is no table of players.")
    if not form.is_valid():
        return form
    upload.columns = asdict(form.choice())
    upload.save(update_fields=["columns"])
    return None
