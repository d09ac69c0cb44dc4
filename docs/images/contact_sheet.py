"""Makes docs/images/reports.png: the first page of every report, small, from a made-up event.

python -m docs.images.contact_sheet (with the development requirements; it writes to a database of its own). The picture names its
reports, in order, in its text `Reports`.
"""

import os
import tempfile
from dataclasses import asdict
from pathlib import Path

ACROSS, WIDTH, GAP = 7, 210, 8
OUT = Path(__file__).with_name("reports.png")
BASE = "http://tdsuite.local:8000"


def main() -> None:
    os.environ["TDSUITE_DATA"] = tempfile.mkdtemp(prefix="tdsuite-sheet-")
    os.environ["DATABASE_URL"] = ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from PIL.PngImagePlugin import PngInfo

    call_command("migrate", verbosity=0)
    pages = dict(_pages())
    images = list(pages.values())
    told = PngInfo()
    told.add_text("Reports", " ".join(pages))
    rows = [images[at : at + ACROSS] for at in range(0, len(images), ACROSS)]
    _paste(rows).save(OUT, optimize=True, pnginfo=told)
    print(f"{len(pages)} reports in {OUT.stat().st_size // 1024} kB")


def _pages():
    import pypdfium2

    from tdsuite.platform.printing import pdf, services
    from tdsuite.platform.printing.tasks import static_roots

    for name, html in documents():
        page = pypdfium2.PdfDocument(pdf.write_pdf([html], services.STATIC_BASE, static_roots()))[0]
        yield name, page.render(scale=WIDTH / page.get_width()).to_pil().convert("L")


def documents(language=""):
    """The name and the HTML of every report in a language, of an event that is made in the database."""
    from tdsuite.platform.printing import registry, services

    division = _event()
    row = division.rounds.get(number=5)
    subjects = {"round": row, "division": division, "tournament": division.tournament}
    secret = secrets(division)
    for name in sorted({known.name for known in registry.reports()} | set(secret)):
        report = registry.find(name)
        options = secret.get(name, {"round": 6 if name == "pairings-draft" else 5})
        sheet = services.build_sheet(report, options.pop("about", subjects[report.scope]), options, language=language)
        yield name, services.render_html(report, sheet, for_pdf=True, language=language)


def _event():
    """A rated division: four rounds played, the fifth under way, the sixth drafted; prizes of the division and of the event."""
    from pairings.models import DraftBoard, PairingRun
    from results.prizes.models import Prize, PrizeTerms
    from tests.factories import make_played_event, make_round

    division = make_played_event(players=16, played=4, rounds=9, slug="riverside-cup")
    make_round(division, 5, status="playing", results=2)
    division.standings_options = {"rating_system": "wespa-2011"}
    division.save()
    event = division.tournament
    event.public_base_url = BASE
    event.save()
    for place, money in enumerate((30000, 20000, 10000), start=1):
        Prize.objects.create(division=division, title=f"Place {place}", basis="place", place=place, money=money)
    Prize.objects.create(tournament=event, title="High loss of the event", basis="high_loss", money=2500)
    PrizeTerms.objects.create(tournament=event, currency="€")
    boards = [asdict(DraftBoard(6, board, 2 * board - 1, 2 * board, "balance", "same group")) for board in range(1, 9)]
    PairingRun.objects.create(
        division=division, first_round=6, last_round=6, method="swiss", seed=7, engine_version="1", state_version=0, boards=boards,
    )  # fmt: skip
    return division


def secrets(division):
    """The options of the reports that no job makes; about: what it is of, if not the event."""
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.platform.access.services import links
    from tests.adjudication.challenges.cases import table

    at = table()
    at.judged("AXLE", "QUIXOTRY", "FRIZLE")
    issued = links.issue_missing(by=COMMAND_LINE, tournament=division.tournament)
    cards = {"links": [one.link for one in issued], "base": BASE}
    return {
        "challenge-docket": {"by": at.director, "about": at.division},
        "scorecards-with-codes": dict(cards),
        "sign-in-cards": cards,
        "sign-in-pins": {"issued": [(one.link.entry, one.pin) for one in issued], "base": BASE},
        "wifi-sign": {"network": "Hall", "password": "quixotic zax"},
    }


def _paste(rows):
    from PIL import Image

    heights = [max(image.height for image in row) for row in rows]
    sheet = Image.new("L", (ACROSS * (WIDTH + GAP) + GAP, sum(heights) + GAP * (len(rows) + 1)), 200)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for at, image in enumerate(row):
            sheet.paste(image, (GAP + at * (WIDTH + GAP), top))
        top += height + GAP
    return sheet.quantize(16)


if __name__ == "__main__":
    main()
