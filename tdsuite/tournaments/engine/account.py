"""The account of one game: what was written, each line added or taken, what counts, who wins, and what is filed.

The only place where these follow from each other. Pages, prints, files and standings read an `Account`; a result is saved
through `services.accounts`, which makes one from the rows. See docs/rulebook/account.md.

Rules: WESPA 5.1-5.4, 2.3.6, 5.7; NSA III.A-G. Scores, lines and spreads are whole points; wins are half wins (2 = a win).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tdsuite.platform.words.sentences import Sentence
from tdsuite.tournaments.rulebooks.incidents import TYPES
from .starts import NO_SIDE, REPLY, START

FIRST, SECOND = "first", "second"
SIDES = (FIRST, SECOND)

# Where a line comes from. These three came with the result itself, and go with it.
END_OF_GAME = "endgame"  # tiles left and overtime, by the end-of-game calculator
OUTCOME = "outcome"  # what the way the game ended adds: overtime up to a forfeit on time
SHEET = "sheet"  # what the players wrote on their own sheet
OWN_SOURCES = frozenset({END_OF_GAME, OUTCOME, SHEET})

OVER_TIME = "overtime"  # how the kinds of lines begin whose seconds were used and not given


def half_text(halves: int) -> str:
    """Half wins as the field writes wins: 13 -> "6.5", 14 -> "7"."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


class Decided(StrEnum):
    """How the result of a game is known."""

    AWAITED = "awaited"  # no result yet: awaited, postponed or adjourned
    SCORED = "scored"  # by its scores, or by the spread where only that was handed in
    STATED = "stated"  # by half wins and a spread for each side: byes, forfeits, resignations, awards
    VOID = "void"  # counts for neither player


class Filed(StrEnum):
    """What a ratings file must say of a game."""

    GAME = "game"  # a rated game, with its opponent and both scores
    UNRATED = "unrated"  # played or begun, and not rated
    FORFEIT = "forfeit"  # not begun, and not rated
    BYE = "bye"
    NOTHING = "nothing"  # awaited or void


LABELS = {
    "challenge": Sentence("challenge"),
    "overtime": Sentence("overtime"),
    "overtime_waived": Sentence("overtime waived"),
    "time": Sentence("time"),
    "tiles_gained": Sentence("tiles gained"),
    "tiles_left": Sentence("tiles left"),
}


