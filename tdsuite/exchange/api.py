"""A whole event as one file, for programs: the same formats as the page and the command."""

from django.http import HttpResponse
from django.urls import path
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.api import tournament_for, tournament_json

from . import api_places, api_targets
from .checklist import checklist
from .events import SourceFile, UnusableFile, import_tournament
from .export import FORMATS, export
from .forms import EventApplyForm
from .incoming import check_sources, plan_event
from .views_files import download
from .views_sites import list_files, put, state


@api_view(["GET"])
def formats(request: Request, slug: str) -> Response:
    """What files there are of the event."""
    tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return Response([{"format": one.key, "label": one.label, "media_type": one.media_type} for one in FORMATS.values()])


@api_view(["GET"])
def before_submission(request: Request, slug: str) -> Response:
    """The checklist before a ratings submission."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return Response(checklist(by=request.user, tournament=tournament).as_json())


@api_view(["GET"])
def file_of(request: Request, slug: str, key: str) -> HttpResponse:
    """The file itself; 409 with the reasons when it would be wrong or the format is unknown."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    made = export(by=request.user, tournament=tournament, key=key)
    if not made.sendable:
        return Response(
            {"detail": "The file would not be right.", "losses": [one.text for one in made.losses]}, status=409
        )
    return download(made)


@api_view(["POST"])
def event_in(request: Request) -> Response:
    """Make an event from files sent as `file`, all or nothing; with `preview` set, only say what they would make.

    Fields: slug (needed to make one), name, rulebook.  409 with every problem where the files cannot be used.
    """
    require(request.user, None, Can.CREATE_TOURNAMENT)
    sources = [SourceFile(one.name or "file", one.read()) for one in request.FILES.getlist("file")]
    check_sources(sources)
    data = request.data if isinstance(request.data, dict) else {}
    if data.get("preview"):
        return Response(plan_event(sources).as_json())
    form = EventApplyForm({"slug": data.get("slug", ""), "name": data.get("name") or "as in the files"})
    if not form.is_valid():
        return Response({"detail": form.errors.as_text()}, status=400)
    name, rulebook = (str(data.get(key, "")) for key in ("name", "rulebook"))
    try:
        made, notes = import_tournament(
            by=request.user, slug=form.cleaned_data["slug"], files=sources, name=name, rulebook=rulebook
        )
    except UnusableFile as unusable:
        problems = [problem.text for problem in unusable.problems]
        return Response({"detail": str(unusable), "problems": problems}, status=409)
    return Response({**tournament_json(made), "notes": [problem.text for problem in notes]}, status=201)


urlpatterns = [
    path("sites/<slug:slug>/", state),
    path("sites/<slug:slug>/bytes/<str:digest>/", put),
    path("sites/<slug:slug>/files/", list_files),
    path("imports/", event_in),
    *api_places.urlpatterns,
    *api_targets.urlpatterns,
    path("tournaments/<slug:slug>/files/", formats),
    path("tournaments/<slug:slug>/files/checklist/", before_submission),
    path("tournaments/<slug:slug>/files/<str:key>/", file_of),
]
