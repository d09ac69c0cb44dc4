"""How many connections and streams this process may hold: what its limit of open files leaves.

Each connection is an open file. Beside them stand the database, logs, uploads, and the connections that are accepted in one
go before the limit is asked.
"""

import contextlib

try:
    import resource
except ImportError:  # Windows: sockets are no files there and have no such limit
    resource = None  # type: ignore[assignment]

MOST_FILES = 8_192  # also the most that macOS lets a process have, whatever its hard limit says
RESERVE = 64
MOST_CONNECTIONS = 4_096
MOST_BACKLOG = 256


def raise_limit() -> int:
    """Raise the limit of open files to the hard one, at most `MOST_FILES`; the limit that holds now."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):  # refused: the old limit stands
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


def backlog(files: int) -> int:
    """Connections that may wait to be accepted, and so be accepted in one go."""
    return min(MOST_BACKLOG, files // 8)


def most_connections(files: int) -> int:
    """Beside those accepted in one go, as many may be ending: an aborted connection is a file until the next turn."""
    return max(32, min(MOST_CONNECTIONS, files - RESERVE - 2 * backlog(files)))


def most_streams(files: int) -> int:
    """Three connections of four: the rest is for the pages themselves."""
    return most_connections(files) * 3 // 4
