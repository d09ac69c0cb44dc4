"""The suite's day where its own files are refused what Windows lacks (withheld/sitecustomize.py): nothing on Windows itself is tried."""

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.migrated import put_database, put_static
from tests.ports import free_port
from tests.waiting import wait_for

pytestmark = pytest.mark.process
ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent / "withheld"
PLAYERS = "".join(f"Zoë Ünder {letter},{1900 - 50 * at}\n" for at, letter in enumerate("ABCDEF"))

HAS_ANOTHER_WAY = {  # what is asked for in spite of it, and by whom
    "SIGHUP tdsuite/ops/launcher/serving.py", "stat tdsuite/ops/launcher/runlock.py",
    "killpg tdsuite/ops/launcher/processes.py", "fork tdsuite/settings.py", "sched_getaffinity tdsuite/settings.py",
    "register_at_fork tdsuite/platform/sqlite/base.py", "resource tdsuite/ops/server/open_files.py",
    "open tdsuite/platform/jobs/files.py", "replace tdsuite/ops/backups/state.py",
}  # fmt: skip


class Day:
    """The suite, started in a home with blanks and other letters; its director, by pages and by the API."""

    def __init__(self, home: Path) -> None:
        self.home, self.data = home, home / "Turnier Daten"
        self.told = home / "told.txt"
        self.address = f"http://127.0.0.1:{free_port()}"
        self.process: subprocess.Popen[bytes] | None = None
        self.pages, self.token = requests.Session(), ""

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        return {
            **kept, "HOME": str(self.home), "LANG": "C.UTF-8", "PYTHONPATH": f"{HERE}{os.pathsep}{ROOT}", "TDSUITE_DATA": str(self.data),
            "PYTHONWARNDEFAULTENCODING": "1", "WITHHELD": str(self.home / "withheld"), "WITHHELD_ROOT": str(ROOT),
        }  # fmt: skip

    def start(self) -> None:
        words = [
            sys.executable,
            "-P",
            "-m",
            "tdsuite",
            "run",
            "--no-lan",
            "--no-demo",
            "--quiet",
            "--port",
            self.address.rsplit(":", 1)[1],
        ]
        with self.told.open("wb") as told:
            self.process = subprocess.Popen(
                words, cwd=self.home, env=self.environment, stdout=told, stderr=told, stdin=subprocess.DEVNULL
            )
        wait_for(lambda: self.served or self.process.poll() is not None, what="the start")
        assert self.process.poll() is None, self.says

    @property
    def served(self) -> int:
        """How often it said that it serves: a quiet start tells the address alone."""
        return self.told.read_text("utf-8").splitlines().count(f"{self.address}/")

    @property
    def says(self) -> str:
        """All that was told and logged."""
        logs = [self.told, *sorted((self.data / "logs").glob("*.log"))]
        return "".join(path.read_text("utf-8", "replace") for path in logs if path.exists())

    def log_in(self) -> None:
        wait_for(lambda: "shown only now" in self.says, what="the password")
        found = re.search(r"Password +(\S+)", self.says)
        assert found is not None, self.says
        values = {"username": "director", "password": found[1]}
        self.press("/log-in/", **values)
        self.token = self.call("post", "token/", json=values)["token"]

    def press(self, path: str, **values: Any) -> str:
        """The page after a form of another page was sent."""
        self.pages.get(self.address + path)
        answer = self.pages.post(
            self.address + path, data={**values, "csrfmiddlewaretoken": self.pages.cookies["csrftoken"]}
        )
        assert answer.status_code == 200, (path, answer.text)
        return answer.text

    def call(self, method: str, path: str, **values: Any) -> Any:
        headers = {"Authorization": f"Token {self.token}"} if self.token else {}
        answer = requests.request(method, f"{self.address}/api/v1/{path}", headers=headers, timeout=60, **values)
        assert answer.ok, (path, answer.text)
        return answer.json() if "json" in answer.headers.get("Content-Type", "") else answer.content

    def copied(self) -> str:
        """The newest copy, on the chosen folder; what says where it is was being read while the worker wrote it."""
        state = self.data / "backups" / "state.json"

        def newest() -> Path:
            return Path(json.loads(state.read_text("utf-8"))["file"])

        wait_for(lambda: state.exists() and newest().parent.parent == self.home, what="a copy in the chosen folder")
        (self.home / "withheld" / "processes" / str(os.getpid())).touch()
        with state.open("rb"):
            wait_for(lambda: "replace tdsuite/ops/backups/state.py" in self.refused, what="a file that is not replaced")
        return str(newest())

    @property
    def refused(self) -> set[str]:
        """What our files asked for and did not get: what, and the file."""
        lines = (self.home / "withheld" / "refused").read_text(encoding="utf-8").splitlines()
        return {" ".join((line.split()[0].split(":")[0], line.split()[1])) for line in lines}

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=120)


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    home = tmp_path / "Zoë Ünder Ölwerk, 東京"
    home.mkdir()
    made = Day(home)
    put_database(made.data)
    put_static(made.data)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.stop()


