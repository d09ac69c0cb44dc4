"""`tdsuite run`: from an empty data directory to a served event, and a clean stop."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tdsuite.ops import paths
from tdsuite.ops.backups import swap
from tdsuite.platform.access import qr
from tdsuite.platform.printing.pdf import BREW_FOLDERS
from . import network
from .network import EVERYWHERE, HERE
from .processes import ANSWER_SECONDS, Child, Crew, Say, Watchdog, tail
from .runlock import RunLock

HEALTHY_SECONDS = 180
PROGRESS_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the director asked for.

    Attributes:
        port: the first to try.
        lan: reachable by others.
        demo: loaded on the first run.
        browser: opened where there is a screen.
        quiet: the address is all that is told.
    """

    port: int = 8000
    lan: bool = True
    demo: bool = True
    browser: bool = False
    quiet: bool = False


class CannotPrepare(RuntimeError):
    """The data could not be prepared; the message says what to do."""


class Stop(Exception):
    """Asked to stop before everything was up."""


class StopRequested:
    """Turns Ctrl-C, SIGTERM and a closed terminal into one calm stop.

    `asked` is set and nothing interrupted: an exception between the start of a child and our knowing of it would leave the child
    alone.
    """

    def __init__(self) -> None:
        self.asked = False
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None:
                signal.signal(number, self._heard)

    def _heard(self, number: int, _interrupted: FrameType | None) -> None:
        self.asked = True


@contextmanager
def waiting(say: Say, what: str) -> Iterator[None]:
    """Say what begins, and every two seconds that it still goes on."""
    say(what)
    over = threading.Event()

    def run() -> None:
        begun = time.monotonic()
        while not over.wait(PROGRESS_SECONDS):
            say(f"{what} ... {time.monotonic() - begun:.0f} s")

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def has_screen(environ: Mapping[str, str], platform: str) -> bool:
    """Whether a browser that is opened here is seen by the person who started the suite."""
    if "SSH_CONNECTION" in environ:
        return False
    return platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


