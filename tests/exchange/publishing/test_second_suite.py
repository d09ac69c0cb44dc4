"""One tdsuite publishes to another: real processes, a wire that is cut, tokens that are wrong, a disk that is full."""

import hashlib
import json
import resource
import ssl

import pytest
from django.utils import timezone

from tdsuite.exchange import secrets
from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.publishing import add_target, push_due, send_now
from tdsuite.exchange.pushing import Pushed, files_out, push
from tdsuite.exchange.transports.base import Address, KeyChanged, TransportError
from tdsuite.exchange.transports.suite import SuiteTransport
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Game, Player, Round, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from tests.exchange.publishing.second_suite import SecondSuite, Wire
from tests.exchange.publishing.servers import certificate
from tests.factories import make_played_event, make_round
from tests.platform.jobs.kinds import drain

pytestmark = [pytest.mark.django_db, pytest.mark.process]


@pytest.fixture(scope="module")
def second(tmp_path_factory):
    with SecondSuite(tmp_path_factory.mktemp("second") / "installation") as running:
        yield running


@pytest.fixture
def wire(second):
    with Wire(second.port) as carrying:
        yield carrying


@pytest.fixture(autouse=True)
def own_data(tmp_path, settings):
    settings.DATA_DIR = tmp_path / "data"


@pytest.fixture
def event():
    division = make_played_event(players=6, played=2)
    make_round(division, 3, status=Round.Status.PLAYING)
    make_round(division, 4, status=Round.Status.DRAFT)
    return division


def target_at(event, port, slug, token, scheme="http", **more):
    values = {"kind": "suite", "host": f"{scheme}://127.0.0.1:{port}/sites/{slug}/", **more}
    return add_target(by=COMMAND_LINE, tournament=event.tournament, values=values, secret=token)


def again(target):
    return PublishTarget.objects.get(pk=target.pk)


def one_result(event):
    with deciding(event, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED):
        game = Game.objects.filter(outcome=Game.Outcome.AWAITED, round__number=3).first()
        Game.objects.filter(pk=game.pk).update(outcome=Game.Outcome.PLAYED, first_score=400, second_score=390)


def digests(files):
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def lying(second):
    """Every file of every place on the other disk; places of other tests are taken away first."""
    folder = second.data / "received"
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_first_all_of_it_goes_then_nothing_then_what_changed(second, wire, event):
    target = target_at(event, wire.port, "first", second.say("add first"))
    files = files_out(event.tournament)
    assert push(target=target) == Pushed(len(files), 0, 0)
    assert second.tree("first") == files and "tourney.js" in files
    sent = wire.puts
    assert push(target=again(target)) == Pushed(0, 0, len(files)) and wire.puts == sent
    one_result(event)
    changed = push(target=again(target)).sent
    assert 0 < changed < len(files) - 5 and wire.puts <= sent + changed
    assert second.tree("first") == files_out(event.tournament)


def test_a_cut_in_the_middle_shows_nothing_new_and_is_taken_up_where_it_was(second, wire, event):
    target = target_at(event, wire.port, "cut", second.say("add cut"))
    push(target=target)
    before = second.tree("cut")
    one_result(event)
    files = files_out(event.tournament)
    changed = {one for name, one in digests(files).items() if before.get(name) != files[name]}
    wire.cut_at = wire.puts + 3
    with pytest.raises(TransportError, match=r"127\.0\.0\.1 cannot be reached or broke off"):
        push(target=again(target))
    assert second.tree("cut") == before
    with pytest.raises(TransportError):
        push(target=again(target))  # still away
    assert again(target).failures == 2 and push_due() == []
    wire.cut_at, wire.down, wire.puts = None, False, 0
    push(target=again(target))
    assert wire.puts == len(changed) - 2  # two arrived before the cut
    assert second.tree("cut") == files
    assert (again(target).failures, again(target).last_error) == (0, "") and again(target).succeeded_at


