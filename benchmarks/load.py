"""A whole hall at once, on this computer alone: every sheet entered, signed and handed in by phones, every own page open, a crowd on the standings.

`python -m benchmarks.load [--players 100] [--divisions 4] [--seconds 180] [--spectators N] [--visitors N] [--web 2] [--workers 1]
[--database postgres://…/NAME --broker redis://… --pages redis://…] [--nginx] [--crowd 2]`. A real server (`manage.py serve`) and real workers; clients in this
process over 127.0.0.1 (`benchmarks.hall`). Each board is played out at its own moment of the time given; one board in twelve is entered by the
director. The plan then pairs and publishes the next round, and its pairing sheet is printed. In the end every answered result is
compared with the rows: none may be missing, doubled or another. `--crowd 2` does it all in half of the time with twice the spectators: then only
the director's entries are judged, and the ledger. `--nginx`: web processes with a port each behind nginx, by deploy/nginx.conf without TLS;
then too, and every request has to get an answer, if only a 503. A database named here is dropped and made anew: it must be called `…bench`.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks import judge
from benchmarks.hall import Hall

if TYPE_CHECKING:
    from tests.journeys.installation import Installation

SET_UP = """
from django.db import transaction
from django.test import Client
from tdsuite.platform.access.models import User
from tdsuite.platform.access.tokens import make_token
from tests.factories import make_division, make_round, make_tournament
from tests.platform.access.signing import signed_in
event = make_tournament("load")
plan = [{"first": 1, "last": 4, "method": "swiss", "when_ready": "publish"}]
phones, boards = {}, []
with transaction.atomic():
    for number in range(DIVISIONS):
        division = make_division(event, players=PLAYERS, rounds=4, code="abcdefgh"[number], pairing_plan=plan)
        make_round(division, 1, status="closed")
        games = make_round(division, 2, status="playing").games.filter(second__isnull=False)
        for entry in division.entries.select_related("division__tournament"):
            phones[entry.pk] = {name: cookie.value for name, cookie in signed_in(Client(), entry).cookies.items()}
        boards += [{"code": division.code, "division": division.pk, "game": game.pk, "first": game.first_id, "second": game.second_id} for game in games]
for place, board in enumerate(boards):
    board["by_director"] = place % 12 == 0
token = make_token(by=User.objects.create_superuser("director"), name="load")
print(json.dumps({"phones": phones, "boards": boards, "token": token}))
"""
ROWS = """
from collections import Counter
from results.models import Sheet, Signature
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Game
entered = Counter(map(str, Record.objects.filter(action="result.entered").values_list("object_id", flat=True)))
signed = Counter(Signature.objects.values_list("version__sheet_id", "version__number"))
sheets = {}
for sheet in Sheet.objects.exclude(number=0).filter(game__round__number=2):
    sheets.setdefault(sheet.game_id, []).append([sheet.number, sheet.state, signed[sheet.pk, sheet.number]])
