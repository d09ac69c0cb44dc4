import json
from argparse import ArgumentParser
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError

from tdsuite.audit.models import SITE
from tdsuite.audit.services import Verdict, verify


class Command(BaseCommand):
    help = (
        "Check the hash chain of a tournament's decisions (or of 'site'), and every result sheet, signature and other row "
        "that hangs on it. Exit 1 names each one that does not hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's short name, or 'site'")
        parser.add_argument("--json", action="store_true", help="the verdict as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        tournament = (
            None if slug == SITE else apps.get_model("tournaments", "Tournament").objects.filter(slug=slug).first()
        )
        if slug != SITE and tournament is None:
            raise CommandError(f"There is no tournament {slug!r}.", returncode=1)
        verdict = verify(tournament)
        if options["json"]:
            self.stdout.write(json.dumps(self._plain(slug, verdict)))
        for fault in verdict.faults:
            self.stderr.write(f"record {fault.seq}: {fault.what}")
        for flaw in verdict.flaws:
            self.stderr.write(f"{flaw.row}: {flaw.what}")
        if verdict.faults:
            raise CommandError(f"{slug}: {len(verdict.faults)} of {verdict.records} records do not hold.", returncode=1)
        if verdict.flaws:
            raise CommandError(f"{slug}: the records hold, {len(verdict.flaws)} other rows do not.", returncode=1)
        if not options["json"]:
            erased = f", {verdict.erased} reasons erased" if verdict.erased else ""
            self.stdout.write(f"{slug}: {verdict.records} records, whole{erased}. Head {verdict.head[:12]}.")

    @staticmethod
    def _plain(slug: str, verdict: Verdict) -> dict[str, Any]:
        return {
            "chain": slug,
            "records": verdict.records,
            "erased": verdict.erased,
            "head": verdict.head,
            "faults": [{"record": fault.seq, "what": fault.what} for fault in verdict.faults],
            "flaws": [{"row": flaw.row, "what": flaw.what} for flaw in verdict.flaws],
        }
