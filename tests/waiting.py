"""Waiting for events, not for seconds. Without Django, so that benchmarks may start their server before it."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 300.0  # seconds: nobody waits so long when all is well, and a busy computer may need it


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE, what: str = "") -> Any:
    """The condition's first true answer, asked every 20 ms; fails the test after `seconds`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds:g} s: {what or condition}")
