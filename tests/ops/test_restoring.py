"""Copies are restored."""

import shutil
import sqlite3
import zipfile
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as live_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from tdsuite.ops.backups import copies, restoring, sealing, services, state, swap
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import Membership, User
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.services.events import create_tournament
from tests.factories import make_division, make_user
from tests.ops.installations import COMMITTED, DIVISION, EVENT, PASSPHRASE, administrator, decide, newest, refusal

pytestmark = pytest.mark.django_db


# --- restoring -----------------------------------------------------------------------------------


@COMMITTED
@pytest.mark.sqlite
def test_a_copy_is_laid_ready_and_swapped_in_with_its_keys_and_files(data: Path, stick: Path) -> None:
    (data / "files" / "sheets" / "photo.jpg").write_bytes(b"a photo")
    (data / "publish").mkdir()
    (data / "publish" / "7.secret").write_text("password of a target")
    decide()
    copies.look()
    (data / "secret_key").write_text("the key of the new computer")
    (data / "celerybeat").write_text("stays")
    laid = restoring.lay_ready(stick, PASSPHRASE)
    assert (laid.missing, laid.flaws) == (0, ())
    assert "Stop using the computer it comes from." in laid.says
    aside = swap.swap(data)
    assert aside == laid.aside and swap.swap(data) is None
    assert (aside / "secret_key").read_text() == "the key of the new computer"
    assert (aside / "files" / "sheets" / "photo.jpg").exists() and (aside / "backups").is_dir()
    assert (data / "secret_key").read_text() == live_settings.SECRET_KEY
    assert (data / "record_key").read_text() == live_settings.RECORD_KEY
    assert (data / "files" / "sheets" / "photo.jpg").read_bytes() == b"a photo"
    assert (data / "publish" / "7.secret").read_text() == "password of a target"
    assert (
        (data / "celerybeat").exists()
        and not (data / "restore").exists()
        and not (data / "backup_folder.json").exists()
    )
    with closing(sqlite3.connect(data / "tdsuite.sqlite3")) as database:
        assert database.execute("SELECT slug FROM tournaments_tournament").fetchall() == [("harbour",)]
    services.note_restored()
    record = Record.objects.filter(action="backup.restored").get()
    assert record.after["kind"] == "copy" and not (data / "restored.json").exists()


