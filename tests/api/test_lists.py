"""Every list of the API, by the router: read a page at a time, whole and in one order; queries that do not grow; nothing misspelt passes."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from adjudication.lexicons.models import Lexicon
from pairings.services.drafts import make_draft
from results.attendance.models import Presence, StarterReport
from results.prizes.models import HighClaim, Prize
from results.rating_lists.models import RatingList
from results.ratings.services import OPTION
from results.rulings.models import (
    Accommodation,
    Appeal,
    AppealText,
    Ejection,
    Incident,
    IncidentText,
    Recount,
    Ruling,
    RulingText,
)
from results.sheets.models import PlayerRequest
from tdsuite.api import urlpatterns
from tdsuite.console.forms.printing import SCOPES
from tdsuite.exchange.export import FORMATS
from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.received import add_site
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Invitation
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.printing.registry import reports
from tdsuite.platform.problems import API
from tdsuite.tournaments.models import Division, Entry, Game, GameAdjustment, Round
from tdsuite.tournaments.models.screens import MOST_SLOTS
from tdsuite.tournaments.services.screens import add_screen
from tests.adjudication.challenges.cases import Table, table
from tests.api.test_docs import routes
from tests.factories import make_entries, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db
DIVISION = "tournaments/lakeside-open/divisions/a/"
WORDS = {"tournaments/*/": "tournaments/lakeside-open/", "divisions/*/": "divisions/a/", "rounds/*/": "rounds/1/"}
A_GAME = "games/*/"
OF_THE_PROGRAM = {  # as long as it is
    "tournaments/*/files/": len(FORMATS),
    "tournaments/*/overlays/": MOST_SLOTS,
    "tournaments/*/prints/": sum(report.scope in SCOPES for report in reports()),
}


def lists() -> Iterator[tuple[str, str]]:
    """Every list with the answer's name for its rows."""
    for address, view in routes(urlpatterns):
        operation = getattr(getattr(view, "cls", None), "operations", {}).get("GET")
        if operation is not None and operation.is_list:
            yield address, operation.rows


def here(address: str) -> str:
    address = address.replace(A_GAME, f"games/{Game.objects.earliest('pk').pk}/")
    for words, place in WORDS.items():
        address = address.replace(words, place)
    assert "*" not in address, f"{address}: a list of what? say it in WORDS"
    return API + address


def add_more(event: Table, times: int) -> None:
    """One row more of every list, so many times."""
    division, keeper = event.division, make_user("keeper", is_superuser=True)
    for _ in range(times):
        number = Entry.objects.count()
        make_entries(division, 2)
        event.judged("AXLE")
        make_tournament(f"event-{number}", starts_on=division.tournament.starts_on)
        add_site(by=keeper, slug=f"site-{number}", title="Spring")
        PublishTarget.objects.create(tournament=division.tournament, kind="sftp", host="h", username=str(number))
        RatingList.objects.create(
            body="wespa", name=f"May {number}", as_of="2026-05-01", filename="may.csv", layout="wespa", counts={"players": 0}, size=0,
            sha256="0" * 64,
        )  # fmt: skip
        make_round(division, division.rounds.count() + 1, pairs=[(number + 1, number + 2)])
        pair = (division.entries.get(number=number + 1), division.entries.get(number=number + 2))
        game = Game.objects.create(round=event.row, board=number, first=pair[0], second=pair[1])
        add_more_of_a_game(event, game, pair[0])
        add_more_of_the_event(event, number, pair[0])
    division.planned_rounds = 20
    division.save()
    for number in range(division.rounds.count() + 1, division.rounds.count() + 1 + times):
        make_draft(by=COMMAND_LINE, division=division, number=number + 2 * times, method="random", seed=1)
    Division.objects.filter(pk=division.pk).raise_version()  # each draft is asked whether it still holds


