"""What changed goes out, and nothing else; a cut is taken up where it was; secrets and private things stay in."""

import logging
import stat
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.utils import timezone

from tdsuite.exchange import secrets
from tdsuite.exchange.event_document import document_bytes, event_document
from tdsuite.exchange.models import PublishTarget
from tdsuite.exchange.publishing import APART, JOB, LOOK_AGAIN, add_target, push_due, remove_target, send_now, state_of
from tdsuite.exchange.pushing import Pushed, files_out, push
from tdsuite.exchange.tasks import publish_due
from tdsuite.exchange.transports.base import TransportError
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.jobs.services import request_cancel
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused, deciding
from tests.exchange.publishing.servers import SECRET, USER, sftp_server, tree
from tests.factories import make_user
from tests.platform.jobs.kinds import claim_next, drain

pytestmark = pytest.mark.django_db


def add(event, secret=SECRET, **values):
    return add_target(by=COMMAND_LINE, tournament=event.tournament, values=values, secret=secret)


def to_folder(event, root):
    return add(event, kind="folder", folder=str(root), secret="")


def to_sftp(event, port, **more):
    return add(event, kind="sftp", host="127.0.0.1", port=port, username=USER, **more)


def one_result(event):
    with deciding(event, by=COMMAND_LINE, action=EventAction.DIVISION_CHANGED):
        game = Game.objects.filter(outcome=Game.Outcome.AWAITED, round__number=3).first()
        Game.objects.filter(pk=game.pk).update(outcome=Game.Outcome.PLAYED, first_score=400, second_score=390)


def again(target):
    return PublishTarget.objects.get(pk=target.pk)


def test_first_all_of_it_goes_then_nothing_then_what_changed(event, root):
    target = to_folder(event, root)
    files = files_out(event.tournament)
    assert push(target=target) == Pushed(len(files), 0, 0)
    assert tree(root) == files and "tourney.js" in files
    assert push(target=again(target)) == Pushed(0, 0, len(files))
    one_result(event)
    pushed = push(target=again(target))
    assert 0 < pushed.sent < len(files) - 5
    assert tree(root) == files_out(event.tournament)


def test_each_target_gets_the_pages_in_its_own_language(event, root, tmp_path):
    other = tmp_path / "fr"
    other.mkdir()
    for folder, language in ((root, {}), (other, {"language": "fr"})):
        push(target=add(event, kind="folder", folder=str(folder), secret="", **language))
    assert tree(root) == files_out(event.tournament, "en-gb")
    assert tree(other) == files_out(event.tournament, "fr")
    assert tree(other)["tourney.js"] == tree(root)["tourney.js"]
    assert list(
        Record.objects.filter(action="publishing.added").order_by("seq").values_list("after__language", flat=True)
    ) == ["en-gb", "fr"]


def test_a_draft_never_goes_and_a_round_taken_back_is_taken_away(event, root):
    target = to_folder(event, root)
    push(target=target)
    assert (root / "a" / "pairings-3.html").exists() and not (root / "a" / "pairings-4.html").exists()
    event.rounds.filter(number=3).update(status=Round.Status.DRAFT)
    assert push(target=again(target)).removed == 1
    assert tree(root) == files_out(event.tournament)
    assert not (root / "a" / "pairings-3.html").exists()


def test_files_that_are_none_of_ours_stay(event, root):
    (root / "robots.txt").write_text("mine")
    push(target=to_folder(event, root))
    assert (root / "robots.txt").read_text() == "mine"


def test_nothing_of_a_private_event_goes(event, root):
    target = to_folder(event, root)
    Tournament.objects.update(visibility="private")
    with pytest.raises(Refused, match="private"):
        push(target=target)
    with pytest.raises(Refused, match="private"):
        send_now(by=COMMAND_LINE, target=again(target))
    assert push_due() == [] and tree(root) == {}


def test_an_event_that_turned_private_after_it_was_queued_is_not_sent(event, root):
    send_now(by=COMMAND_LINE, target=to_folder(event, root))
    Tournament.objects.update(visibility="private")
    drain(Runner(), "publishing")
    assert Job.objects.get().status == Job.Status.FAILED and tree(root) == {}


def test_sftp_cut_in_the_middle_is_taken_up_where_it_was(event, root, cut):
    with sftp_server(root, cut) as (port, key):
        target = to_sftp(event, port)
        cut.after(4)
        with pytest.raises(TransportError, match="broke off"):
            push(target=target)
        target = again(target)
        files = files_out(event.tournament)
        assert 0 < sum(bool(one) for one in target.sent.values()) < len(files)
        assert target.succeeded_at is None and "broke off" in target.last_error
        assert target.pinned == f"ssh-ed25519 {key.get_fingerprint()}"
        first = sum(bool(one) for one in target.sent.values())
        assert push(target=target) == Pushed(len(files) - first, 0, first)
    assert tree(root) == files
    assert target.last_error == "" and target.succeeded_at


