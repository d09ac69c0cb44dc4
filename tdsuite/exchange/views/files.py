"""Files out: what there is, what each cannot hold, and the file itself."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tdsuite.exchange.checklist import checklist, in_groups
from tdsuite.exchange.export import FORMATS, Exported, export, preview
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.words.languages import NAMES
from tdsuite.tournaments.models import Tournament

CHECKLIST = "checklist"


@needs(Can.MANAGE_TOURNAMENT)
def files(request: HttpRequest, tournament: Tournament, key: str = "") -> HttpResponse:
    """The formats; with one named, what it could not hold; with "checklist", what to look at before a submission."""
    actor = actor_of(request)
    if key == CHECKLIST:
        findings = checklist(by=actor, tournament=tournament)
        bodies = [(check, in_groups(check.findings)) for check in findings.bodies]
        return _page(request, tournament, checked=True, common=in_groups(findings.common), bodies=bodies)
    if key and key not in FORMATS:
        raise Http404("There is no such format.")
    return _page(request, tournament, key, preview(by=actor, tournament=tournament, key=key) if key else None)


def _page(
    request: HttpRequest, tournament: Tournament, key: str = "", looked_at: Exported | None = None, **more: Any
) -> HttpResponse:
    context = {"formats": FORMATS.values(), "languages": NAMES.items(), "tab": "files"}
    context |= {"key": key, "looked_at": looked_at, **more}
    return render(request, "exchange/files.html", context, status=409 if request.method == "POST" else 200)


@require_POST
@needs(Can.MANAGE_TOURNAMENT)
def file_out(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The file, as a download; a file that would be wrong is shown with its faults instead."""
    if key not in FORMATS:
        raise Http404("There is no such format.")
    language = request.POST.get("language", "")
    if language and language not in NAMES:
        raise Http404("There is no such language.")
    exported = export(by=actor_of(request), tournament=tournament, key=key, language=language)
    if not exported.sendable:
        return _page(request, tournament, key, exported)
    return download(exported)


def download(exported: Exported) -> HttpResponse:
    """The file as an attachment that no browser guesses about."""
    headers = {"Content-Disposition": f'attachment; filename="{exported.name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(exported.data, content_type=exported.media_type, headers=headers)
