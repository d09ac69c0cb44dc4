"""A whole event as one file, for programs: the same formats as the page and the command."""

from django.http import HttpResponse
from django.urls import path
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.exchange.api import received as api_received
from tdsuite.exchange.api import targets as api_targets
from tdsuite.exchange.checklist import checklist
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS, export
from tdsuite.exchange.forms import EventApplyForm
from tdsuite.exchange.incoming import check_sources, plan_event
from tdsuite.exchange.published_tables import published_table
from tdsuite.exchange.views.files import download
from tdsuite.exchange.views.sites import list_files, put, state
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.permissions import AsksGuard
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import tournament_for, tournament_json
from tdsuite.tournaments.services.decision import Refused


@api_view(["GET"])
@permission_classes([AsksGuard])
def formats(request: Request, slug: str) -> Response:
    """What files there are of the event."""
    tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return Response(
        [
            {"format": export_format.key, "label": export_format.label, "media_type": export_format.media_type}
            for export_format in FORMATS.values()
        ]
    )


@api_view(["GET"])
@permission_classes([AsksGuard])
def before_submission(request: Request, slug: str) -> Response:
    """The checklist before a ratings submission."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return Response(checklist(by=actor_of(request), tournament=tournament).as_json())


@api_view(["GET"])
@permission_classes([AsksGuard])
def file_of(request: Request, slug: str, key: str) -> HttpResponse:
    """The file itself; 409 with the reasons when it would be wrong or the format is unknown."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    exported = export(by=actor_of(request), tournament=tournament, key=key)
    if not exported.sendable:
        losses = [loss.text for loss in exported.losses]
        raise Refused("The file would not be right.", code="file_not_right", losses=losses)
    return download(exported)


@api_view(["POST"])
@permission_classes([AsksGuard])
def event_in(request: Request) -> Response:
    """Make an event from files sent as `file`, all or nothing; with `preview` set, only say what they would make.

    `address` is the https address of a published table.  Fields: slug (needed to make one), name, rulebook, day (as 2026-05-16; needed where no file says one).  409 with every problem where the files cannot be used.
    """
    require(request.user, None, Can.CREATE_TOURNAMENT)
    sources = [SourceFile(file.name or "file", file.read()) for file in request.FILES.getlist("file")]
    data = request.data if isinstance(request.data, dict) else {}
    if address := str(data.get("address", "")):
        sources.append(published_table(address))
    check_sources(sources)
    if data.get("preview"):
        return Response(plan_event(sources).as_json())
    fields = {"slug": data.get("slug", ""), "name": data.get("name") or "as in the files", "day": data.get("day", "")}
    form = EventApplyForm(fields)
    form.fields["day"].required = False  # the files may say it
    if not form.is_valid():
        raise ValidationError({name: list(map(str, messages)) for name, messages in form.errors.items()})
    name, rulebook = (str(data.get(key, "")) for key in ("name", "rulebook"))
    words = {key: form.cleaned_data[key] for key in ("slug", "day")}
    tournament, notes = import_tournament(by=actor_of(request), files=sources, name=name, rulebook=rulebook, **words)
    return Response({**tournament_json(tournament), "notes": [problem.text for problem in notes]}, status=201)


urlpatterns = [
    path("sites/<slug:slug>/", state),
    path("sites/<slug:slug>/bytes/<str:digest>/", put),
    path("sites/<slug:slug>/files/", list_files),
    path("imports/", event_in),
    *api_received.urlpatterns,
    *api_targets.urlpatterns,
    path("tournaments/<slug:slug>/files/", formats),
    path("tournaments/<slug:slug>/files/checklist/", before_submission),
    path("tournaments/<slug:slug>/files/<str:key>/", file_of),
]
