import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, connections

from tdsuite.ops.backups import copies, going_back, services, state, swap
from tdsuite.ops.backups.restoring import lay_ready
from tdsuite.ops.launcher.runlock import AlreadyRunning, RunLock
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.commands import refusals_exit_1


class Command(BaseCommand):
    help = (
        "Copies of the whole installation: make one, choose their folder, restore, hand over to another computer, take back; "
        "go back to what was before an upgrade."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        words = parser.add_subparsers(dest="word", required=True)
        words.add_parser("now", help="copy what was decided since the newest copy, and say where it lies")
        folder = words.add_parser(
            "folder", help="have copies go to a folder; the passphrase is read from standard input"
        )
        folder.add_argument("path", nargs="?", default="", help="the whole path; without one: on this computer only")
        restore = words.add_parser("restore", help="restore a copy; its passphrase is read from standard input")
        restore.add_argument("path", type=Path, help="a copy, or the folder or stick with copies: then the newest")
        restore.add_argument("--put-aside", action="store_true", help="put aside the events that this computer holds")
        hand_over = words.add_parser("hand_over", help="make the last copy, with which another computer goes on")
        hand_over.add_argument("to", help="to whom, and why")
        take_back = words.add_parser("take_back", help="go on here after all")
        take_back.add_argument("reason")
        go_back = words.add_parser("go_back", help="put back the database as it was before the newest upgrade")
        go_back.add_argument("--put-aside", action="store_true", help="also when decisions were made since")

    def handle(self, *args: Any, word: str, **options: Any) -> None:
        with refusals_exit_1():
            match word:
                case "now":
                    self._now()
                case "folder":
                    passphrase = self._passphrase() if options["path"] else ""
                    services.choose_folder(by=COMMAND_LINE, folder=options["path"], passphrase=passphrase)
                case "restore":
                    self._restore(options["path"], put_aside=options["put_aside"])
                case "hand_over":
                    self.stdout.write(str(services.hand_over(by=COMMAND_LINE, to=options["to"])))
                case "take_back":
                    services.take_back(by=COMMAND_LINE, reason=options["reason"])
                case "go_back":
                    with self._stopped():
                        self.stdout.write(going_back.go_back(put_aside=options["put_aside"]).says)

    def _now(self) -> None:
        copies.look()
        status = state.status()
        if status is None or status.problem:
            raise CommandError(status.problem if status else "No copies are made here.", returncode=1)
        self.stdout.write(str(status.file))

    def _restore(self, path: Path, *, put_aside: bool) -> None:
        with self._stopped(" or restore under Console, Backups."):
            events = [] if put_aside else self._events()
            if events:
                raise CommandError(
                    f"This computer holds: {', '.join(events)}. With --put-aside it is put aside.", returncode=1
                )
            laid = lay_ready(path, self._passphrase())
            connections.close_all()
            swap.swap(Path(settings.DATA_DIR))
        self.stdout.write(f"{laid.says}\nStart the suite now.")

    @contextmanager
    def _stopped(self, instead: str = "") -> Iterator[None]:
        """Hold the launcher's lock.  instead: what to do where the suite runs, besides stopping it.  Raises CommandError."""
        lock = RunLock(Path(settings.DATA_DIR))
        try:
            lock.acquire(self.stderr.write)
        except AlreadyRunning as running:
            says = f"Stop the suite,{instead}" if instead else "Stop the suite."
            raise CommandError(f"{running}\n{says}", returncode=1) from running
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
