"""Copies of the installation: made, checked, thinned out, sealed."""

import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as live_settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from tdsuite.ops import health
from tdsuite.ops.backups import copies, sealing, services, state
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.models import User
from tdsuite.platform.audit.models import Record
from tests.factories import make_division
from tests.ops.installations import COMMITTED, PASSPHRASE, administrator, decide, names, newest, refusal

pytestmark = pytest.mark.django_db


# --- sealing -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_key")
@pytest.mark.parametrize("size", [0, 1, sealing.PART - 1, sealing.PART, sealing.PART + 1, 2 * sealing.PART])
def test_what_is_sealed_comes_back_with_the_passphrase_alone(size: int) -> None:
    plain, key = bytes(range(256)) * (size // 256) + bytes(size % 256), sealing.key_of(PASSPHRASE)
    sealed, opened = BytesIO(), BytesIO()
    sealing.seal(BytesIO(plain), sealed, key)
    assert sealing.salt_of(BytesIO(sealed.getvalue())) == key.salt
    sealing.unseal(
        BytesIO(sealed.getvalue()), opened.write, sealing.key_of(f"  {PASSPHRASE.replace(' ', '  ')} ", key.salt)
    )
    assert opened.getvalue() == plain
    with pytest.raises(sealing.CannotOpen):
        sealing.unseal(BytesIO(sealed.getvalue()), BytesIO().write, sealing.key_of("another passphrase", key.salt))


@pytest.mark.usefixtures("quick_key")
def test_a_sealed_file_that_was_cut_off_changed_or_put_together_anew_is_refused() -> None:
    key, sealed = sealing.key_of(PASSPHRASE), BytesIO()
    sealing.seal(BytesIO(bytes(3 * sealing.PART)), sealed, key)
    whole, head, part = sealed.getvalue(), len(sealing.MAGIC) + 2 * sealing.SALT, sealing.PART + sealing.TAG
    changed = bytearray(whole)
    changed[head + 7] ^= 1
    exchanged = (
        whole[:head] + whole[head + part : head + 2 * part] + whole[head : head + part] + whole[head + 2 * part :]
    )
    for wrong in (whole[:-1], whole[: head + 2 * part], whole[:head], bytes(changed), exchanged, whole + b"x"):
        with pytest.raises(sealing.CannotOpen):
            sealing.unseal(BytesIO(wrong), BytesIO().write, key)


# --- copies --------------------------------------------------------------------------------------


@COMMITTED
@pytest.mark.sqlite
def test_a_look_copies_what_was_decided_and_makes_no_copy_where_nothing_was(data: Path) -> None:
    decide()
    copies.look()
    first = newest()
    copies.look()
    assert (newest(), first.parent) == (first, data / "backups")
    with zipfile.ZipFile(first) as packed:
        assert packed.read("secret_key").decode() == live_settings.SECRET_KEY
        assert packed.read("record_key").decode() == live_settings.RECORD_KEY
    shown = state.status()
    assert shown is not None and (shown.place, shown.file, shown.problem) == ("computer", first, "")
    decide("second")
    copies.look()
    assert state.read().heads.keys() == set(Record.objects.values_list("chain", flat=True))


@COMMITTED
@pytest.mark.sqlite
def test_in_a_chosen_folder_nothing_can_be_read_without_the_passphrase(data: Path, stick: Path) -> None:
    (data / "files" / "sheets" / "photo.jpg").write_bytes(b"a photo of a sheet")
    (data / "files" / "jobs").mkdir()
    (data / "files" / "jobs" / "print.pdf").write_bytes(b"a print that can be made again")
    decide()
    copies.look()
    assert newest().parent == state.own_folder(stick)
    stored = [path for path in stick.rglob("*") if path.is_file()]
    assert sorted(path.name for path in stored) == [newest().name, "photo.jpg"]
    assert all(path.read_bytes().startswith(sealing.MAGIC) for path in stored)
    assert not [text for path in stored for text in (b"a photo", b"Harbour", b"SQLite") if text in path.read_bytes()]
    assert PASSPHRASE not in "".join(path.read_text(errors="replace") for path in data.rglob("*") if path.is_file())


@COMMITTED
@pytest.mark.sqlite
def test_a_photo_that_is_erased_goes_from_the_copies_too(data: Path, stick: Path) -> None:
    photo = data / "files" / "sheets" / "photo.jpg"
    photo.write_bytes(b"a photo")
    decide()
    copies.look()
    photo.unlink()
    decide("second")
    copies.look()
    assert not list(stick.rglob("photo.jpg"))


@COMMITTED
@pytest.mark.sqlite
def test_a_stick_that_is_pulled_out_is_named_and_copies_stay_on_the_computer_until_it_is_back(
    data: Path, stick: Path, client: Client
) -> None:
    division = make_division()
    client.force_login(administrator())
    decide()
    copies.look()
    own = state.own_folder(stick)
    away = own.rename(stick.parent / "pulled out")
    copies.look()  # the mount point is still there, and empty
    assert list(stick.iterdir()) == []
    shown = state.status()
    assert shown is not None and (shown.place, names(data / "backups")) == ("computer", [newest().name])
    assert shown.problem.startswith(f"The folder for backups is not there: {stick}. Put the stick in again")
    page = client.get(reverse("console:round", args=[division.tournament.slug])).content.decode()
    assert "The folder for backups is not there" in page and "on this computer" in page
    assert "The newest backup is late, or not where it should be: see the Round board." in health.look().problems
    away.rename(own)
    copies.look()
    shown = state.status()
    assert shown is not None and (shown.place, shown.problem) == ("folder", "")
    page = client.get(reverse("console:round", args=[division.tournament.slug])).content.decode()
    assert "The folder for backups is not there" not in page


@COMMITTED
@pytest.mark.sqlite
@pytest.mark.parametrize("damage", ["hash = 'x'", "seq = seq + 1"])
def test_a_copy_whose_record_does_not_hold_does_not_count(data: Path, damage: str) -> None:
    User.objects.create_superuser("keeper")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE audit_chainhead SET {damage} WHERE chain = 'site'")
    copies.look()
    assert (names(data / "backups"), state.read().looked_at) == ([], "")
    assert "the newest records of chain site are missing" in state.read().problem
    assert not (data / "backups" / "work").exists()


@COMMITTED
@pytest.mark.sqlite
def test_a_record_that_was_changed_is_found_in_the_copy(data: Path) -> None:
    decide()
    copy = data / "copy.sqlite3"
    copies.safety_copy.copy_sqlite(copy)
    heads = copies.check_database(copy, {})
    with closing(sqlite3.connect(copy)) as database, database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("UPDATE audit_record SET action = 'nothing' WHERE seq = 1 AND chain <> 'site'")
    with pytest.raises(copies.NotWhole, match="record 1 of chain"):
        copies.check_database(copy, {})
    assert copies.check_database(copy, heads) == heads  # followed before: only what came after is followed again


@COMMITTED
@pytest.mark.sqlite
def test_a_full_disk_keeps_the_older_copies_and_stands_on_day(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decide()
    copies.look()
    before = names(data / "backups")

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies, "put", full)
    decide("second")
    copies.look()
    assert names(data / "backups") == before
    assert state.read().problem.startswith("No backup could be made: [Errno 28] No space left on device.")
    monkeypatch.setattr(copies, "LOW_DISK_BYTES", 10**18)  # as soon as it is nearly full: results need the room first
    copies.look()
    assert "the disk of this computer is nearly full: make room" in state.read().problem


@COMMITTED
@pytest.mark.sqlite
def test_two_never_make_copies_at_once(data: Path) -> None:
    decide()
    with copies.alone():
        copies.look()
    assert names(data / "backups") == []
    copies.look()
    assert len(names(data / "backups")) == 1


@COMMITTED
@pytest.mark.sqlite
def test_a_worker_that_makes_no_copies_any_more_is_noticed(data: Path) -> None:
    decide()
    copies.look()
    looked = datetime.now(UTC) - timedelta(minutes=2)
    state.write(state.State(looked.isoformat(), str(newest()), looked.isoformat(), {}))
    shown = state.status()
    assert shown is not None and shown.problem.startswith(f"No backup since {looked:%H:%M:%S} UTC")


def test_copies_are_thinned_out_by_time(tmp_path: Path) -> None:
    start = datetime(2026, 11, 23, 12, 0, 1, tzinfo=UTC)
    for seconds in range(0, 3 * 3600, 20):  # three hours of a busy event
        (tmp_path / f"copy-{start + timedelta(seconds=seconds):{copies.STAMP}}{copies.SUFFIX}").touch()
    for days in range(1, 20):
        (tmp_path / f"copy-{start - timedelta(days=days):{copies.STAMP}}{copies.SUFFIX}").touch()
    copies.thin_out(tmp_path)
    times = sorted((copies.time_of(tmp_path / name) for name in names(tmp_path)), reverse=True)
    newest_time = start + timedelta(seconds=3 * 3600 - 20)
    assert times[:6] == [newest_time - timedelta(seconds=20 * number) for number in range(6)]
    within_an_hour = [time for time in times if newest_time - time < timedelta(hours=1)]
    assert len(within_an_hour) == 6 + 11
    assert len(times) <= copies.NEWEST + sum(count for _length, count in copies.SLOTS)


def test_copies_are_bounded_in_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "MOST_BYTES", 80)
    for hour in range(10):
        (tmp_path / f"copy-20261123-{hour:02d}0000{copies.SUFFIX}").write_bytes(bytes(10))
    copies.thin_out(tmp_path)
    assert len(names(tmp_path)) == 8


