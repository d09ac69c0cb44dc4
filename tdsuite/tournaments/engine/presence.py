"""Who is here: one answer for one player in one round, from what was said and what was played.

The latest word counts: a word about a later round, a game played since, a word said at the table after one at check-in.
Somebody whose game of an earlier round is still being played is neither late nor absent (WESPA 2.3.1).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class State(StrEnum):
    """What is known of a player in a round. The first six are said, by an official or the player; the others follow from the event."""

    TENTATIVE = "tentative"
    LATE = "late"
    NOT_COMING = "not_coming"
    ABSENT = "absent"
    ON_WAY = "on_way"
    HERE = "here"
    EXPECTED = "expected"
    PLAYING = "playing"
    GONE = "gone"


class Source(StrEnum):
    """Where it is known from."""

    NOTHING = ""
    CHECK_IN = "check_in"
    PHONE = "phone"
    TABLE = "table"
    GAME = "game"
    ROSTER = "roster"


NOT_HERE = frozenset({State.TENTATIVE, State.LATE, State.NOT_COMING, State.ABSENT, State.ON_WAY})


@dataclass(frozen=True, slots=True)
class Statement:
    """What an official said of a player, or the player.

    Attributes:
        round: the round it is about: the player's next one when it was said.
        status: a State that is said, or "" for nothing.
        at_table: at the board of that round, which comes after check-in.
        by_phone: the player said it.
    """

    round: int
    status: str
    at: datetime | None = None
    at_table: bool = False
    by_phone: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What presence follows from.

    Attributes:
        played: rounds in which the player has played a game.
        decided: rounds in which the player has a game, a bye or a forfeit that is decided.
        awaited: published rounds in which the player has a game without a result.
        playing: (round, table) of those games whose round has begun.
        gone_from: the first round the player no longer takes part in.
    """

    statements: tuple[Statement, ...] = ()
    played: Collection[int] = ()
    decided: Collection[int] = ()
    awaited: Collection[int] = ()
    playing: tuple[tuple[int, str], ...] = ()
    gone_from: int | None = None

    @property
    def next_round(self) -> int:
        """The round that a word said now is about: while a game is awaited its round, though a later one was spoken of before."""
        if self.awaited:
            return min(self.awaited)
        return max([max(self.decided, default=0) + 1, *(statement.round for statement in self.statements)])


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a player is here in a round.

    Attributes:
        source, round, at: where it is known from, the round that it was said of, played in or left from, and when.
        table: where the player still plays the earlier round.
    """

    state: State = State.EXPECTED
    source: Source = Source.NOTHING
    round: int | None = None
    at: datetime | None = None
    table: str = ""

    @property
    def is_here(self) -> bool:
        return self.state is State.HERE

    @property
    def is_not_here(self) -> bool:
        """Whether an official said so."""
        return self.state in NOT_HERE

    @property
    def has_come(self) -> bool:
        """Whether the player was seen at the event, and nobody said since that they are away."""
        return self.state in (State.HERE, State.PLAYING) or self.source is Source.GAME


def presence(facts: Facts, number: int) -> Presence:
    """What is known of a player in one round."""
    if number in facts.played:
        return Presence(State.HERE, Source.GAME, number)
    if facts.gone_from is not None and facts.gone_from <= number:
        return Presence(State.GONE, Source.ROSTER, facts.gone_from)
    words = sorted(
        (statement for statement in facts.statements if statement.round <= number),
        key=lambda statement: (statement.round, statement.at_table),
    )
    word = words[-1] if words else None
    if word is not None and word.round == number and word.status == State.HERE:
        return _stated(word)
    earlier = min((game for game in facts.playing if game[0] < number), default=None)
    if earlier is not None:
        return Presence(State.PLAYING, Source.GAME, earlier[0], table=earlier[1])
    played = max((each for each in facts.played if each < number), default=0)
    if word is not None and word.round > played:
        return _stated(word)
    return Presence(State.EXPECTED, Source.GAME, played) if played else Presence()


def _stated(word: Statement) -> Presence:
    if not word.status:
        return Presence()
    source = Source.PHONE if word.by_phone else Source.TABLE if word.at_table else Source.CHECK_IN
    return Presence(State(word.status), source, word.round, word.at)