def test_another_host_key_stops_everything_until_the_target_is_added_again(event, root):
    with sftp_server(root) as (port, _):
        target = to_sftp(event, port)
        push(target=target)
    one_result(event)
    before = tree(root)
    with sftp_server(root, port=port):
        with pytest.raises(TransportError):
            push(target=again(target))
        assert tree(root) == before
        remove_target(by=COMMAND_LINE, target=again(target))
        push(target=to_sftp(event, port))
    assert tree(root) == files_out(event.tournament)


def test_a_push_is_due_after_every_change_and_every_so_many_minutes(event, root):
    target = to_folder(event, root)
    assert [job.kind for job in push_due()] == [JOB]
    drain(Runner(), "publishing")
    assert Job.objects.get().result == {"sent": len(files_out(event.tournament)), "removed": 0}
    assert push_due() == []
    one_result(event)
    assert push_due() == [] and len(push_due(timezone.now() + APART)) == 1
    drain(Runner(), "publishing")
    assert push_due(timezone.now() + APART) == [] and again(target).sent_state == state_of(event.tournament)
    assert len(push_due(timezone.now() + LOOK_AGAIN)) == 1


def test_a_push_under_way_is_not_doubled(event, root):
    target = to_folder(event, root)
    first = send_now(by=COMMAND_LINE, target=target)
    assert send_now(by=COMMAND_LINE, target=target).pk == first.pk
    assert [job.pk for job in push_due()] == [first.pk]
    assert Job.objects.count() == 1


def test_a_target_taken_away_while_beat_looks_holds_up_no_other(event, root, monkeypatch):
    for name in ("a", "b"):
        (root / name).mkdir()
    first, second = to_folder(event, root / "a"), to_folder(event, root / "b")

    def found_due(target, _now):
        if target.pk == first.pk:
            remove_target(by=COMMAND_LINE, target=again(first))
        return True

    monkeypatch.setattr("tdsuite.exchange.publishing._is_due", found_due)
    assert [job.args["target"] for job in push_due()] == [second.pk]


def test_a_target_that_is_away_is_tried_again_after_its_minutes(event, root):
    target = to_folder(event, root)
    root.rmdir()
    with pytest.raises(TransportError):
        push(target=target)
    one_result(event)
    assert push_due(timezone.now() + APART) == []
    assert len(push_due(timezone.now() + LOOK_AGAIN)) == 1
    root.mkdir()
    drain(Runner(), "publishing")
    assert again(target).last_error == ""
    assert tree(root) == files_out(event.tournament)


def test_a_failed_job_says_what_the_page_says(event, root):
    target = to_folder(event, root)
    root.rmdir()
    send_now(by=COMMAND_LINE, target=target)
    drain(Runner(), "publishing")
    says = f"There is no folder {root}. Make it, or put the stick in."
    assert Job.objects.get().error == again(target).last_error == says


