"""What putting aside and bringing back leave lying about."""

import time

from tdsuite.ops.aside.event_file import stored_in
from tdsuite.ops.aside.folder import alone, fault_of, unnamed
from tdsuite.tournaments.models import AsideEvent

KEPT_DAYS = 15  # older copies of the database, which may need the file of an event that is back by now, are kept for 14


def tidy(*, dry_run: bool = False) -> int:
    """Let go of files that no row names any more, and of photos that lie in the file of an event that is aside; how many."""
    with alone():
        oldest = time.time() - KEPT_DAYS * 24 * 60 * 60
        files = [path for path in unnamed() if path.stat().st_mtime < oldest]
        for event in AsideEvent.objects.all():
            if not fault_of(event):
                files += [path for path in stored_in(event.path) if path.is_file()]
        for path in () if dry_run else files:
            path.unlink(missing_ok=True)
        return len(files)


def let_go_of_unnamed() -> None:
    """Those of events that are aside stay."""
    with alone():
        for path in unnamed():
            path.unlink(missing_ok=True)
