"""Rating lists for programs: the same services as the pages."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.access.roles import Can
from tdsuite.tournaments.api import division_for, tournament_for
from tdsuite.tournaments.services.decision import Refused

from .forms_rating_lists import GiveListForm
from .rating_list_models import RatingList, RatingListUse
from .services.rating_list_uses import apply_list, plan_facts, plan_list, restore_use
from .services.rating_lists import (
    UnusableList,
    delete_list,
    described,
    list_facts,
    load_list,
    read_facts,
    read_given,
)


class ChoicesSerializer(serializers.Serializer[Any]):
    """chosen: by player number, the confirmed line of the list, or null to leave the player alone.  seen: the plan's digest."""

    chosen = serializers.DictField(
        child=serializers.IntegerField(min_value=1, allow_null=True), required=False, default=dict
    )
    seen = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)

    def validate_chosen(self, value: dict[str, int | None]) -> dict[int, int | None]:
        if wrong := [key for key in value if not (key.isascii() and key.isdecimal() and len(key) < 7)]:
            raise serializers.ValidationError(f"{wrong[0]!r} is not a player's number.")
        return {int(key): line for key, line in value.items()}


@api_view(["GET", "POST"])
def rating_lists(request: Request, slug: str) -> Response:
    """GET: every version. POST: load one, sent as `file` with `body`, `name`, `as_of`, `layout`, `key_map`; with `preview`
    set, only say what it would be. 409 with every problem where the file cannot be loaded."""
    tournament = tournament_for(request, slug, Can.EDIT_ROSTER)
    if request.method == "GET":
        return Response([list_facts(row) for row in RatingList.objects.all()])
    sent = request.data if isinstance(request.data, dict) else {}
    form = GiveListForm(sent, request.FILES)
    if not form.is_valid():
        return Response({"detail": form.errors.as_text()}, status=status.HTTP_400_BAD_REQUEST)
    given = form.given()
    if sent.get("preview"):
        read = read_given(given)
        about = described(given, read) if read.usable else {}
        return Response(
            {**read_facts(read), **({"as_of": about["as_of"].isoformat(), "name": about["name"]} if about else {})}
        )
    try:
        row = load_list(by=request.user, given=given, tournament=tournament)
    except UnusableList as unusable:
        return Response({"detail": str(unusable), **read_facts(unusable.read)}, status=status.HTTP_409_CONFLICT)
    return Response(list_facts(row), status=status.HTTP_201_CREATED)


@api_view(["GET", "DELETE"])
def rating_list(request: Request, slug: str, pk: int) -> Response:
    """GET: one version. DELETE: delete it, where it was loaded and while nobody used it."""
    tournament = tournament_for(request, slug, Can.EDIT_ROSTER)
    row = get_object_or_404(RatingList, pk=pk)
    if request.method == "DELETE":
        delete_list(by=request.user, rating_list=row, tournament=tournament)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(list_facts(row))


@api_view(["POST"])
def match(request: Request, slug: str, code: str, pk: int) -> Response:
    """What the list would fill for a division, with these choices; nothing is changed."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    return Response(plan_facts(plan_list(division, get_object_or_404(RatingList, pk=pk), _given(request)["chosen"])))


@api_view(["POST"])
def apply(request: Request, slug: str, code: str, pk: int) -> Response:
    """Fill it, as one decision; 409 when `seen` is not the digest of what would be done now."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    done = apply_list(
        by=request.user, division=division, rating_list=get_object_or_404(RatingList, pk=pk), **_given(request)
    )
    return Response(plan_facts(done))


@api_view(["POST"])
def take_back(request: Request, slug: str, code: str) -> Response:
    """Put back what stood before the division's last use of a list."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    uses = RatingListUse.objects.filter(division=division, restored_at=None).select_related("division__tournament")
    use = uses.first()
    if use is None:
        raise Refused(f"No list was applied to {division}.")
    done = restore_use(by=request.user, use=use)
    return Response({"list": use.rating_list_id, "restored": done.restored, "kept": list(done.kept)})


def _given(request: Request) -> dict[str, Any]:
    given = ChoicesSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


_DIVISION = "tournaments/<slug:slug>/divisions/<slug:code>/rating-lists/"
urlpatterns = [
    path("tournaments/<slug:slug>/rating-lists/", rating_lists),
    path("tournaments/<slug:slug>/rating-lists/<int:pk>/", rating_list),
    path(f"{_DIVISION}take-back/", take_back),
    path(f"{_DIVISION}<int:pk>/match/", match),
    path(f"{_DIVISION}<int:pk>/apply/", apply),
]
