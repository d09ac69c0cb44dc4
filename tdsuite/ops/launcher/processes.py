"""The server, the worker and beat as child processes: started, watched, restarted, stopped together."""

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

Say = Callable[[str], None]
GRACE_SECONDS = 8.0  # an idle worker takes 3.5: Celery looks up from its broker every 2
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
STEADY_SECONDS = 60.0  # after so long a run the next pause is the first again
TAIL_LINES = 15
LOG_BYTES = 5_000_000
LOGS_KEPT = 3
ASK_SECONDS, ANSWER_SECONDS, MISSED = 10.0, 10.0, 3  # a computer that wakes from sleep needs its time


@dataclass(slots=True)
class Child:
    """One process of the suite.

    Attributes:
        command: its words.
        log: the file that takes all it prints; None: where its parent prints.
        handed: files and sockets that it is handed, under the numbers they have here.
    """

    name: str
    command: Sequence[str]
    log: Path | None
    environment: Mapping[str, str]
    cwd: Path
    handed: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    due: float | None = None

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0

    def start(self, now: float) -> None:
        """Start it in a process group of its own, so that Ctrl-C reaches the launcher alone."""
        if self.log is not None:
            put_aside(self.log)
        with nullcontext() if self.log is None else open(self.log, "ab") as out:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=None if out is None else subprocess.STDOUT,
                env=dict(self.environment),
                cwd=self.cwd,
                start_new_session=True,  # Windows knows no sessions and does not heed it; it has the flag below
                pass_fds=self.handed,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        self.started, self.due = now, None

    def ended(self) -> int | None:
        """Exit code once it has ended; None while it runs or was not started."""
        return self.process.poll() if self.process else None

    def signal_group(self, *, hard: bool) -> None:
        """Tell it and its own children to stop, or make them."""
        if self.process is None:
            return
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.pid, signal.SIGKILL if hard else signal.SIGTERM)
            elif hard:
                end_tree(self.pid)
            else:
                self.process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))


def end_tree(pid: int) -> None:
    """End a process and those it started, where the system has no process groups (Windows).  Raises OSError."""
    try:
        subprocess.call(("taskkill", "/T", "/F", "/PID", str(pid)))
    except FileNotFoundError:
        os.kill(pid, 9)  # not every system has a name for it; Windows ends the process for any number


def put_aside(log: Path, limit: int = LOG_BYTES, copies: int = LOGS_KEPT) -> None:
    """Copy a log of `limit` bytes or more to `.1`, `.2`, ... and empty it; the oldest goes.

    It may be written meanwhile: whoever has it open appends to the emptied file. What is written between the two steps is lost.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    if not log.exists() or log.stat().st_size < limit:
        return
    for number in range(copies, 1, -1):
        older = log.with_name(f"{log.name}.{number - 1}")
        if older.exists():
            older.replace(log.with_name(f"{log.name}.{number}"))
    shutil.copyfile(log, log.with_name(f"{log.name}.1"))
    os.truncate(log, 0)


def tail(log: Path, lines: int = TAIL_LINES) -> str:
    """The last lines of a log, indented for the terminal."""
    try:
        with open(log, "rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - 20_000))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(f"    {line}" for line in text.splitlines()[-lines:])


class Crew:
    """The children together.  `on_change` hears {name: pid} whenever a process was started."""

    def __init__(self, children: Sequence[Child], say: Say, on_change: Callable[[dict[str, int]], None]) -> None:
        self._children = list(children)
        self._say = say
        self._on_change = on_change

    def start(self) -> None:
        for child in self._children:
            child.start(time.monotonic())
        self._changed()

    def watch(self, now: float) -> None:
        """Restart whoever has ended, each time after a longer pause; an event is never left without its worker.

        Logs that have grown long are put aside.
        """
        for child in self._children:
            if child.log is not None:
                put_aside(child.log)
            if child.due is not None:
                if now >= child.due:
                    child.start(now)
                    self._changed()
                    self._say(f"The {child.name} runs again.")
                continue
            code = child.ended()
            if code is None:
                continue
            child.signal_group(hard=True)  # what it had started itself goes with it
            if now - child.started >= STEADY_SECONDS:
                child.pause = FIRST_PAUSE
            child.due = now + child.pause
            end = f" The end of {child.log}:\n{tail(child.log)}\n" if child.log is not None else " "
            self._say(
                f"The {child.name} has stopped ({_meaning(code)}).{end}It is started again in {child.pause:.0f} s."
            )
            child.pause = min(child.pause * 2, LONGEST_PAUSE)

    def failed_at_start(self) -> Child | None:
        """A child that ended before everything was up."""
        return next((child for child in self._children if child.ended() is not None), None)

    def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Ask all to stop, wait, make the rest.  Returns when no process of ours is left."""
        running = [child for child in self._children if child.ended() is None]
        for child in running:
            child.signal_group(hard=False)
        end = time.monotonic() + grace
        while any(child.ended() is None for child in running) and time.monotonic() < end:
            time.sleep(0.05)
        for child in running:
            child.signal_group(hard=True)  # also what a child had started itself
            if child.process is not None:
                child.process.wait()

    def _changed(self) -> None:
        self._on_change({child.name: child.pid for child in self._children})


class Watchdog:
    """Notices a server that lives and does not answer: `MISSED` questions in a row, each for up to `ANSWER_SECONDS`.

    Args:
        child: the server; it is ended, and the crew starts it again.
        answers: asks the server for a page; any answer of its own counts, also one that not all is well.
    """

    def __init__(self, child: Child, answers: Callable[[], bool], say: Say) -> None:
        self._child, self._answers, self._say = child, answers, say
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()

    def _run(self) -> None:
        missed = 0
        while not self._over.wait(ASK_SECONDS):
            pid = self._child.pid
            missed = 0 if self._answers() or pid != self._child.pid or self._child.ended() is not None else missed + 1
            if missed >= MISSED and not self._over.is_set():
                self._say(f"The {self._child.name} has not answered for {MISSED} questions: it is ended.")
                self._child.signal_group(hard=True)
                missed = 0


def _meaning(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
