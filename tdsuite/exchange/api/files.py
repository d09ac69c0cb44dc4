"""A whole event as one file, for programs: the same formats as the page and the command."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.console.addresses import refuse_taken
from tdsuite.exchange.checklist import checklist
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import FORMATS, export
from tdsuite.exchange.views.files import download
from tdsuite.platform.access.guard import actor_of, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.words.languages import NAMES
from tdsuite.tournaments.api.answers import Answer, TournamentAnswer, saying
from tdsuite.tournaments.api.decisions import OptionalText, ReadingCall, event_calls
from tdsuite.tournaments.api.events import OPTIONAL, sent, tournament_for
from tdsuite.tournaments.api.lists import asked
from tdsuite.tournaments.api.once import once
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.services.decision import Refused
from .sources import SourceFields, sources_sent


class EventFields(SourceFields):
    """name, rulebook: as the files say, where they are left out. day: needed where no file says one."""

    slug = serializers.SlugField(max_length=60, validators=[refuse_taken])
    name, rulebook = OptionalText(120), OptionalText(60)
    day = serializers.DateField(**OPTIONAL)


class LanguageQuery(serializers.Serializer[Any]):
    """language: of a site's pages; left out, English. Other files have none."""

    language = serializers.ChoiceField(list(NAMES), required=False)


class FormatAnswer(Answer):
    """A kind of file that the event can be written as."""

    format = serializers.CharField(source="key")
    label: Any = serializers.CharField()
    media_type = serializers.CharField()


class ChecklistFindingAnswer(Answer):
    """One thing to look at. blocks: the submission would be refused or wrong as it is."""

    kind = serializers.CharField()
    text = serializers.CharField()
    blocks = serializers.BooleanField()


class BodyCheckAnswer(Answer):
    """What one body's submission lacks. as_it_is: whether the body's reader takes the file as it is; null: not known."""

    body = serializers.CharField(source="body.key")
    format = serializers.CharField(source="body.format")
    as_it_is = serializers.BooleanField(allow_null=True)
    findings = ChecklistFindingAnswer(many=True)


class ChecklistAnswer(Answer):
    """The checklist before a ratings submission."""

    common = ChecklistFindingAnswer(many=True)
    bodies = BodyCheckAnswer(many=True)


class ImportedAnswer(TournamentAnswer):
    """The event that was made, and what its files had to say."""

    notes = serializers.ListField(child=serializers.CharField())

    class Meta(TournamentAnswer.Meta):
        fields = [*TournamentAnswer.Meta.fields, "notes"]


MEDIA = sorted({export_format.media_type.partition(";")[0] for export_format in FORMATS.values()})


@operations(GET=Operation(Can.MANAGE_TOURNAMENT, bytes, query=LanguageQuery, media=MEDIA))
def file_of(request: Request, slug: str, key: str) -> HttpResponse:
    """The file itself; 409 with the reasons when it would be wrong, 400 where the format is unknown."""
    tournament = tournament_for(request, slug, Can.MANAGE_TOURNAMENT)
    exported = export(by=actor_of(request), tournament=tournament, key=key, **asked(LanguageQuery, request))
    if not exported.sendable:
        losses = [loss.text for loss in exported.losses]
        raise Refused("The file would not be right.", code="file_not_right", losses=losses)
    return download(exported)


@operations(
    POST=Operation(
        Can.CREATE_TOURNAMENT, ImportedAnswer, 201, EventFields, slow=True, location="/api/v1/tournaments/{slug}/"
    )
)
def event_in(request: Request) -> HttpResponseBase:
    """Make an event from files, all or nothing. 409 with every problem where they cannot be used."""
    require(request.user, None, Can.CREATE_TOURNAMENT)
    fields = sent(EventFields, request)
    sources = sources_sent(fields.pop("file"))
    return once(request, lambda: _make_event(request, sources, fields))


def _make_event(request: Request, sources: Sequence[SourceFile], fields: Mapping[str, Any]) -> Response:
    tournament, notes = import_tournament(by=actor_of(request), files=sources, **fields)
    return Response(ImportedAnswer(saying(tournament, notes=[problem.text for problem in notes])).data, status=201)


urlpatterns = [
    path("imports/", event_in),
    *event_calls(
        files=ReadingCall(
            about="What files there are of the event.", can=Can.MANAGE_TOURNAMENT, answer=list[FormatAnswer],
            shows=lambda _tournament: list(FORMATS.values()),
        ),
        files__checklist=ReadingCall(
            about="The checklist before a ratings submission.", can=Can.MANAGE_TOURNAMENT, answer=ChecklistAnswer,
            shows=lambda tournament, reader: checklist(by=reader, tournament=tournament), to_reader=True,
        ),
    ),
    path("tournaments/<slug:slug>/files/<str:key>/", file_of),
]  # fmt: skip
