"""Every address of the console, walked by the director, a scorer, a stranger with an account and one without."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdsuite.console.addresses import taken_by_events, taken_in_events
from tdsuite.console.forms.events import free_code
from tdsuite.console.urls.events import urlpatterns
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Membership
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.services.screens import add_screen
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db

POST_ONLY = {
    "invite", "invitation_revoke",
    "member_factor", "member_remove", "member_renew", "entry_withdraw", "entry_put_back", "entry_settle", "boards_restore", "walk_in_undo", "entry_remove", "roster_number", "job_cancel",
    "job_retry", "entry_export",
    "entry_erase", "practice_begin", "practice_end", "practice_delete", "print_wifi",
    "screen_rename", "screen_remove", "screen_go_on", "panel_show", "panel_up", "panel_remove",
    "overlay_empty", "rulebook_load", "finish", "reopen", "notice_down", "rehearsal_play",
}  # fmt: skip
WITHOUT_EVENT = {"home", "new", "formats", "formats_compared", "formats_stop", "rulebook"}
OF_ADMINISTRATORS = {"copy"}  # tests/exchange/test_new_event.py
PARTS = {"prints"}  # a page asks for them by itself
PAGES = sorted(
    {path.name for path in urlpatterns}
    - POST_ONLY
    - WITHOUT_EVENT
    - OF_ADMINISTRATORS
    - {"job_file", "print_sheet", "rulebook_text"}
)


@pytest.fixture
def job(under_way):
    add_screen(by=COMMAND_LINE, tournament=under_way.tournament, name="Entrance")
    return Job.objects.create(
        kind="printing.render", queue="bulk", tournament=under_way.tournament, args={"report": "standings"}
    )


def arguments(division, job):
    """A value for every part of an address."""
    member = Membership.objects.filter(tournament=division.tournament).first()
    return {"slug": division.tournament.slug, "code": division.code, "number": 1, "pk": job.pk, "file_pk": 1, "at": 1,
            "report": "standings", "kind": "no_show", "member": member.pk if member else 1}  # fmt: skip


def address(name, division, job):
    values = arguments(division, job)
    path = next(path for path in urlpatterns if path.name == name)
    parts = path.pattern.converters
    if name.startswith("member"):
        values["pk"] = values["member"]
    return reverse(f"console:{name}", kwargs={part: values[part] for part in parts})


def test_every_address_of_the_console_asks_for_a_capability():
    free = {path.name for path in urlpatterns if not hasattr(path.callback, "needs") and path.name not in WITHOUT_EVENT}
    assert free == set()


def test_a_refusal_says_what_was_refused_and_who_may(under_way, as_role):
    body = as_role(None).get(reverse("console:event", args=[under_way.tournament.slug])).content.decode()
    assert "You may not see the director&#x27;s console." in body
    assert "This can be done by: assistant, director, judge, official, organiser, read-only, scorer." in body


def test_the_director_reads_every_page(under_way, job, as_role):
    director = as_role(Role.DIRECTOR)
    for name in PAGES:
        assert director.get(address(name, under_way, job)).status_code == 200, name


def test_a_button_is_pressed_and_never_followed(under_way, job, as_role):
    director = as_role(Role.DIRECTOR)
    for name in sorted(POST_ONLY):
        answer = director.get(address(name, under_way, job))
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST"), name
    assert "Go back to the page with the button" in answer.text


def test_a_forged_form_changes_nothing(under_way):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user(tournament=under_way.tournament))
    url = reverse("console:entry_remove", args=[under_way.tournament.slug, under_way.code, 1])
    response = client.post(url)
    assert response.status_code == 403 and "nothing was changed" in response.content.decode()
    client.cookies.clear()
    assert "You are logged out. Log in again" in client.post(url).text
    assert under_way.entries.count() == 8


@pytest.mark.parametrize("name", ["roster", "plan", "division"])
def test_a_division_of_another_event_is_a_404(under_way, as_role, name):
    make_division(make_tournament("other-cup"), players=2, code="zz")
    assert as_role(Role.DIRECTOR).get(reverse(f"console:{name}", args=["lakeside-open", "zz"])).status_code == 404


def test_nothing_is_inline_and_nothing_comes_from_another_host(under_way, job, as_role, keeper):
    director = as_role(Role.DIRECTOR)
    pages = [(director, address(name, under_way, job)) for name in PAGES]
    pages += [(keeper, reverse(f"console:{name}")) for name in ("home", "new")]
    pages.append((keeper, reverse("console:rulebook", args=["nsa-2004"])))
    parts = {address(name, under_way, job) for name in PARTS}
    for client, url in pages:
        body = client.get(url).content.decode()
        assert not re.search(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)|javascript:", body), url
        assert not re.search(r'(?:src|href)="(?:https?:)?//', body), url
        assert len(re.findall("<h1", body)) == (url not in parts), url


def test_every_field_has_a_label_and_every_button_a_name(under_way, job, as_role, keeper):
    director = as_role(Role.DIRECTOR)
    pages = [(director, address(name, under_way, job)) for name in PAGES] + [(keeper, reverse("console:new"))]
    for client, url in pages:
        body = client.get(url).content.decode()
        labelled = set(re.findall(r'<label[^>]*\sfor="([^"]+)"', body))
        fields = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"', body)
        assert [field for field in fields if field not in labelled] == [], url
        assert not re.search(r"<button[^>]*>\s*</button>", body), url


def test_keys_of_a_page_are_different_and_the_list_of_them_is_there(under_way, job, as_role):
    director = as_role(Role.DIRECTOR)
    for name in sorted({*PAGES} - PARTS):
        body = director.get(address(name, under_way, job)).content.decode()
        keys = re.findall(r'data-key="([^"]+)"', body)
        assert len(keys) == len(set(keys)), (name, keys)
        assert 'id="keys"' in body and "/static/tdsuite/js/keys." in body, name


def query_count(client, url):
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def record_start(by, row):
    """A record of the round's division, with a reason."""
    division = row.division
    start = {"action": EventAction.ROUND_STARTED, "reason": "For the test", "scope": division.live_topic}
    with deciding_on(division.tournament, by=by, **start) as decision:
        decision.record(row, after={"round": row.number})


