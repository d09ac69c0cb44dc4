"""Events of decisions drawn by a seed are made again from their record, row for row; so are two real ones."""

import os
from pathlib import Path

import pytest
from django.db import connection, models

from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.actions import EventAction
from tdsuite.tournaments.models import Round
from tdsuite.tournaments.services.decision import deciding
from tests.factories import make_division
from tests.oracles.files import oracle
from tests.platform.audit.fuzzed_events import fuzzed_event
from tests.platform.audit.rebuilding import rebuilt
from tests.platform.audit.unrecorded_writes import UnrecordedWrites

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SEEDS, DECISIONS = (100, 150) if os.environ.get("HYPOTHESIS_PROFILE") == "full" else (2, 60)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_fuzzed_event_holds_together_and_is_made_again(seed: int, tmp_path: Path) -> None:
    with connection.execute_wrapper(UnrecordedWrites()):
        event = fuzzed_event(seed, DECISIONS)
    result = rebuilt(event.tournament, tmp_path)
    assert result.differences == ()
    assert result.records > DECISIONS // 6, (event.taken, event.refused)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("name", "divisions", "rounds"), [("csw-2023-24x23.t", 1, 23), ("tourney-js/spc-2024-a-47x31.tourney.js", 1, 31)]
)
def test_a_real_event_is_made_again(name: str, divisions: int, rounds: int, tmp_path: Path) -> None:
    source = SourceFile(Path(name).name, oracle(name).read_bytes())
    tournament, _ = import_tournament(by=COMMAND_LINE, slug="real", files=[source])
    result = rebuilt(tournament, tmp_path)
    assert (result.differences, result.divisions) == ((), divisions)
    assert Round.objects.filter(division__tournament=tournament).count() == rounds


def test_a_decision_that_writes_what_it_does_not_record_is_named() -> None:
    division = make_division(players=2)
    with (
        pytest.raises(AssertionError, match=r"written, and kept by no record: .'tournaments.round'"),
        connection.execute_wrapper(UnrecordedWrites()),
        deciding(division, by=COMMAND_LINE, action=EventAction.ENTRY_CHANGED) as decision,
    ):
        models.QuerySet(Round).bulk_create([Round(division=division, number=1)])
        decision.record(division)
