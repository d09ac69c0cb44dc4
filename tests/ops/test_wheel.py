"""What the wheel holds: everything that the program reads, and nothing that only a checkout needs."""

import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tdsuite.ops import paths
from tests import wheels

PACKAGES = ("tdsuite", "pairings", "results", "adjudication")
SHIPPED = ("templates", "static", "locale")
ELSEWHERE = shutil.ignore_patterns(".*", "dist", "__pycache__", "tests", "benchmarks", "docs", "checklist")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheels.build(tmp_path_factory.mktemp("wheel"))


def sources() -> Iterator[str]:
    """What of the checkout the wheel has, under its name there."""
    for top in (*PACKAGES, *SHIPPED):
        for path in (wheels.ROOT / top).rglob("*"):
            name = path.relative_to(wheels.ROOT).as_posix()
            if path.is_file() and path.suffix not in (".po", ".pyc") and path.name != ".gitattributes":
                yield f"tdsuite/{name}" if top in SHIPPED else name


def test_the_wheel_holds_every_file_that_the_program_reads_and_no_other(built: Path) -> None:
    with zipfile.ZipFile(built) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == set(sources())
    assert all(any(name.startswith(f"tdsuite/{folder}/") for name in names) for folder in SHIPPED)
    words = ("/tests/", "test_", "oracle", "/benchmarks/", "/checklist/", "/docs/", "conftest")
    assert [name for name in names if any(word in f"/{name}" for word in words)] == []


def test_two_builds_of_the_same_sources_are_the_same_bytes(built: Path, tmp_path: Path) -> None:
    shutil.copytree(wheels.ROOT, tmp_path / "Übung 1", ignore=ELSEWHERE)
    before = os.umask(0o077)
    try:
        again = wheels.build(tmp_path / "again", tmp_path / "Übung 1")
    finally:
        os.umask(before)
    assert again.name == built.name and again.read_bytes() == built.read_bytes()


def test_the_version_and_the_command_are_those_of_the_project(built: Path) -> None:
    with zipfile.ZipFile(built) as wheel:
        folder = f"tournament_director_suite-{paths.version()}.dist-info"
        told = wheel.read(f"{folder}/METADATA").decode()
        assert f"\nName: {paths.DISTRIBUTION}\nVersion: {paths.version()}\n" in told
        assert "\nClassifier: Private :: Do Not Upload\n" in told  # the public index refuses it
        assert "tdsuite = tdsuite.ops.launcher.cli:main" in wheel.read(f"{folder}/entry_points.txt").decode()


@pytest.mark.parametrize("name", SHIPPED)
def test_what_comes_with_the_program_lies_in_this_checkout(name: str) -> None:
    assert paths.shipped(name) == wheels.ROOT / name
    assert any(paths.shipped(name).rglob("*.*"))


def test_another_process_of_the_program_heeds_no_file_of_the_folder_it_starts_in() -> None:
    assert paths.command("manage", "check") == (sys.executable, "-X", "utf8", "-P", "-m", "tdsuite", "manage", "check")
    assert paths.environment()["PYTHONPATH"].split(os.pathsep)[0] == str(wheels.ROOT)
