"""Explore: rounds paired otherwise beside the real ones, at once or by a worker, and nothing of the event changed."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.engine.exploring import explore_round, totals
from pairings.services import exploring
from pairings.services.drafts import make_draft
from pairings.services.exploring import (
    EXPLORE_JOB,
    Question,
    known_answer,
    last_explored,
    parts_of,
    question_from,
    request_exploration,
)
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs import runner
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, make_user, play
from tests.platform.jobs.kinds import drain

pytestmark = pytest.mark.django_db

KING = Question(3, 3, "king_of_the_hill", repeats="allow")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture
def division() -> Division:
    """Eight players, three of five rounds; the lower number has won by 50 points a place."""
    division = make_division(make_tournament(), players=8, rounds=5, prize_places=2)
    for number in (1, 2, 3):
        row = make_round(division, number, status="closed", results=0)
        for game in row.games.select_related("first", "second"):
            play(game, 400 + 50 * (game.second.number - game.first.number), 400)
    return division


@pytest.fixture
def director(division: Division, client: Client) -> User:
    user = make_user(tournament=division.tournament)
    client.force_login(user)
    return user


def url(division: Division, name: str = "explore", number: int = 3) -> str:
    return reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, number])


def text(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def pairs(boards: Any) -> set[frozenset[int | None]]:
    return {frozenset((board.first, board.second)) for board in boards}


def rows() -> dict[str, Any]:
    """Every row of the database, by model."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())  # type: ignore[attr-defined]
        for model in apps.get_models()
    }


def work() -> None:
    worker = runner.Runner()
    try:
        drain(worker, "pairing")
    finally:
        worker.close()


def test_a_round_is_paired_from_the_standings_before_it_and_both_are_judged_alike(division: Division) -> None:
    (row,) = known_answer(division, KING) or ()
    task, real, prizes = next(parts_of(division, KING))
    played = Game.objects.filter(round__division=division, round__number=3)
    seats = {frozenset((game.first.number, game.second.number)) for game in played if game.second}
    assert pairs(row.real) == seats
    ranks = [player.number for player in task.present()]
    assert pairs(row.explored) == {frozenset(ranks[at : at + 2]) for at in range(0, 8, 2)}
    assert (prizes, len(real), task.rounds_left) == (2, 4, 2)
    assert row.real_figures is not None and row.explored_figures is not None
    by_number = {player.number: player for player in task.contestants}
    apart = [abs(by_number[one].halves - by_number[two].halves) for one, two in map(tuple, seats)]
    assert (row.real_figures.floats, row.real_figures.apart) == (sum(gap > 0 for gap in apart), sum(apart))
    assert row.real_figures.repeats == 0
    assert row.explored_figures.repeats == sum(bool(board.met) for board in row.explored)


def test_the_real_round_paired_again_by_hand_has_the_same_figures(division: Division) -> None:
    """The checker of the comparison: forced onto the real boards, the explored side is the real one."""
    _, real, _ = next(parts_of(division, KING))
    forced = tuple((board.first, board.second or 0) for board in real)
    (row,) = known_answer(division, Question(3, 3, "king_of_the_hill", forced=forced)) or ()
    assert row.explored_figures is not None and row.real_figures is not None
    assert pairs(row.explored) == pairs(row.real)
    assert row.explored_figures.stake == pytest.approx(row.real_figures.stake, abs=0.02)
    assert (row.explored_figures.floats, row.explored_figures.repeats) == (
        row.real_figures.floats,
        row.real_figures.repeats,
    )


def test_who_did_not_play_in_the_real_round_is_away_in_the_explored_one(division: Division) -> None:
    game = Game.objects.filter(round__division=division, round__number=3, second__isnull=False).first()
    assert game is not None and game.second is not None
    out = game.second.number
    Game.objects.filter(pk=game.pk).update(
        second=None, board=None, outcome="forfeit", first_score=None, second_score=None, first_halves=0,
        first_spread=-50, starts_by="none",
    )  # fmt: skip
    (row,) = known_answer(division, KING) or ()
    seated = {number for board in row.explored for number in (board.first, board.second)}
    assert not {out, game.first.number} & seated
    assert len(row.explored) == len(row.real) == 3


