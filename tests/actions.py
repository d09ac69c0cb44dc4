"""Actions that only tests record."""

from tdsuite.platform.audit.actions import Action, Touches


class ExampleAction(Action):
    """Decisions about nothing in particular."""

    NAME_CHANGED = "name.changed", "Name changed"
    DONE = "test.done", "Test done", "a test was done", Touches.RESULTS
    FAILED = "test.failed", "Test failed"
    EVENT_OPENED = "event.opened", "Event opened"
    SITE_CHANGED = "site.changed", "Site changed"
