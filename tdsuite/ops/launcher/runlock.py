"""One launcher for one data directory: two would run every job twice over and fight for the port."""

import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.core.files import locks

from .processes import Say, end_tree


class AlreadyRunning(RuntimeError):
    """Another launcher holds this data directory; the message says where it serves."""


class RunLock:
    """Held while the launcher lives; the operating system lets go of it even when the launcher is killed.

    Beside the lock lies a note, `launcher.json`: {"pid", "url", "children": {name: [pid, when it started]}}. The number alone
    does not identify a process: the system gives it to others later.
    """

    def __init__(self, root: Path) -> None:
        self._path = root / "launcher.lock"
        self._note = root / "launcher.json"
        self._root = root
        self._file: IO[str] | None = None

    def acquire(self, say: Say) -> None:
        """Take the lock and stop what a killed launcher left behind.  Raises AlreadyRunning."""
        file = self._path.open("a+", encoding="ascii")
        if not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB):
            file.close()
            note = self.note()
            raise AlreadyRunning(
                f"tdsuite already runs on this data ({self._root}), process {note.get('pid', 'unknown')}: "
                f"open {note.get('url') or 'the address it printed'}\n"
                "Stop it with Ctrl-C where it was started, or set TDSUITE_DATA to another folder for a second one."
            )
        self._file = file
        self._stop_leftovers(say)
        self.write("", {})

    def write(self, url: str, children: dict[str, int]) -> None:
        """Note where we serve and who our children are: {name: pid}."""
        draft = self._note.with_suffix(".new")
        known = {name: [pid, started(pid)] for name, pid in children.items()}
        draft.write_text(json.dumps({"pid": os.getpid(), "url": url, "children": known}), encoding="utf-8")
        draft.replace(self._note)

    def note(self) -> dict[str, object]:
        """What the last launcher noted; empty if there was none."""
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return note if isinstance(note, dict) else {}

    def release(self) -> None:
        """Let go; the note goes too."""
        if self._file is not None:
            self._note.unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def _stop_leftovers(self, say: Say) -> None:
        left = _left(self.note().get("children"))
        for name, (pid, _) in left.items():
            say(f"The last launcher was killed and left its {name} (process {pid}): stopping it.")
            _end(pid, hard=False)
        end = time.monotonic() + 5
        while any(started(pid) == when for pid, when in left.values()) and time.monotonic() < end:
            time.sleep(0.1)
        for pid, when in left.values():
            if started(pid) == when:
                _end(pid, hard=True)


def _left(children: object) -> dict[str, tuple[int, str]]:
    """The noted children that still run: {name: (pid, when it started)}."""
    left = {}
    for name, child in children.items() if isinstance(children, dict) else ():
        match child:
            case [int(pid), str(when)] if when and started(pid) == when:
                left[str(name)] = (pid, when)
    return left


def started(pid: int, proc: Path = Path("/proc")) -> str:
    """When the process of that number started, in the system's own words; empty if none runs.

    Asks Linux' folder `proc`, else PowerShell (Windows), else `ps`.
    """
    try:
        if (boot := proc / "sys/kernel/random/boot_id").exists():
            fields = (proc / f"{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            return "" if fields[0] == "Z" else f"{boot.read_text(encoding='ascii').strip()} {fields[19]}"
        command: tuple[str, ...] = ("ps", "-o", "stat=,lstart=", "-p", str(pid))
        if powershell := shutil.which("powershell"):
            command = (powershell, "-NoProfile", "-Command", f"'R', (Get-Process -Id {pid}).StartTime.Ticks")
        words = subprocess.run(command, check=False, capture_output=True, encoding="utf-8").stdout.split()
    except OSError:
        return ""
    return "" if not words or words[0].startswith("Z") else " ".join(words[1:])


def _end(pid: int, *, hard: bool) -> None:
    """End a child and its own children."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL if hard else signal.SIGTERM)
        else:
            end_tree(pid)
