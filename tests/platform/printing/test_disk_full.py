"""The disk is full while a pack is made: said on the page, nothing half-written is left, and another try makes it.

In a process of its own with its database in memory, so that the kernel's limit of a file's size meets the produced files alone.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform == "win32", reason="limits of a file's size are a Unix thing"),
]
ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """
import json, resource, sqlite3, threading, time
from multiprocessing import active_children
from pathlib import Path
import django

def fill_up(hard):
    while not active_children():  # the helper has begun, and has the room of before
        time.sleep(0.01)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))


def main():
    django.setup()
    from django.conf import settings
    from django.db import connection
    from tests.migrated import NAME, put_static, template
    connection.ensure_connection()
    sqlite3.connect(template() / NAME).backup(connection.connection)
    put_static(settings.DATA_DIR)
    from django.test import Client
    from tdsuite.platform.access.guard import COMMAND_LINE
    from tdsuite.platform.access.models import User
    from tdsuite.platform.jobs.runner import Runner
    from tests.platform.jobs.kinds import drain
    from tdsuite.platform.jobs.services import retry
    from tdsuite.platform.printing.services import request_print
    from tests.factories import make_played_event, make_round

    row = make_round(make_played_event(players=8, played=1), 2)
    event = row.division.tournament
    client = Client()
    client.force_login(User.objects.create_superuser("director"))
    options = {"round": 2, "division": "a"}
    job = request_print(report="director-pack", obj=row, tournament=event, by=COMMAND_LINE, options=options)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))  # the kernel writes no file beyond, as on a full disk
    worker = Runner()

    def told():
        job.refresh_from_db()
        disk = sorted(path.name for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file())
        rows = sorted(Path(file.stored).name for file in job.files.all())
        sizes = [file.size for file in job.files.all()]
        return {"status": job.status, "error": job.error, "same": disk == rows, "sizes": sizes, "result": job.result}

    drain(worker, "printing")
    setting = told()  # the helpers, which inherit the limit, find no room for their fonts
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    retry(job, COMMAND_LINE)
    filled = threading.Thread(target=fill_up, args=(hard,))
    filled.start()
    drain(worker, "printing")
    filled.join()
    full = told()  # the pages are set, but the file finds no room
    pages = [client.get(f"/console/lakeside-open/jobs/{job.pk}/"), client.get("/console/lakeside-open/print/")]
    sheet = client.get("/console/lakeside-open/print/director-pack/a/2/?paper=A4")
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    retry(job, COMMAND_LINE)
    drain(worker, "printing")
    worker.close()
    texts = [page.content.decode() for page in (*pages, sheet)]
    print(json.dumps({"setting": setting, "full": full, "pages": texts, "again": told()}))

if __name__ == "__main__":
    main()
"""


def run(tmp_path: Path, limit: int) -> dict[str, Any]:
    program = tmp_path / "hall.py"
    program.write_text(SCRIPT.replace("ROOM", str(limit)), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "tdsuite.settings",
        "TDSUITE_DATA": str(tmp_path / "data"),
        "DATABASE_URL": "sqlite://:memory:",
    }
    done = subprocess.run(
        [sys.executable, str(program)], check=False, env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_full_disk_is_said_on_the_page_and_another_try_makes_the_pack(tmp_path: Path) -> None:
    limit = 40 * 1024
    found = run(tmp_path, limit)
    setting, full, again = found["setting"], found["full"], found["again"]
    assert (setting["status"], setting["same"], setting["sizes"]) == ("failed", True, [])
    assert setting["error"] == "The disk is full. Free some space, then press “Try again”."
    assert full["status"] == "failed"
    assert full["error"].startswith("The disk is full: ") and full["error"].endswith(
        "Free some space there, then press “Try again”."
    )
    assert full["same"]  # no file without a row, no row without its file, nothing half-written
    assert full["sizes"] == []
    job_page, queue, sheet = found["pages"]
    for text in (job_page, queue):
        assert "The disk is full: " in text and "Try again" in text
        assert "/console/lakeside-open/print/director-pack/a/2/?paper=A4" in text
    assert "In this pack" in sheet
    assert (again["status"], again["error"], again["same"]) == ("done", "", True)
    assert len(again["sizes"]) == 1 and again["sizes"][0] > limit
