"""One script a claim: each prints its figures beside their limits, and ends with 1 where a limit is broken."""

import sys
from collections.abc import Mapping


def judge(claims: Mapping[str, float]) -> None:
    """Print each claim with its figure as a share of its limit; the last words of a benchmark.

    claims: {what is measured against which limit: figure / limit}; a limit is kept up to 1.

    Raises:
        SystemExit: with 1, where a limit is broken.
    """
    for claim, share in claims.items():
        print(f"{claim}: {share:.2f}{'' if share <= 1 else '  BROKEN'}")
    if any(not share <= 1 for share in claims.values()):
        sys.stdout.flush()
        sys.exit(1)
