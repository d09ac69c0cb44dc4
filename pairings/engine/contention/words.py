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
    "TB": "The bye goes to the highest place with the fewest byes: choose another order of byes.",
    "F3": "Two rounds before the end 1 meets 4, 2 meets 5 and 3 meets 6: set control_loss to 1 for this round, "
    "or take back the board that stands in the way.",
}


def why(findings: Findings, solution: Solution, one: int, two: int) -> str:
    """The reason of a board.  one: the higher rank.  two: the lower rank, or the bye."""
    return by_rule(findings, solution.bans, one, two) or _by_hope(solution, one, two)


def by_rule(findings: Findings, bans: Bans, one: int, two: int) -> str:
    """The reason of a board that a rule, a settled place or an odd field gives; "" where the costs chose it."""
    if two == bans.situation.bye:
        return _of_bye(findings, bans, one)
    return _by_ban(findings, bans, one, two) or _by_settled(findings, bans, one, two)


def remedies(codes: set[str], opponents: tuple[int, ...]) -> tuple[str, ...]:
    """What stands in the way of a round, and what would help, one sentence a rule."""
    names = " or ".join(f"place {rank + 1}" for rank in opponents)
    return tuple(text.format(opponents=names) for code, text in REMEDIES.items() if code in codes)


def _of_bye(findings: Findings, bans: Bans, one: int) -> str:
    if findings.places.clinched[one]:
        return f"bye: place {one + 1} is settled, so the bye decides nothing"
    if bans.top_bye:
        return f"bye: place {one + 1}, the highest with the fewest byes"
    return f"bye: place {one + 1}, where it costs the other boards least"


def _by_ban(findings: Findings, bans: Bans, one: int, two: int) -> str:
    situation = bans.situation
    if (one, two) in bans.hills:
        last = findings.outlook.possible_casher(situation.stakes.place_prizes)
        if two <= last:
            return f"last round: places {one + 1} and {two + 1}, neighbours who can still win a prize"
        if one <= last:
            return f"last round: place {one + 1} can still win a prize, and place {two + 1} is the next one free"
        return f"last round: places {one + 1} and {two + 1} can still win a prize of their class"
    if (one, two) in bans.control.forced:
        return f"two rounds left and six still play for the top places: place {one + 1} meets place {two + 1}"
    if one == 0 and two in bans.control_opponents:
        return _by_control(findings, bans.control.rank or 0, two)
    return ""


def _by_control(findings: Findings, rank: int, two: int) -> str:
    evidence = next((one for one in findings.control.evidence if one.rank == rank), None)
    shares = "" if evidence is None else f" ({_shares(evidence)})"
    who = "" if two == rank else f"; place {two + 1} stands next above"
    return f"place {rank + 1} must be able to catch place 1 by winning every game{shares}{who}"


def _shares(evidence: Evidence) -> str:
    meeting, avoiding = (100 * wins // evidence.trials for wins in (evidence.meeting, evidence.avoiding))
    return f"first in {meeting}% of the trials where they meet, {avoiding}% where not"


def _by_settled(findings: Findings, bans: Bans, one: int, two: int) -> str:
    places = findings.places
    if places.groups[one]:
        return f"places {one + 1} and {two + 1}, with settled places around them, can only catch each other"
    if places.clinched[one] and places.clinched[two]:
        return f"places {one + 1} and {two + 1} are both settled"
    if not places.clinched[one] and not places.clinched[two]:
        return ""
    sure, other = (one, two) if places.clinched[one] else (two, one)
    last = findings.outlook.possible_casher(bans.situation.stakes.place_prizes)
    tail = "can no longer win a prize" if other > last else "costs the other boards least"
    return f"place {sure + 1} is settled; place {other + 1} {tail}"


def _by_hope(solution: Solution, one: int, two: int) -> str:
    scale = solution.scale
    if not scale.hopes(one):
        return by_place(one + 1, two + 1)
    limit = scale.outlook.limits[one]
    if two == limit:
        return f"place {two + 1} is the lowest who can still hope for place {one + 1}"
    if two < limit:
        return f"place {two + 1}, of those down to place {limit + 1} who can still hope for place {one + 1}"
    return f"place {two + 1} against place {one + 1}, though only those down to place {limit + 1} can hope for it"
