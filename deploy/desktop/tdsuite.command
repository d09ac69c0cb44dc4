#!/bin/sh
# Starts the suite. NOT RUN ON macOS: nobody has tried it there.
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH="$here/packages" exec "$here/python/bin/python3" -X utf8 -P -m tdsuite "$@"
