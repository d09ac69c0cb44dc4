"""Pair a round, look at the draft, publish it: the decisions of a round's page, for programs."""

from typing import Any, NotRequired, TypedDict

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.engine.methods.registry import METHODS
from pairings.engine.model import ManualBoard
from pairings.forms.pairing import BY_HAND
from pairings.models import PairingRun, stale_among
from pairings.services.checking import draft_findings
from pairings.services.drafts import SEED_BITS, discard_run, make_draft, request_draft, swap_in_draft
from pairings.services.publishing import publish_run, unpublish_round
from pairings.services.tables import tables_of_run
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.numbers import LARGEST
from tdsuite.tournaments.api.answers import PersonAnswer, QueuedAnswer, RoundAnswer, Shown, saying
from tdsuite.tournaments.api.decisions import (
    DIVISION,
    DecisionCall,
    OptionalText,
    ReadingCall,
    WhyFields,
    calls_below,
    round_calls,
)
from tdsuite.tournaments.api.events import OPTIONAL, Fields, division_for, sent
from tdsuite.tournaments.api.lists import asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.services.waiting import settled_first
from . import boards as api_boards

MOST_BOARDS = 2000


class DraftFields(Fields):
    """How a round is to be paired.  method null: as the plan says.  seed null: drawn.  boards: by hand, [12, 7] or [9, null]."""

    method = serializers.ChoiceField(sorted({*METHODS} - {BY_HAND}), **OPTIONAL)
    seed = serializers.IntegerField(**OPTIONAL, min_value=0, max_value=2**SEED_BITS - 1)
    boards = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, allow_null=True), min_length=2, max_length=2
        ),
        required=False, default=list, max_length=MOST_BOARDS,
    )  # fmt: skip

    def validate_boards(self, value: list[list[int | None]]) -> tuple[ManualBoard, ...]:
        if any(first is None for first, _ in value):
            raise serializers.ValidationError(
                "Write a board as two players' numbers, or as a number and null for a bye."
            )
        return tuple(ManualBoard(first or 0, second) for first, second in value)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["boards"] and (attrs["method"] is not None or attrs["seed"] is not None):
            raise serializers.ValidationError(
                {"boards": ["Boards by hand have no method and no seed: leave these out."]}
            )
        return attrs


class SwapFields(Fields):
    """Two players of a draft who are to change places in a round, by number.  round null: the draft's first."""

    player = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(**OPTIONAL, min_value=1)


class PublishFields(Fields):
    """reason: only where the draft is stale, leaves a round out, or wants tables at which another division plays."""

    reason = OptionalText()


