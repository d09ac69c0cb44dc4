"""Makes docs/images/reports.png: the first page of every report, small, from a made-up event.

python -m docs.images.contact_sheet (with the development requirements; it writes to a database of its own).
"""

import os
import tempfile
from pathlib import Path

ACROSS, WIDTH, GAP = 6, 210, 8
OUT = Path(__file__).with_name("reports.png")
FORMS = ("appeal-form", "ruling-form")  # look like the incident form


def main() -> None:
    os.environ["TDSUITE_DATA"] = tempfile.mkdtemp(prefix="tdsuite-sheet-")
    os.environ["DATABASE_URL"] = ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    pages = list(_pages())
    rows = [pages[at : at + ACROSS] for at in range(0, len(pages), ACROSS)]
    _paste(rows).save(OUT, optimize=True)
    print(f"{len(pages)} reports in {OUT.stat().st_size // 1024} kB")


def _pages():
    import pypdfium2

    from tdsuite.printing import pdf, registry, services
    from tdsuite.printing.tasks import static_roots
    from tests.factories import make_played_event, make_round

    division = make_played_event(players=16, played=4, rounds=9)
    row = make_round(division, 5, status="playing", results=2)
    division.tournament.public_base_url = "http://tdsuite.local:8000"
    division.tournament.save()
    subjects = {"round": row, "division": division, "tournament": division.tournament}
    for report in registry.reports():
        if report.scope not in subjects or report.name in (*FORMS, "pairings-draft"):
            continue
        sheet = report.build(subjects[report.scope], {"round": 5})
        html = services.render_html(report, sheet, for_pdf=True)
        page = pypdfium2.PdfDocument(pdf.write_pdf(html, services.STATIC_BASE, static_roots()))[0]
        yield page.render(scale=WIDTH / page.get_width()).to_pil().convert("L")


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
