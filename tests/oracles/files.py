"""Where the real events lie, and what of them is rated. They are never copied into the project: tests read them in place."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from results.ratings.engine.model import RatedGame, RatedPlayer, RatingTask
from tdsuite.formats.model import FileDivision

ORACLES = Path(os.environ.get("TDSUITE_ORACLES", Path(__file__).resolve().parents[2].parent / "shared" / "oracles"))


def oracle(name: str) -> Path:
    """The path of one oracle file or folder; skips the calling test, saying which file, when it is not there."""
    path = ORACLES / name
    if not path.exists():
        pytest.skip(f"oracle absent: {name}")
    return path


def task_of(division: FileDivision, planned: int, players: Sequence[RatedPlayer] = (), **more: Any) -> RatingTask:
    """A file's rated games, and its players as it rates them unless others are named."""
    own = tuple(RatedPlayer(row.number or 0, row.rating or 0, row.lifetime_games) for row in division.players)
    games = tuple(
        RatedGame(
            game.round, game.first, game.second or 0, halves(game.first_score, game.second_score),
            game.first_score - game.second_score, scoreless=0 in (game.first_score, game.second_score),
        )
        for game in division.games
        if game.rated and game.second
    )  # fmt: skip
    return RatingTask(tuple(players) or own, games, planned, **more)


def halves(own: int, other: int) -> int:
    return 2 if own > other else 1 if own == other else 0
