"""A whole event as one file, for programs: the same formats as the page and the command."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, TypedDict

from django.http import HttpResponse, HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.exchange.api import received as api_received
from tdsuite.exchange.api import targets as api_targets
from tdsuite.exchange.checklist import Finding, checklist
from tdsuite.exchange.columns import with_columns
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS, export
from tdsuite.exchange.forms import EventApplyForm
from tdsuite.exchange.incoming import check_sources, plan_event
from tdsuite.exchange.published_tables import published_table
from tdsuite.exchange.views.files import download
from tdsuite.exchange.views.sites import list_files, put, state
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import TournamentAnswer
from tdsuite.tournaments.api.events import tournament_for, tournament_json
from tdsuite.tournaments.api.once import once
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.services.decision import Refused


class EventFields(serializers.Serializer[Any]):
    """Files sent as a form, or the `address` of a published table. slug: needed to make an event. day: needed where no file says one.

    column: what a column of a table of players holds, by its heading or its number: `Wer=name`, `2=rating`.
    """

    file = serializers.ListField(child=serializers.FileField(), required=False)
    address = serializers.URLField(required=False)
    column = serializers.ListField(child=serializers.CharField(), required=False)
    slug = serializers.SlugField(required=False)
    name = serializers.CharField(required=False)
    rulebook = serializers.CharField(required=False)
    day = serializers.DateField(required=False)
    preview = serializers.BooleanField(required=False)


class FormatAnswer(TypedDict):
    """A kind of file that the event can be written as."""

    format: str
    label: str
    media_type: str


class BodyCheckAnswer(TypedDict):
    """What one body's submission lacks. as_it_is: whether the body's reader takes the file as it is; null: not known."""

    body: str
    format: str
    as_it_is: bool | None
    findings: list[Finding]


class ChecklistAnswer(TypedDict):
    """The checklist before a ratings submission."""

    common: list[Finding]
    bodies: list[BodyCheckAnswer]


class ImportedAnswer(TournamentAnswer):
    """The event that was made, and what its files had to say."""

    notes: list[str]


class PlannedFileAnswer(TypedDict):
    """What a file was taken for. left_out: what of it does not come with the event."""

    name: str
    format: str
    usable: bool
    errors: list[str]
    notes: list[str]
    left_out: list[str]


class PlannedDivisionAnswer(TypedDict):
    """A division as it would be made. games: with two players; awaited: those of them without a result."""

    name: str
    code: str
    players: int
    rounds: int
    games: int
    awaited: int


class EventPlanAnswer(TypedDict):
    """What the files would make; nothing is saved."""

    usable: bool
    name: str
    day: date | None
    notes: list[str]
    files: list[PlannedFileAnswer]
    divisions: list[PlannedDivisionAnswer]


class HeldAnswer(TypedDict):
    """What a received site holds: digests by name, digests that wait for the end of a push, bytes of the largest file."""

    format: str
    version: int
    files: dict[str, str]
    waiting: list[str]
    largest_file: int


class SiteFileFields(serializers.Serializer[Any]):
    """files: SHA-256 by name; exactly these from now on."""

    files = serializers.DictField(child=serializers.CharField())


class ChangedAnswer(TypedDict):
    """How many files of the site changed and went."""

    changed: int
    removed: int


def _of_site(*, view: Callable[..., HttpResponse], **by_method: Operation) -> Callable[..., HttpResponse]:
    """A call of another suite, which has the token of a site."""

    @operations(cached=False, **by_method)
    def call(request: Request, **named: str) -> HttpResponse:
        return view(request._request, **named)

    call.__doc__ = call.cls.__doc__ = view.__doc__  # type: ignore[attr-defined]
    return call


@operations(GET=Operation(Can.MANAGE_TOURNAMENT, list[FormatAnswer]))
def formats(request: Request, slug: str) -> Response:
    """What files there are of the event."""
    tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return Response(
        [
            {"format": export_format.key, "label": export_format.label, "media_type": export_format.media_type}
            for export_format in FORMATS.values()
        ]
    )


@operations(GET=Operation(Can.MANAGE_TOURNAMENT, ChecklistAnswer))
def before_submission(request: Request, slug: str) -> Response:
    """The checklist before a ratings submission."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    return Response(checklist(by=actor_of(request), tournament=tournament).as_json())


MEDIA = sorted({export_format.media_type.partition(";")[0] for export_format in FORMATS.values()})


@operations(GET=Operation(Can.MANAGE_TOURNAMENT, bytes, media=MEDIA))
def file_of(request: Request, slug: str, key: str) -> HttpResponse:
    """The file itself; 409 with the reasons when it would be wrong or the format is unknown."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    exported = export(by=actor_of(request), tournament=tournament, key=key)
    if not exported.sendable:
        losses = [loss.text for loss in exported.losses]
        raise Refused("The file would not be right.", code="file_not_right", losses=losses)
    return download(exported)


@operations(
    POST=Operation(Can.CREATE_TOURNAMENT, ImportedAnswer, 201, EventFields, also={200: EventPlanAnswer}, slow=True)
)
def event_in(request: Request) -> HttpResponseBase:
    """Make an event from files sent as `file`, all or nothing; with `preview` set, only say what they would make.

    `address` is the https address of a published table; `column`, any number of times, says what one of its columns holds: `Wer=name`, `2=rating`.  Fields: slug (needed to make one), name, rulebook, day (as 2026-05-16; needed where no file says one).  409 with every problem where the files cannot be used.
    """
    require(request.user, None, Can.CREATE_TOURNAMENT)
    sources = [SourceFile(file.name or "file", file.read()) for file in request.FILES.getlist("file")]
    data = request.data if isinstance(request.data, dict) else {}
    if address := str(data.get("address", "")):
        sources.append(published_table(address))
    check_sources(sources)
    sources = with_columns(sources, request.POST.getlist("column"))
    if data.get("preview"):
        return Response(plan_event(sources).as_json())
    return once(request, lambda: _make_event(request, sources, data))


def _make_event(request: Request, sources: Sequence[SourceFile], data: Mapping[str, Any]) -> Response:
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
    path("sites/<slug:slug>/", _of_site(view=state, GET=Operation(None, HeldAnswer, access="site"))),
    path(
        "sites/<slug:slug>/bytes/<str:digest>/",
        _of_site(view=put, PUT=Operation(None, status=204, binary=True, access="site")),
    ),
    path(
        "sites/<slug:slug>/files/",
        _of_site(view=list_files, POST=Operation(None, ChangedAnswer, sends=SiteFileFields, access="site")),
    ),
    path("imports/", event_in),
    *api_received.urlpatterns,
    *api_targets.urlpatterns,
    path("tournaments/<slug:slug>/files/", formats),
    path("tournaments/<slug:slug>/files/checklist/", before_submission),
    path("tournaments/<slug:slug>/files/<str:key>/", file_of),
]
