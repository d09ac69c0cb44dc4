"""Who acts on a slip, and in what part: an official, a judging station, or one of the two players."""

from dataclasses import dataclass
from typing import Any

from tdsuite.access.actors import PlayerActor
from tdsuite.access.guard import NotAllowed, allowed
from tdsuite.access.models import Station
from tdsuite.access.roles import Can
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.services.decision import Refused

from ..models import ChallengeSlip


@dataclass(frozen=True, slots=True)
class Part:
    """official: adjudicates challenges.  rules: makes rulings (the director).  entry: the player's own entry id."""

    official: bool = False
    rules: bool = False
    station: bool = False
    entry: int | None = None


def part_in(by: Any, game: Game) -> Part:
    """The part that `by` has in a game.  Raises NotAllowed for everybody who has none."""
    tournament = game.round.division.tournament
    if isinstance(by, Station):  # a paired tablet holds no role: it can do what these services let a station do
        if by.tournament_id == tournament.pk and by.revoked_at is None:
            return Part(station=True)
    elif isinstance(by, PlayerActor):
        if by.pk in (game.first_id, game.second_id):
            return Part(entry=by.pk)
    elif allowed(by, tournament, Can.JUDGE_WORDS):
        return Part(official=True, rules=allowed(by, tournament, Can.RULE))
    raise NotAllowed(Can.JUDGE_WORDS)


def is_official(by: Any, tournament: Tournament) -> bool:
    """Whether words on slips may be shown to them."""
    return not isinstance(by, Station) and allowed(by, tournament, Can.JUDGE_WORDS)


def side_of(part: Part, slip: ChallengeSlip, entry: int | None) -> int:
    """The entry for whom `part` speaks: their own, or for officials and stations the one they name.  Raises Refused."""
    speaks_for = part.entry if part.entry is not None else entry
    if speaks_for not in (slip.challenger_id, slip.challenged_id):
        raise Refused("Say for which of the two players you speak.")
    return speaks_for


def challenger_or_official(part: Part, slip: ChallengeSlip, doing: str) -> None:
    """Raises Refused for the challenged player, who may not do this to the opponent's slip."""
    if part.entry is not None and part.entry != slip.challenger_id:
        raise Refused(f"Only the challenger or an official can {doing}.")


def kind_of(by: Any) -> str:
    return str(getattr(by, "audit_kind", "user"))
