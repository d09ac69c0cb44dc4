"""The PDF of a report, made by the job with the real WeasyPrint in a real helper, and read back with pypdf."""

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit import services as audit
from tdsuite.platform.jobs.models import Job, JobFile
from tdsuite.platform.jobs.runner import Runner
from tdsuite.platform.printing import services
from tdsuite.platform.printing.registry import Report, UnknownReport
from tdsuite.tournaments.models import Tournament
from tests.actions import ExampleAction
from tests.platform.jobs.kinds import drain
from tests.platform.printing import samples

A4, LETTER = (595, 842), (612, 792)


def printed(runner: Runner, tournament: Tournament, **options: object) -> tuple[Job, PdfReader]:
    paper = str(options.pop("paper", "A4"))
    job = services.request_print(
        report=samples.NAME, obj=tournament, by=COMMAND_LINE, tournament=tournament, paper=paper, options=options
    )
    drain(runner, "printing")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error
    return job, PdfReader(io.BytesIO(job.files.get().open().read()))


def size(reader: PdfReader, page: int = 0) -> tuple[int, int]:
    box = reader.pages[page].mediabox
    return round(box.width), round(box.height)


def test_a_report_is_printed_in_bulk_with_progress_and_one_file(
    sample: Report, tournament: Tournament, runner: Runner
) -> None:
    job, reader = printed(runner, tournament)
    file = job.files.get()
    assert (job.queue, job.done, job.total) == ("printing", 3, 3)
    assert file.name == "lakeside-open-a-r07-sample-boards.pdf"
    assert (file.content_type, file.size) == ("application/pdf", file.path.stat().st_size)
    assert job.result == {"file": file.name, "bytes": file.size}
    assert len(reader.pages) == 1


def test_the_pdf_is_tagged_and_names_its_language_and_title(
    sample: Report, tournament: Tournament, runner: Runner
) -> None:
    _, reader = printed(runner, tournament)
    root: Any = reader.root_object
    assert root["/MarkInfo"]["/Marked"] == True  # noqa: E712  a PDF boolean, equal to True and not it
    assert root["/Lang"] == "en-gb"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] == True  # noqa: E712
    assert reader.metadata is not None
    assert reader.metadata.title == "Sample boards · Division A · round 7 · Lakeside Open & Friends"
    assert "pdfuaid" in reader.xmp_metadata.stream.get_data().decode()  # type: ignore[union-attr]


def kinds_of_tags(node: object) -> set[str]:
    found: set[str] = set()
    todo = [node]
    while todo:
        item = todo.pop()
        item = item.get_object() if hasattr(item, "get_object") else item
        if isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, dict):
            found.add(str(item.get("/S", "")))
            todo.append(item.get("/K"))
    return found


def test_the_tags_hold_a_heading_and_a_real_table(sample: Report, tournament: Tournament, runner: Runner) -> None:
    _, reader = printed(runner, tournament)
    assert {"/H1", "/Table", "/Caption", "/TR", "/TH", "/TD"} <= kinds_of_tags(reader.root_object["/StructTreeRoot"])


def test_every_page_repeats_the_running_header_the_table_head_and_its_number(
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


def test_no_row_is_torn_or_lost_between_pages(sample: Report, tournament: Tournament, runner: Runner) -> None:
    _, reader = printed(runner, tournament, boards=120)
    lines = "\n".join(page.extract_text() for page in reader.pages)
    found = [(int(table), first.strip()) for table, first in re.findall(r"^(\d+) ([A-Z]\w+ [A-Z][\w-]+)", lines, re.M)]
    assert found == [(table, first) for table, first, _ in samples.boards(120)]


def test_the_footer_carries_the_head_of_the_audit_chain(sample: Report, tournament: Tournament, runner: Runner) -> None:
    with audit.deciding_on(tournament, by=COMMAND_LINE, action=ExampleAction.EVENT_OPENED) as decision:
        decision.record(tournament)
    _, reader = printed(runner, tournament)
    assert f"Record {audit.head_hash(tournament)[:12]}" in reader.pages[0].extract_text()


def test_the_only_fonts_are_ours_and_embedded(sample: Report, tournament: Tournament, runner: Runner) -> None:
    _, reader = printed(runner, tournament)
    resources: Any = reader.pages[0]["/Resources"]
    names = {re.sub(r"^/[A-Z]{6}\+", "", str(font.get_object()["/BaseFont"])) for font in resources["/Font"].values()}
    assert names and all(name.startswith("Source-Sans-Pro") for name in names)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("paper", "page", "expected"),
    [("A4", "", A4), ("letter", "", LETTER), ("A4", "landscape", A4[::-1]), ("letter", "landscape", LETTER[::-1])],
)
def test_a_sheet_fills_the_paper_it_was_asked_for(
    paper: str, page: str, expected: tuple[int, int], tournament: Tournament, runner: Runner
) -> None:
    _, reader = printed(runner, tournament, boards=60, paper=paper, page=page)
    assert {size(reader, number) for number in range(len(reader.pages))} == {expected}


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


def test_a_picture_inside_the_sheet_itself_is_welcome(sample: Report, tournament: Tournament, runner: Runner) -> None:
    dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    job, reader = printed(runner, tournament, image=dot)
    assert job.status == Job.Status.DONE
    assert len(reader.pages[0].images) == 1


def test_what_was_deleted_meanwhile_is_said_to_be_gone(sample: Report, tournament: Tournament, runner: Runner) -> None:
    job = services.request_print(report=samples.NAME, obj=tournament, by=COMMAND_LINE)
    tournament.delete()
    drain(runner, "printing")
    job.refresh_from_db()
    assert (job.status, job.error) == (Job.Status.FAILED, "What was to be printed is gone.")


def test_an_unknown_report_or_paper_is_refused_before_anything_is_queued(tournament: Tournament) -> None:
    with pytest.raises(UnknownReport):
        services.request_print(report="no-such-paper", obj=tournament, by=COMMAND_LINE)
    assert Job.objects.count() == 0


def test_an_unknown_paper_is_refused_before_anything_is_queued(sample: Report, tournament: Tournament) -> None:
    with pytest.raises(services.UnknownPaper):
        services.request_print(report=samples.NAME, obj=tournament, by=COMMAND_LINE, paper="A7")
    assert Job.objects.count() == 0
