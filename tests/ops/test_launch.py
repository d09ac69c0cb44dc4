"""`tdsuite run` whole, from a wheel: a real server, worker and beat on a data directory of their own."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password

from tdsuite.ops.launcher import cli, serving
from tests import wheels
from tests.ops.programs import lives
from tests.ports import free_port

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).resolve().parents[2]
STARTED = "tdsuite is running."
INSTALLED = CHECKOUT  # the folder of the installed commands; the fixture sets it
KEPT = ("PATH", "TMPDIR", "LANG")
FOREIGN = ("results.py", "celery.py", "tdsuite.py")  # a director's own files, in the folder where the suite is started


@pytest.fixture(autouse=True)
def the_wheel_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """`launch.py test` puts the checkout before every installed package."""
    monkeypatch.delenv("PYTHONPATH", raising=False)


class Launched:
    """One running launcher.  told: all it has said so far, on either stream."""

    def __init__(self, data: Path, *words: str, **variables: str) -> None:
        self.data = data
        self.told = ""
        self._reading = True
        home = data.parent if data.parent.is_dir() else data.parent.parent
        for name in FOREIGN:
            (home / name).write_text("raise ImportError('of the director')\n", encoding="utf-8")
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.process = subprocess.Popen(
            [INSTALLED / "tdsuite", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            cwd=home,
            start_new_session=True,
            env={**kept, "HOME": str(home), "TDSUITE_DATA": str(data), **variables},
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while self._reading and (line := self.process.stdout.readline()):
            self.told += line
        self.process.stdout.close()

    def until(self, true: Callable[[], object], seconds: float = 300.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end and (self.process.poll() is None or true()), f"waited in vain:\n{self.told}"
            time.sleep(0.05)

    def until_told(self, text: str, seconds: float = 300.0) -> "Launched":
        self.until(lambda: text in self.told, seconds)
        return self

    @property
    def note(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.data / "launcher.json").read_text(encoding="utf-8"))
        return {**found, "children": {name: pid for name, (pid, _started) in found["children"].items()}}

    def health(self) -> dict[str, Any]:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{self.note['url']}healthz", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def ended(self, seconds: float = 300.0) -> int:
        code = self.process.wait(timeout=seconds)
        self._reader.join(timeout=60)
        return code

    def hang_up(self) -> None:
        """What closing the terminal does: nobody reads any more, and a hang-up signal comes."""
        self._reading = False
        os.kill(self.note["children"]["beat"], signal.SIGKILL)  # has something said, which ends the reader's wait
        self._reader.join(timeout=60)
        self.process.send_signal(signal.SIGHUP)

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal and wait for the end; the exit code."""
        self.process.send_signal(number)
        return self.ended()


Launch = Callable[..., Launched]


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[__name__], "INSTALLED", wheels.install(wheels.build(folder), folder / "environment"))
        yield INSTALLED


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("Zoë Ünder") / "data"


@pytest.fixture(scope="module")
def first(data: Path) -> Iterator[Launched]:
    """The first start on new data, shared by the tests that leave it running."""
    made = Launched(data, "--port", str(free_port())).until_told("It is shown only now.")
    yield made
    if made.process.poll() is None:
        made.stop(signal.SIGTERM)


@pytest.fixture
def launch() -> Iterator[Launch]:
    made: list[Launched] = []

    def start(data: Path, *words: str, **variables: str) -> Launched:
        made.append(Launched(data, *words, **variables))
        return made[-1]

    yield start
    for each in made:
        if each.process.poll() is None:
            each.stop(signal.SIGTERM)


def password_of(data: Path) -> str:
    with sqlite3.connect(data / "tdsuite.sqlite3") as database:
        rows = database.execute("SELECT username, password, is_superuser FROM access_user").fetchall()
    assert [(row[0], row[2]) for row in rows] == [("director", 1)]
    return str(rows[0][1])


def answers(started: Launched) -> bool:
    try:
        return bool(started.health()["status"] == "ok")
    except OSError:
        return False


def test_the_first_start_serves_and_says_where(first: Launched) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", first.note["url"])
    assert f"  On this computer   {first.note['url']}" in first.told.splitlines()
    assert ("In the hall        http" in first.told) == ("█" in first.told)
    first.until(lambda: answers(first))  # the worker may come up after the pages
    health = first.health()
    assert (health["status"], health["database"], health["problems"]) == ("ok", True, [])


def test_the_first_start_shows_no_warning_of_a_library(first: Launched) -> None:
    first.until((first.data / "logs" / "worker.log").exists)
    logs = "".join(log.read_text("utf-8") for log in (first.data / "logs").iterdir())
    assert [line for line in (first.told + logs).splitlines() if " WARNING " in line] == []


def test_the_first_start_shows_the_directors_password_once(first: Launched) -> None:
    shown = re.findall(r"^  Password           (\S+)$", first.told, re.MULTILINE)
    assert len(shown) == 1
    assert check_password(shown[0], password_of(first.data))
    assert shown[0].encode() not in b"".join(log.read_bytes() for log in (first.data / "logs").iterdir())


def test_a_second_launch_on_the_same_data_is_refused_with_the_address(first: Launched, launch: Launch) -> None:
    second = launch(first.data, "--no-lan")
    assert second.ended() == 1
    assert f"process {first.process.pid}: open {first.note['url']}" in second.told
    assert answers(first)


def test_killed_processes_are_named_and_started_again(first: Launched) -> None:
    before, killed = first.note["children"], ("worker", "web server")
    for name in killed:
        os.kill(before[name], signal.SIGKILL)
    for name in killed:
        first.until_told(f"The {name} runs again.")
        assert f"The {name} has stopped (killed by SIGKILL)." in first.told
    after = first.note["children"]
    assert {each for each in before if before[each] != after[each]} == {*killed}
    first.until(lambda: answers(first))


