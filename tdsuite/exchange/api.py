"""A whole event as one file, for programs: the same formats as the page and the command."""

from django.http import HttpResponse
from django.urls import path
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.roles import Can
from tdsuite.tournaments.api import tournament_for

from .checklist import checklist
from .export import FORMATS, export
from .views_files import download


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


urlpatterns = [
    path("tournaments/<slug:slug>/files/", formats),
    path("tournaments/<slug:slug>/files/checklist/", before_submission),
    path("tournaments/<slug:slug>/files/<str:key>/", file_of),
]
