"""Pair a round, look at the draft, publish it: the decisions of a round's page, for programs."""

from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.api import boards as api_boards
from pairings.api import tables as api_tables
from pairings.engine.checking.checker import Finding
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import ManualBoard
from pairings.forms.pairing import BY_HAND, LONGEST_REASON
from pairings.models import PairingRun, stale_among
from pairings.services.checking import draft_findings
from pairings.services.drafts import SEED_BITS, discard_run, make_draft, request_draft, swap_in_draft
from pairings.services.publishing import publish_run, unpublish_round
from pairings.services.tables import tables_of_run
from tdsuite.platform.access.guard import actor_of
from tdsuite.platform.access.roles import Can
from tdsuite.platform.numbers import LARGEST
from tdsuite.tournaments.api.answers import PersonAnswer, QueuedAnswer, RoundAnswer
from tdsuite.tournaments.api.events import Fields, division_for, round_json, sent
from tdsuite.tournaments.api.lists import Rows, asked
from tdsuite.tournaments.api.operations import Operation, operations
from tdsuite.tournaments.api.rounds import UndoFields

MOST_BOARDS = 2000


class DraftFields(Fields):
    """How a round is to be paired.  method null: as the plan says.  seed null: drawn.  boards: by hand, [12, 7] or [9, null]."""

    method = serializers.ChoiceField(sorted({*METHODS} - {BY_HAND}), required=False, default=None, allow_null=True)
    seed = serializers.IntegerField(
        required=False, default=None, allow_null=True, min_value=0, max_value=2**SEED_BITS - 1
    )
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
    round = serializers.IntegerField(required=False, default=None, allow_null=True, min_value=1)


class PublishFields(Fields):
    """reason: only where the draft is stale, leaves a round out, or wants tables at which another division plays."""

    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=LONGEST_REASON)


