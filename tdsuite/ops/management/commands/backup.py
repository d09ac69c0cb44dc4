import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, connections

from tdsuite.ops.backups import copies, services, state, swap
from tdsuite.ops.backups.restoring import lay_ready
from tdsuite.ops.launcher.runlock import AlreadyRunning, RunLock
from tdsuite.tournaments.commands import refusals_exit_1


class Command(BaseCommand):
    help = "Copies of the whole installation: make one, restore one."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        words = parser.add_subparsers(dest="word", required=True)
        words.add_parser("now", help="copy what was decided since the newest copy, and say where it lies")
        restore = words.add_parser("restore", help="restore a copy; its passphrase is read from standard input")
        restore.add_argument("path", type=Path, help="a copy, or the folder or stick with copies: then the newest")
        restore.add_argument("--put-aside", action="store_true", help="put aside the events that this computer holds")

    def handle(self, *args: Any, word: str, **options: Any) -> None:
        with refusals_exit_1():
            if word == "now":
                self._now()
            else:
                self._restore(options["path"], put_aside=options["put_aside"])

    def _now(self) -> None:
        copies.look()
        status = state.status()
        if status is None or status.problem:
            raise CommandError(status.problem if status else "No copies are made here.")
        self.stdout.write(str(status.file))

    def _restore(self, path: Path, *, put_aside: bool) -> None:
        with self._stopped():
            if events := [] if put_aside else self._events():
                raise CommandError(f"This computer holds: {', '.join(events)}. With --put-aside it is put aside.")
            laid = lay_ready(path, self._passphrase())
            connections.close_all()
            swap.swap(Path(settings.DATA_DIR))
        self.stdout.write(f"{laid.says}\nStart the suite now.")

    @contextmanager
    def _stopped(self) -> Iterator[None]:
        """Hold the launcher's lock.  Raises CommandError."""
        lock = RunLock(Path(settings.DATA_DIR))
        try:
            lock.acquire(self.stderr.write)
        except AlreadyRunning as running:
            says = f"{running}\nStop the suite, or restore under Console, Backups."
            raise CommandError(says) from running
        try:
            yield
        finally:
            lock.release()

    @staticmethod
    def _events() -> list[str]:
        try:
            return services.events_here()
        except (OperationalError, ProgrammingError):  # nothing was ever started here: there are no tables
            return []

    @staticmethod
    def _passphrase() -> str:
        """Never an argument: those are seen by every user of the computer and stay in the shell's history."""
        if sys.stdin.isatty():
            sys.stderr.write("Passphrase: ")
            sys.stderr.flush()
        return sys.stdin.readline().strip()
