"""How many functions and files of the suite one request crosses: a player's sheet, its signature, publishing a round.

`python -m benchmarks.request_paths [list]`; "list" names every function. Runs on a database of its own in a temporary folder.

Counted are the functions and methods of tdsuite, pairings, results and adjudication that run in the request's thread, each
once, and the files they stand in: middleware, guard, view, services, engines, signals. Comprehensions and lambdas belong to
the function they stand in; what a process makes once (a rulebook with an event's choices) is made before. Nothing of Django
or Python is counted. A phone gets the sheet anew once its press is answered: that page is a request of its own, listed
without a limit.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import judge

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = tuple(f"{ROOT}/{name}/" for name in ("tdsuite", "pairings", "results", "adjudication"))
LIMITS = {
    "sheet": (120, 34),
    "signature": (120, 36),
    "publish": (110, 30),
}  # functions, files; other requests have none


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
        paths = {**sheet_paths(), "publish": publish_path()}
    worst = 0.0
    for name, crossed in paths.items():
        files = {file for file, _ in crossed}
        most_functions, most_files = LIMITS.get(name, (0, 0))
        limits = [f" (at most {limit})" if limit else "" for limit in (most_functions, most_files)]
        print(f"{name}: {len(crossed)} functions{limits[0]}, {len(files)} files{limits[1]}")
        if name in LIMITS:
            worst = max(worst, len(crossed) / most_functions, len(files) / most_files)
        if "list" in sys.argv[1:]:
            print("\n".join(f"    {file} {function}" for file, function in sorted(crossed)))
    judge({"worst figure / its limit": worst})


def crossed_by(request: Callable[[], Any]) -> set[tuple[str, str]]:
    """The (file, function) pairs of the suite that run while `request` does, in this thread."""
    crossed = set()

    def see(frame: Any, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGES) and not code.co_name.startswith("<"):
            crossed.add((str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname))

    sys.setprofile(see)
    try:
        response = request()
    finally:
        sys.setprofile(None)
    assert response.status_code in {200, 302}, response.status_code
    return crossed


def sheet_paths() -> dict[str, set[tuple[str, str]]]:
    """One phone enters the figures of a game, the other signs them: what each POST crosses, and the page after it."""
    from tests.results.sheets.pages.hall import hidden, make_pages

    pages = make_pages()
    first, second = pages.phone(1), pages.phone(4)
    figures = first.figures(431, 388)
    second.sees()  # what a process makes once is made
    entered = crossed_by(lambda: first.posts("sheet_enter", script=True, follow=False, **figures))
    page = second.sees()
    facts = {name: hidden(page, name) for name in ("key", "version", "sha256")}
    signed = crossed_by(lambda: second.posts("sheet_sign", script=True, follow=False, **facts))
    assert pages.sheet.state == "signed", pages.sheet.state
    after = crossed_by(lambda: second.sees(**{"X-Sheet": "1"}))
    return {"sheet": entered, "signature": signed, "page after a signature": after}


def publish_path() -> set[tuple[str, str]]:
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
