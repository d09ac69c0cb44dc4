"""An event whose players may have mail sent: a mail server that is there, phones, and what the worker does."""

import re
from typing import Any

from django.test import Client
from django.utils import timezone

from results.mail.models import MailAddress, OutgoingMail
from results.mail.services.queueing import send_due
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.tournaments.models import Tournament
from tests.platform.access.signing import signed_in
from tests.platform.jobs.kinds import drain
from tests.results.mail.server import MailServer
from tests.results.rulings.cases import Event, make_event

BASE = "https://cup.example.org"


class MailHall:
    """Four players of whom nobody has mail sent yet; round 1 is not published."""

    def __init__(self, server: MailServer, settings: Any) -> None:
        self.server = server
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.MAIL_FROM = "Lakeside Open <cup@example.org>"
        self.event: Event = make_event(published=0, public_base_url=BASE)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get()

    def phone(self, number: int) -> Client:
        client: Client = signed_in(Client(), self.event.entry(number))
        return client

    def asks(self, number: int = 1, address: str = "", client: Client | None = None, **more: str) -> Any:
        data = {"address": address or f"player{number}@example.org", "pairings": "on", "final": "on", **more}
        return (client or self.phone(number)).post("/me/lakeside-open/mail/", data, follow=True)

    def confirmed(self, number: int, **more: Any) -> MailAddress:
        """The player has mail sent, without the mails that it takes to get there."""
        now = timezone.now()
        own = {"entry": self.event.entry(number), "address": f"player{number}@example.org", "language": "en-gb"}
        row = MailAddress(**{"asked_at": now, "confirmed_at": now, "pairings": True, "final": True, **own, **more})
        row.new_token()
        row.save()
        return row

    def works(self) -> list[Job]:
        """What beat and the worker do now; the jobs of mail, oldest first."""
        send_due()
        drain(Runner(), "mail")
        return list(Job.objects.filter(queue="mail").order_by("pk"))

    def waits_no_more(self) -> None:
        """The time of every mail that waits has come."""
        OutgoingMail.objects.waiting().update(due_at=timezone.now())

    def subjects(self, number: int) -> list[str]:
        return [str(mail["Subject"]) for mail in self.server.to(f"player{number}@example.org")]


def body(mail: Any) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")


def links(mail: Any) -> list[str]:
    """The paths of the links in a mail."""
    return re.findall(re.escape(BASE) + r"(\S+)", body(mail))
