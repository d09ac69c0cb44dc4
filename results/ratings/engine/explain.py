"""How one player's rating came about, in sentences: a line a game, then what was made of them."""

from __future__ import annotations

from collections.abc import Mapping

from results.ratings.engine.model import GameLine, PlayerRating

RESULT = {0: "lost to", 1: "tied with", 2: "beat"}


def explain(row: PlayerRating, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Every game with its opponent's rating, what was expected and what it gave; then the system's reasons.

    names: by number, for the opponents.
    """
    return (*(_line(line, names or {}) for line in row.lines), *row.reasons)


def _line(line: GameLine, names: Mapping[int, str]) -> str:
    who = names.get(line.opponent, f"player {line.opponent}")
    gave = f": {line.points:+.2f}" if line.points else ""
    margin = f" by {abs(line.spread)}" if line.spread else ""
    return (
        f"Round {line.round}: {RESULT[line.halves]} {who} ({line.opponent_rating:.0f}){margin},"
        f" {line.expected:.3f} expected{gave}"
    )