def test_a_round_taken_back_and_a_page_that_is_gone_leave_the_other_side(second, wire, event):
    target = target_at(event, wire.port, "back", second.say("add back"))
    push(target=target)
    assert second.ask("/sites/back/a/pairings-3.html")[0] == 200
    assert second.ask("/sites/back/a/pairings-4.html")[0] == 404  # a draft never goes
    event.rounds.filter(number=3).update(status=Round.Status.DRAFT)
    assert push(target=again(target)).removed == 1
    assert second.ask("/sites/back/a/pairings-3.html")[0] == 404
    assert second.tree("back") == files_out(event.tournament)


def test_a_name_that_had_to_go_lies_nowhere_on_the_other_disk(second, wire, event):
    for slug in second.say("places"):
        second.say(f"remove {slug}")
    target = target_at(event, wire.port, "name", second.say("add name"))
    push(target=target)
    person = Player.objects.get(entries__number=2, entries__division=event)
    assert any(person.name.encode() in data for data in lying(second).values())
    with deciding(event, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED):
        Player.objects.filter(pk=person.pk).update(name="Erased Player", filing_name="Player, Erased")
    push(target=again(target))
    there = lying(second)
    assert set(digests(files_out(event.tournament)).values()) <= set(there)
    assert not any(word.encode() in data for data in there.values() for word in (person.name, person.filing_name))


def test_nothing_of_a_private_event_goes(second, wire, event):
    target = target_at(event, wire.port, "private", second.say("add private"))
    Tournament.objects.update(visibility="private")
    with pytest.raises(Refused, match="private"):
        push(target=target)
    assert push_due() == [] and second.say("state private") == {"files": {}, "received": False}


def test_a_wrong_a_revoked_and_another_places_token_open_nothing(second, wire, event):
    token = second.say("add mine")
    for wrong in ("no-token-of-anybody", second.say("add theirs")):
        with pytest.raises(TransportError, match="does not accept this token") as error:
            push(target=target_at(event, wire.port, "mine", wrong))
        assert wrong not in str(error.value)
    with pytest.raises(TransportError, match="does not accept this token"):
        push(target=target_at(event, wire.port, "never-made", token))
    target = target_at(event, wire.port, "mine", token)
    push(target=target)
    second.say("revoke mine")
    one_result(event)
    before = second.tree("mine")
    with pytest.raises(TransportError, match="does not accept this token"):
        push(target=again(target))
    assert second.tree("mine") == before != {}
    secrets.keep(target, second.say("token mine"))
    push(target=again(target))
    assert second.tree("mine") == files_out(event.tournament)


def test_who_opened_and_what_came_is_in_the_other_suites_record(second, wire, event):
    target = target_at(event, wire.port, "record", second.say("add record"))
    before = len(second.say("records"))
    push(target=target)
    push(target=again(target))  # nothing new: nothing to tell
    second.say("revoke record")
    rows = second.say("records")[before:]
    assert rows == [["suite", "received.replaced"], ["command", "received.revoked"]]
    assert second.say("chain") is True


