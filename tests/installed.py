"""The wheel of a clean clone, installed from the package index by pip, pipx and uv: `python -m tests.installed [pip pipx uv]`.

Each in a home of its own and with nothing of this environment but how packages are fetched. It waits for the demo event and the
first password, and says how long that took.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from tests.ports import free_port
from tests.wheels import ROOT, build

FETCHING = ("PIP_", "UV_", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy")
SECONDS = 300
DEMO = "Harbour Lights"


def ways(tools: Path, home: Path, wheel: Path) -> dict[str, tuple[list[list[object]], list[object]]]:
    """By name: the commands that install, and the program."""
    environment = home / "environment"
    return {
        "pip": (
            [[sys.executable, "-m", "venv", environment], [environment / "bin" / "pip", "install", "-q", wheel]],
            [environment / "bin" / "tdsuite"],
        ),
        "pipx": ([[tools / "pipx", "install", wheel]], [home / ".local" / "bin" / "tdsuite"]),
        "uv": ([], [tools / "uvx", "--from", wheel, "tdsuite"]),
    }


def opened(program: list[object], environment: dict[str, str]) -> tuple[str, str]:
    """Start it, look for the demo and stop it; its address and first password."""
    words = [*map(str, program), "run", "--no-lan", "--port", str(free_port())]
    home = environment["HOME"]
    with subprocess.Popen(words, env=environment, cwd=home, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        limit = threading.Timer(SECONDS, process.terminate)
        limit.start()
        told = ""
        while "It is shown only now" not in told and (line := process.stdout.readline()):
            told += line
        try:
            address = re.findall(r"On this computer +(\S+)", told)[0]
            with urllib.request.urlopen(address) as page:
                assert DEMO in page.read().decode()
            return address, re.findall(r"Password +(\S+)", told)[0]
        finally:
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            assert process.wait() == 0, told
            limit.cancel()


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        subprocess.run(("git", "clone", "-q", ROOT, work / "clone"), check=True)
        wheel = build(work, work / "clone")
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB")
        subprocess.run((sys.executable, "-m", "venv", work / "tools"), check=True)
        subprocess.run((work / "tools" / "bin" / "pip", "install", "-q", "pipx", "uv"), check=True)
        for name in names or ("pip", "pipx", "uv"):
            home = work / f"Zoë Ünder {name}"
            home.mkdir()
            kept = {key: value for key, value in os.environ.items() if key.startswith(FETCHING)}
            environment = {"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", **kept}
            begun = time.monotonic()
            installing, program = ways(work / "tools" / "bin", home, wheel)[name]
            for words in installing:
                subprocess.run(list(map(str, words)), check=True, env=environment, cwd=home)
            installed = time.monotonic()
            address, password = opened(program, environment)
            started = f"{address} with the demo, password {password}, after {time.monotonic() - installed:.1f} s"
            print(f"{name}: installed in {installed - begun:.1f} s; {started} (stop included)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
