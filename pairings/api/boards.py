"""Changes of published boards for programs: the decisions of the pairing desk."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from pairings.services import boards
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.answers import GameAnswer
from tdsuite.tournaments.api.decisions import DecisionCall, GameNumber, PlayerNumber, WhyFields, game_calls, round_calls
from tdsuite.tournaments.api.events import OPTIONAL, game_json
from tdsuite.tournaments.engine.tables import LONGEST_NAME
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import history


class DropFields(WhyFields):
    """drop_results: take back the results of the boards that change; without it they are refused."""

    drop_results = serializers.BooleanField(required=False, default=False)


class SwapPlayersFields(DropFields):
    """entry: the player who goes to `other_game`. other_entry: who comes here from there."""

    entry = PlayerNumber()
    other_game = GameNumber()
    other_entry = PlayerNumber()


class SwapTablesFields(WhyFields):
    """other: the game at the other table."""

    other = GameNumber()


class MoveFields(WhyFields):
    """table_name: "" is the first free table."""

    table_name = serializers.CharField(allow_blank=True, max_length=LONGEST_NAME)


class StarterFields(WhyFields):
    """starter: null, and tiles are to be drawn."""

    starter = PlayerNumber(allow_null=True)


class ReplaceFields(DropFields):
    """out: who leaves the board. into: the free player who comes."""

    out = PlayerNumber()
    into = PlayerNumber()


class ByeFields(DropFields):
    """entry: who has the bye; the opponent is free."""

    entry = PlayerNumber()


class SeatFields(WhyFields):
    """entry, opponent: free players who meet; opponent null is a bye."""

    entry = PlayerNumber()
    opponent = PlayerNumber(**OPTIONAL)


def round_games(row: Round) -> list[dict[str, Any]]:
    """The games of a round as they are now, for officials."""
    played = history(Division.objects.select_related("tournament").get(pk=row.division_id))
    return [game_json(played, game) for game in played.games if game.round_id == row.pk]


def change(about: str, service: Callable[..., Any], sends: type[WhyFields]) -> DecisionCall:
    """A change of a board of a game, or of a round."""
    return DecisionCall(
        about=f"{about}; answers with the round's games.", service=service, can=Can.PUBLISH_PAIRINGS, sends=sends,
        answer=list[GameAnswer], shows=lambda subject, _result: round_games(getattr(subject, "round", subject)),
    )  # fmt: skip


urlpatterns = [
    *game_calls(
        swap_players=change("Two players of two boards change places", boards.swap_players, SwapPlayersFields),
        swap_tables=change("Two games change tables", boards.swap_tables, SwapTablesFields),
        move=change("Put a game at another table", boards.move_game, MoveFields),
        starter=change("Name who starts", boards.set_starter, StarterFields),
        replace_player=change("Put a free player in another's place", boards.replace_player, ReplaceFields),
        bye=change("Make a board one player's bye", boards.turn_into_bye, ByeFields),
        dissolve=change("Take a board apart: both players are free", boards.dissolve, DropFields),
    ),
    *round_calls(seat=change("Place free players on a new board, or one with a bye", boards.seat, SeatFields)),
]
