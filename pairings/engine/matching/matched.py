"""What the methods that solve a matching share: the bye, the optimum, the reasons and the warnings."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pairings.engine.boards import make_board, make_bye, make_pairing
from pairings.engine.errors import BadRequest, NoPairingPossible
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Proof, Repeats, Rounds
from pairings.engine.presence import bye_order, present_players
from pairings.engine.reasons import by_meetings, of_bye, rounds_text
from pairings.engine.rules import BYE
from tdsuite.platform.words.sentences import Sentence, clauses
from .ahead import Found, look_ahead
from .clashes import is_possible, no_pairing
from .field import cross_table
from .optimum import Levels, Likely, Optimum, as_given, optimum

Players = tuple[Contestant, ...]
Order = Callable[[Contestant], tuple[int, ...]]
Why = Callable[[int, int, Players], str]

ASKED_FOR = Sentence("asked for by the director")
FOR_LATER = Sentence("so that nobody has to meet twice later")


class Matched(NamedTuple):
    """schedule: as `Pairing` has it."""

    boards: list[Board]
    proof: Proof
    schedule: Rounds = ()


def pair_by_matching(task: PairingTask, *, order: Order, levels: Levels, likely: Likely, why: Why) -> Pairing:
    """Pair a round by the cheapest perfect matching of those who are on no board asked for.

    order: how the method sorts the players.  levels, likely: its costs and likely boards (`optimum`).  why: the reason
    of the board of two positions.  Raises PairingError.
    """
    asked, rest = part_forced(task, present_players(task))
    boards, proof, schedule = matched_boards(task, tuple(sorted(rest, key=order)), levels, likely, why)
    warnings = forced_repeat_warnings(task, asked, boards)
    return make_pairing(task, asked + boards, warnings=warnings, proof=proof, schedule=schedule)


def matched_boards(
    task: PairingTask, players: Players, levels: Levels, likely: Likely, why: Why, *, whole: bool = False
) -> Matched:
    """The boards of the cheapest matching of these players, in the method's order, and the bye.  None for nobody.

    whole: take every board whatever the size.
    """
    if not players:
        return Matched([], Proof.NONE_NEEDED)
    chosen = look_ahead(task, players, levels, likely)
    if chosen is None:
        playing, bye, passed_over, best = solve_with_bye(task, players, levels, likely, whole)
        chosen = Found(playing, bye, passed_over, best)
    boards = [_for_later(board, chosen) for board in boards_of(task, chosen.playing, chosen.best, why)]
    if chosen.bye is not None:
        boards.append(make_bye(chosen.bye, of_bye(chosen.bye, chosen.passed_over, task.rules, later=chosen.later)))
    return Matched(boards, chosen.best.proof, chosen.schedule)


def _for_later(board: Board, chosen: Found) -> Board:
    """With the reason of one that another round without a repeat would not have had."""
    if not chosen.later or frozenset(board.numbers) in chosen.cheapest:
        return board
    return replace(board, reason=clauses(board.reason, FOR_LATER))


def part_forced(task: PairingTask, players: Players) -> tuple[list[Board], Players]:
    """The boards that the director asked for, and the players who are on none of them, in the order given."""
    by_number = {player.number: player for player in players}
    boards = []
    for left, right in task.rules.forced:
        if right == BYE:
            boards.append(make_bye(by_number.pop(left), Sentence("bye: {why}", why=ASKED_FOR)))
            continue
        first, second = by_number.pop(left), by_number.pop(right)
        met = by_meetings(task.meetings(first, second), Repeats.ALLOW, 0)
        boards.append(make_board(task, first, second, clauses(ASKED_FOR, met)))
    return boards, tuple(player for player in players if player.number in by_number)


def solve_with_bye(
    task: PairingTask, players: Players, levels: Levels, likely: Likely, whole: bool
) -> tuple[Players, Contestant | None, int, Optimum]:
    """Who plays, who has the bye, how many were passed over for it, and the optimum.

    The bye rules stand above all other costs, so the bye goes to the first in their order who leaves a pairing for the
    rest; only where some boards are forbidden can that not be the very first.  Raises NoPairingPossible.
    """
    if task.manual:
        return _priced(task, players, levels)
    candidates: tuple[Contestant | None, ...] = bye_order(players, task.rules) if len(players) % 2 else (None,)
    for passed_over, bye in enumerate(candidates):
        playing = tuple(player for player in players if player is not bye)
        if passed_over == 1 and not is_possible(task):
            break
        with suppress(NoPairingPossible):
            best = optimum(
                cross_table(playing, task), levels, task.repeats, likely, whole=whole, prove=task.options.prove
            )
            return playing, bye, passed_over, best
    raise no_pairing(task)


def _priced(task: PairingTask, players: Players, levels: Levels) -> tuple[Players, Contestant | None, int, Optimum]:
    """The boards of `task.manual` among these players, so that any list can be priced by a method's own costs."""
    inside = {player.number for player in players}
    boards = [line for line in task.manual if line.first in inside]
    sitting = {line.first for line in boards if line.second is None}
    placed = {number for line in boards for number in (line.first, line.second) if number is not None}
    if placed != inside or len(sitting) > 1:
        raise BadRequest("These boards cannot be priced: they leave somebody out, or cross the groups of the method.")
    playing = tuple(player for player in players if player.number not in sitting)
    place = {player.number: at for at, player in enumerate(playing)}
    pairs = sorted(
        (min(place[line.first], place[line.second]), max(place[line.first], place[line.second]))
        for line in boards
        if line.second is not None
    )
    bye = next((player for player in players if player.number in sitting), None)
    return playing, bye, 0, as_given(cross_table(playing, task), levels, task.repeats, pairs)


def boards_of(task: PairingTask, players: Players, best: Optimum, why: Why) -> list[Board]:
    """The games of an optimum with their reasons."""
    repeats = sum(bool(task.meetings(players[first], players[second])) for first, second in best.pairs)
    unpaired = 2 * repeats  # with the fewest repeats, that many players have nobody new left
    boards = []
    for (first, second), costs in zip(best.pairs, best.parts, strict=True):
        met = by_meetings(task.meetings(players[first], players[second]), task.repeats, unpaired)
        by_criterion = {part.criterion: part.value for part in costs}
        far = any(by_criterion.get(name) for name in ("wins", "places"))
        reason = why(first, second, players)
        if "uneven_starts" in by_criterion and far:
            reason = Sentence("{why} with even starts", why=reason)
        boards.append(make_board(task, players[first], players[second], clauses(reason, met), costs))
    return boards


def repeat_warnings(task: PairingTask, boards: list[Board]) -> list[str]:
    """One line a repeat."""
    by_number = {player.number: player for player in task.contestants}
    lines = []
    for board in boards:
        if board.second is None:
            continue
        if rounds := task.meetings(by_number[board.first], by_number[board.second]):
            lines.append(f"{board.first} and {board.second} meet again: they met in {rounds_text(rounds)}.")
    return lines


def forced_repeat_warnings(task: PairingTask, asked: list[Board], boards: list[Board]) -> list[str]:
    """One line a repeat of a solved round, after one that says that there is no pairing with fewer.

    asked: the boards that the director asked for, whose repeats nobody could avoid.
    """
    lines = repeat_warnings(task, boards)
    if lines and task.repeats is Repeats.AVOID:
        repeats = "1 repeat" if len(lines) == 1 else f"{len(lines)} repeats"
        lines = [f"{repeats}: this round has no pairing with fewer.", *lines]
    return [*repeat_warnings(task, asked), *lines]
