"""Run the rounds, and look after the jobs that calls leave to a worker."""

from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.rounds import close_round, reopen_round, schedule_rounds, start_round, undo_start
from .answers import JobAnswer, ReopenedAnswer, RoundAnswer, ScheduledAnswer
from .decisions import (
    DIVISION,
    EVENT,
    DecisionCall,
    ReadingCall,
    WhyFields,
    event_calls,
    round_calls,
    row_calls,
)
from .events import Fields, LocalTime, division_for, sent, tournament_for
from .lists import asked
from .operations import Operation, operations


class StartFields(Fields):
    """anyway: also while players of its boards are not here, or still play an earlier round."""

    anyway = serializers.BooleanField(required=False, default=False)


class ScheduleFields(Fields):
    """times: by round, when it is to start, or null; without an offset in the event's own time."""

    times = serializers.DictField(child=LocalTime(allow_null=True), allow_empty=False)

    def validate_times(self, value: dict[str, Any]) -> dict[int, Any]:
        if wrong := [key for key in value if whole(key, 99) is None]:
            raise serializers.ValidationError(f"{wrong[0]!r} is no round.")
        return {int(key): at for key, at in value.items()}


@operations(PATCH=Operation(Can.RUN_ROUNDS, list[ScheduledAnswer], sends=ScheduleFields))
def schedule(request: Request, slug: str, code: str) -> Response:
    """When rounds are to start, by round; those not named stay. 409 for a round that has started."""
    division = division_for(request, slug, code, Can.RUN_ROUNDS)
    with timezone.override(ZoneInfo(division.tournament.time_zone)):
        times = sent(ScheduleFields, request)["times"]
    if unknown := sorted(number for number in times if not 1 <= number <= division.planned_rounds):
        raise serializers.ValidationError({"times": [f"{division} has no round {unknown[0]}."]})
    schedule_rounds(by=actor_of(request), division=division, times=times)
    return Response(division.rounds.filter(number__in=times).order_by("number"))


class JobsQuery(serializers.Serializer[Any]):
    """status: of the jobs."""

    status = serializers.ChoiceField(Job.Status.choices, required=False)


def jobs(tournament: Tournament, **asked: Any) -> QuerySet[Job]:
    """Newest first."""
    return Job.objects.of(tournament).prefetch_related("files").order_by("-pk").filter(**asked)


class FileQuery(serializers.Serializer[Any]):
    """name: of one of the job's files."""

    name = serializers.CharField(max_length=200)


@operations(GET=Operation(Can.SEE_CONSOLE, bytes, query=FileQuery, media=["application/pdf"]))
def job_file(request: Request, slug: str, pk: int) -> HttpResponse:
    """A file that a job made: a print."""
    row = get_object_or_404(jobs(tournament_for(request, slug, Can.SEE_CONSOLE)), pk=pk)
    file = get_object_or_404(row.files, name=asked(FileQuery, request)["name"])
    try:
        data = file.open()
    except FileNotFoundError as error:
        raise Http404("This file was taken from the disk: try the job again.") from error
    return FileResponse(data, filename=file.name, content_type=file.content_type)  # type: ignore[return-value]


ROUND: dict[str, Any] = {"can": Can.RUN_ROUNDS, "answer": RoundAnswer}
urlpatterns = [
    *round_calls(
        start=DecisionCall(
            about="The director's Start. 409 unless the round is published and not started, and while players are not here.",
            service=start_round, sends=StartFields, **ROUND,
        ),
        undo_start=DecisionCall(
            about="Take the Start back. 409 unless the round has started and nothing was decided at its tables since.",
            service=undo_start, sends=WhyFields, **ROUND,
        ),
        reopen=DecisionCall(
            about="Open a closed round again, and name the published rounds that were paired from its results.",
            service=reopen_round, can=Can.RUN_ROUNDS, sends=WhyFields, answer=ReopenedAnswer,
        ),
        close=DecisionCall(
            about="Close a round that was opened again; while a result is missing it closes with the last one.",
            service=close_round, **ROUND,
        ),
    ),
    path(f"{DIVISION}schedule/", schedule),
    *event_calls(
        jobs=ReadingCall(
            about="The background work of an event, newest first.", can=Can.SEE_CONSOLE, answer=list[JobAnswer], shows=jobs,
            query=JobsQuery,
        ),
    ),
    *row_calls(
        "jobs", "job", jobs, None,
        **{"": ReadingCall(
            about="How far a job is, and why it failed.", can=Can.SEE_CONSOLE, answer=JobAnswer,
        )},
    ),
    path(f"{EVENT}jobs/<int:pk>/file/", job_file),
]  # fmt: skip
