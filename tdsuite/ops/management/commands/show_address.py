from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.platform.access import qr


class Command(BaseCommand):
    help = "Show an address as a QR code in the terminal."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="for example http://192.168.1.20:8000/")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(qr.in_terminal(options["address"]))
