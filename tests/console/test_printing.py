"""The print page: choosing a report, the queue of PDFs, and the same sheet for the browser."""

import io
import re
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from pairings.models import DraftBoard, PairingRun
from tdsuite.console.forms.printing import OTHERS
from tdsuite.platform.access.roles import Role
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.runner import Runner
from tdsuite.tournaments.models import Division, Round, Tournament
from tests.factories import make_division, make_played_event, make_round, make_user
from tests.platform.jobs.kinds import drain
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db
PAGE = "/console/lakeside-open/print/"
SHEET = f"{PAGE}pairings-by-table/a/3/"


@pytest.fixture
def division() -> Division:
    """Two rounds played, the third published."""
    made = make_played_event(players=8, played=2)
    make_round(made, 3)
    return made


def as_(role: Role | None, tournament: Tournament | None = None) -> Client:
    """A browser in which somebody of that role is logged in; None: with an account, and no role here."""
    client = Client()
    client.force_login(make_user(role or "stranger", tournament=tournament if role else None, role=role))
    return client


@pytest.fixture
def director(division: Division) -> Client:
    return as_(Role.DIRECTOR, division.tournament)


@pytest.fixture
def runner() -> Runner:
    return Runner(bulk_at_once=1)


def choose(**given: Any) -> dict[str, Any]:
    return {"report": "pairings-by-table", "place": "a/3", "paper": "A4"} | given


def draft(division: Division, number: int = 4) -> PairingRun:
    board = asdict(DraftBoard(number, 1, 1, 2, "balance", ""))
    return PairingRun.objects.create(
        division=division, first_round=number, last_round=number, method="swiss", seed=1, engine_version="1",
        state_version=0, boards=[board],
    )  # fmt: skip


# --- choosing ---


def test_published_rounds_are_offered_newest_first_by_division(director: Client, division: Division) -> None:
    make_division(division.tournament, players=4, code="b")
    make_round(division.tournament.divisions.get(code="b"), 1)
    places = director.get(PAGE).context["form"].places
    assert places == [
        ("Division A", [
            ("a/3", "Division A, round 3 (published)"),
            ("a/2", "Division A, round 2 (complete)"),
            ("a/1", "Division A, round 1 (complete)"),
        ]),
        ("Division B", [("b/1", "Division B, round 1 (published)")]),
    ]  # fmt: skip


def test_before_the_first_round_what_needs_none_can_be_printed(division: Division) -> None:
    division.rounds.all().update(status=Round.Status.DRAFT)
    page = as_(Role.SCORER, division.tournament)
    assert page.get(PAGE).context["form"].places == [("Division A", [("a/1", "Division A, round 1 (not published)")])]
    assert page.post(PAGE, choose(report="name-tags", place="a/1")).status_code == 302
    assert page.post(PAGE, choose(report="result-slips", place="a/1")).status_code == 400


def test_an_event_without_a_division_has_nothing_to_print_yet(division: Division) -> None:
    division.rounds.all().delete()
    division.entries.all().delete()
    division.delete()
    assert "Nothing to print yet" in as_(Role.SCORER, division.tournament).get(PAGE).content.decode()


def test_every_report_has_its_group(director: Client) -> None:
    response = director.get(PAGE)
    form = response.context["form"]
    more = [button.data["value"] for heading, buttons in form.report_groups if heading == OTHERS for button in buttons]
    assert more == [], "Name these in GROUPS of tdsuite/console/forms/printing.py."
    assert [str(heading) for heading, _ in form.report_groups] == [
        "For this round", "Before play", "The event so far, and its end", "Blank forms",
    ]  # fmt: skip
    assert [button.data["value"] for _, buttons in form.report_groups for button in buttons] == list(form.reports)
    assert list(form.reports)[:4] == ["pairings-by-table", "pairings-by-name", "result-slips", "standings"]
    assert response.content.decode().count('type="radio" name="report"') == len(form.reports)


