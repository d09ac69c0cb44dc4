"""What is refused, in plain sentences: the event stays where it is."""

import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations import CreateModel
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from tdsuite.ops.aside import event_file, folder
from tdsuite.ops.aside.folder import digest_of, unnamed
from tdsuite.ops.aside.services import bring_back, put_aside
from tdsuite.ops.aside.tidying import let_go_of_unnamed
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.models import PlayerLink, Station
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.platform.jobs.models import Job
from tdsuite.tournaments.models import AsideEvent, Entry, Player, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import remove_entry
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.events import create_tournament
from tdsuite.tournaments.services.personal import export_person
from tdsuite.tournaments.services.practice import delete_practice_event
from tests.factories import make_division, make_played_event, make_tournament, make_user
from tests.ops.aside.events import all_rows, finished
from tests.platform.access.signing import give_link

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def event() -> Tournament:
    return finished(make_played_event(players=4, played=2).tournament)


def refusal(decide: Callable[[], Any]) -> tuple[str, str]:
    """Code and sentence; nothing was changed."""
    before = all_rows()
    with pytest.raises(Refused) as refused, transaction.atomic():
        decide()
    assert all_rows() == before
    return refused.value.code, str(refused.value)


def test_only_a_finished_event_without_work_under_way_is_put_aside(event: Tournament) -> None:
    def refused() -> tuple[str, str]:
        return refusal(lambda: put_aside(by=COMMAND_LINE, tournament=Tournament.objects.get(pk=event.pk)))

    job = Job.objects.create(kind="jobs.selftest", queue="now", tournament=event)
    assert refused() == (
        "jobs_waiting",
        "Jobs of Lakeside Open wait or run (1): let them end, or stop them under Files, Jobs.",
    )
    job.delete()
    Tournament.objects.filter(pk=event.pk).update(status="running")
    assert refused() == (
        "event_not_finished", "Lakeside Open is not finished: finish it first, then put it aside."
    )  # fmt: skip
    Tournament.objects.filter(pk=event.pk).update(is_practice=True)
    assert refused()[0] == "practice_event"
    assert unnamed() == []


@pytest.mark.parametrize("role", [Role.SCORER, Role.ASSISTANT, Role.READER])
def test_only_its_leaders_put_it_aside_and_bring_it_back(event: Tournament, role: Role) -> None:
    helper, organiser = (
        make_user("helper", tournament=event, role=role),
        make_user(tournament=event, role=Role.ORGANISER),
    )
    director_elsewhere = make_user("elsewhere", tournament=make_tournament("elsewhere"))
    for by in (helper, director_elsewhere):
        with pytest.raises(NotAllowed):
            put_aside(by=by, tournament=event)
    aside = put_aside(by=organiser, tournament=event)
    assert aside.put_aside_by == organiser
    for by in (helper, director_elsewhere):
        with pytest.raises(NotAllowed):
            bring_back(by=by, event=aside)
    bring_back(by=organiser, event=aside)
    records = Record.objects.of_chain("site").filter(action__startswith="event.")
    assert [(row.action, row.actor_id, row.object_id) for row in records] == [
        ("event.put_aside", organiser.pk, str(event.pk)),
        ("event.brought_back", organiser.pk, str(event.pk)),
    ]


