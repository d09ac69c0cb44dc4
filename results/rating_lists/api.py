"""Rating lists for programs: the same services as the pages."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.decorators import api_view, permission_classes
from rest_framework.request import Request
from rest_framework.response import Response

from results.rating_lists.forms import GiveListForm
from results.rating_lists.models import RatingList, RatingListUse
from results.rating_lists.services.lists import delete_list, list_facts, load_list, read_facts
from results.rating_lists.services.uses import apply_list, plan_facts, plan_list, restore_use
from results.rating_lists.views.lists import csv_response
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.permissions import AsksGuard
from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.api.events import division_for, tournament_for
from tdsuite.tournaments.services.decision import Refused


class ChoicesSerializer(serializers.Serializer[Any]):
    """What was chosen, and the plan that was seen.

    Attributes:
        chosen: by player number, the confirmed line of the list, or null to leave the player alone.
        seen: the plan's digest.
    """

    chosen = serializers.DictField(
        child=serializers.IntegerField(min_value=1, allow_null=True), required=False, default=dict
    )
    seen = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)

    def validate_chosen(self, value: dict[str, int | None]) -> dict[int, int | None]:
        if wrong := [key for key in value if whole(key, 999_999) is None]:
            raise serializers.ValidationError(f"{wrong[0]!r} is not a player's number.")
        return {int(key): line for key, line in value.items()}


@api_view(["GET", "POST"])
@permission_classes([AsksGuard])
def rating_lists(request: Request, slug: str) -> Response:
    """GET: every version. POST: load one, sent as `file` with `body`, `name`, `as_of`, `key_map`; with `preview`
    set, only say what it would be. 409 with every problem where the file cannot be loaded."""
    tournament = tournament_for(request, slug, Can.EDIT_ROSTER)
    if request.method == "GET":
        return Response([list_facts(row) for row in RatingList.objects.all()])
    sent = request.data if isinstance(request.data, dict) else {}
    form = GiveListForm(sent, request.FILES)
    if not form.is_valid():
        raise serializers.ValidationError({name: list(map(str, says)) for name, says in form.errors.items()})
    file = form.list_file()
    if sent.get("preview"):
        read = file.read()
        about = file.values(read) if read.usable else {}
        named = {"as_of": about["as_of"].isoformat(), "name": about["name"]} if about else {}
        return Response({**read_facts(read), **named})
    row = load_list(by=actor_of(request), file=file, tournament=tournament)
    return Response(list_facts(row), status=status.HTTP_201_CREATED)


@api_view(["GET", "DELETE"])
@permission_classes([AsksGuard])
def rating_list(request: Request, slug: str, pk: int) -> Response:
    """GET: one version. DELETE: delete it, where it was loaded and while nobody used it."""
    tournament = tournament_for(request, slug, Can.EDIT_ROSTER)
    row = get_object_or_404(RatingList, pk=pk)
    if request.method == "DELETE":
        delete_list(by=actor_of(request), rating_list=row, tournament=tournament)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(list_facts(row))


@api_view(["GET"])
@permission_classes([AsksGuard])
def rating_list_file(request: Request, slug: str, pk: int) -> HttpResponse:
    """A version as CSV, without memberships and suspensions."""
    tournament_for(request, slug, Can.EDIT_ROSTER)
    return csv_response(get_object_or_404(RatingList, pk=pk))


@api_view(["POST"])
@permission_classes([AsksGuard])
def match(request: Request, slug: str, code: str, pk: int) -> Response:
    """What the list would fill for a division, with these choices; nothing is changed."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    return Response(plan_facts(plan_list(division, get_object_or_404(RatingList, pk=pk), _choices(request)["chosen"])))


@api_view(["POST"])
@permission_classes([AsksGuard])
def apply(request: Request, slug: str, code: str, pk: int) -> Response:
    """Fill it, as one decision; 409 when `seen` is not the digest of what would be done now."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    done = apply_list(
        by=actor_of(request), division=division, rating_list=get_object_or_404(RatingList, pk=pk), **_choices(request)
    )
    return Response(plan_facts(done))


@api_view(["POST"])
@permission_classes([AsksGuard])
def take_back(request: Request, slug: str, code: str) -> Response:
    """Put back what stood before the division's last use of a list."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    uses = RatingListUse.objects.filter(division=division, restored_at=None).select_related("division__tournament")
    use = uses.first()
    if use is None:
        raise Refused(f"No list was applied to {division}.", code="no_list_applied")
    done = restore_use(by=actor_of(request), use=use)
    return Response({"list": use.rating_list_id, "restored": done.restored, "kept": list(done.unchanged)})


def _choices(request: Request) -> dict[str, Any]:
    choices_serializer = ChoicesSerializer(data=request.data)
    choices_serializer.is_valid(raise_exception=True)
    return dict(choices_serializer.validated_data)


_DIVISION = "tournaments/<slug:slug>/divisions/<slug:code>/rating-lists/"
urlpatterns = [
    path("tournaments/<slug:slug>/rating-lists/", rating_lists),
    path("tournaments/<slug:slug>/rating-lists/<int:pk>/", rating_list),
    path("tournaments/<slug:slug>/rating-lists/<int:pk>/file/", rating_list_file),
    path(f"{_DIVISION}take-back/", take_back),
    path(f"{_DIVISION}<int:pk>/match/", match),
    path(f"{_DIVISION}<int:pk>/apply/", apply),
]
