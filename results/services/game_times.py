"""How long each player of a game may play: the game time, what was given or taken, and what is allowed to them."""

from collections import defaultdict

from django.db.models import Q

from tdsuite.tournaments.models import Game, GameAdjustment

from ..models import Accommodation

OVERTIME = Q(kind__startswith="overtime")  # seconds that ran over the game time; they change it in no way


def time_given(games: list[Game]) -> dict[tuple[int, str], int]:
    """Seconds given (or taken, below 0) in games, by game and side. One query."""
    seconds: dict[tuple[int, str], int] = defaultdict(int)
    rows = GameAdjustment.objects.filter(game__in=[game.pk for game in games]).exclude(seconds=0).exclude(OVERTIME)
    for game, side, more in rows.values_list("game_id", "side", "seconds"):
        seconds[game, side] += more
    return seconds


def game_times(game: Game) -> tuple[int, int]:
    """The game time of the first and of the second player, in seconds. Two queries.

    What a clock that counts up may show (WESPA 5.3.1(b)): it is not set anew when time is given.
    """
    full = game.round.division.tournament.rules.rulebook.before.game_time.seconds.value
    given = time_given([game])
    allowed: dict[int, int] = defaultdict(int)
    people = [game.first_id, game.second_id or 0]
    for accommodation in Accommodation.objects.in_force().filter(entry__in=people):
        allowed[accommodation.entry_id] += accommodation.seconds
    first, second = (
        max(0, full + given[game.pk, side] + allowed[entry])
        for side, entry in zip(("first", "second"), people, strict=True)
    )
    return first, second
