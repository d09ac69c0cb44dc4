"""A refused file put right on its preview, a roster's or an event's."""

from django.http import HttpRequest

from tdsuite.exchange.event_sources import SourceFile
from tdsuite.exchange.mending import faulty_lines, mend_lines, replace_file
from tdsuite.exchange.models import EventUploadFile, RosterUpload
from tdsuite.platform.access.guard import actor_of
from tdsuite.tournaments.services.decision import Refused


def put_right(request: HttpRequest, file: EventUploadFile | RosterUpload) -> str:
    """Another file, or other text on faulty lines, as `exchange/_faulty_lines.html` sends them; why not, where it cannot be."""
    try:
        if another := request.FILES.get("replacement"):
            replace_file(by=actor_of(request), file=file, source=SourceFile(another.name or "file", another.read()))
        else:
            lines = {
                line.number: "" if f"out-{line.number}" in request.POST else request.POST[f"line-{line.number}"]
                for line in faulty_lines(file)
                if f"line-{line.number}" in request.POST
            }
            mend_lines(by=actor_of(request), file=file, lines=lines)
    except Refused as refusal:
        return str(refusal)
    return ""
