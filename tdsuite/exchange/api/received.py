"""Sites for other suites' pages, for the administrator's programs. A token is shown in the answer that makes it and nowhere else."""

from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.cache import never_cache
from rest_framework import serializers, status
from rest_framework.decorators import api_view, permission_classes
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.exchange.models import ReceivedSite
from tdsuite.exchange.received import add_site, new_token, remove_site, revoke
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.permissions import AsksGuard
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import Fields, sent


class SiteFields(Fields, serializers.ModelSerializer[Any]):
    """title: what the site is called.  slug: its word below /sites/."""

    class Meta:
        model = ReceivedSite
        fields = ("title", "slug")


def site_json(request: Request, row: Any) -> dict[str, Any]:
    """A site.  open: whether a token opens it.  files, bytes: what stands there.  Never the token, nor its digest."""
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


def _site(request: Request, pk: int) -> ReceivedSite:
    require(request.user, None, Can.CREATE_TOURNAMENT)
    return get_object_or_404(_counted(), pk=pk)


@never_cache
@api_view(["GET", "POST"])
@permission_classes([AsksGuard])
def sites(request: Request) -> Response:
    """GET: every site. POST: another one; the answer has its `token`, which is shown only now (201)."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    if request.method == "GET":
        return Response([site_json(request, row) for row in _counted()])
    received_site, token = add_site(by=actor_of(request), **sent(SiteFields, request))
    facts = site_json(request, _site(request, received_site.pk))
    return Response({**facts, "token": token}, status=status.HTTP_201_CREATED)


@never_cache
@api_view(["GET", "DELETE"])
@permission_classes([AsksGuard])
def site(request: Request, pk: int) -> Response:
    """GET: one site. DELETE: it goes, with every page in it (204)."""
    row = _site(request, pk)
    if request.method == "DELETE":
        remove_site(by=actor_of(request), site=row)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(site_json(request, row))


@never_cache
@api_view(["POST"])
@permission_classes([AsksGuard])
def another_token(request: Request, pk: int) -> Response:
    """A new `token`, shown only now; the one before opens nothing any more (201)."""
    token = new_token(by=actor_of(request), site=_site(request, pk))
    facts = site_json(request, _site(request, pk))
    return Response({**facts, "token": token}, status=status.HTTP_201_CREATED)


@api_view(["POST"])
@permission_classes([AsksGuard])
def close(request: Request, pk: int) -> Response:
    """No token opens the site any more; its pages stay."""
    revoke(by=actor_of(request), site=_site(request, pk))
    return Response(site_json(request, _site(request, pk)))


urlpatterns = [
    path("received/", sites),
    path("received/<int:pk>/", site),
    path("received/<int:pk>/token/", another_token),
    path("received/<int:pk>/revoke/", close),
]
