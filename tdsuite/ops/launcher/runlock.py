"""One launcher for one data directory: two would run every job twice over and fight for the port."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import IO

from tdsuite.ops.launcher.system import Say


class AlreadyRunning(RuntimeError):
    """Another launcher holds this data directory; the message says where it serves."""


class RunLock:
    """Held while the launcher lives; the operating system lets go of it even when the launcher is killed.

    Beside the lock stands a note, `launcher.json`: {"pid", "url", "children": {name: pid}}.
    """

    def __init__(self, root: Path) -> None:
        self._path = root / "launcher.lock"
        self._note = root / "launcher.json"
        self._root = root
        self._file: IO[str] | None = None

    def acquire(self, say: Say) -> None:
        """Take the lock and stop what a killed launcher left behind.  Raises AlreadyRunning."""
        file = self._path.open("a+", encoding="ascii")
        if not _lock(file):
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
        """Note where we serve and who our children are."""
        draft = self._note.with_suffix(".new")
        draft.write_text(json.dumps({"pid": os.getpid(), "url": url, "children": children}), encoding="utf-8")
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
        children = self.note().get("children")
        if not isinstance(children, dict):
            return
        left = {str(name): pid for name, pid in children.items() if isinstance(pid, int) and _is_ours(pid)}
        for name, pid in left.items():
            say(f"The last launcher was killed and left its {name} (process {pid}): stopping it.")
            _end(pid, hard=False)
        end = time.monotonic() + 5
        while any(_is_ours(pid) for pid in left.values()) and time.monotonic() < end:
            time.sleep(0.1)
        for pid in left.values():
            if _is_ours(pid):
                _end(pid, hard=True)


def _lock(file: IO[str]) -> bool:
    """Lock a file without waiting; False if another process holds it."""
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_ours(pid: int) -> bool:
    """Whether a process of that number lives and its command names the suite; numbers are used again by others."""
    windows: tuple[str, ...] = ("wmic", "process", "where", f"ProcessId={pid}", "get", "CommandLine")
    command = windows if os.name == "nt" else ("ps", "-ww", "-o", "stat=,command=", "-p", str(pid))
    try:
        output = subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()
    except OSError:
        return _proc_command(pid)
    return "tdsuite" in output and not output.startswith("Z")


def _proc_command(pid: int) -> bool:
    """The same from /proc, for a computer without ps."""
    try:
        return b"tdsuite" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _end(pid: int, *, hard: bool) -> None:
    """End a child and its own children."""
    try:
        if os.name == "nt":
            subprocess.call(("taskkill", "/T", "/F", "/PID", str(pid)))
        else:
            os.killpg(pid, signal.SIGKILL if hard else signal.SIGTERM)
    except OSError:
        pass
