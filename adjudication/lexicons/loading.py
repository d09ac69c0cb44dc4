"""The words of a list as each process holds them: unpacked once from the row, and checked by their SHA-256.

Nothing is ever looked up in words whose SHA-256 is not the list's own. Measured in docs/decisions/0009.
"""

import gzip
import zlib

from django.utils.translation import gettext as _

from adjudication.lexicons.engine.lookup import digest
from tdsuite.tournaments.services.decision import Refused
from .models import Lexicon, LexiconWords

_loaded: dict[str, bytes] = {}  # canonical lists by SHA-256, which never change: 3 MB a list


class DamagedLexicon(Refused):
    """The stored list is not what was imported: nothing is judged by it."""

    code = "lexicon_damaged"


def canonical_words(lexicon: Lexicon) -> bytes:
    """The canonical list. One query the first time in a process.  Raises DamagedLexicon."""
    if lexicon.sha256 not in _loaded:
        _loaded[lexicon.sha256] = _unpacked(lexicon)
    return _loaded[lexicon.sha256]


def forget() -> None:
    """Let go of every list, as a new process would begin."""
    _loaded.clear()


def _unpacked(lexicon: Lexicon) -> bytes:
    row = LexiconWords.objects.filter(lexicon=lexicon).first()
    try:
        words = gzip.decompress(bytes(row.packed)) if row else b""
    except (OSError, EOFError, zlib.error):
        words = b""
    if digest(words) == lexicon.sha256:
        return words
    raise DamagedLexicon(
        _(
            "The word list %(list)s is damaged in the database: its words are not those that were imported. Nothing "
            "is judged by it. Put back a backup of the database, or import the list again as another variant and "
            "choose that for the division; until then judge from another source."
        )
        % {"list": lexicon}
    )
