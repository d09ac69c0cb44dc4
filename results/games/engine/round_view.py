"""A round as the keyboard sees it, and what a typed result would come to: the account of the game, read out.

Pure: nothing here reads or stores. Whatever is shown of a result, typed or there already, follows from its account
(`tdsuite.tournaments.engine.account`), so that the standings say the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import bidirectional

from tdsuite.tournaments.engine.account import (
    SIDES,
    Account,
    AccountLine,
    Decided,
    GameFacts,
    account_of,
    explain,
    half_text,
    line_text,
    points_of,
    standing_lines,
    written_scores,
    written_spread,
)


def beside_figures(name: str) -> str:
    """A name from right to left stands in an isolate (Unicode UAX #9), or it would change the order of the figures."""
    turns = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if turns else name


@dataclass(frozen=True, slots=True)
class BoardPlayer:
    """One player at a board, with the record before this game: half wins, half losses, spread as it counts."""

    number: int
    name: str
    halves: int = 0
    losing_halves: int = 0
    spread: int = 0

    @property
    def printed_name(self) -> str:
        return beside_figures(self.name)


@dataclass(frozen=True, slots=True)
class BoardView:
    """One board.

    table: the name on the table. first started, unless starts_by is "draw", "compare" or "none". Scores, before the
    lines: None while awaited; `outcome` "" = awaited.
    """

    key: int  # whatever the caller stores it under
    table: str
    first: BoardPlayer
    second: BoardPlayer | None  # None for a bye
    starts_by: str = "assigned"
    first_score: int | None = None
    second_score: int | None = None
    outcome: str = ""
    lines: tuple[AccountLine, ...] = ()  # every line that the game has now
    gone: tuple[str, ...] = ()  # players who have left, until the board has scores
    dispute: str = ""  # "Ada Winterbourne disputes the sheet 431-388", of a sheet that the typist may rule on

    @property
    def names(self) -> tuple[str, ...]:
        return (
            (self.first.printed_name,) if self.second is None else (self.first.printed_name, self.second.printed_name)
        )

    @property
    def totals(self) -> tuple[int, int] | None:
        """The scores that count now, with every line; None where no scores are there."""
        if self.first_score is None or self.second_score is None:
            return None
        first, second = points_of(self.lines)
        return self.first_score + first, self.second_score + second

    @property
    def standing(self) -> tuple[AccountLine, ...]:
        """Lines with points that stay whatever is typed: challenges, rulings, incidents."""
        return tuple(line for line in standing_lines(self.lines) if line.points)

    @property
    def going(self) -> tuple[AccountLine, ...]:
        """Lines that came with the result that is there, and go with it."""
        return tuple(line for line in self.lines if line.came_with_result)

    def describe_lines(self, lines: Iterable[AccountLine]) -> str:
        """ "Bo Lindqvist: challenge -15 (3.10.15); Ada Winterbourne: overtime -10 (5.3.2)"."""
        return "; ".join(line_text(line, self.names[SIDES.index(line.side)]).rstrip(".") for line in lines)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as the entry line needs it."""

    number: int
    boards: tuple[BoardView, ...]
    spread_cap: int = 0  # 0 = none


def account_typed(
    board: BoardView, scores: tuple[int, int] | None, margin: int, *, with_lines: bool = False
) -> Account:
    """The account that a typed result would have.

    Args:
        scores: of the first and the second player; None where only the difference is known.
        margin: the first player's, in points.
        with_lines: the lines that stand are in what was typed already.
    """
    lines = standing_lines(board.lines)
    if with_lines:
        scores = None if scores is None else written_scores(scores, lines)
        margin = written_spread(margin, lines)
    return account_of(GameFacts(Decided.SCORED, written=scores, spread=margin, lines=lines))


def counted_text(board: BoardView, account: Account) -> str:
    """ "Ada Winterbourne 431 - 388 Bo Lindqvist", or "Ada Winterbourne beat Bo Lindqvist by 43": as it counts."""
    second = board.second or board.first
    if account.totals is not None:
        return f"{board.first.printed_name} {account.totals[0]} - {account.totals[1]} {second.printed_name}"
    margin = account.spread[0] if account.spread else 0
    verb = "beat" if margin > 0 else "tied with" if margin == 0 else "lost to"
    by = f" by {abs(margin)}" if margin else ""
    return f"{board.first.name} {verb} {second.name}{by}"


def there_text(board: BoardView) -> str:
    """The result that a board has, as it counts."""
    if board.totals is None or board.second is None:
        return f"the result {board.outcome.replace('_', ' ')}"
    return f"{board.first.printed_name} {board.totals[0]} - {board.totals[1]} {board.second.printed_name}"


def echo_of(view: RoundView, board: BoardView, account: Account) -> str:
    """ "Round 4, table 7: Ada Winterbourne 431 - 388 Bo Lindqvist · now 3-1 +120, 2.5-1.5 -8": what counts, and both records."""
    second = board.second or board.first
    halves, spreads = account.half_wins or (0, 0), account.spread or (0, 0)
    if cap := view.spread_cap:
        spreads = max(-cap, min(cap, spreads[0])), max(-cap, min(cap, spreads[1]))
    records = f"{_record(board.first, halves[0], spreads[0])}, {_record(second, halves[1], spreads[1])}"
    return f"Round {view.number}, table {board.table}: {counted_text(board, account)} · now {records}"


def account_read(board: BoardView, scores: tuple[int, int] | None, margin: int) -> tuple[str, ...]:
    """The account that a typed result would have, a sentence a line, the lines that stand on top of it."""
    return explain(account_typed(board, scores, margin), board.names)


def lines_question(board: BoardView, scores: tuple[int, int] | None, margin: int) -> str:
    """Whether the lines that stand are in what was typed, with what counts in either case. "" where none stands."""
    if not board.standing:
        return ""
    before, within = (account_typed(board, scores, margin, with_lines=each) for each in (False, True))
    what = "spread" if scores is None else "score"
    return (
        f"Table {board.table} has corrections already: {board.describe_lines(board.standing)}. Is the typed {what} without them "
        f"(y: they are added, {counted_text(board, before)} counts) or with them "
        f"(w: {counted_text(board, within)} counts)?"
    )


def _record(seat: BoardPlayer, halves: int, spread: int) -> str:
    wins, losses = half_text(seat.halves + halves), half_text(seat.losing_halves + 2 - halves)
    return f"{wins}-{losses} {seat.spread + spread:+d}"


def dispute_question(board: BoardView, scores: tuple[int, int] | None, margin: int) -> str:
    """ "Ada Winterbourne disputes the sheet 431-388: rule 431-388?"."""
    return f"{board.dispute}: rule {f'by {margin:+d}' if scores is None else '{}-{}'.format(*scores)}?"
