"""Standings: wins (a tie is half), then capped spread, with shared ranks.

Pure: plain rows in, frozen rows out. Every figure is summed from the rows, so a correction in an old round needs nothing
but a new call. Wins are counted in halves (a win is 2), so no float is ever compared.
The algorithm and a worked example: docs/rulebook/standings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .account import half_text

KIND_TEXT = {
    "played": "",
    "bye": "bye",
    "half_bye": "half bye",
    "zero_bye": "no game, no points",
    "forfeit": "forfeit",
    "double_forfeit": "double forfeit",
}
RESULT_TEXT = {0: "lost", 1: "tied", 2: "won"}


class StandingsError(ValueError):
    """The rows cannot be ranked; the message names the row and what to put right."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry of a division.

    bottom: below everybody else whatever the record, from round 1 on (an ejected player, WESPA 6.2.4(a)(ii)).
    off_after: no rank after this round and later, as tsh has it for players who left; None = a rank to the end.
    """

    number: int  # unique in the division
    rating: int = 0  # at the start, 0 = unrated
    seed: int = 0  # 0 = not seeded; only orders equal ranks
    left_out: bool = False  # no rank and no row in the table (a no-show); opponents keep what they earned
    bottom: bool = False
    off_after: int | None = None

    def has_rank(self, after_round: int) -> bool:
        """Whether the table after a round has a row for this entry."""
        return not self.left_out and (self.off_after is None or after_round < self.off_after)


@dataclass(frozen=True, slots=True)
class GameSide:
    """What one counted game gave one entry."""

    round: int  # from 1
    entry: int
    opponent: int | None  # entry number, None for a bye
    halves: int  # 0, 1 or 2 half wins
    spread: int  # own minus other score, or what the kind of outcome sets, before any cap
    kind: str = "played"  # the game's outcome kind; "zero_bye" is the only one that is neither win nor loss


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Spread points given to or taken from one entry in one round; never capped, never mirrored (NSA Guideline 7)."""

    entry: int
    round: int
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StandingsOptions:
    """spread_caps: the cap of round 1, 2, ...; the last value repeats; 0 = that round is not capped; empty = none."""

    spread_caps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for position, cap in enumerate(self.spread_caps, start=1):
            if cap < 0:
                raise StandingsError(f"Spread cap {cap} for round {position} is negative: give 0 for no cap.")

    def cap(self, round_number: int) -> int:
        """Largest spread that counts either way in one game of this round; 0 = no limit."""
        if not self.spread_caps:
            return 0
        return self.spread_caps[min(round_number, len(self.spread_caps)) - 1]

    def capped(self, round_number: int, spread: int) -> int:
        """The part of a game's spread that counts."""
        cap = self.cap(round_number)
        return max(-cap, min(cap, spread)) if cap else spread


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table after a round. halves, losing_halves: half wins and half losses."""

    after_round: int
    rank: int  # 1 = first; equal wins and spread share a rank and the next one skips
    number: int
    halves: int
    losing_halves: int
    spread: int  # capped, adjustments included
    uncapped_spread: int  # the same without caps
    games: int  # counted rows, byes included
    shared: bool  # another entry has the same rank

    @property
    def wins(self) -> float:
        """Wins, a tie as 0.5."""
        return self.halves / 2

    @property
    def losses(self) -> float:
        """Losses, a tie as 0.5."""
        return self.losing_halves / 2

    @property
    def record(self) -> str:
        """Wins and losses for display: "6.5-3.5", "7-3"."""
        return f"{half_text(self.halves)}-{half_text(self.losing_halves)}"

    @property
    def rank_text(self) -> str:
        """The rank for display, with "=" where it is shared: "3=", "4"."""
        return f"{self.rank}=" if self.shared else str(self.rank)


def signed(points: int) -> str:
    """A spread as the field writes it: +212, −80 (a real minus), 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


