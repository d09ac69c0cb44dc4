"""Large prints: 200 scorecards and 500 result slips, each set two ways in turn.

`python -m benchmarks.reports`; `--runs N` for more than one of each, `--only NAME` for one set.

- ours: as the print job's helper does it;
- plain: one call of WeasyPrint on plain markup of the same data, one table cell a datum.

Every way has a process of its own, warmed by a small sheet. Peak memory is that of the process.
"""

import argparse
import contextlib
import json
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from html import escape
from pathlib import Path
from typing import Any

from benchmarks import judge

SETS = ("scorecards", "result-slips")
WAYS = ("ours", "plain")
FASTER_THAN_PLAIN, LIMIT_MB = 1.7, 600
WARM = '<html lang="en"><head><title>Warm</title><link rel="stylesheet" href="https://suite.invalid/static/tdsuite/print/base.css"></head><body>Warm</body></html>'
BASE = "https://suite.invalid/static/"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", choices=SETS)
    parser.add_argument(
        "--one", nargs=3, metavar=("WAY", "SET", "FOLDER"), help="measure one way, for the script itself"
    )
    options = parser.parse_args()
    if options.one:
        way, name, folder = options.one
        print(json.dumps(measured(way, Path(folder, f"{name}.pickle"))))
        return
    chosen = [options.only] if options.only else list(SETS)
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([sys.executable, "-c", f"from benchmarks.reports import prepare; prepare({folder!r}, {chosen!r})"],
                              check=True, capture_output=True, text=True)  # fmt: skip
        print(made.stdout, end="", flush=True)
        worst = [judged(name, folder, options.runs) for name in chosen]
    judge(
        {
            f"{FASTER_THAN_PLAIN:g} times faster than plain markup / slowest": FASTER_THAN_PLAIN
            / min(one[0] for one in worst),
            f"our process / limit of {LIMIT_MB} MB": max(one[1] for one in worst) / LIMIT_MB,
        }
    )


def judged(name: str, folder: str, runs: int) -> tuple[float, float]:
    """(ratio to plain by processor time, our megabytes); prints all figures."""
    found: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    for turn in range(runs):
        for way in WAYS[:: 1 if turn % 2 == 0 else -1]:
            command = [sys.executable, "-m", "benchmarks.reports", "--one", way, name, folder]
            ran = subprocess.run(command, check=True, capture_output=True, text=True)
            found[way].append(json.loads(ran.stdout.splitlines()[-1]))
    middle = {way: {key: statistics.median(one[key] for one in rows) for key in rows[0]} for way, rows in found.items()}
    for way, row in middle.items():
        print(f"{name}, {way}: {row['pages']:.0f} pages, {row['clock']:.2f} s by the clock, {row['cpu']:.2f} s of processor,"
              f" {row['mb']:.0f} MB")  # fmt: skip
    ours = middle["ours"]
    plain = middle["plain"]
    ratio = plain["cpu"] / ours["cpu"]
    print(
        f"{name}: {ratio:.2f} times faster than plain by processor ({plain['clock'] / ours['clock']:.2f} by the clock)"
    )
    return ratio, ours["mb"]


# --- one way, in a process of its own ---


def measured(way: str, path: Path) -> dict[str, float]:
    """clock and cpu: seconds; mb; pages."""
    import weasyprint  # noqa: F401  loaded before the clock starts

    made = pickle.loads(path.read_bytes())
    print_in = ours if way == "ours" else one_call
    print_in(WARM, made["roots"])  # fonts and style sheets are warm in every way
    return print_in(made["plain" if way == "plain" else "html"], made["roots"])


