"""The benchmarks: each can be started."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IMPORT_ALL = """
import importlib, pkgutil, benchmarks
for module in pkgutil.iter_modules(benchmarks.__path__):
    importlib.import_module(f"benchmarks.{module.name}")
    print(module.name)
"""


def test_every_benchmark_can_be_imported_before_django_is_set_up() -> None:
    """Each sets Django up itself, with a data directory of its own, or drives a server of its own."""
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == "" and done.returncode == 0
    assert sorted(done.stdout.split()) == sorted(
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem != "__init__"
    )
