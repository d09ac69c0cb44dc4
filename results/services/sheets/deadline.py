"""Until when a signed sheet may be petitioned about: the start of either player's next game (WESPA 5.4.1(b))."""

from django.db.models import Q

from tdsuite.tournaments.models import Game, Round

from .frame import Desk


def next_game_began(desk: Desk) -> bool:
    """Whether a later round in which either player has a board is playing, or over; or a later game of the same match."""
    return began(desk.game)


def began(game: Game) -> bool:
    people = [game.first_id, game.second_id]
    theirs = Game.objects.filter(Q(first__in=people) | Q(second__in=people), round__division_id=game.round.division_id)
    later = Q(round__number__gt=game.round.number, round__status__in=(Round.Status.PLAYING, Round.Status.CLOSED))
    same_match = Q(round=game.round, match_game__gt=game.match_game) & ~Q(outcome__in=Game.UNFINISHED)
    return theirs.filter(later | same_match).exists()
