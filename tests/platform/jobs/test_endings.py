"""How a job ended is written whatever the database or the work does."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.jobs import lease, services
from tdsuite.platform.jobs.context import JobContext
from tdsuite.platform.jobs.errors import JobRefused
from tdsuite.platform.jobs.runner import Runner
from tests.platform.jobs.kinds import outcome

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_end_that_cannot_be_written_is_written_once_the_database_is_back(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker goes on trying: the job does not wait for its lease to run out."""
    monkeypatch.setattr(lease.insist, "__kwdefaults__", {"patience": 0.0})
    refused: list[str] = []

    def away(execute: Any, sql: str, *rest: Any) -> Any:
        if len(refused) < 3:
            refused.append(sql)
            raise OperationalError("database is locked")
        return execute(sql, *rest)

    def work(ctx: JobContext) -> None:
        services.request_cancel(ctx.job, COMMAND_LINE)
        try:
            ctx.progress(1, 1)
        finally:
            connection.execute_wrappers.append(away)

    try:
        assert outcome(work, runner).status == "cancelled"
    finally:
        connection.execute_wrappers.clear()
    assert len(refused) == 3


def test_an_end_is_not_undone_with_a_transaction_that_the_work_left_open(runner: Runner) -> None:
    def rows() -> Iterator[int]:
        with transaction.atomic():
            yield 1

    def work(ctx: JobContext) -> None:
        services.request_cancel(ctx.job, COMMAND_LINE)
        reading = rows()
        next(reading)
        ctx.progress(1, 1)

    assert outcome(work, runner).status == "cancelled"


def test_words_that_the_database_cannot_keep_fail_the_job_in_others(
    runner: Runner, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="tdsuite.platform.jobs.runner")  # nor can the report of a test

    def work(ctx: JobContext) -> None:
        raise JobRefused("The file \udcff cannot be read.")

    job = outcome(work, runner)
    assert (job.status, "stopped on an unexpected error (UnicodeEncodeError)" in job.error) == ("failed", True)
