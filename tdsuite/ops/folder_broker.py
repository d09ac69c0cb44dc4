"""The laptop's broker: a folder of message files, each of which appears and disappears whole.

Kombu's own filesystem transport creates a message's file and then writes it; a worker that takes it in between reads nothing and
ends. Here a message is written under another name and renamed into place, and taken by renaming it away: on one disk a rename
either happened or did not. So no file locks are needed either, which would ask for an extra package on Windows.

A lost message is sent again (docs/decisions/0003-jobs.md), so nothing is flushed to the disk, and a torn file is thrown away.
"""

import itertools
import logging
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any, ClassVar

from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils import json as kombu_json

log = logging.getLogger(__name__)
PATH = f"{__name__}:FolderTransport"
_order = itertools.count()
codec: Any = kombu_json  # kombu has no types


def register() -> None:
    """Let `filesystem://` mean this transport, in this process."""
    TRANSPORT_ALIASES["filesystem"] = PATH


class Channel(virtual.Channel):
    """Messages of a queue are the files `*.<queue>.msg` of the folder, oldest name first."""

    supports_fanout = False  # nothing is said to all workers at once: progress and cancelling stand in the job's row

    @property
    def folder(self) -> Path:
        return Path(self.connection.client.transport_options["data_folder_in"])

    def _names(self, queue: str) -> list[str]:
        return sorted(name for name in os.listdir(self.folder) if name.partition(".")[2] == f"{queue}.msg")

    def _put(self, queue: str, message: dict[str, Any], **kwargs: Any) -> None:
        name = f"{time.time_ns():020d}-{next(_order):08d}-{uuid.uuid4()}.{queue}.msg"
        draft = self.folder / f"{name}.new"
        draft.write_text(codec.dumps(message), encoding="utf-8")
        draft.replace(self.folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for name in self._names(queue):
            text = self._take(name)
            if text is None:
                continue
            try:
                message: dict[str, Any] = codec.loads(text)
            except ValueError:
                log.warning("A torn message of the queue %s was thrown away", queue)
                continue
            return message
        raise Empty

    def _take(self, name: str) -> str | None:
        """The text of a message that is ours alone now; None if another worker was quicker."""
        taken = self.folder / f"{name}.{uuid.uuid4()}.taken"
        try:
            (self.folder / name).rename(taken)
        except OSError:
            return None
        text = taken.read_text(encoding="utf-8", errors="replace")
        taken.unlink()
        return text

    def _size(self, queue: str) -> int:
        return len(self._names(queue))

    def _purge(self, queue: str) -> int:
        return sum(self._take(name) is not None for name in self._names(queue))


class FolderTransport(virtual.Transport):
    """As kombu knows it.  Options: `data_folder_in`, the folder; `polling_interval`, seconds between two looks."""

    Channel = Channel
    driver_type = "filesystem"
    driver_name = "filesystem"
    implements = virtual.Transport.implements.extend(asynchronous=False, exchange_type=frozenset(["direct", "topic"]))
    default_connection_params: ClassVar[
        dict[str, str]
    ] = {}  # a folder has no host: kombu would warn that none is named

    def driver_version(self) -> str:
        return "1"
