"""Taking a round's pairings back costs as many statements for many boards as for few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run, unpublish_round
from tdsuite.platform.access.guard import COMMAND_LINE
from tests.factories import make_division, make_tournament

pytestmark = pytest.mark.django_db


def test_unpublishing_asks_as_much_for_forty_players_as_for_eight() -> None:
    counts = []
    for players in (8, 40):
        division = make_division(make_tournament(f"event-{players}"), players=players, rounds=3)
        (row,) = publish_run(by=COMMAND_LINE, run=make_draft(by=COMMAND_LINE, division=division, number=1))
        with CaptureQueriesContext(
            connection,
        ) as sent:
            unpublish_round(by=COMMAND_LINE, round=row, reason="Too early.")
        counts.append(len(sent))
    assert counts[0] == counts[1], "\n".join(q["sql"][:110] for q in sent)
