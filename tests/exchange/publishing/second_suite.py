"""A second installation with its own data and its own server process, and a wire to it that can be cut or wrapped in TLS."""

import contextlib
import http.client
import json
import os
import socket
import ssl
import threading
from pathlib import Path

from tests.loaded import Loaded
from tests.migrated import put_database, put_static
from tests.ports import free_port
from tests.waiting import wait_for


class SecondSuite:
    """`with SecondSuite(folder) as suite`: a server as it is run, and a process for its keeper's decisions."""

    def __init__(self, data: Path):
        put_database(data)
        put_static(data)  # pages that say "not found" have a style too
        self.data, self._log, self.port = data, data / "server.log", free_port()
        self._environment = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "TDSUITE_DATA": str(data), "DATABASE_URL": "",
            "CELERY_BROKER_URL": "",
        }  # fmt: skip

    def __enter__(self):
        self._loaded = Loaded(self._environment)
        self._driver = self._loaded.start(["-m", "tests.exchange.publishing.second_driver"], log=self._log, talks=True)
        assert self._driver.stdout.readline() == "ready\n", self.log()
        self.process = self._loaded.start(["manage.py", "serve", "--port", str(self.port)], log=self._log)
        wait_for(lambda: self.process.poll() is not None or self._listens(), what="the server listens")
        assert self.process.poll() is None, self.log()
        return self

    def __exit__(self, *error):
        for process in (self._driver, self.process):
            process.kill()
            process.wait()
        self._loaded.close()

    def _listens(self):
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def log(self):
        return self._log.read_text(encoding="utf-8", errors="replace")

    def say(self, line):
        """A decision of the keeper; its answer comes after the commit."""
        print(line, file=self._driver.stdin, flush=True)
        return json.loads(self._driver.stdout.readline())

    def ask(self, path, method="GET", body=None, **headers):
        """(status, headers, bytes) as a browser or another program gets them."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=180)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def tree(self, slug):
        """What readers get of every file that the place names."""
        return {name: self.ask(f"/sites/{slug}/{name}")[2] for name in self.say(f"state {slug}")["files"]}


class Wire:
    """Carries bytes to a port.  cut_at: the PUT in whose middle both ends are closed; from then on nobody gets through."""

    def __init__(self, port, pem=None):
        self._target, self.puts, self.cut_at, self.down = port, 0, None, False
        self._context = None
        if pem:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(pem)

    def __enter__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *error):
        self._listener.close()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client):
        with contextlib.suppress(OSError), client:
            if self.down:
                return
            near = self._context.wrap_socket(client, server_side=True) if self._context else client
            with near, socket.create_connection(("127.0.0.1", self._target)) as far:
                threading.Thread(target=self._back, args=(far, near), daemon=True).start()
                while chunk := near.recv(65536):
                    if chunk.startswith(b"PUT "):
                        self.puts += 1
                        if self.puts == self.cut_at:
                            self.down = True
                            far.sendall(chunk[: len(chunk) - 10])
                            far.shutdown(socket.SHUT_RDWR)
                            near.shutdown(socket.SHUT_RDWR)
                            return
                    far.sendall(chunk)

    @staticmethod
    def _back(far, near):
        with contextlib.suppress(OSError):
            while chunk := far.recv(65536):
                near.sendall(chunk)
            near.shutdown(socket.SHUT_RDWR)
