"""The chances of the prize places after each round, kept for the public chart; a job works them out, never a page.

They follow from the standings after the round alone, not from boards, of which some may be no more than a draft. A decision about
a game forgets those of its round and of all later ones; when a round is closed or published, a job works out what is missing.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction

from pairings.engine.contention.chances import TRIALS_A_PART, Chances, Rest
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.services import enqueue
from tdsuite.platform.live.services import bump
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import History, history
from tdsuite.tournaments.services.decision import DivisionDecision, own_division
from tdsuite.tournaments.stakes import Stakes, stakes_of
from ..models import RoundChances
from .prize_chances import SEED, rest_of

CHANCES_JOB = "pairings.chances"
KEPT = 24  # players of a round, the likeliest first; who is not among them has next to no chance


@dataclass(frozen=True, slots=True)
class RoundLeft:
    """What the trials after a round begin with, and who stands at each of their positions.  players: keys of entries."""

    number: int
    rest: Rest
    players: tuple[int, ...]

    @property
    def key(self) -> str:
        """What the chances depend on."""
        return hashlib.sha256(repr((self.rest, self.players, SEED, TRIALS_A_PART)).encode()).hexdigest()[:32]


def chances_topic(division: Division) -> str:
    """What the page of chances listens to."""
    return f"chances:{division.pk}"


def follow(decision: DivisionDecision) -> None:
    """Hear of every decision that touched games; inside its transaction."""
    first = {row.division: row.number for row in reversed(decision.rounds)}
    for division, number in first.items():
        RoundChances.objects.filter(division=division, number__gte=number).delete()
    for division in {row.division for row in decision.rounds if row.status == Round.Status.CLOSED}:
        ask(division)


def ask(division: Division) -> Job | None:
    """Have a worker work out what is missing, unless one is about to. Inside a transaction."""
    if Job.objects.about(division).of_kind(CHANCES_JOB).waiting().exists():
        return None
    return enqueue(CHANCES_JOB, tournament=division.tournament, obj=division, args={"division": division.pk})


def rounds_left(division: Division) -> list[RoundLeft]:
    """The rounds whose chances are not kept, or were worked out from other standings."""
    division_history = history(division)
    stakes = stakes_of(division, ())
    keys = dict(RoundChances.objects.filter(division=division).values_list("number", "key"))
    return [left for left in _completed(division_history, stakes) if keys.get(left.number) != left.key]


def _completed(division_history: History, stakes: Stakes) -> Iterator[RoundLeft]:
    """Every round with all results that has another after it; nothing where no place wins a prize."""
    for number in range(1, division_history.last_round + 1 if stakes.places else 1):
        table = division_history.standings(number)
        rest, who, _ = rest_of(division_history, number, table, Stakes(stakes.places, ()), heeds_boards=False)
        if rest is not None:
            yield RoundLeft(number, rest, tuple(division_history.by_number[player].pk for player in who))


def keep(division: Division, worked_out: Sequence[tuple[RoundLeft, Chances]]) -> None:
    """Keep the chances of rounds whose standings are still the same, and tell the page."""
    with transaction.atomic():
        own_division(division)  # no result meanwhile
        current = {left.key for left in rounds_left(division)}
        for left, chances in worked_out:
            if left.key in current:
                rows = sorted(zip(left.players, chances.places, strict=True), key=lambda row: -sum(row[1]))
                shares = [[player, list(counts)] for player, counts in rows[:KEPT] if sum(counts)]
                RoundChances.objects.update_or_create(
                    division=division,
                    number=left.number,
                    defaults={"key": left.key, "trials": chances.trials, "shares": shares},
                )
        bump(chances_topic(division))
