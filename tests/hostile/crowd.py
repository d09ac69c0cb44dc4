"""A hall with hostile phones: sockets that stay silent, trickle, send too much, or read nothing; and those who only want to play."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.journeys.installation import Installation, roster
from tests.waiting import wait_for

PATIENCE = 180.0  # seconds; a page that is shut out never comes, a busy machine is only slow
SET_UP = """
import io
from django.core.management import call_command
from django.test import Client
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game, Tournament
call_command("import_tournament", "open", FILE, "--date", "2026-05-16", stdout=io.StringIO())
Tournament.objects.update(visibility="public")
director = User.objects.create_superuser("director")
browser = Client()
browser.force_login(director)
division = Division.objects.get()
print(json.dumps({
    "session": browser.cookies["sessionid"].value,
    "token": make_token(by=director, name="crowd"),
    "games": list(Game.objects.filter(outcome="").order_by("pk").values_list("pk", flat=True)),
    "division": division.pk,
    "code": division.code,
}))
"""


class Hall:
    """An event of `players`, its server, its director, and any number of strangers."""

    def __init__(self, folder: Path, *, players: int = 40, rounds: int = 3, most_files: int | None = None) -> None:
        self.installation = Installation(folder / "data", most_files=most_files)
        self.installation.prepare()
        (folder / "a.t").write_text(roster(players, rounds), encoding="utf-8")
        self.facts: dict[str, Any] = self.installation.python(f"FILE = {str(folder / 'a.t')!r}\n{SET_UP}")
        self.installation.start()
        self.port = self.installation.port
        self.public = f"/t/open/{self.facts['code']}/"
        self.topic = f"/live/stream?topics=division:{self.facts['division']}"

    @property
    def largest_file(self) -> str:
        """The address of the largest static file; more of it than buffers hold must wait for its reader."""
        static = self.installation.folder / "static"
        path = max((path for path in static.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
        return f"/static/{quote(path.relative_to(static).as_posix())}"

    def ask(self, path: str, *, director: bool = False, **headers: str) -> tuple[int, str]:
        """Status and text of a page."""
        cookie = {"Cookie": f"sessionid={self.facts['session']}"} if director else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path, headers={**cookie, **headers})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, text

    def save_result(self) -> int:
        """The status of a result that the director sends; 201: saved."""
        body = {"first_score": 400, "second_score": 380}
        path = f"/api/v1/tournaments/open/games/{self.facts['games'].pop()}/result/"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Authorization": f"Token {self.facts['token']}"}
        connection.request("POST", path, json.dumps(body), headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def works(self) -> bool:
        """Whether a director's page, a stranger's page and a result go through now."""
        if self.ask("/console/open/round/", director=True)[0] != 200:
            return False
        standings = wait_for(lambda: self.come_again(f"{self.public}standings/"), what="a stranger's page")
        return bool(standings == 200 and self.save_result() == 201)

    def come_again(self, path: str) -> int:
        """The status of a stranger's page; 0 where they are told that too many wait and to try again."""
        status, text = self.ask(path)
        from tdsuite.ops.server.pages import CROWDED  # wants Django, which a benchmark has not set up

        return 0 if (status, text) == (503, CROWDED) else status

    def connect(self, sent: bytes = b"") -> socket.socket:
        stranger = socket.socket()
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stranger.settimeout(PATIENCE)
        stranger.connect(("127.0.0.1", self.port))
        stranger.sendall(sent)
        return stranger

    @contextmanager
    def held(self, count: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
        """So many connections that sent this and then nothing, no more at once than may wait to be accepted: others come seconds later."""
        with ExitStack() as crowd:
            held = []
            for number in range(count):
                if number % 16 == 15:
                    self.ask("/livez")  # which is answered when those before it are accepted
                held.append(crowd.enter_context(self.connect(sent)))
            yield held

    @contextmanager
    def flooded(self, requests: list[bytes]) -> Iterator[threading.Event]:
        """A client for each of these requests, which sends it again and again; the event is set at the first answer."""
        answered, over = threading.Event(), threading.Event()
        clients: dict[int, Any] = dict.fromkeys(range(len(requests)))

        def repeat(number: int) -> None:
            while not over.is_set():
                with suppress(OSError), self.connect(requests[number]) as clients[number]:
                    while clients[number].recv(65536):
                        answered.set()

        threads = [threading.Thread(target=repeat, args=(number,)) for number in clients]
        for thread in threads:
            thread.start()
        try:
            yield answered
        finally:
            over.set()
            for client in filter(None, clients.values()):
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)
            for thread in threads:
                thread.join()


def head(method: str, path: str, *lines: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: hall.example", *lines, "", ""]).encode()


def form(path: str, text: str) -> bytes:
    """A whole request with a form, from a browser that has its form token."""
    token = "a" * 32
    body = f"csrfmiddlewaretoken={token}&{text}"
    lines = ("Content-Type: application/x-www-form-urlencoded", f"Cookie: csrftoken={token}", "Connection: close")
    return head("POST", path, *lines, f"Content-Length: {len(body)}") + body.encode()


def status_of(answer: socket.socket) -> int:
    """The status that a connection is answered with; 0 where it is closed without an answer."""
    try:
        line = answer.recv(64)
    except OSError:
        return 0
    return int(line.split()[1]) if line else 0