def fill(tournament, users):
    """Thirty more of everything that the console lists."""
    for number in range(30):
        division = make_division(tournament, players=2, code=f"d{number}")
        make_round(division, 1, status=Round.Status.PLAYING)
        made = Job.objects.create(
            kind="printing.render", queue="bulk", tournament=tournament, args={"report": "standings"}
        )
        JobFile.objects.create(
            job=made, name="a.pdf", content_type="application/pdf", size=1, sha256="0" * 64, stored=f"j{number}"
        )
        make_user(f"helper{number}", tournament=tournament, role=Role.SCORER)
        record_start(users[number % len(users)], division.rounds.get())


def test_lists_make_as_many_queries_for_30_as_for_1(under_way, job, as_role):
    director, tournament = as_role(Role.DIRECTOR), under_way.tournament
    users = list(tournament.memberships.all()[:1])
    by = [member.user for member in users]
    record_start(by[0], under_way.rounds.first())
    names = ("event", "people", "record", "roster")
    before = {name: query_count(director, address(name, under_way, job)) for name in names}
    fill(tournament, by)
    assert {name: query_count(director, address(name, under_way, job)) for name in names} == before


def test_a_roster_of_30_makes_as_many_queries_as_one_of_2(as_role):
    director = as_role(Role.DIRECTOR)
    tournament = Membership.objects.get(role="director").tournament
    counts = []
    for code, players in (("small", 2), ("large", 30)):
        make_division(tournament, players=players, code=code)
        counts.append(query_count(director, reverse("console:roster", args=[tournament.slug, code])))
    assert counts[0] == counts[1] <= 8


def test_no_event_and_no_division_may_be_called_as_a_page_of_the_suite():
    """The suite's own page would win; such short names are refused on entry, whichever room the page belongs to."""
    assert {"new", "rulebooks"} <= taken_by_events()
    assert {"settings", "record", "print", "files", "words", "sign-in"} <= taken_in_events()
    assert not any(word.startswith("<") for word in taken_by_events() | taken_in_events())
    assert free_code("Files") == "files-1" and free_code("Division A") == "a"
