"""What given boards break of the director's rules, by hand or by a method; `constraints` has the same rules as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.engine.model import Board, Contestant, PairingTask
from pairings.engine.rules import BYE, Strength
from .constraints import times_text


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule.

    rule: "unknown", "absent", "self", "twice", "left_out", "bye", "repeats", "starts", "factor", "schedule", or a rule of the round:
    "forced", "forbidden", "meetings", "apart", "classes".
    """

    rule: str
    message: str  # what is wrong
    numbers: tuple[int, ...] = ()  # the players concerned


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
            findings.extend(broken_by(task, players[first], players[second]))
    for first in sorted(byes):
        if (first, BYE) in task.rules.forbidden and not task.rules.lets(first, BYE):
            findings.append(Finding("forbidden", f"The director asked that {first} has no bye.", (first,)))
    return findings


def broken_by(task: PairingTask, player: Contestant, opponent: Contestant) -> list[Finding]:
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
