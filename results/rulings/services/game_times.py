"""How long each player of a game may play: the game time, what was given or taken, and what is allowed to them."""

from collections import defaultdict

from results.rulings.models import Accommodation
from tdsuite.tournaments.engine.account import OVER_TIME, Account
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import with_accounts


def time_given(games: list[Game]) -> dict[tuple[int, str], int]:
    """Seconds given (or taken, below 0) in games that have their `account`, by game and side.

    Seconds that ran over the game time change it in no way.
    """
    seconds: dict[tuple[int, str], int] = defaultdict(int)
    for game in games:
        account: Account = game.account  # type: ignore[attr-defined]
        for line in account.lines:
            if not line.kind.startswith(OVER_TIME):
                seconds[game.pk, line.side] += line.seconds
    return seconds


def game_times(game: Game) -> tuple[int, int]:
    """The game time of the first and of the second player, in seconds. Two queries.

    What a clock that counts up may show (WESPA 5.3.1(b)): it is not set anew when time is given.
    """
    full = game.round.division.book_in_force.before.game_time.seconds.value
    extra = time_given(with_accounts([game]))
    allowed: dict[int, int] = defaultdict(int)
    people = [game.first_id, game.second_id or 0]
    for accommodation in Accommodation.objects.in_force().filter(entry__in=people):
        allowed[accommodation.entry_id] += accommodation.seconds
    first, second = (
        max(0, full + extra[game.pk, side] + allowed[entry])
        for side, entry in zip(("first", "second"), people, strict=True)
    )
    return first, second
