"""A question of the checklist, what fails it, and what is known of a division when it is asked (checklist/README.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from msgspec import UNSET

from tdsuite.formats.model import FileDivision, FileFormat, FileGame, ImportedFile, Outcome, Problem, StartsBy
from tdsuite.formats.standings import standings_of
from tdsuite.tournaments.engine.standings import Standing
from tdsuite.tournaments.engine.starts import NO_SIDE, REPLY, START, StartRecord, record_of
from tdsuite.tournaments.rulebooks.choices import ChoiceNotAllowed, EffectiveRules, UnknownChoice, effective
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.registry import RULEBOOKS

FORFEITS = frozenset(
    {Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.LATENESS, Outcome.DOUBLE_FORFEIT, Outcome.PENALTY_UNPLAYED}
)  # no tile was drawn: neither start nor reply, and not rated (NSA III.G, WESPA 2.3.6(b))
KNOWN_STARTS = frozenset({StartsBy.ASSIGNED, StartsBy.BALANCE, StartsBy.DRAWN})


class Weight(IntEnum):
    """How much a question matters: a grave one makes the file or the event wrong."""

    SLIGHT = 1
    SERIOUS = 2
    GRAVE = 3


@dataclass(frozen=True, slots=True)
class Failure:
    """One place where a question fails.

    Attributes:
        round: 0 = the event as a whole.
        players: their numbers in the division.
        expected: what should stand there, in a sentence.
        table: the board's number, where there is one.
        line: of the file, where the reader knows it.
    """

    round: int
    players: tuple[int, ...]
    expected: str
    table: int | None = None
    line: int | None = None


class DivisionFacts:
    """One division as a file has it, counted afresh round by round.

    event: the file that it came from, None where only the division is known.
    """

    def __init__(self, division: FileDivision, event: ImportedFile | None = None) -> None:
        self.division, self.event = division, event
        self.numbers = tuple(sorted(row.number for row in division.players if row.number is not None))

    @cached_property
    def rounds(self) -> Mapping[int, tuple[FileGame, ...]]:
        """Games and byes of each round of the event, from 1; an empty round has none."""
        rounds: dict[int, list[FileGame]] = {number: [] for number in range(1, self.division.rounds + 1)}
        for game in self.division.games:
            rounds.setdefault(game.round, []).append(game)
        return {number: tuple(rounds[number]) for number in sorted(rounds)}

    @property
    def planned_rounds(self) -> int:
        """As the document, or tsh's configuration, says; 0 where the file does not."""
        document = self.division.document
        return document.planned_rounds if document is not None else int(self.division.settings.get("planned_rounds", 0))

    @property
    def prize_places(self) -> int:
        """The last place with a prize, as the document, or tsh's configuration, says; 0 where the file does not."""
        document = self.division.document
        if document is None:
            return int(self.division.settings.get("prize_places", 0))
        return 0 if document.prize_places is UNSET else document.prize_places

    @cached_property
    def book(self) -> Rulebook | None:
        """The rulebook that the document names, with the event's choices; None where that is not known."""
        rules = rules_of(self.event)
        return rules.rulebook if rules is not None else None

    @cached_property
    def pairs(self) -> tuple[FileGame, ...]:
        """Boards with two players in order of rounds: one a round for a match of several games, none that is void."""
        return tuple(
            game
            for games in self.rounds.values()
            for game in games
            if game.second is not None and game.match_game == 1 and game.outcome is not Outcome.VOID
        )

    @cached_property
    def round_robin(self) -> bool:
        """Whether everybody meets everybody else: then a table says who meets whom."""
        met = {pair_of(game) for game in self.pairs}
        return len(self.numbers) > 2 and len(met) >= len(self.numbers) * (len(self.numbers) - 1) // 2

    def spread_without_opponent(self, game: FileGame) -> int | None:
        """What the file says a bye or forfeit counts; None where it says nothing, as .TOU never does."""
        unsaid = game.first_spread == 0 and self.division.document is None
        return None if unsaid else game.first_spread

    @cached_property
    def meetings(self) -> Mapping[tuple[int, int], tuple[int, ...]]:
        """The rounds in which two players met, by their numbers, the lower first."""
        rounds: dict[tuple[int, int], list[int]] = {}
        for game in self.pairs:
            rounds.setdefault(pair_of(game), []).append(game.round)
        return {pair: tuple(sorted(set(numbers))) for pair, numbers in rounds.items()}

    def is_bye(self, game: FileGame) -> bool:
        """Whether a player sat out for want of an opponent: a bye that counts as a win; in a .TOU half a win too, where no other sat out."""
        if game.outcome is Outcome.HALF_BYE and self.event is not None and self.event.format is FileFormat.TOU:
            return sum(other.second is None for other in self.rounds[game.round]) == 1
        return game.second is None and game.outcome is Outcome.BYE

    @cached_property
    def byes(self) -> Mapping[int, tuple[int, ...]]:
        """The rounds in which a player had a bye."""
        rounds: dict[int, list[int]] = {}
        for game in self.division.games:
            if self.is_bye(game):
                rounds.setdefault(game.first, []).append(game.round)
        return {number: tuple(sorted(rounds[number])) for number in rounds}

    @cached_property
    def own_rounds(self) -> Mapping[int, frozenset[int]]:
        """The rounds in which a player has a game, a bye or a forfeit."""
        rounds: dict[int, set[int]] = {number: set() for number in self.numbers}
        for game in self.division.games:
            for number in game.players:
                rounds.setdefault(number, set()).add(game.round)
        return {number: frozenset(own) for number, own in rounds.items()}

    def is_there(self, number: int, round_: int) -> bool:
        """Whether a player is at the event in a round: not before their first game nor after their last, and not absent."""
        own = self.own_rounds[number]
        away = any(round_ in row.absences for row in self.division.players if row.number == number)
        return min(own, default=round_ + 1) <= round_ <= max(own, default=0) and not away

    @cached_property
    def tables(self) -> tuple[tuple[Standing, ...], ...]:
        """The standings after round 0, 1, ... counted from the games."""
        return standings_of(self.division)

    def before(self, round_: int) -> Mapping[int, Standing]:
        """Each player's line of the standings before a round."""
        return {row.number: row for row in self.tables[round_ - 1]}

    @cached_property
    def starts_known(self) -> bool:
        """Whether the file says of any game who started."""
        return any(game.starts_by in KNOWN_STARTS for game in self.pairs)

    @cached_property
    def sides(self) -> Mapping[int, Mapping[int, int]]:
        """Player -> round -> start, reply or neither, in a match what its games leave; only games whose starter the file names."""
        sides: dict[int, dict[int, int]] = {number: {} for number in self.numbers}
        pairs = (game for game in self.division.games if game.second is not None and game.outcome is not Outcome.VOID)
        for game in sorted(pairs, key=lambda game: (game.round, game.match_game)):
            known = game.starts_by in KNOWN_STARTS and game.outcome not in FORFEITS
            for number, side in zip(game.players, (START, REPLY), strict=True):
                own = sides.setdefault(number, {})
                both = own.get(game.round, NO_SIDE) + (side if known else NO_SIDE)
                own[game.round] = max(REPLY, min(START, both))
        return sides

    def start_record(self, number: int, before: int) -> StartRecord:
        """A player's starts and replies of the rounds before this one."""
        sides = self.sides[number]
        return record_of(sides[round_] for round_ in sorted(sides) if round_ < before)


