"""What a player must do to finish in a place, in a sentence that the player accepts.

Games left count as won or lost, each player's own, and who meets whom in them is not looked at, so a sentence never asks for less than
is needed. It names the one who must be caught at the least; where somebody above may be easier to catch, it says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tdsuite.tournaments.engine.reach import Left, Reach, Scored

ALL_OF_THEM = {1: "the last game", 2: "both games", 3: "all three games", 4: "all four games"}


@dataclass(frozen=True, slots=True)
class Race:
    """A table as a race."""

    table: Sequence[Scored]  # best first
    names: Mapping[int, str]  # by position
    left: Sequence[Left]  # by position
    by_spread: bool = True  # whether spread parts players with equal wins

    def catches(self, at: int, other: int) -> bool:
        """Whether the one at `at` can still end level with or above the other."""
        return self.left[at].most(self.table[at]) >= self.left[other].least(self.table[other])


def to_finish(race: Race, at: int, place: int, reach: Reach) -> str:
    """What the one at position `at`, from 0, needs for a finish in `place`, from 1, or above."""
    if reach.sure_of(place):
        return "sure"
    if reach.out_of(place):
        return "out of reach"
    if at >= place:
        return _to_catch(race, at, place)
    for wins in range(1, race.left[at].games + 1):
        if len(_who_may_pass(race, at, wins)) < place:
            return f"{'1 more win makes' if wins == 1 else f'{wins} more wins make'} it sure"
    chasing = sum(other >= place for other in _who_may_pass(race, at, 0))
    return f"holds it now; {chasing} {'player' if chasing == 1 else 'players'} below can still pass"


def _to_catch(race: Race, at: int, place: int) -> str:
    above = [other for other in range(at) if race.catches(at, other)]
    spare = place - 1 - (at - len(above))  # of those who can be caught, how many need not be
    rival = above[spare]
    own, other, name = race.table[at], race.table[rival], race.names[rival]
    behind, missing, games = other.halves - own.halves, other.spread - own.spread + 1, race.left[at].games
    points = points_text(min(missing, race.left[at].moves + race.left[rival].moves))
    losses = f"must lose {all_of(race.left[rival].games)}" if race.left[rival].games else ""
    easier = any(race.left[each].least(race.table[each]) < race.left[rival].least(other) for each in above[:spare])
    or_another = ", or catch somebody above" if easier or (spare and behind == 2 * games) else ""
    if not games:
        falls = f", by {points} in all" if race.by_spread else " and fall behind on the tie-breaks"
        return f"no game left: {name} {losses}{falls}{or_another}" if losses else f"no game left, level with {name}"
    gain = f"gain {points} on {name}" if missing > 0 else f"keep a better spread than {name}"
    if not race.by_spread:
        gain = f"pass {name} on the tie-breaks"
    if behind == 2 * games:
        return f"must win {all_of(games)} and {gain}{losses and f', who {losses}'}{or_another}"
    if behind == 0:
        return f"level with {name} in wins: must {gain}, or win more{or_another}"
    makes_up = games_text(behind)
    both = (
        f"{makes_up} and {points} on {name}" if race.by_spread and missing > 0 else f"{makes_up} on {name} and {gain}"
    )
    return f"must make up {both}, or more than {makes_up}{or_another}"


def _who_may_pass(race: Race, at: int, wins: int) -> list[int]:
    """The positions that can still be level or above, winning every game, once this player has so many more wins."""
    least = race.left[at].least(race.table[at], wins)
    rows = enumerate(zip(race.table, race.left, strict=True))
    return [other for other, (row, left) in rows if other != at and left.most(row) >= least]


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