def test_a_full_disk_refuses_the_push_whole(second, wire, event):
    target = target_at(event, wire.port, "full", second.say("add full"))
    push(target=target)
    before = second.tree("full")
    one_result(event)
    soft, hard = resource.prlimit(second.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(second.process.pid, resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(TransportError, match=r"refused \(507\): The file cannot be kept here: File too large"):
            push(target=again(target))
    finally:
        resource.prlimit(second.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
    assert second.tree("full") == before
    push(target=again(target))
    assert second.tree("full") == files_out(event.tournament) != before


def test_a_file_that_is_too_large_is_refused_on_both_sides(second, wire, event):
    token = second.say("add large")
    bearer = {"Authorization": f"Bearer {token}"}
    big = b"x" * (10 * 1024 * 1024 + 1)
    path = f"/api/v1/sites/large/bytes/{hashlib.sha256(big).hexdigest()}/"
    assert second.ask(path, "PUT", None, **bearer, **{"Content-Length": str(len(big))})[0] == 413
    way = SuiteTransport(Address(f"http://127.0.0.1:{second.port}/sites/large/"), token)
    with pytest.raises(TransportError, match=r"index\.html has 10485761 bytes; 127\.0\.0\.1 takes 10485760 a file"):
        way.put("index.html", big)
    way.put("index.html", big[1:])
    way.finish()
    way.close()
    assert second.tree("large") == {"index.html": big[1:]}


def test_bytes_other_than_announced_are_not_kept(second):
    bearer = {"Authorization": f"Bearer {second.say('add other')}"}
    path = f"/api/v1/sites/other/bytes/{hashlib.sha256(b'one').hexdigest()}/"
    assert second.ask(path, "PUT", b"two", **bearer)[0] == 422
    assert json.loads(second.ask("/api/v1/sites/other/", **bearer)[2])["waiting"] == []
    assert second.ask(path, "PUT", b"one", **bearer)[0] == second.ask(path, "PUT", b"one", **bearer)[0] == 204
    assert json.loads(second.ask("/api/v1/sites/other/", **bearer)[2])["waiting"] == [
        hashlib.sha256(b"one").hexdigest()
    ]


def test_https_is_asked_for_its_certificate_or_pinned(second, event, tmp_path, monkeypatch):
    pem, pinned = certificate(tmp_path)
    token = second.say("add secure")
    with Wire(second.port, pem) as wire:
        with pytest.raises(TransportError, match="not to be trusted"):
            push(target=target_at(event, wire.port, "secure", token, "https"))
        with pytest.raises(KeyChanged, match="another certificate"):
            push(target=target_at(event, wire.port, "secure", token, "https", pinned="AA:BB"))
        push(target=target_at(event, wire.port, "secure", token, "https", pinned=pinned))
        assert second.tree("secure") == files_out(event.tournament)
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
        assert ssl.get_default_verify_paths().cafile == str(pem)
        assert push(target=target_at(event, wire.port, "secure", token, "https")).sent == 0


def test_while_the_other_side_is_away_pushes_wait_and_go_once_it_is_back(second, wire, event):
    target = target_at(event, wire.port, "away", second.say("add away"))
    wire.down = True
    send_now(by=COMMAND_LINE, target=target)
    drain(Runner(), "publishing")
    assert Job.objects.get().status == Job.Status.FAILED and "127.0.0.1 cannot be reached" in again(target).last_error
    assert push_due() == [] and again(target).next_try_at > timezone.now()
    wire.down = False
    assert len(push_due(again(target).next_try_at)) == 1
    drain(Runner(), "publishing")
    assert second.tree("away") == files_out(event.tournament) and again(target).succeeded_at


def test_a_place_that_was_emptied_is_filled_again_without_being_told(second, wire, event):
    target = target_at(event, wire.port, "again", second.say("add again"))
    push(target=target)
    second.say("remove again")
    secrets.keep(target, second.say("add again"))
    push(target=again(target))
    assert second.tree("again") == files_out(event.tournament)


def test_pages_come_in_a_sandbox_without_cookies_and_are_asked_for_anew(second, wire, event):
    push(target=target_at(event, wire.port, "shown", second.say("add shown")))
    status, headers, data = second.ask("/sites/shown/")
    assert (status, data) == (200, files_out(event.tournament)["index.html"])
    policy = headers["Content-Security-Policy"].split("; ")
    assert {"sandbox", "default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert not any("script" in one or one.startswith("sandbox ") for one in policy)
    assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-cache")
    assert headers["Set-Cookie"] is None and headers["Access-Control-Allow-Origin"] is None
    assert second.ask("/sites/shown/", **{"If-None-Match": headers["ETag"]})[0] == 304
    assert second.ask("/sites/shown/", "POST")[0] == 403  # no form of ours leads here
    for name in ("a", "../shown/index.html", "%2e%2e/secret_key", "a/../../secret_key", "nothing.html"):
        assert second.ask(f"/sites/shown/{name}")[0] == 404
    status, headers, data = second.ask("/sites/shown/tourney.js")
    assert (headers["Content-Type"], headers["Access-Control-Allow-Origin"]) == ("text/javascript; charset=utf-8", "*")
    assert json.loads(data.decode().removeprefix("newt=").rstrip().removesuffix(";"))["divisions"]
