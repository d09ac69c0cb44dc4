"""What pages say, and how those that show what counts before they save are pressed: looked at, then saved as they were."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tdsuite.console.table.urls import urlpatterns

AT_THE_TABLE = frozenset(each.name for each in urlpatterns)


def official_url(name: str, *place: object) -> str:
    """An address of results; what is pressed at a table is the console's."""
    return reverse(f"{'console' if name in AT_THE_TABLE else 'results'}:{name}", args=place)


def text(response: Any) -> str:
    """A page as it is read."""
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").replace("&amp;", "&").split())


def field(response: Any, name: str) -> str:
    """The value of the first named input of a page; "" where there is none."""
    found = re.search(rf'name="{name}"\s+value="([^"]*)"', response.content.decode())
    return found[1] if found else ""


def look_and_save(client: Client, address: str, sent: dict[str, Any], **options: Any) -> Any:
    """Post a form, and post it again with the button that saves what was shown; the first answer where nothing was."""
    looked = client.post(address, sent, **options)
    save = field(looked, "save")
    return client.post(address, {**sent, "save": save}, **options) if save else looked
