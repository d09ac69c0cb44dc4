"""Events for tests of rulings: one division under a named rulebook, its first round published."""

from dataclasses import dataclass
from typing import Any

from django.test import Client

from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.models.games import GameQuerySet
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.results.looking import official_url


@dataclass(frozen=True)
class Event:
    division: Division
    director: User
    scorer: User

    def round(self, number: int) -> Round:
        return Round.objects.get(division=self.division, number=number)

    def game(self, board: int = 1, number: int = 1) -> Game:
        return self.games(number).with_people().get(board=board)

    def entry(self, number: int) -> Entry:
        return Entry.objects.select_related("player", "division__tournament").get(division=self.division, number=number)

    def bye(self, number: int = 1) -> Game:
        return self.games(number).with_people().get(second=None)

    def games(self, number: int = 1) -> GameQuerySet:
        return Game.objects.of_division(self.division).in_round(number)


def make_event(
    book: str = "wespa-2010", *, players: int = 4, rounds: int = 4, published: int = 1, slug: str = "lakeside-open", **fields
) -> Event:  # fmt: skip
    """Boards of round 1 for four players: 1 v 4 on board 1 and 3 v 2 on board 2, starters first."""
    tournament = make_tournament(slug, rulebook=book, **fields)
    division = make_division(tournament, players=players, rounds=rounds)
    if published:
        make_round(division, 1, pairs=[(1, 4), (3, 2)] if players == 4 else None)
    for number in range(2, published + 1):
        make_round(division, number)
    director = make_user(tournament=tournament)
    return Event(division, director, make_user("scorer", tournament=tournament, role=Role.SCORER))


def counted(game: Game) -> tuple[int, int, int, int]:
    """Half wins and spread of the first player, then of the second, as the standings count the game."""
    row = Game.objects.get(pk=game.pk)
    return history(game.round.division).values_of(row)


def total(game: Game) -> tuple[int | None, int | None]:
    """The final totals, lines included."""
    score = history(game.round.division).final_score(Game.objects.get(pk=game.pk))
    return score.first, score.second


def lines(game: Game) -> list[tuple[str, str, int, str]]:
    """Side, kind, points, rule of every line of a game."""
    return [(one.side, one.kind, one.points, one.rule) for one in game.adjustments.order_by("pk")]


def records(obj) -> list[Record]:
    return list(Record.objects.about(obj).order_by("seq"))


def url(name: str, *args: object) -> str:
    """An official's address of the event."""
    return official_url(name, "lakeside-open", "a", *args)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())
