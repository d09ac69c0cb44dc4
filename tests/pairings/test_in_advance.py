"""Rounds paired in advance follow each other's boards: publishing one leaves the others fresh, changing one does not."""

import pytest

from pairings.models import PairingRun, stale_among
from pairings.services.drafts import make_draft, swap_in_draft
from pairings.services.planning import override_round
from pairings.services.publishing import publish_run
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    plan = [{"first": 1, "last": 4, "method": "random"}, {"first": 5, "last": 9, "method": "swiss", "lag": 2}]
    return make_division(make_tournament(), players=12, rounds=9, pairing_plan=plan)


def in_advance(division: Division, director: User) -> list[PairingRun]:
    """Drafts of the rounds that need no results, each after the drafts before it."""
    return [make_draft(by=director, division=division, number=number) for number in (1, 2, 3, 4)]


def now(run: PairingRun) -> PairingRun:
    return PairingRun.objects.select_related("division__tournament").get(pk=run.pk)


def says(run: PairingRun) -> list[str]:
    return [one.action for one in now(run).changes_since()]


def test_rounds_paired_in_advance_are_published_one_by_one_without_a_reason(division: Division, director: User) -> None:
    runs = in_advance(division, director)
    met = [frozenset(board.numbers) for run in runs for board in run.draft_boards()]
    assert len(met) == len(set(met)) == 24
    for run in runs:
        publish_run(by=director, run=now(run))
    assert division.rounds.filter(status="published").count() == 4


def test_publishing_an_earlier_round_as_it_was_drafted_leaves_later_drafts_fresh(
    division: Division, director: User
) -> None:
    one, two, three, four = in_advance(division, director)
    publish_run(by=director, run=now(one))
    rest = [now(run) for run in (two, three, four)]
    assert all(run.is_stale() for run in rest)  # the division has a new state: what came of it is looked at
    assert ([run.stale_now() for run in rest], stale_among(rest)) == ([False, False, False], set())


def test_publishing_a_later_round_first_leaves_earlier_drafts_fresh(division: Division, director: User) -> None:
    one, _, _, four = in_advance(division, director)
    publish_run(by=director, run=now(four))
    assert says(one) == []


def test_an_earlier_round_paired_anew_makes_later_drafts_stale_when_it_is_published(
    division: Division, director: User
) -> None:
    one, two, three, _ = in_advance(division, director)
    publish_run(by=director, run=now(one))
    publish_run(by=director, run=make_draft(by=director, division=division, number=2, seed=99))
    assert says(three) == ["pairings.published"]
    with pytest.raises(Refused, match="pairings were published"):
        publish_run(by=director, run=now(three))
    assert now(two).status == PairingRun.Status.DISCARDED


def test_two_swapped_in_an_earlier_draft_make_later_drafts_stale_when_it_is_published(
    division: Division, director: User
) -> None:
    one, two, *_ = in_advance(division, director)
    players = [next(iter(one.draft_boards())).first, list(one.draft_boards())[1].first]
    swap_in_draft(by=director, run=now(one), number=1, player=players[0], other=players[1])
    publish_run(by=director, run=now(one))
    assert (says(two), stale_among([now(two)])) == (["pairings.published"], {two.pk})


def test_a_draft_made_before_the_round_whose_standings_it_uses_is_stale_once_that_is_published(
    division: Division, director: User
) -> None:
    make_round(division, 1, status="closed", pairs=[(n, n + 6) for n in range(1, 7)])
    make_round(division, 2, status="closed", pairs=[(n, 13 - n) for n in range(1, 7)])
    early = make_draft(by=director, division=division, number=4, seed=1)
    follower = make_draft(by=director, division=division, number=5, seed=1)
    assert (early.paired_after, follower.paired_after) == (None, 2)
    third = make_draft(by=director, division=division, number=3, seed=1)
    publish_run(by=director, run=third)
    assert (says(early), says(follower)) == (["pairings.published"], ["pairings.published"])


def test_a_directors_draft_is_stale_once_its_line_of_the_plan_is_another(division: Division, director: User) -> None:
    runs = in_advance(division, director)
    override_round(by=director, division=division, number=2, values={"method": "king_of_the_hill"})
    assert [says(run) for run in runs] == [[], ["pairings.plan_changed"], [], []]
    with pytest.raises(Refused, match="its line of the pairing plan was changed"):
        publish_run(by=director, run=now(runs[1]))
