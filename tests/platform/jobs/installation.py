"""A whole installation for one test: its own data and database, real workers, and a driver that plays the web server."""

import fcntl
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kombu
import redis

from tests.loaded import Loaded, Started
from tests.migrated import put_database
from tests.waiting import PATIENCE, wait_for

LEASE_SECONDS = 3600  # no worker loses its job because the computer is busy; `lapse` is how time passes
QUEUES = ("now", "pairing", "printing", "publishing", "bulk")
WORKER = ["worker", "--pool", "threads", "--concurrency", "6", "-Q", "now,pairing,printing,publishing,mail,bulk"]
WORKER += ["--include", "tests.platform.jobs.selftest"]
QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]


class Installation:
    """`with Installation(folder, broker) as site`: everything it started is gone at the end.

    database: its own SQLite file where none is named.
    """

    def __init__(self, data: Path, broker: str, *, database: str = "") -> None:
        self.broker = broker
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tdsuite.settings",
            "TDSUITE_DATA": str(data),
            "DATABASE_URL": database,
            "CELERY_BROKER_URL": broker,
            "JOBS_LEASE_SECONDS": str(LEASE_SECONDS),
        }
        self.logs = data / "logs"
        self.logs.mkdir(parents=True)
        if not database:
            put_database(data)
        self._processes: list[Started] = []
        self._driver: Started | None = None
        self._turn = Path(__file__).open("rb")  # noqa: SIM115  (closed at the end, which gives the turn away)

    def __enter__(self) -> "Installation":
        if not self.broker.startswith("filesystem"):
            fcntl.flock(
                self._turn, fcntl.LOCK_EX
            )  # one server serves all processes of a run: whose turn it is has it alone
        self.forget_messages()
        self._loaded = Loaded(self.environment, pages=False)
        self._driver = self._loaded.start(["-m", "tests.platform.jobs.driver"], log=self.logs / "driver", talks=True)
        assert self._driver.stdout.readline() == "ready\n", self.log("driver")
        return self

    def __exit__(self, *exc: object) -> None:
        if self._driver is not None:
            self._driver.kill()
            self._driver.wait()
        for process in self._processes:
            process.kill()
            process.wait()
        self._loaded.close()
        self.forget_messages()
        self._turn.close()

    def forget_messages(self) -> None:
        """Nothing of ours stays in a server that others may use too."""
        if self.broker.startswith("filesystem"):
            return
        library: Any = kombu
        with library.Connection(self.broker) as connection:
            for name in QUEUES:
                library.Queue(name).bind(connection.default_channel).delete()
        if self.broker.startswith("redis"):
            with redis.from_url(self.broker) as server:
                for key in server.scan_iter("_kombu.*"):
                    server.delete(key)

    def celery(self, log: str, *words: str) -> Started:
        words = ("-m", "celery", "-A", "tdsuite.celery", *words)
        self._processes.append(self._loaded.start(words, log=self.logs / log))
        return self._processes[-1]

    def worker(self, name: str) -> Started:
        """Start a worker and wait until it listens; with the first one, beat, whose sweep sends what a killed worker left."""
        if not (self.logs / "beat").exists():
            self.celery("beat", "beat", "-l", "INFO")
        process = self.celery(name, *WORKER, *QUIET, "-n", f"{name}@%h", "-l", "INFO")
        wait_for(lambda: process.poll() is not None or "ready." in self.log(name), what=f"{name} ready")
        assert process.poll() is None, self.log(name)
        return process

    def log(self, name: str) -> str:
        return (self.logs / name).read_text(encoding="utf-8", errors="replace")

    def tell(self, do: str, **how: Any) -> dict[str, Any]:
        assert self._driver is not None
        print(json.dumps({"do": do, **how}), file=self._driver.stdin, flush=True)
        line = self._driver.stdout.readline()
        assert line, self.log("driver")
        found: dict[str, Any] = json.loads(line)
        return found

    def call(self, function: Callable[..., Any], **args: Any) -> Any:
        """Run a module's function in the driver; arguments and answer are plain data."""
        return self.tell("call", module=function.__module__, name=function.__name__, args=args)["answer"]

    def count_to(self, count: int, **how: Any) -> int:
        """Enqueue a self-test that counts 20 a second."""
        return int(self.tell("enqueue", args={"count": count, "pause": 0.05, **how.pop("args", {})}, **how)["id"])

    def lapse(self, *jobs: int) -> None:
        """The time passes in which a worker that is gone would have prolonged its lease, and the sweep comes."""
        for job in jobs:
            self.tell("lapse", job=job)

    def row(self, job: int) -> dict[str, Any]:
        return self.tell("row", job=job)

    def until(self, job: int, seconds: float = PATIENCE, **wanted: Any) -> dict[str, Any]:
        """The row once it has these values; `done_above=n` waits for progress beyond n."""
        above = wanted.pop("done_above", -1)

        def there() -> dict[str, Any] | None:
            row = self.row(job)
            ended = row["status"] in ("done", "failed", "cancelled")
            assert not ended or wanted.get("status", row["status"]) == row["status"], f"ended otherwise: {row}"
            return row if row["done"] > above and all(row[name] == value for name, value in wanted.items()) else None

        found: dict[str, Any] = wait_for(there, seconds, f"job {job} {wanted} done above {above}; is {self.row(job)}")
        return found


def kill(process: Started) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
