"""The Round board of a hall with 200 tables: the page, what a script gets after a result, a typed line, and the drawer of a disputed table.

`python -m benchmarks.board [--runs 9]`; needs Chromium. A division of 400 players in round 6 of 8, in a database of its own. Processor
time of this process, median of the runs, divisions' histories kept as in a server. A line is what its typist waits for on the server;
after it the page asks for the rows that changed, of which there is one.

Then in a browser, with a real server, at 12 and at 200 tables: the time from Enter to the words that the line is saved, and how many rows
of the page one result makes new.
"""

import argparse
import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import judge
from tests.journeys.browser import LAPTOP, Running, browsing, page_of
from tests.journeys.installation import Installation

PLAYERS, ROUNDS, PLAYED = 400, 8, 5
LIMITS = {"page": 150.0, "changed rows": 150.0, "typed line": 300.0, "drawer": 100.0}
PART = {"HX-Request": "true"}
ACKNOWLEDGED = {12: 200.0, 200: 300.0}  # by tables: ms from Enter
HALLS = """
from tests.factories import PASSWORD, make_played_event, make_round, make_user
for tables in {tables}:
    division = make_played_event(players=2 * tables, played=5, rounds=8, slug=f"hall-{{tables}}")
    make_round(division, 6, status="playing")
make_user("director", tournament=None, is_superuser=True)
print(json.dumps(PASSWORD))
"""
# How long each line waited for its answer, and the rows that were made new since they were last counted.
WATCH = """() => {
  window.waited = [];
  let pressed = 0;
  let last = document.getElementById("line-state");
  addEventListener("keydown", ({ key }) => { if (key === "Enter") pressed = performance.now(); }, true);
  new MutationObserver(() => {
    const state = document.getElementById("line-state");
    if (state === last) return;
    last = state;
    if (state.dataset.kind === "saved") window.waited.push(performance.now() - pressed);
  }).observe(document.body, { childList: true, subtree: true });
  window.fresh = () => {
    const rows = [...document.querySelectorAll(".round-rows tbody tr")].filter((row) => !row.counted);
    rows.forEach((row) => { row.counted = true; });
    return rows.length;
  };
  window.fresh();
}"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=9)
    runs = options.parse_args().runs
    typed = typed_in_a_browser(runs)  # before this process has settings of its own
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        figures = measured(runs)
    for name, figure in figures.items():
        print(f"{name}: {figure:.0f} ms of processor time (at most {LIMITS[name]:.0f})")
    worst = {f"{name} / {LIMITS[name]:.0f} ms": figure / LIMITS[name] for name, figure in figures.items()}
    for tables, (waited, fresh) in typed.items():
        limit = ACKNOWLEDGED[tables]
        print(
            f"{tables} tables: {waited:.0f} ms from Enter to saved (at most {limit:.0f}), {fresh} rows made new by a result"
        )
        worst |= {
            f"{tables} tables, Enter to saved / {limit:.0f} ms": waited / limit,
            f"{tables} tables, rows made new / 1": fresh,
        }
    judge(worst)


def typed_in_a_browser(runs: int) -> dict[int, tuple[float, int]]:
    """By tables: median milliseconds from Enter to saved, and the most rows that one result made new."""
    with tempfile.TemporaryDirectory() as folder:
        site = Installation(Path(folder))
        site.prepare()
        password = site.python(HALLS.format(tables=tuple(ACKNOWLEDGED)))
        site.start()
        try:
            with browsing() as browser:
                return {
                    tables: at_the_line(
                        page_of(browser, LAPTOP), f"{site.url}/console/hall-{tables}/round/", password, runs
                    )
                    for tables in ACKNOWLEDGED
                }
        finally:
            Running.end()
            site.kill()


def at_the_line(page: Any, address: str, password: str, runs: int) -> tuple[float, int]:
    page.goto(address)
    page.get_by_label("Username").fill("director")
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")
    page.locator("#line:focus").wait_for()
    page.evaluate(WATCH)
    fresh = []
    for table in range(1, runs + 1):
        page.keyboard.type(f"t{table} {400 + table} 320\n")
        page.locator(f'.round-rows tr[data-table="{table}"] .result', has_text=f"{400 + table}").wait_for()
        fresh.append(page.evaluate("window.fresh()"))
    waited = page.evaluate("window.waited")
    assert len(waited) == runs, waited
    return statistics.median(waited), max(fresh)


def measured(runs: int) -> dict[str, float]:
    from django.test import Client

    from tdsuite.platform.live import known_versions
    from tests.factories import make_played_event, make_round, make_user

    division = make_played_event(players=PLAYERS, played=PLAYED, rounds=ROUNDS)
    row = make_round(division, PLAYED + 1, status="playing")
    known_versions.process.serves = True
    client = Client()
    client.force_login(make_user(tournament=division.tournament))
    address = f"/console/{division.tournament.slug}/round/"
    page = client.get(address).content.decode()
    assert page.count("<tr") == PLAYERS // 2 + 1
    there = {
        "have": ".".join(re.findall(r'data-digest="(\w+)"', page)),
        "shape": re.findall(r'data-shape="(\w+)"', page)[0],
    }
    whole = [timed(lambda: client.get(address)) for _ in range(runs)]
    lines, parts = [], []
    for game in row.games.filter(second__isnull=False).order_by("board")[:runs]:
        sent = {"line": f"t{game.board} {400 + game.board % 50} 320", "whose": division.code}
        lines.append(timed(lambda: client.post(f"{address}line/", sent, headers=PART)))  # noqa: B023
        client.get(f"/t/{division.tournament.slug}/")  # the news is read by the hub, before any page asks
        parts.append(timed(lambda: client.get(address, there, headers=PART)))
    saved = row.games.filter(outcome="played").count()
    assert saved == runs, saved
    table = disputed_table(
        division.tournament.slug, row.games.exclude(outcome="played").filter(second__isnull=False).order_by("board")[0]
    )
    drawers = [timed(lambda: client.get(table, headers=PART)) for _ in range(runs)]
    return {
        "page": statistics.median(whole), "changed rows": statistics.median(parts), "typed line": statistics.median(lines),
        "drawer": statistics.median(drawers),
    }  # fmt: skip


def disputed_table(slug: str, game: Any) -> str:
    """The address of a table whose players sent two sheets that differ."""
    from results.sheets.engine.facts import Figures
    from results.sheets.services.entering import enter_sheet
    from tdsuite.platform.access.actors import Means, PlayerActor

    division = game.round.division
    for number, entry in enumerate((game.first, game.second)):
        figures = Figures({game.first_id: 431 + number, game.second_id: 388})
        actor = PlayerActor(entry.pk, division.tournament_id, division.pk, Means.LINK, f"phone {number}")
        enter_sheet(by=actor, game=game, figures=figures)
    return f"/console/{slug}/{division.code}/table/{game.pk}/"


def timed(request: Callable[[], Any]) -> float:
    """Milliseconds of processor time."""
    begun = time.process_time()
    response = request()
    assert response.status_code == 200, response.status_code
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()
