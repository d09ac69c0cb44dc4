"""The register of an event's challenges. Words are for officials; no page says which failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.challenges.engine.slips import OPEN
from adjudication.challenges.models import ChallengeSlip
from adjudication.challenges.services.slip_decisions import is_official
from tdsuite.platform.access.guard import require
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """One challenge in the register.

    Attributes:
        words: () for everybody but officials.
        count: how many words were judged, or stand on the slip until then.
        opinions: how many adjudicators gave one.
    """

    slip: ChallengeSlip
    words: tuple[str, ...]
    count: int
    opinions: int


def register_of(*, by: Actor, tournament: Tournament, **only: Any) -> Sequence[RegisterLine]:
    """The challenges of an event, in the order of its divisions and their numbers. Two queries, however many there are.

    Args:
        only: what the slips are filtered by; nothing for all of them.
    """
    require(by, tournament, Can.SEE_EVENT)
    official = is_official(by, tournament)
    slips = ChallengeSlip.objects.of_tournament(tournament).filter(**only).with_people().prefetch_related("verdicts")
    return [
        RegisterLine(
            slip=slip,
            words=slip.words_to_show if official else (),
            count=len(slip.written) if slip.state in OPEN else slip.words,  # what was keyed is not for the next to see
            opinions=len(slip.verdicts.all()),
        )
        for slip in slips.order_by("division__position", "division_id", "number")
    ]
