"""The result sheet of one game as plain facts, its one canonical text, and the hash of exactly that text.

Players stand in it by entry number in the database, lowest first, so that turning a game round changes nothing on the
sheet. Sources: WESPA 5.4; NSA III.F, Guideline 12.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from tdsuite.tournaments.engine.account import SIDES, Account, AccountLine, Decided, GameFacts, account_of, points_of

LONGEST_WORD = 60
OWN_KINDS = ("tiles_left", "tiles_gained", "overtime")  # what players may write on the sheet themselves


class BadSheet(ValueError):
    """Figures or a text that are no sheet of this game; the message says what to mend."""


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """One line that changes a player's score.  points: signed.  own: written by the players, not ruled by an official."""

    entry: int
    kind: str
    points: int = 0
    seconds: int = 0
    lost_turn: bool = False
    rule: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Challenge:
    """A challenge as noted on the sheet.  by: the entry that challenged.  upheld: the play came off."""

    by: int
    word: str
    upheld: bool


@dataclass(frozen=True, slots=True, order=True)
class Side:
    """One player's side.  score: before the lines.  halves, spread: only where the outcome states them (a forfeit)."""

    entry: int
    score: int | None = None
    halves: int | None = None
    spread: int | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody enters.  scores: points before the lines, by entry.  started: the entry that started, None = not
    said.  lines: end-of-game lines of the players' own.  tiles_counted: "100 tiles counted" was ticked."""

    scores: Mapping[int, int]
    started: int | None = None
    lines: tuple[Line, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    tiles_counted: bool = False


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """A sheet.  event, division, game, round: which game.  version: from 1.  outcome: a Game.Outcome, "" = no figures."""

    event: int
    division: int
    game: int
    round: int
    version: int
    outcome: str
    sides: tuple[Side, Side]
    started: int | None = None
    lines: tuple[Line, ...] = ()
    challenges: tuple[Challenge, ...] = field(default=())
    tiles_counted: bool = False

    @property
    def players(self) -> tuple[int, int]:
        return self.sides[0].entry, self.sides[1].entry

    def side(self, entry: int) -> Side:
        """Raises BadSheet for somebody who is not on it."""
        for side in self.sides:
            if side.entry == entry:
                return side
        raise BadSheet("That player is not on this sheet.")

    def points(self, entry: int) -> int:
        """What the lines add to, or take from, a player's score."""
        return points_of(self.account.lines)[self.players.index(entry)]

    def total(self, entry: int) -> int | None:
        """The score with every line; None where no score was kept."""
        score = self.side(entry).score
        return None if score is None else score + self.points(entry)

    @property
    def account(self) -> Account:
        """The account of these figures, the first of `players` as the first side."""
        one, other = self.sides
        written = None if one.score is None or other.score is None else (one.score, other.score)
        side_of = dict(zip(self.players, SIDES, strict=True))
        lines = tuple(
            AccountLine(side_of[line.entry], line.kind, line.points, line.seconds, line.lost_turn, line.rule)
            for line in self.lines
        )
        if one.halves is not None and other.halves is not None:
            stated = (one.halves, one.spread or 0), (other.halves, other.spread or 0)
            return account_of(GameFacts(Decided.STATED, written=written, stated=stated, lines=lines))
        decided = Decided.AWAITED if written is None and one.spread is None else Decided.SCORED
        return account_of(GameFacts(decided, written=written, spread=one.spread or 0, lines=lines))

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
    """The same sheet with players, lines and challenges in their one order."""
    one, other = sorted(facts.sides)
    return replace(
        facts, sides=(one, other), lines=tuple(sorted(facts.lines)), challenges=tuple(sorted(facts.challenges))
    )


def same(one: SheetFacts, other: SheetFacts) -> bool:
    """Whether two versions say the same of the game."""
    return in_order(replace(one, version=0)) == in_order(replace(other, version=0))


def agree(one: SheetFacts, other: SheetFacts) -> bool:
    """Whether two sheets give the same scores, lines and starter, whatever else is noted on one of them."""
    bare = (replace(facts, challenges=(), tiles_counted=False) for facts in (one, other))
    return same(*bare)


def with_figures(facts: SheetFacts, figures: Figures, *, outcome: str) -> SheetFacts:
    """The sheet with these figures on it; lines that officials ruled stay.  Raises BadSheet."""
    players = facts.players
    if set(figures.scores) != set(players):
        raise BadSheet("Give a score for each of the two players of this game.")
    if figures.started is not None and figures.started not in players:
        raise BadSheet("Who started is one of the two players of this game.")
    for line in figures.lines:
        if line.entry not in players or line.kind not in OWN_KINDS:
            raise BadSheet("The players' own lines are tiles left, tiles gained and overtime.")
    for one in figures.challenges:
        if one.by not in players or not one.word.strip() or len(one.word) > LONGEST_WORD:
            raise BadSheet(f"A challenge has a player of this game and a word of at most {LONGEST_WORD} letters.")
    own = tuple(_as_noted(replace(line, own=True), facts) for line in figures.lines if line.points or line.seconds)
    return in_order(
        replace(
            facts,
            outcome=outcome,
            sides=(Side(players[0], figures.scores[players[0]]), Side(players[1], figures.scores[players[1]])),
            started=figures.started if figures.started is not None else facts.started,
            lines=(*(line for line in facts.lines if not line.own), *own),
            challenges=figures.challenges,
            tiles_counted=figures.tiles_counted,
        )
    )


def _as_noted(line: Line, facts: SheetFacts) -> Line:
    """The line as it stands on the sheet already, where that takes the same points: one of the two may not say the time."""
    if line in facts.lines:
        return line
    for there in facts.lines:
        if there.own and (there.entry, there.kind, there.points) == (line.entry, line.kind, line.points):
            return line if line.seconds and there.seconds else there
    return line


def figures_of(facts: SheetFacts) -> Figures:
    """What would have to be entered to get this sheet again.  Raises BadSheet where there are no scores."""
    scores = {side.entry: side.score for side in facts.sides if side.score is not None}
    if len(scores) < 2:
        raise BadSheet("There are no scores on this sheet.")
    own = tuple(line for line in facts.lines if line.own)
    return Figures(scores, facts.started, own, facts.challenges, facts.tiles_counted)


def canonical(facts: SheetFacts) -> str:
    """The one JSON text of a sheet: sorted keys, no spaces, whole numbers only. What is shown, signed and hashed."""
    return json.dumps(_plain(in_order(facts)), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text: str) -> str:
    """64 hex digits of the text's UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _plain(facts: SheetFacts) -> dict[str, Any]:
    return {
        "event": facts.event,
        "division": facts.division,
        "game": facts.game,
        "round": facts.round,
        "version": facts.version,
        "outcome": facts.outcome,
        "started": facts.started,
        "tiles_counted": facts.tiles_counted,
        "sides": [
            {"entry": side.entry, "score": side.score, "halves": side.halves, "spread": side.spread}
            for side in facts.sides
        ],
        "lines": [
            {
                "entry": line.entry,
                "kind": line.kind,
                "points": line.points,
                "seconds": line.seconds,
                "lost_turn": line.lost_turn,
                "rule": line.rule,
                "own": line.own,
            }
            for line in facts.lines
        ],
        "challenges": [{"by": one.by, "word": one.word, "upheld": one.upheld} for one in facts.challenges],
    }


def read(text: str) -> SheetFacts:
    """The sheet behind a canonical text.  Raises BadSheet."""
    try:
        plain = json.loads(text, parse_float=_no_float)
        one, other = (Side(**side) for side in plain.pop("sides"))
        lines = tuple(Line(**line) for line in plain.pop("lines"))
        challenges = tuple(Challenge(**each) for each in plain.pop("challenges"))
        return SheetFacts(sides=(one, other), lines=lines, challenges=challenges, **plain)
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        raise BadSheet("This is no result sheet.") from wrong


def _no_float(text: str) -> NoReturn:
    raise BadSheet(f"{text}: a sheet has whole numbers only.")
