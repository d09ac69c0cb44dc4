from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Show an address as a QR code in the terminal."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="for example http://192.168.1.20:8000/")

    def handle(self, *args: Any, **options: Any) -> None:
        drawn = StringIO()
        segno.make(options["address"], error="m", micro=False).terminal(drawn, border=2, compact=True)
        self.stdout.write("\n".join(f"  {line}" for line in drawn.getvalue().splitlines()))
