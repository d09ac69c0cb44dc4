"""Tell the hall where the suite is: the address of this computer kept up to date, and its names announced by mDNS.

A laptop that wakes up the next morning may have another address. The announcer looks again and again, so a printed name still leads
here, and the console can say which printed codes do not.
"""

import logging
import socket
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

from django.db import DatabaseError, connections
from django.utils import timezone
from zeroconf import Error, ServiceInfo, Zeroconf

from tdsuite.ops.launcher.network import lan_addresses
from tdsuite.platform.access.models import ServedAt
from tdsuite.tournaments.models import Tournament

log = logging.getLogger(__name__)
LOOK_EVERY = 30.0
OWN_NAME = "tdsuite.local"
KIND = "_http._tcp.local."


def names_to_announce() -> list[str]:
    """The suite's own name, and every `.local` name that an event which is not over has as its public address."""
    urls = Tournament.objects.exclude(status=Tournament.Status.FINISHED).values_list("public_base_url", flat=True)
    hosts = {(urlsplit(url).hostname or "").lower() for url in urls if url}
    return [OWN_NAME, *sorted(host for host in hosts - {OWN_NAME} if host.endswith(".local"))]


def services(names: list[str], addresses: list[str], port: int) -> list[ServiceInfo]:
    """What mDNS is told: each name, as a web server at these addresses."""
    packed = [socket.inet_aton(address) for address in addresses]
    return [
        ServiceInfo(
            KIND,
            f"{name.removesuffix('.local')}.{KIND}",
            addresses=packed,
            port=port,
            server=f"{name}.",
            properties={"path": "/"},
        )
        for name in names
    ]


class Announcer:
    """Looks where this computer is, keeps it in `ServedAt` and announces it. One a server process.

    make: opens the network side; find: the addresses as they are now.
    """

    def __init__(
        self, port: int, make: Callable[[], Zeroconf] = Zeroconf, find: Callable[[], list[str]] = lan_addresses
    ) -> None:
        self.port = port
        self._make, self._find = make, find
        self._told: tuple[list[str], list[str]] = ([], [])
        self._voice: Zeroconf | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Take the names back, so that nobody waits for a server that is gone."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3)
        self._hush()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self.look()
            except (DatabaseError, OSError, Error):
                log.info("The address could not be announced; trying again in %d s", LOOK_EVERY, exc_info=True)
            finally:
                connections.close_all()
            self._stopping.wait(LOOK_EVERY)

    def look(self) -> None:
        """Once: what has changed is kept and announced anew.  Raises what the database or the network raises."""
        addresses, names = self._find(), names_to_announce()
        if (addresses, names) != self._told:
            self._hush()
            self._announce(names, addresses)
            self._told = (addresses, names)
        remember(addresses, names if addresses else [], self.port)

    def _announce(self, names: list[str], addresses: list[str]) -> None:
        if not addresses:
            return
        self._voice = self._make()
        for info in services(names, addresses, self.port):
            self._voice.register_service(info, allow_name_change=True)

    def _hush(self) -> None:
        if self._voice is not None:
            self._voice.close()
            self._voice = None


def remember(addresses: list[str], names: list[str], port: int) -> None:
    """Keep where the hall reaches this computer; written only when it changed.  addresses: the most likely first."""
    suffix = "" if port == 80 else f":{port}"
    urls = [f"http://{address}{suffix}" for address in addresses]
    now = {"base_url": urls[0] if urls else "", "addresses": urls, "names": names}
    served_at = ServedAt.objects.first()
    if served_at is None or any(getattr(served_at, name) != value for name, value in now.items()):
        ServedAt.objects.update_or_create(pk=1, defaults={**now, "seen_at": timezone.now()})


def served_here_alone() -> None:
    """The server answers on this computer only: no address leads here."""
    try:
        ServedAt.objects.all().delete()
    except DatabaseError:
        log.info("The address could not be kept", exc_info=True)
