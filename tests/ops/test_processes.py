"""The launcher's children, as real processes: small Python programs stand where the server and the worker stand."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tdsuite.ops.launcher import processes
from tdsuite.ops.launcher.processes import Child, Crew, Watchdog
from tests.ops.programs import DEAF, SLEEP, lives
from tests.waiting import wait_for

pytestmark = pytest.mark.process

PARENT = (
    "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    "print(child.pid, flush=True); time.sleep(600)"
)
FOUR_LOGS = """
import os, time
for number in range(4):
    print(200 * 'x', flush=True)
    while os.fstat(1).st_size > 100:
        time.sleep(0.01)
"""
BRIEF = "print('first line'); print('last words'); raise SystemExit(3)"


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[str, str], Child]]:
    made: list[Child] = []

    def child(name: str, code: str) -> Child:
        made.append(Child(name, [sys.executable, "-c", code], tmp_path / f"{name}.log", dict(os.environ), tmp_path))
        return made[-1]

    yield child
    for each in made:
        if each.process is not None and each.ended() is None:
            each.signal_group(hard=True)
            each.process.wait()


@pytest.fixture(params=["process groups", "none"])
def ended_by_group_or_number(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no process groups; here its taskkill and its Ctrl-Break are missing too."""
    if request.param == "none":
        monkeypatch.delattr(os, "killpg")


def crew_of(*children: Child, told: list[str] | None = None, noted: list[dict[str, int]] | None = None) -> Crew:
    return Crew(children, (told if told is not None else []).append, (noted if noted is not None else []).append)


def up(child: Child) -> bool:
    return child.log.exists() and "up" in child.log.read_text(encoding="utf-8")


def test_all_are_started_and_noted_by_name_each_in_a_group_of_its_own(make: Callable[[str, str], Child]) -> None:
    one, two = make("server", SLEEP), make("worker", SLEEP)
    noted: list[dict[str, int]] = []
    crew_of(one, two, noted=noted).start()
    assert noted == [{"server": one.pid, "worker": two.pid}]
    assert lives(one.pid) and lives(two.pid)
    assert os.getpgid(one.pid) == one.pid != os.getpgrp()  # Ctrl-C reaches the launcher alone


@pytest.mark.usefixtures("ended_by_group_or_number")
def test_stopping_ends_all_by_asking(make: Callable[[str, str], Child]) -> None:
    children = [make("server", SLEEP), make("worker", SLEEP)]
    crew = crew_of(*children)
    crew.start()
    wait_for(lambda: all(up(each) for each in children))
    crew.stop()
    assert [each.ended() for each in children] == [-signal.SIGTERM, -signal.SIGTERM]


@pytest.mark.usefixtures("ended_by_group_or_number")
def test_a_child_that_will_not_stop_is_made_to_after_the_grace(make: Callable[[str, str], Child]) -> None:
    child = make("worker", DEAF)
    crew = crew_of(child)
    crew.start()
    wait_for(lambda: up(child))
    begin = time.monotonic()
    crew.stop(grace=0.3)
    assert child.ended() == -signal.SIGKILL
    assert time.monotonic() - begin >= 0.3


@pytest.mark.parametrize("killed", [False, True])
def test_what_a_child_started_itself_stops_with_it(make: Callable[[str, str], Child], killed: bool) -> None:
    child = make("worker", PARENT)
    crew = crew_of(child)
    crew.start()
    wait_for(lambda: child.log.read_text(encoding="utf-8").strip())
    grandchild = int(child.log.read_text(encoding="utf-8"))
    if killed:
        os.kill(child.pid, signal.SIGKILL)
        wait_for(lambda: child.ended() is not None)
        crew.watch(time.monotonic())
    else:
        crew.stop()
    wait_for(lambda: not lives(grandchild))


def test_a_child_that_ended_is_named_with_its_last_words_and_started_again(make: Callable[[str, str], Child]) -> None:
    child, steady = make("worker", BRIEF), make("server", SLEEP)
    told: list[str] = []
    noted: list[dict[str, int]] = []
    crew = crew_of(child, steady, told=told, noted=noted)
    crew.start()
    first, begin = child.pid, child.started
    wait_for(lambda: child.ended() is not None)
    crew.watch(begin + 0.5)
    assert told == [
        f"The worker has stopped (exit code 3). The end of {child.log}:\n    first line\n    last words\n"
        "It is started again in 1 s."
    ]
    crew.watch(begin + 1.4)
    assert len(noted) == 1
    crew.watch(begin + 1.5)
    assert told[1:] == ["The worker runs again."]
    assert noted[1] == {"worker": child.pid, "server": steady.pid}
    assert child.pid != first