def test_an_event_that_changes_while_its_file_is_written_stays(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where no record tells of the change."""
    entry = Entry.objects.filter(division__tournament=event).first()
    give_link(entry)

    def keep(*files: Path) -> None:
        folder_keep(*files)
        PlayerLink.objects.update(revoked_at=timezone.now())

    folder_keep = folder.keep
    monkeypatch.setattr(folder, "keep", keep)
    code, sentence = refusal(lambda: put_aside(by=COMMAND_LINE, tournament=event))
    assert (code, sentence[:53]) == ("changed_meanwhile", "The event was changed while its file was being writte")
    assert unnamed() == []


def test_a_file_that_does_not_say_the_same_as_the_database_is_not_trusted(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def insert(model: Any, rows: Any, alias: str) -> None:
        event_insert(model, list(rows)[: None if model is not Entry else -1], alias)

    event_insert = event_file._insert
    monkeypatch.setattr(event_file, "_insert", insert)
    assert refusal(lambda: put_aside(by=COMMAND_LINE, tournament=event))[0] == "no_file"
    assert unnamed() == []


def test_a_full_disk_stops_both_and_nothing_is_lost(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    monkeypatch.setattr(folder, "LOW_DISK_BYTES", 10**18)
    assert refusal(lambda: bring_back(by=COMMAND_LINE, event=aside))[0] == "disk_full"
    monkeypatch.undo()
    back = bring_back(by=COMMAND_LINE, event=aside)
    monkeypatch.setattr(folder, "LOW_DISK_BYTES", 10**18)
    assert refusal(lambda: put_aside(by=COMMAND_LINE, tournament=back))[0] == "disk_full"


def test_a_missing_or_damaged_file_is_named_and_the_event_stays_aside_until_it_is_there_again(
    event: Tournament,
) -> None:
    before = all_rows()
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    path, data = aside.path, aside.path.read_bytes()
    path.unlink()
    code, sentence = refusal(lambda: bring_back(by=COMMAND_LINE, event=aside))
    assert code == "file_missing"
    assert sentence == (
        f"The file of Lakeside Open is missing. The event stays aside: put the file back from a backup ({path}), and try again."
    )
    assert [(flaw.row, flaw.what) for flaw in verify(None).flaws] == [
        ("event lakeside-open, put aside", f"its file {aside.file} is missing")
    ]
    path.write_bytes(data[:100] + bytes([data[100] ^ 1]) + data[101:])
    assert refusal(lambda: bring_back(by=COMMAND_LINE, event=aside))[0] == "file_damaged"
    assert "is damaged" in verify(None).flaws[0].what
    path.write_bytes(data)
    bring_back(by=COMMAND_LINE, event=aside)
    assert (all_rows(), verify(None).flaws) == (before, ())


def changed_file(aside: AsideEvent, *statements: str, manifest: tuple[bytes, bytes] = (b"", b"")) -> None:
    """Write its file anew with a database that was changed, as another version would have written it."""
    with zipfile.ZipFile(aside.path) as packed:
        entries = {name: packed.read(name) for name in packed.namelist()}
    database = aside.path.with_name("changed.sqlite3")
    database.write_bytes(entries[event_file.DATABASE])
    with closing(sqlite3.connect(database)) as changed:
        for statement in statements:
            changed.execute(statement)
        changed.commit()
    entries[event_file.DATABASE] = database.read_bytes()
    database.unlink()
    entries[event_file.MANIFEST] = entries[event_file.MANIFEST].replace(*manifest)
    with zipfile.ZipFile(aside.path, "w") as packed:
        for name, data in entries.items():
            packed.writestr(name, data)
    AsideEvent.objects.filter(pk=aside.pk).update(sha256=digest_of(aside.path), size=aside.path.stat().st_size)
    aside.refresh_from_db()


@pytest.mark.parametrize(
    ("statement", "manifest"),
    [
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_later', '2030-01-01')",
            (b"", b""),
        ),
        ("SELECT 1", (b'"format": 1', b'"format": 2')),
    ],
)
def test_a_file_of_a_newer_version_is_refused(event: Tournament, statement: str, manifest: tuple[bytes, bytes]) -> None:
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    changed_file(aside, statement, manifest=manifest)
    assert refusal(lambda: bring_back(by=COMMAND_LINE, event=aside)) == (
        "newer_file",
        "A newer version of the suite wrote the file of Lakeside Open. It stays aside: install that version, and try again.",
    )


def made_after(number: str) -> list[str]:
    """The tables that later migrations of tournaments make, the last first."""
    disk = MigrationLoader(connection).disk_migrations
    later = sorted(name for app, name in disk if app == "tournaments" and name > f"{number}_~")
    made = [
        step.name for name in later for step in disk["tournaments", name].operations if isinstance(step, CreateModel)
    ]
    return [f"tournaments_{name.lower()}" for name in reversed(made)]


def test_a_file_of_an_older_version_is_brought_up_to_date_first(event: Tournament) -> None:
    """Of the time before drills, events put aside, and screens."""
    before = all_rows()
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    changed_file(
        aside,
        "ALTER TABLE tournaments_tournament DROP COLUMN drills",
        *(f"DROP TABLE {table}" for table in made_after("0017")),
        "DELETE FROM django_migrations WHERE app = 'tournaments' AND name > '0017'",
    )
    bring_back(by=COMMAND_LINE, event=aside)
    assert all_rows() == before


def test_numbers_that_another_row_has_keep_it_aside(event: Tournament) -> None:
    entry = Entry.objects.filter(division__tournament=event).first()
    assert entry is not None
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    other = make_division(make_tournament("other"), players=1).entries.get()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_entry SET id = %s WHERE id = %s", [entry.pk, other.pk])
    code, sentence = refusal(lambda: bring_back(by=COMMAND_LINE, event=aside))
    assert code == "numbers_taken"
    assert sentence.startswith(f"Entries here have the numbers of this event’s own ({entry.pk}): it stays aside.")


def test_the_short_name_stays_taken_and_people_and_lists_that_it_names_stay(
    event: Tournament, django_capture_on_commit_callbacks: Any
) -> None:
    person = Player.objects.order_by("pk").first()
    assert person is not None
    practice = make_division(make_tournament("practice", is_practice=True), players=0)
    practice.entries.create(player=person, number=1)
    entry = make_division(make_tournament("other"), players=0).entries.create(player=person, number=1)
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    values = {"name": "Again", "starts_on": event.starts_on, "ends_on": event.ends_on}
    code, sentence = refusal(lambda: create_tournament(by=COMMAND_LINE, slug=event.slug, values=values))
    assert (code, "is put aside and comes back under this name" in sentence) == ("slug_taken", True)
    for decide in (erase_player, export_person):
        assert refusal(lambda decide=decide: decide(by=COMMAND_LINE, player=person)) == (
            "put_aside",
            f"{person} played in an event that is put aside too. Lakeside Open is put aside: bring it back first.",
        )
    remove_entry(by=COMMAND_LINE, entry=entry)
    delete_practice_event(by=COMMAND_LINE, tournament=practice.tournament)
    assert Player.objects.filter(pk=person.pk).exists()
    bring_back(by=COMMAND_LINE, event=aside)
    assert unnamed() == [aside.path]
    with django_capture_on_commit_callbacks(execute=True):
        erase_player(by=COMMAND_LINE, player=person)
    assert unnamed() == []  # what lay about of it held the name too


def test_the_commands_say_what_they_did_and_why_not(event: Tournament, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("put_aside", event.slug)
    aside = AsideEvent.objects.get()
    assert capsys.readouterr().out == (
        f"lakeside-open: put aside in {aside.path} ({aside.size} bytes, SHA-256 {aside.sha256}).\n"
    )
    for command in ("put_aside", "standings"):
        with pytest.raises(
            CommandError, match=r"is put aside: bring it back first. manage.py bring_back lakeside-open"
        ):
            call_command(command, event.slug, *(["a"] if command == "standings" else []))
    with pytest.raises(CommandError, match="lakeside-open is put aside: 'site' looks at its file"):
        call_command("verify_audit", event.slug)
    with pytest.raises(CommandError, match=r"No event 'lakeside' is put aside. Put aside are: lakeside-open."):
        call_command("bring_back", "lakeside")
    call_command("bring_back", event.slug)
    assert capsys.readouterr().out == "lakeside-open: back, as it was.\n"
    with pytest.raises(Refused, match="was brought back already"):
        bring_back(by=COMMAND_LINE, event=aside)


def test_what_the_database_itself_refuses_is_a_refusal_too(event: Tournament) -> None:
    """A tablet that has the key of one that comes back."""
    key = {"name": "Desk", "key_hash": "k" * 64}
    Station.objects.create(tournament=event, **key)
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    Station.objects.create(tournament=make_tournament("other"), **key)
    code, sentence = refusal(lambda: bring_back(by=COMMAND_LINE, event=aside))
    assert (code, sentence[-26:]) == ("place_taken", "Lakeside Open stays aside.")


def test_erasing_somebody_leaves_the_files_of_events_that_are_aside(event: Tournament) -> None:
    aside = put_aside(by=COMMAND_LINE, tournament=event)
    left = aside.path.with_name("left.zip")
    left.write_bytes(b"")
    let_go_of_unnamed()
    assert (aside.path.exists(), left.exists()) == (True, False)
