"""Rating lists for programs: the same services as the pages."""

from datetime import date, datetime
from typing import Any, NotRequired, TypedDict

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from results.rating_lists.forms import key_map_of
from results.rating_lists.models import BODIES, RatingList, RatingListUse
from results.rating_lists.services.lists import ListFile, delete_list, list_facts, load_list, read_facts
from results.rating_lists.services.uses import apply_list, plan_facts, plan_list, restore_use
from results.rating_lists.views.lists import csv_response
from tdsuite.formats.text import LARGEST_FILE
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.api.decisions import OptionalText
from tdsuite.tournaments.api.events import Fields, division_for, sent, tournament_for
from tdsuite.tournaments.api.lists import Rows, asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.services.decision import Refused


class ChoicesFields(Fields):
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


class ListFields(Fields):
    """A list as its body publishes it, sent as a form. as_of: its day. key_map: columns and their fields, as `Player = name, Rtg = rating`."""

    file = serializers.FileField()
    body = serializers.ChoiceField(BODIES)
    name = OptionalText(60)
    as_of = serializers.DateField(required=False, default=None, allow_null=True)
    key_map = OptionalText(2000)
    preview = serializers.BooleanField(required=False, default=False)

    def validate_file(self, value: UploadedFile) -> UploadedFile:
        if (value.size or 0) > LARGEST_FILE:
            raise serializers.ValidationError("This file is larger than 10 MB; no list is. Choose another.")
        return value

    def validate_key_map(self, value: str) -> dict[str, str]:
        return key_map_of(value)


class ListsQuery(serializers.Serializer[Any]):
    """body: whose lists. since: of this day or later."""

    body = serializers.ChoiceField(BODIES, required=False)
    since = serializers.DateField(required=False)


class ListAnswer(TypedDict):
    """A version of a rating list. counts: lines by kind. key_map: columns and what they are read as."""

    id: int
    as_of: date
    file: str
    players: int
    loaded_at: datetime
    body: str
    name: str
    layout: str
    counts: dict[str, int]
    key_map: list[list[str]]
    sha256: str


class ReadAnswer(TypedDict):
    """How a file was read. as_of, name: what the list would be called."""

    usable: bool
    layout: str
    counts: dict[str, int]
    key_map: list[list[str]]
    columns: list[list[str]]
    errors: list[str]
    notes: list[str]
    as_of: NotRequired[date]
    name: NotRequired[str]


class ListChangeAnswer(TypedDict):
    """A value that would change."""

    field: str
    old: str | float | None
    new: str | float | None


class OfferedAnswer(TypedDict):
    """A line of the list that may be the player's."""

    line: int
    name: str
    rating: int | None
    why: str


class MatchAnswer(TypedDict):
    """A player, the line that is taken for theirs, and what it would change."""

    number: int
    name: str
    match: str
    why: str
    line: int | None
    changes: list[ListChangeAnswer]
    offered: list[OfferedAnswer]
    warnings: list[str]


class ListPlanAnswer(TypedDict):
    """What a list fills. `seen` names the plan: send it back with `apply/`."""

    list: int
    title: str
    late: bool
    seen: str
    counts: dict[str, int]
    players: "list[MatchAnswer]"


# What was put back; `kept` are the players whose values changed since.
TakenBackAnswer = TypedDict("TakenBackAnswer", {"list": int, "restored": int, "kept": list[int | str]})  # noqa: UP013 - in a class `list` would name the field


