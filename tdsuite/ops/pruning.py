"""What an installation throws away once a day: what is over and nobody asks for again. Nothing here is a result or a record."""

import logging
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from tdsuite.platform.access.services.pruning import prune_access
from tdsuite.platform.jobs.pruning import prune_jobs

log = logging.getLogger(__name__)


def prune() -> None:
    """Remove what is older than the settings say; the log tells what."""
    jobs = prune_jobs(before=timezone.now() - timedelta(days=settings.JOBS_KEPT_DAYS))
    access = prune_access(keep_for=timedelta(days=settings.PLAYER_SESSIONS_KEPT_DAYS))
    log.info(
        "Removed: %d finished jobs with %d files (%.1f MB), %d players' sessions, %d officials' sessions, %d counts of wrong tries, "
        "%d answers of calls",
        *(jobs.jobs, jobs.files, jobs.size / 1_000_000),
        *(access.player_sessions, access.sessions, access.tries, access.answers),
    )
