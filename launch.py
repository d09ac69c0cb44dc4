#!/usr/bin/env python3
"""Start the suite on this computer: `python3 launch.py` (Linux, macOS) or `py launch.py` (Windows).

This file must still be readable by any old Python, so that it can say what is wrong: no newer syntax here.
"""

import sys

NEEDED = (3, 11)


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
    import os

    names = ["python3." + str(minor) for minor in range(20, NEEDED[1] - 1, -1)]
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return [name for name in names if any(os.access(os.path.join(folder, name), os.X_OK) for folder in folders)]


def main():
    # type: () -> int
    text = refusal(tuple(sys.version_info[:3]), newer_pythons())
    if text is not None:
        sys.stderr.write(text)
        return 1
    from tdsuite.ops.launcher.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
