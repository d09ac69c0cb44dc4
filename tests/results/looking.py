"""Pages that show what counts before they save: looked at, and then saved as it was looked at."""

import re
from typing import Any

from django.test import Client


def look_and_save(client: Client, address: str, sent: dict[str, Any], **options: Any) -> Any:
    """Post a form, and post it again with the button that saves what was shown; the first answer where nothing was."""
    looked = client.post(address, sent, **options)
    button = re.search(r'name="save" value="([^"]+)"', looked.content.decode())
    return client.post(address, {**sent, "save": button[1]}, **options) if button else looked