def test_ratings_are_offered_where_a_division_is_rated_and_refused_to_one_that_is_not(director, division):
    def offered() -> set[str]:
        return {name for name, _ in director.get(PAGE).context["form"].fields["report"].choices}

    assert "ratings" not in offered()
    rated = make_division(division.tournament, players=4, code="b", standings_options={"rating_system": "naspa"})
    assert "ratings" in offered()
    answer = director.post(PAGE, choose(report="ratings"))
    says = "Division A has no rating system: choose one in its settings."
    assert (answer.status_code, says in answer.content.decode()) == (400, True)
    rated.delete()
    assert says in director.get(f"{PAGE}ratings/a/3/", follow=True).content.decode()


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"visibility": "private", "public_base_url": "http://hall.local"}, "the event is private."),
        ({"visibility": "public"}, "the event’s public address is not set yet."),
    ],
)
def test_a_sign_without_a_code_says_why_and_leads_whoever_may_to_the_settings(
    director: Client, division: Division, facts: dict[str, str], says: str
) -> None:
    Tournament.objects.update(**facts)
    way = '<a href="/console/lakeside-open/settings/">Settings</a>'
    posted = director.post(PAGE, choose(report="public-sign"))
    looked = director.get(f"{PAGE}public-sign/a/3/", follow=True)
    for answer, status in ((posted, 400), (looked, 200)):
        page = answer.content.decode()
        assert (answer.status_code, f"No code can be printed: {says}" in page, way in page) == (status, True, True)
    scorer = as_(Role.SCORER, division.tournament).post(PAGE, choose(report="public-sign")).content.decode()
    assert (says in scorer, way in scorer) == (True, False)


def test_a_link_can_name_what_to_print(director: Client) -> None:
    form = director.get(f"{PAGE}?report=standings&division=a&round=2&paper=letter").context["form"]
    assert [form[name].value() for name in ("report", "place", "paper")] == ["standings", "a/2", "letter"]


def test_making_the_pdf_queues_one_job_about_the_round(director: Client, division: Division) -> None:
    answer = director.post(PAGE, choose(report="result-slips", paper="letter", as_pile="on"))
    job = Job.objects.get()
    assert answer.headers["Location"] == f"/console/lakeside-open/jobs/{job.pk}/"
    assert (job.kind, job.tournament, job.subject()) == (
        "printing.render", division.tournament, division.rounds.get(number=3),
    )  # fmt: skip
    assert (job.args["report"], job.args["paper"], job.args["options"]) == (
        "result-slips", "letter", {"round": 3, "division": "a", "as_pile": True},
    )  # fmt: skip
    assert director.get(PAGE).context["form"]["paper"].value() == "letter"  # that of last time is offered again


@pytest.mark.parametrize(
    "given", [{"report": "no-such-report"}, {"place": "a/4"}, {"place": "zz/1"}, {"place": ""}, {"paper": "A7"}]
)
def test_a_choice_that_is_not_offered_is_refused_and_queues_nothing(given: dict[str, str], director: Client) -> None:
    assert director.post(PAGE, choose(**given)).status_code == 400
    assert Job.objects.count() == 0


def test_a_report_with_nothing_on_it_is_refused_before_it_is_queued(director: Client) -> None:
    answer = director.post(PAGE, choose(report="result-slips", place="a/2", missing_only="on"))
    assert answer.status_code == 400
    assert "No game of round 2 of Division A needs a slip." in answer.content.decode()
    assert Job.objects.count() == 0


# --- the browser's own print ---


def test_the_browser_button_leads_to_the_same_sheet(director: Client) -> None:
    answer = director.post(PAGE, choose(report="result-slips", missing_only="on", paper="letter", browser="1"))
    assert answer.headers["Location"] == f"{PAGE}result-slips/a/3/?paper=letter&language=en-gb&missing_only=1"
    assert Job.objects.count() == 0


@pytest.mark.parametrize("report", ["pairings-by-table", "pairings-by-name", "result-slips", "standings"])
def test_each_sheet_is_served_alone_with_its_own_style_and_without_scripts(report: str, director: Client) -> None:
    page = director.get(f"{PAGE}{report}/a/3/?paper=letter").content.decode()
    assert page.startswith("<!DOCTYPE html>") and '<body class="paper-letter">' in page
    assert "Winterbourne" in page and "/static/tdsuite/print/" in page
    assert "<script" not in page and "style=" not in page and "suite.invalid" not in page


@pytest.mark.parametrize("address", ["no-such-report/a/3/", "pairings-by-table/zz/3/", "pairings-by-table/a/99/"])
def test_a_sheet_that_does_not_exist_is_not_found(address: str, director: Client) -> None:
    assert director.get(PAGE + address).status_code == 404


