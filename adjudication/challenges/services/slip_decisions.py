"""What every decision about a slip shares: the division it owns, the slip as it is now, who decides, who is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from adjudication.challenges.engine.slips import CannotMove, Move, State, after
from adjudication.challenges.models import ChallengeSlip
from tdsuite.platform.access.actors import PlayerActor
from tdsuite.platform.access.guard import NotAllowed, allowed
from tdsuite.platform.access.models import Station
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actions import Action
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.languages import translated
from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.services.decision import DivisionDecision, Refused, deciding


@dataclass(frozen=True, slots=True)
class SlipRole:
    """In what role somebody acts on a slip: an official, a judging station, or one of the two players.

    Attributes:
        official: adjudicates challenges.
        rules: makes rulings (the director).
        entry: the player's own entry id.
    """

    official: bool = False
    rules: bool = False
    station: bool = False
    entry: int | None = None

    def speaks_for(self, slip: ChallengeSlip, entry: int | None) -> int:
        """The player's own entry, or for officials and stations the one they name.  Raises Refused (``who_asks``)."""
        spoken_for = self.entry if self.entry is not None else entry
        if spoken_for not in (slip.challenger_id, slip.challenged_id):
            raise Refused(Sentence("Say for which of the two players you speak."), code="who_asks")
        return spoken_for

    def refuse_challenged_player(self, slip: ChallengeSlip, refusal: Sentence) -> None:
        """Raises Refused (``not_your_slip``) for the challenged player, who may not do this to the opponent's slip."""
        if self.entry is not None and self.entry != slip.challenger_id:
            raise Refused(refusal, code="not_your_slip")


def role_in(by: Actor, game: Game) -> SlipRole:
    """The role that `by` has in a game.  Raises NotAllowed for everybody who has none."""
    tournament = game.round.division.tournament
    if isinstance(by, Station):  # a paired tablet holds no role: it can do what these services let a station do
        if by.tournament_id == tournament.pk and by.revoked_at is None:
            return SlipRole(station=True)
    elif isinstance(by, PlayerActor):
        if by.pk in game.entry_ids:
            return SlipRole(entry=by.pk)
    elif allowed(by, tournament, Can.JUDGE_WORDS):
        return SlipRole(official=True, rules=allowed(by, tournament, Can.RULE))
    raise NotAllowed(Can.JUDGE_WORDS)


def challenges_topic(division: Division) -> str:
    """What the judges' pages listen to."""
    return f"challenges:{division.pk}"


@contextmanager
def deciding_on_challenge(game: Game, *, by: Actor, action: Action, reason: str = "") -> Iterator[DivisionDecision]:
    """Own the game's division for one decision; judges and the two players are told, not the public."""
    with deciding(game.round.division, by=by, action=action, reason=reason, tells_pages=False) as decision:
        yield decision
        decision.topics |= {challenges_topic(decision.division), game.live_topic}


@contextmanager
def deciding_on_slip(
    slip: ChallengeSlip, *, by: Actor, action: Action, reason: str = ""
) -> Iterator[tuple[DivisionDecision, ChallengeSlip, SlipRole]]:
    """Own the slip's division for one decision: the decision, the slip's row as it is now, and the role of `by`.

    Raises:
        Refused: code ``slip_gone``.
        NotAllowed: `by` has no role in the game.
    """
    role = role_in(by, slip.game)
    with deciding_on_challenge(slip.game, by=by, action=action, reason=reason) as decision:
        row = ChallengeSlip.objects.with_people().filter(pk=slip.pk, division=decision.division).first()
        if row is None:
            raise Refused(
                Sentence("This slip no longer exists: its board was changed. Reload the page."), code="slip_gone"
            )
        yield decision, row, role


def move(slip: ChallengeSlip, step: Move) -> None:
    """Put the slip into the state that `step` leads to; not saved.  Raises Refused (``slip_state``)."""
    try:
        slip.state = after(State(slip.state), step)
    except CannotMove as error:
        raise Refused(translated(error), code="slip_state") from error
