"""Explore: a round paired otherwise beside the real one, by a worker, and nothing of the event changed."""

import html
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pairings.engine.exploring import ExploredRound, explore_round
from pairings.services.drafts import make_draft
from pairings.services.exploring import EXPLORE_JOB, last_explored, part_of
from pairings.services.rules import save_settings
from tdsuite.platform.access.models import User
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, play
from tests.pairings.desk import work
from tests.results.looking import text

pytestmark = pytest.mark.django_db

KING = "king_of_the_hill"
ASKED = {"method": KING, "lag": 0, "repeats": "allow"}


def line(number: int, method: str = KING) -> dict[str, Any]:
    return {"first": number, "last": number, "method": method, "repeats": "allow"}


def explored(division: Division, number: int = 3, method: str = KING) -> ExploredRound:
    return explore_round(*part_of(division, line(number, method)))


@pytest.fixture
def division() -> Division:
    """Eight players, three of five rounds; the lower number has won by 50 points a place."""
    division = make_division(make_tournament(), players=8, rounds=5, prize_places=2)
    for number in (1, 2, 3):
        row = make_round(division, number, status="closed", results=0)
        for game in row.games.select_related("first", "second"):
            play(game, 400 + 50 * (game.second.number - game.first.number), 400)
    return division


def url(division: Division, name: str = "explore", number: int = 3, *args: int) -> str:
    return reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, number, *args])


def pairs(boards: Any) -> set[frozenset[int | None]]:
    return {frozenset((board.first, board.second)) for board in boards}


def rows() -> dict[str, Any]:
    """Every row of the database, by model."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())  # type: ignore[attr-defined]
        for model in apps.get_models()
    }


def test_a_round_is_paired_from_the_standings_before_it_and_both_are_judged_alike(division: Division) -> None:
    row, (task, real, prizes) = explored(division), part_of(division, line(3))
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
    starts = Counter(Game.objects.filter(round__division=division).values_list("first__number", flat=True))
    assert row.real_figures.uneven == sum(abs(2 * starts[number] - 3) > 1 for number in by_number)


def test_the_real_round_paired_again_by_hand_has_the_same_figures(division: Division) -> None:
    """The checker of the comparison: forced onto the real boards, the explored side is the real one."""
    task, real, prizes = part_of(division, line(3))
    forced = tuple((board.first, board.second or 0) for board in real)
    row = explore_round(replace(task, rules=replace(task.rules, forced=forced)), real, prizes)
    assert row.explored_figures is not None and row.real_figures is not None
    assert pairs(row.explored) == pairs(row.real)
    assert row.explored_figures.stake == pytest.approx(row.real_figures.stake, abs=0.02)
    expected = (row.real_figures.floats, row.real_figures.repeats)
    assert (row.explored_figures.floats, row.explored_figures.repeats) == expected


def test_who_did_not_play_in_the_real_round_is_away_in_the_explored_one(division: Division) -> None:
    game = Game.objects.filter(round__division=division, round__number=3, second__isnull=False).first()
    assert game is not None and game.second is not None
    out = game.second.number
    Game.objects.filter(pk=game.pk).update(
        second=None, board=None, outcome="forfeit", first_score=None, second_score=None, first_halves=0,
        first_spread=-50, starts_by="none",
    )  # fmt: skip
    row = explored(division)
    seated = {number for board in row.explored for number in (board.first, board.second)}
    assert not {out, game.first.number} & seated
    assert len(row.explored) == len(row.real) == 3


def test_the_next_round_is_explored_beside_its_draft_and_no_later_one(division: Division, director: User) -> None:
    assert last_explored(division) == 4
    row = explored(division, 4, "swiss")
    assert (row.real, row.real_figures, len(row.explored)) == ((), None, 4)
    run = make_draft(by=director, division=division, seed=3)
    assert pairs(explored(division, 4).real) == {frozenset(board.numbers) for board in run.draft_boards(4)}
    with pytest.raises(Refused, match="Choose a round from 1 to 4"):
        explored(division, 5)


def test_a_worker_works_it_out_once_and_nothing_is_written_but_its_job(
    division: Division, director: User, client: Client
) -> None:
    before = rows()
    asked = [client.post(url(division), ASKED, follow=True) for _ in range(2)]
    assert ["Waiting for the worker" in text(page) for page in asked] == [True, True]
    job = Job.objects.of_kind(EXPLORE_JOB).get()
    work()
    page = client.get(asked[0].redirect_chain[-1][0])
    row = explored(division)
    assert row.real_figures is not None and row.explored_figures is not None
    assert f"Boards {row.real_figures.boards} {row.explored_figures.boards}" in text(page)
    boards = [
        {frozenset((each["first"].number, each["second"].number)) for each in side["boards"]}
        for side in page.context["sides"]
    ]
    assert boards == [pairs(row.real), pairs(row.explored)]
    assert [each["new"] for each in page.context["sides"][1]["boards"]] == [
        frozenset((board.first, board.second)) not in pairs(row.real) for board in row.explored
    ]
    after = rows()
    assert {name for name in before if before[name] != after[name]} == {"jobs.Job"}
    assert "The event has changed since" not in text(page)
    Division.objects.filter(pk=division.pk).update(state_version=division.state_version + 1)
    assert "The event has changed since" in text(client.get(url(division, "explored", 3, job.pk)))


def test_what_has_no_pairing_says_why_beside_the_real_boards(
    division: Division, director: User, client: Client
) -> None:
    everybody = [{"ask": "forbidden", "one": 1, "two": two, "round": 3} for two in range(2, 9)]
    save_settings(by=director, division=division, values={"boards": everybody})
    row = explored(division, method="swiss")
    assert (len(row.real), row.explored, row.explored_figures) == (4, (), None)
    address = client.post(url(division), {**ASKED, "method": "swiss"}).url
    work()
    page = client.get(address)
    assert row.refused and row.refused in html.unescape(text(page))
    assert [side["title"] for side in page.context["sides"]] == ["Real"]


def test_the_page_asks_as_often_for_thirty_boards_as_for_four(
    division: Division, director: User, client: Client, django_assert_num_queries: Any
) -> None:
    large = make_division(division.tournament, players=60, rounds=2, code="b")
    make_round(large, 1, status="closed")
    addresses = [client.post(url(row, number=1), ASKED).url for row in (division, large)]
    work()
    with CaptureQueriesContext(connection) as small:
        client.get(addresses[0])
    with django_assert_num_queries(len(small)):
        client.get(addresses[1])


def test_bad_questions_are_refused_in_place(division: Division, director: User, client: Client) -> None:
    assert client.post(url(division), {**ASKED, "method": "manual"}).status_code == 422
    assert client.post(url(division), {**ASKED, "place_prizes": "-3"}).status_code == 422
    assert client.get(url(division, number=5)).status_code == 404
    assert client.get(url(division)).status_code == 200
