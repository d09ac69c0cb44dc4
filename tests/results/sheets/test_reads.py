"""What pages ask of sheets: the exact bytes to sign, side by side, how to correct, and what waits; constant queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from results.games.services.outcomes import record_result
from results.sheets.engine.facts import canonical
from results.sheets.engine.states import Path, State
from results.sheets.pages.sheet import sheet_page
from results.sheets.reads import waiting_sheets
from results.sheets.services import entering, officials, recounts
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Game
from tests.results.sheets.desk import Hall, make_hall
from tests.results.sheets.test_follow import penalise

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall(players=8)


def test_a_keyboard_result_shows_the_bytes_that_signing_will_write(hall: Hall) -> None:
    record_result(by=hall.scorer, game=hall.game(), first_score=431, second_score=388)
    penalise(hall)
    view = sheet_page(hall.game())
    assert view.latest is not None
    assert (view.sheet, view.state, view.latest.number) == (None, State.POSTED, 1)
    by = hall.player(numbers(hall)[0])
    entering.sign(by=by, game=hall.game(), version=view.latest.number, sha256=view.latest.sha256)
    assert (hall.latest().text, hall.latest().sha256) == (canonical(view.latest.facts), view.latest.sha256)


def test_how_a_signed_sheet_is_corrected_and_whether_it_may_be_recounted(hall: Hall) -> None:
    first, second = numbers(hall)
    hall.enters(first, 400, 390)
    assert may_recount(hall)
    recounts.request_from_sheet(by=hall.player(first), game=hall.game())
    assert not may_recount(hall)
    hall.enters(second, 400, 390)
    view = sheet_page(hall.game())
    assert (view.path, view.why.rule, may_recount(hall)) == (Path.AGREE, "5.4.1", False)
    assert view.recount_right is not None
    assert view.recount_right.reasons[0].rule == "5.4.1"


def test_every_read_asks_as_often_for_one_game_as_for_four(hall: Hall) -> None:
    asked = []
    for boards in ((1,), (2, 3, 4)):
        for board in boards:
            game = hall.game(board)
            one, other = (hall.player(entry.number) for entry in (game.first, game.second) if entry)
            entering.enter_sheet(by=one, game=game, figures=hall.figures(board=board))
            entering.enter_sheet(by=other, game=game, figures=hall.figures(1, 2, board=board))
            officials.call_director(by=one, game=game)
        row = Game.objects.select_related("round__division__tournament").get(pk=hall.game().pk)
        with CaptureQueriesContext(connection) as queries:
            waiting_sheets(hall.division)
            sheet_page(row)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_officials_and_the_two_players_hear_of_every_step_and_everybody_only_of_results(hall: Hall) -> None:
    first, second = numbers(hall)
    topics = (f"sheets:{hall.division.pk}", f"game:{hall.game().pk}", hall.division.live_topic)
    hall.enters(first)
    assert [versions(*topics)[topic] for topic in topics] == [1, 1, 0]
    hall.signs(second)
    assert [versions(*topics)[topic] for topic in topics] == [2, 2, 1]


def may_recount(hall: Hall) -> bool:
    page = sheet_page(hall.game())
    return page.recount is None and page.recount_right is not None and page.recount_right.allowed


def numbers(hall: Hall) -> tuple[int, int]:
    game = hall.game()
    assert game.second is not None
    return game.first.number, game.second.number
