"""The next round of several divisions of an event: drafts asked for, or published, at once."""

from collections.abc import Collection

from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from ..models import PairingRun
from .drafts import request_draft
from .publishing import publish_run


def request_drafts(*, by: Actor, tournament: Tournament) -> list[Job]:
    """Have a worker pair the first round of every division that has players and no round yet.  Raises NotAllowed."""
    divisions = tournament.divisions.exclude(rounds__status__in=set(Round.Status) - {Round.Status.DRAFT})
    jobs = []
    for division in divisions:
        division.tournament = tournament
        if sum(entry.plays_in(1) for entry in division.entries.all()) > 1:
            jobs.append(request_draft(by=by, division=division, number=1, method=None, seed=None))
    return jobs


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
