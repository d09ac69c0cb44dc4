"""Killed at any step: the event is here whole, or its file is, and the next try does the rest."""

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, connections

from tdsuite.ops.aside import folder
from tdsuite.ops.aside.folder import fault_of
from tdsuite.ops.aside.services import bring_back, put_aside
from tdsuite.ops.aside.tidying import let_go_of_unnamed
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import AsideEvent, Tournament
from tests.ops.aside.events import all_rows, finished_with_files, on_disk
from tests.platform.access.routes import make_place

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
SERVICES = "tdsuite.ops.aside.services"
PUTTING_ASIDE = (
    "event_file.write",  # nothing is written
    "event_file.compare",  # the file is written, and not read yet
    "folder.digest_of",  # it lies beside its place
    "_let_go",  # it is in its place, and no row is gone
    "delete_rows",
    "discard_chain",  # all rows are gone, but for the record
    "Decision.record",  # before the commit
    "folder.remove",  # after the commit
)
BRINGING_BACK = (
    "event_file.unpack",
    "event_file.unpack_files",
    "_take_in",  # the photos lie where they lay
    "event_file.copy_back",
    "tell_event",  # all rows are back
    "Decision.record",
    "os.utime",  # after the commit
)


def killed_before(step: str, decide: Callable[[], Any]) -> None:
    """Run it in a process of its own, which is killed where it comes to this step."""
    connections.close_all()
    child = os.fork()
    if not child:
        where = "tdsuite.platform.audit.services." if step.startswith("Decision") else f"{SERVICES}."
        try:
            with patch(where + step, side_effect=lambda *_args, **_more: os.kill(os.getpid(), signal.SIGKILL)):
                decide()
        finally:
            os._exit(1)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL


@pytest.mark.parametrize("step", PUTTING_ASIDE)
def test_killed_while_it_is_put_aside(step: str) -> None:
    tournament, files = finished_with_files(make_place("lakeside"))
    before = all_rows()
    killed_before(step, lambda: put_aside(by=COMMAND_LINE, tournament=tournament))
    aside = AsideEvent.objects.filter(slug="lakeside").first()
    if aside is None:
        assert step != "folder.remove"
        assert (all_rows(), on_disk(files)) == (before, files)
        aside = put_aside(by=COMMAND_LINE, tournament=tournament)
        assert on_disk(files) == {}
    assert not Tournament.objects.exists() and fault_of(aside) == ""
    bring_back(by=COMMAND_LINE, event=aside)
    assert (all_rows(), on_disk(files)) == (before, files)


@pytest.mark.parametrize("step", BRINGING_BACK)
def test_killed_while_it_is_brought_back(step: str) -> None:
    tournament, files = finished_with_files(make_place("lakeside"))
    before = all_rows()
    aside = put_aside(by=COMMAND_LINE, tournament=tournament)
    killed_before(step, lambda: bring_back(by=COMMAND_LINE, event=aside))
    if AsideEvent.objects.exists():
        assert step != "os.utime"
        assert not Tournament.objects.exists() and fault_of(aside) == ""
        bring_back(by=COMMAND_LINE, event=aside)
    assert (all_rows(), on_disk(files)) == (before, files)


def test_whoever_tidies_up_waits_until_the_file_has_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without a row is thrown away when somebody is erased; that of an event that is just put aside is none."""
    tournament, _files = finished_with_files(make_place("lakeside"))

    def tidy_up() -> None:
        let_go_of_unnamed()
        connections.close_all()

    def keep(*paths: Path) -> None:
        assert not connection.in_atomic_block  # others decide while the file is written
        folder_keep(*paths)
        tidying.start()

    tidying, folder_keep = threading.Thread(target=tidy_up), folder.keep
    monkeypatch.setattr(folder, "keep", keep)
    aside = put_aside(by=COMMAND_LINE, tournament=tournament)
    tidying.join()
    assert fault_of(aside) == ""
