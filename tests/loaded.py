"""Processes that have loaded what takes longest, from which others are forked: to load the suite takes two seconds of processor.

One has loaded the libraries and what of the suite needs no settings; from it is forked, for each environment, one that has loaded
the suite; from that one servers, workers and commands, by the same words as `python` is started with. None of the two does anything
else: what is forked shares no connection. The tests of starts and of restarts begin with `python` itself (tests/ops).
"""

import contextlib
import gc
import io
import json
import os
import resource
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.waiting import wait_for

ROOT = Path(__file__).resolve().parents[1]
APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND
PACKAGES = ("tdsuite", "pairings", "results", "adjudication")
PURE = {"engine", "rulebooks", "formats"}
LIBRARIES = (
    "celery.bin.celery", "celery.concurrency.thread", "django.core.management", "django.contrib.postgres.fields", "django.db.models",
    "django.shortcuts", "kombu.transport.filesystem", "PIL.Image", "requests", "rest_framework.serializers", "uvicorn",
)  # fmt: skip


class Started:
    """A forked process; as `subprocess.Popen`, as far as tests ask."""

    def __init__(self, loaded: "Forks", pid: int, pipes: Path | None) -> None:
        self.loaded, self.pid = loaded, pid
        self.returncode: int | None = None
        if pipes is not None:  # each is opened as soon as the other side opens it
            self.stdin, self.stdout = (pipes / "stdin").open("w"), (pipes / "stdout").open("r")

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.loaded.ask(ended=self.pid)
        return self.returncode

    def wait(self, timeout: float = 300.0) -> int:
        wait_for(lambda: self.poll() is not None, timeout, f"the end of process {self.pid}")
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:  # else the number may be another process's by now
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Forks:
    """A process that has loaded something.  stdin, stdout: what it is asked, and what it answers, a line of JSON each."""

    def __init__(self, stdin: Any, stdout: Any) -> None:
        self.stdin, self.stdout = stdin, stdout
        self._lock = threading.Lock()

    def ask(self, **request: Any) -> Any:
        with self._lock:
            print(json.dumps(request), file=self.stdin, flush=True)
            return json.loads(self.stdout.readline())

    def start(
        self,
        words: Sequence[str],
        *,
        log: Path | None = None,
        talks: bool = False,
        most_files: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Started:
        """A process that does what `python` with these words does.

        log: where both streams go, or errors alone of one that talks: by `stdin` and `stdout`. most_files: it may open.
        """
        if log is not None:
            log.touch()  # there as soon as it is started, as what starts it may read
        request = {"words": list(words), "log": str(log or os.devnull), "most_files": most_files}
        request["environment"] = None if environment is None else dict(environment)
        if not talks:
            return Started(self, self.ask(**request, pipes=None), None)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("stdin", "stdout"):
                os.mkfifo(Path(folder, name))
            return Started(self, self.ask(**request, pipes=folder), Path(folder))


@cache
def libraries() -> Forks:
    """The process that has loaded what needs no settings; one for all tests of this process, with which it ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.loaded", "libraries"], cwd=ROOT, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    return Forks(process.stdin, process.stdout)


class Loaded(Forks):
    """The process that has loaded the suite, with the environment that all have which are forked from it.

    pages: those too, which a worker does not need.
    """

    def __init__(self, environment: Mapping[str, str], *, pages: bool = True) -> None:
        self.environment = dict(environment)
        words = ["-m", "tests.loaded", *(["pages"] if pages else [])]
        self.process: subprocess.Popen[str] | Started
        if of_interpreter(environment) == of_interpreter(os.environ):
            self.process = libraries().start(words, environment=environment, talks=True)
        else:
            self.process = subprocess.Popen(
                [sys.executable, *words], cwd=ROOT, env=self.environment, text=True, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )  # fmt: skip
        super().__init__(self.process.stdin, self.process.stdout)

    def python(self, code: str) -> str:
        """What the code prints, run in a process of its own."""
        wrong, printed = self.ask(code=code)
        assert wrong == "", wrong
        return str(printed)

    def close(self) -> None:
        """End it; what was forked goes on."""
        self.process.kill()
        self.process.wait()
        self.stdin.close()
        self.stdout.close()


def of_interpreter(environment: Mapping[str, str]) -> dict[str, str]:
    """What is read when a process begins, so that a forked one cannot have it otherwise."""
    return {name: value for name, value in environment.items() if name.startswith(("LD_", "PYTHON"))}


def requests() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def answer(value: Any) -> None:
    print(json.dumps(value), flush=True)


def ended(pid: int) -> int | None:
    """Its exit code; None while it runs."""
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def printed(code: str) -> tuple[str, str]:
    """(what went wrong, what it printed)."""
    import django
    from django.db import connections

    wrong, out = "", io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(code, {"django": django, "json": json})
    except BaseException:
        wrong = traceback.format_exc()
    connections.close_all()
    return wrong, out.getvalue()


def become(
    words: list[str], log: str, pipes: str | None, most_files: int | None, environment: dict[str, str] | None
) -> None:
    """Do in this process what `python` with these words does."""
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    names = (f"{pipes}/stdin", f"{pipes}/stdout") if pipes else (os.devnull, log)
    for number, (name, mode) in enumerate(zip((*names, log), (os.O_RDONLY, APPEND, APPEND), strict=True)):
        file = os.open(name, mode)
        os.dup2(file, number)
        os.close(file)
    if most_files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        runpy.run_path(words[0], run_name="__main__")


def load_libraries() -> None:
    """What no setting changes: the libraries, and the suite's engines, rulebooks and formats, which know no Django."""
    for name in LIBRARIES:
        import_module(name)
    for path in sorted(file for package in PACKAGES for file in Path(package).rglob("*.py")):
        if not PURE.isdisjoint(path.parts) and "migrations" not in path.parts:
            import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))


def load_suite(*, pages: bool) -> None:
    """What a server, a worker and a command need, but for connections; with passwords that are hashed at once, as in tests."""
    import django
    from django.conf import settings

    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    if pages:
        import_module(settings.ROOT_URLCONF)


def main() -> None:
    load_libraries() if sys.argv[1:] == ["libraries"] else load_suite(pages=sys.argv[1:] == ["pages"])
    gc.collect()
    gc.freeze()
    for request in requests():
        if "ended" in request:
            answer(ended(request["ended"]))
            continue
        pid = os.fork()
        if pid == 0:
            if "code" in request:
                answer(printed(request["code"]))
                sys.stdout.flush()
                os._exit(0)
            become(**request)
            return
        if "code" in request:
            os.waitpid(pid, 0)
        else:
            answer(pid)


if __name__ == "__main__":
    main()
