"""Places for other suites' pages, for the keeper's programs. A token is told in the answer that makes it and nowhere else."""

from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.cache import never_cache
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.guard import require
from tdsuite.access.roles import Can
from tdsuite.tournaments.api import Fields, sent

from .models import ReceivedSite
from .received import add_site, new_token, remove_site, revoke


class PlaceFields(Fields, serializers.ModelSerializer[Any]):
    """title: what the place is called.  slug: its word below /sites/."""

    class Meta:
        model = ReceivedSite
        fields = ("title", "slug")


def place_json(request: Request, row: Any) -> dict[str, Any]:
    """A place.  open: whether a token opens it.  files, bytes: what stands there.  Never the token, nor its digest."""
    return {
        "id": row.pk,
        "slug": row.slug,
        "title": row.title,
        "address": request.build_absolute_uri(row.get_absolute_url()),
        "open": bool(row.token_hash),
        "token_made_at": row.token_made_at,
        "received_at": row.received_at,
        "changed_at": row.changed_at,
        "files": row.pages,
        "bytes": row.bytes,
    }


def _counted() -> QuerySet[ReceivedSite]:
    return ReceivedSite.objects.annotate(pages=Count("files"), bytes=Sum("files__size", default=0))


def _place(request: Request, pk: int) -> ReceivedSite:
    require(request.user, None, Can.CREATE_TOURNAMENT)
    return get_object_or_404(_counted(), pk=pk)


@never_cache
@api_view(["GET", "POST"])
def places(request: Request) -> Response:
    """GET: every place. POST: another one; the answer has its `token`, which is told only now (201)."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    if request.method == "GET":
        return Response([place_json(request, row) for row in _counted()])
    made, token = add_site(by=request.user, **sent(PlaceFields, request))
    told = place_json(request, _place(request, made.pk))
    return Response({**told, "token": token}, status=status.HTTP_201_CREATED)


@never_cache
@api_view(["GET", "DELETE"])
def place(request: Request, pk: int) -> Response:
    """GET: one place. DELETE: it goes, with every page in it (204)."""
    row = _place(request, pk)
    if request.method == "DELETE":
        remove_site(by=request.user, site=row)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(place_json(request, row))


@never_cache
@api_view(["POST"])
def another_token(request: Request, pk: int) -> Response:
    """A new `token`, told only now; the one before opens nothing any more (201)."""
    token = new_token(by=request.user, site=_place(request, pk))
    told = place_json(request, _place(request, pk))
    return Response({**told, "token": token}, status=status.HTTP_201_CREATED)


@api_view(["POST"])
def close(request: Request, pk: int) -> Response:
    """No token opens the place any more; its pages stay."""
    revoke(by=request.user, site=_place(request, pk))
    return Response(place_json(request, _place(request, pk)))


urlpatterns = [
    path("received/", places),
    path("received/<int:pk>/", place),
    path("received/<int:pk>/token/", another_token),
    path("received/<int:pk>/revoke/", close),
]
