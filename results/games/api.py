"""Scores as calls send them."""

from typing import Any

from rest_framework import serializers

from results.games.services.outcomes import SCORE_LIMIT
from tdsuite.tournaments.api.events import Fields


class Score(serializers.IntegerField):
    """Points of a player in a game; with `optional` it may be left out, or null."""

    def __init__(self, *, optional: bool = False, **options: Any) -> None:
        if optional:
            options |= {"required": False, "allow_null": True, "default": None}
        super().__init__(min_value=-SCORE_LIMIT, max_value=SCORE_LIMIT, **options)


class ScoresFields(Fields):
    """first_score, second_score: points of the first and second player."""

    first_score, second_score = Score(), Score()
