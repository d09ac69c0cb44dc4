"""A played division, a second one of the same event, and who runs it."""

import pytest

from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division
from tests.factories import make_division, make_round, make_user, play


@pytest.fixture
def division() -> Division:
    """Division A after one of one rounds: 1 beat 2 by 450-350 and 3 beat 4 by 400-300, so 1 and 3 share rank 1, 2 and 4 rank 3."""
    made = make_division(players=4, rounds=1)
    row = make_round(made, 1, status="closed", results=0, pairs=[(1, 2), (3, 4)])
    play(row.games.get(first__number=1), 450, 350)
    play(row.games.get(first__number=3), 400, 300)
    return made


@pytest.fixture
def second(division: Division) -> Division:
    """Division B of the same event: 1 beat 2 by 520-310."""
    made = make_division(division.tournament, players=2, rounds=1, code="b")
    play(make_round(made, 1, status="closed", results=0, pairs=[(1, 2)]).games.get(), 520, 310)
    return made


@pytest.fixture
def director(division: Division) -> User:
    return make_user(tournament=division.tournament)
