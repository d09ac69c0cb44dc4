"""Play rounds with simulated results through the services a director's buttons call."""

import random
from collections.abc import Callable, Sequence

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
    *, by: Actor, division: Division, seed: int, half: bool = False, saved: Callable[[], None] = lambda: None
) -> int | None:
    """Finish the round that is being played, or pair, publish, start and play the next one.

    Args:
        half: leave half of the results out, so that the round stays open.
        saved: called after every result; what it raises ends the round there.

    Returns:
        How many results were entered; None when every round is played.
    """
    division = Division.objects.select_related("tournament").get(pk=division.pk)
    row = division.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.PLAYING]).first()
    if row is None:
        if division.rounds.published().count() >= division.planned_rounds:
            return None
        row = publish_run(by=by, run=make_draft(by=by, division=division, seed=seed))[0]
    if row.started_at is None:
        start_round(by=by, round=row, anyway=True)
    games = missing_results(division, row.number)
    games = games[: len(games) // 2] if half else games
    for game in games:
        first_score, second_score = simulated_scores(game, seed)
        record_result(by=by, game=game, first_score=first_score, second_score=second_score, road=Road.SIMULATION)
        saved()
    return len(games)


def play_event(*, by: Actor, divisions: Sequence[Division], seed: int, rounds: int) -> None:
    """Play so many rounds of each division, round by round."""
    for _turn in range(rounds):
        for division in divisions:
            play_round(by=by, division=division, seed=seed)
