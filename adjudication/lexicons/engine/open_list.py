"""The open list that comes with the suite, made from the SCOWL source archive: the same bytes on every computer.

Recipe: final/<region>-words.<n> for n <= 80 of the regions below, Latin-1; marks folded (CAFÉ becomes CAFE); words of 2 to
15 letters a-z kept; plurals of single letters (BS, CS, ...) left out; capitals, by code point, LF after each.
"""

import hashlib
import re
import tarfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from adjudication.lexicons.engine.lookup import canonical_bytes

SOURCE = "scowl_2020.12.07.orig.tar.gz"
SOURCE_SHA256 = "5587667caa20c4891390c2d42dbb4d5c4c3f41bee77af1457ece3ba23fb859cc"
LIST_SHA256 = "63952d6339fd6ae031cdd071693f4804371fd15add236bad1e32e1aebc7f2821"
LARGEST_SIZE = 80
REGIONS = frozenset(
    ["english", "american", "british", "british_z", "canadian", "australian", "variant_1", "variant_2"]
    + [f"{region}_variant_{number}" for region in ("british", "canadian", "australian") for number in (1, 2)]
)
SINGLE_LETTER_PLURALS = frozenset(f"{letter}S" for letter in "BCDFGHJKLMNPQRSTWXYZ")
_MEMBER = re.compile(r"[^/]+/final/(?P<region>\w+)-words\.(?P<size>\d+)")
_KEPT = re.compile("[a-z]{2,15}")


class AnotherSource(ValueError):
    """The archive is not the one the recipe is for."""


def build(archive: Path) -> bytes:
    """The canonical list.  Raises AnotherSource unless the archive is the very one, and OSError as reading does."""
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()
    if sha256 != SOURCE_SHA256:
        raise AnotherSource(f"{archive.name} is not {SOURCE}: its SHA-256 is {sha256}, not {SOURCE_SHA256}.")
    return canonical_bytes(set(_words(archive)) - SINGLE_LETTER_PLURALS)


def _words(archive: Path) -> Iterator[str]:
    with tarfile.open(archive) as files:
        for member in files:
            named = _MEMBER.fullmatch(member.name)
            if named is None or named["region"] not in REGIONS or int(named["size"]) > LARGEST_SIZE:
                continue
            file = files.extractfile(member)
            for line in file.read().decode("latin-1").split("\n") if file else ():
                word = "".join(sign for sign in unicodedata.normalize("NFD", line) if not unicodedata.combining(sign))
                if _KEPT.fullmatch(word):
                    yield word.upper()
