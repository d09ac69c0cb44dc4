"""What the player's pages weigh on the wire after the first visit, and how long one takes: a real server, a real browser, 100 players.

`python -m benchmarks.sheets`; needs Chromium.
"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import judge
from tests.journeys.browser import PHONE, Running, browsing, page_of
from tests.journeys.installation import Installation

PLAYERS, ROUNDS, RUNS, LIMIT_KB = 100, 12, 15, 60
SET_UP = f"""
from tdsuite.platform.access import codes
from tdsuite.tournaments.models import Game
from tests.platform.access.signing import give_link
from tests.factories import make_division, make_round, make_tournament
division = make_division(make_tournament("bench"), players={PLAYERS}, rounds={ROUNDS})
for number in range(1, {ROUNDS}):
    make_round(division, number, status="closed")
make_round(division, {ROUNDS}, status="playing")
entry = division.entries.select_related("division__tournament").get(number=1)
game = Game.objects.filter(round__number={ROUNDS}, first=entry) | Game.objects.filter(round__number={ROUNDS}, second=entry)
print(json.dumps({{"link": codes.link_token(give_link(entry).nonce), "game": game.get().pk}}))
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Installation(Path(folder))
        site.manage("migrate", "--verbosity", "0")
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        known = site.python(SET_UP)
        site.start()
        try:
            with browsing() as browser:
                page = page_of(browser, PHONE)
                first = weigh(page, f"{site.url}/l/{known['link']}/")
                mine = weigh(page, f"{site.url}/me/bench/")
                weigh(page, f"{site.url}/s/bench/{known['game']}/")
                sheet = weigh(page, f"{site.url}/s/bench/{known['game']}/")
                times = [timed(page, f"{site.url}/me/bench/") for _ in range(RUNS)]
        finally:
            Running.end()
            site.kill()
    print(f"first visit {first:.1f} kB; after it the player's page {mine:.1f} kB, the sheet {sheet:.1f} kB")
    print(f"the player's page after {ROUNDS - 1} rounds of {PLAYERS} players: median {statistics.median(times):.2f} s")
    judge({f"heavier page / limit of {LIMIT_KB} kB": max(mine, sheet) / LIMIT_KB})


def weigh(page: Any, address: str) -> float:
    """Kilobytes that came over the network for a page with everything it loads, headers included; what the browser kept is free."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    received = 0.0

    def count(event: dict[str, Any]) -> None:
        nonlocal received
        received += event["encodedDataLength"]

    session.on("Network.loadingFinished", count)
    page.goto(address)
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)  # what came last is counted too
    session.detach()
    return received / 1000


def timed(page: Any, address: str) -> float:
    began = time.perf_counter()
    page.goto(address)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
