"""Judges any pairing against the rules, whoever made it: this engine, another program, or a director by hand.

It shares no code with the methods: who may meet is counted again, and the fewest repeats are found by a largest
matching among those who have not met.  Contention-aware methods have a rule of byes of their own, counted again in
`contention.bye_check`, and weigh a repeat against other costs: theirs are judged only where repeats are forbidden.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairings.engine.contention import bye_check
from pairings.engine.matching.constraints import times_text
from pairings.engine.matching.matching import largest_matching
from pairings.engine.methods.closing import may_start
from pairings.engine.model import Board, Contestant, Pairing, PairingTask, Repeats
from pairings.engine.rules import BYE, ByeOrder, Strength
from pairings.engine.starts.starters import by_structure, starter_of
from tdsuite.tournaments.engine.starts import FIRST, StartMode

BY_TABLE = ("round_robin", "group_round_robin", "quads", "team_round_robin", "interleaved", "initial_fontes")
OWN_BYES = ("australian", "chew", "knockout")


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule.

    rule: "unknown", "absent", "self", "twice", "left_out", "bye", "repeats", "starts", or a rule of the round:
    "forced", "forbidden", "meetings", "apart", "classes".
    """

    rule: str
    message: str  # what is wrong
    numbers: tuple[int, ...] = ()  # the players concerned


def check(task: PairingTask, pairing: Pairing) -> list[Finding]:
    """Everything that is wrong with one round, paired from `task`; an empty list where nothing is.

    Repeats, byes and starts are judged only where each player stands on one board, and not in a method whose table says
    who meets whom (`check_block` judges the starts that its structure assigns).  In a knockout those who are out stand on no board.
    """
    findings = check_places(task, pairing)
    players = {player.number: player for player in task.contestants}
    if not findings and task.method in BY_TABLE and not by_structure(task.start_mode):
        return _check_starts(task, pairing, players)
    if findings or task.method in BY_TABLE:
        return findings
    findings = [*check_rules(task, pairing.boards), *_check_starts(task, pairing, players)]
    if task.method in OWN_BYES:
        return findings
    return [*findings, *_check_byes(task, pairing), *_check_repeats(task, pairing)]


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
    if not by_structure(task.start_mode):
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
        if players[second].number not in met[first] and players[first].number not in met[second]
    ]
    return len(players) // 2 - len(largest_matching(len(players), edges))


def check_rules(task: PairingTask, boards: Sequence[Board]) -> list[Finding]:
    """The forced and forbidden boards, the cap on meetings, like players and classes: what the boards break of them."""
    players = {player.number: player for player in task.contestants}
    played = {(min(pair), max(pair)) for board in boards if len(pair := board.numbers) == 2}
    byes = {board.first for board in boards if board.is_bye}
    findings = []
    for first, second in task.rules.forced:
        if first not in byes if second == BYE else (min(first, second), max(first, second)) not in played:
            wish = f"{first} has the bye" if second == BYE else f"{first} and {second} meet"
            findings.append(
                Finding("forced", f"The director asked that {wish}.", (first, second) if second else (first,))
            )
    forced = {(min(pair), max(pair)) for pair in task.rules.forced}
    for first, second in sorted(played - forced):
        if not task.rules.lets(first, second):
            findings.extend(_broken(task, players[first], players[second]))
    for first in sorted(byes):
        if (first, BYE) in task.rules.forbidden and not task.rules.lets(first, BYE):
            findings.append(Finding("forbidden", f"The director asked that {first} has no bye.", (first,)))
    return findings


def _broken(task: PairingTask, player: Contestant, opponent: Contestant) -> list[Finding]:
    """What one board breaks of the rules that forbid boards."""
    rules, pair = task.rules, (player.number, opponent.number)
    who = f"{player.number} and {opponent.number}"
    findings = []
    if pair in rules.forbidden or pair[::-1] in rules.forbidden:
        findings.append(Finding("forbidden", f"The director asked that {who} do not meet.", pair))
    times = len(task.meetings(player, opponent))
    if rules.most_meetings and times >= rules.most_meetings:
        findings.append(
            Finding(
                "meetings",
                f"{who} have met {times_text(times)} already, and {times_text(rules.most_meetings)} is the most.",
                pair,
            )
        )
    for rule in rules.apart:
        alike = getattr(player, rule.kind) == getattr(opponent, rule.kind) != ""
        if alike and rule.holds_in(task.round) and rule.strength is Strength.MUST:
            findings.append(Finding("apart", f"{who} have the same {rule.kind}: {getattr(player, rule.kind)}.", pair))
    if rules.classes is Strength.MUST and player.prize_class != opponent.prize_class:
        findings.append(Finding("classes", f"{who} are in different classes.", pair))
    return findings


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
    if due is None or byes[0] == due.number:
        return []
    message = f"The bye is due to {due.number} (byes so far {due.byes}, rank {due.rank}), not to {byes[0]}."
    return [Finding("bye", message, byes)]


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
    playing = [players[number] for pair in games for number in pair]
    fewest = fewest_repeats(playing, since=task.rules.repeats_from)
    if len(again) > fewest and not _forbids_boards(task):
        return [Finding("repeats", f"{len(again)} repeats where {fewest} would do.", numbers)]
    return []


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