@dataclass(slots=True)
class _Sums:
    """Running sums of one entry, for one call."""

    entrant: Entrant
    tie_order: tuple[int, int]
    halves: int = 0
    losing: int = 0
    spread: int = 0
    uncapped: int = 0
    games: int = 0


@dataclass(slots=True)
class _Book:
    """The rows of each round, checked once."""

    sums: dict[int, _Sums]
    rows: dict[int, list[GameSide]] = field(default_factory=dict)
    adjustments: dict[int, list[Adjustment]] = field(default_factory=dict)


def standings_after(
    entrants: Sequence[Entrant],
    rows: Iterable[GameSide],
    after_round: int,
    *,
    adjustments: Iterable[Adjustment] = (),
    options: StandingsOptions | None = None,
) -> tuple[Standing, ...]:
    """The table after `after_round`, best first; rows of later rounds are ignored.

    Round 0 ranks by rating, equal ratings sharing a rank. Raises StandingsError for a row that names no entrant, a
    round below 1, or half wins outside 0, 1, 2.
    """
    if after_round < 0:
        raise StandingsError(f"There is no round {after_round}: ask for 0 (the seeding) or later.")
    options = options or StandingsOptions()
    book = _open_book(entrants, rows, adjustments)
    if after_round == 0:
        return _seeding(book)
    for number in range(1, after_round + 1):
        _add_round(book, number, options)
    return _ranked(book, after_round)


def standings_by_round(
    entrants: Sequence[Entrant],
    rows: Iterable[GameSide],
    last_round: int,
    *,
    adjustments: Iterable[Adjustment] = (),
    options: StandingsOptions | None = None,
) -> tuple[tuple[Standing, ...], ...]:
    """The tables after round 0, 1, ... last_round in one pass; index = round. Errors as in `standings_after`."""
    if last_round < 0:
        raise StandingsError(f"There is no round {last_round}: ask for 0 (the seeding) or later.")
    options = options or StandingsOptions()
    book = _open_book(entrants, rows, adjustments)
    tables = [_seeding(book)]
    for number in range(1, last_round + 1):
        _add_round(book, number, options)
        tables.append(_ranked(book, number))
    return tuple(tables)


def explain(
    standing: Standing,
    rows: Iterable[GameSide],
    *,
    names: Mapping[int, str] | None = None,
    adjustments: Iterable[Adjustment] = (),
    options: StandingsOptions | None = None,
) -> tuple[str, ...]:
    """How one line of the table came about: a line per game and adjustment in round order, then the total.

    `rows` and `adjustments` may hold the whole division and later rounds; `names` gives opponents' names by number.
    """
    options = options or StandingsOptions()
    names = names or {}
    rounds = range(1, standing.after_round + 1)
    lines: list[tuple[int, int, str]] = []
    for row in rows:
        if row.entry == standing.number and row.round in rounds:
            lines.append((row.round, 0, _game_line(row, names, options)))
    for adjustment in adjustments:
        if adjustment.entry == standing.number and adjustment.round in rounds:
            because = f": {adjustment.reason}" if adjustment.reason else ""
            lines.append(
                (adjustment.round, 1, f"Round {adjustment.round}: spread adjustment {adjustment.points:+d}{because}")
            )
    ordered = [text for _, _, text in sorted(lines, key=lambda line: line[:2])]
    what = "Seeding" if standing.after_round == 0 else f"After round {standing.after_round}"
    total = f"{what}: {standing.record}, spread {standing.spread:+d}, rank {standing.rank_text}"
    if standing.uncapped_spread != standing.spread:
        total += f" (spread without caps {standing.uncapped_spread:+d})"
    return (*ordered, total)


