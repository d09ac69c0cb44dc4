"""Large prints: 200 scorecards, 500 result slips, standings of 1,000 players, each set three ways in turn.

`python -m benchmarks.reports`; `--runs N` for more than one of each, `--only NAME` for one set.

- ours: the pieces of the print job, two helper processes side by side, joined to one file;
- naive: one call of WeasyPrint on the same HTML;
- plain: one call of WeasyPrint on plain markup of the same data, one table cell a datum.

Every way has a process of its own with the helpers it starts, warmed by one piece. Seconds by the clock are of two
cores if nobody else uses them; so seconds of processor are told as well, for ours those of the busier helper and of joining, which is
what two idle cores would need. Peak memory is that of the largest single process.
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
from multiprocessing import active_children
from pathlib import Path
from typing import Any

SETS = ("scorecards", "result-slips", "standings")
WAYS = ("ours", "naive", "plain")
SIDE_BY_SIDE = 2  # as jobs.context.SIDE_BY_SIDE, which needs Django
FASTER_THAN_NAIVE, FASTER_THAN_PLAIN, LIMIT_MB = 2.2, 4.0, 150
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
    print(
        f"slowest against one call on the same HTML: {min(one[0] for one in worst):.2f} times faster (at least {FASTER_THAN_NAIVE})"
    )
    print(
        f"slowest against plain markup: {min(one[1] for one in worst):.2f} times faster (at least {FASTER_THAN_PLAIN:g})"
    )
    print(f"largest process / limit of {LIMIT_MB} MB: {max(one[2] for one in worst) / LIMIT_MB:.2f}")


def judged(name: str, folder: str, runs: int) -> tuple[float, float, float]:
    """(ratio to naive, ratio to plain, megabytes of our largest process), by processor time; prints all figures."""
    found: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    for turn in range(runs):
        for way in WAYS[:: 1 if turn % 2 == 0 else -1]:
            command = [sys.executable, "-m", "benchmarks.reports", "--one", way, name, folder]
            ran = subprocess.run(command, check=True, capture_output=True, text=True)
            found[way].append(json.loads(ran.stdout.splitlines()[-1]))
    middle = {way: {key: statistics.median(one[key] for one in rows) for key in rows[0]} for way, rows in found.items()}
    for way, row in middle.items():
        print(f"{name}, {way}: {row['pages']:.0f} pages, {row['clock']:.2f} s by the clock, {row['busy']:.2f} s of processor"
              f" ({row['cpu']:.2f} s in all), largest process {row['mb']:.0f} MB")  # fmt: skip
    ours = middle["ours"]
    by_clock = [middle[way]["clock"] / ours["clock"] for way in ("naive", "plain")]
    by_cpu = [middle[way]["busy"] / ours["busy"] for way in ("naive", "plain")]
    print(f"{name}: {by_cpu[0]:.2f} times faster than naive, {by_cpu[1]:.2f} than plain by processor"
          f" ({by_clock[0]:.2f} and {by_clock[1]:.2f} by the clock)", flush=True)  # fmt: skip
    return by_cpu[0], by_cpu[1], ours["mb"]


# --- one way, in a process of its own ---


def measured(way: str, path: Path) -> dict[str, float]:
    """clock, busy and cpu: seconds; mb: of the largest process; pages."""
    import weasyprint  # noqa: F401  loaded before the clock starts

    made = pickle.loads(path.read_bytes())
    if way == "ours":
        return ours(made)
    one_call(made["pieces"][0], made["roots"])  # fonts and style sheets are warm in every way
    return one_call(made[way], made["roots"])


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
    return {"clock": clock, "busy": cpu, "cpu": cpu, "mb": peak(os.getpid()), "pages": pages_of(data)}


def ours(made: dict[str, Any]) -> dict[str, float]:
    """As the print job does it: pieces to two warm helpers, in order; then one of them joins."""
    from tdsuite.platform.jobs.processes import Helpers
    from tdsuite.platform.printing import pdf

    helpers = Helpers(at_once=SIDE_BY_SIDE)
    try:
        work = [(html, BASE, made["roots"]) for html in made["pieces"]]
        # One piece for each helper, so long that neither can take both: WeasyPrint and the fonts are loaded in both.
        warm = [helpers.submit(pdf.write_piece, work[0], timeout=300) for _ in range(SIDE_BY_SIDE)]
        [one.result() for one in warm]
        before = seconds_of_helpers()
        clock = time.perf_counter()
        pieces = [
            future.result()[1] for future in [helpers.submit(pdf.write_piece, args, timeout=300) for args in work]
        ]
        between = seconds_of_helpers()
        data = helpers.submit(pdf.merge, (pieces,), timeout=300).result() if len(pieces) > 1 else b""
        clock = time.perf_counter() - clock
        after = seconds_of_helpers()
        spent = [between[pid] - before[pid] for pid in before]
        joining = sum(after.values()) - sum(between.values())
        mb = max(peak(pid) for pid in [os.getpid(), *after])
    finally:
        helpers.close()
    return {
        "clock": clock,
        "busy": max(*spent, sum(spent) / SIDE_BY_SIDE) + joining,
        "cpu": sum(spent) + joining,
        "mb": mb,
        "pages": pages_of(data),
    }


def seconds_of_helpers() -> dict[int, float]:
    """Processor seconds used so far by each of this process's children."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = {}
    for child in active_children():
        fields = Path(f"/proc/{child.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        found[int(child.pid or 0)] = (int(fields[11]) + int(fields[12])) / ticks
    return found


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
        "standings": large.rounds.get(number=7),
    }
    for name in names:
        report, began = registry.find(name), time.process_time()
        sheet = report.build(subjects[name], {"paper": "A4"})
        pieces = services.pieces_of(report, sheet, paper="A4")
        made = {
            "pieces": [piece.html() for piece in pieces],
            "naive": services.render_html(report, sheet, for_pdf=True),
            "plain": plain(name, sheet),
            "roots": static_roots(),
        }
        Path(folder, f"{name}.pickle").write_bytes(pickle.dumps(made))
        print(
            f"{name}: {len(pieces)} pieces; from rows to HTML {time.process_time() - began:.2f} s of processor for all three ways"
        )


PLAIN = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title><link rel="stylesheet" href="https://suite.invalid/static/tdsuite/print/base.css">
<style>td {{ border: 0.5pt solid #000; padding: 1mm; }} table {{ margin-bottom: 4mm; }} {style}</style></head><body class="paper-a4">
<header class="running-head"><span>Bench</span><span>Division</span></header><footer class="running-foot"><span>Printed</span></footer>{body}</body></html>"""


def plain(name: str, sheet: Any) -> str:
    """The same data as somebody would write it first: a table, a cell a datum."""
    if name == "standings":
        rows = [_standing(line) for page in sheet.context["pages"] for line in page]
        return PLAIN.format(style="", body=table(rows))
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


def _standing(line: Any) -> list[object]:
    entry, standing = line.row.entry, line.row.standing
    return [
        standing.rank_text,
        line.moved,
        entry.player.name,
        entry.number,
        line.record,
        line.spread,
        line.won,
        line.last,
        line.opponent,
    ]


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
