"""An installation with an event large enough that its scorecards are made in pieces, and looks into it from outside."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.jobs.kinds import alive, wait_for
from tests.journeys.installation import Installation

PASSWORD = "Quizzical-Vowel-42"
LEASE_SECONDS = 2
SET_UP = """
from tdsuite.access.models import User
from tests.factories import make_division, make_round, make_tournament
User.objects.create_superuser("director", password="{password}")
division = make_division(make_tournament("harbour"), players={players}, rounds=7)
make_round(division, 1, status="closed")
print(json.dumps(division.pk))
"""
ASK = """
from tdsuite.access.guard import COMMAND_LINE
from tdsuite.printing.services import request_print
from tdsuite.tournaments.models import Division
division = Division.objects.select_related("tournament").get()
options = {"round": 1, "division": division.code}
job = request_print(report="scorecards", obj=division, tournament=division.tournament, by=COMMAND_LINE, options=options)
print(json.dumps(job.pk))
"""


@dataclass
class PrintShop(Installation):
    """Short leases, so that a killed worker's job is soon taken up again."""

    hidden: str = ""  # a folder that stands before the system's libraries

    @property
    def environment(self) -> dict[str, str]:
        more = {"LD_LIBRARY_PATH": self.hidden} if self.hidden else {}
        return {**super().environment, "JOBS_LEASE_SECONDS": str(LEASE_SECONDS), **more}

    def open(self, players: int) -> None:
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        self.python(SET_UP.format(password=PASSWORD, players=players))

    def ask(self) -> int:
        """Queue the scorecards of the division."""
        return int(self.python(ASK))

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.folder / "tdsuite.sqlite3", timeout=30)) as database:
            return database.execute(sql, values).fetchall()

    def job(self, pk: int) -> dict[str, Any]:
        columns = ("status", "done", "total", "attempts", "error", "cancel_requested")
        (row,) = self.rows(f"SELECT {', '.join(columns)} FROM jobs_job WHERE id = ?", pk)
        return dict(zip(columns, row, strict=True))

    def until(self, pk: int, seconds: float = 120.0, **wanted: Any) -> dict[str, Any]:
        """The row once it has these values; `pieces=n` waits for so many files."""
        pieces = wanted.pop("pieces", 0)

        def there() -> dict[str, Any] | None:
            row = self.job(pk)
            right = all(row[name] == value for name, value in wanted.items())
            return row if right and len(self.files(pk)) >= pieces else None

        found: dict[str, Any] = wait_for(there, seconds, f"job {pk}: {wanted}, {pieces} pieces")
        return found

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
            found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
        return [pid for pid in found if alive(pid) and b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def ticks(pid: int) -> int:
    """Processor time of a process so far; 0 once it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return 0
    user, system = stat.rsplit(")", 1)[1].split()[11:13]
    return int(user) + int(system)
