"""Tables as CSV that a spreadsheet opens as text and numbers, never as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

# A cell that begins so, after blanks, may be run by a spreadsheet; some take the wide forms too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
MARK = "\ufeff"  # tells spreadsheets that the file is UTF-8


def guarded(cell: object) -> object:
    """The cell, text that a spreadsheet might run as a formula behind an apostrophe. Numbers stay numbers."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA):
        return f"'{cell}"
    return cell


def table_text(header: Sequence[str], rows: Iterable[Sequence[object]], *, mark: bool = False) -> str:
    """The table as CSV, lines CR LF; None is an empty cell. mark: begin with the byte order mark."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(header)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return (MARK if mark else "") + out.getvalue()
