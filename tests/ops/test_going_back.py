"""An upgrade in the hall is taken back: one command, and what was decided since is kept beside."""

import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.journeys.installation import Installation
from tests.migrated import address_of
from tests.ops.installations import COMMITTED, decide
from tests.scratch import scratch_database

pytestmark = pytest.mark.process

STORY = """
import io, os, sqlite3
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from tdsuite.ops import safety_copy
from tdsuite.ops.backups.services import note_restored
from tdsuite.ops.launcher.runlock import RunLock
from tdsuite.platform.audit.models import Record
from tdsuite.tournaments.models import Tournament
from tests.ops.installations import decide
from pathlib import Path

def run(*words):
    out = io.StringIO()
    try:
        call_command(*words, stdout=out, stderr=out)
    except CommandError as error:
        return str(error)
    return out.getvalue()

def facts():
    return sorted(Tournament.objects.values_list("slug", flat=True)), sorted(MigrationRecorder(connection).applied_migrations())

says = [run("backup", "go_back")]
call_command("migrate", "access", "0008", verbosity=0)
decide("before")
old = facts()
safety_copy.make()
call_command("migrate", verbosity=0)
upgraded = facts()
root = Path(os.environ["TDSUITE_DATA"])
(root / "backups" / "before-upgrade-0002.sqlite3").write_bytes(b"no database")
decide("since")
says.append(run("backup", "go_back"))
(root / "backups" / "before-upgrade-0002.sqlite3").unlink()
says.append(run("backup", "go_back"))
lock = RunLock(root)
lock.acquire(print)
says.append(run("backup", "go_back", "--put-aside"))
lock.release()
unchanged = facts()
says.append(run("backup", "go_back", "--put-aside"))
back = facts()
(aside,) = (root / "backups").glob("before-going-back-*.sqlite3")
kept = [slug for (slug,) in sqlite3.connect(aside).execute("SELECT slug FROM tournaments_tournament ORDER BY slug")]
call_command("migrate", verbosity=0)
note_restored()
restored = Record.objects.get(action="backup.restored").after["kind"]
print(json.dumps({"says": says, "back": back == old, "again": facts() == (["before"], upgraded[1]),
    "changed": unchanged != (["before", "since"], upgraded[1]), "kept": kept, "restored": restored}))
"""


@pytest.mark.sqlite
def test_going_back_gives_the_database_of_the_older_version_and_keeps_the_newer_one(tmp_path: Path) -> None:
    installation = Installation(tmp_path / "data", variables={"PYTHONPATH": "."})
    installation.prepare()
    story = installation.python(STORY)
    none, damaged, decided, running, went = story["says"]
    assert none.startswith("There is no copy from before an upgrade in ")
    assert damaged.startswith("The copy cannot be put back: file is not a database. Nothing was changed.")
    assert "decisions were made since the upgrade. With --put-aside they are put aside." in decided
    assert running.startswith("tdsuite already runs on this data") and running.endswith("\nStop the suite.")
    assert "before the upgrade (before-upgrade-0001.sqlite3)" in went and "verify_audit EVENT --accept" in went
    assert (story["back"], story["changed"], story["again"]) == (True, False, True)
    assert (story["kept"], story["restored"]) == (["before", "since"], "before an upgrade")


WHOLE = """
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Tournament
from tests.ops.installations import decide
events = sorted(Tournament.objects.values_list("slug", flat=True))
whole = [verify(tournament).whole for tournament in (None, Tournament.objects.get())]
decide("later")
after = sorted(Tournament.objects.values_list("slug", flat=True))
print(json.dumps({"events": events, "whole": whole, "after": after}))
"""


@pytest.mark.postgres
@COMMITTED
def test_a_dump_of_postgresql_is_whole_in_a_database_of_its_own_and_takes_decisions_again(tmp_path: Path) -> None:
    """What goes back a version there, and what replaces its server: the line of docs/operations.md."""
    decide("before")
    dump = tmp_path / "tdsuite.dump"
    address = address_of(connection.settings_dict["NAME"])
    subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", address], check=True)
    decide("since")
    with scratch_database() as database:
        restore = ["pg_restore", "--no-owner", "--exit-on-error", "--clean", f"--dbname={database}", str(dump)]
        subprocess.run(restore, check=True)
        site = Installation(tmp_path / "data", variables={"DATABASE_URL": database})
        site.folder.mkdir()
        for key in ("record_key", "secret_key"):
            (site.folder / key).write_text(getattr(settings, key.upper()), encoding="ascii")
        assert site.python(WHOLE) == {"events": ["before"], "whole": [True, True], "after": ["before", "later"]}
