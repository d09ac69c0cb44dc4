"""A produced file is whole and known, or it is not there at all."""

import hashlib
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tdsuite.platform.jobs import files
from tdsuite.platform.jobs.errors import DiskFull, JobRefused, LeaseLost
from tdsuite.platform.jobs.models import Job, JobFile
from tests.platform.jobs.kinds import claim_next, enqueued


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"


@pytest.fixture
def job(db: None, media: Path) -> Job:
    enqueued()
    claimed = claim_next("now", "ann")
    assert claimed is not None
    return claimed


def on_disk(media: Path) -> list[Path]:
    return sorted(path for path in media.rglob("*") if path.is_file())


def test_a_file_is_kept_with_its_size_and_hash(job: Job, media: Path) -> None:
    file = files.store(job, "lakeside-a-r07-slips.pdf", b"%PDF-1.7 made up", "application/pdf")
    assert (file.name, file.size, file.content_type) == ("lakeside-a-r07-slips.pdf", 16, "application/pdf")
    assert file.sha256 == hashlib.sha256(b"%PDF-1.7 made up").hexdigest()
    assert on_disk(media) == [file.path]
    with file.open() as stored:
        assert stored.read() == b"%PDF-1.7 made up"
    assert files.store(job, "standings.csv", b"1,2").content_type == "text/csv"
    assert files.store(job, "dump", b"1").content_type == "application/octet-stream"


def test_a_second_attempt_replaces_the_file_of_the_first(
    job: Job, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        files.store(job, "slips.pdf", b"first")
        second = files.store(job, "slips.pdf", b"second")
    assert job.files.get() == second
    assert on_disk(media) == [second.path]


def test_a_deleted_jobs_files_leave_the_disk_too(
    job: Job, media: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        files.store(job, "slips.pdf", b"x")
        job.delete()
    assert on_disk(media) == []


def test_what_a_killed_worker_left_without_a_row_is_removed_and_nothing_else(job: Job, media: Path) -> None:
    kept = files.store(job, "slips.pdf", b"kept")
    for name in (".part-abc", "0123456789abcdef.pdf"):
        (kept.path.parent / name).write_bytes(b"half")
    other = media / "jobs" / "999999"
    other.mkdir()
    (other / "theirs.pdf").write_bytes(b"x")
    assert files.tidy(job) == 2
    assert on_disk(media) == sorted([kept.path, other / "theirs.pdf"])
    assert files.tidy(job) == 0


@pytest.mark.parametrize(
    ("name", "kept"),
    [("../../etc/passwd", "....etcpasswd"), ("Round 7: slips?.pdf", "Round_7_slips.pdf"), ("a/b.csv", "ab.csv")],
)
def test_no_name_leads_out_of_the_jobs_folder(name: str, kept: str, job: Job, media: Path) -> None:
    file = files.store(job, name, b"x")
    assert file.name == kept
    assert file.path.parent == media / "jobs" / str(job.pk)


def test_a_worker_that_lost_its_job_leaves_no_file(job: Job, media: Path) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    claim_next("now", "bob")
    with pytest.raises(LeaseLost):
        files.store(job, "slips.pdf", b"x")
    assert (on_disk(media), JobFile.objects.count()) == ([], 0)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a file's size are a Unix thing")
def test_where_there_is_no_room_the_director_reads_it_and_nothing_is_left(job: Job, media: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 * 1024, hard))  # the kernel refuses to write on, as on a full disk
    try:
        with pytest.raises(DiskFull) as refused:
            files.store(job, "slips.pdf", b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused.value.says == (
        f"The disk is full: 98 KB did not fit into {media}/jobs/{job.pk}. Free some space there, then press “Try again”."
    )
    assert (on_disk(media), JobFile.objects.count()) == ([], 0)


def test_a_folder_that_cannot_be_written_is_named(job: Job, media: Path) -> None:
    media.parent.mkdir(exist_ok=True)
    media.write_text("a file where the folder should be", encoding="ascii")
    with pytest.raises(JobRefused, match=rf"could not be written to {media}.*Put that right, then press “Try again”"):
        files.store(job, "slips.pdf", b"x")
