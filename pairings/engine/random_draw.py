"""Random: every pairing with the fewest repeats is as likely as any other.

Pairs are drawn from the seed until a draw has no repeat.  After so many rounds that this no longer happens, boards are
given random costs and the cheapest pairing with the fewest repeats is taken, which is random but not exactly even.
"""

from collections.abc import Iterator

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.costs import Level
from pairings.engine.crosstable import CrossTable, Ints
from pairings.engine.king_of_the_hill import neighbours
from pairings.engine.matched import Players, boards_of, forced_repeat_warnings, solve_with_bye
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Proof, Repeats
from pairings.engine.presence import bye_order, present_players
from pairings.engine.reasons import by_meetings, of_bye
from pairings.engine.tie_break import shuffled

DRAWS = 200
DRAWN = "drawn at random"


def pair_random(task: PairingTask) -> Pairing:
    """Pair one round.  Raises PairingError."""
    players = present_players(task)
    bye = bye_order(players)[0] if len(players) % 2 else None
    playing = tuple(player for player in players if player is not bye)
    for pairs in _draws(task, playing):
        if task.repeats is Repeats.ALLOW or not any(one.rounds_met(two.number) for one, two in pairs):
            boards = [make_board(task, *pair, f"{DRAWN}; {by_meetings(*pair, task.repeats, 0)}") for pair in pairs]
            if bye is not None:
                boards.append(make_bye(bye, of_bye(bye, 0)))
            return make_pairing(task, boards, warnings=forced_repeat_warnings(task, boards))
    return by_random_costs(task, players)


def _draws(task: PairingTask, players: Players) -> Iterator[list[tuple[Contestant, Contestant]]]:
    by_number = {player.number: player for player in players}
    for draw in range(DRAWS):
        order = [by_number[name] for name in shuffled(task.seed, f"random {task.round} {draw}", tuple(by_number))]
        yield list(zip(order[::2], order[1::2], strict=True))


def by_random_costs(task: PairingTask, players: Players) -> Pairing:
    """Pair the present players at random costs, with the fewest repeats.  Raises NoPairingPossible."""
    place = {
        number: at
        for at, number in enumerate(
            shuffled(task.seed, f"random {task.round}", tuple(player.number for player in players))
        )
    }
    drawn = tuple(sorted(players, key=lambda player: place[player.number]))
    playing, bye, passed_over, best = solve_with_bye(task, drawn, _no_levels, neighbours)
    boards: list[Board] = boards_of(task, playing, best, lambda one, two, players: DRAWN)
    if bye is not None:
        boards.append(make_bye(bye, of_bye(bye, passed_over)))
    return make_pairing(task, boards, warnings=forced_repeat_warnings(task, boards), proof=Proof.NONE_NEEDED)


def _no_levels(table: CrossTable, one: Ints, two: Ints) -> tuple[Level, ...]:
    del table, one, two
    return ()
