"""The result sheet of one game as plain facts, its one canonical text, and the hash of exactly that text.

Players stand in it by entry number in the database, lowest first, so that turning a game round changes nothing on the
sheet. Sources: WESPA 5.4; NSA III.F, Guideline 12.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import NoReturn

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.engine.account import SIDES, Account, AccountLine, Decided, GameFacts, account_of

OWN_KINDS = ("tiles_left", "tiles_gained", "overtime")  # what players may write on the sheet themselves


class BadSheet(ValueError):
    """Figures or a text that are no sheet of this game; the message says what to mend."""


@dataclass(frozen=True, slots=True, order=True)
class SheetLine:
    """One line that changes a player's score.

    Attributes:
        points: signed.
        own: written by the players, not by an official.
    """

    entry: int
    kind: str
    points: int = 0
    seconds: int = 0
    lost_turn: bool = False
    rule: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True, order=True)
class SheetSide:
    """One player's side.

    Attributes:
        score: before the lines.
        halves, spread: only where the outcome states them (a forfeit).
    """

    entry: int
    score: int | None = None
    halves: int | None = None
    spread: int | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody enters.

    Attributes:
        scores: points before the lines, by entry.
        started: the entry that started, None where that is left open.
        lines: end-of-game lines of the players' own.
        tiles_counted: "100 tiles counted" was ticked.
    """

    scores: Mapping[int, int]
    started: int | None = None
    lines: tuple[SheetLine, ...] = ()
    tiles_counted: bool = False


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """Everything on one version of a sheet.

    Attributes:
        version: from 1.
        outcome: a Game.Outcome, "" without figures.
    """

    event: int
    division: int
    game: int
    round: int
    version: int
    outcome: str
    sides: tuple[SheetSide, SheetSide]
    started: int | None = None
    lines: tuple[SheetLine, ...] = ()
    tiles_counted: bool = False

    @property
    def players(self) -> tuple[int, int]:
        return self.sides[0].entry, self.sides[1].entry

    def score(self, entry: int) -> int | None:
        """The score before the lines; None where no score was kept. Raises KeyError for anybody not on the sheet."""
        return {side.entry: side.score for side in self.sides}[entry]

    def total(self, entry: int) -> int | None:
        """The score with every line; None where no score was kept. Raises KeyError for anybody not on the sheet."""
        totals = self.account.totals
        if totals is not None:
            return dict(zip(self.players, totals, strict=True))[entry]
        return self.score(entry)

    @property
    def account(self) -> Account:
        """The account of these figures, the first of `players` as the first side."""
        low, high = self.sides
        written = None if low.score is None or high.score is None else (low.score, high.score)
        side_of = dict(zip(self.players, SIDES, strict=True))
        lines = tuple(
            AccountLine(side_of[line.entry], line.kind, line.points, line.seconds, line.lost_turn, line.rule)
            for line in self.lines
        )
        if low.halves is not None and high.halves is not None:
            stated = (low.halves, low.spread or 0), (high.halves, high.spread or 0)
            return account_of(GameFacts(Decided.STATED, written=written, stated=stated, lines=lines))
        decided = Decided.AWAITED if written is None and low.spread is None else Decided.SCORED
        return account_of(GameFacts(decided, written=written, spread=low.spread or 0, lines=lines))

    @property
    def margin(self) -> int | None:
        """By how much the game was won, from 0; None where that is not known."""
        spread = self.account.spread
        return None if spread is None else abs(spread[0])

    @property
    def winner(self) -> int | None:
        """The entry that wins; None for a tie, for a loss of both and while no figures stand."""
        winner = self.account.winner
        return None if winner is None else self.players[SIDES.index(winner)]


def in_order(facts: SheetFacts) -> SheetFacts:
    """The same sheet with players and lines in their one order."""
    low, high = sorted(facts.sides)
    return replace(facts, sides=(low, high), lines=tuple(sorted(facts.lines)))


def same(sheet: SheetFacts, other: SheetFacts) -> bool:
    """Whether two versions say the same of the game."""
    return in_order(replace(sheet, version=0)) == in_order(replace(other, version=0))


def same_points(sheet: SheetFacts, other: SheetFacts) -> bool:
    """Whether two versions differ at most in lines without points: time given or taken, a turn lost."""
    first, second = (replace(each, lines=tuple(line for line in each.lines if line.points)) for each in (sheet, other))
    return same(first, second)


def agree(sheet: SheetFacts, other: SheetFacts) -> bool:
    """Whether two sheets give the same scores, lines and starter, whether or not the tiles were counted."""
    return same(replace(sheet, tiles_counted=other.tiles_counted), other)


def with_figures(facts: SheetFacts, figures: Figures, *, outcome: str) -> SheetFacts:
    """The sheet with these figures on it; lines that officials ruled stay.  Raises BadSheet."""
    players = facts.players
    if set(figures.scores) != set(players):
        raise BadSheet(Sentence("Give a score for each of the two players of this game."))
    if figures.started is not None and figures.started not in players:
        raise BadSheet(Sentence("Who started is one of the two players of this game."))
    for line in figures.lines:
        if line.entry not in players or line.kind not in OWN_KINDS:
            raise BadSheet(Sentence("The players' own lines are tiles left, tiles gained and overtime."))
    own = tuple(_as_noted(replace(line, own=True), facts) for line in figures.lines if line.points or line.seconds)
    return in_order(
        replace(
            facts,
            outcome=outcome,
            sides=(
                SheetSide(players[0], figures.scores[players[0]]),
                SheetSide(players[1], figures.scores[players[1]]),
            ),
            started=figures.started if figures.started is not None else facts.started,
            lines=(*(line for line in facts.lines if not line.own), *own),
            tiles_counted=figures.tiles_counted,
        )
    )


def _as_noted(line: SheetLine, facts: SheetFacts) -> SheetLine:
    """The line as it stands on the sheet already, where that takes the same points: one of the two may not say the time."""
    if line in facts.lines:
        return line
    for there in facts.lines:
        if there.own and (there.entry, there.kind, there.points) == (line.entry, line.kind, line.points):
            return line if line.seconds and there.seconds else there
    return line


def canonical(facts: SheetFacts) -> str:
    """The one JSON text of a sheet: sorted keys, no spaces, whole numbers only. What is shown, signed and hashed."""
    return json.dumps(asdict(in_order(facts)), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text: str) -> str:
    """64 hex digits of the text's UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def read(text: str) -> SheetFacts:
    """The sheet behind a canonical text.  Raises BadSheet."""
    try:
        plain = json.loads(text, parse_float=_no_float)
        low, high = (SheetSide(**side) for side in plain.pop("sides"))
        return SheetFacts(sides=(low, high), lines=tuple(SheetLine(**line) for line in plain.pop("lines")), **plain)
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        raise BadSheet("This is no result sheet.") from wrong


def _no_float(text: str) -> NoReturn:
    raise BadSheet(f"{text}: a sheet has whole numbers only.")
