"""Small made-up events for rating tests."""

import random

from hypothesis import strategies as st

from results.ratings.engine.model import PlayerRating, RatedGame, RatedPlayer, RatingTask
from tests.factories import circle_pairs


def game(
    round_: int, first: int, second: int, halves: int, spread: int | None = None, *, rated: bool = True
) -> RatedGame:
    return RatedGame(round_, first, second, halves, (halves - 1) * 60 if spread is None else spread, rated)


def against(own: RatedPlayer, opponents: list[int], results: str, *, games: int = 500, planned: int = 0) -> RatingTask:
    """One player meets opponents with these ratings, one a round; results as "wlt"."""
    field = [RatedPlayer(number, rating, games) for number, rating in enumerate(opponents, start=101)]
    rows = [
        game(round_, own.number, one.number, {"w": 2, "t": 1, "l": 0}[result])
        for round_, (one, result) in enumerate(zip(field, results, strict=True), start=1)
    ]
    return RatingTask((own, *field), tuple(rows), planned or len(rows))


def of(number: int, table: tuple[PlayerRating, ...]) -> PlayerRating:
    return next(row for row in table if row.number == number)


def made_up_event(seed: int, *, players: int = 8, rounds: int = 7, newcomers: int = 0) -> RatingTask:
    """A round robin of random results; the last `newcomers` players have no rating."""
    luck = random.Random(seed)
    field = tuple(
        RatedPlayer(
            number,
            0 if number > players - newcomers else luck.randint(700, 2150),
            0 if number > players - newcomers else luck.choice([10, 40, 200, 900, None]),
        )
        for number in range(1, players + 1)
    )
    rows = []
    for round_ in range(1, rounds + 1):
        for first, second in circle_pairs(range(1, players + 1), round_):
            if second is not None:
                spread = luck.randint(-150, 150)
                rows.append(game(round_, first, second, 2 if spread > 0 else 1 if spread == 0 else 0, spread))
    return RatingTask(field, tuple(rows), rounds)


EVENTS = st.builds(
    made_up_event, st.integers(0, 10**6), players=st.integers(4, 9), rounds=st.integers(1, 20),
    newcomers=st.integers(0, 2),
)  # fmt: skip
RATED_EVENTS = st.builds(made_up_event, st.integers(0, 10**6), players=st.integers(2, 9), rounds=st.integers(1, 20))
