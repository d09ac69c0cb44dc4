"""The words that `launch.py` understands."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tdsuite.ops import paths
from tdsuite.ops.launcher import browser, bundle, pdf, system, virtualenv
from tdsuite.ops.launcher.network import LoopbackDown, NoFreePort
from tdsuite.ops.launcher.runlock import AlreadyRunning
from tdsuite.ops.launcher.serving import Launch, Wishes
from tdsuite.ops.launcher.virtualenv import CannotPrepare, Places

CHECKOUT = Path(__file__).resolve().parents[3]
REFUSALS = (CannotPrepare, AlreadyRunning, LoopbackDown, NoFreePort, paths.DataDirUnusable)


def run(words: Sequence[str]) -> int:
    """Run one subcommand; exit code 0, 1 (refused, with the reason) or 2 (usage)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)
    wishes, rest = parse(words)
    at = virtualenv.places(CHECKOUT)
    try:
        return _run(wishes, rest, at)
    except REFUSALS as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parse(words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The subcommand with its options, and the words meant for another program."""
    parser = argparse.ArgumentParser(prog="launch.py", description="Run the tournament suite on this computer.")
    parser.set_defaults(port=8000, no_lan=False, no_demo=False)
    commands = parser.add_subparsers(dest="command", title="commands")
    start = commands.add_parser("run", help="serve the event (what happens without a command)")
    for each in (parser, start):
        each.add_argument(
            "--port", type=_port, default=argparse.SUPPRESS, help="port to serve on (8000, or the next free)"
        )
        each.add_argument("--no-lan", action="store_true", default=argparse.SUPPRESS, help="only for this computer")
        each.add_argument("--no-demo", action="store_true", default=argparse.SUPPRESS, help="load no demo event")
    for name, text in (
        ("test", "run the test suite; further words go to pytest"),
        ("manage", "run a manage.py command"),
        ("tool", "run a tool of the development environment, as `python -m`"),
        ("venv", "make the virtual environment; --dev with the development tools"),
        (
            "bundle",
            "one file for a Linux without Python or network; with --wheels, elsewhere: every package into wheels/",
        ),
    ):
        commands.add_parser(name, help=text, add_help=False)
    # Words for another program must not be read as ours.
    own = list(words)
    cut = next((index for index, word in enumerate(own) if word in ("test", "manage", "tool", "venv", "bundle")), None)
    if cut is None:
        return parser.parse_args(own), []
    return parser.parse_args(own[: cut + 1]), own[cut + 1 :]


def _port(word: str) -> int:
    port = int(word)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{port} is no port: 1 to 65535")
    return port


def _run(wishes: argparse.Namespace, rest: list[str], at: Places) -> int:
    match wishes.command:
        case "test":
            return test(at, rest)
        case "manage":
            virtualenv.ensure(at, "requirements.txt", note)
            return _become([str(at.python), "manage.py", *rest], at)
        case "tool":
            virtualenv.ensure(at, "requirements-dev.txt", note)
            return _become([str(at.python), "-m", *rest], at)
        case "venv":
            for lock in ("requirements.txt", *(["requirements-dev.txt"] if "--dev" in rest else [])):
                virtualenv.ensure(at, lock, note)
            return 0
        case "bundle":
            virtualenv.ensure(at, "requirements.txt", note)
            if sys.platform.startswith("linux") and "--wheels" not in rest:
                bundle.make(at, note)
            else:
                virtualenv.bundle(at, note)
            return 0
    asked = Wishes(wishes.port, not wishes.no_lan, not wishes.no_demo)
    return Launch(at, asked, paths.make_usable(paths.data_dir()), tell).run()


def test(at: Places, words: list[str]) -> int:
    """Prepare the development environment and run pytest; its exit code."""
    virtualenv.ensure(at, "requirements-dev.txt", note)
    pdf.is_ready(at, note)
    if browser.chromium() is None and not _install_browser(at):
        note("No Chromium here and none could be installed: the browser journeys are left out.")
        note(f"To have them, {system.line_to_type(system.CHROMIUM)}")
    return _become([str(at.python), "-m", "pytest", *words], at)


def _install_browser(at: Places) -> bool:
    if not virtualenv.first_time(at, "chromium"):
        return False
    if system.install(system.CHROMIUM, note) and browser.chromium():
        return True
    note("Asking Playwright for its own Chromium")
    subprocess.call((at.python, "-m", "playwright", "install", "chromium"), stdout=subprocess.DEVNULL)
    return browser.chromium() is not None


def _become(command: list[str], at: Places) -> int:
    """Run a program in our place: signals, terminal and exit code are its own."""
    environment = {**os.environ, "PYTHONUTF8": "1"}
    environment.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
    if os.name == "nt":  # there the shell would not wait for the new program
        return subprocess.call(command, cwd=at.checkout, env=environment)
    os.chdir(at.checkout)
    os.execve(command[0], command, environment)


def tell(text: str) -> None:
    """Say something to the director.  A terminal that was closed must not keep us from stopping the children."""
    try:
        print(text, flush=True)
    except OSError:
        # What is still in the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def note(text: str) -> None:
    """Say something beside the output that others may read."""
    print(text, file=sys.stderr, flush=True)
