"""A real server process of an installation of its own, and a client that reads the stream as a browser does."""

import http.client
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.loaded import Loaded
from tests.migrated import put_database
from tests.ports import free_port
from tests.waiting import wait_for


class Server:
    """`with Server(folder) as server`: uvicorn on a free port, and a second process that bumps topics."""

    def __init__(self, data: Path) -> None:
        put_database(data)
        self._log = data / "server.log"
        self._environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tdsuite.settings",
            "TDSUITE_DATA": str(data),
            "DATABASE_URL": "",
            "CELERY_BROKER_URL": "",
        }
        self.port = free_port()

    def __enter__(self) -> "Server":
        self._loaded = Loaded(self._environment)
        self._driver = self._loaded.start(["-m", "tests.platform.live.driver"], log=self._log, talks=True)
        assert self._driver.stdout.readline() == "ready\n", self.log()
        serve = ["-m", "uvicorn", "tests.platform.live.site:application", "--port", str(self.port)]
        self.process = self._loaded.start([*serve, "--timeout-graceful-shutdown", "2"], log=self._log)
        wait_for(lambda: self.process.poll() is not None or self._listens(), what="the server listens")
        assert self.process.poll() is None, self.log()
        return self

    def __exit__(self, *exc: object) -> None:
        for process in (self._driver, self.process):
            process.kill()
            process.wait()
        self._loaded.close()

    def _listens(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def say(self, line: str) -> str:
        """A line to the second process; its answer comes after the commit."""
        print(line, file=self._driver.stdin, flush=True)
        return str(self._driver.stdout.readline().strip())

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    @contextmanager
    def watching(self, *topics: str, **headers: str) -> Iterator["Client"]:
        client = Client(self.port, topics, headers)
        try:
            yield client
        finally:
            client.close()


class Client:
    """One open page."""

    def __init__(self, port: int, topics: tuple[str, ...], headers: dict[str, str]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=180)
        self._connection.request("GET", f"/live/stream?topics={','.join(topics)}", headers=headers)
        self.answer = self._connection.getresponse()

    def line(self) -> str:
        return self.answer.readline().decode().rstrip("\n")

    def change(self) -> tuple[str, int]:
        """The next change: topic and version."""
        while self.line() != "event: change":
            pass
        data = json.loads(self.line().removeprefix("data: "))
        return data["topic"], data["version"]

    def close(self) -> None:
        self.answer.close()
        self._connection.close()
