"""A real installation in a folder of its own: commands, and a server process that can be killed at any instant."""

import http.client
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.loaded import ROOT, Loaded, Started
from tests.migrated import put_database, put_static
from tests.ports import free_port
from tests.waiting import wait_for

# The last changes with every test: what has loaded the suite would be loaded again for each.
NOT_OURS = ("DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_ALLOW_ASYNC_UNSAFE", "PYTEST_CURRENT_TEST")

SESSION = """
from django.test import Client
from tdsuite.platform.access.models import User
client = Client()
client.force_login(User.objects.get(username="{name}"))
print(json.dumps(client.cookies["sessionid"].value))
"""


def roster(players: int, rounds: int) -> str:
    """A tsh division with its rounds paired by rotation and no score yet."""
    lines = []
    for number in range(1, players + 1):
        opponents = [(number - 1 + (2 * turn + 1) * (1 if number % 2 else -1)) % players + 1 for turn in range(rounds)]
        lines.append(
            f"Player{'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10]}, Test {number} {' '.join(map(str, opponents))}; ; "
        )
    return "\n".join(lines) + "\n"


@dataclass
class Installation:
    """Its own data directory, and so its own SQLite database and broker folder."""

    folder: Path
    port: int = field(default_factory=free_port)
    server: Started | None = None
    worker: Started | None = None
    beat: Started | None = None
    loads: list[Loaded] = field(default_factory=list)  # the last one has the environment as it is now
    most_files: int | None = None  # what the system lets the server open; None: as this process
    variables: Mapping[str, str] = field(default_factory=dict)  # of its environment, beside ours

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
        own = {"TDSUITE_DATA": str(self.folder), "DJANGO_SETTINGS_MODULE": "tdsuite.settings"}
        return {**kept, **own, **self.variables}

    def prepare(self) -> None:
        """Begin with an empty database and the static files."""
        put_database(self.folder)
        put_static(self.folder)

    def manage(self, *words: str, check: bool = True, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run one command to its end.  typed: its standard input."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, text=True, capture_output=True, check=check, input=typed
        )

    @property
    def loaded(self) -> Loaded:
        if not self.loads or self.loads[-1].environment != self.environment:
            self.loads.append(Loaded(self.environment))
        return self.loads[-1]

    def python(self, code: str) -> Any:
        """Run code inside the installation; it prints JSON."""
        return json.loads(self.loaded.python(code))

    def session(self, name: str) -> str:
        """Of somebody who is logged in already."""
        return str(self.python(SESSION.format(name=name)))

    def start(self) -> None:
        """Start the server and wait until it answers."""
        words = ["manage.py", "serve", "--port", str(self.port)]
        self.server = server = self.loaded.start(words, log=self.log, most_files=self.most_files)
        wait_for(lambda: server.poll() is not None or self.get("/api/v1/tournaments/")[0] == 200, what="an answer")
        assert server.poll() is None, self.log.read_text(encoding="utf-8", errors="replace")

    def start_worker(self) -> None:
        """A real Celery worker on the folder broker; with the first one, beat, whose sweep sends what a killed worker left."""
        celery = ["-m", "celery", "-A", "tdsuite.celery"]
        words = ["worker", "--pool", "threads", "--concurrency", "6", "-Q", "now,pairing,printing,publishing,bulk"]
        self.worker = self.loaded.start([*celery, *words])
        if self.beat is None:
            self.beat = self.loaded.start([*celery, "beat"])

    def kill(self) -> None:
        """SIGKILL to server, worker and beat: no chance to finish anything. What starts after that loads the suite anew."""
        for process in filter(None, (self.server, self.worker, self.beat)):
            process.kill()
            process.wait()
        for loaded in self.loads:
            loaded.close()
        self.server = self.worker = self.beat = None
        self.loads.clear()

    def get(self, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> tuple[int, Any]:
        return self._ask(urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=dict(headers)))

    def post(self, path: str, body: dict[str, Any], token: str = "") -> tuple[int, Any]:
        """(status, answer); status 0 when no answer came."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Token {token}"} if token else {})}
        url = f"http://127.0.0.1:{self.port}{path}"
        return self._ask(urllib.request.Request(url, json.dumps(body).encode(), headers))

    @staticmethod
    def _ask(request: urllib.request.Request) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(request, timeout=180) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except (OSError, ValueError, http.client.HTTPException):  # the last: killed in the middle of its answer
            return 0, None
