"""A pack is several sheets in one file."""

import io

import pytest
from pypdf import PdfReader

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.printing import registry, services
from tests.factories import make_played_event, make_round
from tests.platform.jobs.kinds import drain

pytestmark = pytest.mark.django_db


def test_the_pack_holds_everything_for_a_round_in_one_file(runner: Runner) -> None:
    row = make_round(make_played_event(players=4, played=1), 2)
    job = services.request_print(
        report="director-pack", obj=row, by=COMMAND_LINE, tournament=row.division.tournament, options={"round": 2}
    )
    drain(runner, "printing")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error
    reader = PdfReader(io.BytesIO(job.files.get().open().read()))
    texts = [page.extract_text() for page in reader.pages]
    assert job.files.get().name == "lakeside-open-a-r02-director-pack.pdf"
    assert ("/StructTreeRoot" in reader.root_object, reader.root_object["/Lang"]) == (True, "en-gb")
    assert ["1 / 1" in text for text in texts] == [True] * 8
    for title, text in zip(
        ("", "Standings", "Pairings by table", "Pairings by name", "Result slips"), texts, strict=False
    ):
        assert title in text


def test_what_has_nothing_to_print_is_left_out_of_the_pack() -> None:
    row = make_played_event(players=4, played=1).rounds.get(number=1)
    sheet = registry.find("director-pack").build(row, {})
    assert [part.report.name for part in sheet.parts] == ["pairings-by-table", "pairings-by-name", "result-slips", "tally-sheet", "attendance"]  # fmt: skip
