"""How one player's rating came about, in sentences: a line a game, then what was made of them."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tdsuite.platform.words.sentences import Figure, Sentence
from .model import GameLine, PlayerRating


def explain(row: PlayerRating, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """Every game with its opponent's rating, what was expected and what it gave; then the system's reasons.

    names: by number, for the opponents.
    """
    return (*(_line(line, names or {}) for line in row.lines), *row.reasons)


def _line(line: GameLine, names: Mapping[int, str]) -> Sentence:
    expected = Decimal(f"{line.expected:.3f}")
    if line.points:
        return Sentence(
            "Round {round}: {result}, {expected} expected: {change}",
            round=line.round,
            result=_result(line, names),
            expected=expected,
            change=Figure(f"{line.points:+.2f}"),
        )
    return Sentence(
        "Round {round}: {result}, {expected} expected", round=line.round, result=_result(line, names), expected=expected
    )


def _result(line: GameLine, names: Mapping[int, str]) -> Sentence:
    name, rating = names.get(line.opponent, f"player {line.opponent}"), f"{line.opponent_rating:.0f}"
    facts: dict[str, Any] = {"name": name, "rating": rating, "margin": abs(line.spread)}
    if line.halves == 1:
        return Sentence("tied with {name} ({rating})", name=name, rating=rating)
    if line.halves:
        return (
            Sentence("beat {name} ({rating}) by {margin}", **facts)
            if line.spread
            else Sentence("beat {name} ({rating})", name=name, rating=rating)
        )
    return (
        Sentence("lost to {name} ({rating}) by {margin}", **facts)
        if line.spread
        else Sentence("lost to {name} ({rating})", name=name, rating=rating)
    )