def test_a_round_that_is_not_published_leads_back_with_the_reason(director: Client) -> None:
    page = director.get(f"{PAGE}pairings-by-table/a/4/", follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert "Round 4 of Division A is not published" in page.content.decode()


# --- drafts ---


def test_a_draft_is_offered_to_those_who_pair_and_to_nobody_else(director: Client, division: Division) -> None:
    draft(division)
    address = f"{PAGE}pairings-draft/a/4/"
    assert ("a/4", "Division A, round 4 (draft)") in director.get(PAGE).context["form"].places[0][1]
    assert "DRAFT" in director.get(address).content.decode()
    scorer = as_(Role.SCORER, division.tournament)
    form = scorer.get(PAGE).context["form"]
    assert ("pairings-draft" in form.reports, form.places[0][1][0][0]) == (False, "a/3")
    assert scorer.get(address).status_code == 403
    assert scorer.post(PAGE, choose(report="pairings-draft", place="a/4")).status_code == 400


def test_a_draft_is_printed_from_the_browser_alone_so_that_no_file_of_it_lies_among_the_jobs(
    director: Client, division: Division
) -> None:
    draft(division)
    refused = director.post(PAGE, choose(place="a/4"))
    assert "Round 4 of Division A is not published" in refused.content.decode()
    answer = director.post(PAGE, choose(report="pairings-draft", place="a/4"))
    assert answer.headers["Location"] == f"{PAGE}pairings-draft/a/4/?paper=A4&language=en-gb"
    assert Job.objects.count() == 0


# --- what was printed ---


def test_a_print_is_listed_with_its_state_and_then_its_file(
    director: Client, division: Division, runner: Runner
) -> None:
    director.post(PAGE, choose())
    (waiting,) = director.get(PAGE).context["prints"]
    assert (waiting.label, waiting.about, waiting.job.status, waiting.files) == (
        "Pairings by table", "Division A, round 3", Job.Status.QUEUED, (),
    )  # fmt: skip
    drain(runner, "printing")
    page = director.get(PAGE)
    (done,) = page.context["prints"]
    made = JobFile.objects.get()
    assert (done.job.status, done.files) == (Job.Status.DONE, (made,))
    assert f"/console/lakeside-open/jobs/{done.job.pk}/files/{made.pk}/" in page.content.decode()
    assert made.name == "lakeside-open-a-r03-pairings-by-table.pdf"
    assert "Round 3 · Division A" in PdfReader(io.BytesIO(made.open().read())).pages[0].extract_text()


def test_a_round_unpublished_meanwhile_fails_with_the_reason(director: Client, runner: Runner) -> None:
    director.post(PAGE, choose())
    Round.objects.filter(number=3).update(status=Round.Status.DRAFT)
    drain(runner, "printing")
    page = director.get(PAGE).content.decode()
    assert "Round 3 of Division A is not published: there are no pairings to print." in page


def test_a_report_of_a_version_no_longer_installed_is_still_listed_and_none_of_another_event(
    director: Client, division: Division
) -> None:
    Job.objects.create(kind="printing.render", queue="bulk", tournament=division.tournament, args={"report": "gone"})
    other = make_played_event(slug="hillside", players=2, played=1)
    Job.objects.create(kind="printing.render", queue="bulk", tournament=other.tournament, args={"report": "standings"})
    (shown,) = director.get(PAGE).context["prints"]
    assert (shown.label, shown.about) == ("Making a PDF", "")


def test_many_prints_cost_no_more_queries_and_the_newest_are_listed(director: Client, division: Division) -> None:
    seen = []
    for more in (1, 29):
        for _ in range(more):
            Job.objects.create(
                kind="printing.render", queue="bulk", tournament=division.tournament, args={"report": "standings"},
                subject_type="tournaments.round", subject_id=str(division.rounds.get(number=2).pk),
            )  # fmt: skip
        seen.append(statements_of_page(director, PAGE))
    assert seen[0] == seen[1]
    assert len(director.get(PAGE).context["prints"]) == 12


def test_scorecards_from_the_browser_make_room_for_the_running_lines(director, division):
    answer = director.get(f"{PAGE}scorecards/a/1/?paper=A4")
    expected = ["print/play", "print/browser-cards"]
    assert re.findall(r"tdsuite/(print/[a-z-]+)(?:\.\w+)?\.css", answer.content.decode())[-2:] == expected


def test_everything_for_a_round_is_printed_at_one_press_from_the_page_and_from_the_boards(director, division):
    Round.objects.filter(number=3).update(status="published")
    for page in (PAGE, "/console/lakeside-open/a/round/3/"):
        body = director.get(page, follow=True).content.decode()
        form = body.split(f'<form method="post" action="{PAGE}">')[1].split("</form>")[0]
        sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        assert (sent["report"], sent["place"]) == ("director-pack", "a/3") and "Print round 3" in form
        director.post(PAGE, sent)
    assert [job.args["report"] for job in Job.objects.all()] == ["director-pack"] * 2
