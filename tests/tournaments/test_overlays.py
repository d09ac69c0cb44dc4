"""Slots of a stream's overlays: where they point, who may move them, and what the record says of it."""

import pytest
from django.db import IntegrityError, transaction
from django.http import Http404

from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Overlay
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.overlays import overlay_of, overlays_of, point_overlay
from tests.factories import make_division, make_played_event, make_user

pytestmark = pytest.mark.django_db
EMPTY = {"shows": "", "division": "", "player": None, "table": ""}


@pytest.fixture
def division() -> Division:
    return make_played_event(players=4, played=1)


def pointed(division: Division, slot: int = 1, /, **values: object) -> dict[str, object]:
    overlay = overlay_of(division.tournament, slot)
    return point_overlay(by=COMMAND_LINE, overlay=overlay, **values).facts  # type: ignore[arg-type]


def test_a_slot_is_moved_by_what_is_named_and_keeps_the_rest(division: Division) -> None:
    make_division(division.tournament, code="b", players=2)
    assert pointed(division, shows="player", player=3) == {
        "slot": 1, "shows": "player", "division": "a", "player": 3, "table": "",
    }  # fmt: skip
    assert pointed(division, player=2)["player"] == 2
    assert pointed(division, division="b", player=1) == {
        "slot": 1, "shows": "player", "division": "b", "player": 1, "table": "",
    }  # fmt: skip
    assert pointed(division, shows="table", table=" Stage ") == {
        "slot": 1, "shows": "table", "division": "b", "player": None, "table": "Stage",
    }  # fmt: skip
    assert pointed(division, table="2")["table"] == "2"
    assert pointed(division, shows="clock") == {"slot": 1, **EMPTY, "shows": "clock", "division": "b"}
    assert pointed(division, shows="") == {"slot": 1, **EMPTY}
    assert not Overlay.objects.exists()


def test_each_move_is_one_record_and_tells_the_page_of_the_slot_alone(division: Division) -> None:
    topics = [overlay_of(division.tournament, slot).live_topic for slot in (1, 2)]
    for values in ({"shows": "standings"}, {"shows": "standings"}, {"shows": "pairings"}, {"shows": ""}, {"shows": ""}):
        pointed(division, **values)
    records = Record.objects.about(division.tournament).filter(action="overlay.moved").order_by("seq")
    assert [(row.before["shows"], row.after["shows"]) for row in records] == [
        ("", "standings"), ("standings", "pairings"), ("pairings", ""),
    ]  # fmt: skip
    assert versions(*topics, division.live_topic) == {topics[0]: 3, topics[1]: 0, division.live_topic: 0}


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"shows": "player"}, "no_such_player"), ({"shows": "player", "player": 99}, "no_such_player"),
        ({"shows": "table"}, "no_table"), ({"shows": "table", "table": "  "}, "no_table"),
        ({"shows": "standings", "division": "z"}, "no_such_division"), ({"table": "3"}, "overlay_empty"),
        ({"shows": "weather"}, "invalid"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_and_the_slot_stays(
    division: Division, values: dict[str, object], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        pointed(division, **values)
    assert refused.value.code == code and not Overlay.objects.exists()


def test_those_who_run_rounds_move_slots_and_nobody_else(division: Division) -> None:
    slot = overlay_of(division.tournament, 1)
    for role in (Role.SCORER, Role.ORGANISER):
        with pytest.raises(NotAllowed):
            point_overlay(by=make_user(role, tournament=division.tournament, role=role), overlay=slot, shows="clock")
    assistant = make_user("assistant", tournament=division.tournament, role=Role.ASSISTANT)
    assert point_overlay(by=assistant, overlay=slot, shows="clock").shows == "clock"


def test_slots_are_1_to_9_and_each_has_one_row(division: Division) -> None:
    assert [row.slot for row in overlays_of(division.tournament)] == list(range(1, 10))
    for slot in (0, 10):
        with pytest.raises(Http404):
            overlay_of(division.tournament, slot)
    pointed(division, shows="clock")
    rows = (
        {"slot": 1, "shows": "clock"}, {"slot": 10, "shows": "clock"}, {"slot": 2, "shows": "player"},
        {"slot": 2, "shows": "table"}, {"slot": 2, "shows": "clock", "table": "1"},
        {"slot": 2, "shows": "clock", "entry": division.entries.first()},
    )  # fmt: skip
    for values in rows:
        with pytest.raises(IntegrityError), transaction.atomic():
            Overlay.objects.create(tournament=division.tournament, division=division, **values)
