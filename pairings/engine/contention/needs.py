"""What a player must do to finish in a place, in a sentence that the player accepts.

Games left count as won or lost, each player's own, and who meets whom in them is not looked at, so a sentence never asks for less than
is needed. It names the one who must be caught at the least; where somebody above may be easier to catch, it says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.reach import Left, Reach, Scored

ALL_OF_THEM = {
    1: Sentence("the last game"),
    2: Sentence("both games"),
    3: Sentence("all three games"),
    4: Sentence("all four games"),
}


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


def to_finish(race: Race, at: int, place: int, reach: Reach) -> Sentence:
    """What the one at position `at`, from 0, needs for a finish in `place`, from 1, or above."""
    if reach.sure_of(place):
        return Sentence("sure")
    if reach.out_of(place):
        return Sentence("out of reach")
    if at >= place:
        return _to_catch(race, at, place)
    for wins in range(1, race.left[at].games + 1):
        if len(_who_may_pass(race, at, wins)) < place:
            return Sentence.counted("{number} more win makes it sure", "{number} more wins make it sure", wins)
    return Sentence.counted(
        "holds it now; {number} player below can still pass",
        "holds it now; {number} players below can still pass",
        sum(other >= place for other in _who_may_pass(race, at, 0)),
    )


def _to_catch(race: Race, at: int, place: int) -> Sentence:
    above = [other for other in range(at) if race.catches(at, other)]
    spare = place - 1 - (at - len(above))  # of those who can be caught, how many need not be
    rival = above[spare]
    own, other = race.table[at], race.table[rival]
    need, games = _to_pass(race, at, rival), race.left[at].games
    if not games and not race.left[rival].games:
        return need
    easier = any(race.left[each].least(race.table[each]) < race.left[rival].least(other) for each in above[:spare])
    if easier or (spare and other.halves - own.halves == 2 * games):
        return Sentence("{need}, or catch somebody above", need=need)
    return need


def _to_pass(race: Race, at: int, rival: int) -> Sentence:
    """What the one at `at` needs to end above the one at `rival`."""
    own, other, name = race.table[at], race.table[rival], race.names[rival]
    behind, missing, games = other.halves - own.halves, other.spread - own.spread + 1, race.left[at].games
    points = points_text(min(missing, race.left[at].moves + race.left[rival].moves))
    theirs = all_of(race.left[rival].games) if race.left[rival].games else None
    if not games:
        return _without_a_game(name, theirs, points if race.by_spread else None)
    gain = Sentence("keep a better spread than {name}", name=name)
    if not race.by_spread:
        gain = Sentence("pass {name} on the tie-breaks", name=name)
    elif missing > 0:
        gain = Sentence("gain {points} on {name}", points=points, name=name)
    if behind == 2 * games:
        need = Sentence("must win {games} and {gain}", games=all_of(games), gain=gain)
        return need if theirs is None else Sentence("{need}, who must lose {games}", need=need, games=theirs)
    if behind == 0:
        return Sentence("level with {name} in wins: must {gain}, or win more", name=name, gain=gain)
    makes_up = games_text(behind)
    both = Sentence("{games} on {name} and {gain}", games=makes_up, name=name, gain=gain)
    if race.by_spread and missing > 0:
        both = Sentence("{games} and {points} on {name}", games=makes_up, points=points, name=name)
    return Sentence("must make up {both}, or more than {games}", both=both, games=makes_up)


def _without_a_game(name: str, theirs: Sentence | None, points: Sentence | None) -> Sentence:
    """theirs: the games that the other must lose, None without any.  points: by how many in all, None where no spread counts."""
    if theirs is None:
        return Sentence("no game left, level with {name}", name=name)
    if points is None:
        return Sentence(
            "no game left: {name} must lose {games} and fall behind on the tie-breaks", name=name, games=theirs
        )
    return Sentence(
        "no game left: {name} must lose {games}, by {points} in all", name=name, games=theirs, points=points
    )


def _who_may_pass(race: Race, at: int, wins: int) -> list[int]:
    """The positions that can still be level or above, winning every game, once this player has so many more wins."""
    least = race.left[at].least(race.table[at], wins)
    rows = enumerate(zip(race.table, race.left, strict=True))
    return [other for other, (row, left) in rows if other != at and left.most(row) >= least]


def all_of(games: int) -> Sentence:
    """ "both games"."""
    return ALL_OF_THEM.get(games) or Sentence("all {number} games", number=games)


def games_text(halves: int) -> Sentence:
    """Half wins as games: "1 game", "1½ games"."""
    whole = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
    return Sentence.counted("{games} game", "{games} games", 1 if halves <= 2 else 2, games=whole)


def points_text(points: int) -> Sentence:
    """ "1 point", "312 points"."""
    return Sentence.counted("{number} point", "{number} points", points)
