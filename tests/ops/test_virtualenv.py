"""The virtual environment, made for real from a package of our own; the network is nowhere."""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tdsuite.ops.launcher import virtualenv
from tdsuite.ops.launcher.virtualenv import CannotPrepare, Places

pytestmark = pytest.mark.process

CHECKOUT = Path(__file__).resolve().parents[2]
LOCK = "requirements.txt"
NO_NETWORK = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1"}
MISSING_PIP = "no wheel of pip: not in ensurepip, not in /usr/share/python-wheels, not in wheels/"


def build_wheel(folder: Path, version: str) -> str:
    """A wheel `tiletest` of one module, made by hand; its line for a hash lock."""
    path = folder / f"tiletest-{version}-py3-none-any.whl"
    info = f"tiletest-{version}.dist-info"
    files = {
        "tiletest.py": f"VERSION = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tiletest\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(text)}\n"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(name, text)
    return f"tiletest=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def mark(at: Places, **changes: str) -> None:
    marker = {"for": virtualenv.platform_tag(), LOCK: virtualenv.digest_of(at.lock(LOCK)), **changes}
    (at.wheels / virtualenv.MARKER).write_text(json.dumps(marker), encoding="utf-8")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """A checkout with a bundle of `tiletest` 1.0, where no network is."""
    for name, value in NO_NETWORK.items():
        monkeypatch.setenv(name, value)
    places = Places(tmp_path, tmp_path / ".venv", tmp_path / "wheels")
    places.wheels.mkdir()
    places.lock(LOCK).write_text(build_wheel(places.wheels, "1.0"), encoding="utf-8")
    mark(places)
    return places


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but pip, made once: making one takes seconds."""
    made = tmp_path_factory.mktemp("bare") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", made], check=True)
    wheel = pip_wheel()
    subprocess.run(
        [made / "bin" / "python", wheel / "pip", "install", "-q", "--no-index", wheel], check=True, cwd=wheel.parent
    )
    return made


@pytest.fixture
def made(at: Places, bare: Path) -> Places:
    """The same checkout with an environment that holds pip alone."""
    shutil.copytree(bare, at.venv, symlinks=True)
    return at


def installed(at: Places) -> str:
    code = "import tiletest; print(tiletest.VERSION)"
    return subprocess.run([at.python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.full
def test_made_from_the_bundle_without_network_and_left_alone_the_second_time(at: Places) -> None:
    told: list[str] = []
    assert virtualenv.ensure(at, LOCK, told.append) is True
    assert installed(at) == "1.0"
    assert told == [
        f"Making the virtual environment {at.venv}",
        "Installing the packages of requirements.txt from wheels/ (no network needed)",
    ]
    shutil.rmtree(at.wheels)
    assert virtualenv.ensure(at, LOCK, told.append) is False
    assert len(told) == 2


@pytest.mark.parametrize("lock", [LOCK, "requirements-dev.txt"])
def test_what_came_in_one_file_is_never_made_anew(at: Places, lock: str) -> None:
    at.venv.mkdir()
    stamp = {LOCK: virtualenv.digest_of(at.lock(LOCK)), virtualenv.BUNDLE: "whole"}
    (at.venv / virtualenv.STAMP).write_text(json.dumps(stamp), encoding="utf-8")
    with pytest.raises(CannotPrepare, match="Delete that folder and start the file again"):
        virtualenv.ensure(at, lock, print)
    assert (at.venv / virtualenv.STAMP).exists()


@pytest.mark.full
def test_a_changed_lock_is_installed_into_the_same_environment(made: Places) -> None:
    at = made
    virtualenv.ensure(at, LOCK, print)
    at.lock(LOCK).write_text(build_wheel(at.wheels, "1.1"), encoding="utf-8")
    mark(at)
    told: list[str] = []
    assert virtualenv.ensure(at, LOCK, told.append) is True
    assert installed(at) == "1.1"
    assert told == ["Installing the packages of requirements.txt from wheels/ (no network needed)"]


def test_a_package_that_is_not_the_locked_one_is_refused(made: Places, capfd: pytest.CaptureFixture[str]) -> None:
    at = made
    with zipfile.ZipFile(at.wheels / "tiletest-1.0-py3-none-any.whl", "a") as archive:
        archive.writestr("more.py", "print('not what was locked')\n")
    with pytest.raises(CannotPrepare, match="The packages could not be installed"):
        virtualenv.ensure(at, LOCK, print)
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in capfd.readouterr().err
    assert virtualenv.STAMP not in {each.name for each in at.venv.iterdir()}


def test_without_bundle_and_network_it_says_what_to_do_and_goes_on_from_there_next_time(made: Places) -> None:
    at = made
    kept = at.wheels.rename(at.checkout / "elsewhere")
    with pytest.raises(CannotPrepare) as refused:
        virtualenv.ensure(at, LOCK, print)
    assert str(refused.value).endswith(
        "The packages could not be installed. Check the network and start again; what is there is kept. "
        "For a place without network, run `launch.py bundle --wheels` where there is one and copy the checkout with wheels/."
    )
    kept.rename(at.wheels)
    told: list[str] = []
    assert virtualenv.ensure(at, LOCK, told.append) is True
    assert told == ["Installing the packages of requirements.txt from wheels/ (no network needed)"]


UV = """#!/bin/sh
echo "$@" > {log}
exit {code}
"""


@pytest.mark.parametrize("code", [0, 1])
def test_uv_fills_the_environment_where_it_is_there_and_pip_where_uv_fails(
    made: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    at, folder = made, tmp_path / "bin"
    folder.mkdir()
    (folder / "uv").write_text(UV.format(log=folder / "asked", code=code), encoding="utf-8")
    (folder / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    at.wheels.rename(at.checkout / "elsewhere")
    if code:
        with pytest.raises(CannotPrepare, match="pip install"):  # there is no network here
            virtualenv.ensure(at, LOCK, print)
    else:
        assert virtualenv.ensure(at, LOCK, print) is True
    words = (folder / "asked").read_text(encoding="utf-8").split()
    assert words[:2] == ["pip", "install"] and words[-3:] == ["--require-hashes", "-r", LOCK]
    assert words[words.index("--python") + 1] == str(at.python)


@pytest.mark.parametrize("changes", [{"for": "cpython-399-plan9-vax"}, {LOCK: "0" * 64}])
def test_a_bundle_for_another_computer_or_lock_is_not_used(at: Places, changes: dict[str, str]) -> None:
    mark(at, **changes)
    assert virtualenv.bundled(at, LOCK) is False


def test_a_bundle_that_is_not_used_is_said_so(made: Places) -> None:
    at = made
    mark(at, **{LOCK: "0" * 64})
    told: list[str] = []
    with pytest.raises(CannotPrepare):
        virtualenv.ensure(at, LOCK, told.append)
    assert told == [
        "wheels/ was made for another lock or kind of computer: it is not used. Run `launch.py bundle --wheels` again.",
        "Installing the packages of requirements.txt (once, up to a minute)",
    ]


@pytest.mark.full
def test_a_half_made_environment_is_made_anew(at: Places) -> None:
    (at.venv / "bin").mkdir(parents=True)
    at.python.write_text("not a program", encoding="utf-8")
    at.python.chmod(0o755)
    assert virtualenv.ensure(at, LOCK, print) is True
    assert installed(at) == "1.0"


def pip_wheel() -> Path:
    """The wheel of pip that Python carries for ensurepip, or that of the bundle."""
    folders = (Path(sysconfig.get_path("stdlib")) / "ensurepip" / "_bundled", Path("/usr/share/python-wheels"))
    found = [each for folder in (*folders, CHECKOUT / "wheels") for each in folder.glob("pip-*.whl")]
    assert found, MISSING_PIP
    return found[0]


@pytest.mark.full
def test_without_ensurepip_the_pip_of_the_bundle_fills_it_lock_after_lock(at: Places, tmp_path: Path) -> None:
    shutil.copy(pip_wheel(), at.wheels)
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "ensurepip.py").write_text("raise ImportError('hidden')\n", encoding="utf-8")
    code = (
        "from pathlib import Path; from tdsuite.ops.launcher import virtualenv;"
        f"at = virtualenv.Places(*map(Path, {[str(at.checkout), str(at.venv), str(at.wheels)]!r}));"
        f"virtualenv.ensure(at, {LOCK!r}, print); print(virtualenv.ensure(at, 'second.txt', print))"
    )
    at.lock("second.txt").write_text(build_wheel(at.wheels, "1.2"), encoding="utf-8")
    mark(at, **{"second.txt": virtualenv.digest_of(at.lock("second.txt"))})
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        env={"PATH": "/nowhere", "PYTHONPATH": str(hidden), **NO_NETWORK},
    )
    assert done.stdout.splitlines() == [
        f"Making the virtual environment {at.venv}",
        "Installing the packages of requirements.txt from wheels/ (no network needed)",
        "Installing the packages of second.txt from wheels/ (no network needed)",
        "True",
    ]
    assert installed(at) == "1.2"


def test_a_lock_is_the_same_with_the_line_ends_of_windows(tmp_path: Path) -> None:
    (tmp_path / "unix").write_bytes(b"a==1\nb==2\n")
    (tmp_path / "dos").write_bytes(b"a==1\r\nb==2\r\n")
    assert virtualenv.digest_of(tmp_path / "unix") == virtualenv.digest_of(tmp_path / "dos")


def test_what_is_tried_once_is_not_tried_again(tmp_path: Path) -> None:
    at = Places(tmp_path, tmp_path, tmp_path / "wheels")
    assert [virtualenv.first_time(at, deed) for deed in ("pango", "pango", "chromium")] == [True, False, True]


def test_another_environment_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TDSUITE_VENV", raising=False)
    assert virtualenv.places(tmp_path).venv == tmp_path / ".venv"
    monkeypatch.setenv("TDSUITE_VENV", str(tmp_path / "other"))
    assert virtualenv.places(tmp_path).venv == tmp_path / "other"