def _game_line(row: GameSide, names: Mapping[int, str], options: StandingsOptions) -> str:
    counted = options.capped(row.round, row.spread)
    capped = f" (capped from {row.spread:+d})" if counted != row.spread else ""
    kind = KIND_TEXT.get(row.kind, row.kind.replace("_", " "))
    if row.kind == "zero_bye":
        return f"Round {row.round}: {kind}, {counted:+d}{capped}"
    if row.opponent is None:
        worth = {0: "a loss", 1: "half a win", 2: "a win"}[row.halves]
        return f"Round {row.round}: {kind or 'no opponent'}, {worth}, {counted:+d}{capped}"
    opponent = names.get(row.opponent, f"player {row.opponent}")
    how = f" ({kind})" if kind else ""
    joint = "with" if row.halves == 1 else "against"
    return f"Round {row.round}: {RESULT_TEXT[row.halves]} {joint} {opponent}{how}, {counted:+d}{capped}"


def _open_book(entrants: Sequence[Entrant], rows: Iterable[GameSide], adjustments: Iterable[Adjustment]) -> _Book:
    book = _Book(
        {entrant.number: _Sums(entrant, (entrant.seed or entrant.number, entrant.number)) for entrant in entrants}
    )
    if len(book.sums) != len(entrants):
        raise StandingsError("Two entrants have the same number: numbers must be unique in a division.")
    for row in rows:
        if row.entry not in book.sums:
            raise StandingsError(f"Round {row.round} has a result for player {row.entry}, who is not in the division.")
        if row.halves not in RESULT_TEXT:
            raise StandingsError(
                f"Round {row.round}, player {row.entry}: {row.halves} half wins; it must be 0, 1 or 2."
            )
        _check_round(row.round, row.entry)
        book.rows.setdefault(row.round, []).append(row)
    for adjustment in adjustments:
        if adjustment.entry not in book.sums:
            raise StandingsError(
                f"Round {adjustment.round} adjusts player {adjustment.entry}, who is not in the division."
            )
        _check_round(adjustment.round, adjustment.entry)
        book.adjustments.setdefault(adjustment.round, []).append(adjustment)
    return book


def _check_round(number: int, entry: int) -> None:
    if number < 1:
        raise StandingsError(f"Player {entry} has a row in round {number}: rounds count from 1.")


def _add_round(book: _Book, number: int, options: StandingsOptions) -> None:
    cap = options.cap(number)
    for row in book.rows.get(number, ()):
        sums = book.sums[row.entry]
        sums.halves += row.halves
        sums.losing += 0 if row.kind == "zero_bye" else 2 - row.halves
        sums.uncapped += row.spread
        sums.spread += max(-cap, min(cap, row.spread)) if cap else row.spread
        sums.games += 1
    for adjustment in book.adjustments.get(number, ()):
        sums = book.sums[adjustment.entry]
        sums.spread += adjustment.points
        sums.uncapped += adjustment.points


def _seeding(book: _Book) -> tuple[Standing, ...]:
    field_ = [sums for sums in book.sums.values() if sums.entrant.has_rank(0)]
    field_.sort(key=lambda sums: (-sums.entrant.rating, sums.tie_order))
    return _with_ranks(field_, [(sums.entrant.rating, 0) for sums in field_], 0)


def _ranked(book: _Book, after_round: int) -> tuple[Standing, ...]:
    field_ = [sums for sums in book.sums.values() if sums.entrant.has_rank(after_round)]
    field_.sort(key=lambda sums: (sums.entrant.bottom, -sums.halves, -sums.spread, sums.tie_order))
    return _with_ranks(field_, [(sums.entrant.bottom, sums.halves, sums.spread) for sums in field_], after_round)


def _with_ranks(field_: list[_Sums], keys: Sequence[tuple[int, ...]], after_round: int) -> tuple[Standing, ...]:
    """Standard competition ranking over entries already in order: 1, 2, 2, 4."""
    table: list[Standing] = []
    rank = 1
    last = len(field_) - 1
    for place, (sums, key) in enumerate(zip(field_, keys, strict=True)):
        above = place > 0 and keys[place - 1] == key
        if not above:
            rank = place + 1
        table.append(
            Standing(
                after_round,
                rank,
                sums.entrant.number,
                sums.halves,
                sums.losing,
                sums.spread,
                sums.uncapped,
                sums.games,
                above or (place < last and keys[place + 1] == key),
            )
        )
    return tuple(table)
