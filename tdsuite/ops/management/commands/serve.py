from argparse import ArgumentParser
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tdsuite.ops import safety_copy
from tdsuite.ops.announcer import Announcer, served_here_alone
from tdsuite.ops.errors import NewerDatabase
from tdsuite.ops.server import open_files
from tdsuite.ops.server.connections import Connection, Connections

HERE = ("127.0.0.1", "localhost", "::1")


class Command(BaseCommand):
    help = "Serve the pages: one process, Django in threads, the event stream beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
        parser.add_argument("--access-log", action="store_true", help="a line for every request")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            safety_copy.refuse_newer()
        except NewerDatabase as error:
            raise CommandError(str(error), returncode=1) from error
        if options["host"] in HERE:
            served_here_alone()
            return self.serve(options)
        announcer = Announcer(options["port"])
        announcer.start()
        try:
            self.serve(options)
        finally:
            announcer.stop()

    def serve(self, options: dict[str, Any]) -> None:
        files = open_files.raise_limit()
        Connection.all = Connections(open_files.most_connections(files))
        uvicorn.run(
            "tdsuite.asgi:application",
            http=Connection,
            backlog=open_files.backlog(files),
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
