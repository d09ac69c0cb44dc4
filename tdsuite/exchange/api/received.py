"""Sites for other suites' pages, for the administrator's programs. A token is shown in the answer that makes it and nowhere else."""

from datetime import datetime
from functools import partial
from typing import Any, TypedDict

from django.db.models import Count, QuerySet, Sum
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.exchange.models import ReceivedSite
from tdsuite.exchange.received import add_site, new_token, remove_site, revoke
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.events import Fields, sent
from tdsuite.tournaments.api.lists import Rows
from tdsuite.tournaments.api.operations import Operation, operations


class SiteFields(Fields, serializers.ModelSerializer[Any]):
    """title: what the site is called.  slug: its word below /sites/."""

    class Meta:
        model = ReceivedSite
        fields = ("title", "slug")


class SiteAnswer(TypedDict):
    """A site. open: whether a token opens it. files, bytes: what stands there."""

    id: int
    slug: str
    title: str
    address: str
    open: bool
    token_made_at: datetime | None
    received_at: datetime | None
    changed_at: datetime | None
    files: int
    bytes: int


class OpenedSiteAnswer(SiteAnswer):
    """A site with its new token, shown in this answer alone."""

    token: str


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


@operations(
    GET=Operation(Can.CREATE_TOURNAMENT, list[SiteAnswer]),
    POST=Operation(Can.CREATE_TOURNAMENT, OpenedSiteAnswer, 201, SiteFields),
)
def sites(request: Request) -> Response:
    """GET: every site. POST: another one; the answer has its `token`, which is shown only now (201)."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    if request.method == "GET":
        return Response(Rows(_counted(), partial(site_json, request)))
    received_site, token = add_site(by=actor_of(request), **sent(SiteFields, request))
    facts = site_json(request, _site(request, received_site.pk))
    return Response({**facts, "token": token}, status=status.HTTP_201_CREATED)


@operations(GET=Operation(Can.CREATE_TOURNAMENT, SiteAnswer), DELETE=Operation(Can.CREATE_TOURNAMENT, status=204))
def site(request: Request, pk: int) -> Response:
    """GET: one site. DELETE: it goes, with every page in it (204)."""
    row = _site(request, pk)
    if request.method == "DELETE":
        remove_site(by=actor_of(request), site=row)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(site_json(request, row))


@operations(POST=Operation(Can.CREATE_TOURNAMENT, OpenedSiteAnswer, 201))
def another_token(request: Request, pk: int) -> Response:
    """A new `token`, shown only now; the one before opens nothing any more (201)."""
    token = new_token(by=actor_of(request), site=_site(request, pk))
    facts = site_json(request, _site(request, pk))
    return Response({**facts, "token": token}, status=status.HTTP_201_CREATED)


@operations(POST=Operation(Can.CREATE_TOURNAMENT, SiteAnswer))
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
