"""Package managers stand in as small scripts on a PATH of their own; the launcher's code runs as it is."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tdsuite.ops.launcher import system
from tdsuite.ops.launcher.system import APT, BREW, CHROMIUM, DNF, PANGO, Need

CHECKOUT = Path(__file__).resolve().parents[2]
SHELL = "/bin/sh"
APT_PANGO = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
APT_INSTALL = "install -y --no-install-recommends -o DPkg::Lock::Timeout=400"


def script(folder: Path, name: str, body: str = "") -> None:
    """A command that writes its words into `calls`, then does `body`."""
    path = folder / name
    path.write_text(f'#!{SHELL}\necho "{name} $*" >> {folder}/calls\n{body}\n', encoding="utf-8")
    path.chmod(0o755)


def calls(folder: Path) -> list[str]:
    path = folder / "calls"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


@pytest.fixture
def as_user(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    return lambda number: monkeypatch.setattr(os, "geteuid", lambda: number)


@pytest.fixture
def root(as_user: Callable[[int], None]) -> None:
    as_user(0)


def test_without_a_package_manager_the_line_is_plain_advice(path: Path) -> None:
    assert system.manager() is None
    assert system.line_to_type(PANGO) == "install Pango with your system's package manager"
    assert system.install(PANGO, print) is False


def test_on_macos_only_homebrew_counts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    script(path, "apt-get")
    assert system.manager() is None
    script(path, "brew")
    assert system.manager() == BREW


@pytest.mark.parametrize(
    ("names", "found", "line"),
    [
        (["apt-get"], APT, f"sudo apt-get install -y {APT_PANGO}"),
        (["brew", "apt-get"], APT, f"sudo apt-get install -y {APT_PANGO}"),
        (["dnf"], DNF, "sudo dnf install -y pango"),
        (["brew"], BREW, "brew install pango"),
    ],
)
def test_the_package_manager_of_the_computer_has_its_line_to_type(
    path: Path, names: list[str], found: system.Manager, line: str
) -> None:
    for name in names:
        script(path, name)
    assert (system.manager(), system.line_to_type(PANGO)) == (found, line)


def test_the_line_to_type_for_venv_names_debians_package(path: Path) -> None:
    script(path, "apt-get")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    assert system.line_to_type(system.venv_need()).split()[-1] == version


SUDO = {
    "sudo": 'shift; exec "$@"',
    "true": "",
    "env": 'while case "$1" in *=*) ;; *) false ;; esac; do shift; done; exec "$@"',
}
APT_LINE = f"apt-get {APT_INSTALL} {APT_PANGO}"


@pytest.mark.parametrize(
    ("user", "scripts", "last"),
    [
        pytest.param(0, {"apt-get": ""}, APT_LINE, id="root"),
        pytest.param(1000, {"apt-get": "", **SUDO}, APT_LINE, id="sudo without a password"),
        pytest.param(1000, {"apt-get": "", "sudo": "exit 1"}, "sudo -n true", id="sudo with a password"),
        pytest.param(1000, {"apt-get": ""}, "", id="no sudo"),
        pytest.param(1000, {"brew": ""}, "brew install pango", id="homebrew needs no root"),
        pytest.param(0, {"brew": ""}, "", id="homebrew refuses root"),
    ],
)
def test_who_may_install_does_and_nobody_else_tries(
    path: Path, as_user: Callable[[int], None], user: int, scripts: dict[str, str], last: str
) -> None:
    as_user(user)
    for name, body in scripts.items():
        script(path, name, body)
    assert system.install(PANGO, print) is ("install" in last)
    assert (calls(path) or [""])[-1] == last


def test_what_no_package_manager_here_has_is_plain_advice_and_options_come_before_the_names(
    path: Path, root: None
) -> None:
    script(path, "apt-get")
    system.install(CHROMIUM, print, "--reinstall")
    assert calls(path) == [f"apt-get {APT_INSTALL} --reinstall chromium"]
    nowhere = Need("Xyzzy", {"brew": ("xyzzy",)})
    assert system.install(nowhere, print) is False and len(calls(path)) == 1
    assert system.line_to_type(nowhere) == "install Xyzzy with your system's package manager"


def test_no_question_is_asked(path: Path, root: None) -> None:
    script(path, "apt-get", 'read answer && exit 1\n[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 1')
    assert system.install(PANGO, print) is True


def test_a_new_machine_has_no_package_lists_they_are_fetched_and_it_is_tried_again(path: Path, root: None) -> None:
    script(path, "apt-get", f'[ "$1" = update ] && echo fetched > {path}/lists\n[ -f {path}/lists ]')
    assert system.install(PANGO, print) is True
    assert calls(path) == [
        f"apt-get {APT_INSTALL} {APT_PANGO}",
        "apt-get update -qq",
        f"apt-get {APT_INSTALL} {APT_PANGO}",
    ]


def test_what_cannot_be_installed_is_said(path: Path, root: None) -> None:
    script(path, "apt-get", "exit 100")
    told: list[str] = []
    assert system.install(PANGO, told.append) is False
    assert told == [f"Installing Pango, which makes the PDF files: {APT_PANGO}", "apt-get could not install it."]


def test_an_environment_that_cannot_be_made_ends_with_the_one_line_to_type(tmp_path: Path) -> None:
    """The whole program, on a Python without ensurepip and pip, with apt but without the right to use it."""
    script(tmp_path, "apt-get", "exit 100")
    checkout = tmp_path / "checkout"  # of the launcher alone: no wheels/ to help
    shutil.copytree(CHECKOUT / "tdsuite" / "ops", checkout / "tdsuite" / "ops")
    for name in ("launch.py", "requirements.txt"):
        shutil.copy(CHECKOUT / name, checkout)
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    for module in ("ensurepip", "pip"):
        (hidden / f"{module}.py").write_text("raise ImportError('hidden')\n", encoding="utf-8")
    done = subprocess.run(
        [getattr(sys, "_base_executable", sys.executable), "launch.py", "venv"],
        check=False,
        capture_output=True,
        text=True,
        cwd=checkout,
        env={"PATH": str(tmp_path), "PYTHONPATH": str(hidden), "TDSUITE_VENV": str(tmp_path / "venv")},
    )
    assert done.returncode == 1
    assert done.stdout == ""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    told = done.stderr.splitlines()
    assert told[-3] == "This Python has no ensurepip, so no virtual environment can be made. Type"
    assert told[-2].startswith("    sudo apt-get install -y python3") and told[-2].endswith(version)
    assert told[-1] == "and start again."
    assert not (tmp_path / "venv").exists()
