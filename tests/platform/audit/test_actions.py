"""The registry of actions: labels, what an action touches, and that each is declared once."""

import pytest

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.actions import ACTIONS, Action, Touches, label_of
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import deciding_on
from tests.actions import ExampleAction
from tests.factories import make_user


def test_an_action_is_its_name_in_the_record_and_touches_nothing_unless_it_says_so() -> None:
    assert ExampleAction.DONE == "test.done"
    assert ACTIONS["test.done"] is ExampleAction.DONE
    assert (ExampleAction.DONE.label, ExampleAction.DONE.happened) == ("Test done", "a test was done")
    assert (ExampleAction.DONE.touches, ExampleAction.FAILED.touches) == (Touches.RESULTS, Touches.NOTHING)


def test_a_name_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):

        class Again(Action):
            DONE = "test.done", "Done again"


def test_an_action_that_is_no_longer_declared_is_shown_by_its_name() -> None:
    assert (label_of("test.done"), label_of("old.thing_done")) == ("Test done", "Old thing done")


def test_whatever_touches_something_says_what_happened() -> None:
    assert [action.value for action in ACTIONS.values() if action.touches and not action.happened] == []


@pytest.mark.django_db
def test_a_decision_records_who_what_and_why() -> None:
    user = make_user()
    with deciding_on(None, by=user, action=ExampleAction.NAME_CHANGED, reason="married") as decision:
        first = decision.record(user, before={"name": "old"}, after={"name": "new"})
        second = decision.record(user, action=ExampleAction.DONE, by=COMMAND_LINE, reason="")
    assert decision.records == [first, second] == list(Record.objects.order_by("seq"))
    assert (first.action, first.actor_id, first.why) == ("name.changed", user.pk, "married")
    assert (second.action, second.actor_kind, second.why) == ("test.done", "command", "")
