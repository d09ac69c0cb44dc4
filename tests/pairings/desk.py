"""The pages of pairings as tests open and read them."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdsuite.platform.jobs import runner
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tests.platform.jobs.kinds import drain
from tests.results.looking import AT_THE_TABLE


def url(division: Division, name: str, *args: int) -> str:
    """An address of pairings; what changes one board is the console's."""
    of_table = {"board": "table", "place": "place"}.get(name, f"board_{name}")
    where = f"console:{of_table}" if of_table in AT_THE_TABLE else f"pairings:{name}"
    return reverse(where, args=[division.tournament.slug, division.code, *args])


def plan_page(division: Division) -> str:
    return reverse("console:plan", args=[division.tournament.slug, division.code])


def queries(client: Client, address: str) -> int:
    """How many a page takes once it was opened before."""
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def entry(division: Division, number: int) -> Entry:
    return division.entries.select_related("player", "division__tournament").get(number=number)


def board(row: Round, number: int | None) -> Game:
    """The game at a board, the bye at none."""
    return Game.objects.with_people().get(round=row, board=number)


def planned(division: Division, **plan: object) -> Division:
    """The division with this plan of tables."""
    Division.objects.filter(pk=division.pk).update(table_plan=plan)
    return Division.objects.select_related("tournament").get(pk=division.pk)


def work(queue: str = "pairing") -> None:
    """Do every job of a queue."""
    worker = runner.Runner()
    try:
        drain(worker, queue)
    finally:
        worker.close()