def one_call(html: str, roots: Any) -> dict[str, float]:
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    from tdsuite.platform.printing.pdf import own_file

    class Fetcher(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            path = own_file(url, BASE, roots)
            assert path is not None, url
            return URLFetcherResponse(
                url, path.read_bytes(), {"Content-Type": "text/css" if path.suffix == ".css" else "font/ttf"}
            )

    clock, cpu = time.perf_counter(), time.process_time()
    data = HTML(string=html, base_url=BASE, url_fetcher=Fetcher()).write_pdf(pdf_variant="pdf/ua-1")
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    return {"clock": clock, "cpu": cpu, "mb": peak(os.getpid()), "pages": pages_of(data)}


def ours(html: str, roots: Any) -> dict[str, float]:
    """As the print job does it."""
    from tdsuite.platform.printing import pdf

    clock, cpu = time.perf_counter(), time.process_time()
    data = pdf.write_pdf([html], BASE, roots)
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    return {"clock": clock, "cpu": cpu, "mb": peak(os.getpid()), "pages": pages_of(data)}


def peak(pid: int) -> float:
    """The most memory a process ever held, in megabytes."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def pages_of(data: bytes) -> int:
    import pypdfium2

    return len(pypdfium2.PdfDocument(data))


# --- the data, in a process of its own ---


def prepare(folder: str, names: list[str]) -> None:
    """An event of 200 players and one of 1,000, seven of fourteen rounds played; the HTML of every way, pickled."""
    os.environ |= {"TDSUITE_DATA": folder, "DJANGO_SETTINGS_MODULE": "tdsuite.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tdsuite.platform.printing import registry, services
    from tdsuite.platform.printing.tasks import static_roots
    from tests.factories import make_division, make_round, make_tournament

    event = make_tournament("bench", public_base_url="http://tdsuite.local:8000")
    small = make_division(event, players=200, rounds=14)
    large = make_division(event, players=1000, rounds=14, code="b")
    for division in (small, large):
        for number in range(1, 8):
            make_round(division, number, status="closed")
    make_round(large, 8)
    subjects: dict[str, Any] = {
        "scorecards": small,
        "result-slips": large.rounds.get(number=8),
    }
    for name in names:
        report, began = registry.find(name), time.process_time()
        sheet = report.build(subjects[name], {"paper": "A4"})
        made = {
            "html": services.render_html(report, sheet, for_pdf=True),
            "plain": plain(name, sheet),
            "roots": static_roots(),
        }
        Path(folder, f"{name}.pickle").write_bytes(pickle.dumps(made))
        print(f"{name}: from rows to HTML {time.process_time() - began:.2f} s of processor ")


PLAIN = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title><link rel="stylesheet" href="https://suite.invalid/static/tdsuite/print/base.css">
<style>td {{ border: 0.5pt solid #000; padding: 1mm; }} table {{ margin-bottom: 4mm; }} {style}</style></head><body class="paper-a4">
<header class="running-head"><span>Bench</span><span>Division</span></header><footer class="running-foot"><span>Printed</span></footer>{body}</body></html>"""


def plain(name: str, sheet: Any) -> str:
    """The same data as somebody would write it first: a table, a cell a datum."""
    if name == "scorecards":
        cards = [card for page in sheet.context["pages"] for card in page]
        body = "".join(
            f"<h2>{escape(card.entry.player.name)}</h2>{table([_card_line(line) for line in card.lines])}"
            for card in cards
        )
        return PLAIN.format(style="h2 { break-before: page; } td { height: 9.4mm; }", body=body)
    slips = "".join(_slip(slip) for page in sheet.context["pages"] for slip in page)
    return PLAIN.format(style="div { break-inside: avoid; } td { height: 9mm; } img { width: 19mm; }", body=slips)


def table(rows: list[list[object]]) -> str:
    return (
        "<table>"
        + "".join("<tr>" + "".join(f"<td>{escape(str(one))}</td>" for one in row) + "</tr>" for row in rows)
        + "</table>"
    )


def _card_line(line: Any) -> list[object]:
    return [
        line.round,
        line.table,
        line.opponent,
        line.number or "",
        line.starts,
        line.own,
        line.theirs,
        line.spread,
        line.running,
        line.record,
    ]


def _slip(slip: Any) -> str:
    rows: list[list[object]] = [["Event", "Bench", "Division", "Division B", "Round", 8, "Table", slip.table]]
    for side in slip.sides:
        rows.append([side.entry.player.name, side.entry.number, side.role, "", "", "", "", ""])
        rows.append(["Started", "", "Challenges", "", "Tiles left", "", "Overtime", ""])
        rows.append(["Final score", "", "Signed", "", "", "", "", ""])
    rows.append(["100 tiles counted", "", "Winner’s spread", "", "Both check and sign", "", "", ""])
    code = f'<img src="{slip.code.picture}" alt="{escape(slip.code.url)}">' if slip.code else ""
    return f"<div>{table(rows)}{code}</div>"


if __name__ == "__main__":
    main()
