"""Our tourney.js as Woogles' broadcasts take it: what their reader asks of the file, and that every game comes out of it as we have it.

Their reader finds the text after `newt=`, takes every `undefined` for nothing, and drops without a word any player one of whose values has another
kind than it asks for. (Facts of liwords, pkg/broadcasts, August 2026.)
"""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tdsuite.exchange.export import preview
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Game, Player, Round, Tournament
from tests.factories import make_division, make_played_event, make_round, play

pytestmark = pytest.mark.django_db
NUMBERS = ("pairings", "scores"), ("board", "p12")  # lists of whole numbers: of a player, and of its `etc`


@dataclass(frozen=True)
class Shown:
    """A game as a broadcast shows it: who starts stands first."""

    round: int
    board: int
    names: tuple[str, str]
    scores: tuple[int, int]


@dataclass(frozen=True)
class Feed:
    """A division as a broadcast reads it.  dropped: players with a value of another kind."""

    players: dict[int, dict[str, Any]]
    dropped: list[Any]
    rounds: int

    def value(self, number: int, name: str, round: int) -> int:
        """A player's value of a round, from 1; 0 where the list is shorter."""
        player = self.players[number]
        values = player[name] if name in NUMBERS[0] else player["etc"][name]
        return int(values[round - 1]) if 1 <= round <= len(values) else 0

    def games(self, round: int) -> list[Shown]:
        """By board; a game without a board, and a second one at the same, are not shown."""
        shown: dict[int, Shown] = {}
        for number in self.players:
            opponent, board = self.value(number, "pairings", round), self.value(number, "board", round)
            if not opponent or not board or board in shown or opponent not in self.players:
                continue
            pair = (opponent, number) if self.value(number, "p12", round) == 2 else (number, opponent)
            names = [self.players[each]["name"] for each in pair]
            scores = [self.value(each, "scores", round) for each in pair]
            shown[board] = Shown(round, board, (names[0], names[1]), (scores[0], scores[1]))
        return [shown[board] for board in sorted(shown)]

    @property
    def current_round(self) -> int:
        """The last round with a score, or the one after it once that is scored whole and the next is paired."""

        def scored(number: int, round: int) -> bool:
            return self.value(number, "scores", round) != 0

        last = max((at for at in range(1, self.rounds + 1) for number in self.players
                    if self.value(number, "pairings", at) and scored(number, at)), default=0)  # fmt: skip
        paired = {number: opponent for number in self.players if (opponent := self.value(number, "pairings", last))}
        whole = all(scored(number, last) or scored(opponent, last) for number, opponent in paired.items())
        follows = any(self.value(number, "pairings", last + 1) for number in self.players)
        return last + 1 if last and whole and follows else last


def is_whole(value: Any) -> bool:
    return type(value) is int


def keeps(player: Any) -> bool:
    """Whether the reader takes this player: numbers where it asks for numbers."""
    lists = [player.get(name, []) for name in NUMBERS[0]] + [player["etc"].get(name, []) for name in NUMBERS[1]]
    return (
        all(is_whole(player[name]) for name in ("id", "rating"))
        and player["id"] > 0
        and isinstance(player["name"], str)
        and all(isinstance(values, list) and all(map(is_whole, values)) for values in lists)
    )


def broadcast(event: Tournament) -> dict[str, Feed]:
    """The divisions of the exported file by name."""
    text = preview(by=COMMAND_LINE, tournament=event, key="tourney.js").data.decode()
    after = text[text.index("newt=") + len("newt=") :].rstrip(" \t\r\n;")
    feeds = {}
    for division in json.loads(after.replace("undefined", "null"))["divisions"]:
        assert isinstance(division["name"], str) and is_whole(division["maxr"])
        listed = [player for player in division["players"] if player is not None]
        players = {player["id"]: player for player in listed if keeps(player)}
        dropped = [player for player in listed if not keeps(player)]
        longest = max((len(player["pairings"]) for player in players.values()), default=0)
        feeds[division["name"]] = Feed(players, dropped, max(division["maxr"] + 1, longest))
    return feeds


def filed(entry: Entry) -> str:
    return entry.player.filing_name


@pytest.fixture
def division() -> Division:
    """Three rounds closed and the fourth in play with one result, of nine players: one has a bye each round. Another division waits."""
    made = make_played_event(players=9, played=3)
    make_round(made, 4, status=Round.Status.PLAYING, results=1)
    make_division(made.tournament, code="b", players=4)
    return made


def test_every_division_and_every_player_is_taken(division: Division) -> None:
    Entry.objects.filter(division=division, number=2).update(rating=0)
    Entry.objects.filter(division=division, number=3).update(class_name="1", team="2", lifetime_games=7)
    Player.objects.filter(entries__division=division, entries__number=4).update(
        name='Ann "newt=" undefined;', filing_name='undefined, Ann "newt="; </script>'
    )
    feeds = broadcast(division.tournament)
    assert [(name, len(feed.players), feed.dropped) for name, feed in feeds.items()] == [
        ("Division A", 9, []), ("Division B", 4, []),
    ]  # fmt: skip
    assert [feed.rounds for feed in feeds.values()] == [7, 7]
    assert feeds["Division A"].players[2]["rating"] == 0


def test_every_game_is_shown_at_its_board_with_the_starter_first(division: Division) -> None:
    feed = broadcast(division.tournament)["Division A"]
    for number in range(1, 5):
        games = Game.objects.with_people().filter(round__division=division, round__number=number, second__isnull=False)
        assert feed.games(number) == [
            Shown(
                number, game.board or 0, (filed(game.first), filed(game.second or game.first)),
                (game.first_score or 0, game.second_score or 0),
            )
            for game in games.order_by("board")
        ]  # fmt: skip
        assert len(feed.games(number)) == 4  # and the ninth player has a bye
    assert feed.games(5) == []


def test_the_current_round_is_the_one_that_is_played(division: Division) -> None:
    feeds = broadcast(division.tournament)
    assert (feeds["Division A"].current_round, feeds["Division B"].current_round) == (4, 0)
    Round.objects.get(division=division, number=4).games.all().delete()
    assert broadcast(division.tournament)["Division A"].current_round == 3
    make_round(division, 5, status=Round.Status.DRAFT)
    assert broadcast(division.tournament)["Division A"].current_round == 3  # nobody sees a draft


def test_a_round_that_is_over_hands_on_to_the_next_that_is_paired(division: Division) -> None:
    for game in Game.objects.with_people().filter(round__division=division, round__number=4, second__isnull=False):
        play(game)
    make_round(division, 5, status=Round.Status.PUBLISHED)
    feed = broadcast(division.tournament)["Division A"]
    assert feed.current_round == 5 and len(feed.games(5)) == 4
    assert {game.scores for game in feed.games(5)} == {(0, 0)}


def test_a_forfeit_and_a_void_game_leave_everybody_in_the_file(division: Division) -> None:
    games = list(Game.objects.filter(round__division=division, round__number=3, second__isnull=False).order_by("board"))
    stated = {"first_halves": 2, "second_halves": 0, "first_spread": 50, "second_spread": -50}
    for game, outcome, values in zip(games, ("forfeit", "void"), (stated, {}), strict=False):
        values |= {"outcome": outcome, "rated": False, "first_score": None, "second_score": None}
        Game.objects.filter(pk=game.pk).update(**values)
    feed = broadcast(division.tournament)["Division A"]
    assert feed.dropped == [] and len(feed.players) == 9 and feed.current_round == 4
    assert [game.board for game in feed.games(3)][-2:] == [3, 4]