def test_what_nobody_foresaw_waits_like_any_other_failure(event, root, monkeypatch):
    target = to_folder(event, root)
    monkeypatch.setattr("tdsuite.exchange.pushing.site_files", lambda *_: 1 // 0)
    send_now(by=COMMAND_LINE, target=target)
    drain(Runner(), "publishing")
    assert "unexpected error" in again(target).last_error
    assert push_due(timezone.now() + APART) == []


def test_beat_asks_for_what_is_due():
    entry = settings.CELERY_BEAT_SCHEDULE["publish-out"]
    assert entry["task"] == publish_due.name and entry["options"]["queue"] == "now"


def test_a_target_removed_while_a_push_runs_stays_removed(event, root):
    target = to_folder(event, root)
    push(
        target=target,
        tick=lambda done, total: remove_target(by=COMMAND_LINE, target=again(target)) if done == 0 else None,
    )
    assert not PublishTarget.objects.exists()


def test_a_push_that_is_cancelled_under_way_is_no_failure(event, root):
    target = to_folder(event, root)
    send_now(by=COMMAND_LINE, target=target)
    runner = Runner()
    job = claim_next("publishing", runner.name)
    request_cancel(job, COMMAND_LINE)
    runner.do(job)
    assert Job.objects.get().status == Job.Status.CANCELLED and tree(root) == {}
    assert again(target).last_error == ""
    send_now(by=COMMAND_LINE, target=again(target))
    drain(Runner(), "publishing")
    assert tree(root) == files_out(event.tournament)


def test_a_job_whose_target_was_removed_ends_quietly(event, root):
    target = to_folder(event, root)
    send_now(by=COMMAND_LINE, target=target)
    remove_target(by=COMMAND_LINE, target=again(target))
    drain(Runner(), "publishing")
    assert Job.objects.get().status == Job.Status.DONE and tree(root) == {}


def test_what_changes_while_pages_are_sent_goes_with_the_next_push(event, root):
    target = to_folder(event, root)
    changed = []

    def tick(done, total):
        if not changed:
            changed.append(one_result(event))

    push(target=target, tick=tick)
    assert len(push_due(timezone.now() + APART)) == 1


def test_the_secret_lies_in_a_file_that_only_its_owner_reads(event):
    target = to_sftp(event, 22)
    path = Path(settings.DATA_DIR) / "publish" / f"{target.pk}.secret"
    assert secrets.secret_of(target) == SECRET
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    remove_target(by=COMMAND_LINE, target=target)
    assert not path.exists() and secrets.secret_of(target) == ""


def test_the_secret_is_in_no_row_record_job_export_or_log(event, root, capsys, caplog):
    caplog.set_level(logging.DEBUG)
    with sftp_server(root) as (port, _):
        target = to_sftp(event, port)
        send_now(by=COMMAND_LINE, target=target)
        drain(Runner(), "publishing")
    assert Job.objects.get().status == Job.Status.DONE
    call_command("dumpdata", "--all")
    rows = capsys.readouterr().out
    assert "exchange.publishtarget" in rows and "publishing.added" in rows
    sent = [document_bytes(event_document(event.tournament)), *tree(root).values()]
    assert SECRET not in f"{rows} {caplog.text} {sent}"


def test_a_failure_says_nothing_of_the_secret(event, root):
    with sftp_server(root) as (port, _):
        target = to_sftp(event, port, secret="not-the-right-one")
        send_now(by=COMMAND_LINE, target=target)
        drain(Runner(), "publishing")
    assert "does not accept" in again(target).last_error
    assert "not-the-right-one" not in again(target).last_error + Job.objects.get().error


def test_only_who_manages_the_event_publishes_it_and_only_the_keeper_to_a_folder(event, root):
    scorer = make_user("scorer", tournament=event.tournament, role=Role.SCORER)
    director = make_user("director", tournament=event.tournament)
    values = {"kind": "sftp", "host": "example.org", "username": "me"}
    with pytest.raises(PermissionDenied):
        add_target(by=scorer, tournament=event.tournament, values=values, secret="x")
    target = add_target(by=director, tournament=event.tournament, values=values, secret="x")
    for refused in (remove_target, send_now):
        with pytest.raises(PermissionDenied):
            refused(by=scorer, target=target)
    with pytest.raises(PermissionDenied):
        values = {"kind": "folder", "folder": str(root)}
        add_target(by=director, tournament=event.tournament, values=values, secret="")


@pytest.mark.parametrize(
    "values",
    [{"kind": "folder", "folder": "relative"}, {"kind": "folder", "folder": "/no/such/folder"},
     {"kind": "sftp", "host": "", "username": "me"}, {"kind": "sftp", "host": "a\nb", "username": "me"},
     {"kind": "pigeon", "host": "h", "username": "me"}],
)  # fmt: skip
def test_a_target_that_cannot_work_is_refused_at_once(event, values):
    with pytest.raises(Refused):
        add(event, **values)
    assert PublishTarget.objects.count() == 0


def test_the_suites_own_data_is_no_target(event):
    for path in (Path(settings.DATA_DIR), Path(settings.DATA_DIR) / "files", Path(settings.DATA_DIR).parent):
        path.mkdir(parents=True, exist_ok=True)
        with pytest.raises(Refused, match="own data"):
            add(event, kind="folder", folder=str(path), secret="")


def test_every_decision_is_recorded_without_the_secret(event):
    target = to_sftp(event, 22, folder="www")
    remove_target(by=COMMAND_LINE, target=target)
    rows = list(Record.objects.filter(action__startswith="publishing.").order_by("seq"))
    assert [row.action for row in rows] == ["publishing.added", "publishing.removed"]
    where = {"kind": "sftp", "host": "127.0.0.1", "port": 22, "folder": "www"}
    assert rows[0].after == {**where, "language": "en-gb", "fingerprint": ""}
