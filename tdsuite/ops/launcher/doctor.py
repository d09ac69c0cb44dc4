"""`tdsuite doctor`: what this computer lacks for an event, and what to do.  It changes nothing but an empty data directory."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tdsuite.ops import paths
from tdsuite.platform.printing.pdf import pdf_available
from . import network

LOW_DISK_MB = 500
CLOCK_SECONDS = 60
FIREWALLS = {  # what is there while the firewall is on, and the line to type
    "ufw": ("etc/ufw/ufw.conf", "ENABLED=yes", "sudo ufw allow {port}/tcp"),
    "firewalld": ("run/firewalld.pid", "", "sudo firewall-cmd --add-port={port}/tcp"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at.  remedy: what to do, empty where all is well; stops: the suite cannot start like this."""

    about: str
    says: str
    remedy: str = ""
    stops: bool = False

    def __str__(self) -> str:
        mark = "STOP" if self.stops else "look" if self.remedy else " ok "
        return f"{mark}  {self.about:<10} {self.says}" + (f"\n{'':17}{self.remedy}" if self.remedy else "")


def main(port: int) -> int:
    """Print every finding; 1 where the suite cannot start."""
    seen = list(findings(port))
    print(f"tdsuite {paths.version()} on Python {sys.version.split()[0]}")
    print("\n".join(map(str, seen)))
    return int(any(finding.stops for finding in seen))


def findings(port: int) -> Iterator[Finding]:
    yield data(paths.data_dir())
    yield loopback()
    yield served(port)
    yield hall(network.lan_addresses(), port)
    yield firewall(port, Path("/"))
    yield printing(*pdf_available())
    yield clock(paths.data_dir(), time.time())


def data(root: Path, usage: Callable[[Path], tuple[int, int, int]] = shutil.disk_usage) -> Finding:
    try:
        paths.make_usable(root)
    except paths.DataDirUnusable as error:
        return Finding("Data", f"{root} cannot be used.", str(error), stops=True)
    free = usage(root)[2] // 1_000_000
    remedy = "Make room: copies and printed files take some. Below 200 MB the suite warns on its pages."
    return Finding("Data", f"{root}, {free} MB free.", remedy if free < LOW_DISK_MB else "")


def loopback() -> Finding:
    try:
        network.check_loopback()
    except network.LoopbackDown as error:
        return Finding("Computer", "Its programs do not reach each other.", str(error), stops=True)
    return Finding("Computer", "Its programs reach each other.")


def served(port: int) -> Finding:
    if network.is_free(network.EVERYWHERE, port):
        return Finding("Port", f"{port} is free.")
    if network.health(f"http://{network.HERE}:{port}/"):
        return Finding("Port", f"The suite runs at http://{network.HERE}:{port}/.")
    try:
        free = network.free_port(network.EVERYWHERE, port)
    except network.NoFreePort as error:
        return Finding("Port", f"{port} is taken.", str(error), stops=True)
    return Finding("Port", f"{port} is taken by another program.", f"The suite takes {free}; or end that program.")


def hall(addresses: list[str], port: int) -> Finding:
    if addresses:
        return Finding("Network", f"Phones in the same network open http://{addresses[0]}:{port}/.")
    return Finding("Network", "none", "Connect this computer to the network of the hall, then start the suite.")


def firewall(port: int, root: Path, platform: str = sys.platform) -> Finding:
    if platform == "win32":
        ask = "At the first start Windows asks whether Python may be reached: allow private networks."
        return Finding("Firewall", "Windows' own may keep phones away.", ask)
    if platform == "darwin":
        ask = "If phones do not reach the suite: System Settings, Network, Firewall, and allow Python."
        return Finding("Firewall", "macOS' own may keep phones away.", ask)
    for name, (file, text, line) in FIREWALLS.items():
        try:
            if text in (root / file).read_text(encoding="utf-8"):
                return Finding("Firewall", f"{name} keeps phones away unless the port is open.", line.format(port=port))
        except OSError:
            continue
    return Finding("Firewall", "none found on this computer.")


def printing(can: bool, remedy: str) -> Finding:
    return Finding("PDF", "can be made." if can else "cannot be made; pages print from the browser.", remedy)


def clock(root: Path, now: float) -> Finding:
    here = datetime.fromtimestamp(now).astimezone()
    newest = max((path.stat().st_mtime for path in root.glob("*") if path.is_file()), default=0.0)
    says = f"{here:%A, %d %B %Y, %H:%M} (UTC{here:%z})."
    if newest <= now + CLOCK_SECONDS:
        return Finding("Clock", says)
    later = datetime.fromtimestamp(newest).astimezone()
    return Finding("Clock", says, f"The data was written later, on {later:%d %B %Y at %H:%M}: set the clock.")
