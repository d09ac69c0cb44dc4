"""Waiting for events, not for seconds. Without Django, so that benchmarks may start their server before it."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 300.0  # seconds: nobody waits so long when all is well, and a busy computer may need it
SOON, LATER, AFTER = 0.02, 0.05, 0.5  # seconds: whoever asks all the time takes the processor from what is waited for


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE, what: str = "") -> Any:
    """The condition's first true answer, asked every 20 ms, after half a second every 50; fails the test after `seconds`."""
    began = time.monotonic()
    until = began + seconds
    while time.monotonic() < until:
        answer = condition()
        if answer:
            return answer
        time.sleep(SOON if time.monotonic() - began < AFTER else LATER)
    raise AssertionError(f"not within {seconds:g} s: {what or condition}")
