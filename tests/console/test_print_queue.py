"""The list of prints: how old, whether the data changed since, what to do when something stands in the way."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from results.games.services.outcomes import correct_result, played
from tdsuite.console import day, printing
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.actions import ACTIONS
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import Division
from tdsuite.tournaments.services.decision import deciding
from tests.factories import make_played_event, make_user

pytestmark = pytest.mark.django_db
PAGE, PART = "/console/lakeside-open/print/", {"HX-Request": "true"}


@pytest.fixture
def division() -> Division:
    return make_played_event(players=4, played=2)


@pytest.fixture
def director(division: Division) -> Client:
    client = Client()
    client.force_login(make_user(tournament=division.tournament, role=Role.DIRECTOR))
    return client


def printed(division: Division, report: str = "standings", number: int = 2, **fields: Any) -> Job:
    row = division.rounds.get(number=number)
    ended = {
        "status": Job.Status.DONE, "finished_at": timezone.now(), "started_at": timezone.now() - timedelta(minutes=5),
    }  # fmt: skip
    return Job.objects.create(
        kind="printing.render", queue="bulk", tournament=division.tournament, subject_type="tournaments.round",
        subject_id=str(row.pk), args={"report": report, "paper": "A4", "options": {"round": number}}, **(ended | fields),
    )  # fmt: skip


def since(division: Division) -> list[str]:
    return [shown.since for shown in printing.printed_lately(division.tournament)]


def happened(action: str, obj: Any, division: Division) -> None:
    with deciding(division, by=COMMAND_LINE, action=ACTIONS[action]) as decision:
        decision.record(obj)


def test_a_corrected_result_is_said_beside_the_standings_printed_before_it(
    division: Division, director: Client
) -> None:
    printed(division)
    assert since(division) == [""]
    game = division.rounds.get(number=1).games.first()
    assert game is not None
    correct_result(by=COMMAND_LINE, game=game, outcome=played(401, 399), reason="Misread slip")
    assert since(division) == ["a result was corrected since"]
    assert "a result was corrected since" in director.get(PAGE).content.decode()


def test_a_correction_is_said_before_what_happened_later(division: Division) -> None:
    printed(division)
    game = division.rounds.get(number=2).games.first()
    for action in ("result.entered", "result.corrected", "game.adjusted"):
        happened(action, game, division)
    assert since(division) == ["a result was corrected since"]


def test_later_rounds_and_other_divisions_change_no_print(division: Division) -> None:
    printed(division, number=1)
    happened("result.corrected", division.rounds.get(number=2).games.first(), division)
    other = make_played_event(slug="hillside", players=2, played=1)
    happened("result.corrected", other.rounds.get(number=1).games.first(), other)
    assert since(division) == [""]


def test_results_do_not_change_pairings_but_a_changed_board_does(division: Division) -> None:
    printed(division, "pairings-by-table")
    row = division.rounds.get(number=2)
    happened("result.corrected", row.games.first(), division)
    assert since(division) == [""]
    happened("pairings.board_changed", row, division)
    assert since(division) == ["a board was changed since"]


def test_what_happened_before_the_print_is_in_it(division: Division) -> None:
    happened("result.corrected", division.rounds.get(number=1).games.first(), division)
    printed(division, started_at=timezone.now() + timedelta(seconds=1))
    assert since(division) == [""]


def test_a_failed_print_offers_another_try_and_the_browser(division: Division, director: Client) -> None:
    job = printed(division, status=Job.Status.FAILED, error="The disk is full.")
    page = director.get(PAGE).content.decode()
    assert f"/console/lakeside-open/jobs/{job.pk}/retry/" in page and "The disk is full." in page
    assert f'href="{PAGE}standings/a/2/?paper=A4"' in page


def test_a_waiting_print_can_be_stopped_and_the_list_asks_again(division: Division, director: Client) -> None:
    job = printed(division, status=Job.Status.QUEUED, finished_at=None, started_at=None)
    for page in (director.get(PAGE).content.decode(), director.get(PAGE, headers=PART).content.decode()):
        assert f"/console/lakeside-open/jobs/{job.pk}/cancel/" in page
        assert f'hx-get="{PAGE}"' in page
        assert "No worker is running." in page and "Until then, print from the browser." in page
    director.post(f"/console/lakeside-open/jobs/{job.pk}/cancel/")
    assert "hx-get" not in director.get(PAGE, headers=PART).content.decode()


def test_a_nearly_full_disk_is_said_before_anything_is_lost(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "The disk is nearly full." not in director.get(PAGE).content.decode()
    monkeypatch.setattr(day, "LOW_DISK_BYTES", 2**60)
    assert "The disk is nearly full." in director.get(PAGE).content.decode()


def test_the_wifi_sign_is_shown_and_kept_nowhere(director: Client) -> None:
    answer = director.post(f"{PAGE}wifi/", {"network": "Lakeside Hall", "password": "quixotic", "paper": "letter"})
    page = answer.content.decode()
    assert (
        "Network: Lakeside Hall" in page
        and "Password: quixotic" in page
        and "no-store" in answer.headers["Cache-Control"]
    )
    assert Job.objects.count() == 0
    assert director.get(f"{PAGE}wifi/").status_code == 405
    assert director.post(f"{PAGE}wifi/", {"paper": "A4"}).headers["Location"] == PAGE
