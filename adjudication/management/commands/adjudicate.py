from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.challenges.services.lookup import Lexicons
from adjudication.lexicons.services import lexicon_named
from tdsuite.tournaments.commands import write_json
from tdsuite.tournaments.services.decision import Refused


class Command(BaseCommand):
    help = (
        "One verdict for a play: exit 0 when every word is acceptable, 1 when not, 2 when nothing was judged (an unknown "
        "list, words of other letters or lengths, a damaged list)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("lexicon", help="a word list, such as CSW24 or 'OWL second edition'")
        parser.add_argument("words", nargs="+", help="every word of the challenge, 8 at most")
        parser.add_argument("--json", action="store_true", help="the verdict as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lexicon = lexicon_named(options["lexicon"])
            lists = Lexicons(lexicon)
            acceptable = lists.acceptable(lists.canonical(options["words"]))
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from refused
        says = "acceptable" if acceptable else "unacceptable"
        if options["json"]:
            facts = {"list": lexicon.title, "sha256": lexicon.sha256, "for_tournaments": lexicon.for_tournaments}
            write_json(self, {"verdict": says, **facts})
        else:
            self.stdout.write(f"{says} ({lexicon})")
        if not acceptable:
            raise SystemExit(1)