@pytest.mark.sqlite
def test_a_swap_that_is_broken_off_anywhere_goes_on_at_the_next_start(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenOff(Exception):
        pass

    whole = {"tdsuite.sqlite3": "new", "secret_key": "new key"}
    rename = Path.rename
    for most in range(6):
        shutil.rmtree(data)
        (data / "restore").mkdir(parents=True)
        for name, text in whole.items():
            (data / "restore" / name).write_text(text)
        for name in (*whole, "record_heads"):
            (data / name).write_text("old")
        (data / "restore" / "ready").write_text("before-restore")
        count = 0

        def rename_some(path: Path, target: Path, most: int = most) -> Path:
            nonlocal count
            count += 1
            if count > most:
                raise BrokenOff
            return rename(path, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", rename_some)
            if most < 5:
                with pytest.raises(BrokenOff):
                    swap.swap(data)
            else:
                swap.swap(data)
        swap.swap(data)
        assert {name: (data / name).read_text() for name in whole} == whole
        assert {path.name: path.read_text() for path in (data / "before-restore").iterdir()} == dict.fromkeys(
            (*whole, "record_heads"), "old"
        )
        assert not (data / "record_heads").exists() and not swap.is_ready(data)


@COMMITTED
@pytest.mark.sqlite
def test_what_cannot_be_restored_is_refused_and_nothing_is_changed(
    data: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide()
    copies.look()
    copy = newest()
    cut = tmp_path / f"copy-20261123-120000{copies.SUFFIX}"
    cut.write_bytes(copy.read_bytes()[:-1])
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    for source, passphrase, says in [
        (stick, "", "It is sealed: give its passphrase."),
        (stick, "some other passphrase", "The passphrase is another one, or the file is damaged."),
        (cut, PASSPHRASE, "The passphrase is another one, or the file is damaged."),
        (nothing, PASSPHRASE, f"There is no copy in {nothing}"),
        (tmp_path / "stick" / "gone", PASSPHRASE, "There is no copy in"),
    ]:
        assert says in refusal(restoring.lay_ready, source, passphrase)
    monkeypatch.setattr(copies, "check_database", lambda *_: {})
    (stick / "tdsuite-00000000").mkdir()
    shutil.copy(copy, stick / "tdsuite-00000000")
    assert "There are copies of several installations" in refusal(restoring.lay_ready, stick, PASSPHRASE)
    assert not (data / "restore").exists() and not list(data.glob("before-restore-*"))


def tampered(copy: Path, statements: str) -> None:
    """Change the database of an unsealed copy, as somebody can who holds it."""
    with zipfile.ZipFile(copy) as packed:
        entries = {name: packed.read(name) for name in packed.namelist()}
    database = copy.with_name("tampered.sqlite3")
    database.write_bytes(entries[copies.DATABASE])
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.executescript(statements)
    with zipfile.ZipFile(copy, "w") as packed:
        for name, content in (entries | {copies.DATABASE: database.read_bytes()}).items():
            packed.writestr(name, content)
    database.unlink()


@COMMITTED
@pytest.mark.sqlite
def test_a_restore_says_what_in_a_copy_is_not_as_its_record_has_it(data: Path) -> None:
    User.objects.create_superuser("keeper")
    decide()
    copies.look()
    tampered(newest(), "UPDATE tournaments_division SET planned_rounds = 9; UPDATE access_user SET is_superuser = 0")
    laid = restoring.lay_ready(newest(), "")
    of_the_site, of_the_event = laid.flaws
    assert "is_superuser is False: record 1 left True" in of_the_site
    assert "planned_rounds is 9: record 2 left 5" in of_the_event
    assert f"it is not as its record says: {of_the_site}; {of_the_event}." in laid.says
    assert {path.name for path in (data / "restore").iterdir()} <= {*swap.DATA, "ready"}  # what the check made is gone


@COMMITTED
@pytest.mark.sqlite
def test_an_unsealed_copy_is_refused_where_sealed_ones_are_expected(data: Path, tmp_path: Path) -> None:
    decide()
    copies.look()
    unsealed = newest().read_bytes()
    (stick := tmp_path / "stick").mkdir()
    services.choose_folder(by=COMMAND_LINE, folder=str(stick), passphrase=PASSPHRASE)
    copies.look()
    planted = newest().with_name(f"copy-20991231-235959{copies.SUFFIX}")
    planted.write_bytes(unsealed)
    assert "It is not sealed, and you gave a passphrase." in refusal(restoring.lay_ready, stick, PASSPHRASE)
    assert f"It is not sealed, and {newest().name} beside it is" in refusal(restoring.lay_ready, stick, "")
    planted.unlink()
    assert restoring.lay_ready(stick, PASSPHRASE).flaws == ()


@COMMITTED
@pytest.mark.sqlite
def test_a_copy_of_a_newer_version_is_refused(data: Path) -> None:
    newer = ("tournaments", "9999_newer")
    decide()
    MigrationRecorder(connection).record_applied(*newer)
    try:
        copies.look()
    finally:
        MigrationRecorder(connection).record_unapplied(*newer)
    says = refusal(restoring.lay_ready, newest(), "")
    assert "A newer version of tdsuite wrote this database: tournaments 9999_newer" in says


@COMMITTED
@pytest.mark.sqlite
def test_where_printed_codes_lead_is_named_and_damaged_photos_are_counted(data: Path, stick: Path) -> None:
    values = {**EVENT, "public_base_url": "http://192.168.1.20:8000"}
    create_tournament(by=COMMAND_LINE, slug="harbour", values=values, divisions=[DIVISION])
    (data / "files" / "sheets" / "photo.jpg").write_bytes(b"a photo")
    copies.look()
    (state.own_folder(stick) / "files" / "sheets" / "photo.jpg").write_bytes(sealing.MAGIC + bytes(100))
    says = restoring.lay_ready(newest(), PASSPHRASE).says
    assert "Printed codes lead to http://192.168.1.20:8000: give this computer that address and port" in says
    assert "1 files could not be opened and are missing." in says


# --- the page and the command --------------------------------------------------------------------


@COMMITTED
@pytest.mark.sqlite
def test_the_page_chooses_a_folder_and_restores(data: Path, tmp_path: Path, client: Client) -> None:
    client.force_login(administrator())
    decide()
    stick = tmp_path / "stick"
    stick.mkdir()
    page = reverse("backups:page")
    assert "Copies lie on this computer only" in client.get(page).content.decode()
    form = {"folder-folder": str(stick), "folder-passphrase": "short"}
    answer = client.post(reverse("backups:folder"), form)
    assert (answer.status_code, "A passphrase has at least 12 letters." in answer.content.decode()) == (422, True)
    assert client.post(reverse("backups:folder"), {**form, "folder-passphrase": PASSPHRASE}).status_code == 302
    copies.look()
    assert str(newest()) in client.get(page).content.decode()

    form = {"restore-source": str(stick), "restore-passphrase": PASSPHRASE}
    answer = client.post(reverse("backups:restore"), form)
    assert (answer.status_code, "This computer holds: Harbour Cup." in answer.content.decode()) == (422, True)
    answer = client.post(reverse("backups:restore"), {**form, "restore-put_aside": "on", "restore-passphrase": "wrong"})
    assert (answer.status_code, "The passphrase is another one" in answer.content.decode()) == (422, True)
    answer = client.post(reverse("backups:restore"), {**form, "restore-put_aside": "on"})
    assert (answer.status_code, "The copy of" in answer.content.decode()) == (200, True)
    assert swap.is_ready(data)


@pytest.mark.parametrize("name", ["page", "folder", "restore"])
def test_backups_are_for_administrators_alone(name: str, client: Client) -> None:
    address = reverse(f"backups:{name}")
    call = client.get if name == "page" else client.post
    assert call(address)["Location"].startswith(reverse("access:login"))
    director = make_user("ada")
    Membership.objects.create(user=director, tournament=make_division().tournament, role=Role.DIRECTOR)
    client.force_login(director)
    answer = call(address)
    assert (answer.status_code, "You may not look after backups." in answer.content.decode()) == (403, True)


def command(*words: str, passphrase: str = PASSPHRASE, monkeypatch: pytest.MonkeyPatch) -> str:
    out = StringIO()
    monkeypatch.setattr("sys.stdin", StringIO(f"{passphrase}\n"))
    call_command("backup", *words, stdout=out)
    return out.getvalue().strip()


@COMMITTED
@pytest.mark.sqlite
def test_the_command_does_what_the_page_does(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    decide()
    services.choose_folder(by=COMMAND_LINE, folder=str(stick), passphrase=PASSPHRASE)
    copy = command("now", monkeypatch=monkeypatch)
    assert copy == str(newest())
    with pytest.raises(CommandError, match=r"This computer holds: Harbour Cup. With --put-aside it is put aside."):
        command("restore", copy, monkeypatch=monkeypatch)
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)  # the test's own transaction is open on it
    says = command("restore", copy, "--put-aside", monkeypatch=monkeypatch)
    assert says.endswith("Start the suite now.") and (data / "tdsuite.sqlite3").exists()