def test_ctrl_c_stops_all_of_it(first: Launched) -> None:
    children = first.note["children"]
    assert sorted(children) == ["beat", "web server", "worker"]
    assert first.stop(signal.SIGINT) == 0
    assert first.told.endswith("Stopping ...\nStopped. All data is kept.\n")
    assert not [name for name, pid in children.items() if lives(pid)]
    assert not (first.data / "launcher.json").exists()


def test_a_second_start_keeps_all_data_takes_the_next_port_and_stays_on_this_computer(
    first: Launched, launch: Launch
) -> None:
    """Also: no network is asked, and a copy that waits is put in place.  A closed terminal stops all of it."""
    if first.process.poll() is None:
        first.stop()
    data, before = first.data, password_of(first.data)
    lay_ready(data)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        second = launch(data, "run", "--port", str(taken), "--no-lan", WEB_PROCESSES="1").until_told(STARTED)
    port = int(second.note["url"].rsplit(":", 1)[1].strip("/"))
    assert taken < port
    assert f"Port {taken} is taken by another program: using {port}." in second.told.splitlines()
    assert not [word for word in ("Password", "Installing", "In the hall", "█") if word in second.told]
    log = (data / "logs" / "web-server.log").read_text(encoding="utf-8").splitlines()
    assert f"running on http://127.0.0.1:{port} " in next(line for line in reversed(log) if "running on" in line)
    assert f"The copy is in place. The data from before is kept in {data / 'before-restore'}." in second.told
    assert password_of(data) == before and (data / "before-restore" / "tdsuite.sqlite3").exists()

    children = second.note["children"]
    second.hang_up()
    assert second.ended() == 0
    assert not [name for name, pid in children.items() if lives(pid)]
    assert not (data / "launcher.json").exists()


def lay_ready(data: Path) -> None:
    """Leave what a restore leaves: a copy that was checked waits to be put in place at the next start."""
    waiting = data / "restore"
    waiting.mkdir()
    with sqlite3.connect(data / "tdsuite.sqlite3") as database, sqlite3.connect(waiting / "tdsuite.sqlite3") as copy:
        database.backup(copy)
    for name in ("secret_key", "record_key", "record_heads"):
        shutil.copy(data / name, waiting / name)
    (waiting / "ready").write_text("before-restore", encoding="utf-8")


def test_a_stop_while_it_is_still_starting_is_a_stop(data: Path, launch: Launch) -> None:
    started = launch(data, "--port", str(free_port()), "--no-lan")
    started.until((data / "launcher.json").exists)
    assert started.stop() in (0, 130)
    assert started.told.splitlines()[-1] in ("Stopped.", "Stopped. All data is kept.")


def test_a_setting_that_cannot_be_ends_the_start_and_is_named(data: Path, launch: Launch) -> None:
    started = launch(data, "--port", str(free_port()), "--no-lan", CELERY_BROKER_URL="carrier-pigeon://loft")
    assert started.ended() == 1
    assert "CELERY_BROKER_URL: use filesystem://" in started.told
    assert started.told.endswith("Nothing was served.\n")


def test_data_that_cannot_be_written_is_refused_with_the_remedy(tmp_path: Path, launch: Launch) -> None:
    (tmp_path / "file").touch()
    started = launch(tmp_path / "file" / "data")
    assert started.ended() == 1
    assert "Set TDSUITE_DATA to a folder you can write to" in started.told


def test_without_a_network_the_launcher_says_that_the_hall_is_not_served(tmp_path: Path) -> None:
    alone = serving.Launch(serving.Wishes(), tmp_path, print, print)
    assert "In the hall        no network found: connect this computer" in alone.banner(
        "http://127.0.0.1:8000/", [], ""
    )


LAUNCH_AT = """
import sys
from tdsuite.ops.launcher import cli, network
network.HERE = sys.argv[1]
sys.exit(cli.main(sys.argv[2:]))
"""


def test_a_loopback_interface_that_is_down_is_refused_with_the_remedy(tmp_path: Path) -> None:
    """In a network of its own, whose `lo` is down; where none can be had, at an address that this computer has not."""
    alone = ["unshare", "-rn"] if shutil.which("unshare") and not subprocess.call(["unshare", "-rn", "true"]) else []
    here = "127.0.0.1" if alone else "192.0.2.1"
    done = subprocess.run(
        [*alone, sys.executable, "-c", LAUNCH_AT, here, "run", "--no-lan"],
        check=False,
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        env={**os.environ, "TDSUITE_DATA": str(tmp_path / "data")},
    )
    assert (done.returncode, f"{here} does not answer" in done.stderr) == (1, True)
    assert "    sudo ip link set lo up\nand start again" in done.stderr
    assert not (tmp_path / "data" / "tdsuite.sqlite3").exists()  # nothing was begun


@pytest.mark.parametrize("words", [["--port", "0"], ["--port", "http"], ["--prot", "80"], ["walk"]])
def test_wrong_words_are_a_usage_error(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    told = capfd.readouterr()
    assert (ended.value.code, told.out, told.err[:7]) == (2, "", "usage: ")


def test_manage_hands_on_words_output_and_exit_code(tmp_path: Path) -> None:
    words = (INSTALLED / "tdsuite", "manage", "show_address", "http://192.168.1.20:8000/", "--no-such-word")
    environment = {**os.environ, "TDSUITE_DATA": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "show_address: error: unrecognized arguments: --no-such-word" in done.stderr
