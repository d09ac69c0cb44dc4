"""Every road by which a result reaches a game, driven through its own edge and held against one account."""

import pytest

pytest.register_assert_rewrite("tests.results.roads.readings", "tests.results.roads.drivers")
