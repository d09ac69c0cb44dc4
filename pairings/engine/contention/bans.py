"""Boards that may not be played, each with the first rule that forbids it, in the published order.

PP paired already, RU a rule of the director's, KH last-round King of the Hill, CL control loss, GG clinch groups apart, GB the bye to a clinched
player, HG (mid-2026) the leader against the one who makes the contenders for first place even in number, TB top-down byes,
F3 the three boards of two rounds before the end.  RU alone is ours.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from .settled import Outlook, Settled
from .situation import UNPAIRED, Situation

Rule = Callable[[int, int], bool]

MANY_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Control:
    """What control loss asks."""

    rank: int | None = None  # the player whom first place must meet, None for nobody
    forced: tuple[tuple[int, int], ...] = ()  # the boards F3


NO_CONTROL = Control()


@dataclass(frozen=True, slots=True)
class Bans:
    situation: Situation
    places: Settled
    control: Control
    hills: tuple[tuple[int, int], ...]  # the boards of the last-round King of the Hill
    top_bye: tuple[tuple[int, int], ...]  # who has the bye where it goes from the top
    not_the_leader: int | None = None  # whom first place may not meet

    def code(self, first: int, second: int) -> str | None:
        """The first rule against a board.  first: the higher rank.  second: the lower rank, or the bye."""
        return next((name for name, rule in self._rules() if rule(first, second)), None)

    def _rules(self) -> tuple[tuple[str, Rule], ...]:
        return (
            ("PP", self._paired),
            ("RU", self._is_ruled_out),
            ("KH", self._hill),
            ("CL", self._control),
            ("GG", self._groups),
            ("GB", self._clinched_bye),
            ("HG", self._odd_contender),
            ("TB", self._top_bye),
            ("F3", self._three_boards),
        )

    def _paired(self, first: int, second: int) -> bool:
        fixed = self.situation.fixed
        return fixed[first] != UNPAIRED or (second != self.situation.bye and fixed[second] != UNPAIRED)

    def _is_ruled_out(self, first: int, second: int) -> bool:
        return bool(self.situation.shut[first, second])

    def _hill(self, first: int, second: int) -> bool:
        return breaks(self.hills, first, second)

    def _control(self, first: int, second: int) -> bool:
        if first != 0 or self.control.rank is None or self.control.forced:
            return False
        return second not in self.control_opponents

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

    def _groups(self, first: int, second: int) -> bool:
        return second != self.situation.bye and self.places.groups[first] != self.places.groups[second]

    def _clinched_bye(self, first: int, second: int) -> bool:
        return second == self.situation.bye and self.places.takes_bye and not self.places.clinched[first]

    def _odd_contender(self, first: int, second: int) -> bool:
        return first == 0 and second == self.not_the_leader

    def _top_bye(self, first: int, second: int) -> bool:
        return breaks(self.top_bye, first, second)

    def _three_boards(self, first: int, second: int) -> bool:
        return breaks(self.control.forced, first, second)


def bans_of(situation: Situation, places: Settled, outlook: Outlook, control: Control) -> Bans:
    """The bans of a round."""
    byes: tuple[tuple[int, int], ...] = ()
    rules = situation.stakes
    settled_first = rules.as_of_mid_2026 and places.takes_bye
    if rules.top_down_byes and situation.needs_bye and not settled_first:
        free = [rank for rank in situation.waiting if not situation.shut[rank, situation.bye]]
        if free:
            byes = ((min(free, key=lambda rank: (situation.byes[rank], rank)), situation.bye),)
    if not rules.as_of_mid_2026:
        return Bans(situation, places, control, hill_boards(situation, places, outlook), byes)
    hills = hill_boards(situation, places, outlook, [rank for rank, _ in byes])
    return Bans(situation, places, control, hills, byes, _odd_contender(situation, places, outlook, control))


def _odd_contender(situation: Situation, places: Settled, outlook: Outlook, control: Control) -> int | None:
    """The rank that joins an odd number of players who can hope for first place, and so may not meet the leader; None where
    their number is even, where only a leader is left who is not settled, or where boards are forced."""
    contenders = outlook.limits[0] + 1
    alone = contenders == 1 and not places.first
    if control.forced or contenders % 2 == 0 or alone or contenders >= situation.size:
        return None
    return contenders


def breaks(boards: tuple[tuple[int, int], ...], first: int, second: int) -> bool:
    """Whether a board would take a player away from one of these boards."""
    return (first, second) not in boards and any(first in board or second in board for board in boards)


def hill_boards(
    situation: Situation, places: Settled, outlook: Outlook, sitting: Collection[int] = ()
) -> tuple[tuple[int, int], ...]:
    """The boards of the last round among those in the money, then among those who play for class prizes.  sitting: who has
    the bye, and so no board here."""
    if situation.rounds_left != 1:
        return ()
    last = outlook.possible_casher(situation.stakes.place_prizes)
    free = [rank for rank in situation.waiting if not places.clinched[rank]]
    boards = []
    while len(free) > 1 and free[0] <= last:
        if places.groups[free[0]] != places.groups[free[1]] or free[0] in sitting or free[1] in sitting:
            free = free[1:]  # the odd one of a group meets the settled player who shuts it in
            continue
        boards.append((free[0], free[1]))
        free = free[2:]
    for number, prizes in enumerate(situation.stakes.class_prizes, start=1):
        boards += _class_boards(situation, outlook, number, prizes, [rank for rank in free if rank not in sitting])
    return tuple(boards)


def _class_boards(
    situation: Situation, outlook: Outlook, number: int, prizes: int, free: list[int]
) -> Iterator[tuple[int, int]]:
    last = outlook.possible_casher(situation.stakes.place_prizes)
    place_prizes = situation.stakes.place_prizes
    members = [rank for rank, class_number in enumerate(situation.classes) if class_number == number]
    left = prizes - sum(rank <= last and outlook.worst[rank] >= place_prizes for rank in members)
    members = [rank for rank in members if rank > last]
    if left < 1 or len(members) <= left - 1:
        return
    holder = members[min(left, len(members)) - 1]
    at = 0
    while at + 1 < len(members):
        first, second = members[at], members[at + 1]
        if second > holder and not situation.can_catch(holder, second):
            return
        if not situation.can_catch(first, second):
            at += 1
            continue
        if first in free and second in free:
            yield first, second
        at += 2
