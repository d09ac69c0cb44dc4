"""What is put aside comes back as it was: every row of every table, every file, the record."""

import pytest

from tdsuite.ops.aside.event_file import fingerprint, whole_event
from tdsuite.ops.aside.services import bring_back, put_aside
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Entry, Tournament
from tests.ops.aside.events import all_rows, finished, finished_with_files, on_disk
from tests.platform.access.routes import make_place
from tests.platform.audit.fuzzed_events import fuzzed_event

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def there_and_back(tournament: Tournament) -> None:
    before, verdict, seen = all_rows(), verify(tournament), fingerprint(whole_event(tournament))
    aside = put_aside(by=COMMAND_LINE, tournament=tournament)
    assert whole_event(tournament) == {Tournament: {tournament.pk}}  # which was asked for, and is no row any more
    assert not Tournament.objects.filter(pk=tournament.pk).exists()
    assert verify(None).flaws == ()
    bring_back(by=COMMAND_LINE, event=aside)
    assert all_rows() == before
    assert fingerprint(whole_event(tournament)) == seen  # as the database itself has them
    assert (verify(tournament), verify(None).flaws) == (verdict, ())


@pytest.mark.parametrize("seed", range(5))
def test_an_event_of_luck_comes_back_row_by_row_and_its_record_is_whole(seed: int) -> None:
    tournament = finished(fuzzed_event(seed, 40).tournament)
    assert verify(tournament).whole
    there_and_back(tournament)


def test_an_event_with_a_row_of_every_kind_and_files_comes_back_beside_another_one_with_the_same_people() -> None:
    place, other = make_place("put-aside"), make_place("stays")
    Entry.objects.filter(pk=place.hall.event.entry(1).pk).update(player=other.hall.event.entry(1).player)
    Tournament.objects.filter(pk=place.tournament.pk).update(
        notices=[{"number": 1, "text": "Lunch", "at": "2026-05-16T12:00:00+00:00"}]
    )
    tournament, files = finished_with_files(place)
    kinds = {model._meta.label for model in whole_event(tournament)}
    assert kinds >= {
        "access.Invitation", "access.Membership", "access.Station", "adjudication.ChallengeSlip", "jobs.JobFile",
        "results.Prize", "results.Ruling", "results.SheetPhoto", "results.Signature", "audit.Record", "audit.ReasonText",
    }  # fmt: skip
    there_and_back(tournament)
    assert on_disk(files) == files
