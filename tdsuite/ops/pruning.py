"""What an installation throws away once a day: what is over and nobody asks for again. Nothing here is a result or a record."""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from results.mail.services.pruning import prune_addresses
from tdsuite.ops.aside.tidying import tidy
from tdsuite.platform.access.services.pruning import PrunedAccess, prune_access
from tdsuite.platform.jobs.pruning import PrunedJobs, prune_jobs

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pruned:
    """What went, or with `dry_run` would go."""

    jobs: PrunedJobs
    access: PrunedAccess
    aside: int
    addresses: int

    @property
    def facts(self) -> dict[str, int]:
        """The figures by name, for programs."""
        return {
            "jobs": self.jobs.jobs,
            "files": self.jobs.files,
            "bytes": self.jobs.size,
            "player_sessions": self.access.player_sessions,
            "sessions": self.access.sessions,
            "tries": self.access.tries,
            "answers": self.access.answers,
            "aside": self.aside,
            "addresses": self.addresses,
        }

    @property
    def summary(self) -> str:
        """The figures in words."""
        return (
            f"{self.jobs.jobs} finished jobs with {self.jobs.files} files ({self.jobs.size / 1_000_000:.1f} MB), "
            f"{self.access.player_sessions} players' sessions, {self.access.sessions} officials' sessions, "
            f"{self.access.tries} counts of wrong tries, {self.access.answers} answers of calls, "
            f"{self.aside} files left over from events put aside, {self.addresses} players' addresses for mail"
        )


def prune(*, dry_run: bool = False) -> Pruned:
    """Remove what is older than the settings say; the log tells what. Run twice, the second finds nothing."""
    before = timezone.now() - timedelta(days=settings.JOBS_KEPT_DAYS)
    duration = timedelta(days=settings.PLAYER_SESSIONS_KEPT_DAYS)
    access = prune_access(keep_for=duration, dry_run=dry_run)
    jobs = prune_jobs(before=before, dry_run=dry_run)
    pruned = Pruned(jobs, access, tidy(dry_run=dry_run), prune_addresses(dry_run=dry_run))
    log.info("%s: %s", "Would be removed" if dry_run else "Removed", pruned.summary)
    return pruned
