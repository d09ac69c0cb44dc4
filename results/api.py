"""Post a result through the same services as the pages; forfeits."""

from typing import Any

from rest_framework import serializers

from results.games.api import Score, ScoresFields
from results.games.services.outcomes import (
    SCORE_LIMIT,
    Corrected,
    correct_result,
    played,
    record_result,
    withdraw_result,
)
from results.rating_lists.services.known import Offer, offers
from results.rulings.api import rulings as api_rulings
from results.rulings.services.forfeits import DecidedGame, decide, forfeit_by
from tdsuite.platform.access.roles import Can
from tdsuite.platform.audit.actors import Actor
from tdsuite.tournaments.api.answers import CorrectedGameAnswer, GameAnswer
from tdsuite.tournaments.api.decisions import DecisionCall, OptionalText, ReadingCall, event_calls, game_calls
from tdsuite.tournaments.api.events import OPTIONAL, Fields, game_json
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import history_of_game
from tdsuite.tournaments.services.roads import Road
from .attendance import api as api_attendance
from .ratings import api as api_ratings
from .sheets import api as api_sheets


class ResultFields(ScoresFields):
    """The scores of a game.  reason: required to correct a result.

    with_lines: whether the lines that stand are in the scores; null is refused (`lines_stand`) where lines with points stand.
    keep_lines: whether lines that came with the result stay when it is corrected; null is refused where it has any.
    gone_played: a player who has left played all the same; else their game is refused (`player_gone`).
    rules_dispute: that the result rules on the dispute about the players' sheet; without it such a game is refused (`sheet_disputed`).
    """

    reason = OptionalText(2000)
    with_lines = serializers.BooleanField(**OPTIONAL)
    keep_lines = serializers.BooleanField(**OPTIONAL)
    gone_played = serializers.BooleanField(required=False, default=False)
    rules_dispute = serializers.BooleanField(required=False, default=False)


class PeopleQuery(serializers.Serializer[Any]):
    """q: a number, or words of a name."""

    q = serializers.CharField(source="typed", max_length=120)


class TakeBackFields(Fields):
    """reason: needed where somebody else entered or changed the result."""

    reason = OptionalText()


class ForfeitFields(TakeBackFields):
    """absent: who forfeits.  margin null: the rulebook's points.  reason: needed.

    begun: whether the game had begun (NSA III.G); null is refused with the code `say_whether_begun` where there was play.
    Begun: the scores as they stood, and whether the player left in an emergency (WESPA 5.7; `say_whether_emergency`).
    rules_dispute: as of a result.
    """

    absent = serializers.ChoiceField(["first", "second", "both"])
    margin = serializers.IntegerField(**OPTIONAL, min_value=0, max_value=SCORE_LIMIT)
    begun = serializers.BooleanField(**OPTIONAL)
    emergency = serializers.BooleanField(**OPTIONAL)
    first_score, second_score = Score(**OPTIONAL), Score(**OPTIONAL)
    rules_dispute = serializers.BooleanField(required=False, default=False)


def enter(*, by: Actor, game: Game, reason: str, keep_lines: bool | None, **result: Any) -> Game:
    return record_result(by=by, game=game, road=Road.API, **result)


def correct(
    *, by: Actor, game: Game, first_score: int, second_score: int, keep_lines: bool | None, **how: Any
) -> Corrected:  # fmt: skip
    outcome = played(first_score, second_score)
    return correct_result(by=by, game=game, outcome=outcome, keep_own=keep_lines, road=Road.API, **how)


def forfeit(
    *, by: Actor, game: Game, absent: str, first_score: int | None, second_score: int | None, reason: str, replaces: bool = False,
    **how: Any,
) -> DecidedGame:  # fmt: skip
    ended = forfeit_by(absent, scores=(first_score, second_score), **how)
    return decide(by=by, game=game, ended=ended, reason=reason, replaces=replaces, road=Road.API)


def correct_into_forfeit(**fields: Any) -> DecidedGame:
    return forfeit(**fields, replaces=True)


def game_after(_subject: Any, result: Any) -> dict[str, Any]:
    """The game as it is now; of a decision that says which rounds were paired before it, these too."""
    if isinstance(result, Game):
        return game_json(history_of_game(result), result)
    after = game_json(history_of_game(result.game), result.game)
    return after | {"rounds_paired_before": list(result.rounds_paired_before)}


ENTERED: dict[str, Any] = {"can": Can.ENTER_RESULTS, "answer": GameAnswer, "shows": game_after}
CORRECTED: dict[str, Any] = {"can": Can.CORRECT_RESULTS, "answer": CorrectedGameAnswer, "shows": game_after}
RULED = {**CORRECTED, "can": Can.RULE, "sends": ForfeitFields}
urlpatterns = [
    *event_calls(
        people=ReadingCall(
            about="Whom a number or words may mean: people of the loaded lists and of earlier events.",
            can=Can.EDIT_ROSTER, answer=list[Offer], shows=offers, query=PeopleQuery, to_reader=True,
        ),
    ),
    *game_calls(
        result=(
            DecisionCall(
                about="Enter a result; 409 when there is one.", service=enter, sends=ResultFields, location="", **ENTERED,
            ),
            DecisionCall(
                about="Correct a result, with a reason.", service=correct, sends=ResultFields, method="PUT", **CORRECTED,
            ),
            DecisionCall(
                about="Take a result back.", service=withdraw_result, sends=TakeBackFields, method="DELETE", **ENTERED,
            ),
        ),
        forfeit=(
            DecisionCall(
                about="One player, or both, forfeit; 409 when there is a result.", service=forfeit, location="", **RULED,
            ),
            DecisionCall(
                about="Correct a result into a forfeit.", service=correct_into_forfeit, method="PUT", **RULED,
            ),
        ),
    ),
    *api_attendance.urlpatterns,
    *api_sheets.urlpatterns,
    *api_rulings.urlpatterns,
    *api_ratings.urlpatterns,
]  # fmt: skip
