"""Boards that may not be played, each with the first rule that forbids it, in the published order.

PP paired already, RU a rule of the director's, KH last-round King of the Hill, CL control loss, GG clinch groups apart, GB the bye to a clinched
player, TB top-down byes, F3 the three boards of two rounds before the end.  RU alone is ours.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pairings.engine.contention.outlook import Outlook
from pairings.engine.contention.settled import Settled
from pairings.engine.contention.situation import UNPAIRED, Situation

Rule = Callable[[int, int], bool]

MANY_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Control:
    """What control loss asks.  rank: the player whom first place must meet, None for nobody.  forced: the boards F3."""

    rank: int | None = None
    forced: tuple[tuple[int, int], ...] = ()


NO_CONTROL = Control()


@dataclass(frozen=True, slots=True)
class Bans:
    """hills: the boards of the last-round King of the Hill.  top_bye: who has the bye where it goes from the top."""

    situation: Situation
    places: Settled
    control: Control
    hills: tuple[tuple[int, int], ...]
    top_bye: tuple[tuple[int, int], ...]

    def code(self, one: int, two: int) -> str | None:
        """The first rule against a board.  one: the higher rank.  two: the lower rank, or the bye."""
        return next((name for name, rule in self._rules() if rule(one, two)), None)

    def _rules(self) -> tuple[tuple[str, Rule], ...]:
        return (
            ("PP", self._paired),
            ("RU", self._ruled),
            ("KH", self._hill),
            ("CL", self._control),
            ("GG", self._groups),
            ("GB", self._clinched_bye),
            ("TB", self._top_bye),
            ("F3", self._three_boards),
        )

    def _paired(self, one: int, two: int) -> bool:
        fixed = self.situation.fixed
        return fixed[one] != UNPAIRED or (two != self.situation.bye and fixed[two] != UNPAIRED)

    def _ruled(self, one: int, two: int) -> bool:
        return bool(self.situation.shut[one, two])

    def _hill(self, one: int, two: int) -> bool:
        return breaks(self.hills, one, two)

    def _control(self, one: int, two: int) -> bool:
        if one != 0 or self.control.rank is None or self.control.forced:
            return False
        return two not in self.control_opponents

    @property
    def control_opponents(self) -> tuple[int, ...]:
        """Whom first place may meet under control loss."""
        if self.control.rank is None:
            return ()
        above = self.control.rank - 1
        first_time = self.situation.paired_rounds == self.situation.stakes.activation_round
        if self.situation.pairings_left > MANY_ROUNDS and not first_time and above > 0:
            return (above, self.control.rank)
        return (self.control.rank,)

    def _groups(self, one: int, two: int) -> bool:
        return two != self.situation.bye and self.places.groups[one] != self.places.groups[two]

    def _clinched_bye(self, one: int, two: int) -> bool:
        return two == self.situation.bye and self.places.takes_bye and not self.places.clinched[one]

    def _top_bye(self, one: int, two: int) -> bool:
        return breaks(self.top_bye, one, two)

    def _three_boards(self, one: int, two: int) -> bool:
        return breaks(self.control.forced, one, two)


def bans_of(situation: Situation, places: Settled, outlook: Outlook, control: Control) -> Bans:
    """The bans of a round."""
    byes: tuple[tuple[int, int], ...] = ()
    if situation.stakes.top_down_byes and situation.needs_bye:
        free = [rank for rank in situation.waiting if not situation.shut[rank, situation.bye]]
        if free:
            byes = ((min(free, key=lambda rank: (situation.byes[rank], rank)), situation.bye),)
    return Bans(situation, places, control, hill_boards(situation, places, outlook), byes)


def breaks(boards: tuple[tuple[int, int], ...], one: int, two: int) -> bool:
    """Whether a board would take a player away from one of these boards."""
    return (one, two) not in boards and any(one in board or two in board for board in boards)


def hill_boards(situation: Situation, places: Settled, outlook: Outlook) -> tuple[tuple[int, int], ...]:
    """The boards of the last round among those in the money, then among those who play for class prizes."""
    if situation.rounds_left != 1:
        return ()
    last = outlook.possible_casher(situation.stakes.place_prizes)
    free = [rank for rank in situation.waiting if not places.clinched[rank]]
    boards = []
    while len(free) > 1 and free[0] <= last:
        if places.groups[free[0]] != places.groups[free[1]]:
            free = free[1:]  # the odd one of a group meets the settled player who shuts it in
            continue
        boards.append((free[0], free[1]))
        free = free[2:]
    for number, prizes in enumerate(situation.stakes.class_prizes, start=1):
        boards += _class_boards(situation, outlook, number, prizes, free)
    return tuple(boards)


def _class_boards(
    situation: Situation, outlook: Outlook, number: int, prizes: int, free: list[int]
) -> Iterator[tuple[int, int]]:
    last = outlook.possible_casher(situation.stakes.place_prizes)
    place_prizes = situation.stakes.place_prizes
    members = [rank for rank, one in enumerate(situation.classes) if one == number]
    left = prizes - sum(rank <= last and outlook.worst[rank] >= place_prizes for rank in members)
    members = [rank for rank in members if rank > last]
    if left < 1 or len(members) <= left - 1:
        return
    holder = members[min(left, len(members)) - 1]
    at = 0
    while at + 1 < len(members):
        one, two = members[at], members[at + 1]
        if two > holder and not situation.can_catch(holder, two):
            return
        if not situation.can_catch(one, two):
            at += 1
            continue
        if one in free and two in free:
            yield one, two
        at += 2
