"""A round put in between or taken out: what becomes of every number that named a round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class How(StrEnum):
    """Whether a round goes or comes."""

    OUT = "out"
    IN = "in"


@dataclass(frozen=True, slots=True)
class Renumbering:
    """Round `at` is taken out, or a new round `at` is put in before the one that had the number."""

    at: int
    how: How

    @property
    def step(self) -> int:
        """What is added to the numbers of later rounds."""
        return -1 if self.how is How.OUT else 1

    def round(self, number: int) -> int | None:
        """The new number of a round; None for the one taken out."""
        if number < self.at:
            return number
        return None if number == self.at and self.how is How.OUT else number + self.step

    def rounds(self, numbers: Iterable[int]) -> list[int]:
        """The new numbers of rounds, without the one taken out."""
        return [new for number in numbers if (new := self.round(number)) is not None]

    def since(self, number: int) -> int:
        """The new number of what holds from a round on: a round put in just before it is reached by it too."""
        return number + self.step if number > self.at else number

    def until(self, number: int) -> int:
        """The new number of what holds to the end of a round; 0 where no round is left to it."""
        return number + self.step if number >= self.at else number

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """The new first and last of rounds in a row; None where only the round taken out was meant."""
        begin = first + self.step if first > self.at or (first == self.at and self.how is How.IN) else first
        end = self.until(last)
        return (begin, end) if begin <= end else None

    def by_round(self, values: Sequence[int]) -> list[int]:
        """A value a round, the last one repeating: later ones keep theirs, a round put in has that of the one behind it."""
        by_number = list(values)
        if self.how is How.IN and self.at <= len(by_number):
            by_number.insert(self.at - 1, by_number[self.at - 1])
        elif self.how is How.OUT and self.at < len(by_number):
            by_number.pop(self.at - 1)
        return by_number
