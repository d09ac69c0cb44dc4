"""The words that `tdsuite` understands."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from tdsuite.ops import paths
from .network import LoopbackDown, NoFreePort
from .runlock import AlreadyRunning
from .serving import CannotPrepare, Launch, Wishes

REFUSALS = (CannotPrepare, AlreadyRunning, LoopbackDown, NoFreePort, paths.DataDirUnusable)
SWITCHES = {
    "no_lan": "only for this computer",
    "no_demo": "load no demo event",
    "no_browser": "open no browser",
    "quiet": "print the address alone; what goes wrong is said on standard error",
}


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; exit code 0, 1 (refused, with the reason) or 2 (usage)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", line_buffering=True)
    wishes, rest = parse(sys.argv[1:] if words is None else words)
    try:
        return _run(wishes, rest)
    except REFUSALS as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parse(words: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The command with its options, and the words that are Django's."""
    parser = argparse.ArgumentParser(prog=paths.TYPED, description="Run the tournament suite on this computer.")
    parser.add_argument("--version", action="version", version=f"tdsuite {paths.version()}")
    parser.set_defaults(port=8000, **dict.fromkeys(SWITCHES, False))
    commands = parser.add_subparsers(dest="command", title="commands")
    start = commands.add_parser("run", help="serve the event (what happens without a command)")
    doctor = commands.add_parser("doctor", help="say what this computer lacks for an event, and what to do")
    for each in (parser, start, doctor):
        port = "port to serve on (8000, or the next free)"
        each.add_argument("--port", type=_port, default=argparse.SUPPRESS, help=port)
    for each in (parser, start):
        for name, text in SWITCHES.items():
            each.add_argument(f"--{name.replace('_', '-')}", action="store_true", default=argparse.SUPPRESS, help=text)
    commands.add_parser("manage", help="run one of the suite's commands: `manage help` lists them", add_help=False)
    # Django's words must not be read as ours.
    own = list(words)
    cut = own.index("manage") + 1 if "manage" in own else len(own)
    return parser.parse_args(own[:cut]), own[cut:]


def _port(word: str) -> int:
    port = int(word)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{port} is no port: 1 to 65535")
    return port


def _run(wishes: argparse.Namespace, rest: list[str]) -> int:
    if wishes.command == "manage":
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
        from django.core.management import execute_from_command_line

        execute_from_command_line([f"{paths.TYPED} manage", *rest])
        return 0
    if wishes.command == "doctor":
        from . import doctor

        return doctor.main(wishes.port)
    asked = Wishes(
        port=wishes.port,
        lan=not wishes.no_lan,
        demo=not wishes.no_demo,
        browser=not (wishes.no_browser or wishes.quiet),
        quiet=wishes.quiet,
    )
    return Launch(asked, paths.make_usable(paths.data_dir()), tell, note if wishes.quiet else tell).run()


def tell(text: str) -> None:
    """Say something to the director.  A terminal that was closed must not keep us from stopping the children."""
    _print(text, sys.stdout)


def note(text: str) -> None:
    """Say something beside the output that others may read."""
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except OSError:
        # What is still in the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
