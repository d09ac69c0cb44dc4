"""The next round of every division of an event: what stands in its way, its draft, and all drafts made or published at once."""

from collections.abc import Collection
from dataclasses import dataclass

from pairings.services.checking import draft_findings
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game, Round, Tournament
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.decision import Refused

from ..models import PairingRun
from .drafts import DRAFT_JOB, request_draft
from .engine_tasks import plan_line, source_of
from .publishing import publish_run


@dataclass(frozen=True, slots=True)
class NextRound:
    """The first round of a division that is not published.

    Attributes:
        players: who play in it.
        waits_for: games without a result whose standings it needs.
        job: the worker's pairing, under way or failed; None where there is a draft.
        findings: how many rules of pairing the draft does not keep.
        refused: why it cannot be paired as the plan says, "" where it can.
    """

    division: Division
    number: int
    players: int
    waits_for: tuple[Game, ...]
    run: PairingRun | None
    job: Job | None
    stale: bool
    findings: int
    refused: str

    @property
    def pairable(self) -> bool:
        """Whether pressing a button pairs it now."""
        under_way = self.job is not None and self.job.is_active
        return self.players > 1 and not (self.waits_for or self.refused or self.run or under_way)

    @property
    def publishable(self) -> bool:
        """Whether its draft may be published without a second look."""
        return self.run is not None and not (self.waits_for or self.stale)


def next_rounds(tournament: Tournament) -> list[NextRound]:
    """Of every division that has a round left."""
    rounds = []
    for division in tournament.divisions.all():
        division.tournament = tournament
        published = set(division.rounds.exclude(status=Round.Status.DRAFT).values_list("number", flat=True))
        left = [number for number in range(1, division.planned_rounds + 1) if number not in published]
        if left:
            rounds.append(_next_round(division, left[0]))
    return rounds


def _next_round(division: Division, number: int) -> NextRound:
    refused, waits_for = "", []
    try:
        after = source_of(plan_line(division, number, None), number) or 0
        waits_for = [game for game in missing_results(division) if game.round.number <= after]
    except (Refused, KeyError) as error:
        refused = str(error)
    run = division.pairing_runs.drafts().covering(number).first()
    if run is not None:
        run.division = division
    jobs = Job.objects.about(division).of_kind(DRAFT_JOB).filter(args__round=number).order_by("-pk")
    return NextRound(
        division=division,
        number=number,
        players=sum(entry.plays_in(number) for entry in division.entries.all()),
        waits_for=tuple(waits_for),
        run=run,
        job=jobs.first() if run is None else jobs.active().first(),
        stale=run is not None and run.stale_now(division),
        findings=len(draft_findings(run)) if run is not None else 0,
        refused=refused,
    )


def request_drafts(*, by: Actor, tournament: Tournament) -> list[Job]:
    """Have a worker pair the next round of every division that can be paired now.  Raises NotAllowed."""
    return [
        request_draft(by=by, division=row.division, number=row.number, method=None, seed=None)
        for row in next_rounds(tournament)
        if row.pairable
    ]


def publish_drafts(
    *, by: Actor, tournament: Tournament, drafts: Collection[int]
) -> tuple[list[PairingRun], list[tuple[Division, Refused]]]:
    """Publish the drafts that somebody looked at, each in a decision of its own; returns those published and refused.

    Args:
        drafts: primary keys of runs; one that was replaced meanwhile is refused.

    Raises:
        NotAllowed: who may not publish.
    """
    published: list[PairingRun] = []
    refused: list[tuple[Division, Refused]] = []
    runs = PairingRun.objects.filter(pk__in=drafts, division__tournament=tournament).select_related("division")
    for run in runs.order_by("division__position", "division__name"):
        run.division.tournament = tournament
        try:
            publish_run(by=by, run=run)
        except Refused as refusal:
            refused.append((run.division, refusal))
        else:
            published.append(run)
    return published, refused
