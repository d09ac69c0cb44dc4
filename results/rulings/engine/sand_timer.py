"""Games without clocks, by sand timers.  Source: NSA Appendix B."""

from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.reasons import cited
from tdsuite.tournaments.rulebooks.terms import NoClocks, SandTimers


class NoSandTimers(LookupError):
    """The rulebook has no sand timers.  The message says what it has instead."""


def sand_timers(book: Rulebook) -> SandTimers:
    """The book's terms for games without clocks.  Raises NoSandTimers."""
    provision = book.before.no_clocks
    if provision.value.sand is not None:
        return provision.value.sand
    if provision.value.policy is NoClocks.FORBIDDEN:
        raise NoSandTimers(f"Every game needs a timer ({cited(provision)}): find one, or use another table.")
    raise NoSandTimers(f"{book.name} has no sand timers: announce how time is regulated ({cited(provision)}).")