# --- where copies go -----------------------------------------------------------------------------


@pytest.mark.sqlite
def test_a_folder_that_cannot_hold_copies_is_refused(data: Path, tmp_path: Path) -> None:
    for folder, passphrase, says in [
        (str(tmp_path / "nowhere"), PASSPHRASE, "Name a folder that is there"),
        ("stick", PASSPHRASE, "with its whole path"),
        (str(data / "files"), PASSPHRASE, "lies in the suite’s own data"),
        (str(tmp_path), "too short", "A passphrase has at least 12 letters."),
    ]:
        assert says in refusal(services.choose_folder, by=COMMAND_LINE, folder=folder, passphrase=passphrase)
    assert state.chosen() is None and not Record.objects.exists()


@pytest.mark.sqlite
def test_the_choice_of_a_folder_is_recorded_without_its_passphrase(stick: Path) -> None:
    record = Record.objects.get()
    assert (record.action, record.chain, record.after) == ("backup.folder_chosen", "site", {"folder": str(stick)})


@pytest.mark.postgres
def test_postgresql_is_backed_up_by_its_own_programs(data: Path) -> None:
    copies.look()
    assert state.status() is None and not (data / "backups").exists()
    assert "PostgreSQL is backed up as docs/operations.md says" in refusal(
        services.choose_folder, by=COMMAND_LINE, folder="", passphrase=""
    )
