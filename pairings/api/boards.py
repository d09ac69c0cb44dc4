"""Changes of published boards for programs: the decisions of the pairing desk."""

from rest_framework import serializers

from pairings.services import boards
from tdsuite.platform.access.roles import Can
from tdsuite.tournaments.api.decisions import (
    DecisionCall,
    GameNumber,
    MayWhyFields,
    PlayerNumber,
    WhyFields,
    game_calls,
    round_calls,
)
from tdsuite.tournaments.engine.tables import LONGEST_NAME

CAN = Can.PUBLISH_PAIRINGS


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
    opponent = PlayerNumber(required=False, allow_null=True, default=None)


urlpatterns = [
    *game_calls(
        swap_players=DecisionCall(
            about="Two players of two boards change places; answers with the round's games.",
            service=boards.swap_players, can=CAN, sends=SwapPlayersFields,
        ),
        swap_tables=DecisionCall(
            about="Two games change tables; answers with the round's games.",
            service=boards.swap_tables, can=CAN, sends=SwapTablesFields,
        ),
        move=DecisionCall(
            about="Put a game at another table; answers with the round's games.",
            service=boards.move_game, can=CAN, sends=MoveFields,
        ),
        starter=DecisionCall(
            about="Name who starts; answers with the round's games.",
            service=boards.set_starter, can=CAN, sends=StarterFields,
        ),
        replace_player=DecisionCall(
            about="Put a free player in another's place; answers with the round's games.",
            service=boards.replace_player, can=CAN, sends=ReplaceFields,
        ),
        bye=DecisionCall(
            about="Make a board one player's bye; answers with the round's games.",
            service=boards.turn_into_bye, can=CAN, sends=ByeFields,
        ),
        dissolve=DecisionCall(
            about="Take a board apart; both players are free. Answers with the round's games.",
            service=boards.dissolve, can=CAN, sends=DropFields,
        ),
    ),
    *round_calls(
        name="round",
        follow_tables=DecisionCall(
            about="Seat the round at the division's tables as they are now; answers with the round's games.",
            service=boards.follow_plan, can=CAN, sends=MayWhyFields,
        ),
        seat=DecisionCall(
            about="Place free players on a new board, or one with a bye; answers with the round's games.",
            service=boards.seat, can=CAN, sends=SeatFields,
        ),
    ),
]  # fmt: skip
