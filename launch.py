#!/usr/bin/env python3
"""Run the suite from this checkout: `python3 launch.py` (Linux, macOS) or `py launch.py` (Windows).

    launch.py [words]        make the environment, then run `tdsuite` with these words: run, manage, doctor, --help
    launch.py test [words]   the tests; the words go to pytest
    launch.py tool NAME      a tool of the development environment, as `python -m NAME`
    launch.py venv [--dev]   the environment alone; --dev: with the development tools

The environment is `.venv`, or the folder that TDSUITE_VENV names; it is filled from the locks with hashes, by uv where there is one.
This file must still be readable by any old Python, so that it can say what is wrong: no newer syntax here.
"""

# ruff: noqa: RUF005
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

NEEDED = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
RUNTIME, DEVELOPMENT, FASTER = "requirements.txt", "requirements-dev.txt", "requirements-uv.txt"
STAMP = "tdsuite-installed.json"  # in the environment: the digest of every lock it was filled from
PROGRESS_SECONDS = 2.0


class Refused(Exception):
    """The environment cannot be made; the message says what to do."""


def refusal(version_info, found):
    # type: (tuple[int, ...], list[str]) -> str | None
    """The text for a Python that is too old, or None.  found: names of newer Pythons on this computer."""
    if tuple(version_info[:2]) >= NEEDED:
        return None
    text = "tdsuite needs Python " + dotted(NEEDED) + " or newer; this is Python " + dotted(version_info) + ".\n"
    if found:
        return text + "A newer one is here: type\n    " + found[0] + " launch.py\n"
    if sys.platform == "win32":
        return text + "Install it from https://www.python.org/downloads/ and type\n    py launch.py\n"
    if sys.platform == "darwin":
        return (
            text
            + "Install it with\n    brew install python\nor from https://www.python.org/downloads/, and start again.\n"
        )
    return (
        text
        + "Install it with\n    sudo apt-get install -y python3 python3-venv\n"
        + ("(Debian 12, Ubuntu 24.04 and later have one that is new enough), and start again.\n")
    )


def dotted(version):
    # type: (tuple[int, ...]) -> str
    """The first two numbers of a version, as people write them."""
    return str(version[0]) + "." + str(version[1])


def newer_pythons():
    # type: () -> list[str]
    """Commands of this computer that start a Python of the needed version, newest first."""
    names = ["python3." + str(minor) for minor in range(20, NEEDED[1] - 1, -1)]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return [name for name in names if any(os.access(os.path.join(folder, name), os.X_OK) for folder in folders)]


def say(text):
    # type: (str) -> None
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def ensure(venv, lock):
    # type: (str, str) -> str
    """Fill the environment from the lock unless it was; its Python.  No network is used when all is there.  Raises Refused."""
    python = os.path.join(venv, "Scripts", "python.exe") if os.name == "nt" else os.path.join(venv, "bin", "python")
    stamp, path = os.path.join(venv, STAMP), os.path.join(ROOT, lock)
    with open(path, "rb") as file:  # a Windows checkout may have other line ends
        digest = hashlib.sha256(file.read().replace(b"\r\n", b"\n")).hexdigest()
    known = {}
    if os.path.exists(stamp):
        with open(stamp) as file:
            known = json.load(file)
    if not works(python, "-c", ""):  # none yet, or made of a Python that has gone
        known = {}
        if run("Making the environment " + venv, [sys.executable, "-m", "venv", "--clear", venv]):
            package = "python" + dotted(tuple(sys.version_info[:2])) + "-venv"
            raise Refused(
                "No environment can be made. On Debian and Ubuntu type\n    sudo apt-get install -y " + package
            )
    if known.get(lock) == digest:
        return python
    if not fill(python, path, "Installing the packages of " + lock + " (once)"):
        raise Refused("The packages could not be installed. Check the network and start again; what is there is kept.")
    known[lock] = digest
    with open(stamp, "w") as file:
        json.dump(known, file)
    return python


def fill(python, lock, what):
    # type: (str, str, str) -> bool
    """Install a lock with uv, in a tenth of pip's time: this computer's uv, else one that pip gets; else with pip."""
    options = ["install", "-q", "--require-hashes", "-r"]
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    uv = shutil.which("uv")
    if uv is None and run("Fetching uv, which is quicker than pip", pip + options + [os.path.join(ROOT, FASTER)]) == 0:
        uv = os.path.join(os.path.dirname(python), "uv.exe" if os.name == "nt" else "uv")
    if (
        uv is not None
        and works(uv, "--version")
        and run(what, [uv, "pip"] + options + [lock, "--no-config", "--python", python]) == 0
    ):
        return True
    return run(what + ", with pip", pip + options + [lock]) == 0


def works(*command):
    # type: (*str) -> bool
    """Whether a command can be run, without a word of its own."""
    try:
        with open(os.devnull, "w") as nowhere:
            return subprocess.call(command, stdout=nowhere, stderr=nowhere) == 0
    except OSError:
        return False


def run(what, command):
    # type: (str, list[str]) -> int
    """Run a command and say every two seconds that it goes on; its exit code."""
    say(what)
    process, begun = subprocess.Popen(command), time.time()
    while True:
        try:
            return process.wait(PROGRESS_SECONDS)
        except subprocess.TimeoutExpired:
            say(what + " ... " + str(int(time.time() - begun)) + " s")
        except BaseException:
            process.kill()
            process.wait()
            raise


def become(command):
    # type: (list[str]) -> int
    """Run a program in our place: signals, terminal and exit code are its own."""
    paths = [ROOT] + [path for path in [os.environ.get("PYTHONPATH")] if path]
    environment = dict(os.environ, PYTHONUTF8="1", PYTHONPATH=os.pathsep.join(paths))
    if os.name == "nt":  # there the shell would not wait for the new program
        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)


def main(words):
    # type: (list[str]) -> int
    text = refusal(tuple(sys.version_info[:3]), newer_pythons())
    if text is not None:
        sys.stderr.write(text)
        return 1
    venv = os.path.abspath(os.environ.get("TDSUITE_VENV") or os.path.join(ROOT, ".venv"))
    word, rest = (words[0], words[1:]) if words else ("", [])
    try:
        if word in ("test", "tool"):
            python = ensure(venv, DEVELOPMENT)
            os.chdir(ROOT)
            return become([python, "-m"] + (["pytest"] if word == "test" else []) + rest)
        python = ensure(venv, RUNTIME)
        if word == "venv":
            ensure(venv, DEVELOPMENT if "--dev" in rest else RUNTIME)
            return 0
        return become([python, "-P", "-m", "tdsuite"] + words)
    except Refused as refused:
        say(str(refused))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
