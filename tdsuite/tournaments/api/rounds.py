"""Run the rounds, and look after the jobs that calls leave to a worker."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.jobs.errors import CannotRetry
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import request_cancel, retry
from tdsuite.platform.numbers import whole
from tdsuite.tournaments.api.answers import JobAnswer, ReopenedAnswer, RoundAnswer, ScheduledAnswer
from tdsuite.tournaments.api.events import Fields, LocalTime, division_for, round_json, sent, tournament_for
from tdsuite.tournaments.api.lists import Rows, asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models.games import LONGEST_REASON
from tdsuite.tournaments.reads import rounds_paired_from
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.rounds import (
    close_round,
    reopen_round,
    schedule_rounds,
    start_round,
    undo_start,
)
from tdsuite.tournaments.shortcuts import round_of


class UndoFields(Fields):
    """reason: players read it until the round is published, started or closed again."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class ScheduleFields(Fields):
    """times: by round, when it is to start, or null; without an offset in the event's own time."""

    times = serializers.DictField(child=LocalTime(allow_null=True), allow_empty=False)

    def validate_times(self, value: dict[str, Any]) -> dict[int, Any]:
        if wrong := [key for key in value if whole(key, 99) is None]:
            raise serializers.ValidationError(f"{wrong[0]!r} is no round.")
        return {int(key): at for key, at in value.items()}


def job_json(job: Job) -> dict[str, Any]:
    """Background work.  done, total: how far it is.  error: why it failed.  files: names of what came out."""
    return {
        "job": job.pk,
        "kind": job.kind,
        "status": job.status,
        "phase": job.phase,
        "done": job.done,
        "total": job.total,
        "error": job.error,
        "created_at": job.created_at,
        "finished_at": job.finished_at,
        "files": [file.name for file in job.files.all()],
    }


@operations(POST=Operation(Can.RUN_ROUNDS, RoundAnswer))
def start(request: Request, slug: str, code: str, number: int) -> Response:
    """The director's Start. 409 unless the round is published and not started."""
    division = division_for(request, slug, code, Can.RUN_ROUNDS)
    row = round_of(division.tournament, code, number)
    if row.pk is None:
        raise Refused(f"Round {number} is not published yet: publish its pairings first.", code="round_not_published")
    return Response(round_json(start_round(by=actor_of(request), round=row)))


@operations(POST=Operation(Can.RUN_ROUNDS, RoundAnswer, sends=UndoFields))
def undo_the_start(request: Request, slug: str, code: str, number: int) -> Response:
    """Take the Start back. 409 unless the round has started and nothing was decided at its tables since."""
    division = division_for(request, slug, code, Can.RUN_ROUNDS)
    row = get_object_or_404(division.rounds.select_related("division__tournament"), number=number)
    return Response(round_json(undo_start(by=actor_of(request), round=row, reason=sent(UndoFields, request)["reason"])))


@operations(POST=Operation(Can.RUN_ROUNDS, ReopenedAnswer, sends=UndoFields))
def reopen(request: Request, slug: str, code: str, number: int) -> Response:
    """Open a closed round again, and name the published rounds that were paired from its results."""
    division = division_for(request, slug, code, Can.RUN_ROUNDS)
    row = get_object_or_404(division.rounds.select_related("division__tournament"), number=number)
    row = reopen_round(by=actor_of(request), round=row, reason=sent(UndoFields, request)["reason"])
    return Response(round_json(row) | {"rounds_paired_before": list(rounds_paired_from(division, number))})


@operations(POST=Operation(Can.RUN_ROUNDS, RoundAnswer))
def close(request: Request, slug: str, code: str, number: int) -> Response:
    """Close a round that was opened again; while a result is missing it closes with the last one."""
    division = division_for(request, slug, code, Can.RUN_ROUNDS)
    row = get_object_or_404(division.rounds.select_related("division__tournament"), number=number)
    return Response(round_json(close_round(by=actor_of(request), round=row)))


