"""The register of challenges, as officials and others read it."""

import pytest

from adjudication.challenges.services.slips import reissue, take_back
from adjudication.models import ChallengeSlip
from tdsuite.tournaments.engine.csv_text import guarded
from tdsuite.tournaments.models import Game, Round
from tests.adjudication.challenges.cases import Table, table
from tests.factories import make_division, make_round
from tests.statements import statements_of

pytestmark = pytest.mark.django_db


def register(at: Table) -> list[ChallengeSlip]:
    return list(ChallengeSlip.objects.register(at.division.tournament))


def three(at: Table) -> None:
    """Slips 1 and 2 on table 1 (acceptable, unacceptable), slip 3 on table 2, still to be judged."""
    at.judged("AXLE", "CWM")
    at.judged("BRIGG", challenger=at.first.pk)
    other = Game.objects.with_people().get(round=at.row, board=2)
    at.slip("EMU", game=other, challenger=other.first_id)


def test_a_line_tells_who_where_what_and_how_it_was_ruled(at: Table) -> None:
    three(at)
    first, second, third = register(at)
    assert (first.number, first.game.table, first.words_to_show, first.words_challenged) == (1, "1", ("AXLE", "CWM"), 2)
    assert (first.challenger, first.challenged) == (at.second, at.first)
    assert (first.verdict_text, first.state_text, first.verdicts.count()) == ("acceptable", "closed", 1)
    assert (second.verdict_text, second.state_text) == ("unacceptable", "adjudicated")
    assert (third.verdict_text, third.game.table, third.adjudicated_at) == ("", "2", None)


def test_taken_back_and_reissued_slips_stand_in_the_register_without_a_verdict() -> None:
    at = table("nsa-2004")
    slip, _ = at.judged("AXLE")
    again = reissue(by=at.judge, slip=slip, words=("CWM",))
    take_back(by=at.judge, slip=again, ending="blank")
    assert [(slip.verdict_text, slip.state_text) for slip in register(at)] == [
        ("", "reissued: a word was not the word on the board"),
        ("", "taken back: the blank's designation was misunderstood"),
    ]


def test_an_ordinary_cell_is_left_as_it_is() -> None:
    assert [guarded(cell) for cell in ("Ann O'Dyne", "12", "", "A-B", "AXLE CWM")] == [
        "Ann O'Dyne", "12", "", "A-B", "AXLE CWM",
    ]  # fmt: skip


def test_the_register_makes_the_same_queries_for_1_and_30_challenges(at: Table) -> None:
    at.judged("AXLE")

    def read() -> None:
        assert all(slip.words_to_show and slip.verdicts.count() for slip in register(at))

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