def test_each_pause_is_twice_the_one_before_to_30_seconds(make: Callable[[str, str], Child]) -> None:
    child = make("worker", "raise SystemExit(1)")
    told: list[str] = []
    crew = crew_of(child, told=told)
    crew.start()
    now = child.started
    for _ in range(7):
        wait_for(lambda: child.ended() is not None)
        crew.watch(now)
        assert child.due is not None
        now = child.due
        crew.watch(now)
    pauses = [line.rsplit(" in ", 1)[1] for line in told if " in " in line]
    assert pauses == ["1 s.", "2 s.", "4 s.", "8 s.", "16 s.", "30 s.", "30 s."]


def test_after_a_minutes_steady_run_the_pause_is_short_again(make: Callable[[str, str], Child]) -> None:
    child = make("worker", "raise SystemExit(1)")
    crew = crew_of(child)
    crew.start()
    child.pause = 30.0
    wait_for(lambda: child.ended() is not None)
    crew.watch(child.started + 60.0)
    assert child.due == child.started + 61.0


@pytest.mark.parametrize(("number", "name"), [(signal.SIGKILL, "SIGKILL"), (signal.SIGSEGV, "SIGSEGV")])
def test_a_child_ended_by_a_signal_is_said_so(make: Callable[[str, str], Child], number: int, name: str) -> None:
    child = make("beat", SLEEP)
    told: list[str] = []
    crew = crew_of(child, told=told)
    crew.start()
    os.kill(child.pid, number)
    wait_for(lambda: child.ended() is not None)
    crew.watch(time.monotonic())
    assert told[0].startswith(f"The beat has stopped (killed by {name}).")


def test_a_server_that_lives_and_answers_nothing_is_ended_and_started_again(
    make: Callable[[str, str], Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "ASK_SECONDS", 0.0)
    child, told = make("web server", SLEEP), []
    crew = crew_of(child, told=told)
    crew.start()
    answers = iter([True, False, False, True, False, False, False])  # two in a row are no three
    watchdog = Watchdog(child, lambda: next(answers, True), told.append)
    watchdog.start()
    wait_for(lambda: child.ended() is not None)
    watchdog.stop()
    crew.watch(time.monotonic())
    assert told[0] == "The web server has not answered for 3 questions: it is ended."
    assert told[1].startswith("The web server has stopped (killed by SIGKILL).")


def test_a_log_is_put_aside_while_it_is_written(
    make: Callable[[str, str], Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes.put_aside, "__defaults__", (100, 3))
    child = make("worker", FOUR_LOGS)
    crew = crew_of(child)
    crew.start()
    while child.ended() is None:
        crew.watch(child.started)
        assert child.log.stat().st_size < 500
    assert (child.log.with_name("worker.log.3")).exists()


def test_stopping_while_one_waits_for_its_restart_leaves_nothing(make: Callable[[str, str], Child]) -> None:
    good, bad = make("server", SLEEP), make("worker", BRIEF)
    crew = crew_of(good, bad)
    crew.start()
    wait_for(lambda: bad.ended() is not None)
    assert crew.failed_at_start() is bad
    crew.watch(time.monotonic())
    crew.stop()
    assert not lives(good.pid) and not lives(bad.pid)


def test_a_log_is_put_aside_when_it_is_long_and_three_old_ones_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "worker.log"
    for number in range(6):
        processes.put_aside(log, limit=10)
        processes.put_aside(log, limit=100)  # a short log goes on
        log.write_text(f"run {number} " + "x" * 10, encoding="utf-8")
    found = {each.name: each.read_text(encoding="utf-8")[:5] for each in log.parent.iterdir()}
    assert found == {"worker.log": "run 5", "worker.log.1": "run 4", "worker.log.2": "run 3", "worker.log.3": "run 2"}


def test_the_tail_of_a_log_is_its_last_lines_even_when_it_is_not_text(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    log.write_bytes(b"".join(b"line %d\n" % number for number in range(5000)) + b"\xff end\n")
    assert processes.tail(log, 2) == "    line 4999\n    \N{REPLACEMENT CHARACTER} end"
    assert processes.tail(tmp_path / "none.log") == ""
