from collections.abc import Iterator
from typing import Any

import pytest

from tests.results.mail.hall import MailHall
from tests.results.mail.server import MailServer, mail_server


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def hall(db: None, server: MailServer, settings: Any) -> MailHall:
    return MailHall(server, settings)
