"""What awaits a word judge or the director, oldest first, and nothing that the next adjudicator should not see."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.challenges.engine.opinions import Adjudicator, Flaw, NoOpinion, check_adjudicator
from adjudication.challenges.engine.slips import State, Way
from adjudication.challenges.models import ChallengeSlip
from tdsuite.platform.access.guard import allowed, require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class WaitingSlip:
    """One slip in the queue.

    Attributes:
        why_not: "" or why this official may not give the opinion it awaits.
    """

    slip: ChallengeSlip
    why_not: str

    @property
    def at_station(self) -> bool:
        """The players key it themselves; an official may step in, but is not sent there."""
        return self.slip.way == Way.STATION and self.slip.state == State.WITH_RUNNER


def queue_of(*, by: Actor, tournament: Tournament) -> Sequence[WaitingSlip]:
    """The slips of an event that await a verdict, an opinion or a ruling. Two queries, however many there are."""
    require(by, tournament, Can.JUDGE_WORDS)
    slips = ChallengeSlip.objects.of_tournament(tournament).awaiting_verdict().with_people()
    rows = slips.prefetch_related("verdicts").order_by("handed_at", "pk")
    return [WaitingSlip(slip, why_not(slip, by=by)) for slip in rows]


def why_not(slip: ChallengeSlip, *, by: Actor) -> str:
    """Why an official may not give the opinion that a slip awaits; "" where they may."""
    tournament = slip.division.tournament
    if slip.state == State.WITH_DIRECTOR:
        return "" if allowed(by, tournament, Can.RULE) else "The director rules on this slip."
    earlier = [verdict.adjudicator for verdict in slip.verdicts.all()]
    if not earlier:
        return ""
    try:
        judge = Adjudicator(by.audit_kind, by.pk)
        check_adjudicator(judge, earlier, flaw=Flaw(slip.flaw), book=tournament.rules.rulebook)
    except NoOpinion as error:
        return str(error)
    return ""


def next_of(waiting: Sequence[WaitingSlip]) -> ChallengeSlip | None:
    """The oldest slip that is this official's to judge."""
    return next((row.slip for row in waiting if not row.why_not and not row.at_station), None)
