"""The Chromium that drives the journeys."""

import pytest

from tests.journeys.browser import LAPTOP, Running, browsing, page_of


@pytest.mark.browser
def test_one_chromium_serves_one_file_after_the_other_and_keeps_none_of_its_pages() -> None:
    with browsing() as first:
        page_of(first, LAPTOP).goto("data:text/html,left")
    with browsing() as second:
        assert (second is first, second.contexts) == (True, [])
    Running.end()
    assert not first.is_connected()
