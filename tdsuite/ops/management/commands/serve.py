import shutil
import sys
from argparse import SUPPRESS, ArgumentParser
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from uvicorn.config import STARTUP_FAILURE

from tdsuite.ops import safety_copy
from tdsuite.ops.announcer import Announcer, served_here_alone
from tdsuite.ops.errors import NewerDatabase
from tdsuite.ops.server import open_files, processes
from tdsuite.ops.server.connections import Connection, Connections
from tdsuite.platform.live import kept_pages

HERE = ("127.0.0.1", "localhost", "::1")
# A thread comes back from each statement to an interpreter that is busy, and waits for it as long: 5 ms unless told otherwise.
SWITCH_SECONDS = 0.001


def folder_of(port: int) -> Path:
    """What the processes behind this port share."""
    return Path(settings.CACHE_DIR, "web", str(port))


class Command(BaseCommand):
    help = "Serve the pages: processes behind one port, in each Django in threads and the event stream beside it."
    requires_system_checks = ()  # `make check` makes them; each process would at each start

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
        parser.add_argument("--processes", type=int, default=settings.WEB_PROCESSES, help="how many (WEB_PROCESSES)")
        parser.add_argument("--access-log", action="store_true", help="a line for every request")
        parser.add_argument(
            "--handed", help=SUPPRESS
        )  # one of several processes: its sockets (ops/server/processes.py)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["handed"]:
            return self.join(options)
        if not 1 <= options["processes"] <= settings.MOST_WEB_PROCESSES:
            raise CommandError(f"--processes: from 1 to {settings.MOST_WEB_PROCESSES}", returncode=2)
        try:
            safety_copy.refuse_newer()
        except NewerDatabase as error:
            raise CommandError(str(error)) from error
        kept_pages.forget_earlier_runs()
        if options["host"] in HERE:
            served_here_alone()
            return self.begin(options)
        announcer = Announcer(options["port"])
        announcer.start()
        try:
            self.begin(options)
        finally:
            announcer.stop()

    def begin(self, options: dict[str, Any]) -> None:
        if options["processes"] == 1:
            return self.serve(options)
        words = ["--access-log"] if options["access_log"] else []
        shutil.rmtree(folder_of(options["port"]), ignore_errors=True)
        folder_of(options["port"]).mkdir(parents=True)
        try:
            code = processes.serve_with(options["processes"], options["host"], options["port"], *words)
        except OSError as error:
            raise CommandError(f"{options['host']}:{options['port']}: {error.strerror}") from error
        if code:
            sys.exit(code)

    def join(self, options: dict[str, Any]) -> None:
        """One of several processes."""
        self.serve(options, processes.Handed.read(options["handed"]).take_over())

    def serve(self, options: dict[str, Any], sockets: list[socket] | None = None) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        files = open_files.raise_limit()
        Connection.all = Connections(open_files.most_connections(files))
        config = uvicorn.Config(
            "tdsuite.asgi:application",
            http=Connection,
            # Of several processes the one that has time accepts the next connection.
            backlog=1 if sockets else open_files.backlog(files),
            loop="asyncio",  # connections.py builds on its transports
            host=options["host"],
            port=options["port"],
            access_log=options["access_log"],
            log_config=None,  # settings.LOGGING stands
            server_header=False,
            proxy_headers=bool(settings.TRUSTED_PROXIES),  # of whom settings say that they are ours, and of nobody else
            forwarded_allow_ips=settings.TRUSTED_PROXIES,
            # Without it one open event stream holds up the stop for ever.
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        with suppress(KeyboardInterrupt):
            server.run(sockets)
        if not server.started:
            sys.exit(STARTUP_FAILURE)
