"""Holds decisions to their records: what one wrote into a table that the record keeps rows of, the record keeps.

So whichever service or cascade a test drives, a row that an event could not be made again with fails it, and names the decision.
"""

import re
from collections.abc import Callable
from typing import Any

from tdsuite.platform.audit import services
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import RECORDED

WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"(?: SET (.*?)(?: WHERE |$))?', re.DOTALL)
RECORDS = f'INSERT INTO "{Record._meta.db_table}"'
Pending = list[tuple[Record, str, str]]


class UnrecordedWrites:
    """What the decision under way has written: the records that it is to leave, and by table the statement."""

    def __init__(self) -> None:
        self.pending: Pending = []
        self.written: dict[str, str] = {}

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        pending = services._pending.get()
        if pending is not None:
            if pending is not self.pending:  # what a refused decision wrote is not judged with this one
                self.pending, self.written = pending, {}
            self.note(sql, context["cursor"].rowcount)
        elif sql.startswith(RECORDS) and self.pending:
            self.judge()
        elif sql.startswith("RELEASE") and self.written and not self.pending:
            written, self.written = self.written, {}
            raise AssertionError(f"a decision without a record has written {written}")
        elif sql.startswith("ROLLBACK"):  # a decision was refused: the next one's records are not held to its writes
            self.pending, self.written = [], {}
        return result

    def note(self, sql: str, count: int) -> None:
        write = WRITES.match(sql)
        if write is None or (count == 0 and not sql.startswith("INSERT")):
            return
        for declared in RECORDED.values():
            fields = [declared.model._meta.get_field(name) for name in (*declared.fields, *declared.words)]
            columns = {f'"{field.column}" =' for field in fields}
            if declared.model._meta.db_table == write[1] and (
                write[2] is None or any(name in write[2] for name in columns)
            ):
                self.written[declared.label] = sql[:300]

    def judge(self) -> None:
        """Once the records are written.  Rows of a kept table that none of them keeps are missed."""
        records = [row for row, _salt, _reason in self.pending]
        kept = {label for row in records for label in row.facts or ()}
        missed = {label: sql for label, sql in self.written.items() if label not in kept}
        actions = ", ".join(row.action for row in records)
        self.pending, self.written = [], {}
        assert not missed, f"{actions}: written, and kept by no record: {missed}"
