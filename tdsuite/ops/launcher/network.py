"""Ports and addresses of this computer, and waiting for the server to answer."""

import contextlib
import http.client
import json
import os
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from ipaddress import IPv4Address

PORTS_TO_TRY = 50
WORKER_SECONDS = 15
# Never contacted: connecting a UDP socket only asks the routing table which of our addresses would be used.
ELSEWHERE = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")

HERE = "127.0.0.1"
EVERYWHERE = str(IPv4Address(0))  # the phones in the hall must reach it


class NoFreePort(RuntimeError):
    """Every port tried is taken; the message says which."""


class LoopbackDown(RuntimeError):
    """No program of this computer reaches another one; the message says what to type."""


def loopback_works() -> bool:
    """Whether a program of this computer reaches another one on it: not so while the loopback interface is down."""
    try:
        with socket.create_server((HERE, 0)) as listener, socket.create_connection(listener.getsockname(), 5):
            return True
    except OSError:
        return False


def check_loopback() -> None:
    """Raises LoopbackDown."""
    if not loopback_works():
        raise LoopbackDown(
            f"Programs on this computer do not reach each other: {HERE} does not answer. On Linux type\n"
            "    sudo ip link set lo up\nand start again; elsewhere restart the computer. Nothing was started."
        )


def is_free(host: str, port: int) -> bool:
    """Whether a server may listen there; a port someone listens on for this computer alone counts as taken too."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        if probe.connect_ex((HERE, port)) == 0:
            return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError:
            return False
    return True


def free_port(host: str, first_choice: int) -> int:
    """`wanted`, or the next free port after it.  Raises NoFreePort."""
    last = min(first_choice + PORTS_TO_TRY, 65536)
    for port in range(first_choice, last):
        if is_free(host, port):
            return port
    raise NoFreePort(f"Ports {first_choice} to {last - 1} are all taken. Choose another with --port.")


def lan_addresses() -> list[str]:
    """The IPv4 addresses under which others on the network reach this computer, the most likely first; none offline."""
    addresses: list[str] = []
    for target in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            addresses.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        addresses += socket.gethostbyname_ex(socket.gethostname())[2]
    return [fromkey for fromkey in dict.fromkeys(addresses) if not fromkey.startswith(("127.", "169.254.", "0."))]


def health(url: str, timeout: float = 5.0) -> dict[str, object] | None:
    """The answer of `/healthz` as data; None while nobody answers there."""
    request = urllib.request.Request(f"{url}healthz", headers={"Accept": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never ask a proxy for this computer
    try:
        with opener.open(request, timeout=timeout) as answer:
            health = json.load(answer)
    except urllib.error.HTTPError as error:
        try:
            health = json.load(error)
        except ValueError:
            return None
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) else None


def reachable(url: str, timeout: float) -> bool:
    """Whether the server answers, or cannot be asked: phones may reach it while the loopback interface is down."""
    return health(url, timeout) is not None or not loopback_works()


def answers(url: str, timeout: float) -> bool:
    """Whether a server answers there, whatever it says."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        opener.open(url, timeout=timeout).close()
    except urllib.error.HTTPError as error:
        error.close()
    except (OSError, http.client.HTTPException):
        return False
    return True


def wait_healthy(
    url: str, seconds: float, going_on: Callable[[], bool], worker_seconds: float = WORKER_SECONDS
) -> dict[str, object] | None:
    """Ask until the server says all is well; the last answer, None if there never was one.

    Waits `seconds` for pages, then `worker_seconds` more for the worker; ends when `going_on()` is False.
    """
    end = time.monotonic() + seconds
    serving = False
    answer: dict[str, object] | None = None
    while going_on() and time.monotonic() < end:
        answer = health(url)
        status = answer.get("status") if answer else None
        if status == "ok":
            break
        if status == "degraded" and not serving:
            serving, end = True, min(end, time.monotonic() + worker_seconds)
        time.sleep(0.2)
    return answer
