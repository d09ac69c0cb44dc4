"""Officials at result sheets, by calls."""

import pytest

from results.sheets.models import TableCall
from results.sheets.services import officials
from tests.api.steps import walk
from tests.results.sheets.desk import make_hall

pytestmark = pytest.mark.django_db
WHY = {"reason": "seen on the camera"}
SCORES = {"first_score": 431, "second_score": 388}
FOUND = {"first_score": 430, "second_score": 388, "finding": "Added up again."}


def test_sheets_are_read_entered_ruled_on_handed_in_and_waived() -> None:
    hall = make_hall(slug="open")
    here, there = (f"games/{hall.game(board).pk}/sheet" for board in (1, 2))
    first = hall.game().first.number
    officials.call_director(by=hall.player(first), game=hall.game())
    hall.both_sign()
    petition = hall.proposes().pk
    walk(hall.division.tournament, [
        ("get", f"{here}", {}, 200, {"state": "signed", "version": 1, "petition": petition, "calls": [TableCall.objects.get().pk]}),
        ("post", f"{here}/hand-in", {}, 200, {"state": "handed_in", "petition": petition}),
        ("post", f"{here}/paper", SCORES | {"first_score": 400, "both_seen": True}, 409, "sheet_final"),
        ("post", f"{here}/rule", FOUND | {"finding": " "}, 400, "invalid"),
        ("post", f"{here}/rule", FOUND, 200, {"state": "ruled"}),
        ("post", f"{there}/waive", WHY, 409, "no_result"),
        ("post", f"{there}/paper", SCORES | {"both_seen": False}, 200, {"state": "posted"}),
        ("post", f"{there}/waive", WHY, 200, {"state": "waived"}),
    ])  # fmt: skip
    assert (hall.scores(1), hall.scores(2)) == ((430, 388), (431, 388))
