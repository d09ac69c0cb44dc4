"""Every page of the desk asks the database as often for a large division as for a small one."""

import pytest

from pairings.services.drafts import make_draft
from pairings.services.rules import save_settings
from pairings.services.tables import keep_table
from tdsuite.tournaments.models import Division
from tests.factories import make_division, make_round, make_tournament, make_user
from tests.pairings.desk import entry, queries, url

pytestmark = pytest.mark.django_db
# The page, what its address names, and the most that it may ask.
PAGES = [
    ("place", (2,), 14), ("round", (3,), 28), ("tables", (), 18), ("rules", (), 9),
    ("why", (2,), 11), ("reach", (1,), 13),
]  # fmt: skip


def in_play(players: int, rounds: int) -> Division:
    """Round 1 is over, round 2 half played, round 3 a draft; some boards are asked for, and players have tables."""
    division = make_division(make_tournament(f"event-{players}"), players=players, rounds=rounds, prize_places=2)
    user = make_user(tournament=division.tournament)
    make_round(division, 1, status="closed")
    make_round(division, 2, results=players // 4)
    division.entries.filter(number__gt=players // 2).update(class_name="B")
    boards = [{"ask": "forbidden", "one": number, "two": number + 1, "round": 0} for number in range(1, players // 4)]
    save_settings(by=user, division=division, values={"boards": boards})
    for number in range(1, players // 4):
        keep_table(by=user, entry=entry(division, number), table=str(number), first_round=4)
    make_draft(by=user, division=division, method="random", seed=1)
    return division


def test_every_page_asks_as_often_for_thirty_boards_and_rounds_as_for_six(client) -> None:
    counts = []
    for players, rounds in ((12, 7), (60, 30)):
        division = in_play(players, rounds)
        client.force_login(make_user(tournament=division.tournament))
        counts.append([(name, queries(client, url(division, name, *args)), most) for name, args, most in PAGES])
    assert counts[0] == counts[1]
    assert [row for row in counts[0] if row[1] > row[2]] == []