@dataclass(frozen=True, slots=True)
class Launch:
    """One start of the suite.  root: the data directory; tell: of the address; say: what happens."""

    wishes: Wishes
    root: Path
    tell: Say
    say: Say

    def run(self) -> int:
        """Prepare what is missing, serve until asked to stop; the exit code.

        Raises AlreadyRunning, CannotPrepare, LoopbackDown, NoFreePort, each with what the director can do.
        """
        network.check_loopback()
        stopping = StopRequested()
        lock = RunLock(self.root)
        lock.acquire(self.say)
        try:
            while True:
                aside = swap.swap(self.root)
                if aside is not None:
                    self.say(f"The copy is in place. The data from before is kept in {aside}.")
                login = self.first_start(stopping)
                try:
                    code = self._serve(lock, login, stopping)
                finally:
                    self._show_once(login)  # even if nothing was served: the password exists nowhere else
                if stopping.asked or not swap.is_ready(self.root):
                    return code
        except Stop:
            self.say("Stopped.")
            return 130
        finally:
            lock.release()

    def first_start(self, stopping: StopRequested) -> dict[str, str]:
        """Migrate, collect the static files, make the director and the demo on the first run.

        The answer of `tdsuite manage first_start --json`; with "password" only when the account was made now.
        Raises CannotPrepare, Stop.
        """
        with waiting(self._progress, "Preparing the data"):
            code, out = self._manage(stopping, "first_start", "--json", *([] if self.wishes.demo else ["--no-demo"]))
        if code:
            raise CannotPrepare("The data could not be prepared; what stands above says why. Nothing was served.")
        answer: dict[str, str] = json.loads(out)
        return answer

    def children(self, host: str, port: int) -> list[Child]:
        """The three processes: web server, Celery worker, Celery beat."""
        logs, environment = paths.log_dir(self.root), self.environment()
        celery = (*paths.PYTHON, "celery", "-A", "tdsuite.celery")
        worker = (
            "worker",
            "--pool",
            "threads",
            "--concurrency",
            "4",
            "-Q",
            "now,pairing,printing,publishing,bulk",
            "--loglevel",
            "INFO",
        )
        alone = ("--without-gossip", "--without-mingle")  # one worker has nobody to talk to
        beat = ("beat", "-s", str(self.root / "celerybeat"), "--pidfile=", "--loglevel", "WARNING")
        commands: dict[str, Sequence[str]] = {
            "web server": paths.command("manage", "serve", "--host", host, "--port", str(port)),
            "worker": (*celery, *worker, *alone),
            "beat": (*celery, *beat),
        }
        return [
            Child(name, command, logs / f"{name.replace(' ', '-')}.log", environment, self.root)
            for name, command in commands.items()
        ]

    def environment(self) -> dict[str, str]:
        """The environment of every child: the data directory is spelt out."""
        variables = {**paths.environment(), "TDSUITE_DATA": str(self.root), "PYTHONUNBUFFERED": "1"}
        if BREW_FOLDERS:
            known = variables.get("DYLD_FALLBACK_LIBRARY_PATH", "")
            variables["DYLD_FALLBACK_LIBRARY_PATH"] = ":".join(filter(None, (*BREW_FOLDERS, known)))
        return variables

    def banner(self, url: str, lan: Sequence[str], code: str) -> str:
        """Where to find it all.  lan: the addresses for others, the most likely first; code: the first one's QR code."""
        lines = ["", "tdsuite is running. Stop it with Ctrl-C.", ""]
        lines += [f"  Data               {self.root}", f"  Logs               {paths.log_dir(self.root)}"]
        lines.append(f"  On this computer   {url}")
        if lan:
            lines.append(f"  In the hall        {lan[0]}   (phones and computers on the same network)")
            lines += [f"                     {each}" for each in lan[1:]]
            lines += ["", code]
        elif self.wishes.lan:
            lines.append("  In the hall        no network found: connect this computer to one and start again")
        return "\n".join(lines)

    def _serve(self, lock: RunLock, login: dict[str, str], stopping: StopRequested) -> int:
        host = EVERYWHERE if self.wishes.lan else HERE
        port = network.free_port(host, self.wishes.port)
        if port != self.wishes.port:
            self.say(f"Port {self.wishes.port} is taken by another program: using {port}.")
        url = f"http://{HERE}:{port}/"
        children = self.children(host, port)
        crew = Crew(children, self.say, lambda pids: lock.write(url, pids))
        watchdog = Watchdog(children[0], lambda: network.reachable(url, ANSWER_SECONDS), self.say)
        try:
            crew.start()
            if not self._is_up(crew, url, stopping):
                return 0 if stopping.asked else 1
            addresses = network.lan_addresses() if self.wishes.lan else []
            lan = [f"http://{address}:{port}/" for address in addresses]
            if self.wishes.quiet:
                self.tell(url)
            else:
                self.tell(self.banner(url, lan, _code_of(lan[0]) if lan else ""))
            self._show_once(login)
            if self.wishes.browser and has_screen(os.environ, sys.platform):
                webbrowser.open(url)
            watchdog.start()
            while not stopping.asked and not swap.is_ready(self.root):
                crew.watch(time.monotonic())
                time.sleep(0.2)
            return 0
        finally:
            watchdog.stop()
            self._progress("\nStopping ...")
            crew.stop()
            self._progress("Stopped. All data is kept.")

    def _is_up(self, crew: Crew, url: str, stopping: StopRequested) -> bool:
        with waiting(self._progress, "Starting the web server and the worker"):
            answer = network.wait_healthy(
                url, HEALTHY_SECONDS, lambda: not stopping.asked and crew.failed_at_start() is None
            )
        failed = crew.failed_at_start()
        if failed is not None and not stopping.asked:
            end = f" The end of {failed.log}:\n{tail(failed.log)}" if failed.log is not None else ""
            self.say(f"The {failed.name} could not start.{end}")
        elif answer is None and not stopping.asked:
            self.say(f"The server does not answer at {url} after {HEALTHY_SECONDS} s; see {paths.log_dir(self.root)}.")
        if failed is not None or answer is None or stopping.asked:
            return False
        problems = answer.get("problems")
        if isinstance(problems, list) and problems:
            self.say("Serving, but not all is well: " + "; ".join(map(str, problems)))
        return True

    def _show_once(self, login: dict[str, str]) -> None:
        password = login.pop("password", None)
        if password is None:
            return
        self.say(
            f"\n  Log in as          {login['username']}\n"
            f"  Password           {password}\n"
            f"  It is shown only now. To set another: {paths.TYPED} manage set_password {login['username']}\n"
        )

    def _progress(self, text: str) -> None:
        if not self.wishes.quiet:
            self.say(text)

    def _manage(self, stopping: StopRequested, *words: str) -> tuple[int, str]:
        """Run a command of the suite; its exit code and standard output.  Raises Stop, the command ended, when asked to."""
        process = subprocess.Popen(
            paths.command("manage", *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if self.wishes.quiet else None,
            cwd=self.root,
            env=self.environment(),
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for the launcher alone
        )
        while True:
            try:
                out, errors = process.communicate(timeout=0.1)
            except subprocess.TimeoutExpired:
                if stopping.asked:
                    process.kill()  # every change it makes is one transaction
                    process.communicate()
                    raise Stop from None
                continue
            if process.returncode and errors:
                self.say(errors.strip())
            return process.returncode, out


def _code_of(url: str) -> str:
    """The QR code of an address for this terminal; empty where it cannot be drawn."""
    drawn = qr.in_terminal(url)
    try:
        drawn.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn
