"""The linters of templates, scripts and style sheets, as `make check` runs them: `python -m tests.lint`."""

import subprocess
import sys
import sysconfig
from pathlib import Path

from tests import stylesheets

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (
    ("djangofmt", "--check", "templates"),
    ("djangofmt", "check", "templates"),
    ("oxlint", "--deny-warnings", "static/tdsuite/js"),
)


def tool(name: str) -> str:
    """Where a linter lies in this environment.

    Raises:
        SystemExit: it is not installed; the message says how to install it.
    """
    path = Path(sysconfig.get_path("scripts")) / (f"{name}.exe" if sys.platform == "win32" else name)
    if not path.exists():
        raise SystemExit(f"{name} is not installed. Type: {sys.executable} -m pip install -r requirements-dev.txt")
    return str(path)


def main() -> int:
    """Run every linter; 1 if any of them found something."""
    codes = [stylesheets.main()]
    codes += [subprocess.run([tool(name), *words], cwd=ROOT, check=False).returncode for name, *words in CHECKS]
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
