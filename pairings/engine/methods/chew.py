"""Chew: those who can still win a prize meet each other, leaders against the lowest who can still catch them.

Prize bands are worked off from the top; whoever is out of every prize plays Swiss.  Players whose place is settled
("Gibsonized") meet each other or a player without a prize chance, so that they decide nobody else's.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.contention.clinching import best_finish, can_catch, settled_places, swing_of
from pairings.engine.matching.clashes import no_pairing
from pairings.engine.matching.costs import Level
from pairings.engine.matching.field import CrossTable, Ints, cross_table
from pairings.engine.matching.matched import Players, matched_boards, part_forced, repeat_warnings
from pairings.engine.model import Board, Pairing, PairingTask, Repeats
from pairings.engine.options import FLIGHT_CAPS
from pairings.engine.presence import bye_order, present_players
from pairings.engine.reasons import by_meetings, of_bye
from tdsuite.platform.words.sentences import Sentence, catalogued, clauses
from . import swiss
from .australian import pairable
from .king_of_the_hill import even_levels, levels as neighbour_levels, neighbours

Flags = npt.NDArray[np.bool_]

FEWEST_LEADERS = 4
FAINT_HOPE_ROUNDS = 4
KING_OF_THE_HILL = 2  # the cap that makes it that
ONE_WIN = 2  # half-wins


@dataclass(frozen=True, slots=True)
class Race:
    """What the rest of the event can still change.

    bands: the last place of each prize band. Players are named by their position in the table.
    """

    task: PairingTask
    table: CrossTable  # everyone present in the order of the standings
    left: int  # rounds left with this one
    swing: int  # `swing_of`
    bands: tuple[int, ...]

    @property
    def order(self) -> Players:
        """Everyone present in the order of the standings."""
        return self.table.players

    def band_of(self, at: int) -> int:
        """The last place of the band that a position is in; beyond the prizes the whole field."""
        return next((last for last in self.bands if at < last), len(self.order))

    def reaches(self, at: int, last: int) -> bool:
        """Whether a player can still finish at place `last` or above."""
        return best_finish(self.order, at, self.left, self.swing) <= last

    def contends(self, at: int, last: int) -> bool:
        """Whether a player reaches a place or, late in the event, is within one win of it."""
        if self.reaches(at, last):
            return True
        hopes = self.task.options.faint_hope and self.left <= FAINT_HOPE_ROUNDS
        return hopes and self.order[min(last, len(self.order)) - 1].halves - self.order[at].halves <= ONE_WIN

    def catches(self, ahead: int, behind: int) -> bool:
        """Whether the one behind can still end level with the one ahead."""
        return can_catch(self.order[ahead], self.order[behind], self.left, self.swing)

    def settled(self) -> list[int]:
        """Those whose prize place can no longer change."""
        equal = self.task.options.equal_places
        places = settled_places(self.order, self.left, self.swing, last_place=self.bands[-1], equal_places=equal)
        return [place - 1 for place in places]

    def pairable(self, positions: list[int], met_at_most: int | None = None) -> bool:
        """Whether these can be paired on boards that are not shut, nobody meeting somebody met more often."""
        may = ~self.table.shut if met_at_most is None else ~self.table.shut & (self.table.met <= met_at_most)
        may = may.copy()
        np.fill_diagonal(may, False)
        return len(positions) % 2 == 0 and pairable(may, positions)


def race_of(task: PairingTask, order: Players) -> Race:
    """The race as it stands before the round."""
    left = task.rounds_left + 1
    bands = task.options.prize_bands or (max(1, len(order) // 4),)
    return Race(task, cross_table(order, task), left, swing_of(task.options.spread_swings, left), bands)


def pair_chew(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    present = tuple(sorted(present_players(task), key=lambda player: player.rank_order))
    asked, rest = part_forced(task, present)
    race = race_of(task, present)
    place = {player.number: at for at, player in enumerate(present)}
    waiting = [place[player.number] for player in rest]
    settled = [at for at in race.settled() if at in waiting]
    boards: list[Board] = []
    if len(waiting) % 2:
        sitting, board = _bye(race, waiting, settled)
        boards.append(board)
        waiting.remove(sitting)
        settled = [at for at in settled if at != sitting]
    elif not race.pairable(waiting):
        raise no_pairing(task)
    boards += _settled_boards(race, waiting, settled)
    while waiting:
        boards += _flight(race, waiting)
    return make_pairing(task, asked + boards, warnings=repeat_warnings(task, asked + boards))


def _bye(race: Race, waiting: list[int], settled: list[int]) -> tuple[int, Board]:
    """The bye: a settled player's if there is one, as it changes nothing there; else by the rules of byes."""
    usual = bye_order(tuple(race.order[at] for at in waiting), race.task.rules)
    of_settled = [player for player in usual if race.order.index(player) in settled]
    for player in (*of_settled, *usual):
        at = race.order.index(player)
        if race.pairable([rank for rank in waiting if rank != at]):
            settled_place = Sentence("bye: {why}", why=Sentence("place {number} is settled", number=at + 1))
            return at, make_bye(player, settled_place if player in of_settled else of_bye(player, 0, race.task.rules))
    raise no_pairing(race.task)


