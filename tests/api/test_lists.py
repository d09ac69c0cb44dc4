"""Every list of the API, by the router: read a page at a time, whole and in one order; queries that do not grow; nothing misspelt passes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from adjudication.lexicons.models import Lexicon
from pairings.services.drafts import make_draft
from results.ratings.services import OPTION
from results.rulings.models import Appeal, AppealText, Incident, IncidentText, Ruling, RulingText
from results.sheets.models import PlayerRequest
from tdsuite.api import urlpatterns
from tdsuite.console.forms.printing import SCOPES
from tdsuite.exchange.export import FORMATS
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.printing.registry import reports
from tdsuite.platform.web.problems import API
from tdsuite.tournaments.models import Division, Entry, Game, Presence, Round
from tdsuite.tournaments.models.screens import MOST_SLOTS
from tdsuite.tournaments.services.screens import add_screen
from tests.adjudication.challenges.cases import Table, table
from tests.api.test_docs import routes
from tests.factories import make_entries, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
DIVISION = "tournaments/lakeside-open/divisions/a/"
WORDS = {"tournaments/*/": "tournaments/lakeside-open/", "divisions/*/": "divisions/a/", "rounds/*/": "rounds/1/"}
OF_THE_PROGRAM = {  # as long as it is
    "tournaments/*/files/": len(FORMATS),
    "tournaments/*/overlays/": MOST_SLOTS,
    "tournaments/*/prints/": sum(report.scope in SCOPES for report in reports()),
}
SEARCH = "tournaments/*/people/"  # eight at most: tests/results/rating_lists/test_known.py


def lists() -> Iterator[tuple[str, str]]:
    """Every list with the answer's name for its rows."""
    for address, view in routes(urlpatterns):
        operation = getattr(getattr(view, "cls", None), "operations", {}).get("GET")
        if operation is not None and operation.is_list and address != SEARCH:
            yield address, operation.rows


def here(address: str) -> str:
    for words, place in WORDS.items():
        address = address.replace(words, place)
    assert "*" not in address, f"{address}: a list of what? say it in WORDS"
    return API + address


def add_more(event: Table, times: int) -> None:
    """One row more of every list, so many times."""
    division = event.division
    for _ in range(times):
        number = Entry.objects.count()
        make_entries(division, 2)
        event.judged("AXLE")
        make_tournament(f"event-{number}", starts_on=division.tournament.starts_on)
        make_round(division, division.rounds.count() + 1, pairs=[(number + 1, number + 2)])
        pair = (division.entries.get(number=number + 1), division.entries.get(number=number + 2))
        game = Game.objects.create(round=event.row, board=number, first=pair[0], second=pair[1])
        add_more_of_a_game(game, pair[0])
        add_more_of_the_event(event, number, pair[0])
    division.planned_rounds = 20
    division.save()
    for number in range(division.rounds.count() + 1, division.rounds.count() + 1 + times):
        make_draft(by=COMMAND_LINE, division=division, number=number + 2 * times, method="random", seed=1)
    Division.objects.filter(pk=division.pk).update(state_version=F("state_version") + 1)


def add_more_of_the_event(event: Table, number: int, entry: Entry) -> None:
    tournament, now = event.division.tournament, timezone.now()
    tournament.add_notice("Lunch is served.", now)
    tournament.save()
    add_screen(by=COMMAND_LINE, tournament=tournament, name=f"Screen {number}")
    Job.objects.create(tournament=tournament, kind="pairings.draft", queue="now")
    Lexicon.objects.create(name=f"List {number}", lengths={}, size=0, sha256="0" * 64)
    ruling = Ruling.objects.create(
        division=event.division, subject="ejection", entry=entry, made_at=now, report_to=Ruling.ReportTo.ASSOCIATION
    )
    RulingText.objects.create(ruling=ruling, finding="Tiles were hidden.")
    appeal = Appeal.objects.create(ruling=ruling, by_entry=entry, body="the jury", lodged_on=now.date())
    AppealText.objects.create(appeal=appeal, grounds="They were not.")
    incident = Incident.objects.create(division=event.division, kind="left_area", entry=entry, logged_at=now)
    IncidentText.objects.create(incident=incident, text="Outside.")


def add_more_of_a_game(game: Game, entry: Entry) -> None:
    Presence.objects.create(game=game, entry=entry, status="absent")
    PlayerRequest.objects.create(entry=entry, kind="late", asked_at=timezone.now())


@pytest.fixture
def event() -> Table:
    event = table()
    event.division.standings_options = {OPTION: "elo"}
    event.division.save()
    add_more(event, 1)
    return event


@pytest.fixture
def keeper(event: Table) -> APIClient:
    client = APIClient()
    client.force_authenticate(make_user("keeper", is_superuser=True))
    return client


def rows_of(answer: Any, member: str) -> list[Any]:
    assert answer.status_code == 200, answer.content
    body = answer.json()
    rows: list[Any] = body[member] if member else body
    return rows


def pages(client: APIClient, address: str, member: str) -> Iterator[list[Any]]:
    following = f"{here(address)}?limit=2"
    while following:
        answer = client.get(following)
        yield rows_of(answer, member)
        link = re.fullmatch(r'<(.+)>; rel="next"', answer.get("Link", ""))
        following = link[1] if link else ""