print(json.dumps({
    game.pk: [game.first_score, game.second_score, entered[str(game.pk)], sheets.get(game.pk, [])]
    for game in Game.objects.filter(round__number=2, second__isnull=False)
}))
"""
ERROR = re.compile(r"^[a-z_.A-Z]+(?:Error|Exception|Refused|Timeout|Canceled|Detected)\b.{0,200}", re.M)
LIMITS = {
    "submission": 1.0,
    "standings": 1.0,
    "own page fresh": 2.0,
    "director's result": 1.0,
    "next round published": 10.0,
    "pairing sheet": 20.0,
}
SENT_AWAY = 0.03  # of all requests


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=100, help="in all divisions together")
    parser.add_argument("--divisions", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=180, help="in which every board is played out")
    parser.add_argument("--spectators", type=int, help="on standings, with streams; as many as players")
    parser.add_argument("--visitors", type=int, help="who ask for standings every 10 s; a tenth of the players")
    parser.add_argument("--web", type=int, default=2, help="server processes")
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    parser.add_argument("--database", default="", help="of PostgreSQL; SQLite without")
    parser.add_argument("--broker", default="", help="of Redis; a folder without")
    parser.add_argument("--pages", default="", help="the cache of pages in Redis; a folder without")
    parser.add_argument("--nginx", action="store_true", help="in front of the server processes")
    parser.add_argument("--crowd", type=int, default=1, help="how many times the load")
    options = parser.parse_args()
    options.seconds /= options.crowd
    options.spectators = options.crowd * (options.players if options.spectators is None else options.spectators)
    options.visitors = options.crowd * (options.players // 10 if options.visitors is None else options.visitors)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdsuite.settings")
    import django

    django.setup()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        run(options, Path(folder) / "data")


def run(options: argparse.Namespace, folder: Path) -> None:
    site = installation(options, folder)
    facts = site.python(f"PLAYERS, DIVISIONS = {options.players // options.divisions}, {options.divisions}\n{SET_UP}")
    print(f"{len(facts['phones'])} players, {options.spectators} spectators, {options.visitors} visitors", flush=True)
    workers: list[Any] = []
    servers: list[Any] = []
    hall, begun = Hall(site.port, facts, options), time.monotonic()
    try:
        for _ in range(options.workers):
            site.start_worker()
            assert site.worker is not None
            workers.append(site.worker)
        if options.nginx:
            servers = behind_nginx(site, options.web)
        else:
            site.start()
            servers = [site.server]
        used, own, begun = sum(cpu_of(each.pid) for each in servers), own_cpu(), time.monotonic()
        asyncio.run(hall.run())
        seconds = time.monotonic() - begun
        web = (sum(cpu_of(each.pid) for each in servers) - used) / seconds
        clients = (own_cpu() - own) / seconds
        work = sum(cpu_of(worker.pid) for worker in workers) / seconds
        rows, errors = site.python(ROWS), ERROR.findall(site.log.read_text(encoding="utf-8", errors="replace"))
    finally:
        for process in (*workers, *servers):  # before what they were forked from
            process.terminate()
            process.wait()
        site.kill()
    for line, count in Counter(errors).most_common(5):
        print(f"in the server's log {count} times: {line}")
    report(hall, rows)
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(
        f"processor, % of one core: server {100 * web:.0f}, workers {100 * work:.0f}, clients {100 * clients:.0f};"
        f" load of the computer {load}, {os.cpu_count()} cores"
    )
    compare(hall, options)


def installation(options: argparse.Namespace, folder: Path) -> "Installation":
    """An empty one, with the variables that docs/operations.md names for several processes and servers."""
    from tests.journeys.installation import Installation

    variables = {"WEB_PROCESSES": str(options.web), "TDSUITE_DATA": str(folder)}
    if options.nginx:
        variables["TRUSTED_PROXIES"] = "127.0.0.1"
    for name, value in (
        ("DATABASE_URL", options.database),
        ("CELERY_BROKER_URL", options.broker),
        ("PAGES_CACHE_URL", options.pages),
    ):
        if value:
            variables[name] = value
    site = Installation(folder, variables=variables)
    site.prepare()
    if options.database:
        make_database(options.database)
        site.manage("migrate", "-v", "0")
    return site


def behind_nginx(site: "Installation", processes: int) -> list[Any]:
    """Server processes with a port each, and nginx at the installation's own port; nginx is the last of them."""
    from tests.ports import free_port
    from tests.waiting import wait_for

    ports = [free_port() for _ in range(processes)]
    words = ["manage.py", "serve", "--processes", "1", "--port"]
    servers: list[Any] = [site.loaded.start([*words, str(port)], log=site.log) for port in ports]
    text = Path(__file__).resolve().parents[1].joinpath("deploy", "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"server {\s+listen 80;.*?\n}\n", "", text, flags=re.DOTALL)  # what leads to TLS
    text = re.sub(r"\n +ssl_[^\n]+", "", text).replace("443 ssl http2", f"127.0.0.1:{site.port} backlog=4096")
    upstream = "".join(f"    server 127.0.0.1:{port} max_fails=2 fail_timeout=5s;\n" for port in ports)
    text = re.sub(r"( +server 127[^\n]+\n)+", upstream, text)
    frame = f"daemon off; user root; pid {site.folder}/nginx.pid; worker_rlimit_nofile 32768; error_log {site.folder}/nginx.log;"
    whole = site.folder / "nginx.conf"
    whole.write_text(f"{frame}\nevents {{ worker_connections 16384; }}\nhttp {{ access_log off;\n{text}}}\n", "utf-8")
    servers.append(subprocess.Popen(["nginx", "-c", str(whole)]))
    wait_for(lambda: site.get("/api/v1/tournaments/")[0] == 200, what="an answer through nginx")
    return servers


def make_database(url: str) -> None:
    import psycopg
    from psycopg import sql

    name = urlsplit(url).path.lstrip("/")
    if not name.endswith("bench"):
        raise SystemExit(f"The database {name} would be dropped: name one that ends in bench.")
    with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def cpu_of(pid: int) -> float:
    """Seconds of processor that a process and its children have used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100 + sum(cpu_of(int(child)) for child in children)


def own_cpu() -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


def compare(hall: Hall, options: argparse.Namespace) -> None:
    """The last line: what comes nearest to its limit, or is farthest beyond."""
    figures = {kind: p99(hall.tally.seconds[kind]) for kind in ("submission", "standings", "director's result")}
    figures |= {"own page fresh": p99(freshness(hall)), "next round published": max(hall.published.values())}
    figures["pairing sheet"] = max(hall.printed.values())
    sent_away = sum(count for (_, status), count in hall.tally.answers.items() if status == 503)
    claims = {f"sent away / limit of {SENT_AWAY:.0%}": sent_away / hall.tally.answers.total() / SENT_AWAY}
    limits = LIMITS
    if options.crowd > 1 or options.nginx:
        unanswered = sum(count for (_, status), count in hall.tally.answers.items() if status in (0, 502, 504))
        claims = {f"{unanswered} requests without an answer": 2.0 * unanswered} if options.nginx else {}
        figures = {"director's result": figures["director's result"]}
        limits = {"director's result": 2.0 if options.nginx else LIMITS["director's result"]}
    name, worst = max(figures.items(), key=lambda item: item[1] / limits[item[0]])
    judge({**claims, f"worst, {name} {worst:.2f} s / limit of {limits[name]:g} s": worst / limits[name]})


def freshness(hall: Hall) -> list[float]:
    """Seconds from each answered result until each of its two players' pages showed it; 99 where it never did."""
    return [
        max(0.0, hall.tally.seen.get((board["game"], board[side]), at + 99) - at)
        for board in hall.facts["boards"]
        for side in ("first", "second")
        for at in [hall.tally.counted[board["game"]][2]]
    ]


def p99(seconds: list[float]) -> float:
    return (
        statistics.quantiles(seconds, n=100, method="inclusive")[-1] if len(seconds) > 1 else max(seconds, default=0.0)
    )


def report(hall: Hall, rows: dict[str, Any]) -> None:
    """What was measured, and the ledger.

    Raises:
        SystemExit: a result that was answered is not what stands in the rows.
    """
    for kind, seconds in {**hall.tally.seconds, "own page fresh": freshness(hall)}.items():
        print(
            f"{kind}: {len(seconds)}, median {statistics.median(seconds):.3f} s, p99 {p99(seconds):.3f} s, worst {max(seconds):.3f} s"
        )
    answers = ", ".join(f"{kind} {status}: {count}" for (kind, status), count in sorted(hall.tally.answers.items()))
    print(f"answers: {answers}")
    for what, times in (("next round published", hall.published), ("pairing sheet", hall.printed)):
        print(f"{what} after", ", ".join(f"{code} {seconds:.1f} s" for code, seconds in sorted(times.items())))
    wrong = []
    for board in hall.facts["boards"]:
        first, second, entered, sheets = rows[str(board["game"])]
        signed = [] if board["by_director"] else [[1, "handed_in", 2]]
        if [first, second, entered] != [*hall.tally.counted[board["game"]][:2], 1] or sheets != signed:
            wrong.append((board["game"], hall.tally.counted[board["game"]], first, second, entered, sheets))
    print(f"ledger: {len(hall.tally.counted)} results answered, {len(wrong)} lost, doubled or another")
    if wrong:
        print(json.dumps(wrong[:5]))
        sys.exit(1)


if __name__ == "__main__":
    main()
