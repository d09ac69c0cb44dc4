"""What another suite may put into a site here: names, kinds and sizes of files.  Pure; manner: docs/publishing-out.md."""

import json
import re
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address

LARGEST_FILE = 10 * 1024 * 1024  # a cross table of 1,000 players and 30 rounds has about 5 MB
LARGEST_SITE = 200 * 1024 * 1024
MOST_FILES = 20_000
LARGEST_LIST = 4 * 1024 * 1024  # of names and digests
DEEPEST, LONGEST = 4, 200  # folders and letters of a name
KINDS: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}
DIGEST = re.compile(r"[0-9a-f]{64}")
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_FILE = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]*\.({'|'.join(KINDS)})")
_BEFORE, _AFTER = b"newt=", b";"


def fault_of_name(name: str) -> str:
    """Why a file cannot have this name; "" where it can.  A name never becomes a path on the disk, and is still held short."""
    *folders, last = name.split("/")
    if len(name) > LONGEST or len(folders) > DEEPEST:
        return f"{name[:60]!r} is too long or too deep."
    if not all(_PART.fullmatch(folder) for folder in folders) or not _FILE.fullmatch(last):
        return f"{name[:60]!r} is no name of a page, a style sheet or tourney.js."
    if last.endswith(".js") and name != "tourney.js":
        return f"{name[:60]!r} is a script; only tourney.js is taken, which is data."
    return ""


def kind_of(name: str) -> str:
    """The media type of a file with a good name."""
    return KINDS[name.rpartition(".")[2]]


def is_data(text: bytes) -> bool:
    """Whether a tourney.js is `newt=` and one JSON object and nothing besides: then a browser that runs it does nothing else."""
    body = text.strip()
    if not body.startswith(_BEFORE):
        return False
    try:
        return isinstance(json.loads(body[len(_BEFORE) :].removesuffix(_AFTER)), dict)
    except (ValueError, RecursionError):
        return False


def is_near(address: str) -> bool:
    """Whether an address is this computer's or of a network that does not reach the world, such as a hall's."""
    try:
        i_pv6_address = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    plain = i_pv6_address.ipv4_mapped or i_pv6_address if isinstance(i_pv6_address, IPv6Address) else i_pv6_address
    return plain.is_loopback or plain.is_link_local or (plain.is_private and not plain.is_unspecified)