@dataclass(frozen=True, slots=True)
class Question:
    """One question; a division that cannot fail it passes.

    Attributes:
        number: unique; the hundred is its group.
        asks: what should be so, as a statement.
        source: the rule of a book, or "suite" where no book says it.
        judge: every failure of a division, or None for a question about the reading of the file.
        about: whether a problem of the reader belongs here.
        of_event: every failure of the file as a whole; its players are named in what was expected.
    """

    number: int
    weight: Weight
    asks: str
    source: str
    judge: Callable[[DivisionFacts], Iterable[Failure]] | None = None
    about: Callable[[Problem], bool] | None = None
    of_event: Callable[[ImportedFile], Iterable[Failure]] | None = None


def rules_of(event: ImportedFile | None) -> EffectiveRules | None:
    """The rules that a document names, with its choices; None where it names none of ours, an organiser's own file, or a choice that is none."""
    document = event.document if event is not None else None
    if document is None or document.rulebook not in RULEBOOKS or document.rulebook_file:
        return None
    choices = {key: str(value) for key, value in document.choices.items()}
    try:
        return effective(RULEBOOKS[document.rulebook], {**choices, "game_minutes": str(document.game_minutes)})
    except (ChoiceNotAllowed, UnknownChoice):
        return None


def pair_of(game: FileGame) -> tuple[int, int]:
    """The two players of a board, the lower number first."""
    second = game.second or 0
    return min(game.first, second), max(game.first, second)


def at(game: FileGame, expected: str) -> Failure:
    """A failure at one board."""
    return Failure(game.round, game.players, expected, game.board, game.line or None)
