"""An installation with an event large enough that its scorecards take a while, and looks into it from outside."""

import os
import signal
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.journeys.installation import Installation
from tests.platform.jobs.kinds import alive, command_line
from tests.waiting import wait_for

LEASE_SECONDS = 60  # a busy computer keeps it, and `until` outlasts it; a test that wants it to run out at once says so
SET_UP = """
from django.test import Client
from tdsuite.platform.access.models import User
from tests.factories import make_division, make_round, make_tournament
client = Client()
client.force_login(User.objects.create_superuser("director"))
division = make_division(make_tournament("harbour"), players={players}, rounds=7)
make_round(division, 1, status="closed")
print(json.dumps({{name: morsel.value for name, morsel in client.cookies.items()}}))
"""
PRINT = "/console/harbour/print/"
CHOICE = {"report": "scorecards", "place": "a/1", "paper": "A4"}
TOKEN = 32 * "x"


@dataclass
class PrintShop(Installation):
    """An installation with a director who is signed in, and a worker whose leases outlast a busy minute."""

    cookies: str = ""  # of the director's session

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, "JOBS_LEASE_SECONDS": str(LEASE_SECONDS)}

    def open(self, players: int) -> None:
        self.prepare()
        session = self.python(SET_UP.format(players=players))
        self.cookies = "; ".join(f"{name}={value}" for name, value in {**session, "csrftoken": TOKEN}.items())

    def page(self, path: str, **fields: str) -> tuple[str, str]:
        """(address, text) of what the director reads there; with fields, after pressing that form's button."""
        data = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode() if fields else None
        request = urllib.request.Request(self.url + path, data, {"Cookie": self.cookies})
        with urllib.request.urlopen(request, timeout=180) as answer:
            return answer.url, answer.read().decode()

    def texts(self, *paths: str) -> list[str]:
        return [self.page(path)[1] for path in paths]

    def ask(self) -> int:
        """Queue the scorecards of the division, as the print page does."""
        address, _text = self.page(PRINT, **CHOICE)
        return int(address.rstrip("/").rsplit("/", 1)[1])

    def retry(self, pk: int) -> None:
        self.page(f"/console/harbour/jobs/{pk}/retry/", again="1")

    def write(self, *statements: str) -> None:
        """SQL as it stands, straight into the database."""
        with closing(sqlite3.connect(self.folder / "tdsuite.sqlite3", timeout=180)) as database, database:
            for statement in statements:
                database.execute(statement)

    def kill_worker(self) -> None:
        """SIGKILL to the worker alone."""
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()
            self.worker = None

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.folder / "tdsuite.sqlite3", timeout=180)) as database:
            return database.execute(sql, values).fetchall()

    def job(self, pk: int) -> dict[str, Any]:
        columns = ("status", "done", "total", "attempts", "error", "cancel_requested")
        (row,) = self.rows(f"SELECT {', '.join(columns)} FROM jobs_job WHERE id = ?", pk)
        return dict(zip(columns, row, strict=True))

    def until(self, pk: int, seconds: float = 300.0, **wanted: Any) -> dict[str, Any]:
        """The row once it has these values.  Fails with the row as it is when the job ended otherwise."""
        row: dict[str, Any] = {}

        def there() -> bool:
            row.update(self.job(pk))
            right = all(row[name] == value for name, value in wanted.items())
            assert right or row["status"] in ("queued", "running"), "ended otherwise"
            return right

        try:
            wait_for(there, seconds)
        except AssertionError as error:
            raise AssertionError(f"job {pk} is not {wanted} ({error}); last seen: {row}") from None
        return row

    def lease_runs_out(self, pk: int) -> None:
        """As when its worker was silent for so long."""
        self.write(f"UPDATE jobs_job SET lease_until = '2000-01-01 00:00:00' WHERE id = {pk}")

    def sweep(self) -> None:
        """What beat asks for every ten seconds: the sets of silent workers are sent again."""
        self.python("from tdsuite.platform.jobs.services import sweep; sweep(); print('null')")

    def files(self, pk: int) -> list[tuple[str, Path]]:
        """(name, path) of what the job produced."""
        rows = self.rows("SELECT name, stored FROM jobs_jobfile WHERE job_id = ? ORDER BY name", pk)
        return [(name, self.folder / "files" / stored) for name, stored in rows]

    def on_disk(self, pk: int) -> list[Path]:
        return sorted((self.folder / "files" / "jobs" / str(pk)).iterdir())

    def helpers(self) -> list[int]:
        """The living processes that set pages for the worker."""
        assert self.worker is not None
        found = []
        for task in Path(f"/proc/{self.worker.pid}/task").iterdir():
            with suppress(OSError):  # a thread that has just ended
                found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
        return [pid for pid in found if alive(pid) and b"spawn_main" in command_line(pid)]

    @contextmanager
    def held(self) -> Iterator[list[int]]:
        """The helpers, stopped where they are for a while: nothing goes on while a page is looked at."""
        pids = self.helpers()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield pids
        finally:
            for pid in filter(alive, pids):
                os.kill(pid, signal.SIGCONT)


def ticks(pid: int) -> int:
    """Processor time of a process so far; 0 once it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return int(user) + int(system)
