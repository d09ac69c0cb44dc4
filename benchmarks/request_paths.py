"""How many functions and files of the suite one request crosses, and with how many statements: a result typed at the
keyboard, a player's sheet, its signature, publishing a round.

`python -m benchmarks.request_paths [list]`; "list" names every function. Runs on a database of its own in a temporary folder.

Counted are the functions and methods of tdsuite, pairings, results and adjudication that run in the request's thread, each
once, and the files they stand in: middleware, guard, view, services, engines, signals. Comprehensions and lambdas belong to
the function they stand in; what a process makes once (a rulebook with an event's choices) is made before. Nothing of Django
or Python is counted. A phone gets the sheet anew once its press is answered: that page is a request of its own, listed
without a limit.

The limits are the aims.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import judge

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = tuple(f"{ROOT}/{name}/" for name in ("tdsuite", "pairings", "results", "adjudication"))
LIMITS = {
    "keyboard": (120, 32, 30),
    "sheet": (95, 28, 29),
    "signature": (99, 28, 33),
    "publish": (90, 26, 32),
}  # functions, files, statements; other requests have none


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TDSUITE_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tdsuite.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        paths = {"keyboard": keyboard_path(), **sheet_paths(), "publish": publish_path()}
    worst = 0.0
    for name, path in paths.items():
        figures = len(path.crossed), len({file for file, _ in path.crossed}), path.statements
        limits = LIMITS.get(name, ())
        most = f" (at most {', '.join(map(str, limits))})" if limits else ""
        print("{}: {} functions, {} files, {} statements{}".format(name, *figures, most))
        worst = max([worst, *(figure / limit for figure, limit in zip(figures, limits, strict=False))])
        if "list" in sys.argv[1:]:
            print("\n".join(f"    {file} {function}" for file, function in sorted(path.crossed)))
    judge({"worst figure / its limit": worst})


class RequestPath(NamedTuple):
    """What a request crosses: (file, function) pairs of the suite that run in its thread, and how many statements."""

    crossed: set[tuple[str, str]]
    statements: int


def crossed_by(request: Callable[[], Any]) -> RequestPath:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    crossed = set()

    def see(frame: Any, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGES) and not code.co_name.startswith("<"):
            crossed.add((str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname))

    with CaptureQueriesContext(connection) as captured:
        sys.setprofile(see)
        try:
            response = request()
        finally:
            sys.setprofile(None)
    assert response.status_code in {200, 302}, response.status_code
    return RequestPath(crossed, len(captured))


def keyboard_path() -> RequestPath:
    """A scorer types a result in a round of 20 players; the page's script gets the answer alone back."""
    from django.test import Client
    from django.urls import reverse

    from tdsuite.platform.access.roles import Role
    from tests.factories import make_division, make_round, make_tournament, make_user

    division = make_division(make_tournament("keyboard"), players=20, rounds=6)
    row = make_round(division, 1)
    client = Client()
    client.force_login(make_user("scorer", tournament=division.tournament, role=Role.SCORER))
    address = reverse("console:board_line", args=[division.tournament.slug])
    for line in ("1 431 388", "2 402 377"):  # before the second one, what a process makes once is made
        crossed = crossed_by(lambda: client.post(address, {"line": line}, headers={"HX-Request": "true"}))  # noqa: B023
    assert row.games.exclude(outcome="").count() == 2
    return crossed


def sheet_paths() -> dict[str, RequestPath]:
    """One phone enters the figures of a game, the other signs them: what each POST crosses, and the page after it."""
    from tests.results.looking import field
    from tests.results.sheets.pages.hall import make_pages

    pages = make_pages()
    first, second = pages.phone(1), pages.phone(4)
    figures = first.figures(431, 388)
    for phone in (first, second):
        phone.sees()  # what a process or a client makes once is made
    entered = crossed_by(lambda: first.posts("sheet_enter", script=True, follow=False, **figures))
    page = second.sees()
    facts = {name: field(page, name) for name in ("key", "version", "sha256")}
    signed = crossed_by(lambda: second.posts("sheet_sign", script=True, follow=False, **facts))
    assert pages.sheet.state == "signed", pages.sheet.state
    after = crossed_by(lambda: second.sees(**{"X-Sheet": "1"}))
    return {"sheet": entered, "signature": signed, "page after a signature": after}


def publish_path() -> RequestPath:
    """A director publishes a drafted round of 20 players."""
    from django.test import Client
    from django.urls import reverse

    from pairings.services.drafts import make_draft
    from tdsuite.platform.access.roles import Role
    from tests.factories import make_division, make_tournament, make_user

    division = make_division(make_tournament("paths"), players=20, rounds=6)
    director = make_user("director-of-paths", tournament=division.tournament, role=Role.DIRECTOR)
    client = Client()
    client.force_login(director)
    run = make_draft(by=director, division=division, method="swiss", seed=1)
    page = reverse("pairings:round", args=[division.tournament.slug, division.code, 1])
    client.get(page)
    address = reverse("pairings:publish", args=[division.tournament.slug, division.code, run.pk])
    return crossed_by(lambda: client.post(address))


if __name__ == "__main__":
    main()
