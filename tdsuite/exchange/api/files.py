"""A whole event as one file, for programs: the same formats as the page and the command."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, TypedDict

from django.http import HttpResponse, HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.console.addresses import taken_by_events
from tdsuite.exchange.api import received as api_received
from tdsuite.exchange.api import targets as api_targets
from tdsuite.exchange.api.sources import SourceFields, sources_sent
from tdsuite.exchange.checklist import Finding, checklist
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS, export
from tdsuite.exchange.incoming import plan_event
from tdsuite.exchange.views.files import download
from tdsuite.exchange.views.sites import list_files, put, state
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.languages import NAMES
from tdsuite.tournaments.api.answers import TournamentAnswer
from tdsuite.tournaments.api.decisions import OptionalText
from tdsuite.tournaments.api.events import sent, tournament_for, tournament_json
from tdsuite.tournaments.api.lists import asked
from tdsuite.tournaments.api.once import once
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.services.decision import Refused


class EventFields(SourceFields):
    """slug: needed to make an event. name, rulebook: as the files say, where they are left out. day: needed where no file says one."""

    slug = serializers.SlugField(required=False, allow_blank=True, default="", max_length=60)
    name, rulebook = OptionalText(120), OptionalText(60)
    day = serializers.DateField(required=False, allow_null=True, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["slug"] and not attrs["preview"]:
            raise serializers.ValidationError({"slug": ["Give the short name of the event in addresses."]})
        if attrs["slug"] in taken_by_events():
            raise serializers.ValidationError({"slug": ["The suite’s own addresses use this word; choose another."]})
        return attrs


class LanguageQuery(serializers.Serializer[Any]):
    """language: of a site's pages; left out, English. Other files have none."""

    language = serializers.ChoiceField(list(NAMES), required=False)


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


@operations(GET=Operation(Can.MANAGE_TOURNAMENT, bytes, query=LanguageQuery, media=MEDIA))
def file_of(request: Request, slug: str, key: str) -> HttpResponse:
    """The file itself; 409 with the reasons when it would be wrong or the format is unknown."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    exported = export(by=actor_of(request), tournament=tournament, key=key, **asked(LanguageQuery, request))
    if not exported.sendable:
        losses = [loss.text for loss in exported.losses]
        raise Refused("The file would not be right.", code="file_not_right", losses=losses)
    return download(exported)


@operations(
    POST=Operation(Can.CREATE_TOURNAMENT, ImportedAnswer, 201, EventFields, also={200: EventPlanAnswer}, slow=True)
)
def event_in(request: Request) -> HttpResponseBase:
    """Make an event from files, all or nothing; with `preview` set, only say what they would make. 409 with every problem where they cannot be used."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    fields = sent(EventFields, request)
    sources = sources_sent(fields)
    if fields["preview"]:
        return Response(plan_event(sources).as_json())
    return once(request, lambda: _make_event(request, sources, fields))


def _make_event(request: Request, sources: Sequence[SourceFile], fields: Mapping[str, Any]) -> Response:
    words = {name: fields[name] for name in ("slug", "name", "rulebook", "day")}
    tournament, notes = import_tournament(by=actor_of(request), files=sources, **words)
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
