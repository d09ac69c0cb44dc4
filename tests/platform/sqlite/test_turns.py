"""Whoever waits longest writes next: of the threads of a process in order, of several processes in turn."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.files import locks
from django.db import OperationalError, connection, transaction

from tdsuite.platform.sqlite.base import Turns
from tests.waiting import wait_for

AT_ONCE, PATIENT = 0.01, 60.0  # seconds


@pytest.fixture
def here(tmp_path: Path) -> Turns:
    return Turns(tmp_path / "hall.sqlite3")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Turns:
    """The same file's turns as another process has them: with files of its own."""
    return Turns(tmp_path / "hall.sqlite3")


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def waits_in_a_file(database: Path, name: str) -> bool:
    with database.with_name(f"{database.name}-{name}").open("ab") as file:
        return not locks.lock(file, locks.LOCK_EX | locks.LOCK_NB)


def test_threads_write_in_the_order_in_which_they_came(here: Turns, pool: ThreadPoolExecutor) -> None:
    here.take(PATIENT)
    order: list[int] = []
    done: list[Future[None]] = []

    def write(number: int) -> None:
        here.take(PATIENT)
        order.append(number)
        here.give_back()

    for number in range(6):
        done.append(pool.submit(write, number))
        wait_for(lambda: len(here._threads) == number + 2, what="the thread waits")  # noqa: B023
    here.give_back()
    for each in done:
        each.result(PATIENT)
    assert order == list(range(6))


def test_a_process_whose_threads_wait_lets_another_process_in_between(
    here: Turns, elsewhere: Turns, pool: ThreadPoolExecutor, tmp_path: Path
) -> None:
    here.take(PATIENT)
    order: list[str] = []

    def write(turns: Turns, name: str) -> None:
        turns.take(PATIENT)
        order.append(name)
        turns.give_back()

    other = pool.submit(write, elsewhere, "elsewhere")
    wait_for(lambda: waits_in_a_file(tmp_path / "hall.sqlite3", "next"), what="the other process waits")
    mine = [pool.submit(write, here, "here") for _ in range(3)]
    wait_for(lambda: len(here._threads) == 4, what="threads wait")
    here.give_back()
    for each in [other, *mine]:
        each.result(PATIENT)
    assert order == ["elsewhere", "here", "here", "here"]


def test_whoever_waits_in_vain_is_told_and_keeps_nobody_else(here: Turns, elsewhere: Turns) -> None:
    here.take(PATIENT)
    for turns in (here, elsewhere):
        with pytest.raises(OperationalError, match="locked"):
            turns.take(AT_ONCE)
    here.give_back()
    for turns in (elsewhere, here):
        turns.take(AT_ONCE)
        turns.give_back()


def test_without_a_file_sqlite_alone_decides(tmp_path: Path) -> None:
    turns = Turns(tmp_path / "nowhere" / "hall.sqlite3")
    turns.take(AT_ONCE)
    turns.give_back()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_transaction_has_the_turn_until_it_ends_however_it_ends() -> None:
    elsewhere = Turns(Path(connection.settings_dict["NAME"]))

    def is_taken() -> bool:
        try:
            elsewhere.take(AT_ONCE)
        except OperationalError:
            return True
        elsewhere.give_back()
        return False

    with transaction.atomic():
        assert is_taken()
        with transaction.atomic():
            pass
        assert is_taken()
    assert not is_taken()
    with pytest.raises(ValueError, match="undone"), transaction.atomic():
        raise ValueError("undone")
    assert not is_taken()
    with transaction.atomic():
        connection.close()
        assert not is_taken()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_many_threads_that_write_at_once_all_come_to_write() -> None:
    begun = threading.Barrier(6)

    def write() -> None:
        begun.wait(PATIENT)
        try:
            for _ in range(5):
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute("UPDATE tournaments_tournament SET venue = venue")
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        for each in [threads.submit(write) for _ in range(6)]:
            each.result(PATIENT)
