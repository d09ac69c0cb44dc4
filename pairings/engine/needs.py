"""What a player must do to finish in a place, in a sentence that the player accepts.

What it compares with is whoever must be caught at the least: nobody who stands above is easier to catch. Rounds left count as
won or lost, and who meets whom in them is not looked at, so a sentence never asks for less than is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tdsuite.tournaments.engine.reach import Reach, Scored, can_catch

ALL_OF_THEM = {1: "the last game", 2: "both games", 3: "all three games", 4: "all four games"}


@dataclass(frozen=True, slots=True)
class Race:
    """A table as a race.  table: best first.  names: by position.  left: games to play.  moves: how far the spread between
    two players can move, in points.  by_spread: whether spread parts players with equal wins."""

    table: Sequence[Scored]
    names: Mapping[int, str]
    left: int
    moves: int
    by_spread: bool = True


def to_finish(race: Race, at: int, place: int, reach: Reach) -> str:
    """What the one at position `at`, from 0, needs for a finish in `place`, from 1, or above."""
    if reach.sure_of(place):
        return "sure"
    if reach.out_of(place):
        return "out of reach"
    return _to_hold(race, at, place) if at < place else _to_catch(race, at, place)


def _to_catch(race: Race, at: int, place: int) -> str:
    own, rival, name = race.table[at], race.table[place - 1], race.names[place - 1]
    behind = rival.halves - own.halves
    missing = rival.spread - own.spread + 1
    points = points_text(min(missing, race.moves))
    gain = f"gain {points} on {name}" if missing > 0 else f"keep a better spread than {name}"
    if not race.by_spread:
        gain = f"pass {name} on the tie-breaks"
    if behind == 2 * race.left:
        higher = place > 1 and can_catch(race.table[place - 2], own, race.left, race.moves)
        other = ", or catch somebody above" if higher else ""
        return f"must win {all_of(race.left)} and {gain}, who must lose {all_of(race.left)}{other}"
    if behind == 0:
        return f"level with {name} in wins: must {gain}, or win more"
    games = games_text(behind)
    both = f"{games} and {points} on {name}" if race.by_spread and missing > 0 else f"{games} on {name} and {gain}"
    return f"must make up {both}, or more than {games}"


def _to_hold(race: Race, at: int, place: int) -> str:
    own, left = race.table[at], race.left
    others = [row for position, row in enumerate(race.table) if position != at]
    for wins in range(1, left + 1):
        if sum(_may_pass(race, own, other, wins) for other in others) < place:
            return f"{'1 more win makes' if wins == 1 else f'{wins} more wins make'} it sure"
    chasing = sum(_may_pass(race, own, other, 0) for other in race.table[place:])
    return f"holds it now; {chasing} {'player' if chasing == 1 else 'players'} below can still pass"


def _may_pass(race: Race, own: Scored, other: Scored, wins: int) -> bool:
    """Whether another, winning every game, can still be level or above once this one has so many more wins."""
    margin = own.halves + 2 * wins - other.halves - 2 * race.left
    return margin < 0 or (margin == 0 and own.spread - other.spread <= race.moves)


def all_of(games: int) -> str:
    """ "both games"."""
    return ALL_OF_THEM.get(games, f"all {games} games")


def games_text(halves: int) -> str:
    """Half wins as games: "1 game", "1½ games"."""
    whole = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
    return f"{whole} game" if halves <= 2 else f"{whole} games"


def points_text(points: int) -> str:
    """ "1 point", "312 points"."""
    return "1 point" if points == 1 else f"{points} points"
