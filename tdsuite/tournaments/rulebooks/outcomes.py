"""More of the rulebooks' vocabulary: how games end, what they count, and what misconduct costs.

Durations are whole seconds, margins whole points, win values half wins (2 = a win).
"""

from dataclasses import dataclass
from enum import StrEnum

from .terms import RackRule

# ── ending and scoring ───────────────────────────────────────────────────────────────────────────────────────


class AfterTime(StrEnum):
    PLAY_ON = "play-on"
    GAME_ENDS = "game-ends"


@dataclass(frozen=True, slots=True)
class AfterEnd:
    """Time run after the true end."""

    disregarded: bool
    stops_after: int | None = None  # seconds after racks are shown; None = not stated
    opponents_fault_waived: bool = False
    director_may_erase: bool = False


class ForfeitLead(StrEnum):
    OPPONENTS = "opponents-lead"  # a leader who overruns loses by the minimum
    EITHERS = "either-lead"  # a leader who overruns loses by their own lead, where that is greater


@dataclass(frozen=True, slots=True)
class OvertimeForfeit:
    """after: seconds over.  The loser's margin is the lead then, as `lead` reads it, or `minimum` if greater."""

    after: int
    minimum: int
    lead: ForfeitLead = ForfeitLead.OPPONENTS


class TilesLeft(StrEnum):
    """The going-out player's reward for x points left opposite."""

    SPLIT = "a"  # +x and -x
    DOUBLE = "b"  # +2x and 0


class Zero(StrEnum):
    PASS_TURN = "pass"
    EXCHANGE = "exchange"
    PLAY_CHALLENGED_OFF = "play-challenged-off"
    FAILED_CHALLENGE = "failed-challenge"  # the challenger's lost turn


@dataclass(frozen=True, slots=True)
class ZeroTurns:
    turns: int  # consecutive, both players together
    kinds: tuple[Zero, ...]
    not_at_zero_zero: bool = False  # no end while the score is 0-0
    may_agree_sooner: bool = False
    double_pass_ends: bool = False


@dataclass(frozen=True, slots=True)
class FoundTile:
    until: str
    to: str
    grace: int = 0  # seconds after the last play in which it still counts
    unknown_left_out: bool = False  # nobody's if unclear


@dataclass(frozen=True, slots=True)
class RoundStopped:
    racks: RackRule
    warn_players: bool = False
    judge_delay: bool = False


@dataclass(frozen=True, slots=True)
class Recount:
    max_margin: int | None  # the largest game margin at which one may be asked; None = any game
    full_only: bool


@dataclass(frozen=True, slots=True)
class RecountCourse:
    """How recounts go."""

    sheet_to_director: bool = False  # a player who objects gives the sheet to the director, not the opponent
    sat_out_may_not_ask: bool = False  # who did not take part may not begin or demand another
    halted_applies_agreed: bool = False  # halted, what was agreed so far is applied (else the result stands)
    may_bar: bool = False  # changes in one player's favour can be barred
    director_verifies: bool = False  # a play both dispute is verified by the director
    report: bool = False  # an incident report is advised where a recount is halted or a play is verified


# ── results, forfeits and sanctions ──────────────────────────────────────────────────────────────────────────


class CorrectionDeadline(StrEnum):
    NEXT_GAME_STARTS = "next-game-starts"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SignedSheet:
    """Both players must agree."""

    deadline: CorrectionDeadline
    director_told_before_submission: bool
    differing_sheets_to_director: bool = False  # the director finds the result
    tally_sheet_rules: bool = False  # a tally sheet signed by both prevails


class HandsIn(StrEnum):
    """Who brings a signed sheet to the officials; after a tie either player."""

    WINNER = "winner"
    EITHER = "either"


class Rated(StrEnum):
    NO = "no"
    YES = "yes"
    IF_BEGUN = "if-begun"


class PostponeBy(StrEnum):
    OPPONENT_AND_DIRECTOR = "opponent-and-director"
    DIRECTOR = "director"


class ResignWhen(StrEnum):
    EMERGENCY_ONLY = "emergency-only"
    MUST_LEAVE = "must-leave"


@dataclass(frozen=True, slots=True)
class ResignMargin:
    """Loses by `base` plus the opponent's lead, a lead below zero counting as zero."""

    base: int


class EjectedGames(StrEnum):
    VOID = "void"
    AWARDED = "awarded"
    STAND = "stand"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Ejection:
    """award: margin of AWARDED games unless the opponent did better. Games still to come are byes for the opponents, or
    forfeits by the player."""

    round_robin: EjectedGames
    otherwise: EjectedGames
    award: int = 0
    bottom_of_standings: bool = False
    remaining_are_byes: bool = False
    remaining_forfeited: bool = False
    prizes_lost: bool = False  # the player may lose any award
    must_report: bool = False
    warnings_first: int = 0


class ReportTo(StrEnum):
    """Who outside the event is told of something."""

    RULES_COMMITTEE = "rules_committee"
    ASSOCIATION = "association"  # the national association
    WESPA = "wespa"


@dataclass(frozen=True, slots=True)
class Reporting:
    to: tuple[ReportTo, ...] = ()  # whom the director may tell, the usual one first; empty = nobody
    must: bool = False  # the book leaves no choice


class AppealTo(StrEnum):
    ASSOCIATION = "association"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Appeal:
    to: AppealTo
    conduct_only: bool = False
    after_event: bool = False
    may_amend_results: bool = False
    incident_report: bool = False
    jury_on_permissibility: bool = False
    body: str = "the national association"  # who hears it, in the book's words


class IncidentCatalogue(StrEnum):
    """Whose procedures are shown beside an incident; the texts stand with the incidents."""

    WESPA = "wespa"
    NSA = "nsa"
    SOWPODS = "sowpods"
    GUIDE = "guide"
    NONE = "none"  # the director's ruling, on every point
