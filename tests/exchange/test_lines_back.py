"""What stands beside scores and rounds, back from a document: nothing is taken away later."""

import copy
import json

import pytest

from adjudication.challenges.actions import ChallengeAction
from adjudication.challenges.services.consequences import settle_lines
from adjudication.models import ChallengeSlip
from tdsuite.exchange.event_document import event_document, source_here, source_in_document
from tdsuite.exchange.events import SourceFile, UnusableFile, import_tournament
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import recording, verify
from tdsuite.tournaments.models import GameAdjustment, Round, Tournament
from tdsuite.tournaments.services.decision import DivisionDecision, Refused
from tdsuite.tournaments.services.score_there import ScoreMeaning
from tests.exchange.test_nothing_lost import whole_event_of
from tests.exchange.test_round_trip_more import comes_back, document
from tests.exchange.test_round_trips import made_up, table_of
from tests.statements import statements_of

pytestmark = pytest.mark.django_db


def settle(slip):
    """As within a decision, though the event is finished."""
    division, action = slip.division, ChallengeAction.ADJUDICATED
    decision = DivisionDecision(by=COMMAND_LINE, action=action, division=division, tournament=division.tournament)
    with recording():
        settle_lines(decision, slip, ScoreMeaning(included=False))


def test_a_recount_of_challenges_takes_no_line_away_that_came_from_a_document():
    back = comes_back(document(whole_event_of()))
    before = table_of(back)
    brought = GameAdjustment.objects.filter(game__round__division__tournament=back, source="file:challenge")
    assert brought.count() == 6
    for line in brought:
        game = line.game
        slip = ChallengeSlip(
            division=game.round.division, game=game, challenger=game.first, challenged=game.second, number=9
        )
        settle(slip)
    assert brought.count() == 6 and table_of(back) == before


@pytest.mark.parametrize(
    ("here", "said", "there"),
    [
        ("challenge", "challenge", "file:challenge"), ("file:challenge", "challenge", "file:challenge"),
        ("incident:812", "incident", "file:incident"), ("file:incident", "incident", "file:incident"),
        ("endgame", "endgame", "endgame"), ("counter:tracking", "counter:tracking", "counter:tracking"), ("", "", ""),
    ],
)  # fmt: skip
def test_a_source_leaves_without_the_numbers_of_rows_and_stands_by_itself_afterwards(here, said, there):
    assert (source_in_document(here), source_here(said)) == (said, there)


def rounds_of(back):
    return list(Round.objects.filter(division__tournament=back, division__code="a").order_by("number"))


def test_a_round_that_says_otherwise_than_its_games_is_as_they_show():
    data = document(made_up(1))
    first, second, third, *_ = data["divisions"][0]["rounds"]
    first["status"], second["status"] = "draft", "published"
    game = next(one for one in third["games"] if one["outcome"] == "played" and not one["lines"])
    game |= {"outcome": "awaited", "first_score": None, "second_score": None}
    found = rounds_of(comes_back(data))
    assert [row.status for row in found] == ["closed", "published", "playing", "closed", "closed"]
    assert found[0].closed_at is not None and found[2].closed_at is None


def test_rounds_that_the_document_does_not_have_are_not_made_up():
    data = document(made_up(1))
    data["divisions"][0]["rounds"] = data["divisions"][0]["rounds"][:2]
    del data["divisions"][0]["high_claims"]
    back = comes_back(data)
    assert [row.number for row in rounds_of(back)] == [1, 2] and back.divisions.first().planned_rounds == 5


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"rules": {"dice": 1}}, "Pairing rules of Section A: These rules cannot be read"),
        ({"rules": {}, "families": [[1, 2], [2, 3]]}, "Pairing rules of Section A: A player stands in two families"),
        ({"boards": [{"ask": "forced", "one": 1, "two": 1, "round": 2}]}, "Pairing rules of Section A: 1v1 is no board|1"),
    ],
)  # fmt: skip
def test_rules_of_pairing_that_cannot_be_kept_make_no_half_event(rules, why):
    data = document(made_up(1))
    data["divisions"][0]["pairing_rules"] = rules
    with pytest.raises(Refused, match=why):
        comes_back(data)
    assert Tournament.objects.count() == 1


def test_a_line_out_of_place_makes_no_half_event():
    data = document(made_up(1))
    bye = next(one for row in data["divisions"][0]["rounds"] for one in row["games"] if one["second"] is None)
    bye["lines"] = [{"side": "second", "kind": "overtime", "points": -10}]
    with pytest.raises(UnusableFile, match="a line is for the second player, but there is none"):
        comes_back(data)
    assert Tournament.objects.count() == 1


def test_the_record_says_how_many_lines_came_and_is_whole():
    event = whole_event_of()
    back = comes_back(document(event))
    taken = Record.objects.filter(action="roster.imported").order_by("seq")
    assert [one.after["lines"] for one in taken if "claims" not in one.after] == [25, 25]
    assert verify(back).whole


def test_lines_cost_no_question_each_on_the_way_out_and_in():
    few = made_up(1, "few")
    many = copy.deepcopy(document(few))
    for division in many["divisions"]:
        for row in division["rounds"]:
            for game in row["games"]:
                if game["second"]:
                    game["lines"] = [{"side": "first", "kind": "time", "points": 0, "seconds": 60}] * 5
    into, out = [], []
    for slug, data in (("again", document(few)), ("more", many)):
        into.append(statements_of(lambda data=data, slug=slug: comes_back(data, slug)))
        out.append(statements_of(lambda slug=slug: event_document(Tournament.objects.get(slug=slug))))
    assert out[0] == out[1] and into[1] <= into[0]


def test_practice_beside_a_real_event_is_real_and_never_deleted():
    practice, real = (json.dumps(document(event)).encode() for event in (whole_event_of(), made_up(1)))
    files = [SourceFile("practice.json", practice), SourceFile("real.json", real)]
    assert not import_tournament(by=COMMAND_LINE, slug="both", files=files)[0].is_practice
    assert import_tournament(by=COMMAND_LINE, slug="one", files=files[:1])[0].is_practice