def _settled_boards(race: Race, waiting: list[int], settled: list[int]) -> list[Board]:
    """Settled players against each other, neighbours first; the last of an odd number against a victim.

    Takes them out of `waiting`; where a rule of the round stands in the way they stay in it.
    """
    boards: list[Board] = []
    if len(settled) % 2:
        odd = settled[-1]
        victim = _victim(race, odd, waiting, settled)
        if victim is not None:
            can, cannot = (
                catalogued("place {number} can still win a prize"),
                catalogued("place {number} can no longer win a prize"),
            )
            message = can if race.reaches(victim, min(race.bands[-1], len(race.order))) else cannot
            why = clauses(Sentence("place {number} is settled", number=odd + 1), Sentence(message, number=victim + 1))
            boards.append(_board(race, odd, victim, why))
            waiting.remove(odd)
            waiting.remove(victim)
        settled = settled[:-1]
    rest = [at for at in waiting if at not in settled]
    if not settled or not race.pairable(settled) or not race.pairable(rest):
        return boards
    players = tuple(race.order[at] for at in settled)
    games, *_ = matched_boards(
        race.task, players, neighbour_levels, neighbours, lambda *board: Sentence("both places are settled")
    )
    waiting[:] = rest
    return boards + games


def _victim(race: Race, settled: int, waiting: list[int], all_settled: list[int]) -> int | None:
    """Whom an odd settled player meets: the highest without a prize chance, of these one met least; None if nobody can.

    Where everybody else still has a chance it is the last, as that chance is the least.
    """
    options = race.task.options
    others = [at for at in waiting if at not in all_settled and not race.table.shut[settled, at]]
    others = [at for at in others if race.pairable([rank for rank in waiting if rank not in (at, settled)])]
    last = min(race.bands[-1], len(race.order))
    out = [at for at in others if not race.reaches(at, last)]
    if options.victim_class:
        out = [at for at in out if race.order[at].prize_class == options.victim_class] or out
    if not out:
        return max(others, key=lambda at: (-int(race.table.met[settled, at]), at), default=None)
    return min(out, key=lambda at: (0 if options.strict_victim else int(race.table.met[settled, at]), at))


def _flight(race: Race, waiting: list[int]) -> list[Board]:
    """Pair the players at the top of `waiting` who play for one band, and take them out of it."""
    last = race.band_of(waiting[0])
    count = sum(race.contends(at, last) for at in waiting)
    if count >= len(waiting) or last == len(race.order):
        everyone, waiting[:] = list(waiting), []
        return _swiss(race, everyone)
    capped = _capped(race, count + count % 2)
    if capped == KING_OF_THE_HILL and race.task.options.even_everywhere and race.table.needs.uneven_start is not None:
        return _neighbours_with_even_starts(race, waiting, count + count % 2)
    count = capped
    while not (race.pairable(waiting[:count]) and race.pairable(waiting[count:])):
        count += 2
    group = waiting[:count]
    del waiting[:count]
    most = next(met for met in range(int(race.table.met.max()) + 1) if race.pairable(group, met))
    size = next(
        (
            size
            for size in range(FEWEST_LEADERS, count, 2)
            if race.pairable(group[:size], most) and race.pairable(group[size:], most)
        ),
        count,
    )
    return _leaders(race, group[:size], most) + _swiss(race, group[size:])


def _neighbours_with_even_starts(race: Race, waiting: list[int], count: int) -> list[Board]:
    """King of the Hill among the first `count` of those waiting, repeats or not, as near as even starts allow."""
    while not (race.pairable(waiting[:count]) and race.pairable(waiting[count:])):
        count += 2
    group, waiting[:] = waiting[:count], waiting[count:]
    players = tuple(race.order[at] for at in group)

    def all_levels(table: CrossTable, first: Ints, second: Ints) -> tuple[Level, ...]:
        return even_levels(table, first, second, len(group))

    def why(first: int, second: int, playing: Players) -> str:
        del playing
        message = (
            catalogued("places {number} and {other} can still win a prize") if second == first + 1
            else catalogued("places {number} and {other} can still win a prize, as near as even starts allow")
        )  # fmt: skip
        return Sentence(message, number=group[first] + 1, other=group[second] + 1)

    return matched_boards(replace(race.task, repeats=Repeats.ALLOW), players, all_levels, neighbours, why)[0]


def _capped(race: Race, count: int) -> int:
    caps = FLIGHT_CAPS[race.task.options.flight_caps]
    return min(count, caps[min(race.left, len(caps)) - 1]) if caps else count


def _leaders(race: Race, leaders: list[int], most: int) -> list[Board]:
    """From the top, each with the lowest who can still catch up, those met less often first."""
    boards = []
    while leaders:
        top, *others = leaders

        def wish(at: int, top: int = top) -> tuple[bool, int, int, int]:
            return (not race.catches(top, at), int(race.table.met[top, at]), int(race.table.met_last[top, at]), -at)

        fit = [at for at in others if race.table.met[top, at] <= most and not race.table.shut[top, at]]
        fit = [at for at in fit if race.pairable([other for other in others if other != at], most)]
        other = min(fit, key=wish)
        near, far = (
            catalogued("place {number}, the lowest left who can still catch up"),
            catalogued("place {number}, who cannot catch up"),
        )
        can = near if race.catches(top, other) else far
        boards.append(
            _board(
                race,
                top,
                other,
                clauses(Sentence("place {number} leads", number=top + 1), Sentence(can, number=other + 1)),
            )
        )
        leaders = [at for at in others if at != other]
    return boards


def _swiss(race: Race, positions: list[int]) -> list[Board]:
    players = tuple(sorted((race.order[at] for at in positions), key=lambda player: player.score_order))
    return matched_boards(race.task, players, swiss.levels, swiss.likely, swiss.why)[0]


def _board(race: Race, first: int, second: int, why: str) -> Board:
    upper, lower = race.order[first], race.order[second]
    met = by_meetings(race.task.meetings(upper, lower), race.task.repeats, 0)
    return make_board(race.task, upper, lower, clauses(why, met))
