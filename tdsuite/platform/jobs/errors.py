"""What can go wrong with a job, and what stops one. Every text is for a director to act on."""

from django.utils.translation import gettext_lazy as _


class UnknownKind(LookupError):
    """No handler is registered for this kind of job in the running version."""


class JobRefused(Exception):
    """An expected refusal: the job fails at once, with `says` shown to the director as it stands."""

    @property
    def says(self) -> str:
        return str(self)


class DiskFull(JobRefused):
    """The produced file did not fit. The director frees space and presses “Try again”."""


class HelperLost(JobRefused):
    """The helper process that did the heavy work died or ran out of its time."""


class CannotRetry(JobRefused):
    """Only a failed or cancelled job can be tried again."""

    def __init__(self) -> None:
        super().__init__(_("Only a failed or cancelled job can be tried again."))


class JobStopped(BaseException):
    """Unwinds a handler that must not go on. Not an Exception, so that no `except Exception` swallows it."""


class JobCancelled(JobStopped):
    """Somebody asked for this job to be cancelled."""


class LeaseLost(JobStopped):
    """Another worker took this job over: nothing this one still writes would count."""


class WorkerStopping(JobStopped):
    """The worker is shutting down: the job goes back to the queue at once and is not charged an attempt."""
