"""Publishing targets for programs: the decisions of the page *Publish*. A password or token comes in and never goes out."""

from datetime import datetime
from typing import Any, Literal, TypedDict

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.publishing import PRIVATE, add_target, forget_key, remove_target, send_now, set_enabled
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import QueuedAnswer
from tdsuite.tournaments.api.events import Fields, sent, tournament_for
from tdsuite.tournaments.api.lists import Rows
from tdsuite.tournaments.api.operations import Operation, operations

# Written out one by one: a column that is added later is not told until somebody decides that it may be.
TOLD = (
    "id", "kind", "host", "port", "username", "folder", "language", "pinned", "every_minutes", "enabled", "state", "open_line",
    "tried_at", "succeeded_at", "failed_at", "last_error", "failures", "next_try_at",
)  # fmt: skip


class TargetFields(Fields, serializers.ModelSerializer[Any]):
    """A new target, as the page's form asks for it.  secret: the password, or the other suite's token."""

    secret = serializers.CharField(required=False, default="", allow_blank=True, max_length=500, trim_whitespace=False)

    class Meta:
        model = PublishTarget
        fields = ("kind", "host", "port", "username", "secret", "folder", "language", "pinned", "every_minutes")
        extra_kwargs = {"kind": {"required": True}}


class SendFields(Fields):
    """everything: every file again, whatever the target is thought to hold."""

    everything = serializers.BooleanField(required=False, default=False)


class TargetAnswer(TypedDict):
    """A target and how its last push went. warning: "" or why nothing is sent at all."""

    name: str
    id: int
    kind: Literal["sftp", "ftps", "suite", "folder"]
    host: str
    port: int
    username: str
    folder: str
    language: str
    pinned: str
    every_minutes: int
    enabled: bool
    state: str
    open_line: bool
    tried_at: datetime | None
    succeeded_at: datetime | None
    failed_at: datetime | None
    last_error: str
    failures: int
    next_try_at: datetime | None
    warning: str


def target_json(target: PublishTarget) -> dict[str, Any]:
    """A target and how its last push went.  warning: "" or why nothing is sent at all."""
    warning = "" if target.tournament.is_open_to_all else PRIVATE
    return {"name": str(target), **{name: getattr(target, name) for name in TOLD}, "warning": warning}


@operations(
    GET=Operation(Can.MANAGE_TOURNAMENT, list[TargetAnswer]),
    POST=Operation(Can.MANAGE_TOURNAMENT, TargetAnswer, 201, TargetFields),
)
def targets(request: Request, slug: str) -> Response:
    """GET: where the event's pages go, and how the last push went. POST: another target, sent to from now on (201)."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    if request.method == "GET":
        return Response(Rows(tournament.publish_targets.select_related("tournament"), target_json))
    values = sent(TargetFields, request)
    publish_target = add_target(by=actor_of(request), tournament=tournament, secret=values.pop("secret"), values=values)
    return Response(target_json(publish_target), status=status.HTTP_201_CREATED)


@operations(GET=Operation(Can.MANAGE_TOURNAMENT, TargetAnswer), DELETE=Operation(Can.MANAGE_TOURNAMENT, status=204))
def target(request: Request, slug: str, pk: int) -> Response:
    """GET: one target. DELETE: no push any more, and its password is forgotten; what was sent stays there (204)."""
    row = _target(request, slug, pk)
    if request.method == "DELETE":
        remove_target(by=actor_of(request), target=row)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(target_json(row))


@operations(POST=Operation(Can.MANAGE_TOURNAMENT, QueuedAnswer, 202, SendFields))
def send(request: Request, slug: str, pk: int) -> Response:
    """Send what changed, or with `everything` all of it, now; answers with the job (202). 409 while the event is private."""
    row = _target(request, slug, pk)
    job = send_now(by=actor_of(request), target=row, everything=sent(SendFields, request)["everything"])
    return Response({"job": job.pk, "status": job.status}, status=status.HTTP_202_ACCEPTED)


@operations(POST=Operation(Can.MANAGE_TOURNAMENT, TargetAnswer))
def pause(request: Request, slug: str, pk: int) -> Response:
    """No push until it is resumed; nothing is lost."""
    return _enabled(request, slug, pk, enabled=False)


@operations(POST=Operation(Can.MANAGE_TOURNAMENT, TargetAnswer))
def resume(request: Request, slug: str, pk: int) -> Response:
    """Pushed to again."""
    return _enabled(request, slug, pk, enabled=True)


def _enabled(request: Request, slug: str, pk: int, *, enabled: bool) -> Response:
    row = _target(request, slug, pk)
    set_enabled(by=actor_of(request), target=row, enabled=enabled)
    return Response(target_json(_target(request, slug, pk)))


@operations(POST=Operation(Can.MANAGE_TOURNAMENT, TargetAnswer))
def drop_key(request: Request, slug: str, pk: int) -> Response:
    """The other side has another key, and the caller knows why: the next one shown is kept."""
    row = _target(request, slug, pk)
    forget_key(by=actor_of(request), target=row)
    return Response(target_json(_target(request, slug, pk)))


def _target(request: Request, slug: str, pk: int) -> PublishTarget:
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return get_object_or_404(tournament.publish_targets.select_related("tournament"), pk=pk)


_ALL = "tournaments/<slug:slug>/publish/"
urlpatterns = [
    path(_ALL, targets),
    path(f"{_ALL}<int:pk>/", target),
    path(f"{_ALL}<int:pk>/send/", send),
    path(f"{_ALL}<int:pk>/pause/", pause),
    path(f"{_ALL}<int:pk>/resume/", resume),
    path(f"{_ALL}<int:pk>/forget-key/", drop_key),
]
