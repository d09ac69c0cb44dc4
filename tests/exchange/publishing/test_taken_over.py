"""A push whose worker fell silent is taken over: what both wrote is sent once more."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tdsuite.exchange import pushing
from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.publishing import add_target, push_due, send_now
from tdsuite.exchange.pushing import files_out
from tdsuite.exchange.transports.base import TransportError
from tdsuite.exchange.transports.folder import FolderTransport
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.tournaments.models import Division
from tests.exchange.publishing.servers import tree
from tests.exchange.publishing.test_pushing import one_result
from tests.platform.jobs.kinds import claim_next, drain

pytestmark = pytest.mark.django_db


@pytest.fixture
def target(event: Division, root: Path) -> PublishTarget:
    values = {"kind": "folder", "folder": str(root)}
    return add_target(by=COMMAND_LINE, tournament=event.tournament, values=values, secret="")


def during_the_wall_chart(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """Let something happen while the first push is in the middle of a file that every result changes."""
    put, left = FolderTransport.put, [happens]

    def slow(self: FolderTransport, name: str, data: bytes) -> None:
        if left and name == "a/wallchart.html":
            left.pop()()
        put(self, name, data)

    monkeypatch.setattr(FolderTransport, "put", slow)


def taken_over() -> None:
    """The first worker's lease runs out, and a second worker does the job."""
    Job.objects.running().update(lease_until=timezone.now() - timedelta(seconds=1))
    assert drain(Runner(), "publishing") == 1


def pushed_by_one_that_fell_silent(target: PublishTarget) -> None:
    send_now(by=COMMAND_LINE, target=target)
    first = Runner()
    job = claim_next("publishing", first.name)
    assert job is not None
    first.do(job)


def test_a_failure_of_the_first_is_no_failure_once_the_second_sent_everything(
    event: Division, target: PublishTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost() -> None:
        taken_over()
        raise TransportError("the line was cut while the lid was closed")

    during_the_wall_chart(monkeypatch, lost)
    pushed_by_one_that_fell_silent(target)
    row = PublishTarget.objects.get()
    assert Job.objects.get().status == Job.Status.DONE
    assert row.last_error == ""
    assert row.succeeded_at is not None
    assert len(push_due(timezone.now() + timedelta(minutes=1))) == 1  # two wrote there: what stands is made sure of
    drain(Runner(), "publishing")
    assert tree(Path(target.folder)) == files_out(event.tournament)


def test_an_older_page_that_lands_last_is_sent_once_more(
    event: Division, target: PublishTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    def newer() -> None:
        one_result(event)
        taken_over()

    during_the_wall_chart(monkeypatch, newer)
    pushed_by_one_that_fell_silent(target)
    assert tree(Path(target.folder)) != files_out(event.tournament)
    row = PublishTarget.objects.get()
    assert set(row.sent) >= set(files_out(event.tournament)) and set(row.sent.values()) == {pushing.UNSURE}
    assert push_due(timezone.now() + timedelta(minutes=1))
    drain(Runner(), "publishing")
    assert tree(Path(target.folder)) == files_out(event.tournament)
