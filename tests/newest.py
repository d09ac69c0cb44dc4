"""The fast part of the tests, where whatever Django deprecates is an error: `python -m tests.newest [words for pytest]`.

`.ci/newest` runs it with the newest Python on the path and the newest packages.
"""

import subprocess
import sys

from django.utils import deprecation

FAST = ("formats", "pairings/engine", "platform/access", "results/ratings", "tournaments")
# Set on purpose, as long as Django has it.
KEPT = "ignore:The SIGNED_COOKIE_LEGACY_SALT_FALLBACK"

if __name__ == "__main__":
    # Python's own -W takes no class of a package.
    refused = [f"error::{deprecation.__name__}.{name}" for name in vars(deprecation) if name.startswith("Removed")]
    words = sys.argv[1:] or [f"tests/{name}" for name in FAST]
    filters = "filterwarnings=" + "\n".join((*refused, KEPT))
    sys.exit(subprocess.call((sys.executable, "-m", "pytest", "-q", "-o", filters, *words)))
