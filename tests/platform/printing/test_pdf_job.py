"""The PDF of a report, made by the job with the real WeasyPrint in a real helper, and read back with pypdf."""

import io
import re

import pytest
from pypdf import PdfReader

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.printing import services
from tdsuite.platform.printing.registry import Report, UnknownReport
from tdsuite.tournaments.models import Tournament
from tests.platform.jobs.kinds import drain
from tests.platform.printing import samples


def printed(runner: Runner, tournament: Tournament, **options: object) -> tuple[Job, PdfReader]:
    paper = str(options.pop("paper", "A4"))
    job = services.request_print(
        report=samples.NAME, obj=tournament, by=COMMAND_LINE, tournament=tournament, paper=paper, options=options
    )
    drain(runner, "printing")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error
    return job, PdfReader(io.BytesIO(job.files.get().open().read()))


def test_a_report_is_printed_in_bulk_with_progress_and_one_file(
    sample: Report, tournament: Tournament, runner: Runner
) -> None:
    job, reader = printed(runner, tournament)
    file = job.files.get()
    assert (job.queue, job.done, job.total) == ("printing", 3, 3)
    assert file.name == "lakeside-open-a-r07-sample-boards.pdf"
    assert (file.content_type, file.size) == ("application/pdf", file.path.stat().st_size)
    assert job.result == {"file": file.name, "bytes": file.size}
    assert len(reader.pages) == 1 and reader.metadata is not None
    assert reader.metadata.title == "Sample boards · Division A · round 7 · Lakeside Open & Friends"


def test_every_page_repeats_its_heads_and_its_number_and_no_row_is_torn_or_lost(
    sample: Report, tournament: Tournament, runner: Runner
) -> None:
    _, reader = printed(runner, tournament, boards=120)
    texts = [page.extract_text() for page in reader.pages]
    assert len(texts) == 4
    for number, text in enumerate(texts, start=1):
        assert "Lakeside Open & Friends" in text
        assert "Division A · Round 7" in text
        assert re.search(r"Table\s+First\s+Second", text)
        assert f"{number} / 4" in text
        assert re.search(r"Printed \d{1,2} \w{3} 20\d\d, \d\d:\d\d", text)
    lines = "\n".join(texts)
    found = [(int(table), first.strip()) for table, first in re.findall(r"^(\d+) ([A-Z]\w+ [A-Z][\w-]+)", lines, re.M)]
    assert found == [(table, first) for table, first, _ in samples.boards(120)]


@pytest.mark.parametrize(
    "address", ["file:///etc/hostname", "https://example.org/logo.png", "https://suite.invalid/static/../secret_key"]
)
def test_a_sheet_that_asks_for_anything_but_our_own_files_is_refused(
    address: str, sample: Report, tournament: Tournament, runner: Runner
) -> None:
    job = services.request_print(report=samples.NAME, obj=tournament, by=COMMAND_LINE, options={"image": address})
    drain(runner, "printing")
    job.refresh_from_db()
    assert job.status == Job.Status.FAILED
    assert JobFile.objects.count() == 0


def test_what_was_deleted_meanwhile_is_said_to_be_gone(sample: Report, tournament: Tournament, runner: Runner) -> None:
    job = services.request_print(report=samples.NAME, obj=tournament, by=COMMAND_LINE)
    tournament.delete()
    drain(runner, "printing")
    job.refresh_from_db()
    assert (job.status, job.error) == (Job.Status.FAILED, "What was to be printed is gone.")


def test_an_unknown_report_or_paper_is_refused_before_anything_is_queued(
    sample: Report, tournament: Tournament
) -> None:
    with pytest.raises(UnknownReport):
        services.request_print(report="no-such-paper", obj=tournament, by=COMMAND_LINE)
    with pytest.raises(services.UnknownLook):
        services.request_print(report=samples.NAME, obj=tournament, by=COMMAND_LINE, paper="A7")
    assert Job.objects.count() == 0
