"""A worker that is killed with a mail in its hands: that one may come twice, under one Message-ID; every other comes once."""

import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.installation import Installation
from tests.results.mail.server import MailServer, mail_server
from tests.waiting import wait_for

pytestmark = [pytest.mark.process]
PLAYERS = 6
PUBLISH = f"""
from django.utils import timezone
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run
from results.mail.models import MailAddress
from tdsuite.platform.access.guard import COMMAND_LINE
from tests.factories import make_division, make_tournament
division = make_division(make_tournament(public_base_url="https://cup.example.org"), players={PLAYERS})
for entry in division.entries.all():
    now = timezone.now()
    row = MailAddress(
        entry=entry, address=f"player{{entry.number}}@example.org", language="en-gb", pairings=True, final=True,
        asked_at=now, confirmed_at=now)
    row.new_token()
    row.save()
publish_run(by=COMMAND_LINE, run=make_draft(by=COMMAND_LINE, division=division))
print("0")
"""
SENT = """
from results.mail.models import OutgoingMail
print(json.dumps(OutgoingMail.objects.filter(status="sent").count()))
"""


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def site(tmp_path: Path, server: MailServer) -> Iterator[Installation]:
    mail = {"MAIL_URL": f"smtp://127.0.0.1:{server.port}", "MAIL_FROM": "cup@example.org"}
    installation = Installation(tmp_path / "data", variables=mail)
    installation.prepare()
    yield installation
    installation.kill()


def test_the_mail_in_hand_may_come_twice_and_no_other_is_lost_or_doubled(
    site: Installation, server: MailServer
) -> None:
    server.may_answer.clear()
    site.start_worker()
    site.python(PUBLISH)
    assert server.kept.wait(120)  # the server has the first mail, and has not said so
    assert site.worker is not None
    site.worker.send_signal(signal.SIGKILL)
    site.worker.wait()
    server.may_answer.set()
    site.start_worker()
    wait_for(lambda: len(server.mails) == PLAYERS + 1, what="the rest is sent")
    wait_for(lambda: site.python(SENT) == PLAYERS, what="all is noted as sent")
    counts = Counter((mail["To"], mail["Message-ID"]) for mail in server.mails)
    assert sorted(counts.values()) == [1] * (PLAYERS - 1) + [2]
    assert len({address for address, _id in counts}) == PLAYERS
