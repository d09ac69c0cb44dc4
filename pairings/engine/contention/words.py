"""Why a board of a contention-aware round stands as it does, and why a round could not be made, in words."""

from pairings.engine.contention.bans import Bans
from pairings.engine.contention.control import Evidence
from pairings.engine.contention.solution import Findings, Solution
from pairings.engine.reasons import by_place

REMEDIES = {
    "PP": "Boards asked for have taken opponents away: take one of them back.",
    "RU": "Rules of this division forbid boards: let one of them through.",
    "KH": "In the last round those who can still win a prize meet their neighbours: ask for one of these boards by hand.",
    "CL": "Only {opponents} may meet place 1, or who wins every game could miss first place: "
    "set control_loss to 1 for this round, or take back the board that stands in the way.",
    "GG": "Settled places keep groups of players apart: lower the gibson_spreads, or ask for one board by hand.",
    "GB": "The bye belongs to a settled player: forbid that bye no longer, or ask for another one.",
    "HG": "Place 1 does not meet the player who makes the number of contenders even: set cop_rules to recorded, "
    "or take back the board that stands in the way.",
    "TB": "The bye goes to the highest place with the fewest byes: choose another order of byes.",
    "F3": "Two rounds before the end 1 meets 4, 2 meets 5 and 3 meets 6: set control_loss to 1 for this round, "
    "or take back the board that stands in the way.",
}


def why(findings: Findings, solution: Solution, first: int, second: int) -> str:
    """The reason of a board.  first: the higher rank.  second: the lower rank, or the bye."""
    if reason := by_rule(findings, solution.bans, first, second):
        return reason
    scale = solution.scale
    if not scale.hopes(first):
        return by_place(first + 1, second + 1)
    limit = scale.outlook.limits[first]
    if second == limit:
        return f"place {second + 1} is the lowest who can still hope for place {first + 1}"
    if second < limit:
        return f"place {second + 1}, of those down to place {limit + 1} who can still hope for place {first + 1}"
    return f"place {second + 1} against place {first + 1}, though only those down to place {limit + 1} can hope for it"


def by_rule(findings: Findings, bans: Bans, first: int, second: int) -> str:
    """The reason of a board that a rule, a settled place or an odd field gives; "" where the costs chose it."""
    if second == bans.situation.bye:
        if findings.places.clinched[first]:
            return f"bye: place {first + 1} is settled, so the bye decides nothing"
        if bans.top_bye:
            return f"bye: place {first + 1}, the highest with the fewest byes"
        return f"bye: place {first + 1}, where it costs the other boards least"
    return _by_ban(findings, bans, first, second) or _by_settled(findings, bans, first, second)


def remedies(codes: set[str], opponents: tuple[int, ...]) -> tuple[str, ...]:
    """What stands in the way of a round, and what would help, one sentence a rule."""
    names = " or ".join(f"place {rank + 1}" for rank in opponents)
    return tuple(text.format(opponents=names) for code, text in REMEDIES.items() if code in codes)


def _by_ban(findings: Findings, bans: Bans, first: int, second: int) -> str:
    situation = bans.situation
    if (first, second) in bans.hills:
        last = findings.outlook.possible_casher(situation.stakes.place_prizes)
        if second <= last:
            return f"last round: places {first + 1} and {second + 1}, neighbours who can still win a prize"
        if first <= last:
            return f"last round: place {first + 1} can still win a prize, and place {second + 1} is the next one free"
        return f"last round: places {first + 1} and {second + 1} can still win a prize of their class"
    if (first, second) in bans.control.forced and bans.control.rank is None:
        return f"two rounds left and six still play for the top places: place {first + 1} meets place {second + 1}"
    if first == 0 and second in bans.control_opponents:
        rank = bans.control.rank or 0
        evidence = next((evidence for evidence in findings.control.evidence if evidence.rank == rank), None)
        shares = "" if evidence is None else f" ({_shares(evidence)})"
        who = "" if second == rank else f"; place {second + 1} stands next above"
        return f"place {rank + 1} must be able to catch place 1 by winning every game{shares}{who}"
    return ""


def _shares(evidence: Evidence) -> str:
    meeting, avoiding = (100 * wins // evidence.trials for wins in (evidence.meeting, evidence.avoiding))
    return f"first in {meeting}% of the trials where they meet, {avoiding}% where not"


def _by_settled(findings: Findings, bans: Bans, first: int, second: int) -> str:
    places = findings.places
    if places.groups[first]:
        return f"places {first + 1} and {second + 1}, with settled places around them, can only catch each other"
    if places.clinched[first] and places.clinched[second]:
        return f"places {first + 1} and {second + 1} are both settled"
    if not places.clinched[first] and not places.clinched[second]:
        return ""
    sure, other = (first, second) if places.clinched[first] else (second, first)
    last = findings.outlook.possible_casher(bans.situation.stakes.place_prizes)
    tail = "can no longer win a prize" if other > last else "costs the other boards least"
    return f"place {sure + 1} is settled; place {other + 1} {tail}"
