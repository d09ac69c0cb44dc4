"""Judges any pairing against the rules, whoever made it: this engine, another program, or a director by hand.

It shares no code with the methods: who may meet is counted again, and the fewest repeats are found by a largest
matching among those who have not met.  Contention-aware methods have a rule of byes of their own, counted again in
`contention.bye_check`, and weigh a repeat against other costs: theirs are judged only where repeats are forbidden.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from pairings.engine.contention import bye_check
from pairings.engine.matching.ahead import shuts_out
from pairings.engine.matching.broken_rules import Finding, broken_by, check_rules
from pairings.engine.matching.costs import pack
from pairings.engine.matching.field import Ints, cross_table
from pairings.engine.matching.matching import cheapest_perfect_matching, largest_matching
from pairings.engine.methods.closing import may_start
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Repeats
from pairings.engine.rules import BYE, ByeOrder, Strength
from pairings.engine.starts.starters import starter_of
from tdsuite.tournaments.engine.starts import FIRST, StartMode

BY_TABLE = ("round_robin", "group_round_robin", "quads", "team_round_robin", "interleaved", "initial_fontes")
OWN_BYES = ("australian", "chew", "knockout")


def check(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """Everything that is wrong with one round, paired from `task`; an empty list where nothing is.

    Repeats, byes and starts are judged only where each player stands on one board, and not in a method whose table says
    who meets whom (`check_block` judges the starts that its structure assigns).  In a knockout those who are out stand on no board.
    """
    findings = check_places(task, pairing)
    players = {player.number: player for player in task.contestants}
    if not findings and task.method in BY_TABLE and task.start_mode is not StartMode.ASSIGNED:
        return _check_starts(task, pairing, players)
    if findings or task.method in BY_TABLE:
        return findings
    findings = [*check_rules(task, pairing.boards), *_check_starts(task, pairing, players)]
    if task.method in OWN_BYES:
        return findings
    findings += [*_check_byes(task, pairing), *_check_repeats(task, pairing), *_check_factor(task, pairing)]
    return [*findings, *_check_schedule(task, pairing)]


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
    if left and task.method != "knockout":
        findings.append(Finding("left_out", f"On no board: {', '.join(map(str, left))}.", left))
    return findings


def check_block(task: PairingTask, pairings: Sequence[Pairing]) -> list[Finding]:
    """Rounds paired together: places in each, and starts.

    Starts that the structure assigns are within 1 of even over all where the players began level.  Others are as the
    records say that are known then: nobody is named after an earlier game of the block (WESPA 2.1(a), 2.1(b)(ii)).
    """
    findings = [finding for pairing in pairings for finding in check_places(task, pairing)]
    if task.start_mode is not StartMode.ASSIGNED:
        return findings if findings else _check_known_starts(task, pairings)
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


def _check_known_starts(task: PairingTask, pairings: Sequence[Pairing]) -> list[Finding]:
    players = {player.number: player for player in task.contestants}
    findings = []
    for pairing in pairings:
        findings += _check_starts(task, pairing, players)
        for board in pairing.boards:
            for number in board.numbers if board.second is not None else ():
                record = players[number].record
                players[number] = replace(players[number], record=replace(record, unknown=record.unknown + 1))
    return findings


def fewest_repeats(players: Sequence[Contestant], since: int = 1) -> int:
    """The least number of repeats in any pairing of these players, an even number of them.  since: the first round
    whose meetings count."""
    met = [set(player.opponents[since - 1 :]) for player in players]
    edges = [
        (first, second)
        for first in range(len(players))
        for second in range(first + 1, len(players))
        if players[second].number not in met[first]
    ]
    return len(players) // 2 - len(largest_matching(len(players), edges))


def _check_byes(task: PairingTask, pairing: Pairing) -> list[Finding]:
    asked = {item for board in task.rules.forced for item in board}
    free = [player for player in task.present() if player.number not in asked]
    byes = tuple(number for number in pairing.byes if number not in asked)
    if len(byes) != len(free) % 2:
        return [Finding("bye", f"{len(byes)} byes among {len(free)} players.", byes)]
    if byes and task.method in bye_check.METHODS:
        wrong = bye_check.wrong_bye(task, byes[0])
        return [Finding("bye", wrong, byes)] if wrong else []
    if not byes or task.repeats is Repeats.FORBID or _forbids_boards(task):
        return []
    due = _due(task, free)
    if due is None or byes[0] == due.number or _lets_nobody_meet_twice(task, due, byes[0]):
        return []
    message = f"The bye is due to {due.number} (byes so far {due.byes}, rank {due.rank}), not to {byes[0]}."
    return [Finding("bye", message, byes)]


def _lets_nobody_meet_twice(task: PairingTask, due: Contestant, sitting: int) -> bool:
    """Whether a bye may have passed on, where rounds are looked ahead at: to somebody with as few byes, as willing."""
    if task.rounds_free is None or not task.rules.may_pass_bye:
        return False
    other = next(player for player in task.contestants if player.number == sitting)
    return (other.byes, other.volunteers) == (due.byes, due.volunteers)


def _check_schedule(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """The rounds to come that a pairing promises: everybody in each of them, and no two meet twice, counted from the round on."""
    if not pairing.schedule:
        return _check_rounds_to_come(task, pairing)
    here = {player.number for player in task.present()}
    here |= {BYE} if len(here) % 2 else set()
    players = {player.number: player for player in task.contestants}
    may = [pair for pair in combinations(here - {BYE}, 2) if not broken_by(task, players[pair[0]], players[pair[1]])]
    fewest = min((_met(task, players[first], players[second]) for first, second in may), default=0)
    played = {frozenset((board.first, board.second or BYE)) for board in pairing.boards}
    findings = []
    for later, boards in enumerate(pairing.schedule, start=pairing.round + 1):
        pairs = [frozenset(board) for board in boards]
        numbers = tuple(sorted(number for pair in pairs for number in pair))
        again = played.intersection(pairs) or any(
            BYE not in pair and _met(task, *(players[number] for number in pair)) > fewest for pair in pairs
        )
        if numbers != tuple(sorted(here)) or again:
            findings.append(
                Finding("schedule", f"Round {later} of the schedule does not do without a repeat.", numbers)
            )
        played.update(pairs)
    return findings


def _check_rounds_to_come(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """Boards by hand, asked for or imported that force a repeat later, of methods that look ahead."""
    if task.method in bye_check.METHODS:
        return []
    rounds = shuts_out(task, [board.numbers for board in pairing.boards])
    if rounds is None:
        return []
    first, last = rounds
    text = f"round {first}" if first == last else f"rounds {first} to {last}"
    return [Finding("schedule", f"These boards leave no way to play {text} without a repeat; other boards would.", ())]


def _met(task: PairingTask, player: Contestant, other: Contestant) -> int:
    return len(task.meetings(player, other))


def _due(task: PairingTask, free: Sequence[Contestant]) -> Contestant | None:
    """To whom the bye is due: counted afresh, one rule after the other."""
    rules = task.rules
    due = [
        contestant
        for contestant in free
        if contestant.rank > rules.no_bye_above and (contestant.number, BYE) not in rules.forbidden
    ]
    due.extend(contestant for contestant in free if rules.lets(contestant.number, BYE) and contestant not in due)
    due = [contestant for contestant in due if contestant.volunteers] or due
    sizes = Counter(player.team for player in free if player.team)
    largest = [team for team, size in sizes.items() if size == max(sizes.values())]
    if rules.largest_team_byes and len(largest) == 1 and sizes[largest[0]] > 2:
        due = [contestant for contestant in due if contestant.team == largest[0]] or due
    if rules.bye_order is not ByeOrder.ALWAYS_BOTTOM:
        due = [contestant for contestant in due if contestant.byes == min(other.byes for other in due)]
    best = rules.bye_order is ByeOrder.TOP_DOWN
    return (min if best else max)(due, key=lambda player: player.rank_order, default=None)


def _forbids_boards(task: PairingTask) -> bool:
    """Whether some board may not be played at all, so that a bye can have to be passed on."""
    rules = task.rules
    apart = any(rule.strength is Strength.MUST for rule in rules.apart_in(task.round))
    return bool(rules.forbidden or rules.most_meetings or apart or rules.classes is Strength.MUST)


def _check_repeats(task: PairingTask, pairing: Pairing) -> list[Finding]:
    if task.repeats is Repeats.ALLOW:
        return []
    players = {player.number: player for player in task.contestants}
    asked = {number for board in task.rules.forced for number in board}
    games = [(board.first, board.second) for board in pairing.boards if board.second and board.first not in asked]
    again = [(first, second) for first, second in games if task.meetings(players[first], players[second])]
    if not again:
        return []
    numbers = tuple(number for pair in again for number in pair)
    if task.repeats is Repeats.FORBID:
        wrong = [pair for pair in again if not task.rules.lets(*pair)]
        return [Finding("repeats", f"Repeats are forbidden, {len(wrong)} played.", numbers)] if wrong else []
    if task.method in bye_check.METHODS:
        return []
    fewest = fewest_repeats([players[number] for pair in games for number in pair], since=task.rules.repeats_from)
    if len(again) > fewest and not _forbids_boards(task):
        return [Finding("repeats", f"{len(again)} repeats where {fewest} would do.", numbers)]
    return []


def _check_factor(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """The first f places meet the next f, as far as repeats, rounds to come, softer rules and starts that would stay uneven let them."""
    soft = any(rule.strength is Strength.AVOID for rule in task.rules.apart_in(task.round))
    if task.method != "factor" or pairing.schedule or soft or task.rules.classes is Strength.AVOID:
        return []
    asked = {number for board in task.rules.forced for number in board}
    free = [player for player in task.present() if player.number not in asked]
    factor = task.options.factor or max(1, min(task.rounds_left + 1, len(free) // 2))
    playing = sorted(
        (player for player in free if player.number not in pairing.byes), key=lambda player: player.score_order
    )
    half = {player.number: min(at // factor, 2) for at, player in enumerate(playing)}  # 0 upper, 1 lower, 2 below them

    def is_off(pair: Sequence[int]) -> bool:
        return {half[number] for number in pair} not in ({0, 1}, {2})

    def may_meet(first: Contestant, second: Contestant) -> bool:
        if task.repeats is not Repeats.ALLOW and task.meetings(first, second):
            return False
        return task.rules.lets(first.number, second.number) or not broken_by(task, first, second)

    games = [board.numbers for board in pairing.boards if not board.is_bye and board.first in half]
    by_number = {player.number: player for player in playing}
    off = [pair for pair in games if is_off(pair)]
    if not off or not all(may_meet(*(by_number[number] for number in pair)) for pair in games):
        return []
    needs = cross_table(tuple(playing), task).needs

    def cost(first: Ints, second: Ints) -> Ints:
        """Of pairs of places: 1 a board off, and for a start that stays uneven what outweighs two of them."""
        uneven = needs.uneven_of_pairs(first, second) if task.options.even_everywhere else None
        places = zip(first, second, strict=True)
        boards_off = np.array([int(is_off((playing[a].number, playing[b].number))) for a, b in places])
        return boards_off if uneven is None else boards_off + 2 * uneven

    edges = np.array([(a, b) for b in range(len(playing)) for a in range(b) if may_meet(playing[a], playing[b])])
    packed = pack([cost(*edges.T)], len(playing) // 2)
    best = cheapest_perfect_matching(len(playing), edges[:, 0], edges[:, 1], packed) or []
    fewest = sum(is_off((playing[a].number, playing[b].number)) for a, b in best)
    at = {player.number: place for place, player in enumerate(playing)}
    played = np.array([sorted(at[number] for number in pair) for pair in games])
    if len(off) <= fewest or cost(*played.T).sum() <= cost(*np.array(best).T).sum():
        return []
    text = f"The first {factor} places meet the next {factor}: {len(off)} boards off that where {fewest} would do."
    return [Finding("factor", text, tuple(number for pair in off for number in pair))]


def _check_starts(task: PairingTask, pairing: Pairing, players: dict[int, Contestant]) -> list[Finding]:
    findings = []
    for board in pairing.boards:
        if board.second is not None:
            wrong = _wrong_start(task, board, players[board.first], players[board.second])
            if wrong:
                findings.append(Finding("starts", wrong, board.numbers))
    return findings


def _wrong_start(task: PairingTask, board: Board, first: Contestant, second: Contestant) -> str:
    """What is wrong with one game's start, or an empty text.  Where records are equal, either may start if assigned, and
    before the last two rounds of a cycle also where two who meet again would else start in turn (`closing`)."""
    mode = task.start_mode
    settled = task.options.even_starts and (task.rounds_left == 1 or (task.rounds_left and task.options.starts_ahead))
    if mode is StartMode.ASSIGNED and settled and may_start(first, second):
        return (
            "" if board.starts_by == "assigned" else f"{first.number} against {second.number}: the start is assigned."
        )
    decisions = [starter_of(first, second, mode, coin, ahead=task.options.starts_ahead) for coin in (0, 1)]
    if decisions[0].starts_by != board.starts_by:
        return (
            f"{first.number} against {second.number}: the start is by {decisions[0].starts_by}, not {board.starts_by}."
        )
    if board.starts_by not in ("draw", "compare") and FIRST not in {decision.starter for decision in decisions}:
        return f"{second.number} starts against {first.number}: {decisions[0].reason}."
    return ""