@dataclass(frozen=True, slots=True)
class AccountLine:
    """Points, seconds or a lost turn of one side."""

    side: str  # FIRST or SECOND
    kind: str
    points: int = 0  # signed
    seconds: int = 0  # over time used where `kind` begins with OVER_TIME, else given (+) or taken (-)
    lost_turn: bool = False
    rule: str = ""  # "" where the book is silent
    source: str = ""  # what wrote it; OWN_SOURCES came with the result

    @property
    def came_with_result(self) -> bool:
        """Whether it goes when the result is taken back or replaced."""
        return self.source in OWN_SOURCES

    @property
    def label(self) -> str:
        """In words: an incident by its title, also where its key was cut short."""
        if self.kind in LABELS:
            return LABELS[self.kind]
        kind = self.kind.removeprefix("conduct:")
        titles = (incident.title for key, incident in TYPES.items() if kind != self.kind and key.startswith(kind))
        return next((Sentence(title) for title in titles), kind.replace("_", " "))


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What is known of one game.

    stated: ((half wins, spread) of the first, of the second), of a stated game; a bye's second is (0, 0).
    """

    decided: Decided
    two_players: bool = True
    written: tuple[int, int] | None = None  # both scores before the lines, None where none is kept
    spread: int = 0  # the first player's, of a scored game of which only that is known
    stated: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    rated: bool = True
    not_begun: bool = False  # no game was played at the board
    sides: bool = True  # it is known which of the two starts
    lines: tuple[AccountLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """One game as it counts.

    written, totals: both sides' scores, before and after the lines; None where no score is kept.  half_wins, spread: of
    both sides, the spread uncapped; None while nothing counts.
    """

    written: tuple[int, int] | None
    lines: tuple[AccountLine, ...]
    totals: tuple[int, int] | None
    half_wins: tuple[int, int] | None
    spread: tuple[int, int] | None
    winner: str | None  # FIRST, SECOND, or None for a tie, for a loss of both and while nothing counts
    rated: bool  # counts for ratings
    starts: tuple[int, int]  # START and REPLY, or NO_SIDE twice
    filed: Filed
    filed_scores: tuple[int, int] | None = None  # what a ratings file says of a GAME; None where no two scores can
    filed_exactly: bool = True  # those scores give the very half wins and spreads that count

    @property
    def counts(self) -> bool:
        return self.half_wins is not None

    @property
    def states_more(self) -> bool:
        """Whether the spread or the half wins that count are others than the totals give: a page shows both."""
        if self.totals is None or self.half_wins is None or self.spread is None:
            return False
        return not _gives(self.totals, self.half_wins, self.spread)

    @property
    def decisions(self) -> tuple[AccountLine, ...]:
        """The lines that stay whatever becomes of the result."""
        return standing_lines(self.lines)

    @property
    def own_lines(self) -> tuple[AccountLine, ...]:
        """The lines that came with the result."""
        return tuple(line for line in self.lines if line.came_with_result)


def account_of(facts: GameFacts) -> Account:
    """The account that follows from the facts."""
    totals = None
    if facts.written is not None:
        first, second = points_of(facts.lines)
        totals = facts.written[0] + first, facts.written[1] + second
    half_wins, spread = _counted(facts, totals)
    winner = None
    if half_wins is not None and half_wins[0] != half_wins[1]:
        winner = FIRST if half_wins[0] > half_wins[1] else SECOND
    rated = facts.rated and facts.two_players and half_wins is not None
    filed = _filed(facts, rated=rated)
    scores, exactly = None, True
    if filed is Filed.GAME and half_wins is not None and spread is not None:
        if totals is not None and (facts.decided is Decided.SCORED or _gives(totals, half_wins, spread)):
            scores = totals
        else:
            scores = _scores_instead(facts.decided, totals, half_wins, spread)
            exactly = scores is not None and _gives(scores, half_wins, spread)
    real = facts.two_players and facts.sides and not facts.not_begun
    return Account(
        written=facts.written,
        lines=facts.lines,
        totals=totals,
        half_wins=half_wins,
        spread=spread,
        winner=winner,
        rated=rated,
        starts=(START, REPLY) if real else (NO_SIDE, NO_SIDE),
        filed=filed,
        filed_scores=scores,
        filed_exactly=exactly,
    )


def points_of(lines: Iterable[AccountLine]) -> tuple[int, int]:
    """What the lines add to (+) or take from (-) the two scores."""
    first = second = 0
    for line in lines:
        first += line.points if line.side == FIRST else 0
        second += line.points if line.side == SECOND else 0
    return first, second


def standing_lines(lines: Iterable[AccountLine]) -> tuple[AccountLine, ...]:
    """The lines that stay when a result is taken back or replaced: decisions of their own.

    Challenge penalties, rulings and incidents stand with the game; tiles left, overtime and what the outcome or the
    players' sheet brought came with the result and go with it.
    """
    return tuple(line for line in lines if not line.came_with_result)


def public_line(line: AccountLine) -> AccountLine:
    """The line as strangers may know it: what it counts, and not what a player is said to have done or where that stands."""
    kind, case, _ = line.kind.partition(":")
    return replace(line, kind=kind, rule="" if case else line.rule, source=line.source.partition(":")[0])


def written_scores(typed: tuple[int, int], lines: Iterable[AccountLine]) -> tuple[int, int]:
    """The scores before the lines, of typed ones that have them in already."""
    first, second = points_of(lines)
    return typed[0] - first, typed[1] - second


def written_spread(typed: int, lines: Iterable[AccountLine]) -> int:
    """The first player's spread before the lines, where only the spread is known and has them in."""
    first, second = points_of(lines)
    return typed - (first - second)


def _counted(facts: GameFacts, totals: tuple[int, int] | None) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    if facts.decided in (Decided.AWAITED, Decided.VOID):
        return None, None
    if facts.decided is Decided.STATED:
        (first_halves, first_spread), (second_halves, second_spread) = facts.stated
        return (first_halves, second_halves), (first_spread, second_spread)
    if totals is None:
        first, second = points_of(facts.lines)
        spread = facts.spread + first - second
    else:
        spread = totals[0] - totals[1]
    halves = 1 if spread == 0 else 2 if spread > 0 else 0
    return (halves, 2 - halves), (spread, -spread)


