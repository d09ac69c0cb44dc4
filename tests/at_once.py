"""Several hands at the same instant, each on a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from django.db import connection


def at_once(works: Sequence[Callable[[], object]]) -> list[object]:
    """What each work answered or raised; all start together."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return work()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def refused(works: Sequence[Callable[[], object]]) -> list[Exception]:
    """What came up where all works start together."""
    return [answer for answer in at_once(works) if isinstance(answer, Exception)]
