"""Files out: what there is, what each cannot hold, and the file itself."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tdsuite.exchange.checklist import checklist, in_groups
from tdsuite.exchange.export import FORMATS, Exported, export, preview
from tdsuite.platform.access.guard import actor_of, needs
from tdsuite.platform.access.roles import Can
from tdsuite.platform.words.languages import NAMES
from tdsuite.tournaments.models import Tournament


@needs(Can.MANAGE_TOURNAMENT)
def files(request: HttpRequest, tournament: Tournament, key: str = "") -> HttpResponse:
    """The formats; with one named, what it could not hold."""
    if key and key not in FORMATS:
        raise Http404("There is no such format.")
    looked_at = preview(by=actor_of(request), tournament=tournament, key=key) if key else None
    context = {
        "tournament": tournament,
        "formats": FORMATS.values(),
        "languages": NAMES.items(),
        "key": key,
        "looked_at": looked_at,
        "tab": "files",
    }
    return render(request, "exchange/files.html", context)


@needs(Can.MANAGE_TOURNAMENT)
def before_submission(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What to look at before the event is sent to a ratings body."""
    findings = checklist(by=actor_of(request), tournament=tournament)
    context = {
        "tournament": tournament,
        "common": in_groups(findings.common),
        "bodies": [(check, in_groups(check.findings)) for check in findings.bodies],
        "tab": "checklist",
    }
    return render(request, "exchange/checklist.html", context)


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
        context = {
            "tournament": tournament,
            "formats": FORMATS.values(),
            "languages": NAMES.items(),
            "key": key,
            "looked_at": exported,
            "tab": "files",
        }
        return render(request, "exchange/files.html", context, status=409)
    return download(exported)


def download(exported: Exported) -> HttpResponse:
    """The file as an attachment that no browser guesses about."""
    headers = {"Content-Disposition": f'attachment; filename="{exported.name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(exported.data, content_type=exported.media_type, headers=headers)
