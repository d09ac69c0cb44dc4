"""Play rounds with simulated results through the services a director's buttons call."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.games.services.outcomes import record_result
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import missing_results
from tdsuite.tournaments.services.roads import Road
from tdsuite.tournaments.services.rounds import start_round

POINTS_A_RATING_POINT = 0.32  # expected spread of a rating difference
SPREAD_DEVIATION = 95.0  # gives winning margins of about 80 points, as real events have
TOTAL_MEAN, TOTAL_DEVIATION = 790.0, 80.0
UNRATED = 1000


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What was played.  games: how many results were entered; byes are none."""

    division: Division
    number: int
    method: str
    games: int


def simulated_scores(game: Game, seed: int) -> tuple[int, int]:
    """Two likely scores for a game, the same for the same seed in every database: the better-rated player scores more on average."""
    assert game.second is not None
    first, second = game.first, game.second
    luck = random.Random(f"{seed}:{game.round.division.code}:{game.round.number}:{first.number}:{second.number}")
    difference = (first.rating or UNRATED) - (second.rating or UNRATED)
    spread = luck.gauss(POINTS_A_RATING_POINT * difference, SPREAD_DEVIATION)
    total = luck.gauss(TOTAL_MEAN, TOTAL_DEVIATION)
    return max(80, round((total + spread) / 2)), max(80, round((total - spread) / 2))


def play_round(
    *,
    by: Actor,
    division: Division,
    seed: int,
    method: str | None = None,
    half: bool = False,
    saved: Callable[[], None] = lambda: None,
) -> PlayedRound | None:
    """Finish the round that is being played, or pair, publish, start and play the next one; None when all are played.

    Args:
        half: leave half of the results out, so that the round stays open.
        saved: called after every result; what it raises ends the round there.
    """
    division = Division.objects.select_related("tournament").get(pk=division.pk)
    row = division.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING]).first()
    paired_by = "published before"
    if row is None:
        unplayed = division.rounds.exclude(status=Round.Status.DRAFT).count()
        if unplayed >= division.planned_rounds:
            return None
        run = make_draft(by=by, division=division, method=method, seed=seed)
        row, paired_by = publish_run(by=by, run=run)[0], run.method
    if row.started_at is None:
        start_round(by=by, round=row, anyway=True)
    games = missing_results(division, row.number)
    games = games[: len(games) // 2] if half else games
    for game in games:
        first_score, second_score = simulated_scores(game, seed)
        record_result(by=by, game=game, first_score=first_score, second_score=second_score, road=Road.SIMULATION)
        saved()
    return PlayedRound(division, row.number, paired_by, len(games))


def play_event(
    *,
    by: Actor,
    divisions: list[Division],
    seed: int,
    rounds: int | None = None,
    saved: Callable[[], None] = lambda: None,
) -> Iterator[PlayedRound]:
    """Play `rounds` rounds (all that remain when None) of each division, round by round."""
    left = {division.pk: rounds for division in divisions}
    playing = list(divisions)
    while playing:
        for division in list(playing):
            remaining = left[division.pk]
            played = None if remaining == 0 else play_round(by=by, division=division, seed=seed, saved=saved)
            if played is None:
                playing.remove(division)
                continue
            left[division.pk] = None if remaining is None else remaining - 1
            yield played
