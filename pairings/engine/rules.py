"""What a director may ask of a round beyond its method: who must meet, who must not, who stays apart, who sits out."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Meeting = tuple[int, int]

BYE = 0  # in a pair of numbers: the first one sits out
KINDS = ("club", "family", "team", "country")


class ByeOrder(StrEnum):
    """Which player an odd field gives its bye to."""

    BOTTOM_UP = "bottom_up"  # fewest byes, of these the lowest rank
    TOP_DOWN = "top_down"  # fewest byes, of these the highest rank
    ALWAYS_BOTTOM = "always_bottom"  # the lowest rank, however many byes that player had


class Strength(StrEnum):
    """How binding a rule is."""

    OFF = "off"
    AVOID = "avoid"  # as seldom as this round allows, once repeats are as few as they can be
    MUST = "must"  # never, or no pairing


@dataclass(frozen=True, slots=True)
class Apart:
    """Players alike in one thing do not meet."""

    kind: str  # one of KINDS
    until: int = 0  # the last round in which this holds; 0 for every round
    strength: Strength = Strength.AVOID  # AVOID or MUST

    def holds_in(self, round_number: int) -> bool:
        """Whether the rule is still asked for in this round."""
        return self.strength != Strength.OFF and (self.until == 0 or round_number <= self.until)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one round; the defaults ask for nothing.

    forced, forbidden: pairs of numbers, (number, BYE) for a bye.  bye_passes: to the next with as few byes, where it would force a
    repeat.  largest_team_byes: the bye comes from the largest team, where only one is and it has more than two players present.
    """

    forced: tuple[Meeting, ...] = ()
    forbidden: tuple[Meeting, ...] = ()
    exempt: tuple[Meeting, ...] = ()  # pairs that may be played whatever the MUST rules say
    apart: tuple[Apart, ...] = ()  # who stays apart
    classes: Strength = Strength.OFF  # whether players of different prize classes stay apart
    most_meetings: int = 0  # how often two may meet, this round included; 0 for any number
    repeats_from: int = 1  # meetings in earlier rounds are forgotten
    bye_order: ByeOrder = ByeOrder.BOTTOM_UP
    no_bye_above: int = 0  # ranks 1 to this one get no bye
    bye_passes: bool = True
    largest_team_byes: bool = False

    @property
    def may_pass_bye(self) -> bool:
        """Whether somebody else with as few byes may have it."""
        return self.bye_passes and self.bye_order is not ByeOrder.ALWAYS_BOTTOM

    def lets(self, first: int, second: int) -> bool:
        """Whether a board was exempted from every rule."""
        return is_among(self.exempt, first, second)

    def apart_in(self, round_number: int) -> tuple[Apart, ...]:
        """The rules about like players that hold in this round."""
        return tuple(rule for rule in self.apart if rule.holds_in(round_number))


NO_RULES = Rules()


def is_among(pairs: tuple[Meeting, ...], first: int, second: int) -> bool:
    """Whether a pair of numbers is in the list, in either order."""
    return (first, second) in pairs or (second, first) in pairs


def rules_from(facts: Mapping[str, Any]) -> Rules:
    """Rules as they come out of JSON.  Raises TypeError, KeyError or ValueError where they were not made by `asdict`."""
    values: dict[str, Any] = dict(facts)
    for name in ("forced", "forbidden", "exempt"):
        values[name] = tuple((int(first), int(second)) for first, second in values.get(name, ()))
    values["apart"] = tuple(
        Apart(str(row["kind"]), int(row["until"]), Strength(row["strength"])) for row in values.get("apart", ())
    )
    values["classes"] = Strength(values.get("classes", Strength.OFF))
    values["bye_order"] = ByeOrder(values.get("bye_order", ByeOrder.BOTTOM_UP))
    return Rules(**values)
