"""The games that two players play in one round, at one table, or one player's byes: numbered from 1, the starts in turn."""

from copy import copy

from django.db.models import Q

from tdsuite.platform.words.sentences import Sentence, clauses
from tdsuite.tournaments.engine.starts import NOT_KNOWN
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.services.rounds import COMPARING


def match_of(game: Game) -> list[Game]:
    """All games of the round between the same two, or all byes of the same player, in order."""
    same = Q(first=game.first_id, second=game.second_id) | Q(first=game.second_id, second=game.first_id)
    return list(Game.objects.with_people().filter(same, round=game.round_id).order_by("match_game"))


def in_turn(game: Game, opening: Game, mode: str, why: str) -> None:
    """Seat a later game of a match as its first.  Where the suite assigns starts, the two start in turn; records are compared before
    each game (WESPA 2.1(b)(ii); NSA I.C).  why: they meet."""
    game.first, game.second, game.starts_by = opening.first, opening.second, opening.starts_by
    game.reason = opening.reason
    if game.second is None:
        return
    if mode in COMPARING:
        game.starts_by, game.reason = Game.StartsBy.COMPARE, clauses(why, NOT_KNOWN)
    elif game.starts_by == Game.StartsBy.ASSIGNED:
        if game.match_game % 2 == 0:
            game.first, game.second = game.second, game.first
        game.reason = clauses(why, Sentence("the two start in turn"))


def later_games(opening: Game, games: int, mode: str, why: str) -> list[Game]:
    """The unsaved games of a match after its first."""
    later = [copy(opening) for _ in range(1, games)]
    for number, game in enumerate(later, start=2):
        game.match_game = number
        in_turn(game, opening, mode, why)
    return later
