"""What the record calls decisions about jobs."""

from tdsuite.platform.audit.actions import Action


class JobAction(Action):
    """Decisions about jobs."""

    CANCELLED = "job.cancelled", "Job cancelled"
    RETRIED = "job.retried", "Job tried again"
