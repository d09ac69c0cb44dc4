"""Judges any pairing against the rules, whoever made it: this engine, another program, or a director by hand.

It shares no code with the methods: who may meet is counted again, and the fewest repeats are found by a largest
matching among those who have not met.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.matching import largest_matching
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Repeats
from tdsuite.tournaments.engine.starts import FIRST, StartMode, who_starts


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule.

    rule: "unknown", "absent", "self", "twice", "left_out", "bye", "repeats" or "starts".  message: what is wrong.
    numbers: the players concerned.
    """

    rule: str
    message: str
    numbers: tuple[int, ...] = ()


def check(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """Everything that is wrong with one round, paired from `task`; an empty list where nothing is.

    Repeats, byes and starts are judged only where each player stands on one board, and not in a round robin, whose
    table says who meets whom (`check_block` judges its starts).
    """
    findings = check_places(task, pairing)
    if findings or task.method == "round_robin":
        return findings
    players = {player.number: player for player in task.contestants}
    return [*_check_byes(task, pairing), *_check_repeats(task, pairing), *_check_starts(task, pairing, players)]


def check_places(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """Whether every present player stands on exactly one board, and nobody else on any."""
    players = {player.number: player for player in task.contestants}
    findings = []
    for board in pairing.boards:
        if board.first == board.second:
            findings.append(Finding("self", f"{board.first} meets themselves.", (board.first,)))
    times = Counter(number for board in pairing.boards for number in set(board.numbers))
    for number in sorted(times):
        if number not in players:
            findings.append(Finding("unknown", f"There is no player {number}.", (number,)))
        elif players[number].absent:
            findings.append(Finding("absent", f"{number} is absent.", (number,)))
        if times[number] > 1:
            findings.append(Finding("twice", f"{number} stands on {times[number]} boards.", (number,)))
    left = tuple(sorted(player.number for player in task.present() if player.number not in times))
    if left:
        findings.append(Finding("left_out", f"On no board: {', '.join(map(str, left))}.", left))
    return findings


def check_block(task: PairingTask, pairings: Sequence[Pairing]) -> list[Finding]:
    """Rounds paired together: places in each, and starts within 1 of even over all where the players began level."""
    findings = [finding for pairing in pairings for finding in check_places(task, pairing)]
    balance: Counter[int] = Counter()
    for pairing in pairings:
        for board in pairing.boards:
            if board.second is not None and board.starts_by != "draw":
                balance[board.first] += 1
                balance[board.second] -= 1
    if len({player.record.balance for player in task.contestants}) <= 1:
        findings.extend(
            Finding("starts", f"{number} has {abs(off)} starts more or fewer than replies in the block.", (number,))
            for number, off in sorted(balance.items())
            if abs(off) > 1
        )
    return findings


def fewest_repeats(players: Sequence[Contestant]) -> int:
    """The least number of repeats in any pairing of these players, an even number of them."""
    met = [set(player.opponents) for player in players]
    edges = [
        (one, two)
        for one in range(len(players))
        for two in range(one + 1, len(players))
        if players[two].number not in met[one] and players[one].number not in met[two]
    ]
    return len(players) // 2 - len(largest_matching(len(players), edges))


def _check_byes(task: PairingTask, pairing: Pairing) -> list[Finding]:
    present = task.present()
    byes = pairing.byes
    if len(byes) != len(present) % 2:
        return [Finding("bye", f"{len(byes)} byes among {len(present)} players.", byes)]
    fewest = min(player.byes for player in present)
    due = max((player for player in present if player.byes == fewest), key=lambda player: player.rank_order)
    if not byes or byes[0] == due.number or task.repeats is Repeats.FORBID:
        return []
    message = f"The bye is due to {due.number} (byes so far {due.byes}, rank {due.rank}), not to {byes[0]}."
    return [Finding("bye", message, byes)]


def _check_repeats(task: PairingTask, pairing: Pairing) -> list[Finding]:
    if task.repeats is Repeats.ALLOW:
        return []
    players = {player.number: player for player in task.contestants}
    again = [board for board in pairing.boards if board.second in players[board.first].opponents and board.second]
    if not again:
        return []
    playing = [player for player in task.present() if player.number not in pairing.byes]
    fewest = fewest_repeats(playing)
    numbers = tuple(number for board in again for number in board.numbers)
    if task.repeats is Repeats.FORBID:
        return [Finding("repeats", f"Repeats are forbidden, {len(again)} played.", numbers)]
    if len(again) > fewest:
        return [Finding("repeats", f"{len(again)} repeats where {fewest} would do.", numbers)]
    return []


def _check_starts(task: PairingTask, pairing: Pairing, players: dict[int, Contestant]) -> list[Finding]:
    findings = []
    for board in pairing.boards:
        if board.second is not None:
            wrong = _wrong_start(task.start_mode, board, players[board.first], players[board.second])
            if wrong:
                findings.append(Finding("starts", wrong, board.numbers))
    return findings


def _wrong_start(mode: StartMode, board: Board, first: Contestant, second: Contestant) -> str:
    """What is wrong with one game's start, or an empty text.  Where records are equal, either may start if assigned."""
    decisions = [who_starts(first.record, second.record, mode, tie_break=coin) for coin in (0, 1)]
    if decisions[0].starts_by != board.starts_by:
        return (
            f"{first.number} against {second.number}: the start is by {decisions[0].starts_by}, not {board.starts_by}."
        )
    if board.starts_by != "draw" and FIRST not in {decision.starter for decision in decisions}:
        return f"{second.number} starts against {first.number}: {decisions[0].reason}."
    return ""
