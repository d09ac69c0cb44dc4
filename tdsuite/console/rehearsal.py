"""Rehearse an event on a practice event, with simulated results."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _, gettext_lazy

from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.tournaments.models import Division, Round, Tournament
from tdsuite.tournaments.services.decision import Refused

CAN = Can.RUN_ROUNDS
REHEARSAL_JOB = "console.rehearse"
ROUND, MIDDLE, END = "round", "middle", "end"
HOW_FAR = {
    ROUND: gettext_lazy("One round"),
    MIDDLE: gettext_lazy("Into the middle of a round"),
    END: gettext_lazy("To the end"),
}


def simulate(*, by: Actor, tournament: Tournament, how_far: str) -> Job:
    """Have a worker play on with simulated results; whoever asks meanwhile gets that job.  Raises Refused, NotAllowed."""
    require(by, tournament, CAN)
    if how_far not in HOW_FAR:
        raise Refused("Play one round, into the middle of one, or to the end.", code="unknown_distance")
    with transaction.atomic():
        row = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if not row.is_practice:
            raise Refused(_("This is a real event: copy it as a practice event, and rehearse that."), code="real_event")
        divisions = list(row.divisions.all())
        if not any(division.planned_rounds > closed_rounds(division) for division in divisions):
            raise Refused(_("Every round is played."), code="all_played")
        last = {
            str(division.pk): division.planned_rounds if how_far == END else closed_rounds(division) + 1
            for division in divisions
        }
        args = {"last": last, "half": how_far == MIDDLE, "seed": secrets.randbits(31)}
        return Job.objects.of(row).of_kind(REHEARSAL_JOB).active().first() or enqueue(
            REHEARSAL_JOB, tournament=row, args=args, by=by
        )


def closed_rounds(division: Division) -> int:
    """How many rounds have all their results."""
    return division.rounds.filter(status=Round.Status.CLOSED).count()
