"""Paper sheets, waivers, the list of unsigned sheets, calls, and recounts asked for from the sheet."""

import pytest

from results.games.services.outcomes import record_result
from results.models import Recount, Signature, TableCall
from results.rulings.services.forfeits import HowItEnded, decide
from results.sheets.reads import SheetRow, unsigned_by_division
from results.sheets.services import officials, recounts
from results.sheets.services.decisions import SheetFinal
from tdsuite.console.board.reads import board
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.services.decision import Refused
from tests.results.sheets.desk import Hall

pytestmark = pytest.mark.django_db


def unsigned(hall: Hall) -> list[SheetRow]:
    return unsigned_by_division(hall.division.tournament).get(hall.division.pk, [])


def paper(hall: Hall, *, seen: bool = True, first: int = 431, second: int = 388, **more):
    figures = hall.figures(first, second)
    return officials.enter_from_paper(by=hall.scorer, game=hall.game(), figures=figures, both_seen=seen, **more)


def test_a_paper_sheet_with_both_signatures_seen_says_who_saw_them(hall: Hall) -> None:
    assert paper(hall).state == "handed_in"
    seen = Signature.objects.values_list("means", "seen_by_kind", "seen_by")
    assert list(seen) == [("paper", "user", hall.scorer.pk)] * 2


def test_the_paper_of_a_sheet_signed_on_phones_is_the_same_sheet_whatever_is_noted_there(hall: Hall) -> None:
    hall.enters(1, tiles_counted=True)
    hall.signs(4)
    assert "nothing was done twice" in paper(hall).message
    assert (hall.sheet().number, hall.sheet().state) == (1, "signed")


def test_paper_without_signatures_sent_again_voids_no_signature_given_meanwhile(hall: Hall) -> None:
    paper(hall, seen=False)
    hall.signs(4)
    assert "nothing was done twice" in paper(hall, seen=False).message
    assert (hall.sheet().number, Signature.objects.filter(version=hall.latest()).count()) == (1, 1)


def test_waiving_needs_a_reason_and_a_result_and_the_sheet_can_still_be_signed(hall: Hall) -> None:
    hall.enters(1)
    with pytest.raises(Refused, match="no result yet"):
        officials.waive_unsigned(by=hall.director, game=hall.game(), reason="Verified.")
    paper(hall, seen=False)
    (row,) = unsigned(hall)
    assert (row.state, len(row.missing)) == ("posted", 2)
    with pytest.raises(Refused, match="Say how"):
        officials.waive_unsigned(by=hall.director, game=hall.game(), reason="")
    officials.waive_unsigned(by=hall.director, game=hall.game(), reason="Checked on both cards.")
    assert (hall.sheet().state, unsigned(hall)) == ("waived", [])
    hall.signs(1)
    assert hall.signs(4).state == "handed_in"


def test_all_that_officials_entered_is_waived_at_once_and_what_players_entered_waits(hall: Hall) -> None:
    unsigned_paper = hall.figures(400, 300, board=2)
    officials.enter_from_paper(by=hall.scorer, game=hall.game(2), figures=unsigned_paper, both_seen=False)
    hall.enters(1)
    with pytest.raises(Refused, match="Say how"):
        officials.waive_all_unsigned(by=hall.director, division=hall.division, reason=" ")
    assert officials.waive_all_unsigned(by=hall.director, division=hall.division, reason="Signed on paper.") == 1
    assert (hall.sheet(2).state, hall.sheet().state) == ("waived", "entered")
    assert [row.game.board for row in unsigned(hall)] == [1]
    assert officials.waive_all_unsigned(by=hall.director, division=hall.division, reason="Signed on paper.") == 0
    (record,) = Record.objects.filter(action="sheet.waived")
    assert (record.why, record.after["game"]) == ("Signed on paper.", hall.game(2).pk)


def test_what_the_desk_typed_from_paper_is_not_unsigned_once_phones_sign_and_is_waived_too(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(2), first_score=400, second_score=300)
    officials.call_director(by=hall.player(1), game=hall.game())
    assert unsigned(hall) == []
    hall.enters(1)
    assert [(row.game.board, row.label) for row in unsigned(hall)] == [(1, "to sign")]
    assert [count for _kind, label, count in board(hall.division.tournament).chips if label == "unsigned"] == [1]
    officials.waive_unsigned(by=hall.director, game=hall.game(2), reason="Signed on paper.")
    assert (hall.sheet(2).state, hall.sheet(2).number) == ("waived", 1)
    assert [row.game.board for row in unsigned(hall)] == [1]


def test_a_forfeit_needs_no_signature(hall: Hall) -> None:
    hall.enters(1)
    decide(by=hall.director, game=hall.game(), ended=HowItEnded("no_show", offender="second"), reason="Never came.")
    assert (hall.sheet().state, hall.latest().facts.outcome, unsigned(hall)) == ("ruled", "no_show", [])
    with pytest.raises(SheetFinal, match="decided otherwise"):
        hall.enters(4)


def test_wespa_5_5_1_a_recount_needs_figures_and_a_margin_within_20(hall: Hall) -> None:
    with pytest.raises(Refused, match="no figures"):
        recounts.request_from_sheet(by=hall.player(1), game=hall.game())
    hall.enters(1, 401, 380)
    with pytest.raises(Refused, match="The margin is 21"):
        recounts.request_from_sheet(by=hall.player(4), game=hall.game())
    assert Recount.objects.count() == 0
    hall.enters(1, 400, 380)
    recount = recounts.request_from_sheet(by=hall.player(4), game=hall.game())
    assert (recount.first_before, recount.second_before, recount.asked_by.number) == (400, 380, 4)


def test_a_call_stands_once_until_somebody_comes(hall: Hall) -> None:
    call = officials.call_director(by=hall.player(1), game=hall.game(), note="A tile on the floor")
    assert officials.call_director(by=hall.player(1), game=hall.game()).pk == call.pk
    officials.answer_call(by=hall.scorer, call=call)
    again = officials.call_director(by=hall.player(1), game=hall.game())
    assert (again.pk != call.pk, TableCall.objects.filter(answered_at=None).count()) == (True, 1)
