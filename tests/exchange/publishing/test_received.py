"""Places for other suites' pages: who makes them, what opens them, what may stand in them, and what a reader gets."""

import hashlib
import json
import os

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tdsuite.exchange import blobs
from tdsuite.exchange.blobs import NotWhole
from tdsuite.exchange.models import PublishTarget, ReceivedFile, ReceivedSite
from tdsuite.exchange.publishing import add_target
from tdsuite.exchange.received import Committed, add_site, commit, held, new_token, opened_by, remove_site, revoke
from tdsuite.exchange.received_rules import DEEPEST, LONGEST, MOST_FILES, fault_of_name, is_data, is_near, kind_of
from tdsuite.exchange.site import site_files
from tdsuite.exchange.transports.base import TransportError
from tdsuite.exchange.transports.suite import ReceivingSite, site_of
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_played_event, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_data(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"


@pytest.fixture
def place():
    return add_site(by=COMMAND_LINE, slug="open", title="The Open")


@pytest.fixture
def keeper(client):
    user = make_user("keeper", is_superuser=True)
    client.force_login(user)
    return user


def digest(data):
    return hashlib.sha256(data).hexdigest()


def give(site, **files):
    """Bytes first, then the list, as a push does."""
    named = {name.replace("__", "/").replace("_", "."): data for name, data in files.items()}
    for data in named.values():
        blobs.keep(site, digest(data), iter([data]), len(data))
    return commit(site=site, files={name: digest(data) for name, data in named.items()})


# --- tokens --------------------------------------------------------------------------------------


def test_a_token_is_kept_as_its_digest_alone_and_opens_its_own_place_alone(place):
    site, token = place
    other, _ = add_site(by=COMMAND_LINE, slug="other", title="Another")
    assert len(token) >= 40 and site.token_hash == digest(token.encode())
    assert token not in json.dumps(list(Record.objects.values("after", "before", "action")))
    assert opened_by("open", token) == site
    assert [opened_by(*one) for one in (("other", token), ("none", token), ("open", ""), ("open", "x"))] == [None] * 4
    assert other.token_hash != site.token_hash


def test_a_new_token_ends_the_old_one_and_a_revoked_place_opens_to_none(place):
    site, first = place
    second = new_token(by=COMMAND_LINE, site=site)
    assert opened_by("open", first) is None and opened_by("open", second) == site
    revoke(by=COMMAND_LINE, site=site)
    revoke(by=COMMAND_LINE, site=site)  # once is enough
    assert opened_by("open", second) is None and opened_by("open", "") is None
    rows = Record.objects.filter(action__startswith="received.").order_by("seq").values_list("action", flat=True)
    assert list(rows) == ["received.added", "received.token_made", "received.revoked"]


def test_only_the_keeper_makes_and_ends_places(place, client):
    site, _ = place
    director = make_user("director", tournament=make_played_event(players=4, played=1).tournament)
    for refused in (new_token, revoke, remove_site):
        with pytest.raises(PermissionDenied):
            refused(by=director, site=site)
    with pytest.raises(PermissionDenied):
        add_site(by=director, slug="mine", title="Mine")
    client.force_login(director)
    for name in ("token", "revoke", "remove"):
        assert client.post(reverse(f"received:{name}", args=[site.pk])).status_code == 403
    assert client.get(reverse("received:sites")).status_code == 403
    client.logout()
    assert client.get(reverse("received:sites")).url.startswith(reverse("access:login"))
    assert ReceivedSite.objects.get().token_hash == site.token_hash


def test_two_places_never_have_one_short_name(place):
    with pytest.raises(Refused):
        add_site(by=COMMAND_LINE, slug="open", title="Again")
    assert ReceivedSite.objects.count() == 1


def test_a_push_under_way_when_the_token_is_revoked_changes_nothing(place):
    site, _ = place
    give(site, index_html=b"one")
    revoke(by=COMMAND_LINE, site=site)
    with pytest.raises(Refused, match="revoked meanwhile"):
        give(site, index_html=b"two")
    stale, _ = add_site(by=COMMAND_LINE, slug="stale", title="Stale")
    new_token(by=COMMAND_LINE, site=ReceivedSite.objects.get(pk=stale.pk))
    with pytest.raises(Refused, match="revoked meanwhile"):
        give(stale, index_html=b"one")
    assert list(ReceivedFile.objects.values_list("site__slug", "digest")) == [("open", digest(b"one"))]


# --- what may stand there ------------------------------------------------------------------------


def test_every_file_of_a_site_of_ours_has_a_good_name():
    names = [*site_files(make_played_event(players=5, played=2).tournament), "tourney.js"]
    assert [fault_of_name(name) for name in names] == [""] * len(names)


@pytest.mark.parametrize(
    "name",
    ["", "/index.html", "../index.html", "a/../b.html", "a//b.html", "./a.html", "a\\b.html", ".part.html", "a/.b.html",
     "a.html\n", "a.svg", "a.html.exe", "index", "a b.html", "ä.html", "a.HTML", "x.js", "a/tourney.js", "C:a.html",
     "a/" * (DEEPEST + 1) + "x.html", "a" * LONGEST + ".html", "%2e%2e/a.html", "a\0.html"],
)  # fmt: skip
def test_other_names_are_refused_and_nothing_changes(place, name):
    site, _ = place
    give(site, index_html=b"one")
    assert fault_of_name(name) != ""
    with pytest.raises(Refused):
        commit(site=site, files={"index.html": digest(b"one"), name: digest(b"one")})
    assert list(site.files.values_list("path", flat=True)) == ["index.html"]


def test_a_list_without_a_first_page_with_too_many_files_or_with_no_digests_is_refused(place):
    site, _ = place
    one = digest(b"one")
    for files, why in (
        ({}, "index.html"), ({"a.html": one}, "index.html"), ({"index.html": "../secret_key"}, "no SHA-256"),
        ({"index.html": 7}, "no SHA-256"), ({"index.html": one} | {f"p{at}.html": one for at in range(MOST_FILES)}, "20001 files"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=why):
            commit(site=site, files=files)


def test_tourney_js_is_data_or_it_is_refused(place):
    site, _ = place
    assert give(site, index_html=b"one", tourney_js=b'newt={"divisions":[]};\n') == Committed(2, 0)
    with pytest.raises(Refused, match="no data"):
        give(site, index_html=b"one", tourney_js=b"newt={};alert(1)")
    assert blobs.read(site, site.files.get(path="tourney.js").digest) == b'newt={"divisions":[]};\n'


@pytest.mark.parametrize(
    ("text", "good"),
    [(b"newt={};", True), (b"newt={}", True), (b' newt={"a":[1,null]};\n', True), (b"newt=[];", False), (b"{}", False),
     (b"newt={};x()", False), (b"newt={a:1};", False), (b"", False), (b"newt=\xff;", False), (b"newt=" + b"[" * 100_000, False)],
)  # fmt: skip
def test_what_counts_as_data(text, good):
    assert is_data(text) is good


def test_kinds():
    kinds = {"index.html": "text/html", "a/site.css": "text/css", "tourney.js": "text/javascript"}
    assert {name: kind_of(name).split(";")[0] for name in kinds} == kinds


# --- a push --------------------------------------------------------------------------------------


def test_a_list_takes_effect_whole_or_names_what_is_missing(place):
    site, _ = place
    give(site, index_html=b"one", a__x_html=b"two")
    three = digest(b"three")
    assert commit(site=site, files={"index.html": three}) == Committed(missing=(three,))
    assert site.files.count() == 2
    assert give(site, index_html=b"three", a__x_html=b"two") == Committed(1, 0)
    assert give(site, index_html=b"three") == Committed(0, 1)
    assert held(site) == ({"index.html": three}, [])
    assert [row["after"] for row in Record.objects.filter(action="received.replaced").order_by("seq").values("after")] == [
        {"files": 2, "changed": 2, "removed": 0}, {"files": 2, "changed": 1, "removed": 0},
        {"files": 1, "changed": 0, "removed": 1},
    ]  # fmt: skip


def test_the_same_push_again_changes_nothing_but_when_it_came(place):
    site, _ = place
    give(site, index_html=b"one")
    first = ReceivedSite.objects.get()
    assert give(site, index_html=b"one") == Committed(0, 0)
    second = ReceivedSite.objects.get()
    assert second.changed_at == first.changed_at and second.received_at > first.received_at
    assert Record.objects.filter(action="received.replaced").count() == 1


def test_one_page_under_two_names_lies_there_once(place):
    site, _ = place
    give(site, index_html=b"one", a__x_html=b"one")
    assert list(blobs.sizes(site)) == [digest(b"one")]
    give(site, index_html=b"one")
    assert list(blobs.sizes(site)) == [digest(b"one")]


def test_bytes_that_are_cut_or_others_are_not_kept_and_leave_nothing_behind(place):
    site, _ = place
    for chunks, size in (([b"on"], 3), ([b"two"], 3), ([b"one", b"more"], 3)):
        with pytest.raises(NotWhole):
            blobs.keep(site, digest(b"one"), iter(chunks), size)
    assert list(blobs.folder_of(site).iterdir()) == []


def test_what_never_became_a_site_goes_after_a_day(place):
    site, _ = place
    give(site, index_html=b"one")
    for data in (b"old", b"new"):
        blobs.keep(site, digest(data), iter([data]), 3)
    for data in (b"old", b"one"):
        os.utime(blobs.folder_of(site) / digest(data), (1, 1))
    assert held(site) == ({"index.html": digest(b"one")}, sorted([digest(b"new"), digest(b"old")]))
    assert held(site)[1] == [digest(b"new")]


def test_bytes_that_were_lost_are_asked_for_again(place):
    site, _ = place
    give(site, index_html=b"one", a_html=b"two")
    (blobs.folder_of(site) / digest(b"two")).unlink()
    assert held(site)[0] == {"index.html": digest(b"one")}
    assert give(site, index_html=b"one", a_html=b"two") == Committed(0, 0)
    assert len(held(site)[0]) == 2


def test_a_removed_place_leaves_no_file(place):
    site, _ = place
    give(site, index_html=b"one")
    folder = blobs.folder_of(site)
    remove_site(by=COMMAND_LINE, site=site)
    assert not folder.exists() and ReceivedFile.objects.count() == 0


# --- over the wire -------------------------------------------------------------------------------


def call(client, place, method="get", path="", data=b"", **extra):
    extra.setdefault("headers", {"Authorization": f"Bearer {place[1]}"})
    return client.generic(method.upper(), f"/api/v1/sites/open/{path}", data, **extra)


def test_plain_http_is_taken_from_this_network_and_refused_from_the_world(client, place):
    assert call(client, place, REMOTE_ADDR="192.168.1.20").status_code == 200
    far = call(client, place, REMOTE_ADDR="203.0.113.7" if not is_near("203.0.113.7") else "8.8.8.8")
    assert far.status_code == 403 and "HTTPS" in far.json()["detail"]
    assert call(client, place, REMOTE_ADDR="8.8.8.8", secure=True).status_code == 200


def test_without_the_token_nothing_answers(client, place):
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Token {place[1]}"}):
        for method, path in (("get", ""), ("put", f"bytes/{digest(b'x')}/"), ("post", "files/")):
            assert call(client, place, method, path, b"x", headers=headers).status_code == 401
    assert not blobs.folder_of(place[0]).exists()


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"files": []}', b'{"files": {', b"\xff", b"[" * 100_000])
def test_a_list_that_is_none_is_said_to_be_none(client, place, body):
    answer = call(client, place, "post", "files/", body)
    assert answer.status_code == 400 and "SHA-256" in answer.json()["detail"]


def test_what_the_list_refuses_is_said(client, place):
    answer = call(client, place, "post", "files/", json.dumps({"files": {"index.html": digest(b"x")}}).encode())
    assert (answer.status_code, answer.json()["missing"]) == (409, [digest(b"x")])
    answer = call(client, place, "post", "files/", json.dumps({"files": {"../x": digest(b"x")}}).encode())
    assert answer.status_code == 422
    assert call(client, place, "put", "bytes/not-a-digest/", b"x").status_code == 400
    assert call(client, place, "get", "files/").status_code == 405


@pytest.mark.parametrize(
    ("address", "near"),
    [("127.0.0.1", True), ("::1", True), ("192.168.0.4", True), ("10.1.2.3", True), ("172.16.0.1", True), ("fe80::1%eth0", True),
     ("169.254.3.4", True), ("::ffff:192.168.0.4", True), ("fd00::1", True), ("8.8.8.8", False), ("::ffff:8.8.8.8", False),
     ("2001:4860:4860::8888", False), ("0.0.0.0", False), ("", False), ("hall.local", False)],
)  # fmt: skip
def test_what_is_near(address, near):
    assert is_near(address) is near


# --- the sender's side of an address -------------------------------------------------------------


def test_an_address_says_where_to_call():
    place = site_of("https://results.example.org/sites/open/")
    assert place == ReceivingSite(True, "results.example.org", 443, "", "open") and place.api == "/api/v1/sites/open/"
    assert site_of("http://192.168.1.5:8000/td/sites/open").api == "/td/api/v1/sites/open/"
    assert site_of("http://[::1]:8000/sites/open/").host == "::1"


@pytest.mark.parametrize(
    "address",
    ["results.example.org/sites/open/", "ftp://h/sites/open/", "https://h/", "https://h/sites/", "https://h/sites/a/b/",
     "https://me:pw@h/sites/a/", "https://h/sites/a/?x=1", "https://h:port/sites/a/", "http://8.8.8.8/sites/a/",
     "http://[2001:4860:4860::8888]/sites/a/", "https://h/sites/a b/", "https://h/%2e/sites/a/", "https://[/sites/a/"],
)  # fmt: skip
def test_other_addresses_are_refused_at_once(address):
    with pytest.raises(TransportError):
        site_of(address)
    event = make_played_event(players=4, played=1).tournament
    with pytest.raises(Refused):
        add_target(by=COMMAND_LINE, tournament=event, values={"kind": "suite", "host": address}, secret="token")
    assert PublishTarget.objects.count() == 0


@pytest.mark.parametrize("token", ["", " ", "two words", "tökén"])
def test_a_token_is_one_word(token):
    event = make_played_event(players=4, played=1).tournament
    values = {"kind": "suite", "host": "https://results.example.org/sites/open/"}
    with pytest.raises(Refused, match="token"):
        add_target(by=COMMAND_LINE, tournament=event, values=values, secret=token)


def test_an_open_line_is_warned_of(client):
    event = make_played_event(players=4, played=1).tournament
    client.force_login(make_user("director", tournament=event))
    for scheme, count in (("https", 0), ("http", 1)):
        values = {"kind": "suite", "host": f"{scheme}://192.168.1.5/sites/open/", "username": "x", "port": 7}
        target = add_target(by=COMMAND_LINE, tournament=event, values=values, secret="token")
        assert (str(target), target.username, target.port) == (values["host"], "", 0)
        page = client.get(reverse("files:publish", args=[event.slug])).content.decode()
        assert page.count("can read the token") == count


# --- the keeper's page ---------------------------------------------------------------------------


def test_the_token_is_shown_once(client, keeper):
    answer = client.post(reverse("received:sites"), {"title": "The Open", "slug": "open"})
    site = ReceivedSite.objects.get()
    token = answer.context["token"]
    assert opened_by("open", token) == site and answer.content.decode().count(token) == 2  # to read, and to copy
    assert "http://testserver/sites/open/" in answer.content.decode() and "no-store" in answer["Cache-Control"]
    assert token not in client.get(reverse("received:sites")).content.decode()
    again = client.post(reverse("received:token", args=[site.pk]))
    assert opened_by("open", again.context["token"]) == site and opened_by("open", token) is None


def test_the_page_says_what_came_and_each_button_decides_one_thing(client, keeper, place):
    site, _ = place
    assert "nothing yet" in client.get(reverse("received:sites")).content.decode()
    give(site, index_html=b"one", a_html=b"three")
    page = client.get(reverse("received:sites")).content.decode()
    assert "2 files, 8\xa0bytes" in page and "Last received: " in page
    client.post(reverse("received:revoke", args=[site.pk]))
    assert "revoked" in client.get(reverse("received:sites")).content.decode()
    assert client.get("/sites/open/").content == b"one"  # the pages stay
    client.post(reverse("received:remove", args=[site.pk]))
    assert client.get("/sites/open/").status_code == 404 and ReceivedSite.objects.count() == 0


def test_a_word_that_is_taken_is_said_in_the_form(client, keeper, place):
    answer = client.post(reverse("received:sites"), {"title": "Again", "slug": "open"})
    assert answer.status_code == 422 and ReceivedSite.objects.count() == 1


def test_the_page_asks_no_more_of_thirty_places_than_of_one(client, keeper, place):
    counts = []
    for more in (0, 29):
        for at in range(more):
            add_site(by=COMMAND_LINE, slug=f"place-{at}", title=f"Place {at}")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("received:sites")).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_page_costs_two_questions_and_sets_no_cookie(client, place, django_assert_num_queries):
    give(place[0], index_html=b"one")
    with django_assert_num_queries(2):
        answer = client.get("/sites/open/")
    assert answer.cookies == {} and "Cookie" not in answer.get("Vary", "")
    assert client.head("/sites/open/").status_code == 200