@operations(
    GET=Operation(Can.EDIT_ROSTER, list[ListAnswer], query=ListsQuery),
    POST=Operation(Can.EDIT_ROSTER, ListAnswer, 201, ListFields, also={200: ReadAnswer}),
)
def rating_lists(request: Request, slug: str) -> Response:
    """GET: every version. POST: load one, sent as `file` with `body`, `name`, `as_of`, `key_map`; with `preview`
    set, only say what it would be. 409 with every problem where the file cannot be loaded."""
    tournament = tournament_for(request, slug, Can.EDIT_ROSTER)
    if request.method == "GET":
        query, rows = asked(ListsQuery, request), RatingList.objects.all()
        if "body" in query:
            rows = rows.filter(body=query["body"])
        if "since" in query:
            rows = rows.filter(as_of__gte=query["since"])
        return Response(Rows(rows, list_facts))
    fields = sent(ListFields, request)
    preview, upload = fields.pop("preview"), fields.pop("file")
    file = ListFile(upload.name, upload.read(), **fields)
    if preview:
        read = file.read()
        about = file.values(read) if read.usable else {}
        named = {"as_of": about["as_of"].isoformat(), "name": about["name"]} if about else {}
        return Response({**read_facts(read), **named})
    row = load_list(by=actor_of(request), file=file, tournament=tournament)
    return Response(list_facts(row), status=status.HTTP_201_CREATED)


@operations(GET=Operation(Can.EDIT_ROSTER, ListAnswer), DELETE=Operation(Can.EDIT_ROSTER, status=204))
def rating_list(request: Request, slug: str, pk: int) -> Response:
    """GET: one version. DELETE: delete it, where it was loaded and while nobody used it."""
    tournament = tournament_for(request, slug, Can.EDIT_ROSTER)
    row = get_object_or_404(RatingList, pk=pk)
    if request.method == "DELETE":
        delete_list(by=actor_of(request), rating_list=row, tournament=tournament)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(list_facts(row))


@operations(GET=Operation(Can.EDIT_ROSTER, bytes, media=["text/csv"]))
def rating_list_file(request: Request, slug: str, pk: int) -> HttpResponse:
    """A version as CSV, without memberships and suspensions."""
    tournament_for(request, slug, Can.EDIT_ROSTER)
    return csv_response(get_object_or_404(RatingList, pk=pk))


@operations(POST=Operation(Can.EDIT_ROSTER, ListPlanAnswer, sends=ChoicesFields))
def match(request: Request, slug: str, code: str, pk: int) -> Response:
    """What the list would fill for a division, with these choices; nothing is changed."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    return Response(
        plan_facts(plan_list(division, get_object_or_404(RatingList, pk=pk), sent(ChoicesFields, request)["chosen"]))
    )


@operations(POST=Operation(Can.EDIT_ROSTER, ListPlanAnswer, sends=ChoicesFields))
def apply(request: Request, slug: str, code: str, pk: int) -> Response:
    """Fill it, as one decision; 409 when `seen` is not the digest of what would be done now."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    done = apply_list(
        by=actor_of(request),
        division=division,
        rating_list=get_object_or_404(RatingList, pk=pk),
        **sent(ChoicesFields, request),
    )
    return Response(plan_facts(done))


@operations(POST=Operation(Can.EDIT_ROSTER, TakenBackAnswer))
def take_back(request: Request, slug: str, code: str) -> Response:
    """Put back what stood before the division's last use of a list."""
    division = division_for(request, slug, code, Can.EDIT_ROSTER)
    uses = RatingListUse.objects.filter(division=division, restored_at=None).select_related("division__tournament")
    use = uses.first()
    if use is None:
        raise Refused(f"No list was applied to {division}.", code="no_list_applied")
    done = restore_use(by=actor_of(request), use=use)
    return Response({"list": use.rating_list_id, "restored": done.restored, "kept": list(done.unchanged)})


_DIVISION = "tournaments/<slug:slug>/divisions/<slug:code>/rating-lists/"
urlpatterns = [
    path("tournaments/<slug:slug>/rating-lists/", rating_lists),
    path("tournaments/<slug:slug>/rating-lists/<int:pk>/", rating_list),
    path("tournaments/<slug:slug>/rating-lists/<int:pk>/file/", rating_list_file),
    path(f"{_DIVISION}take-back/", take_back),
    path(f"{_DIVISION}<int:pk>/match/", match),
    path(f"{_DIVISION}<int:pk>/apply/", apply),
]
