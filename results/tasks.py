"""Mail to players: the job that sends it, and what beat asks."""

from typing import Any

from celery import shared_task
from django.utils.translation import gettext_lazy as _

from results.mail.services.queueing import JOB, send_due
from results.mail.services.sending import send_due_mails
from tdsuite.platform.audit.handed_over import handed_over
from tdsuite.platform.jobs.queues import MAIL
from tdsuite.platform.jobs.registry import JobContext, handler
from tdsuite.tournaments.models import Tournament


@handler(JOB, queue=MAIL, label=_("Mail to players"))
def send_mail(context: JobContext) -> dict[str, Any]:
    """Send what is due of the event that the job is about."""
    tournament = context.job.subject()
    if not isinstance(tournament, Tournament) or handed_over() is not None:  # else the other computer sends it
        return {"sent": 0}
    return send_due_mails(context, tournament)


def _send_mail_due() -> None:
    if handed_over() is None:
        send_due()


send_mail_due: Any = shared_task(name="results.send_mail_due", ignore_result=True)(_send_mail_due)
