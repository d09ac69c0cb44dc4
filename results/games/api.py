"""Scores as calls send them."""

from typing import Any

from rest_framework import serializers

from results.games.services.outcomes import SCORE_LIMIT
from tdsuite.tournaments.api.events import Fields


class Score(serializers.IntegerField):
    """Points of a player in a game."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, **options)


class ScoresFields(Fields):
    """first_score, second_score: points of the first and second player."""

    first_score, second_score = Score(), Score()
