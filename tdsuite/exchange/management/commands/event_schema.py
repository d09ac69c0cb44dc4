from typing import Any

from django.core.management.base import BaseCommand

from tdsuite.formats.event_json.document import schema_text
from tdsuite.ops.paths import shipped

SCHEMA = shipped("static") / "tdsuite" / "schemas" / "event-1.json"


class Command(BaseCommand):
    help = "Write the published schema of the event's own document anew from its model."

    def handle(self, *args: Any, **options: Any) -> None:
        SCHEMA.write_text(schema_text(), encoding="utf-8")
        self.stdout.write(str(SCHEMA))