def test_the_next_round_is_explored_beside_its_draft_and_no_later_one(division: Division, director: User) -> None:
    assert last_explored(division) == 4
    (row,) = known_answer(division, Question(4, 4, "swiss")) or ()
    assert (row.real, row.real_figures, len(row.explored)) == ((), None, 4)
    run = make_draft(by=director, division=division, seed=3)
    division.refresh_from_db()
    cache.clear()
    (row,) = known_answer(division, Question(4, 4, "king_of_the_hill")) or ()
    assert pairs(row.real) == {frozenset(board.numbers) for board in run.draft_boards(4)}
    with pytest.raises(Refused, match="Choose rounds from 1 to 4"):
        known_answer(division, Question(4, 5, "swiss"))


def test_what_has_no_pairing_says_why_beside_the_real_boards(division: Division) -> None:
    everybody = tuple((1, two) for two in range(2, 9))
    (row,) = known_answer(division, Question(3, 3, "swiss", forbidden=everybody)) or ()
    assert (len(row.real), row.explored, row.explored_figures) == (4, (), None)
    assert row.refused
    assert totals([row]) is None


def test_several_rounds_are_summed_and_the_page_names_each(division: Division, director: User, client: Client) -> None:
    rounds = known_answer(division, Question(1, 3, "swiss")) or []
    summed = totals(rounds)
    assert summed is not None
    assert (summed.rounds, summed.real.boards, summed.explored.boards) == (3, 12, 12)
    page = text(
        client.get(url(division, number=1), {"method": "swiss", "last": 3, "lag": 0, "repeats": "avoid", "seed": 1})
    )
    assert "3 rounds together" in page
    assert f"Boards {summed.real.boards} {summed.explored.boards}" in page


ASKED = {"lag": 0, "repeats": "avoid", "seed": 1}
LONG = {**ASKED, "method": "contenders", "last": 3, "options": "trials=100, control_trials=10"}


def test_a_long_method_is_worked_out_once_by_a_worker_and_nothing_is_written_but_its_job(
    division: Division, director: User, client: Client
) -> None:
    before = rows()
    at_once = client.post(url(division, "explore_ask"), {**ASKED, "method": "king_of_the_hill", "last": 3}, follow=True)
    assert "Explored" in text(at_once)
    assert rows() == before
    asked = [client.post(url(division, "explore_ask", 2), LONG, follow=True) for _ in range(2)]
    assert ["Waiting for the worker" in text(page) for page in asked] == [True, True]
    job = Job.objects.of_kind(EXPLORE_JOB).get()
    question = question_from(job.args["question"])
    assert question == Question(2, 3, "contenders", options={"trials": 100, "control_trials": 10})
    work()
    assert known_answer(division, question) == [explore_round(*part) for part in parts_of(division, question)]
    assert "2 rounds together" in text(client.get(url(division, number=2), LONG))
    assert request_exploration(by=director, division=division, question=question) is None
    after = rows()
    assert {name for name in before if before[name] != after[name]} == {"jobs.Job"}


def test_an_answer_is_of_the_event_as_it_stood(division: Division, monkeypatch: pytest.MonkeyPatch) -> None:
    before = exploring.key_of(division, KING)
    division.state_version += 1
    assert exploring.key_of(division, KING) != before


def test_large_fields_and_many_trials_go_to_a_worker(division: Division, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "QUICK", 20_000 * 8 * 3 - 1)
    assert known_answer(division, KING) is None
    monkeypatch.setattr(exploring, "QUICK", 20_000 * 8 * 3)
    assert known_answer(division, KING) is not None


def test_the_page_asks_as_often_for_thirty_boards_as_for_four(
    director: User, division: Division, client: Client
) -> None:
    asked = {"method": "king_of_the_hill", "last": 1, "lag": 0, "repeats": "avoid", "seed": 1}
    large = make_division(division.tournament, players=60, rounds=2, code="b")
    make_round(large, 1, status="closed")
    counts = []
    for row in (division, large):
        client.get(url(row, number=1), asked)
        cache.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(url(row, number=1), asked).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_reader_of_the_console_does_not_explore(division: Division, client: Client) -> None:
    client.force_login(make_user("reader", tournament=division.tournament, role=Role.READER))
    assert client.get(url(division)).status_code == 403


def test_bad_questions_are_refused_in_place(division: Division, director: User, client: Client) -> None:
    bad = client.post(
        url(division, "explore_ask"), {"method": "manual", "last": 9, "lag": 0, "repeats": "avoid", "seed": 1}
    )
    assert bad.status_code == 422
    assert "Name a round from 3 to 4." in text(bad) or "less than or equal to 4" in text(bad)
    assert client.get(url(division, number=5)).status_code == 404
    assert client.get(url(division)).status_code == 200