@pytest.mark.full  # .ci/run asks for it
def test_a_quiet_day_without_what_windows_lacks(day: Day) -> None:
    day.start()
    day.log_in()
    division = "tournaments/open/divisions/a/"
    event = {"slug": "open", "name": "Zoë’s Open", "starts_on": "2026-11-28", "ends_on": "2026-11-29", "rulebook": "wespa-2010",
             "time_zone": "Europe/London", "visibility": "public", "entry_mode": "player", "game_minutes": 25,
             "divisions": [{"name": "A", "planned_rounds": 2}]}  # fmt: skip
    day.call("post", "tournaments/new/", json=event)
    day.call("post", f"{division}roster/", files={"file": ("Spieler: März.csv", f"Name,Rating\n{PLAYERS}".encode())})
    for number in range(1, 7):
        day.call("post", f"{division}players/{number}/check-in/", json={"status": "here"})
    a_round(day, division)
    day.press(
        "/console/backups/folder/", **{"folder-folder": str(day.home), "folder-passphrase": "five plain words in a row"}
    )
    copy = day.copied()
    restored = day.press(
        "/console/backups/restore/",
        **{"restore-source": copy, "restore-passphrase": "five plain words in a row", "restore-put_aside": "on"},
    )
    assert "is whole" in restored
    wait_for(lambda: "The copy is in place" in day.says and day.served == 2, what="the restored data")
    assert len(day.call("get", f"{division}standings/")["standings"]) == 6
    assert day.stop() == 0
    assert "Traceback" not in day.says, day.says
    told = [line for line in day.told.read_text("utf-8").splitlines() if line]
    assert told.pop(0) == told.pop() == f"{day.address}/"
    assert [line.split()[0] for line in told] == ["Log", "Password", "It", "The"]
    assert sorted(day.refused - HAS_ANOTHER_WAY) == []


def a_round(day: Day, division: str) -> None:
    """Paired by the worker, published, played, by a sheet and at the keyboard; printed, by a job and from the browser; taken out as files."""
    client = client_of(day)
    client.finished("open", client.post(f"{division}rounds/1/pair/"))
    (draft,) = client.rows(f"{division}drafts/", round=1)
    client.post(f"{division}drafts/{draft['id']}/publish/")
    client.post(f"{division}rounds/1/start/")
    for at, game in enumerate(client.rows(f"{division}rounds/1/games/", status="awaited")):
        scores = {"first_score": 400 + at, "second_score": 350 - at}
        path = f"tournaments/open/games/{game['id']}/"
        client.post(f"{path}result/", **scores) if at else client.post(f"{path}sheet/paper/", both_seen=True, **scores)
    client.finished("open", client.post("tournaments/open/prints/", report="standings", division="a", round=1))
    for report in ("result-slips", "director-pack"):
        assert "<main>" in day.pages.get(f"{day.address}/console/open/print/{report}/a/1/").text
    assert all(
        client.file(f"tournaments/open/files/{file['format']}/") for file in client.get("tournaments/open/files/")
    )


def client_of(day: Day) -> Any:
    spec = importlib.util.spec_from_file_location("api_client", ROOT / "docs" / "examples" / "client.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Client(day.address, day.token)


def test_a_path_below_another_is_written_with_slashes_whatever_the_system_writes() -> None:
    """It stands in archives, in the database and in addresses: `as_posix`, or taken apart."""
    product = [
        path for name in ("tdsuite", "pairings", "results", "adjudication") for path in (ROOT / name).rglob("*.py")
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in product}
    below = re.compile(r"(?<!is_)relative_to\([^()]*\)(?!\.(as_posix|parts))|os\.sep|\.split\(os\.")
    assert [(path.name, found[0]) for path, text in texts.items() for found in below.finditer(text)] == []
    assert len(product) > 500
