"""Run what the systemd units run, in the foreground and without systemd: to try a server, or in a container of one's own.

    /opt/tdsuite/bin/python deploy/run_here.py /etc/tdsuite.env

The commands are read from the folder systemd beside it, so they are the same. What ends is started again a second later, and Ctrl-C stops all of them.
"""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

UNITS = Path(__file__).resolve().parent / "systemd"


def settings_of(file: Path) -> dict[str, str]:
    """The variables of an environment file."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def command(unit: str, variables: dict[str, str]) -> list[str]:
    """What a unit runs: `web@8001` is the unit `web@` with that instance."""
    template, _at, instance = unit.removesuffix(".service").partition("@")
    text = (UNITS / f"{template}{'@' if instance else ''}.service").read_text(encoding="utf-8")
    words = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)[1]
    text = words.replace("%i", instance).replace("%H", socket.gethostname())
    folders = {"/opt/tdsuite": sys.prefix, "/var/lib/tdsuite": variables["TDSUITE_DATA"]}
    return [re.sub("|".join(folders), lambda at: folders[at[0]], word) for word in shlex.split(text)]


def wanted() -> list[str]:
    text = (UNITS / "tdsuite.target").read_text(encoding="utf-8")
    return [unit for line in re.findall(r"^Wants=(.*)$", text, re.MULTILINE) for unit in line.split()]


def main() -> int:
    variables = settings_of(Path(sys.argv[1]))
    environment, data = {**os.environ, **variables}, variables["TDSUITE_DATA"]
    prepared = subprocess.run(command("tdsuite-prepare", variables), cwd=data, env=environment, check=False)
    if prepared.returncode:
        return prepared.returncode
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)

    def start(unit: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command(unit, variables), cwd=data, env=environment, start_new_session=True)

    processes = {unit: start(unit) for unit in wanted()}
    try:
        while True:
            time.sleep(1)
            for unit in [unit for unit, process in processes.items() if process.poll() is not None]:
                print(f"{unit} ended with {processes[unit].returncode}: it is started again", file=sys.stderr)
                processes[unit] = start(unit)
    except KeyboardInterrupt:
        return 0
    finally:
        for process in processes.values():
            process.terminate()
        for process in processes.values():
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
