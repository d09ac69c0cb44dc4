"""Large sets are made in pieces side by side and merged; a pack is several sheets in one file."""

import io

import pytest
from pypdf import PdfReader

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.printing import registry, services
from tdsuite.tournaments.models import Round
from tests.factories import make_division, make_played_event, make_round
from tests.platform.jobs.kinds import drain

pytestmark = pytest.mark.django_db


def made(runner: Runner, report: str, row: Round) -> tuple[Job, dict[str, PdfReader]]:
    job = services.request_print(
        report=report, obj=row, by=COMMAND_LINE, tournament=row.division.tournament, options={"round": row.number}
    )
    drain(runner, "printing")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error
    return job, {file.name: PdfReader(io.BytesIO(file.open().read())) for file in job.files.all()}


def test_a_large_set_is_one_tagged_file_whose_pages_count_on_and_so_is_each_piece(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PIECE", 2)
    job, files = made(runner, "result-slips", make_round(make_division(players=24), 1))
    whole = "lakeside-open-a-r01-result-slips"
    assert sorted(files) == [f"01-{whole}-pages-001-001.pdf", f"02-{whole}-pages-002-003.pdf", f"{whole}.pdf"]
    texts = [page.extract_text() for page in files[f"{whole}.pdf"].pages]
    assert [f"{number} / 3" in text for number, text in enumerate(texts, start=1)] == [True] * 3
    assert ["/StructTreeRoot" in reader.root_object for _, reader in sorted(files.items())] == [True, True, True]
    assert (job.result["pieces"], job.done, job.total) == (2, 4, 4)
    assert files[f"{whole}.pdf"].root_object["/Lang"] == "en-gb"


@pytest.mark.parametrize(
    ("players", "pieces", "last"), [(80, 1, ""), (88, 2, "-pages-006-011"), (480, 6, "-pages-051-060")]
)
def test_a_set_is_cut_into_an_even_number_of_pieces_of_ten_pages_at_most(players: int, pieces: int, last: str) -> None:
    row = make_round(make_division(players=players), 1)
    report = registry.find("result-slips")
    found = services.pieces_of(report, report.build(row, {}), paper="A4")
    assert (len(found), found[-1].name) == (pieces, f"lakeside-open-a-r01-result-slips{last}.pdf")
    assert sum(piece.pages for piece in found) == players // 8
    assert max(piece.pages for piece in found) <= 10


def test_the_pack_holds_everything_for_a_round_in_one_file_and_each_alone(runner: Runner) -> None:
    division = make_played_event(players=4, played=1)
    job, files = made(runner, "director-pack", make_round(division, 2))
    whole = files.pop("lakeside-open-a-r02-director-pack.pdf")
    assert [name.split("-r0")[1] for name in sorted(files)] == [
        "2-director-pack.pdf", "1-standings.pdf", "2-pairings-by-table.pdf", "2-pairings-by-name.pdf",
        "2-result-slips.pdf", "2-tally-sheet.pdf", "2-attendance.pdf", "2-missing-results.pdf",
    ]  # fmt: skip
    assert len(whole.pages) == sum(len(reader.pages) for reader in files.values()) == 8
    assert all("/StructTreeRoot" in reader.root_object for reader in files.values())
    assert job.result["pieces"] == 8


def test_what_has_nothing_to_print_is_left_out_of_the_pack() -> None:
    row = make_played_event(players=4, played=1).rounds.get(number=1)
    sheet = registry.find("director-pack").build(row, {})
    assert [part.report.name for part in sheet.parts] == ["pairings-by-table", "pairings-by-name", "result-slips", "tally-sheet", "attendance"]  # fmt: skip
