"""An imported event keeps who entered each result, and how long it was planned at each round."""

import pytest

from results.games.services.outcomes import record_result, withdraw_result
from results.ratings.services import lengths_in_force
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import preview
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import Membership
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.events import update_division
from tests.exchange.test_round_trip_more import comes_back, document
from tests.factories import make_division, make_round, make_user

pytestmark = pytest.mark.django_db


def test_whoever_entered_a_result_may_still_take_it_back_after_an_import() -> None:
    division = make_division(players=4)
    scorer = make_user(tournament=division.tournament, role=Role.SCORER)
    other = make_user("other", tournament=division.tournament, role=Role.SCORER)
    make_round(division, 1, status=Round.Status.PUBLISHED)
    for game in Game.objects.order_by("board"):
        record_result(by=scorer, game=game, first_score=400, second_score=380)

    back = comes_back(document(division.tournament))
    for official in (scorer, other):
        Membership.objects.create(user=official, tournament=back, role=Role.SCORER)
    first, second = Game.objects.filter(round__division__tournament=back).order_by("board")
    with pytest.raises(NotAllowed):
        withdraw_result(by=other, game=first)
    assert withdraw_result(by=scorer, game=second).outcome == ""


def test_an_official_without_an_account_here_gives_nobody_a_right() -> None:
    division = make_division(players=4)
    gone = make_user("gone", tournament=division.tournament, role=Role.SCORER)
    game = make_round(division, 1, status=Round.Status.PUBLISHED).games.order_by("board")[0]
    record_result(by=gone, game=game, first_score=400, second_score=380)
    text = preview(by=COMMAND_LINE, tournament=division.tournament, key="json").data.replace(b'"gone"', b'"elsewhere"')
    back = import_tournament(by=COMMAND_LINE, slug="again", files=[SourceFile("event.json", text)])[0]
    entered = Game.objects.filter(round__division__tournament=back).exclude(outcome="").get()
    assert (entered.entered_by_kind, entered.entered_by, entered.entered_road) == ("", None, "keyboard")


def test_rating_segments_of_an_event_whose_length_changed_come_back() -> None:
    division = make_division(players=4, rounds=14)
    scorer = make_user(tournament=division.tournament)
    for number, planned in ((1, 14), (2, 20)):
        update_division(by=COMMAND_LINE, division=division, values={"planned_rounds": planned})
        row = make_round(Division.objects.get(pk=division.pk), number, status=Round.Status.PUBLISHED)
        for game in row.games.all():
            record_result(by=scorer, game=game, first_score=400, second_score=380)
    back = comes_back(document(division.tournament)).divisions.get()
    lengths = lengths_in_force(back)
    assert (lengths[1], lengths[2], lengths[3]) == (14, 20, 20)
    assert lengths == lengths_in_force(Division.objects.get(pk=division.pk))
