"""The register of challenges, as officials and others read it."""

from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser

from adjudication.challenges.services.register import register_of
from adjudication.challenges.services.slips import reissue, take_back
from adjudication.models import ChallengeSlip
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.tournaments.engine.csv_text import guarded
from tdsuite.tournaments.models import Game, Round
from tests.adjudication.challenges.cases import Table, table
from tests.factories import make_division, make_round
from tests.statements import statements_of

pytestmark = pytest.mark.django_db


def found(at: Table, **only) -> list[int]:
    return [line.slip.number for line in register_of(by=at.judge, tournament=at.division.tournament, **only)]


def three(at: Table) -> None:
    """Slips 1 and 2 on table 1 (acceptable, unacceptable), slip 3 on table 2, still to be judged."""
    at.judged("AXLE", "CWM")
    at.judged("BRIGG", challenger=at.first.pk)
    other = Game.objects.with_people().get(round=at.row, board=2)
    at.slip("EMU", game=other, challenger=other.first_id)


def test_a_line_tells_who_where_what_and_how_it_was_ruled(at: Table) -> None:
    three(at)
    first, second, third = register_of(by=at.judge, tournament=at.division.tournament)
    assert (first.slip.number, first.slip.game.table, first.words, first.count) == (1, "1", ("AXLE", "CWM"), 2)
    assert (first.slip.challenger, first.slip.challenged) == (at.second, at.first)
    assert (first.slip.verdict_text, first.slip.state_text, first.opinions) == ("acceptable", "closed", 1)
    assert (second.slip.verdict_text, second.slip.state_text) == ("unacceptable", "adjudicated")
    assert (third.slip.verdict_text, third.slip.game.table, third.slip.adjudicated_at) == ("", "2", None)


@pytest.mark.parametrize(
    ("only", "numbers"),
    [
        ({}, [1, 2, 3]),
        ({"game__round__number": 1}, [1, 2, 3]),
        ({"game__round__number": 2}, []),
        ({"division__code": "a"}, [1, 2, 3]),
        ({"division__code": "b"}, []),
    ],
)
def test_a_division_or_a_round_may_be_read_alone(at: Table, only: dict, numbers: list[int]) -> None:
    three(at)
    assert found(at, **only) == numbers


def test_only_officials_see_words(at: Table) -> None:
    three(at)
    for by in (AnonymousUser(), at.player(at.first), at.station):
        lines = register_of(by=by, tournament=at.division.tournament)
        assert [line.words for line in lines] == [(), (), ()]
        assert [line.slip.verdict_text for line in lines] == ["acceptable", "unacceptable", ""]


def test_a_private_events_register_is_not_for_strangers(at: Table) -> None:
    at.division.tournament.visibility = "private"
    at.division.tournament.save()
    with pytest.raises(NotAllowed):
        register_of(by=AnonymousUser(), tournament=at.division.tournament)


def test_taken_back_and_reissued_slips_stand_in_the_register_without_a_verdict() -> None:
    at = table("nsa-2004")
    slip, _ = at.judged("AXLE")
    again = reissue(by=at.judge, slip=slip, words=("CWM",))
    take_back(by=at.judge, slip=again, ending="blank")
    lines = register_of(by=at.judge, tournament=at.division.tournament)
    assert [(line.slip.verdict_text, line.slip.state_text) for line in lines] == [
        ("", "reissued: a word was not the word on the board"),
        ("", "taken back: the blank's designation was misunderstood"),
    ]


def test_an_ordinary_cell_is_left_as_it_is() -> None:
    assert [guarded(cell) for cell in ("Ann O'Dyne", "12", "", "A-B", "AXLE CWM")] == [
        "Ann O'Dyne", "12", "", "A-B", "AXLE CWM",
    ]  # fmt: skip


def test_the_register_makes_the_same_queries_for_1_and_30_challenges(at: Table) -> None:
    at.judged("AXLE")
    read = partial(register_of, by=at.judge, tournament=at.division.tournament)
    with_one = statements_of(read)
    other = make_division(at.division.tournament, players=60, rounds=2, code="b")
    row = make_round(other, 1, status=Round.Status.PLAYING)
    for number, game in enumerate(Game.objects.filter(round=row).order_by("board"), start=1):
        ChallengeSlip.objects.create(
            division=other, game=game, number=number, challenger=game.first, challenged_id=game.second_id, way="runner",
            state="closed", acceptable=True, written=["AXLE"], words=1, written_at=row.started_at, written_by_kind="user",
        ).verdicts.create(opinion="first", acceptable=True, keyed=["AXLE"], by_kind="user", at=row.started_at)  # fmt: skip
    assert ChallengeSlip.objects.count() == 31
    assert statements_of(read) == with_one
