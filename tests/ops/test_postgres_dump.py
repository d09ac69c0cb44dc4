"""What goes back a version on PostgreSQL, and what replaces its server."""

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
