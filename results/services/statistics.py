"""What the rows of a division say to the statistics engine."""

from results.engine.ratings.model import RatingTask
from results.engine.ratings.systems import system
from results.engine.statistics import Facts, PlayedGame, closest_games
from results.services.ratings import rated_games, rated_players
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import HAS_SIDES, History


def facts_of(past: History, *, rating_system: str = "") -> Facts:
    """A division's facts after its last round with a result. rating_system: for the rating gains; empty = leave them out."""
    tables = past.standings_by_round()
    return Facts(
        games=played_games(past),
        ratings={entry.number: entry.rating for entry in past.entries},
        ranks=tuple({row.number: row.rank for row in table} for table in tables),
        changes=_changes(past, rating_system) if rating_system else {},
        closest=closest_games(past.division.planned_rounds),
    )


def played_games(past: History) -> tuple[PlayedGame, ...]:
    """Games that were played to a score, with every adjustment; those handed in as a spread alone have no scores."""
    return tuple(
        _played(past, game)
        for game in past.games
        if game.outcome in Game.SCORED and game.first_score is not None and game.second_score is not None
    )


def _played(past: History, game: Game) -> PlayedGame:
    final = past.final_score(game)
    first = past.by_id[game.first_id].number
    return PlayedGame(
        key=game.pk,
        round=past.round_numbers[game.round_id],
        first=first,
        second=past.by_id[game.second_id or 0].number,
        first_score=final.first or 0,
        second_score=final.second or 0,
        starter=first if game.starts_by in HAS_SIDES else None,
    )


def _changes(past: History, key: str) -> dict[int, int]:
    task = RatingTask(rated_players(past), rated_games(past), past.division.planned_rounds)
    return {row.number: row.change for row in system(key).rate(task) if row.change is not None}
