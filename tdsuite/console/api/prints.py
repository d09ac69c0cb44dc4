"""Prints for programs: what there is to print, and a PDF made by a worker; the job has the file."""

from typing import TypedDict

from django.conf import settings
from django.urls import path
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tdsuite.console.forms.printing import NEEDS, Print, reports_for, switched_on
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.printing.looks import Look
from tdsuite.platform.printing.services import LANGUAGES, PAPERS
from tdsuite.tournaments.api.answers import QueuedAnswer
from tdsuite.tournaments.api.events import Fields, sent, tournament_for
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.shortcuts import round_of


class ReportKindAnswer(TypedDict):
    """Something that can be printed."""

    report: str
    label: str


class PrintFields(Fields):
    """report: its name. division, round: of what. language: of the sheet. missing_only: slips of games without a result. as_pile: slips ordered for cutting."""

    report = serializers.CharField(max_length=60)
    division = serializers.SlugField(max_length=20)
    round = serializers.IntegerField(required=False, default=1, min_value=1, max_value=99)
    paper = serializers.ChoiceField(list(PAPERS), required=False, default=PAPERS[0])
    language = serializers.ChoiceField(list(LANGUAGES), required=False, default=settings.LANGUAGE_CODE)
    missing_only = serializers.BooleanField(required=False, default=False)
    as_pile = serializers.BooleanField(required=False, default=False)


@operations(GET=Operation(Can.PRINT, list[ReportKindAnswer]), POST=Operation(Can.PRINT, QueuedAnswer, 202, PrintFields))
def prints(request: Request, slug: str) -> Response:
    """GET: what this account may print. POST: have a PDF made (202): the job names its file."""
    tournament = tournament_for(request, slug, Can.PRINT)
    if request.method != "POST":
        reports = reports_for(request.user, tournament)
        return Response([{"report": name, "label": str(report.label)} for name, report in reports.items()])
    fields = sent(PrintFields, request)
    report = reports_for(request.user, tournament).get(fields["report"])
    if report is None:
        raise ValidationError({"report": ["There is no such report here. GET lists those there are."]})
    if report.name in NEEDS or report.secret:
        raise Refused("This is printed from its page alone: no file of it is kept.", code="page_alone")
    row = round_of(tournament, fields["division"], fields["round"])
    choice = Print(report, row, Look(fields["paper"], fields["language"]), switched_on(fields))
    choice.build()
    return Response(choice.request(actor_of(request)), status=status.HTTP_202_ACCEPTED)


urlpatterns = [path("tournaments/<slug:slug>/prints/", prints)]
