"""What the tests of copies share: decisions to copy, and the newest copy."""

from pathlib import Path
from typing import Any

import pytest

from tdsuite.ops.backups import copies, state
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import create_tournament
from tests.factories import make_user

PASSPHRASE = "five plain words in a row"
EVENT = {"name": "Harbour Cup", "starts_on": "2026-09-05", "ends_on": "2026-09-06"}
DIVISION = {"name": "Premier", "code": "a", "planned_rounds": 5}
COMMITTED = pytest.mark.django_db(transaction=True)  # a copy holds what is committed


def decide(slug: str = "harbour") -> None:
    create_tournament(by=COMMAND_LINE, slug=slug, values=EVENT, divisions=[DIVISION])


def newest() -> Path:
    return Path(state.read().file)


def refusal(call: Any, *args: Any, **options: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **options)
    return str(refused.value)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob(f"*{copies.SUFFIX}"))


def administrator() -> Any:
    user = make_user("boss")
    user.is_superuser = True
    user.save()
    return user
