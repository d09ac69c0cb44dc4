"""What awaits a word judge or the director, oldest first, and nothing that the next adjudicator should not see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tdsuite.access.guard import allowed, require
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Tournament

from ..engine.counting import said
from ..engine.opinions import Adjudicator, Flaw, NoOpinion, check_adjudicator
from ..engine.slips import State
from ..models import ChallengeSlip
from .consequences import consequences_in
from .parts import kind_of
from .register import verdict_text


@dataclass(frozen=True, slots=True)
class Waiting:
    """One slip in the queue.  words: as written, () on paper; never as somebody keyed them.  since: when it was handed
    over.  why_not: "" or why this official may not give the opinion it awaits.
    """

    pk: int
    number: int
    division: str
    round: int
    table: str
    challenger: str
    challenged: str
    of: str
    way: str
    state: str
    words: tuple[str, ...]
    since: datetime
    why_not: str


def queue_of(*, by: Any, tournament: Tournament) -> Sequence[Waiting]:
    """The slips of an event that await a verdict, an opinion or a ruling. Two queries, however many there are."""
    require(by, tournament, Can.JUDGE_WORDS)
    slips = ChallengeSlip.objects.of_tournament(tournament).awaiting_verdict().with_people()
    rows = slips.prefetch_related("verdicts").order_by("handed_at", "pk")
    rules = allowed(by, tournament, Can.RULE)
    return [_waiting(slip, by, rules) for slip in rows]


def _waiting(slip: ChallengeSlip, by: Any, rules: bool) -> Waiting:
    return Waiting(
        slip.pk, slip.number, slip.division.name, slip.game.round.number, slip.game.table, str(slip.challenger.player),
        str(slip.challenged.player), slip.get_of_display(), slip.get_way_display(), slip.get_state_display(),
        tuple(slip.written), slip.handed_at or slip.written_at, _why_not(slip, by, rules),
    )  # fmt: skip


def _why_not(slip: ChallengeSlip, by: Any, rules: bool) -> str:
    if slip.state == State.WITH_DIRECTOR:
        return "" if rules else "The director rules on this slip."
    earlier = [one.adjudicator for one in slip.verdicts.all()]
    if not earlier:
        return ""
    try:
        book = slip.division.tournament.rules.rulebook
        check_adjudicator(Adjudicator(kind_of(by), by.pk), earlier, flaw=Flaw(slip.flaw), book=book)
    except NoOpinion as error:
        return str(error)
    return ""


def cost_text(slip: ChallengeSlip) -> str:
    """What a settled verdict costs whom, and whose turn is lost, in one sentence for players; "" before there is one."""
    return said(consequences_in(slip.division)[slip.pk]) if verdict_text(slip) else ""
