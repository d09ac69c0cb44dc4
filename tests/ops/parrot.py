"""Says each line that it hears again, with the number of its process."""

import os
import sys

if __name__ == "__main__":
    for line in sys.stdin:
        print(os.getpid(), line, end="", flush=True)
