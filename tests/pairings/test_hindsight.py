"""A past result was wrong: the round that was paired from it, paired again as it would have been; no board is changed."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.services.drafts import make_draft
from pairings.services.facts import pairing_facts
from pairings.services.hindsight import HINDSIGHT_JOB, answer_of, overtaken_runs, request_hindsight
from pairings.services.publishing import publish_run
from results.games.services.outcomes import correct_result
from tdsuite.platform.access.models import User
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.reads import histories_of
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.games import GameOutcome
from tests.factories import make_round, play
from tests.pairings.desk import work
from tests.paper import Paper
from tests.results.looking import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(division: Division, director: User) -> Round:
    """The second round, paired by Swiss from the first and played; then a result of the first is turned round."""
    first = make_round(division, 1, status="closed", results=0, pairs=[(1, 8), (2, 7), (3, 6), (4, 5)])
    for game in first.games.select_related("first", "second"):
        play(game, 500, 400)
    (row,) = publish_run(by=director, run=make_draft(by=director, division=division, seed=3))
    for game in row.games.select_related("first", "second", "round__division"):
        play(game, 450, 400)
    Round.objects.filter(pk=row.pk).update(status="closed")
    return Round.objects.select_related("division__tournament").get(pk=row.pk)


def turn_round(director: User, table: int = 1) -> None:
    game = Game.objects.select_related("round__division__tournament").get(round__number=1, board=table)
    outcome = GameOutcome("played", game.second_score, game.first_score)
    correct_result(by=director, game=game, outcome=outcome, reason="The slip was read the wrong way round")


def again(row: Round, director: User) -> dict:
    row = Round.objects.select_related("division__tournament").get(pk=row.pk)
    request_hindsight(by=director, row=row)
    work()
    return answer_of(row)


def test_the_same_results_pair_the_same_boards(row: Round, director: User) -> None:
    answer = again(row, director)
    assert (answer["boards"], answer["places"], overtaken_runs(row.division)) == ([], [], {})


def test_a_result_that_was_wrong_names_whose_board_standing_and_float_would_have_been_another(
    row: Round, director: User, client: Client
) -> None:
    boards = list(Game.objects.order_by("pk").values())
    turn_round(director)
    now = list(Game.objects.order_by("pk").values())
    answer = again(row, director)
    assert {entry.number for entry, _ in answer["places"]} >= {1, 8}
    told = {entry.number: then_and_now for entry, then_and_now in answer["boards"]}
    assert 1 in told or 8 in told
    for then, would in told.values():
        assert then[0] and would[0] and then != would and would[1] == 0
    assert list(Game.objects.order_by("pk").values()) == now != boards
    address = reverse("pairings:hindsight", args=[row.division.tournament.slug, "a", 2])
    (fact,) = (
        fact
        for fact in pairing_facts(row.division.tournament, histories_of(row.division.tournament))
        if fact.url == address
    )
    assert fact.says.endswith("paired before a result changed")
    game = Game.objects.get(round__number=1, board=1)
    assert (
        address
        in client.get(reverse("console:table", args=[row.division.tournament.slug, "a", game.pk])).content.decode()
    )
    page = text(client.get(address))
    assert (
        f"{len(told)} players would have had another opponent" in page and "The boards that were played stand." in page
    )
    paper = client.get(reverse("console:print_sheet", args=[row.division.tournament.slug, "hindsight", "a", 2]))
    assert "Whom to tell" in text(paper)
    (printed,) = Paper("hindsight", row, language="fr").texts
    assert "Qui informer" in printed and "écart de victoires" in printed and "Opponent" not in printed


def test_asking_twice_is_one_job_and_a_result_changed_since_is_said_beside_its_answer(
    row: Round, director: User, client: Client
) -> None:
    turn_round(director)
    address = reverse("pairings:hindsight", args=[row.division.tournament.slug, "a", 2])
    assert [client.post(address).status_code for _ in range(2)] == [302, 302]
    (job,) = Job.objects.of_kind(HINDSIGHT_JOB)
    turn_round(director, 2)
    work()
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert "Pair it again" in text(client.get(address))


def test_a_round_that_no_results_decided_has_nothing_to_compare(division: Division, director: User) -> None:
    row = make_round(division, 1)
    with pytest.raises(Refused, match="No draft made from standings"):
        request_hindsight(by=director, row=row)
