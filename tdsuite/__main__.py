"""`python -m tdsuite`: the same as `tdsuite`."""

import sys

from tdsuite.ops.launcher.cli import main

if __name__ == "__main__":
    sys.exit(main())
