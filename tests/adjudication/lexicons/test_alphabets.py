"""Letters as tiles: every alphabet's own, and the ways a word is written that must not change what it is."""

import re
import unicodedata

import pytest
from hypothesis import given, strategies as st

from adjudication.lexicons.engine.alphabets import ALPHABETS, LATIN, Unwritable, capitals

SIZES = {
    "english": 26, "spanish": 28, "catalan": 26, "french": 26, "german": 29, "polish": 32, "italian": 21,
    "portuguese": 24, "dutch": 26, "swedish": 27,
}  # fmt: skip


def tiles_of(word, alphabet):
    return tuple(tile.strip("[]") for tile in re.findall(r"\[[^\]]+\]|.", alphabet.canonical(word)))


def laid(word, alphabet):
    return "|".join(tiles_of(word, ALPHABETS[alphabet]))


def why_not(word, alphabet):
    with pytest.raises(Unwritable) as refused:
        ALPHABETS[alphabet].canonical(word)
    return str(refused.value)


@pytest.mark.parametrize(("key", "size"), SIZES.items())
def test_an_alphabet_has_as_many_tiles_as_its_set(key, size):
    alphabet = ALPHABETS[key]
    assert len(alphabet.letters) + len(alphabet.digraphs) == size
    assert len(set(alphabet.letters)) == len(alphabet.letters)


def test_every_alphabet_has_its_size_tested():
    assert set(SIZES) == set(ALPHABETS)


@pytest.mark.parametrize(
    ("word", "alphabet", "expected"),
    [
        ("quiz", "english", "Q|U|I|Z"), ("chico", "spanish", "CH|I|C|O"), ("[ch]ico", "spanish", "CH|I|C|O"),
        ("1ico", "spanish", "CH|I|C|O"), ("ca2e", "spanish", "C|A|LL|E"), ("pe3o", "spanish", "P|E|RR|O"),
        ("carro", "spanish", "C|A|RR|O"), ("niño", "spanish", "N|I|Ñ|O"), ("pingüino", "spanish", "P|I|N|G|U|I|N|O"),
        ("col·lega", "catalan", "C|O|L·L|E|G|A"), ("col.lega", "catalan", "C|O|L·L|E|G|A"),
        ("col-lega", "catalan", "C|O|L·L|E|G|A"), ("coŀlega", "catalan", "C|O|L·L|E|G|A"),
        ("co[l.l]ega", "catalan", "C|O|L·L|E|G|A"), ("vella", "catalan", "V|E|L|L|A"), ("any", "catalan", "A|NY"),
        ("aquí", "catalan", "A|QU|I"), ("caça", "catalan", "C|A|Ç|A"), ("été", "french", "E|T|E"),
        ("cœur", "french", "C|O|E|U|R"), ("garçon", "french", "G|A|R|C|O|N"), ("straße", "german", "S|T|R|A|S|S|E"),
        ("STRAẞE", "german", "S|T|R|A|S|S|E"), ("öl", "german", "Ö|L"), ("café", "german", "C|A|F|E"),
        ("źdźbło", "polish", "Ź|D|Ź|B|Ł|O"), ("città", "italian", "C|I|T|T|A"), ("ação", "portuguese", "A|Ç|A|O"),
        ("bijten", "dutch", "B|I|J|T|E|N"), ("åäö", "swedish", "Å|Ä|Ö"),
    ],
)  # fmt: skip
def test_a_word_in_tiles(word, alphabet, expected):
    assert laid(word, alphabet) == expected


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_every_tile_can_be_written_alone_in_small_letters_and_in_brackets(alphabet):
    ours = ALPHABETS[alphabet]
    for tile in (*ours.letters, *ours.digraphs):
        assert tiles_of(tile, ours) == tiles_of(tile.lower(), ours) == (tile,)
    for tile in ours.digraphs:
        assert tiles_of(f"[{tile}]", ours) == tiles_of(f"[{tile.lower()}]", ours) == (tile,)


def test_a_decomposed_letter_is_the_one_tile():
    decomposed = unicodedata.normalize("NFD", "niño")
    assert len(decomposed) == 5
    assert laid(decomposed, "spanish") == "N|I|Ñ|O"
    assert laid(unicodedata.normalize("NFD", "źdźbło"), "polish") == "Ź|D|Ź|B|Ł|O"


@pytest.mark.parametrize(
    ("word", "alphabet", "sign"),
    [
        ("straße", "english", "ß"), ("ırmak", "english", "ı"), ("İSTANBUL", "english", "İ"), ("ſo", "english", "ſ"),
        ("ﬁne", "english", "ﬁ"), ("café", "english", "é"), ("1ico", "english", "1"), ("co-op", "english", "-"),
        ("isn't", "english", "'"), ("kilo", "spanish", "K"), ("queso", "polish", "Q"), ("yes", "catalan", "Y"),
        ("a q", "english", "space"), ("a\u200bb", "english", "zero width space"), ("а", "english", "А"),
    ],
)  # fmt: skip
def test_what_is_no_tile_is_refused_and_never_becomes_another_letter(word, alphabet, sign):
    name = ALPHABETS[alphabet].name
    assert why_not(word, alphabet).casefold() == f"{sign} is no tile of the {name} set".casefold()


def test_no_letter_becomes_another_by_being_made_a_capital():
    folded = [chr(code) for code in range(0x80, 0x3000) if set(capitals(chr(code))) & set(LATIN)]
    assert folded == ["\u212a"]  # the Kelvin sign, which NFC itself says is K


@pytest.mark.parametrize("key", ALPHABETS)
@given(data=st.data())
def test_the_canonical_form_of_any_tiles_is_itself_and_as_long(key, data):
    alphabet = ALPHABETS[key]
    chosen = data.draw(st.lists(st.sampled_from([*alphabet.letters, *alphabet.digraphs]), min_size=1, max_size=15))
    word = "".join(f"[{tile}]" if len(tile) > 1 else tile for tile in chosen)
    canonical = alphabet.canonical(word)
    assert alphabet.canonical(canonical) == alphabet.canonical(canonical.lower()) == canonical
    assert alphabet.length(canonical) == len(tiles_of(canonical, alphabet))


@given(word=st.text(max_size=20), key=st.sampled_from(sorted(ALPHABETS)))
def test_any_text_is_either_laid_in_tiles_or_refused(word, key):
    alphabet = ALPHABETS[key]
    try:
        canonical = alphabet.canonical(word)
    except Unwritable:
        return
    assert set(tiles_of(canonical, alphabet)) <= {*alphabet.letters, *alphabet.digraphs}
    assert alphabet.canonical(canonical) == canonical
