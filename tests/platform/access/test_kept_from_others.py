"""What others must not learn: officials' pages after a log-out, private reasons in the record, private events at /p."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from results.attendance.services.time import accommodate
from tdsuite.platform.access import codes
from tdsuite.platform.access.models import Tries
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Tournament
from tests.factories import make_division, make_tournament, make_user
from tests.platform.access.routes import make_place, routes
from tests.platform.access.signing import give_link

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "address", ["/console/", "/console/lakeside-open/", "/console/lakeside-open/record/", "/log-in/"]
)
def test_no_browser_stores_an_officials_page(client: Client, address: str) -> None:
    client.force_login(make_user(tournament=make_tournament()))
    assert "no-store" in client.get(address).headers["Cache-Control"]


@pytest.mark.parametrize(("role", "reads"), [(Role.DIRECTOR, True), (Role.ORGANISER, False)])
def test_a_medical_reason_in_the_record_is_read_by_those_who_rule(client: Client, role: Role, reads: bool) -> None:
    tournament = make_tournament()
    entry = make_division(tournament, players=2).entries.first()
    accommodate(by=make_user("the-director", tournament=tournament), entry=entry, what="light", reason="weak eyesight")
    client.force_login(make_user("reader", tournament=tournament, role=role))
    page = client.get(f"/console/{tournament.slug}/record/").content.decode()
    assert ("weak eyesight" in page, "A private reason" in page) == (reads, not reads)


def statuses(slug: str, number: int, divisions: tuple[str, ...] = ("",)) -> list[int]:
    """What seven wrong tries of one stranger are answered with."""
    client = Client()
    sent = [{"number": number, "pin": "000000", "division": divisions[turn % len(divisions)]} for turn in range(7)]
    return [client.post(f"/p/?event={slug}", values).status_code for values in sent]


@pytest.mark.parametrize("divisions", [("",), ("A", ""), ("none",)])
def test_wrong_tries_tell_nothing_of_a_private_event_or_its_numbers(divisions: tuple[str, ...]) -> None:
    tournament = make_tournament(visibility="private")
    for entry in make_division(tournament, players=2).entries.all():
        give_link(entry)
    for entry in make_division(tournament, players=1, code="b", name="Division B").entries.all():
        give_link(entry)  # number 1 twice
    expected = [422, 422, 422, 422, 422, 429, 429]
    for slug, number in ((tournament.slug, 1), (tournament.slug, 2), (tournament.slug, 99), ("never-was", 1)):
        assert statuses(slug, number, divisions) == expected
        Tries.objects.filter(key__startswith="device:").delete()


def test_a_number_that_nobody_has_is_hashed_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    codes._hash_of_nobody.cache_clear()  # another test may have asked first, with other iterations
    seen: list[str] = []
    verify = codes.PinHasher.verify
    monkeypatch.setattr(
        codes.PinHasher, "verify", lambda self, pin, stored: seen.append(stored) or verify(self, pin, stored)
    )
    assert not codes.pin_fits("314159", "")
    assert len(seen) == 1 and seen[0].split("$")[1] == str(codes.PinHasher.iterations)


def test_the_data_folder_is_its_owners_whoever_starts_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    data.chmod(0o755)
    code = "import os; os.umask(0o022); import django; django.setup(); from django.db import connection; connection.ensure_connection()"
    environment = {"TDSUITE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "PATH": "/usr/bin:/bin"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (data, *data.rglob("*"))}
    assert (data / "tdsuite.sqlite3") in modes
    assert {path.name: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}


def test_no_cache_keeps_a_page_of_a_private_event() -> None:
    place, client = make_place("own"), Client()
    Tournament.objects.update(visibility="private")
    client.force_login(make_user("administrator", is_superuser=True))
    kept = {}
    for route in routes():
        if route.startswith("t/<slug:slug>/"):
            answer = client.get(place.address(route))
            if answer.status_code == 200 and "no-store" not in answer.headers.get("Cache-Control", ""):
                kept[route] = answer.headers.get("Cache-Control")
    assert kept == {}
