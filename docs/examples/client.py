"""A client of the API (docs/api.md) in Python's standard library, to copy and change.

    client = Client("http://localhost:8000", token_of("http://localhost:8000", "director", "..."))
    for game in client.rows("tournaments/open/divisions/a/games/", status="awaited"):
        print(game["table"], game["first"]["name"])

Each call that changes something has a key of its own and is repeated with it until there is an answer: it is done once, however often it is sent.
"""

import http.client
import json
import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlencode, urljoin

API = "/api/v1/"
TIMEOUT = 30.0  # seconds for an answer
WAIT_AT_MOST = 60.0  # seconds between two tries
COME_AGAIN = frozenset({408, 429, 502, 503, 504})


class Problem(Exception):
    """An answer of 400 or more.

    Attributes:
        status: of the answer.
        code: the stable word to go by.
        document: everything that the answer says; `fields` where a field is wrong.
    """

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        super().__init__(f"{status} {document.get('code', '')}: {document.get('detail', '')}")
        self.status, self.code, self.document = status, str(document.get("code", "")), document


class Client:
    """Calls as one account.

    Args:
        address: where the suite is served, such as http://localhost:8000.
        token: of the account, from its page or from `token_of`; "" reads what everybody may.
        tries: how often a call is sent that gets no answer.
        pause: waits so many seconds.
        send: sends a request and gives its answer; another one for proxies and tests.
    """

    def __init__(
        self, address: str, token: str = "", *, tries: int = 6, pause: Callable[[float], object] = time.sleep,
        send: Callable[..., Any] = urllib.request.urlopen,
    ) -> None:  # fmt: skip
        self.address, self.token, self.tries, self.pause, self.send = address, token, tries, pause, send

    def get(self, path: str, **query: Any) -> Any:
        """What is read at the path.  query: what stands after `?`."""
        return json.loads(self._call("GET", _with(path, query))[0])

    def rows(self, path: str, **query: Any) -> Iterator[Any]:
        """Every row of a list, page by page."""
        following = _with(path, query)
        while following:
            body, headers = self._call("GET", following)
            yield from json.loads(body)
            link = re.match(r'<([^>]+)>; rel="next"', headers.get("Link", ""))
            following = link[1] if link else ""

    def file(self, path: str) -> bytes:
        """The bytes of a file."""
        return self._call("GET", path)[0]

    def post(self, path: str, **values: Any) -> Any:
        return self._change("POST", path, values)

    def put(self, path: str, **values: Any) -> Any:
        return self._change("PUT", path, values)

    def patch(self, path: str, **values: Any) -> Any:
        return self._change("PATCH", path, values)

    def delete(self, path: str, **values: Any) -> Any:
        return self._change("DELETE", path, values)

    def finished(self, event: str, queued: dict[str, Any]) -> dict[str, Any]:
        """The job of an answer, once a worker has ended it.  Raises Problem where it failed or was cancelled."""
        job = self.get(f"tournaments/{event}/jobs/{queued['job']}/")
        while job["status"] in ("queued", "running"):
            self.pause(0.5)
            job = self.get(f"tournaments/{event}/jobs/{queued['job']}/")
        if job["status"] != "done":
            raise Problem(200, {"code": job["status"], "detail": job["error"]})
        return dict(job)

    def _change(self, method: str, path: str, values: dict[str, Any]) -> Any:
        body, _ = self._call(method, path, json.dumps(values).encode(), {"Idempotency-Key": str(uuid.uuid4())})
        return json.loads(body) if body else None

    def _call(
        self, method: str, path: str, body: bytes | None = None, more: dict[str, str] | None = None
    ) -> tuple[bytes, Any]:
        """The answer's bytes and headers; sent again while there is none, with the same key.  Raises Problem, OSError."""
        headers = {"Accept": "application/json", **(more or {})}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(urljoin(self.address, urljoin(API, path)), body, headers, method=method)
        for left in reversed(range(self.tries)):
            wait = float(2 ** (self.tries - left - 1))
            try:
                with self.send(request, timeout=TIMEOUT) as answer:
                    return answer.read(), answer.headers
            except urllib.error.HTTPError as error:
                if error.code not in COME_AGAIN or not left:
                    raise Problem(error.code, _document(error)) from error
                wait = float(error.headers.get("Retry-After") or wait)
            except (OSError, http.client.HTTPException):  # no answer: nobody knows whether it was done
                if not left:
                    raise
            self.pause(min(wait, WAIT_AT_MOST))
        raise AssertionError("the last try answers or raises")


def token_of(address: str, username: str, password: str, **terms: Any) -> str:
    """A token of an account.  terms: its `name`, `scope` and `days`.  Raises Problem."""
    return str(Client(address).post("token/", username=username, password=password, **terms)["token"])


def _with(path: str, query: dict[str, Any]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def _document(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        document = json.loads(error.read())
    except ValueError:  # from a proxy
        return {"detail": error.reason}
    return document if isinstance(document, dict) else {"detail": str(document)}


Scores = Callable[[dict[str, Any]], tuple[int, int]]


def run_day(
    client: Client, event: str, code: str, *, players: Sequence[dict[str, Any]], rounds: int, scores: Scores
) -> bytes:
    """Run a division from its roster to the file for its ratings, which is the answer.

    Args:
        event, code: short names of the event and of the division.
        players: as docs/api.md names their fields.
        scores: the first player's and the second's, for each game that awaits them.
    """
    division = f"tournaments/{event}/divisions/{code}/"
    for player in players:
        client.post(f"{division}players/", **player)
    for number in range(1, rounds + 1):
        client.finished(event, client.post(f"{division}rounds/{number}/pair/"))
        (draft,) = client.rows(f"{division}drafts/", round=number)
        client.post(f"{division}drafts/{draft['id']}/publish/")
        client.post(f"{division}rounds/{number}/start/")
        for game in client.rows(f"{division}rounds/{number}/games/", status="awaited"):
            first_score, second_score = scores(game)
            client.post(
                f"tournaments/{event}/games/{game['id']}/result/", first_score=first_score, second_score=second_score
            )
        leader = client.get(f"{division}standings/")["standings"][0]
        print(f"After round {number}: {leader['name']}, {leader['wins']:g} wins, {leader['spread']:+d}")
    return client.file(f"tournaments/{event}/files/tou/")
