"""Listeners for the length of one test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tdsuite.platform.hooks.hooks import Hook


@contextmanager
def connected(hook: Hook[..., Any], listener: Callable[..., Any], *, alone: bool = False) -> Iterator[None]:
    """`listener` beside those that are connected, or instead of them."""
    before = list(hook.listeners)
    hook.listeners[:] = [] if alone else before
    hook.connect(listener)
    try:
        yield
    finally:
        hook.listeners[:] = before
