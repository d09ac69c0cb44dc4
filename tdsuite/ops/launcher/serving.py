"""`launch.py run`: from a fresh checkout to a served event, and a clean stop."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from types import FrameType

from tdsuite.ops import paths
from tdsuite.ops.backups import swap
from tdsuite.ops.launcher import network, pdf, virtualenv
from tdsuite.ops.launcher.network import HERE
from tdsuite.ops.launcher.processes import ANSWER_SECONDS, Child, Crew, Watchdog, tail
from tdsuite.ops.launcher.runlock import RunLock
from tdsuite.ops.launcher.system import Say
from tdsuite.ops.launcher.virtualenv import CannotPrepare, Places

HEALTHY_SECONDS = 180
EVERYWHERE = str(IPv4Address(0))  # the phones in the hall must reach it


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the director asked for.  port: the first to try; lan: reachable by others; demo: loaded on the first run."""

    port: int = 8000
    lan: bool = True
    demo: bool = True


class Stop(BaseException):
    """Asked to stop before everything was up."""


class StopRequested:
    """Turns Ctrl-C, SIGTERM and a closed terminal into one calm stop.

    Until `gently` is set the signal interrupts what is going on (pip, apt); afterwards it only sets `asked`, because an
    exception between the start of a child and our knowing of it would leave the child alone.
    """

    def __init__(self) -> None:
        self.asked = False
        self.gently = False
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None:
                signal.signal(number, self._heard)

    def _heard(self, number: int, _interrupted: FrameType | None) -> None:
        self.asked = True
        if not self.gently:
            raise Stop


@dataclass(frozen=True, slots=True)
class Launch:
    """One start of the suite.  root: the data directory."""

    at: Places
    wishes: Wishes
    root: Path
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
            virtualenv.ensure(self.at, "requirements.txt", self.say)
            pdf.is_ready(self.at, self.say)
            stopping.gently = True
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

        The answer of `manage.py first_start --json`; with "password" only when the account was made now.
        Raises CannotPrepare, Stop.
        """
        code, out = self._manage(stopping, "first_start", "--json", *([] if self.wishes.demo else ["--no-demo"]))
        if code:
            raise CannotPrepare("The data could not be prepared; what stands above says why. Nothing was served.")
        answer: dict[str, str] = json.loads(out)
        return answer

    def children(self, host: str, port: int) -> list[Child]:
        """The three processes: web server, Celery worker, Celery beat."""
        python, logs, environment = str(self.at.python), paths.log_dir(self.root), self.environment()
        celery = (python, "-m", "celery", "-A", "tdsuite.celery")
        serve = ("manage.py", "serve", "--settings", "tdsuite.settings", "--host", host, "--port", str(port))
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
            "web server": (python, *serve),
            "worker": (*celery, *worker, *alone),
            "beat": (*celery, *beat),
        }
        return [
            Child(name, command, logs / f"{name.replace(' ', '-')}.log", environment, self.at.checkout)
            for name, command in commands.items()
        ]

    def environment(self) -> dict[str, str]:
        """The environment of every child: ours, the data directory spelt out, UTF-8 everywhere."""
        variables = {**os.environ, "TDSUITE_DATA": str(self.root), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        variables["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        if pdf.BREW_FOLDERS:
            known = variables.get("DYLD_FALLBACK_LIBRARY_PATH", "")
            variables["DYLD_FALLBACK_LIBRARY_PATH"] = ":".join(filter(None, (*pdf.BREW_FOLDERS, known)))
        return variables

    def banner(self, url: str, lan: Sequence[str], code: str) -> str:
        """Where to find it all.  lan: the addresses for others, the most likely first; code: the first one's QR code."""
        lines = ["", "tdsuite is running.", "", f"  On this computer   {url}"]
        if lan:
            lines.append(f"  In the hall        {lan[0]}   (phones and computers on the same network)")
            lines += [f"                     {each}" for each in lan[1:]]
            lines += ["", code]
        elif self.wishes.lan:
            lines.append("  In the hall        no network found: connect this computer to one and start again")
        lines += [f"  Data               {self.root}", f"  Logs               {paths.log_dir(self.root)}"]
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
            self.say(self.banner(url, lan, self._code(stopping, lan[0]) if lan else ""))
            self._show_once(login)
            self.say("Stop with Ctrl-C.")
            watchdog.start()
            while not stopping.asked and not swap.is_ready(self.root):
                crew.watch(time.monotonic())
                time.sleep(0.2)
            return 0
        finally:
            watchdog.stop()
            self.say("\nStopping ...")
            crew.stop()
            self.say("Stopped. All data is kept.")

    def _is_up(self, crew: Crew, url: str, stopping: StopRequested) -> bool:
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
            f"  It is shown only now. To set another: python3 launch.py manage set_password {login['username']}\n"
        )

    def _code(self, stopping: StopRequested, url: str) -> str:
        """The QR code of an address for this terminal; empty where it cannot be drawn."""
        code, drawn = self._manage(stopping, "show_address", url)
        try:
            drawn.encode(sys.stdout.encoding or "ascii")
        except UnicodeEncodeError:
            return ""
        return "" if code else drawn

    def _manage(self, stopping: StopRequested, *words: str) -> tuple[int, str]:
        """Run a manage.py command; its exit code and standard output.  Raises Stop, the command ended, when asked to."""
        process = subprocess.Popen(
            (str(self.at.python), "manage.py", *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            cwd=self.at.checkout,
            env=self.environment(),
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for the launcher alone
        )
        while True:
            try:
                out, _ = process.communicate(timeout=0.1)
            except subprocess.TimeoutExpired:
                if stopping.asked:
                    process.kill()  # every change it makes is one transaction
                    process.communicate()
                    raise Stop from None
                continue
            return process.returncode, out
