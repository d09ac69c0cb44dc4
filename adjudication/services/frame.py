"""What every decision about a slip shares: the division it owns, the slip as it is now, its record, who is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tdsuite.audit.services import record
from tdsuite.live.services import bump
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.services.decision import Refused, deciding

from ..engine.slips import CannotMove, Move, State, after
from ..models import ChallengeSlip


def challenges_topic(division: Division) -> str:
    """What the judges' pages listen to."""
    return f"challenges:{division.pk}"


@contextmanager
def judging(game: Game) -> Iterator[Division]:
    """Own the game's division for one decision about a slip; judges and the two players are told, not the public."""
    with deciding(game.round.division, changes_state=False, told=False) as division:
        yield division
        bump(challenges_topic(division), f"game:{game.pk}")


def owned_slip(division: Division, slip: ChallengeSlip) -> ChallengeSlip:
    """The slip's row as it is now, inside a decision that owns the division."""
    row = ChallengeSlip.objects.with_people().filter(pk=slip.pk, division=division).first()
    if row is None:
        raise Refused("This slip no longer exists: its board was changed. Reload the page.")
    return row


def move(slip: ChallengeSlip, step: Move) -> None:
    """Put the slip into the state that `step` leads to; not saved. Raises Refused where it cannot follow."""
    try:
        slip.state = after(State(slip.state), step)
    except CannotMove as error:
        raise Refused(str(error)) from error


def facts_of(slip: ChallengeSlip) -> dict[str, Any]:
    """What the record keeps of a slip: how many words, never which."""
    return {
        "slip": slip.number, "game": slip.game_id, "challenger": slip.challenger_id, "challenged": slip.challenged_id,
        "state": slip.state, "words": slip.words, "ending": slip.ending,
    }  # fmt: skip


def told(action: str, slip: ChallengeSlip, by: Any, *, reason: str = "", **more: Any) -> None:
    """Write the slip's facts, and what else the decision says, into the record."""
    division = slip.division
    record(
        action,
        obj=slip,
        tournament=division.tournament,
        scope=division.live_topic,
        by=by,
        after={**facts_of(slip), **more},
        reason=reason,
    )
