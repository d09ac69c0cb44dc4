import json
from argparse import ArgumentParser
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import models

from tdsuite.platform.audit.actions import label_of
from tdsuite.platform.audit.chains import take_on
from tdsuite.platform.audit.comparing import LEAST_DIGITS, printed_record
from tdsuite.platform.audit.models import SITE
from tdsuite.platform.audit.services import Verdict, verify


class Command(BaseCommand):
    help = (
        "Check the record of a tournament's decisions (or of 'site'): every link, the seal, every row that decisions left, "
        "every result sheet and signature. Exit 1 names each one that does not hold."
    )
    requires_system_checks = ()  # they load every page, and who restores a copy waits for that

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", metavar="slug", nargs="+", help="the tournament's short name, or 'site'")
        parser.add_argument("--json", action="store_true", help="the verdict as JSON on standard output")
        parser.add_argument("--printed", metavar="DIGITS", help="also find the record whose digits stand on a print")
        parser.add_argument(
            "--accept",
            action="store_true",
            help="take the record and the rows on as they stand: after a database was put back, or came from another "
            "laptop; this is recorded",
        )

    def handle(self, *args: Any, slugs: list[str], **options: Any) -> None:
        wrong = []
        for slug in slugs:
            try:
                self._check(slug, options)
            except CommandError as error:
                wrong.append(str(error))
        if wrong:
            raise CommandError("\n".join(wrong))

    def _check(self, slug: str, options: dict[str, Any]) -> None:
        tournament = (
            None if slug == SITE else apps.get_model("tournaments", "Tournament").objects.filter(slug=slug).first()
        )
        if slug != SITE and tournament is None:
            raise CommandError(f"There is no tournament {slug!r}.")
        if options["accept"]:
            take_on(tournament)
        verdict = verify(tournament)
        if options["json"]:
            self.stdout.write(json.dumps(self._plain(slug, verdict)))
        for fault in verdict.faults:
            self.stderr.write(f"record {fault.seq}: {fault.what}")
        for flaw in verdict.flaws:
            self.stderr.write(f"{flaw.row}: {flaw.what}")
        if options["printed"]:
            self._say_printed(tournament, options["printed"], verdict)
        if verdict.faults:
            raise CommandError(f"{slug}: {len(verdict.faults)} of {verdict.records} records do not hold.")
        if verdict.flaws:
            raise CommandError(f"{slug}: the records hold, {len(verdict.flaws)} other rows do not.")
        if not options["json"]:
            erased = f", {verdict.erased} reasons erased" if verdict.erased else ""
            whole = f"hold. {verdict.limits}" if verdict.limits else f"whole{erased}."
            self.stdout.write(f"{slug}: {verdict.records} records, {whole} Head {verdict.head[:12]}.")

    def _say_printed(self, tournament: models.Model | None, digits: str, verdict: Verdict) -> None:
        if len("".join(digits.split())) < LEAST_DIGITS:
            raise CommandError(f"--printed {digits}: type at least {LEAST_DIGITS} digits of the print.")
        row = printed_record(tournament, digits)
        if row is None:
            raise CommandError(
                f"No record here has a hash that begins with {digits!r}: the digits are mistyped, of another event, or the "
                "record was rewritten after they were printed.",
            )
        after = verdict.records - row.seq
        self.stderr.write(
            f"{digits} is record {row.seq}, {label_of(row.action)}, {row.at:%Y-%m-%d %H:%M} UTC; {after} came after."
        )

    @staticmethod
    def _plain(slug: str, verdict: Verdict) -> dict[str, Any]:
        return {
            "chain": slug,
            "records": verdict.records,
            "erased": verdict.erased,
            "head": verdict.head,
            "limits": verdict.limits,
            "faults": [{"record": fault.seq, "what": fault.what} for fault in verdict.faults],
            "flaws": [{"row": flaw.row, "what": flaw.what} for flaw in verdict.flaws],
        }