def _filed(facts: GameFacts, *, rated: bool) -> Filed:
    if facts.decided in (Decided.AWAITED, Decided.VOID):
        return Filed.NOTHING
    if not facts.two_players:
        return Filed.BYE
    if rated:
        return Filed.GAME
    return Filed.FORFEIT if facts.not_begun else Filed.UNRATED


def _scores_instead(
    decided: Decided, totals: tuple[int, int] | None, half_wins: tuple[int, int], spread: tuple[int, int]
) -> tuple[int, int] | None:
    """Two scores for a ratings file where the totals do not give what counts: the loser's, and the winner's spread on it.

    None where only a spread was handed in, and where both lose: no two scores say so.
    """
    if decided is Decided.SCORED or sum(half_wins) != 2:
        return None
    base = totals or (0, 0)
    if half_wins[0] == 1:
        return (max(base), max(base))
    won = 0 if half_wins[0] == 2 else 1
    lost = max(0, base[1 - won])
    score = lost + max(1, spread[won])
    return (score, lost) if won == 0 else (lost, score)


def _gives(scores: tuple[int, int], half_wins: tuple[int, int], spread: tuple[int, int]) -> bool:
    """Whether two plain scores give these very half wins and spreads."""
    return _counted(GameFacts(Decided.SCORED), scores) == (half_wins, spread)


# ── read out ─────────────────────────────────────────────────────────────────────────────────────────────────


def explain(account: Account, names: Sequence[str]) -> tuple[str, ...]:
    """The account read out, a sentence a line: written scores, each line with its rule, what counts, who wins.

    Args:
        names: of the first and of the second player; of the first alone for a bye.
    """
    lines = []
    if account.written is not None:
        lines.append(f"Written: {_both(account.written, names)}.")
    lines += [
        line_text(line, names[SIDES.index(line.side)]) for line in account.lines if line.side in SIDES[: len(names)]
    ]
    if account.totals is not None and account.totals != account.written:
        lines.append(f"Counts: {_both(account.totals, names)}.")
    lines.append(_result_text(account, names))
    return tuple(lines)


def _both(scores: tuple[int, int], names: Sequence[str]) -> str:
    return f"{names[0]} {scores[0]}, {names[1]} {scores[1]}"


def line_text(line: AccountLine, name: str) -> Sentence:
    """ "Bob Berg: overtime -30, 2:10 over time (5.3.2)."."""
    parts = [Sentence.listed(line.label, f"{line.points:+d}", between=" ") if line.points else line.label]
    if line.seconds:
        parts.append(_seconds_text(line))
    if line.lost_turn:
        parts.append(Sentence("turn lost"))
    if line.rule:
        return Sentence("{name}: {facts} ({rule}).", name=name, facts=Sentence.listed(*parts), rule=line.rule)
    return Sentence("{name}: {facts}.", name=name, facts=Sentence.listed(*parts))


def _seconds_text(line: AccountLine) -> Sentence:
    minutes, seconds = divmod(abs(line.seconds), 60)
    if line.kind.startswith(OVER_TIME):
        return Sentence("{time} over time", time=f"{minutes}:{seconds:02d}")
    return Sentence("{time} on the clock", time=f"{'-' if line.seconds < 0 else '+'}{minutes}:{seconds:02d}")


def _result_text(account: Account, names: Sequence[str]) -> str:
    if account.half_wins is None or account.spread is None:
        return "Counts for neither player." if account.filed is Filed.NOTHING and account.totals else "No result yet."
    if len(names) == 1:
        value = {0: "Nothing", 1: "Half a win", 2: "A win"}[account.half_wins[0]]
        return f"{value} for {names[0]}, {account.spread[0]:+d}."
    rated = "rated" if account.rated else "not rated"
    if account.winner is None:
        result = "A tie" if account.half_wins == (1, 1) else "Neither wins"
        mirrored = account.spread == (0, 0)
        spread = "" if mirrored else f", {account.spread[0]:+d} and {account.spread[1]:+d}"
        return f"{result}{spread}, {rated}."
    won = SIDES.index(account.winner)
    margin, other = account.spread[won], account.spread[1 - won]
    uneven = "" if margin == -other else f" ({names[1 - won]} {other:+d})"
    return f"{names[won]} wins by {margin}{uneven}, {rated}."
