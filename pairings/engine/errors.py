"""What can go wrong when a round is paired, each with what the director can do about it."""

from dataclasses import dataclass
from typing import Any


class PairingError(Exception):
    """A round that cannot be paired as asked.  It comes whole out of another process, where large fields are paired."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[PairingError], args: tuple[Any, ...], facts: dict[str, Any]) -> PairingError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


@dataclass(frozen=True, slots=True)
class Relaxation:
    """One exception that would help.

    board: two numbers, or (number, 0) for a bye; under "forced" the board to give up, else the one to let through.
    """

    rule: str  # "repeats", "meetings", "forbidden", "apart", "classes", "forced" or "bye"
    board: tuple[int, int]
    text: str  # what the director would say


class NoPairingPossible(PairingError):
    """The constraints clash.

    players: the numbers that stay without an opponent under the best attempt.  clash: the rules that cannot all be
    kept, none of which could be left out of the list.  relaxations: the fewest exceptions that make a round possible.
    """

    def __init__(
        self,
        message: str,
        players: tuple[int, ...] = (),
        *,
        clash: tuple[str, ...] = (),
        relaxations: tuple[Relaxation, ...] = (),
    ) -> None:
        super().__init__(message)
        self.players = players
        self.clash = clash
        self.relaxations = relaxations


class BadRequest(PairingError):
    """A rule of the round that contradicts itself or names somebody who is not there."""


class BadOption(PairingError):
    """A method's option that it cannot follow.  option: its name."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(f"The option {option} {problem}")
        self.option = option


class TooFewPlayers(PairingError):
    """Fewer than two players are present."""

    def __init__(self, present: int) -> None:
        super().__init__(f"Only {present} present: a round needs at least 2 players. Check the absences.")
        self.present = present


class UnknownMethod(PairingError):
    """A method key that does not exist.  known: the keys that do."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no pairing method {key!r}. Known: {', '.join(known)}.")
        self.key = key
        self.known = known


class DuplicatePlayer(PairingError):
    """The same player number twice."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Player number {number} stands twice in the field. Give each player a number of their own.")
        self.number = number


class BadHistory(PairingError):
    """The history of two players disagrees, or is longer than the rounds before this one."""


class BadRound(PairingError):
    """A round number that the method cannot pair."""


class BadManualPairing(PairingError):
    """A line of the director's list that cannot be played.  board: its place in the list from 1, 0 for the whole."""

    def __init__(self, board: int, problem: str) -> None:
        super().__init__(f"Board {board} of the list: {problem}" if board else problem)
        self.board = board


class WeightOverflow(PairingError):
    """The costs of a round are too wide to be kept apart exactly.  bits: what they would take."""

    def __init__(self, bits: int) -> None:
        super().__init__(
            f"The costs of this round need {bits} bits, more than the exact solver holds. "
            "Pair the division in two parts, or use another method for this round."
        )
        self.bits = bits


class SolverFailed(PairingError):
    """The solver's own proof of its answer failed: the answer is thrown away."""
