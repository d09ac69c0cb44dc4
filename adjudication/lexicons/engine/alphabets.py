"""Alphabets as data: which tiles a word is laid in, and how each tile may be written.

A word is kept in one way: capitals, a tile of several letters in brackets ("[CH]ICO", five tiles of C-H-I-C-O being four).
Written without brackets such letters are the one tile too, for no set lets them be laid singly (FISE: CH, LL, RR are never
put together from two tiles).

Sources: the letter distributions of each language's set; field notes on list formats (digits 1, 2, 3 for CH, LL, RR in
Spanish text lists; L·L, NY and QU in Catalan ones).
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tdsuite.platform.words.sentences import Sentence, catalogued

SHORTEST, LONGEST = 2, 15
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Unwritable(ValueError):
    """A word that cannot be laid in this alphabet's tiles.  The message says why."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The tiles of one language's set.

    Attributes:
        letters: the single letters on tiles.
        digraphs: tiles of several letters.
        aliases: other ways to write a tile or letters, in capitals.
        folded: letters whose marks are left out when they are played.
    """

    name: str
    letters: str
    digraphs: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    folded: str = ""
    _written: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _tile: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _plain: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        written = {letter: letter for letter in self.letters}
        written |= {letter: unicodedata.normalize("NFD", letter)[0] for letter in self.folded}
        written |= {text: f"[{tile}]" for tile in self.digraphs for text in (tile, f"[{tile}]")}
        written |= {text: f"[{tile}]" if tile in self.digraphs else tile for text, tile in self.aliases}
        longest_first = sorted(written, key=lambda text: (-len(text), text))
        object.__setattr__(self, "_written", MappingProxyType(written))
        object.__setattr__(self, "_tile", re.compile("|".join(map(re.escape, longest_first))))
        # What needs no second look: capitals that are tiles of their own whatever stands beside them.
        joined = {letter for text in written if len(text) > 1 for letter in text}
        object.__setattr__(self, "_plain", re.compile(f"[{''.join(sorted(set(self.letters) - joined)) or '!'}]+"))

    def canonical(self, word: str) -> str:
        """The one way a word is kept and looked up.  Raises Unwritable, naming the first sign that is no tile."""
        text = capitals(word)
        if self._plain.fullmatch(text):
            return text
        tiles, at = [], 0
        while at < len(text):
            match = self._tile.match(text, at)
            if match is None:
                raise Unwritable(
                    Sentence(
                        "{sign} is no tile of the {alphabet} set", sign=visible(text[at]), alphabet=Sentence(self.name)
                    )
                )
            tiles.append(self._written[match[0]])
            at = match.end()
        return "".join(tiles)

    def length(self, word: str) -> int:
        """How many squares a canonical word covers."""
        return len(word) if "[" not in word else len(_TILES.findall(word))


_TILES = re.compile(r"\[[^\]]+\]|.")


def capitals(word: str) -> str:
    """NFC, and each letter's own capital.

    A letter that only shares a capital with another (dotless i, long s), or whose capital is longer than itself (sharp s,
    ligatures), is left as it is: str.upper would turn it into letters that nobody wrote.
    """
    text = unicodedata.normalize("NFC", word)
    if text.isascii():
        return text.upper()
    uppers = [(sign, sign.upper()) for sign in text]
    return "".join(upper if len(upper) == 1 and upper.lower() == sign else sign for sign, upper in uppers)


def visible(sign: str) -> str:
    """A sign as a person can read it on a page: itself, or its name where it cannot be seen."""
    if sign.isprintable() and not sign.isspace() and not unicodedata.combining(sign):
        return sign
    return unicodedata.name(sign, "").lower() or f"U+{ord(sign):04X}"


def tiles_text(length: int) -> str:
    return f"{length} tile" if length == 1 else f"{length} tiles"


_DOTS = ("L.L", "L-L", "L•L", "L∙L", "L‧L", "ĿL")

ALPHABETS: Mapping[str, Alphabet] = MappingProxyType(
    {
        "english": Alphabet(catalogued("English"), LATIN),
        "spanish": Alphabet(
            catalogued("Spanish"),
            "ABCDEFGHIJLMNÑOPQRSTUVXYZ",  # the set has no K and no W
            digraphs=("CH", "LL", "RR"),
            aliases=(("1", "CH"), ("2", "LL"), ("3", "RR")),
            folded="ÁÉÍÓÚÜ",
        ),
        "catalan": Alphabet(
            catalogued("Catalan"),
            "ABCÇDEFGHIJLMNOPRSTUVXZ",  # Q only as QU, Y only as NY
            digraphs=("L·L", "NY", "QU"),
            aliases=tuple((text, "L·L") for text in (*_DOTS, *(f"[{dots}]" for dots in _DOTS))),
            folded="ÀÈÉÍÏÒÓÚÜ",
        ),
        "french": Alphabet(catalogued("French"), LATIN, aliases=(("Œ", "OE"), ("Æ", "AE")), folded="ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŸÑ"),
        "german": Alphabet(
            catalogued("German"), LATIN + "ÄÖÜ", aliases=(("ß", "SS"), ("ẞ", "SS")), folded="ÀÁÂÇÈÉÊËÌÍÎÏÑÒÓÔÙÚÛ"
        ),
        "polish": Alphabet(catalogued("Polish"), "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"),
        "italian": Alphabet(catalogued("Italian"), "ABCDEFGHILMNOPQRSTUVZ", folded="ÀÈÉÌÍÎÒÓÙÚ"),
        "portuguese": Alphabet(catalogued("Portuguese"), "ABCÇDEFGHIJLMNOPQRSTUVXZ", folded="ÀÁÂÃÉÊÍÓÔÕÚÜ"),
        "dutch": Alphabet(catalogued("Dutch"), LATIN, folded="ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜ"),
        "swedish": Alphabet(catalogued("Swedish"), "ABCDEFGHIJKLMNOPRSTUVXYZÅÄÖ", folded="ÀÁÉÈÜ"),
    }
)