@operations(PATCH=Operation(Can.RUN_ROUNDS, list[ScheduledAnswer], sends=ScheduleFields))
def schedule(request: Request, slug: str, code: str) -> Response:
    """When rounds are to start, by round; those not named stay. 409 for a round that has started."""
    division = division_for(request, slug, code, Can.RUN_ROUNDS)
    with timezone.override(ZoneInfo(division.tournament.time_zone)):
        times = sent(ScheduleFields, request)["times"]
    if unknown := sorted(number for number in times if not 1 <= number <= division.planned_rounds):
        raise serializers.ValidationError({"times": [f"{division} has no round {unknown[0]}."]})
    schedule_rounds(by=actor_of(request), division=division, times=times)
    rows = division.rounds.filter(number__in=times).order_by("number")
    return Response([{"round": row.number, "scheduled_at": row.scheduled_at} for row in rows])


@operations(GET=Operation(Can.SEE_CONSOLE, JobAnswer))
def job(request: Request, slug: str, pk: int) -> Response:
    """How far a job is, and why it failed."""
    return Response(job_json(_job(request, slug, pk)))


class JobsQuery(serializers.Serializer[Any]):
    """status: of the jobs."""

    status = serializers.ChoiceField(Job.Status.choices, required=False)


@operations(GET=Operation(Can.SEE_CONSOLE, list[JobAnswer], query=JobsQuery))
def jobs(request: Request, slug: str) -> Response:
    """The background work of an event, newest first."""
    rows = Job.objects.of(tournament_for(request, slug, Can.SEE_CONSOLE)).prefetch_related("files").order_by("-pk")
    return Response(Rows(rows.filter(**asked(JobsQuery, request)), job_json))


class FileQuery(serializers.Serializer[Any]):
    """name: of one of the job's files."""

    name = serializers.CharField(max_length=200)


@operations(GET=Operation(Can.SEE_CONSOLE, bytes, query=FileQuery, media=["application/pdf"]))
def job_file(request: Request, slug: str, pk: int) -> HttpResponse:
    """A file that a job made: a print."""
    row = _job(request, slug, pk)
    file = get_object_or_404(row.files, name=asked(FileQuery, request)["name"])
    try:
        data = file.open()
    except FileNotFoundError as error:
        raise Http404("This file was taken from the disk: try the job again.") from error
    return FileResponse(data, filename=file.name, content_type=file.content_type)  # type: ignore[return-value]


@operations(POST=Operation(Can.HELP, JobAnswer, 202))
def again(request: Request, slug: str, pk: int) -> Response:
    """Try a job again that failed or was stopped (202)."""
    row = _job(request, slug, pk, Can.HELP)
    try:
        retry(row, actor_of(request))
    except CannotRetry as error:
        raise Refused(str(error), code="cannot_retry") from error
    return Response(job_json(_job(request, slug, pk)), status=status.HTTP_202_ACCEPTED)


@operations(POST=Operation(Can.HELP, JobAnswer, 202))
def cancel(request: Request, slug: str, pk: int) -> Response:
    """Stop a job (202); 409 when it had ended already."""
    row = _job(request, slug, pk, Can.HELP)
    if not request_cancel(row, actor_of(request)):
        raise Refused(f"{row.label} had ended already.", code="job_ended")
    return Response(job_json(row), status=status.HTTP_202_ACCEPTED)


def _job(request: Request, slug: str, pk: int, action: Can = Can.SEE_CONSOLE) -> Job:
    tournament = tournament_for(request, slug, action)
    return get_object_or_404(Job.objects.of(tournament).prefetch_related("files"), pk=pk)


_EVENT = "tournaments/<slug:slug>/"
urlpatterns = [
    path(f"{_EVENT}divisions/<slug:code>/rounds/<int:number>/start/", start),
    path(f"{_EVENT}divisions/<slug:code>/rounds/<int:number>/undo-start/", undo_the_start),
    path(f"{_EVENT}divisions/<slug:code>/rounds/<int:number>/reopen/", reopen),
    path(f"{_EVENT}divisions/<slug:code>/rounds/<int:number>/close/", close),
    path(f"{_EVENT}divisions/<slug:code>/schedule/", schedule),
    path(f"{_EVENT}jobs/", jobs),
    path(f"{_EVENT}jobs/<int:pk>/", job),
    path(f"{_EVENT}jobs/<int:pk>/file/", job_file),
    path(f"{_EVENT}jobs/<int:pk>/retry/", again),
    path(f"{_EVENT}jobs/<int:pk>/cancel/", cancel),
]
