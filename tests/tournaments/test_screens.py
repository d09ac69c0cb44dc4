"""Screens of the hall: added, composed, steered and removed; each a record, each told to the page of that screen alone."""

import pytest
from django.db import IntegrityError, transaction

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.models import Record
from tdsuite.platform.live.services import versions
from tdsuite.tournaments.models import Division, Screen
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.screens import (
    MOST_PANELS,
    MOST_SCREENS,
    add_screen,
    change_screen,
    remove_screen,
    steer_screen,
)
from tests.factories import make_division

pytestmark = pytest.mark.django_db
CLOCK = {"shows": "clock", "division": "", "seconds": 20}


@pytest.fixture
def division() -> Division:
    return make_division(players=4)


def added(division: Division, name: str = "Entrance", **values: object) -> Screen:
    return add_screen(by=COMMAND_LINE, tournament=division.tournament, name=name, **values)  # type: ignore[arg-type]


def test_a_new_screen_shows_what_most_halls_need(division: Division) -> None:
    screen = added(division, "  The   entrance ")
    assert (screen.number, screen.name, screen.held) == (1, "The entrance", None)
    assert [panel["shows"] for panel in screen.panels] == ["notices", "names", "missing", "standings"]
    assert {(panel["division"], panel["seconds"]) for panel in screen.panels} == {("", 20)}
    assert added(division, "Stage").number == 2


def test_the_director_composes_and_steers_it_and_each_time_is_one_record(division: Division) -> None:
    screen = added(division)
    panels = [{"shows": "names", "division": "a", "seconds": 15}, {"shows": "notices", "division": "a"}]
    screen = change_screen(by=COMMAND_LINE, screen=screen, panels=panels)
    assert screen.panels == [
        {"shows": "names", "division": "a", "seconds": 15},
        {"shows": "notices", "division": "", "seconds": 20},  # notices are of the event
    ]
    for panel in (2, 2, None, 1):
        screen = steer_screen(by=COMMAND_LINE, screen=screen, panel=panel)
    assert screen.held == 1
    screen = change_screen(by=COMMAND_LINE, screen=screen, name="Bar", panels=[CLOCK])
    assert (screen.name, screen.held) == ("Bar", None)  # panel 1 is another now
    remove_screen(by=COMMAND_LINE, screen=screen)
    actions = Record.objects.about(division.tournament).order_by("seq").values_list("action", flat=True)
    steered = ["screen.steered"] * 3
    assert list(actions) == ["screen.added", "screen.changed", *steered, "screen.changed", "screen.removed"]
    assert versions(screen.live_topic, division.live_topic) == {screen.live_topic: 6, division.live_topic: 0}


@pytest.mark.parametrize(
    ("panels", "code"),
    [
        ([], "bad_panels"), ([CLOCK] * (MOST_PANELS + 1), "bad_panels"), ([{"shows": "weather"}], "bad_panels"),
        ([{"shows": "clock", "seconds": 4}], "bad_panels"), ([{"shows": "clock", "seconds": 601}], "bad_panels"),
        ([{"shows": "clock", "seconds": "20"}], "bad_panels"),
        ([{"shows": "names", "division": "z"}], "no_such_division"),
    ],
)  # fmt: skip
def test_panels_that_nobody_could_show_are_refused(
    division: Division, panels: list[dict[str, object]], code: str
) -> None:
    screen = added(division)
    with pytest.raises(Refused) as refused:
        change_screen(by=COMMAND_LINE, screen=screen, panels=panels)
    assert refused.value.code == code
    assert len(Screen.objects.get().panels) == 4


def test_what_is_not_there_cannot_be_named_shown_or_changed(division: Division) -> None:
    screen = added(division)
    cases = {
        "no_name": lambda: added(division, "  "),
        "invalid": lambda: added(division, "Entrance"),
        "no_such_panel": lambda: steer_screen(by=COMMAND_LINE, screen=screen, panel=5),
    }
    for code, decide in cases.items():
        with pytest.raises(Refused) as refused:
            decide()
        assert refused.value.code == code
    gone = Screen.objects.get()
    remove_screen(by=COMMAND_LINE, screen=screen)
    with pytest.raises(Refused) as refused:
        steer_screen(by=COMMAND_LINE, screen=gone, panel=1)
    assert refused.value.code == "no_such_screen"


def test_an_event_has_few_screens_and_the_database_holds_their_numbers(division: Division) -> None:
    for number in range(MOST_SCREENS):
        added(division, f"Screen {number}")
    with pytest.raises(Refused) as refused:
        added(division, "One more")
    assert refused.value.code == "too_many_screens"
    for values in ({"number": 1, "name": "Other"}, {"number": 99, "name": "Screen 1"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Screen.objects.create(tournament=division.tournament, panels=[CLOCK], **values)
