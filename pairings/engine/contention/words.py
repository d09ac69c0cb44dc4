"""Why a board of a contention-aware round stands as it does, and why a round could not be made, in words."""

from pairings.engine.reasons import by_place
from tdsuite.platform.words.sentences import Sentence, catalogued, clauses
from .bans import Bans
from .control import Evidence
from .solution import Findings, Solution

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
        return Sentence(
            "place {number} is the lowest who can still hope for place {other}", number=second + 1, other=first + 1
        )
    message = (
        catalogued("place {number}, of those down to place {last} who can still hope for place {other}") if second < limit
        else catalogued("place {number} against place {other}, though only those down to place {last} can hope for it")
    )  # fmt: skip
    return Sentence(message, number=second + 1, other=first + 1, last=limit + 1)


def by_rule(findings: Findings, bans: Bans, first: int, second: int) -> str:
    """The reason of a board that a rule, a settled place or an odd field gives; "" where the costs chose it."""
    if second == bans.situation.bye:
        if findings.places.clinched[first]:
            return _bye(Sentence("place {number} is settled, so the bye decides nothing", number=first + 1))
        if bans.top_bye:
            return _bye(Sentence("place {number}, the highest with the fewest byes", number=first + 1))
        return _bye(Sentence("place {number}, where it costs the other boards least", number=first + 1))
    return _by_ban(findings, bans, first, second) or _by_settled(findings, bans, first, second)


def remedies(codes: set[str], opponents: tuple[int, ...]) -> tuple[str, ...]:
    """What stands in the way of a round, and what would help, one sentence a rule."""
    names = " or ".join(f"place {rank + 1}" for rank in opponents)
    return tuple(text.format(opponents=names) for code, text in REMEDIES.items() if code in codes)


def _by_ban(findings: Findings, bans: Bans, first: int, second: int) -> str:
    situation, places = bans.situation, {"number": first + 1, "other": second + 1}
    if (first, second) in bans.hills:
        last = findings.outlook.possible_casher(situation.stakes.place_prizes)
        if second <= last:
            return Sentence("last round: places {number} and {other}, neighbours who can still win a prize", **places)
        if first <= last:
            return Sentence(
                "last round: place {number} can still win a prize, and place {other} is the next one free", **places
            )
        return Sentence("last round: places {number} and {other} can still win a prize of their class", **places)
    if (first, second) in bans.control.forced and bans.control.rank is None:
        return Sentence(
            "two rounds left and six still play for the top places: place {number} meets place {other}", **places
        )
    if first == 0 and second in bans.control_opponents:
        rank = bans.control.rank or 0
        evidence = next((evidence for evidence in findings.control.evidence if evidence.rank == rank), None)
        why = Sentence(
            "place {number} must be able to catch place {other} by winning every game", number=rank + 1, other=1
        )
        if evidence is not None:
            why = Sentence("{why} ({shares})", why=why, shares=_shares(evidence))
        return clauses(why, "" if second == rank else Sentence("place {number} stands next above", number=second + 1))
    return ""


def _shares(evidence: Evidence) -> str:
    meeting, avoiding = (100 * wins // evidence.trials for wins in (evidence.meeting, evidence.avoiding))
    return Sentence(
        "first in {share} of the trials where they meet, {other_share} where not",
        share=percent(meeting), other_share=percent(avoiding),
    )  # fmt: skip


def percent(number: int) -> str:
    return Sentence("{number}%", number=number)


def _bye(why: str) -> str:
    return Sentence("bye: {why}", why=why)


def _by_settled(findings: Findings, bans: Bans, first: int, second: int) -> str:
    places = findings.places
    if places.groups[first]:
        return Sentence(
            "places {number} and {other}, with settled places around them, can only catch each other",
            number=first + 1, other=second + 1,
        )  # fmt: skip
    if places.clinched[first] and places.clinched[second]:
        return Sentence("places {number} and {other} are both settled", number=first + 1, other=second + 1)
    if not places.clinched[first] and not places.clinched[second]:
        return ""
    sure, other = (first, second) if places.clinched[first] else (second, first)
    last = findings.outlook.possible_casher(bans.situation.stakes.place_prizes)
    far, cheap = (
        catalogued("place {number} can no longer win a prize"),
        catalogued("place {number} costs the other boards least"),
    )
    settled = Sentence("place {number} is settled", number=sure + 1)
    return clauses(settled, Sentence(far if other > last else cheap, number=other + 1))
