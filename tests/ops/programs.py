"""Small programs that stand where a child of the launcher stands, and whether one still runs."""

import subprocess

SLEEP = "import time; print('up', flush=True); time.sleep(600)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"


def lives(pid: int) -> bool:
    """Whether a process is there and is no zombie."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], check=False, capture_output=True, text=True).stdout
    return bool(found.strip()) and not found.startswith("Z")
