"""What the pairing engine takes and gives back: plain frozen data, no database rows.

Wins are counted in half-wins (int), so a tie is exact.  Players are known by their number in the division.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tdsuite.tournaments.engine.starts import StartMode, StartRecord
from .options import NO_OPTIONS, MethodOptions
from .rules import NO_RULES, Rules

ENGINE_VERSION = "5"
NO_OPPONENT = 0
NO_STARTS = StartRecord()
Rounds = tuple[tuple[tuple[int, int], ...], ...]  # of each round its boards as two numbers, 0 beside a bye


class Repeats(StrEnum):
    """What a method may do with two players who have met."""

    AVOID = "avoid"  # as few repeats as this round allows
    ALLOW = "allow"  # a repeat costs nothing
    FORBID = "forbid"  # no repeat at all, or no pairing


class Proof(StrEnum):
    """How sure the engine is that no cheaper pairing exists."""

    NONE_NEEDED = "none needed"  # the method leaves nothing to choose
    WHOLE = "whole"  # proved by the solver over every board that may be played
    CANDIDATES = "candidates"  # proved over the likely boards only


@dataclass(frozen=True, slots=True)
class Contestant:
    """One player as the engine sees them before a round.

    halves, half_losses: half-wins for and against.  opponents: one number per earlier round in round order, NO_OPPONENT
    for a bye or a round not played.  results: (half-wins, spread) of each earlier round in round order, () where no
    method needs them.  club, family, team, country, prize_class: "" where there is none.
    """

    number: int  # > 0, unique in the division
    rank: int  # >= 1 in the standings the round is paired from; equal players may share it
    halves: int = 0
    half_losses: int = 0
    spread: int = 0  # points
    seed: int = 0  # place in the entry list
    record: StartRecord = NO_STARTS  # starts and replies
    byes: int = 0  # byes so far
    opponents: tuple[int, ...] = ()
    last_starts: frozenset[int] = frozenset()  # whom this player started against when the two last met
    absent: bool = False
    results: tuple[tuple[int, int], ...] = ()
    club: str = ""
    family: str = ""
    team: str = ""
    country: str = ""
    prize_class: str = ""
    volunteers: bool = False  # would rather have the bye than another

    @property
    def entry_order(self) -> tuple[int, int]:
        """The order of the entry list."""
        return (self.seed, self.number)

    @property
    def rank_order(self) -> tuple[int, int, int]:
        """The order of the standings, made total by seed and number."""
        return (self.rank, self.seed, self.number)

    @property
    def score_order(self) -> tuple[int, int, int, int]:
        """Most wins first, then the order of the standings."""
        return (-self.halves, *self.rank_order)

    def rounds_met(self, other: int) -> tuple[int, ...]:
        """The round numbers in which this player met `other`."""
        return tuple(number for number, name in enumerate(self.opponents, start=1) if name == other)


@dataclass(frozen=True, slots=True)
class ManualBoard:
    """One line of a director's list.  second None is a bye."""

    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class PairingTask:
    """Everything a round (or a block of rounds) is paired from."""

    contestants: tuple[Contestant, ...]
    round: int  # the round to pair, from 1 (of a block, its first)
    planned_rounds: int  # of the whole division
    method: str  # a key of `methods.registry.METHODS`
    seed: int = 0  # breaks ties; the same task gives the same boards on every machine
    start_mode: StartMode = StartMode.ASSIGNED
    repeats: Repeats = Repeats.AVOID
    rounds_free: int | None = (
        None  # rounds after this one that avoid repeats too: they are looked ahead at; None: nothing is
    )
    schedule_round: int = 0  # how many rounds of a round robin's table were paired before this one
    manual: tuple[ManualBoard, ...] = ()  # the director's list
    rules: Rules = NO_RULES  # what the director asks beyond the method
    options: MethodOptions = NO_OPTIONS  # the method's own

    @property
    def rounds_left(self) -> int:
        """Rounds still to come after this one; never below 0."""
        return max(0, self.planned_rounds - self.round)

    def meetings(self, player: Contestant, opponent: Contestant) -> tuple[int, ...]:
        """The rounds in which the two met and which count as meetings (`Rules.repeats_from`)."""
        return tuple(number for number in player.rounds_met(opponent.number) if number >= self.rules.repeats_from)

    def with_present(self, numbers: Collection[int]) -> "PairingTask":
        """The same with these players present, and no others."""
        field = tuple(replace(player, absent=player.number not in numbers) for player in self.contestants)
        return replace(self, contestants=field)

    def present(self) -> tuple[Contestant, ...]:
        """Those who play, in the order of the standings."""
        return tuple(
            sorted(
                (contestant for contestant in self.contestants if not contestant.absent),
                key=lambda contestant: contestant.rank_order,
            )
        )


@dataclass(frozen=True, slots=True)
class CostPart:
    """What one criterion adds to a board or to a round."""

    criterion: str  # a name of `costs`
    value: int  # int >= 0


@dataclass(frozen=True, slots=True)
class Board:
    """One game, or one bye when second is None.

    first starts, unless starts_by is "draw" (the tiles decide), "compare" (the records do, once known) or "none" (a
    bye).
    """

    first: int
    second: int | None
    starts_by: str
    reason: str  # why these two meet
    start_reason: str = ""  # why this one starts
    costs: tuple[CostPart, ...] = ()  # what each criterion adds, most important first

    @property
    def is_bye(self) -> bool:
        """True for a bye."""
        return self.second is None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The one or two players of the board."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A paired round."""

    round: int
    method: str
    seed: int
    boards: tuple[Board, ...]  # the best-ranked player's first, byes last
    warnings: tuple[str, ...] = ()
    total: tuple[CostPart, ...] = ()  # the sum of the boards' costs
    proof: Proof = Proof.NONE_NEEDED
    schedule: Rounds = ()  # rounds to come without a repeat: why this one forces none
    engine_version: str = field(default=ENGINE_VERSION)

    @property
    def byes(self) -> tuple[int, ...]:
        """The players who sit out with a bye."""
        return tuple(board.first for board in self.boards if board.is_bye)

    def cost(self, criterion: str) -> int:
        """The round's sum for one criterion; 0 where it was not counted."""
        return sum(part.value for part in self.total if part.criterion == criterion)


def rounds_from(stored: Sequence[Sequence[Sequence[int]]]) -> Rounds:
    """A schedule out of JSON."""
    return tuple(tuple((first, second) for first, second in boards) for boards in stored)