def test_every_list_is_read_in_pages_with_as_many_queries_for_many_rows_as_for_few(
    event: Table, keeper: APIClient
) -> None:
    queries: dict[str, int] = {}
    sizes: dict[str, int] = {}
    assert len(dict(lists())) >= 12
    for times in (0, 3):
        add_more(event, times)
        for address, member in lists():
            keeper.get(here(address))
            with CaptureQueriesContext(connection) as seen:
                rows = rows_of(keeper.get(here(address)), member)
            assert queries.setdefault(address, len(seen)) == len(seen), address
            assert len(rows) >= (OF_THE_PROGRAM.get(address) or sizes.setdefault(address, len(rows)) + times), address
            parts = list(pages(keeper, address, member))
            assert [row for part in parts for row in part] == rows, address
            assert {len(part) for part in parts[:-1]} <= {2} and len(parts) == max(1, (len(rows) + 1) // 2), address


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "offset=-1", "offset=" + "9" * 5000, "limit=x", "statsu=playing"]
)
def test_what_no_list_knows_is_refused_by_name(event: Table, keeper: APIClient, query: str) -> None:
    for address, _ in lists():
        answer = keeper.get(f"{here(address)}?{query}")
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [query.split("=", maxsplit=1)[0]]), address


def test_another_row_behind_the_page_is_another_answer(event: Table, keeper: APIClient) -> None:
    """Else who asks whether it changed would never learn of the next page."""
    players = f"{API}{DIVISION}players/?limit={Entry.objects.count()}"
    whole = keeper.get(players)
    make_entries(event.division, 1)
    part = keeper.get(players, headers={"If-None-Match": whole["ETag"]})
    assert (part.status_code, part.json()) == (200, whole.json())
    assert "Link" in part and "Link" not in whole


def test_lists_are_asked_for_what_somebody_looks_for(event: Table, keeper: APIClient) -> None:
    decided = Game.objects.filter(round__number=1).order_by("pk").last()
    assert decided is not None
    Game.objects.filter(pk=decided.pk).update(outcome="void", decided_at="2026-05-16T10:00:00Z")
    Entry.objects.filter(number=2).update(withdrawn_from=3)
    Round.objects.filter(number=2).update(status="closed")

    def numbers(address: str) -> list[Any]:
        rows = keeper.get(f"{API}{address}").json()
        return [row.get("number", row.get("round", row.get("id"))) for row in rows]

    games = f"{DIVISION}games/"
    assert numbers(f"{games}?status=decided") == [1]
    assert keeper.get(f"{API}{games}?status=decided").json()[0]["id"] == decided.pk
    assert numbers(f"{games}?since=2026-05-16T10:00:00Z") == [1]
    assert numbers(f"{games}?since=2026-05-16T10:00:01Z") == []
    assert numbers(f"{games}?round=2") == [2]
    assert numbers(f"{games}?player=5") == [1, 2]
    assert numbers(f"{DIVISION}rounds/1/games/?player=5&status=awaited") == []
    assert numbers(f"{DIVISION}rounds/?status=closed") == [2]
    assert numbers(f"{DIVISION}players/?status=withdrawn") == [2]
    assert 2 not in numbers(f"{DIVISION}players/?status=playing")
    assert len(numbers(f"{DIVISION}drafts/?round=4")) == 0
    assert len(numbers("tournaments/?status=finished")) == 0
    assert len(numbers("tournaments/?since=2026-05-17")) == 2 and numbers("tournaments/?since=2026-05-18") == []
    slips = "tournaments/lakeside-open/slips/"
    assert len(numbers(f"{slips}?since=2020-01-01")) == 1 and numbers(f"{slips}?since=2999-01-01T00:00:00Z") == []
    assert keeper.get(f"{API}{games}?since=0001-01-01T00:00:00%2B14:00").status_code == 400


PLAYER = 5  # whom the rows of `add_more` are about
ASKED = [  # the list, what fits its one row, what does not
    ("rulings/", f"division=a&player={PLAYER}&subject=ejection&since=2020-01-01", "division=b|player=1|subject=other|round=9|since=2999-01-01"),
    ("incidents/", f"division=a&player={PLAYER}&kind=left_area&standing=true", "division=b|player=1|kind=overdraw|standing=false|round=9|since=2999-01-01"),
    ("jobs/", "status=queued", "status=failed"),
    ("divisions/a/rounds/1/attendance/", f"player={PLAYER}&status=absent", "player=1|status=here"),
    ("divisions/a/rounds/1/sheets/", "state=empty", "state=signed"),
]  # fmt: skip


@pytest.mark.parametrize(("address", "fits", "others"), ASKED, ids=[address for address, _, _ in ASKED])
def test_a_list_gives_the_rows_that_fit_and_no_other(
    event: Table, keeper: APIClient, address: str, fits: str, others: str
) -> None:
    here = f"{API}tournaments/lakeside-open/{address}"
    rows = keeper.get(here).json()
    assert rows and keeper.get(f"{here}?{fits}").json() == rows
    assert [other for other in others.split("|") if keeper.get(f"{here}?{other}").json() != []] == []