def add_more_of_the_event(event: Table, number: int, entry: Entry) -> None:
    tournament, now = event.division.tournament, timezone.now()
    tournament.add_notice("Lunch is served.", now)
    drill = {"number": number, "kind": "late_pair", "at": now.isoformat(), "facts": {}}
    tournament.drills += [drill | {"game": event.game.pk, "players": [event.game.first_id, event.game.second_id]}]
    tournament.save()
    add_screen(by=COMMAND_LINE, tournament=tournament, name=f"Screen {number}")
    user = make_user(f"scorer-{number}", tournament=tournament, role=Role.SCORER)
    Invitation.objects.create(
        tournament=tournament, role="scorer", name="Ada", token_hash=str(number), made_by=user, made_at=now,
        expires_at=now + timedelta(days=1),
    )  # fmt: skip
    Job.objects.create(tournament=tournament, kind="pairings.draft", queue="now")
    Lexicon.objects.create(name=f"List {number}", lengths={}, size=0, sha256="0" * 64)
    ruling = Ruling.objects.create(
        division=event.division, subject="ejection", entry=entry, made_at=now, report_to=Ruling.ReportTo.ASSOCIATION
    )
    facts: dict[str, Any] = {"before": {"games": {}}, "after": {"games": {}}, "from_round": 3, "ruling": ruling}
    Ejection.objects.create(entry=entry, cause="gravest", fate="stand", applied_at=now, **facts)
    RulingText.objects.create(ruling=ruling, finding="Tiles were hidden.")
    appeal = Appeal.objects.create(ruling=ruling, by_entry=entry, body="the jury", lodged_on=now.date())
    AppealText.objects.create(appeal=appeal, grounds="They were not.")
    incident = Incident.objects.create(division=event.division, kind="left_area", entry=entry, logged_at=now)
    IncidentText.objects.create(incident=incident, text="Outside.")


def add_more_of_a_game(event: Table, game: Game, entry: Entry) -> None:
    now, division = timezone.now(), event.division
    GameAdjustment.objects.create(game=event.game, side="first", kind="time", seconds=60)
    Presence.objects.create(game=game, entry=entry, status="absent")
    StarterReport.objects.create(game=game, says=entry, reported_at=now)
    totals = {"first": entry, "first_before": 400, "second_before": 390}
    Recount.objects.create(game=game, asked_by=entry, opened_at=now, **totals)
    PlayerRequest.objects.create(entry=entry, kind="late", asked_at=now)
    Accommodation.objects.create(entry=entry, what="a cushion", reason="back", agreed_at=now)
    Prize.objects.create(division=division, title="First", basis="place")
    Prize.objects.create(tournament=division.tournament, title="Kindest", basis="by_hand")
    HighClaim.objects.create(
        division=division, entry=entry, game=game, kind="high_play", points=100, word="AXLE", claimed_by_kind="user",
        claimed_at=now,
    )  # fmt: skip


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
    client.force_authenticate(make_user("keeper"))
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
    assert numbers("tournaments/lakeside-open/rating-lists/?body=absp") == []
    assert keeper.get(f"{API}{games}?since=0001-01-01T00:00:00%2B14:00").status_code == 400


PLAYER = 5  # whom the rows of `add_more` are about
ASKED = [  # the list, what fits its one row, what does not
    ("rulings/", f"division=a&player={PLAYER}&subject=ejection&since=2020-01-01", "division=b|player=1|subject=other|round=9|since=2999-01-01"),
    ("incidents/", f"division=a&player={PLAYER}&kind=left_area&standing=true", "division=b|player=1|kind=noise|standing=false|round=9|since=2999-01-01"),
    ("recounts/", f"division=a&round=1&player={PLAYER}&status=open", "division=b|round=9|player=1|status=halted|since=2999-01-01"),
    ("reports/", "kind=ruling&sent=false", "kind=recount|kind=incident|sent=true"),
    ("jobs/", "status=queued", "status=failed"),
    ("divisions/a/ejections/", f"player={PLAYER}&standing=true", "player=1|standing=false"),
    ("divisions/a/accommodations/", f"player={PLAYER}", "player=1"),
    ("divisions/a/start-reports/", "round=1&status=open&since=2020-01-01", "round=9|status=stands|since=2999-01-01"),
    ("divisions/a/rounds/1/attendance/", f"player={PLAYER}&status=absent", "player=1|status=present"),
    ("divisions/a/rounds/1/sheets/", "state=empty", "state=signed"),
    ("divisions/a/claims/", f"player={PLAYER}&kind=high_play&status=claimed", "player=1|kind=high_word|status=refused|since=2999-01-01"),
]  # fmt: skip


@pytest.mark.parametrize(("address", "fits", "others"), ASKED, ids=[address for address, _, _ in ASKED])
def test_a_list_gives_the_rows_that_fit_and_no_other(
    event: Table, keeper: APIClient, address: str, fits: str, others: str
) -> None:
    here = f"{API}tournaments/lakeside-open/{address}"
    rows = keeper.get(here).json()
    assert rows and keeper.get(f"{here}?{fits}").json() == rows
    assert [other for other in others.split("|") if keeper.get(f"{here}?{other}").json() != []] == []
