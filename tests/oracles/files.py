"""Where the real events lie. They are never copied into the project: tests read them in place."""

import os
from pathlib import Path

import pytest

ORACLES = Path(os.environ.get("TDSUITE_ORACLES", Path(__file__).resolve().parents[2].parent / "shared" / "oracles"))


def oracle(name: str) -> Path:
    """The path of one oracle file; skips the calling test, saying which file, when it is not there."""
    path = ORACLES / name
    if not path.is_file():
        pytest.skip(f"oracle absent: {name}")
    return path
