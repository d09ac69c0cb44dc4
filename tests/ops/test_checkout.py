"""launch.py starts the suite from a checkout; any old Python must be able to read it, if only to say what to do."""

import ast
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import launch
from tests.ops.programs import lives

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 99)])
def test_an_older_python_is_refused_and_named(version: tuple[int, int, int]) -> None:
    text = launch.refusal(version, [])
    assert text is not None
    assert text.splitlines()[0] == (f"tdsuite needs Python 3.11 or newer; this is Python {version[0]}.{version[1]}.")


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 11, 7), (3, 14, 0), (4, 0, 0)])
def test_a_new_enough_python_is_not_refused(version: tuple[int, int, int]) -> None:
    assert launch.refusal(version, ["python3.13"]) is None


def test_the_remedy_is_the_newest_python_that_is_here_already() -> None:
    text = launch.refusal((3, 9, 2), ["python3.13", "python3.11"])
    assert text is not None
    assert text.endswith("type\n    python3.13 launch.py\n")


@pytest.mark.parametrize(
    ("platform", "remedy"),
    [
        ("linux", "    sudo apt-get install -y python3 python3-venv"),
        ("darwin", "    brew install python"),
        ("win32", "    py launch.py"),
    ],
)
def test_otherwise_the_remedy_is_the_systems_own(platform: str, remedy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert remedy in str(launch.refusal((3, 9, 2), [])).splitlines()


def test_newer_pythons_are_found_on_the_path_newest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("python3.9", "python3.11", "python3.13", "python3.12-config"):
        (tmp_path / name).touch(mode=0o755)
    (tmp_path / "python3.14").touch(mode=0o644)
    monkeypatch.setenv("PATH", os.pathsep.join(["/nonexistent", str(tmp_path)]))
    assert launch.newer_pythons() == ["python3.13", "python3.11"]


def test_the_whole_program_ends_with_1_and_the_refusal_on_standard_error() -> None:
    code = "import sys; sys.version_info = (3, 9, 2, 'final', 0); import launch; sys.exit(launch.main([]))"
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, cwd=CHECKOUT, env={"PATH": "/none"}
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("tdsuite needs Python 3.11 or newer; this is Python 3.9.\n")


def test_launch_py_uses_no_syntax_newer_than_the_oldest_python_that_can_be_asked() -> None:
    tree = ast.parse((CHECKOUT / "launch.py").read_text(encoding="utf-8"), feature_version=(3, 4))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Nonlocal, ast.Match)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    assert not [each for each in functions if each.returns or any(word.annotation for word in each.args.args)]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose packages are none and whose program repeats its words."""
    folder = tmp_path_factory.mktemp("checkout") / "Übung 1"
    (folder / "tdsuite").mkdir(parents=True)
    shutil.copy(CHECKOUT / "launch.py", folder)
    (folder / "tdsuite" / "__main__.py").write_text("import sys; print(sys.argv[1:], sys.prefix); sys.exit(3)\n")
    (folder / "parrot.py").write_text("import os, time; print(os.getpid(), flush=True); time.sleep(600)\n")
    for lock in (launch.RUNTIME, launch.DEVELOPMENT, launch.FASTER):
        (folder / lock).write_text("# nothing\n")
    return folder


def words_for(checkout: Path, *words: str, **variables: str) -> dict[str, Any]:
    python = getattr(sys, "_base_executable", sys.executable)
    environment = {"PATH": os.environ["PATH"], "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", **variables}
    return {
        "args": (python, "-S", checkout / "launch.py", *words),
        "cwd": checkout.parent,
        "env": environment,
        "text": True,
    }


def manage_check(checkout: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(**words_for(checkout, "manage", "check", "--port"), capture_output=True, check=False)


@pytest.fixture(scope="module")
def first_start(checkout: Path) -> subprocess.CompletedProcess[str]:
    """What the start told that made the environment, shared by the tests that need one."""
    return manage_check(checkout)


def test_the_first_start_makes_the_environment_and_the_next_asks_for_nothing(
    checkout: Path, first_start: subprocess.CompletedProcess[str]
) -> None:
    arguments = f"['manage', 'check', '--port'] {checkout / '.venv'}\n"
    assert (first_start.returncode, first_start.stdout) == (3, arguments)
    told = [
        f"Making the environment {checkout / '.venv'}",
        "Installing the packages of requirements.txt (once), with pip",
    ]
    assert [line for line in first_start.stderr.splitlines() if line in told] == told
    again = manage_check(checkout)
    assert (again.returncode, again.stdout, again.stderr) == (3, arguments, "")


@pytest.mark.usefixtures("first_start")
def test_a_stop_reaches_the_program_that_a_word_starts(checkout: Path) -> None:
    with subprocess.Popen(**words_for(checkout, "tool", "parrot"), stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        pid = int(started.stdout.readline())
        started.terminate()
        assert started.wait(timeout=300) == -signal.SIGTERM
    assert not lives(pid)


@pytest.mark.usefixtures("first_start")
def test_packages_that_cannot_be_had_end_the_start_with_the_remedy(checkout: Path) -> None:
    lock = checkout / launch.RUNTIME
    packages = lock.read_text()
    lock.write_text("no-such-package==1 --hash=sha256:" + 64 * "0")
    try:
        refused = subprocess.run(**words_for(checkout, "venv"), capture_output=True, check=False)
    finally:
        lock.write_text(packages)
    assert (refused.returncode, refused.stderr.splitlines()[-1][:39]) == (1, "The packages could not be installed. Ch")
