"""Every address of the console: how its pages are made, and what a button does when it is followed as a link."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tdsuite.console.addresses import taken_by_events, taken_in_events
from tdsuite.console.forms.events import free_code
from tdsuite.console.urls import urlpatterns
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.services import deciding_on
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Round
from tests.console.test_pages import NOT_IN_PLACE, listed_pages
from tests.factories import make_division, make_entries, make_round, make_tournament, make_user
from tests.platform.access.routes import lines_at, make_place, plain, routes
from tests.statements import statements_of_page

pytestmark = pytest.mark.django_db

WITHOUT_EVENT = {"home", "new", "rulebook", "new_club", "new_from_files"}
INLINE = re.compile(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)|javascript:")
FOREIGN = re.compile(r'(?:src|href)="(?:https?:)?//')
LABEL, KEY = re.compile(r'<label[^>]*\sfor="([^"]+)"'), re.compile(r'data-key="([^"]+)"')
FIELD = re.compile(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"')
HEADING = re.compile(r"<h1[^>]*>\s*(.*?)\s*</h1>", re.DOTALL)
NAMELESS = re.compile(r"<button[^>]*>\s*</button>")
WITHOUT_KEYS = {  # where each key is typed, and paper
    "console/<slug>/<code>/round/<number>/sheets/paper/",
    "console/<slug>/challenges/docket/<code>/", "console/<slug>/print/<report>/<code>/<number>/",
}  # fmt: skip


def badly_made(body: str, *, keys: bool) -> list[str]:
    """What is wrong with a page, or with a part that a page asks for by itself."""
    whole, pressed = body.lstrip().startswith("<!DOCTYPE"), KEY.findall(body)
    wrong = {
        "something inline": INLINE.search(body),
        "another host": FOREIGN.search(body),
        "headings": whole and body.count("<h1") != 1,
        "a field without a label": set(FIELD.findall(body)) - set(LABEL.findall(body)),
        "a button without a name": NAMELESS.search(body),
        "one key twice": len(pressed) != len(set(pressed)),
        "no list of keys": whole and keys and not ('id="keys"' in body and "/static/tdsuite/js/keys." in body),
    }
    return [what for what, is_so in wrong.items() if is_so]


def test_every_page_is_well_made_and_a_button_is_pressed_and_never_followed() -> None:
    """All that the administrator may read, with a row of every kind; what cannot be read yet leads to another page."""
    place, administrator, found, looked = make_place("own"), Client(), [], set()
    headed: dict[str, set[object]] = {}
    administrator.force_login(make_user("administrator", is_superuser=True))
    for route in sorted(route for route in routes() if route.startswith("console/")):
        answer, may = administrator.get(place.address(route)), lines_at(route)
        if "GET" not in may:
            assert (answer.status_code, answer.headers["Allow"]) == (405, "POST"), route
            assert "Go back to the page with the button" in answer.text
        elif answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            looked.add(answer.resolver_match.view_name)
            keys = "<slug:slug>" in route and plain(route) not in WITHOUT_KEYS
            found += [(route, what) for what in badly_made(answer.text, keys=keys)]
            for heading in HEADING.findall(answer.text):
                headed.setdefault(heading, set()).add(answer.resolver_match.func)
            assert "no-" in answer.headers["Cache-Control"], route  # kept by nothing on the way
    assert (found, {*listed_pages()} - looked - NOT_IN_PLACE) == ([], set())
    assert {heading for heading, views in headed.items() if len(views) > 1} == {"own"}  # things of that name


def test_every_address_of_the_console_asks_for_a_capability():
    free = {path.name for path in urlpatterns if not hasattr(path.callback, "needs") and path.name not in WITHOUT_EVENT}
    assert free == set()


def test_a_refusal_says_what_was_refused_and_who_may(under_way, as_role):
    body = as_role(None).get(reverse("console:round", args=[under_way.tournament.slug])).content.decode()
    assert "You may not see the director&#x27;s console." in body
    assert "This can be done by: assistant, director, judge, official, organiser, read-only, scorer." in body


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


def test_lists_make_as_many_queries_for_30_as_for_1(under_way, as_role):
    director, tournament = as_role(Role.DIRECTOR), under_way.tournament
    users = list(tournament.memberships.all()[:1])
    by = [member.user for member in users]
    record_start(by[0], under_way.rounds.first())
    pages = ["round/", "people/", "record/", "a/roster/"]
    before = [statements_of_page(director, f"/console/lakeside-open/{page}") for page in pages]
    fill(tournament, by)
    make_entries(under_way, 30)
    assert [statements_of_page(director, f"/console/lakeside-open/{page}") for page in pages] == before


def test_no_event_and_no_division_may_be_called_as_a_page_of_the_suite():
    """The suite's own page would win; such short names are refused on entry, whichever room the page belongs to."""
    assert {"new", "rulebooks"} <= taken_by_events()
    assert {"settings", "record", "print", "files", "words", "sign-in"} <= taken_in_events()
    assert not any(word.startswith("<") for word in taken_by_events() | taken_in_events())
    assert free_code("Files") == "files-1" and free_code("Division A") == "a"
