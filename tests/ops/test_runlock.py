import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tdsuite.ops.launcher.runlock import AlreadyRunning, RunLock, started
from tests.ops.programs import DEAF, SLEEP

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).resolve().parents[2]
HOLD = (
    "import sys, time; from pathlib import Path; from tdsuite.ops.launcher.runlock import RunLock;"
    "lock = RunLock(Path(sys.argv[1])); lock.acquire(print); lock.write('http://127.0.0.1:8123/', {});"
    "print('held', flush=True); time.sleep(600)"
)


def holder(root: Path) -> subprocess.Popen[str]:
    made = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(root)], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT, start_new_session=True
    )
    assert made.stdout is not None and made.stdout.readline() == "held\n"
    return made


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def taken(root: Path) -> list[str]:
    """What is said while the lock is taken and given back."""
    told: list[str] = []
    lock = RunLock(root)
    lock.acquire(told.append)
    lock.release()
    return told


def test_a_second_launcher_is_told_where_the_first_serves(tmp_path: Path) -> None:
    first = holder(tmp_path)
    try:
        with pytest.raises(AlreadyRunning) as refused:
            RunLock(tmp_path).acquire(print)
    finally:
        end(first)
    assert str(refused.value) == (
        f"tdsuite already runs on this data ({tmp_path}), process {first.pid}: open http://127.0.0.1:8123/\n"
        "Stop it with Ctrl-C where it was started, or set TDSUITE_DATA to another folder for a second one."
    )


def test_other_data_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    first = holder(tmp_path / "one")
    try:
        assert taken(tmp_path / "two") == []
    finally:
        end(first)


def test_the_lock_of_a_killed_launcher_is_free(tmp_path: Path) -> None:
    end(holder(tmp_path))
    assert taken(tmp_path) == []


def test_released_it_can_be_taken_again_and_leaves_no_note(tmp_path: Path) -> None:
    for _ in range(2):
        lock = RunLock(tmp_path)
        lock.acquire(print)
        lock.write("http://127.0.0.1:8000/", {"worker": 1})
        lock.release()
    assert [each.name for each in tmp_path.iterdir()] == ["launcher.lock"]


def test_the_note_says_who_serves_where_and_with_whom(tmp_path: Path) -> None:
    lock = RunLock(tmp_path)
    lock.acquire(print)
    lock.write("http://127.0.0.1:8000/", {"worker": os.getpid()})
    noted = json.loads((tmp_path / "launcher.json").read_text(encoding="utf-8"))
    lock.release()
    assert noted == {
        "pid": os.getpid(),
        "url": "http://127.0.0.1:8000/",
        "children": {"worker": [os.getpid(), started(os.getpid())]},
    }


@pytest.mark.parametrize(
    "note",
    ["", "{", "[]", '{"children": 3}', '{"children": {"worker": "x"}}', '{"children": {"worker": [999999999, ""]}}'],
)
def test_a_damaged_note_stops_nobody(tmp_path: Path, note: str) -> None:
    (tmp_path / "launcher.json").write_text(note, encoding="utf-8")
    assert taken(tmp_path) == []


def start(code: str, *words: str) -> subprocess.Popen[str]:
    made = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert made.stdout is not None and made.stdout.readline() == "up\n"
    return made


def leave(root: Path, process: subprocess.Popen[str], when: str) -> None:
    note = {"pid": 1, "url": "", "children": {"worker": [process.pid, when]}}
    (root / "launcher.json").write_text(json.dumps(note), encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "groups", "ended_by"),
    [
        (SLEEP, True, signal.SIGTERM),
        pytest.param(DEAF, True, signal.SIGKILL, marks=pytest.mark.full),  # five seconds of patience
        (DEAF, False, signal.SIGKILL),
    ],
)
def test_what_a_killed_launcher_left_is_stopped_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, groups: bool, ended_by: int
) -> None:
    if not groups:  # as on Windows
        monkeypatch.delattr(os, "killpg")
    left = start(code, "tdsuite.celery")
    leave(tmp_path, left, started(left.pid))
    told = taken(tmp_path)
    assert left.wait(timeout=300) == -ended_by
    assert told == [f"The last launcher was killed and left its worker (process {left.pid}): stopping it."]
    left.communicate()


def test_a_process_of_somebody_else_that_has_the_number_now_is_left_alone(tmp_path: Path) -> None:
    """Even one whose command names the suite: an editor in a folder called tdsuite."""
    other = start(SLEEP, "tdsuite")
    leave(tmp_path, other, "when the worker started")
    told = taken(tmp_path)
    assert (other.poll(), told) == (None, [])
    end(other)


def test_without_proc_powershell_is_asked_else_ps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of `ps` are weekday, month, day, time, year; a stand-in for PowerShell knows process 4321."""
    assert (len(started(os.getpid(), tmp_path).split()), started(999_999_999, tmp_path)) == (5, "")
    program, asked = tmp_path / "powershell", "'R', (Get-Process -Id 4321).StartTime.Ticks"
    program.write_text(f'#!/bin/sh\necho R; [ "$3" = "{asked}" ] && echo 639000000000000000\n', encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (started(4321, tmp_path), started(4322, tmp_path)) == ("639000000000000000", "")
