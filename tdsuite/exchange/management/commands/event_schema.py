from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tdsuite.formats.event_json.document import schema_text

SCHEMA = Path(settings.BASE_DIR) / "static" / "tdsuite" / "schemas" / "event-1.json"


class Command(BaseCommand):
    help = "Write the published schema of the event's own document anew from its model."

    def handle(self, *args: Any, **options: Any) -> None:
        SCHEMA.write_text(schema_text(), encoding="utf-8")
        self.stdout.write(str(SCHEMA))