class DraftsQuery(serializers.Serializer[Any]):
    """round: those that pair this round."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)


class DraftLineAnswer(TypedDict):
    """A draft in a line. paired_after: the round whose standings it was paired from. stale: these have changed since."""

    id: int
    first_round: int
    last_round: int
    method: str
    seed: int
    paired_after: int | None
    status: Literal["draft", "published", "discarded"]
    stale: bool
    automatic: bool
    created_at: datetime
    published_at: datetime | None


class DraftGameAnswer(TypedDict):
    """A board of a draft. `table` and `second` are null for a bye; `round` stands in a block of rounds alone."""

    round: NotRequired[int]
    table: str | int | None
    first: PersonAnswer
    second: PersonAnswer | None
    starts_by: str
    reason: str


class DraftAnswer(DraftLineAnswer):
    """A draft with its games, and what is wrong with it."""

    games: list[DraftGameAnswer]
    warnings: list[str]
    findings: list[Finding]


def draft_line(run: PairingRun, *, stale: bool) -> dict[str, Any]:
    """A draft in a line.  stale: what it was made from has changed since."""
    return {
        "id": run.pk,
        "first_round": run.first_round,
        "last_round": run.last_round,
        "method": run.method,
        "seed": run.seed,
        "paired_after": run.paired_after,
        "status": run.status,
        "stale": run.status == PairingRun.Status.DRAFT and stale,
        "automatic": run.automatic,
        "created_at": run.created_at,
        "published_at": run.published_at,
    }


def draft_json(run: PairingRun) -> dict[str, Any]:
    """A draft with its games, as `pair --json` writes them."""
    names = {entry.number: entry.player.name for entry in run.division.entries.select_related("player")}
    tables: dict[tuple[int, int], str | int] = {
        place: at.name or at.number for place, at in tables_of_run(run).tables.items()
    }
    games = run.as_json(names, tables)
    findings = [asdict(finding) for finding in draft_findings(run)]
    return {
        **draft_line(run, stale=run.stale_now()),
        "games": games["games"],
        "warnings": games["warnings"],
        "findings": findings,
    }


@operations(GET=Operation(Can.SEE_CONSOLE, list[DraftLineAnswer], query=DraftsQuery))
def drafts(request: Request, slug: str, code: str) -> Response:
    """The drafts that are neither published nor thrown away, by round."""
    division = division_for(request, slug, code, Can.SEE_CONSOLE)
    rows = division.pairing_runs.drafts().select_related("division").order_by("first_round", "pk")
    if number := asked(DraftsQuery, request).get("round"):
        rows = rows.filter(first_round__lte=number, last_round__gte=number)
    runs = list(rows)
    stale = stale_among(runs)
    return Response(Rows(runs, lambda run: draft_line(run, stale=run.pk in stale)))


@operations(POST=Operation(Can.PAIR, QueuedAnswer, 202, DraftFields, also={201: DraftAnswer}))
def pair(request: Request, slug: str, code: str, number: int) -> Response:
    """Pair a round. A worker does it and the answer is its job (202); with `boards` it is the draft, made at once (201)."""
    division = division_for(request, slug, code, Can.PAIR)
    asked = sent(DraftFields, request)
    if manual := asked.pop("boards"):
        pairing_run = make_draft(by=actor_of(request), division=division, number=number, method=BY_HAND, manual=manual)
        return Response(draft_json(pairing_run), status=status.HTTP_201_CREATED)
    job = request_draft(by=actor_of(request), division=division, number=number, **asked)
    return Response({"job": job.pk, "status": job.status}, status=status.HTTP_202_ACCEPTED)


@operations(GET=Operation(Can.SEE_CONSOLE, DraftAnswer), DELETE=Operation(Can.PAIR, status=204))
def draft(request: Request, slug: str, code: str, pk: int) -> Response:
    """GET: a draft with its games. DELETE: throw it away (204)."""
    if request.method == "DELETE":
        run = _run(request, slug, code, pk, Can.PAIR)  # first of all: a private event does not exist for a stranger
        discard_run(by=actor_of(request), run=run)
        return Response(status=status.HTTP_204_NO_CONTENT)
    return Response(draft_json(_run(request, slug, code, pk, Can.SEE_CONSOLE)))


@operations(POST=Operation(Can.PAIR, DraftAnswer, sends=SwapFields))
def swap(request: Request, slug: str, code: str, pk: int) -> Response:
    """Let two players of the draft change places; answers with the draft."""
    run = _run(request, slug, code, pk, Can.PAIR)
    asked = sent(SwapFields, request)
    number = asked["round"] or run.first_round
    return Response(
        draft_json(
            swap_in_draft(by=actor_of(request), run=run, number=number, player=asked["player"], other=asked["other"])
        )
    )


@operations(POST=Operation(Can.PUBLISH_PAIRINGS, list[RoundAnswer], sends=PublishFields))
def publish(request: Request, slug: str, code: str, pk: int) -> Response:
    """Make the draft public, once; answers with its rounds. 409 says what stands against it."""
    run = _run(request, slug, code, pk, Can.PUBLISH_PAIRINGS)
    rounds = publish_run(by=actor_of(request), run=run, reason=sent(PublishFields, request)["reason"])
    return Response([round_json(row) for row in rounds])


@operations(POST=Operation(Can.PUBLISH_PAIRINGS, DraftAnswer | None, sends=UndoFields))
def unpublish(request: Request, slug: str, code: str, number: int) -> Response:
    """Take a round's pairings back; answers with the draft that they were published from, null where that is gone.

    409 where the round has started or anything was decided at its tables.
    """
    division = division_for(request, slug, code, Can.PUBLISH_PAIRINGS)
    row = get_object_or_404(division.rounds.select_related("division__tournament"), number=number)
    run = unpublish_round(by=actor_of(request), round=row, reason=sent(UndoFields, request)["reason"])
    return Response(draft_json(run) if run else None)


def _run(request: Request, slug: str, code: str, pk: int, action: Can) -> PairingRun:
    division = division_for(request, slug, code, action)
    run: PairingRun = get_object_or_404(division.pairing_runs, pk=pk)
    run.division = division
    return run


_DIVISION = "tournaments/<slug:slug>/divisions/<slug:code>/"
urlpatterns = [
    path(f"{_DIVISION}rounds/<int:number>/pair/", pair),
    path(f"{_DIVISION}rounds/<int:number>/unpublish/", unpublish),
    path(f"{_DIVISION}drafts/", drafts),
    path(f"{_DIVISION}drafts/<int:pk>/", draft),
    path(f"{_DIVISION}drafts/<int:pk>/swap/", swap),
    path(f"{_DIVISION}drafts/<int:pk>/publish/", publish),
    *api_boards.urlpatterns,
    *api_tables.urlpatterns,
]
