"""The record of decisions in words, and background work with its files."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from results.actions import ResultAction
from tdsuite.console.record import filters_of, lines_of, records_of
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import ReasonText
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.jobs.models import Job, JobFile, WorkerBeat
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Game
from tests.actions import ExampleAction

pytestmark = pytest.mark.django_db
RECORD = "/console/lakeside-open/record/"
JOBS = "/console/lakeside-open/jobs/"
AT = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


@pytest.fixture
def kept(under_way, director):
    """Three decisions: a start, a correction with a reason, a change by command."""
    by, tournament = User.objects.get(username="director"), under_way.tournament
    game = Game.objects.filter(round__number=1, board=2).get()
    with deciding_on(tournament, by=by, action=EventAction.ROUND_STARTED, scope=under_way.live_topic) as decision:
        decision.record(under_way.rounds.get(number=4), after={"round": 4}, at=AT)
        decision.record(
            game, action=ResultAction.CORRECTED, before={"first_score": 400, "rated": True},
            after={"first_score": 410, "second": game.second_id, "rated": True}, reason="Slip misread", at=AT,
        )  # fmt: skip
    with deciding_on(tournament, by=COMMAND_LINE, action=EventAction.TOURNAMENT_CHANGED) as decision:
        decision.record(tournament, before={"venue": ""}, after={"venue": "Hall"}, at=AT)
    return tournament


# --- the record --------------------------------------------------------------------------------------


def test_an_instant_is_shown_as_a_time_where_the_event_is(kept):
    kept.time_zone = "Europe/Malta"
    with deciding_on(kept, by=COMMAND_LINE, action=EventAction.ROUND_STARTED) as decision:
        decision.record(kept, at=AT, after={"at": "2026-07-01T09:30:05.25+00:00"})
    assert lines_of(kept, records_of(kept, {}), reads_private=True)[0].changes == (("at", "–", "1 Jul 2026, 11:30:05"),)


def test_a_line_says_who_what_where_when_and_what_changed(kept):
    changed, corrected, started = lines_of(kept, records_of(kept, {}), reads_private=True)
    assert (started.what, started.who, started.where, started.changes) == (
        "Round started", "director", "Division A", (("round", "–", "4"),),
    )  # fmt: skip
    assert (corrected.about, corrected.changes, corrected.record.why) == (
        "round 1, table 2", (("first score", "400", "410"), ("second", "–", "2 Bruno Tilefield")), "Slip misread",
    )  # fmt: skip
    assert (changed.who, changed.where, changed.changes) == ("command line", "", (("venue", "–", "Hall"),))


def test_the_page_shows_newest_first_in_the_events_own_time_and_no_other_event(kept, director):
    kept.time_zone = "Asia/Kolkata"
    kept.save()
    with deciding_on(None, by=COMMAND_LINE, action=ExampleAction.SITE_CHANGED) as decision:
        decision.record(kept)
    _filters, body = director.get(RECORD).content.decode().split('<ol class="record">')
    assert body.index("Event changed") < body.index("Result corrected") < body.index("Round started")
    assert "<h2>16 May 2026</h2>" in body and ">15:00:00</time>" in body and "“Slip misread”" in body
    assert "Site changed" not in body
    ReasonText.objects.all().delete()
    assert "“(erased)”" in director.get(RECORD).content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"what": "round.started"}, ["round.started"]),
        ({"who": "command:"}, ["tournament.changed"]),
        ({"scope": "division"}, ["result.corrected", "round.started"]),
        ({"what": "round.started", "who": "command:"}, []),
        ({"what": "no.such"}, ["tournament.changed", "result.corrected", "round.started"]),
    ],
    ids=["what", "who", "where", "both", "an unknown filter is told and filters nothing"],
)
def test_the_record_is_filtered_by_what_who_and_where(kept, under_way, director, query, found):
    if "scope" in query:
        query = {"scope": under_way.live_topic}
    page = director.get(RECORD, query)
    assert [line.record.action for line in page.context["lines"]] == found


def test_filters_name_only_what_the_record_holds(kept, under_way):
    director = User.objects.get(username="director")
    assert filters_of(kept) == {
        "actions": [
            ("result.corrected", "Result corrected"),
            ("round.started", "Round started"),
            ("tournament.changed", "Event changed"),
        ],
        "people": [("command:", "command line"), (f"user:{director.pk}", "director")],
        "scopes": [(under_way.live_topic, "Division A")],
    }


def test_the_record_is_read_fifty_at_a_time_with_its_filter_kept(kept, director):
    with deciding_on(kept, by=COMMAND_LINE, action=EventAction.ROUND_STARTED) as decision:
        for _number in range(60):
            decision.record(kept)
    first = director.get(RECORD, {"what": "round.started"})
    assert len(first.context["lines"]) == 50
    assert 'href="?what=round.started&amp;page=2"' in first.content.decode()
    assert len(director.get(RECORD, {"what": "round.started", "page": "2"}).context["lines"]) == 11


# --- jobs ------------------------------------------------------------------------------------------------


def make_job(tournament, status=Job.Status.QUEUED, **fields):
    now = timezone.now()
    if status == Job.Status.RUNNING:
        fields = {"lease_until": now + timedelta(seconds=20), "worker": "w", "attempts": 1} | fields
    if status in Job.FINISHED:
        fields |= {"finished_at": now}
    if status == Job.Status.FAILED:
        fields = {"error": "The disk is full: make room, then press “Try again”."} | fields
    fixed = {"kind": "printing.render", "queue": "bulk", "args": {"report": "standings"}}
    return Job.objects.create(tournament=tournament, status=status, **fixed, **fields)


def test_a_waiting_job_says_that_no_worker_is_there(under_way, director):
    job = make_job(under_way.tournament)
    body = director.get(f"{JOBS}{job.pk}/").content.decode()
    assert "Waiting for the worker" in body and "No worker is running. 1 job waits." in body


def test_a_running_job_shows_its_progress_and_asks_again(under_way, director):
    job = make_job(under_way.tournament, Job.Status.RUNNING, done=3, total=12, phase="Laying out")
    body = director.get(f"{JOBS}{job.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "<!DOCTYPE" not in body
    assert "Laying out… 3 of 12" in body and '<progress max="100" value="25"' in body
    assert f'hx-get="{JOBS}{job.pk}/" hx-trigger="load delay:1s"' in body


def test_a_running_job_whose_worker_is_gone_never_looks_busy(under_way, director):
    """Its row still says running: the page says that nobody is at it, what to start, and prints from the browser."""
    job = left_behind(under_way)
    body = director.get(f"{JOBS}{job.pk}/").content.decode()
    assert "No worker is running." in body and "Stopped at 4 of 10, to be done again." in body
    assert "Setting pages" not in body
    assert 'href="/console/lakeside-open/print/standings/a/1/?paper=letter"' in body
    assert f'action="{JOBS}{job.pk}/cancel/"' in body
    WorkerBeat.objects.create(name="other", started_at=timezone.now(), seen_at=timezone.now())
    body = director.get(f"{JOBS}{job.pk}/").content.decode()
    assert "Another one starts it again within seconds." in body and "No worker is running." not in body


def left_behind(division):
    """A print that a worker had four tenths of when it was killed a minute ago."""
    job = make_job(
        division.tournament, Job.Status.RUNNING, done=4, total=10, phase="Setting pages",
        lease_until=timezone.now() - timedelta(minutes=1), subject_type="tournaments.division", subject_id=division.pk,
    )  # fmt: skip
    job.args = {"report": "standings", "paper": "letter", "options": {"round": 1, "division": division.code}}
    job.save()
    return job


def test_a_paper_of_the_whole_event_is_printed_from_the_browser_too(under_way, director):
    job = make_job(under_way.tournament, Job.Status.FAILED, subject_type="tournaments.tournament", subject_id="1")
    job.args = {"report": "score-sheet", "paper": "A4", "options": {"round": 1, "division": under_way.code}}
    job.save()
    address = "/console/lakeside-open/print/score-sheet/a/1/?paper=A4"
    assert f'href="{address}"' in director.get(f"{JOBS}{job.pk}/").content.decode()
    assert director.get(address).status_code == 200


def test_a_print_that_is_done_is_opened_from_its_page_and_the_queue(under_way, director):
    job = make_job(under_way.tournament, Job.Status.RUNNING, done=2, total=3)
    JobFile.objects.create(job=job, name="cards.pdf", stored="cards", size=2048)
    now = timezone.now()
    Job.objects.update(status=Job.Status.DONE, finished_at=now - timedelta(minutes=7), result={"file": "cards.pdf"})
    body = director.get(f"{JOBS}{job.pk}/").content.decode()
    assert "Open cards.pdf" in body and "7\xa0minutes ago" in body
    assert (
        "Open the PDF" in director.get("/console/lakeside-open/print/", headers={"HX-Request": "true"}).content.decode()
    )


@pytest.mark.parametrize("status", [Job.Status.DONE, Job.Status.FAILED, Job.Status.CANCELLED])
def test_an_ended_job_is_asked_no_more(under_way, director, status):
    job = make_job(under_way.tournament, status)
    body = director.get(f"{JOBS}{job.pk}/").content.decode()
    assert "hx-trigger" not in body
    assert ("Try again" in body) is (status != Job.Status.DONE)
    assert ("The disk is full" in body) is (status == Job.Status.FAILED)


def test_a_waiting_job_is_stopped(under_way, director):
    job = make_job(under_way.tournament)
    director.post(f"{JOBS}{job.pk}/cancel/")
    job.refresh_from_db()
    assert job.status == Job.Status.CANCELLED
    assert "had ended already" in director.post(f"{JOBS}{job.pk}/cancel/", follow=True).content.decode()


def test_a_failed_job_is_tried_again_and_a_done_one_is_not(under_way, director):
    failed, done = make_job(under_way.tournament, Job.Status.FAILED), make_job(under_way.tournament, Job.Status.DONE)
    director.post(f"{JOBS}{failed.pk}/retry/")
    failed.refresh_from_db()
    assert (failed.status, failed.error) == (Job.Status.QUEUED, "")
    body = director.post(f"{JOBS}{done.pk}/retry/", follow=True).content.decode()
    assert "Only a failed or cancelled job can be tried again." in body


def test_a_file_is_opened_by_its_name_through_its_own_job_alone(under_way, director):
    job, other = make_job(under_way.tournament, Job.Status.DONE), make_job(under_way.tournament, Job.Status.DONE)
    facts = {"content_type": "application/pdf", "size": 13, "sha256": "0" * 64, "stored": f"jobs/{job.pk}.pdf"}
    made = JobFile.objects.create(job=job, name="standings.pdf", **facts)
    (settings.MEDIA_ROOT / "jobs").mkdir(parents=True, exist_ok=True)
    made.path.write_bytes(b"%PDF-1.7 demo")
    assert director.get(f"{JOBS}{other.pk}/files/{made.pk}/").status_code == 404
    response = director.get(f"{JOBS}{job.pk}/files/{made.pk}/")
    assert b"".join(response) == b"%PDF-1.7 demo"
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.headers["Content-Disposition"] == 'inline; filename="standings.pdf"'
    made.path.unlink()
    assert director.get(f"{JOBS}{job.pk}/files/{made.pk}/").status_code == 404


def test_the_board_names_the_jobs_that_failed_lately(under_way, director):
    event = under_way.tournament
    failed = make_job(event, Job.Status.FAILED)
    for status in (Job.Status.RUNNING, Job.Status.DONE, Job.Status.FAILED):
        make_job(event, status)
    Job.objects.filter(pk=Job.objects.latest("pk").pk).update(finished_at=timezone.now() - timedelta(days=1))
    body = director.get("/console/lakeside-open/round/").content.decode()
    assert body.count(JOBS) == 1 and f'<a href="{JOBS}{failed.pk}/">' in body