class DraftsQuery(serializers.Serializer[Any]):
    """round: those that pair this round."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)


class DraftLineAnswer(Shown):
    """A draft in a line. paired_after: the round whose standings it was paired from. stale: these have changed since."""

    stale: Any = serializers.BooleanField()

    class Meta:
        model = PairingRun
        fields = [
            "id", "first_round", "last_round", "method", "seed", "paired_after", "status", "stale", "automatic", "created_at",
            "published_at",
        ]  # fmt: skip


class DraftGameAnswer(TypedDict):
    """A board of a draft. `table` and `second` are null for a bye; `round` stands in a block of rounds alone."""

    round: NotRequired[int]
    table: str | int | None
    first: PersonAnswer
    second: PersonAnswer | None
    starts_by: str
    reason: str


class FindingAnswer(TypedDict):
    """A broken rule. numbers: the players concerned."""

    rule: str
    message: str
    numbers: list[int]


class DraftAnswer(DraftLineAnswer):
    """A draft with its games, and what is wrong with it. `warnings` also name requests and absences not settled yet."""

    stale = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()
    warnings = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()

    class Meta(DraftLineAnswer.Meta):
        fields = [*DraftLineAnswer.Meta.fields, "games", "warnings", "findings"]

    def get_stale(self, run: PairingRun) -> bool:
        return run.status == PairingRun.Status.DRAFT and run.stale_now()

    def get_games(self, run: PairingRun) -> list[DraftGameAnswer]:
        """As `pair --json` writes them."""
        names = {entry.number: entry.player.name for entry in run.division.entries.select_related("player")}
        tables = {place: at.name or at.number for place, at in tables_of_run(run).tables.items()}
        games: list[DraftGameAnswer] = run.as_json(names, tables)["games"]
        return games

    def get_warnings(self, run: PairingRun) -> list[str]:
        return [*run.warnings, *(unsettled(run.division) if run.status == PairingRun.Status.DRAFT else [])]

    def get_findings(self, run: PairingRun) -> list[FindingAnswer]:
        return [
            {"rule": each.rule, "message": each.message, "numbers": [*each.numbers]} for each in draft_findings(run)
        ]


class PairingAnswer(QueuedAnswer):
    """The job that pairs. warnings: requests and absences that are better settled before the round is published."""

    warnings = serializers.ListField(child=serializers.CharField())

    class Meta(QueuedAnswer.Meta):
        fields = [*QueuedAnswer.Meta.fields, "warnings"]


class PublishedAnswer(RoundAnswer):
    """A round just published. warnings: requests and absences that were not settled."""

    warnings = serializers.ListField(child=serializers.CharField())

    class Meta(RoundAnswer.Meta):
        fields = [*RoundAnswer.Meta.fields, "warnings"]


@operations(GET=Operation(Can.SEE_CONSOLE, list[DraftLineAnswer], query=DraftsQuery))
def drafts(request: Request, slug: str, code: str) -> Response:
    """The drafts that are neither published nor thrown away, by round."""
    division = division_for(request, slug, code, Can.SEE_CONSOLE)
    rows = division.pairing_runs.drafts().select_related("division").order_by("first_round", "pk")
    if number := asked(DraftsQuery, request).get("round"):
        rows = rows.filter(first_round__lte=number, last_round__gte=number)
    runs = list(rows)
    stale = stale_among(runs)
    return Response([saying(run, stale=run.pk in stale) for run in runs])


@operations(POST=Operation(Can.PAIR, PairingAnswer, 202, DraftFields, also={201: DraftAnswer}))
def pair(request: Request, slug: str, code: str, number: int) -> Response:
    """Pair a round. A worker does it and the answer is its job (202); with `boards` it is the draft, made at once (201)."""
    division = division_for(request, slug, code, Can.PAIR)
    asked = sent(DraftFields, request)
    if manual := asked.pop("boards"):
        pairing_run = make_draft(by=actor_of(request), division=division, number=number, method=BY_HAND, manual=manual)
        return Response(pairing_run, status=status.HTTP_201_CREATED)
    job = request_draft(by=actor_of(request), division=division, number=number, **asked)
    return Response(saying(job, warnings=unsettled(division)), status=status.HTTP_202_ACCEPTED)


def unsettled(division: Division) -> list[str]:
    return [row.warning for row in settled_first(division.tournament, division)]


def swap(*, by: Actor, run: PairingRun, round: int | None, player: int, other: int) -> PairingRun:
    return swap_in_draft(by=by, run=run, number=round or run.first_round, player=player, other=other)


def publish(*, by: Actor, run: PairingRun, reason: str) -> list[Round]:
    warnings = unsettled(run.division)
    return [saying(row, warnings=warnings) for row in publish_run(by=by, run=run, reason=reason)]


def _draft(request: Request, can: Can, slug: str, code: str, pk: int) -> tuple[str, PairingRun, Division]:
    division = division_for(request, slug, code, can)
    run: PairingRun = get_object_or_404(division.pairing_runs, pk=pk)
    run.division = division
    return "run", run, division


urlpatterns = [
    path(f"{DIVISION}rounds/<int:number>/pair/", pair),
    path(f"{DIVISION}drafts/", drafts),
    *calls_below(
        f"{DIVISION}drafts/<int:pk>/", _draft,
        swap=DecisionCall(
            about="Let two players of the draft change places; answers with the draft.",
            service=swap, can=Can.PAIR, sends=SwapFields, answer=DraftAnswer,
        ),
        publish=DecisionCall(
            about="Make the draft public, once; answers with its rounds. 409 says what stands against it.",
            service=publish, can=Can.PUBLISH_PAIRINGS, sends=PublishFields, answer=list[PublishedAnswer],
        ),
        **{"": (
            ReadingCall(about="A draft with its games.", can=Can.SEE_CONSOLE, answer=DraftAnswer),
            DecisionCall(
                about="Throw a draft away.", service=discard_run, can=Can.PAIR, method="DELETE", answer=None,
            ),
        )},
    ),
    *round_calls(
        unpublish=DecisionCall(
            about="Take a round's pairings back; answers with the draft that they were published from, null where that is gone. "
            "409 where the round has started or anything was decided at its tables.",
            service=unpublish_round, can=Can.PUBLISH_PAIRINGS, sends=WhyFields, answer=DraftAnswer | None,
        ),
    ),
    *api_boards.urlpatterns,
]  # fmt: skip
