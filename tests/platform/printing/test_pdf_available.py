"""Where Pango is missing, nothing crashes: the director is told what to install, and prints from the browser."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tdsuite.platform.printing import pdf
from tests.migrated import put_database

BROKEN = [name for names in pdf.LIBRARIES.values() for name in names if "pango" in name and ".so." in name]

TOLD = pdf.remedy(["Pango", "PangoFT2"], sys.platform)


@pytest.fixture
def no_pango(tmp_path: Path) -> dict[str, str]:
    """An environment in which the system's Pango cannot be loaded: files of its names that are no libraries come first."""
    if sys.platform != "linux":
        pytest.skip("the loader is led astray by LD_LIBRARY_PATH on Linux only")
    for name in BROKEN:
        (tmp_path / name).write_bytes(b"not a library\n" * 64)
    return {**os.environ, "LD_LIBRARY_PATH": str(tmp_path), "TDSUITE_DATA": str(tmp_path / "data")}


def answer(script: str, environment: dict[str, str]) -> list[object]:
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout.splitlines()[-1])
    return found


LOOK = "import json; from tdsuite.platform.printing import pdf; print(json.dumps(pdf.pdf_available()))"
IMPORT = """
import json, contextlib, io
try:
    with contextlib.redirect_stdout(io.StringIO()):
        import weasyprint
    print(json.dumps([True]))
except OSError:
    print(json.dumps([False]))
"""
JOB = """
import django, json, sys
django.setup()
from django.db import transaction
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tests.platform.jobs.kinds import drain
from tdsuite.platform.printing import services
from tests.factories import make_tournament
from tests.platform.printing import samples
with samples.declared():
    job = services.request_print(report=samples.NAME, obj=make_tournament(), by=COMMAND_LINE)
    drain(Runner(), "printing")
job.refresh_from_db()
print(json.dumps([job.status, job.error, "weasyprint" in sys.modules]))
"""


def test_the_look_agrees_with_weasyprint_itself_where_pango_is_there() -> None:
    assert answer(LOOK, dict(os.environ)) == [True, ""]
    assert answer(IMPORT, dict(os.environ)) == [True]


def test_the_look_agrees_with_weasyprint_itself_where_pango_is_missing(no_pango: dict[str, str]) -> None:
    assert answer(IMPORT, no_pango) == [False]
    assert answer(LOOK, no_pango) == [False, TOLD]


@pytest.mark.process
def test_the_job_is_refused_with_the_remedy_where_pango_is_missing(no_pango: dict[str, str]) -> None:
    put_database(Path(no_pango["TDSUITE_DATA"]))
    environment = {**no_pango, "DJANGO_SETTINGS_MODULE": "tdsuite.settings", "DATABASE_URL": ""}
    assert answer(JOB, environment) == ["failed", TOLD, False]


def test_the_helper_loads_no_django() -> None:
    script = "import sys, json; import tdsuite.platform.printing.pdf, tdsuite.platform.jobs.processes; print(json.dumps(['django' in sys.modules]))"
    assert answer(script, dict(os.environ)) == [False]
