"""The folder that carries the laptop's messages."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu.connection import Connection
from kombu.transport import get_transport_cls

from tdsuite.ops import folder_broker
from tests.loaded import Loaded

CHECKOUT = Path(__file__).resolve().parents[2]


CONNECTION: Any = Connection  # kombu has no types


def connection_to(folder: Path) -> Any:
    return CONNECTION(
        "filesystem://",
        transport=folder_broker.FolderTransport,
        transport_options={"data_folder_in": str(folder), "polling_interval": 0.01},
    )


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    with connection_to(tmp_path) as connection:
        yield connection.default_channel


def taken(queue: Any) -> list[Any]:
    """Every message that waits, in order."""
    found: list[Any] = []
    while True:
        try:
            message = queue.get_nowait()
        except Empty:
            return found
        message.ack()
        found.append(message.payload)


def test_messages_come_out_in_the_order_they_went_in_each_once(tmp_path: Path) -> None:
    with connection_to(tmp_path) as one, connection_to(tmp_path) as other:
        out, into = one.SimpleQueue("now"), other.SimpleQueue("now")
        for number in range(30):
            out.put({"number": number})
        assert into.qsize() == 30
        assert taken(into) == [{"number": number} for number in range(30)]
        assert taken(out) == []
    assert list(tmp_path.iterdir()) == []


def test_queues_are_apart_even_when_one_name_ends_with_the_other(tmp_path: Path) -> None:
    with connection_to(tmp_path) as connection:
        connection.SimpleQueue("now").put("a")
        connection.SimpleQueue("not.now").put("b")
        assert taken(connection.SimpleQueue("now")) == ["a"]
        assert taken(connection.SimpleQueue("not.now")) == ["b"]


def test_a_message_waits_as_it_was_for_a_worker_that_comes_later(tmp_path: Path) -> None:
    with connection_to(tmp_path) as connection:
        connection.SimpleQueue("now").put({"name": "Łucja Öztürk \u2028 宮本"})
    with connection_to(tmp_path) as connection:
        assert taken(connection.SimpleQueue("now")) == [{"name": "Łucja Öztürk \u2028 宮本"}]


@pytest.mark.parametrize("torn", [b"", b'{"body": ', b"\xff\xfe\x00"])
def test_a_torn_file_is_thrown_away_and_the_next_message_is_read(
    channel: Any, tmp_path: Path, torn: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "00000000000000000001-0.now.msg").write_bytes(torn)
    channel._put("now", {"body": "whole"})
    assert channel._get("now") == {"body": "whole"}
    assert list(tmp_path.iterdir()) == []
    assert [record.message for record in caplog.records] == ["A torn message of the queue now was thrown away"]


def test_a_message_that_is_still_being_written_is_not_there_yet(channel: Any, tmp_path: Path) -> None:
    (tmp_path / "00000000000000000001-0.now.msg.new").write_bytes(b"")
    with pytest.raises(Empty):
        channel._get("now")
    assert channel._size("now") == 0


def test_purging_counts_and_takes_one_queue_alone(channel: Any) -> None:
    for queue in ("now", "now", "bulk"):
        channel._put(queue, {})
    assert channel._purge("now") == 2
    assert (channel._size("now"), channel._size("bulk")) == (0, 1)


def test_four_takers_and_four_givers_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    """The race of kombu's own transport: a file was taken before it was written, and the worker ended."""
    program = (
        "import sys; from pathlib import Path; from kombu import Connection; from tdsuite.ops import folder_broker\n"
        "c = Connection('filesystem://', transport=folder_broker.FolderTransport,"
        " transport_options={'data_folder_in': sys.argv[1]})\n"
        "for number in range(250): c.default_channel._put('now', {'from': sys.argv[2], 'number': number})\n"
    )
    givers = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), str(each)], cwd=CHECKOUT) for each in range(4)
    ]
    got: list[tuple[str, int]] = []

    def take() -> None:
        with connection_to(tmp_path) as connection:
            while any(giver.poll() is None for giver in givers) or connection.default_channel._size("now"):
                try:
                    message = connection.default_channel._get("now")
                except Empty:
                    continue
                got.append((message["from"], message["number"]))

    takers = [threading.Thread(target=take) for _ in range(4)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert [giver.wait() for giver in givers] == [0, 0, 0, 0]
    assert sorted(got) == sorted((str(each), number) for each in range(4) for number in range(250))
    assert list(tmp_path.iterdir()) == []


def test_the_suites_own_filesystem_broker_is_this_one() -> None:
    assert get_transport_cls("filesystem") is folder_broker.FolderTransport


def test_celery_puts_its_messages_into_the_data_directory(tmp_path: Path) -> None:
    program = "from tdsuite.platform.jobs.tasks import run\nrun.apply_async(args=[1], queue='now')\n"
    kept = {name: value for name, value in os.environ.items() if name != "CELERY_BROKER_URL"}
    with closing(Loaded({**kept, "TDSUITE_DATA": str(tmp_path)}, pages=False)) as loaded:
        loaded.python(program)
    names = [path.name for path in (tmp_path / "broker" / "messages").iterdir()]
    assert [name.partition(".")[2] for name in names] == ["now.msg"]
