"""Prizes in reach while a round is half played: what the page says holds for every way in which the event can end."""

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from pairings.services.prize_chances import still_open
from tdsuite.tournaments.engine.standings import GameSide, standings_after
from tdsuite.tournaments.models import Division, Round
from tdsuite.tournaments.reads import History, history
from tests.factories import make_division, make_round, make_tournament, play

pytestmark = pytest.mark.django_db

CAP = 300  # points that a game can move a spread by
MARGINS = (-CAP, -1, 0, 1, CAP)
ALL_OF_THEM = {"the last game": 1, "both games": 2}
State = tuple[
    Division, tuple[tuple[int, int], ...], tuple[int, ...]
]  # games of round 2 to come, who has no board in it


def half_played(case: str) -> State:
    """Round 1 is played and a game of round 2 at the least; round 3 is the last."""
    players = 5 if case in ("bye", "no board yet") else 4
    division = make_division(make_tournament(), players=players, rounds=3, prize_places=2, spread_caps=[CAP])
    bye = [(5, None)] if players == 5 else []
    first = make_round(division, 1, pairs=[(1, 2), (3, 4), *bye], status="closed", results=0)
    here = [(1, 3), (2, 4), *(bye if case == "bye" else [])]
    second = make_round(division, 2, pairs=here, status=Round.Status.PLAYING)
    scores = {(1, 2): (450, 350), (3, 4): (400, 390), (1, 3): (500, 300)}
    if case == "no board yet":
        scores[2, 4] = (410, 400)
    for game in [*first.games.all(), *second.games.all()]:
        if game.second and (score := scores.get((game.first.number, game.second.number))):
            play(game, *score)
    if case == "withdrawn":
        division.entries.filter(number=1).update(withdrawn_from=3)
    return (division, (), (5,)) if case == "no board yet" else (division, ((2, 4),), ())


def ends(results: History, to_play: tuple[tuple[int, int], ...], no_board: tuple[int, ...]) -> Iterator[list[GameSide]]:
    """Every way to end rounds 2 and 3: any results, any pairing of the last round, the odd player with a bye."""
    staying = [entry.number for entry in results.entries if entry.withdrawn_from is None]
    late = [[], *([GameSide(2, number, None, 2, 50, "bye")] for number in no_board)]
    for boards in _pairings(staying):
        byes = [
            GameSide(3, number, None, 2, 50, "bye") for number in staying if not any(number in pair for pair in boards)
        ]
        games = [*((2, *pair) for pair in to_play), *((3, *pair) for pair in boards)]
        for bye, margins in product(late, product(MARGINS, repeat=len(games))):
            rows = [*results.sides, *byes, *bye]
            for (number, first, second), margin in zip(games, margins, strict=True):
                halves = 1 + (margin > 0) - (margin < 0)
                rows.append(GameSide(number, first, second, halves, margin))
                rows.append(GameSide(number, second, first, 2 - halves, -margin))
            yield rows


def _pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to make as many boards as there can be."""
    boards = list(combinations(players, 2))
    for chosen in combinations(boards, len(players) // 2):
        if len({number for pair in chosen for number in pair}) == 2 * len(chosen):
            yield list(chosen)


@pytest.mark.parametrize("case", ["half played", "bye", "withdrawn", "no board yet"])
def test_what_is_said_of_a_prize_holds_however_the_event_ends(case: str) -> None:
    division, to_play, no_board = half_played(case)
    results = history(division)
    (table,) = still_open(results, 2).tables
    said = [(line, place, dict(line.needs).get(what, "")) for line in table.lines
            for what, place in (("first place", 1), ("a prize", 2))]  # fmt: skip
    played = {line.entry.number: sum(side.entry == line.entry.number for side in results.sides) for line in table.lines}
    for line, _place, text in said:  # nobody is told of more games than they have
        left = 3 - played[line.entry.number] if line.entry.withdrawn_from is None else 0
        assert line.games == left
        assert all(int(wins) <= left for wins in re.findall(r"(\d+) more wins? makes? it", text)), text
        assert (
            text.startswith("must win") is False or ALL_OF_THEM[re.findall("the last game|both games", text)[0]] == left
        )
    now = {line.entry.number: line.standing.halves for line in table.lines}
    for rows in ends(results, to_play, no_board):
        end = {row.number: row for row in standings_after(results.entrants, rows, 3, options=results.options)}
        for line, place, text in said:
            assert line.reach is not None
            final = end[line.entry.number]
            won = (final.halves - now[line.entry.number]) // 2
            makes_sure = re.match(r"(\d+) more wins? makes? it sure", text)
            assert line.reach.best <= final.rank <= line.reach.worst, (case, line, rows)
            if text == "sure" or (makes_sure and won >= int(makes_sure[1])):
                assert final.rank <= place, (case, line, text)
            if text == "out of reach" or (text.startswith("must win") and won < line.games):
                assert final.rank > place, (case, line, text)
