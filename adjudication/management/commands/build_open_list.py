import gzip
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.lexicons.engine.lookup import digest
from adjudication.lexicons.engine.open_list import LIST_SHA256, SOURCE, AnotherSource, build


class Command(BaseCommand):
    help = f"Make the open list anew from {SOURCE}, to prove where it comes from."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", help=f"the Debian source archive {SOURCE}")
        parser.add_argument("file", help="where the gzipped list goes")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            words = build(Path(options["source"]))
            if digest(words) != LIST_SHA256:
                raise CommandError(f"The recipe gave {digest(words)}, not {LIST_SHA256}. Nothing was written.")
            Path(options["file"]).write_bytes(gzip.compress(words, 9, mtime=0))
        except AnotherSource as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror or error}.") from error
        self.stdout.write(f"{words.count(10)} words, SHA-256 {LIST_SHA256}")
