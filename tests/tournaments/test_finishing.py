"""An event is finished when nothing is left to be done; closing a round asks nothing."""

from typing import Any

import pytest

from results.sheets.services import entering
from results.sheets.services.decisions import SheetFinal
from results.sheets.services.officials import enter_from_paper, waive_unsigned
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.finishing import finishing_blockers
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Board 1 signed; board 2 entered from a paper sheet without a signature."""
    hall = make_hall()
    hall.both_sign()
    enter_from_paper(by=hall.scorer, game=hall.game(2), figures=hall.figures(400, 300, board=2), both_seen=False)
    return hall


def finish_event(*, by: Any, tournament: Tournament) -> Tournament:
    return update_tournament(by=by, tournament=tournament, values={"status": "finished"})


def test_an_unsigned_sheet_blocks_finishing_and_is_named(hall: Hall) -> None:
    event = hall.division.tournament
    with pytest.raises(Refused, match=r"Division A: one sheet is not signed by both \(Round 1, table 2\)"):
        finish_event(by=hall.director, tournament=event)
    assert Tournament.objects.get().status == "running"


def test_waived_with_a_reason_the_event_finishes(hall: Hall) -> None:
    event = hall.division.tournament
    waive_unsigned(by=hall.director, game=hall.game(2), reason="Checked on both cards.")
    assert finishing_blockers.rows(event) == []
    assert finish_event(by=hall.director, tournament=event).status == "finished"
    finish_event(by=hall.director, tournament=event)
    assert Record.objects.filter(action="tournament.changed").count() == 1


def test_a_finished_event_is_opened_again_and_both_are_recorded(hall: Hall) -> None:
    event = hall.division.tournament
    waive_unsigned(by=hall.director, game=hall.game(2), reason="Checked on both cards.")
    finish_event(by=hall.director, tournament=event)
    values = {"status": "running"}
    with pytest.raises(Refused, match="Say why"):
        update_tournament(by=hall.director, tournament=event, values=values)
    assert update_tournament(by=hall.director, tournament=event, values=values, reason="A slip.").status == "running"
    kept = Record.objects.filter(action="tournament.changed").values_list("before__status", "after__status")
    assert list(kept) == [("running", "finished"), ("finished", "running")]


def test_in_a_finished_event_players_sign_and_hand_in_and_change_nothing(hall: Hall) -> None:
    event = hall.division.tournament
    waive_unsigned(by=hall.director, game=hall.game(2), reason="Checked on both cards.")
    finish_event(by=hall.director, tournament=event)
    other = hall.game(2)
    late = PlayerActor(other.first_id, event.pk, hall.division.pk, Means.LINK, "phone")
    for act in (
        lambda: hall.proposes(1),
        lambda: entering.enter_sheet(by=late, game=other, figures=hall.figures(board=2)),
        lambda: entering.dispute(by=late, game=other, version=1),
    ):
        with pytest.raises(SheetFinal, match=entering.OVER):
            act()
    assert hall.scores() == (431, 388)
    latest = hall.latest(2)
    assert entering.sign(by=late, game=other, version=1, sha256=latest.sha256).state == "waived"
    hall.hand_in()
    assert hall.sheet().state == "handed_in"
