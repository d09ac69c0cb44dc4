"""Files of word lists as they come: packings, encodings, line ends, definitions, and lines that are no words."""

import gzip
import hashlib
import io
import re
import zipfile

import pytest
from hypothesis import given, strategies as st

from adjudication.lexicons.engine import reading as lexicon_reading
from adjudication.lexicons.engine.alphabets import ALPHABETS
from adjudication.lexicons.engine.reading import Unreadable, read_list, rejected_lines

ENGLISH, SPANISH, GERMAN = (ALPHABETS[key] for key in ("english", "spanish", "german"))


def words(data, alphabet=ENGLISH, **options):
    return read_list(data, alphabet, **options).words


def rejected(data, alphabet=ENGLISH, **options):
    return [(each.number, each.text, each.why) for each in read_list(data, alphabet, **options).rejected]


def zipped(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def test_words_are_capitals_sorted_and_once():
    reading = read_list(b"zoo\nAA\nzoo\nQi\n", ENGLISH)
    assert reading.words == ("AA", "QI", "ZOO")
    assert reading.canonical == b"AA\nQI\nZOO\n"
    assert reading.sha256 == hashlib.sha256(b"AA\nQI\nZOO\n").hexdigest()
    assert reading.rejected_lines == 0
    assert reading.lengths == ((2, 2), (3, 1))


@pytest.mark.parametrize(
    "data",
    [
        b"aa\r\nqi\r\n", b"aa\rqi\r", b"aa\nqi", b"\xef\xbb\xbfaa\nqi\n", "aa\nqi\n".encode("utf-16"),
        b"\xfe\xff" + "aa\nqi\n".encode("utf-16-be"), b"  aa \n\tqi\t\n", b"\n\naa\n \nqi\n\n",
        gzip.compress(b"aa\nqi\n", mtime=0), zipped({"list.txt": b"aa\nqi\n"}),
        zipped({"__MACOSX/list": b"x", "words/": b"", "words/list.txt": b"aa\r\nqi\r\n"}),
    ],
)  # fmt: skip
def test_the_same_list_however_it_is_saved(data):
    assert words(data) == ("AA", "QI")


@pytest.mark.parametrize(
    "data",
    [
        "ñu\n".encode(),
        "ñu\n".encode("latin-1"),
        gzip.compress("ñu\n".encode("utf-8-sig"), mtime=0),
        zipped({"list.txt": "ñu\n".encode("utf-16")}),
    ],
)
def test_the_encoding_is_found_packed_or_not(data):
    assert words(data, SPANISH) == ("ÑU",)


def test_line_numbers_count_line_feeds_and_nothing_else():
    assert rejected("aa\nb\u2028b\nc\x0bc\nx1\n".encode()) == [
        (2, "b<line separator>b", "there is more on the line than a word"),
        (3, "c<U+000B>c", "there is more on the line than a word"),
        (4, "x1", "1 is no tile of the English set"),
    ]


def test_a_rejected_line_is_named_with_its_number_and_why():
    data = b"a\naa\nabcdefghijklmnop\nco-op\nisn't\n\nqi\n"
    assert rejected(data) == [
        (1, "a", "1 tile: words have 2 to 15"),
        (3, "abcdefghijklmnop", "16 tiles: words have 2 to 15"),
        (4, "co-op", "- is no tile of the English set"),
        (5, "isn't", "' is no tile of the English set"),
    ]
    assert words(data) == ("AA", "QI")


@pytest.mark.parametrize(
    "line", ["qi life force [n QIS]", "qi\tlife force", "qi,11", "qi;11", "qi=11", "qi|x", 'qi "x"']
)
def test_a_definition_after_the_word_is_refused_or_cut(line):
    assert rejected(line.encode()) == [(1, line.replace("\t", " "), "there is more on the line than a word")]
    assert words(line.encode(), cut=True) == ("QI",)


def test_cutting_leaves_a_line_that_begins_with_no_word_out():
    assert rejected(b',qi\n"qi"\n', cut=True) == [
        (1, ",qi", "there is more on the line than a word"),
        (2, '"qi"', "there is more on the line than a word"),
    ]


def test_spanish_digits_brackets_and_plain_letters_are_one_list():
    reading = read_list(b"1ico\n[CH]ico\nchico\nca2e\npe3o\n", SPANISH)
    assert reading.words == ("CA[LL]E", "PE[RR]O", "[CH]ICO")
    assert reading.lengths == ((4, 3),)


def test_length_is_counted_in_tiles():
    fifteen = "chochochochochochochochocho"  # nine CH and nine O
    assert [why for _, _, why in rejected(fifteen.encode(), SPANISH)] == ["18 tiles: words have 2 to 15"]
    assert words(b"cha\nch\n", SPANISH) == ("[CH]A",)
    assert rejected(b"ch\n", SPANISH) == [(1, "ch", "1 tile: words have 2 to 15")]
    assert words(("ß" * 7 + "a").encode(), GERMAN) == ("SSSSSSSSSSSSSSA",)
    assert rejected(("ß" * 8).encode(), GERMAN) == [(1, "ß" * 8, "16 tiles: words have 2 to 15")]


def test_no_word_with_a_tilde_is_lost():
    assert words("ñandú\nnandu\n".encode(), SPANISH) == ("NANDU", "ÑANDU")


def test_of_many_rejected_lines_the_first_20_are_shown_and_all_counted():
    reading = read_list(b"x1\n" * 500 + b"aa\n", ENGLISH)
    assert (len(reading.rejected), reading.rejected_lines, reading.words) == (20, 500, ("AA",))
    said = list(rejected_lines(reading))
    assert said[0] == "Line 1: x1: 1 is no tile of the English set."
    assert (len(said), said[-1]) == (21, "And 480 more lines.")


def test_a_long_line_is_cut_where_it_is_shown():
    assert rejected(b"x" * 500) == [(1, "x" * 60 + "…", "500 tiles: words have 2 to 15")]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04 nonsense", "cannot be opened"),
        (b"\x1f\x8b nonsense", "cannot be opened"),
        (gzip.compress(b"aa\nqi\n" * 99, mtime=0)[:-9], "cannot be opened"),
        (
            zipped({"a.txt": b"aa", "b.txt": b"qi"}),
            "The zip holds 2 files (a.txt, b.txt). Give one with the list alone.",
        ),
        (zipped({}), "This is no text"),
        (b"aa\0\nqi\n", "This is no text: it has zero bytes"),
        (b"\xef\xbb\xbfaa\n\xff\n", "The file says that it is UTF-8, but byte"),
        (b"\xff\xfea", "The file says that it is UTF-16"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_what_to_do(data, says):
    with pytest.raises(Unreadable) as refused:
        read_list(data, ENGLISH)
    assert says in str(refused.value)


def test_a_file_over_the_limit_is_refused_packed_or_not(monkeypatch):
    assert lexicon_reading.LARGEST == 50 * 1024 * 1024
    monkeypatch.setattr(lexicon_reading, "LARGEST", 1000)
    for data in (b"aa\n" * 400, gzip.compress(b"aa\n" * 400, mtime=0), zipped({"list.txt": b"aa\n" * 400})):
        with pytest.raises(Unreadable, match="larger than 50 MB"):
            read_list(data, ENGLISH)


@given(data=st.binary(max_size=300) | st.text(max_size=200).map(str.encode), key=st.sampled_from(sorted(ALPHABETS)))
def test_any_bytes_are_read_or_refused(data, key):
    try:
        reading = read_list(data, ALPHABETS[key])
    except Unreadable:
        return
    assert list(reading.words) == sorted(set(reading.words))
    told = {each.number for each in reading.rejected}
    if data.isascii() and b"\0" not in data and len(told) == reading.rejected_lines:
        lines = [line.strip() for line in re.split(r"\r\n|\n|\r", data.decode())]
        kept = [line for number, line in enumerate(lines, start=1) if line and number not in told]
        assert sorted(set(map(ALPHABETS[key].canonical, kept))) == list(reading.words)
    assert sum(count for _, count in reading.lengths) == len(reading.words)


def in_tiles(key):
    alphabet = ALPHABETS[key]
    tile = st.sampled_from([*alphabet.letters, *(f"[{one}]" for one in alphabet.digraphs)])
    return st.lists(st.lists(tile, min_size=2, max_size=15).map("".join), min_size=1, max_size=30)


@given(data=st.data(), key=st.sampled_from(sorted(ALPHABETS)))
def test_reading_what_was_kept_gives_the_same_list(data, key):
    alphabet = ALPHABETS[key]
    once = read_list("\r\n".join(data.draw(in_tiles(key))).encode("utf-8-sig"), alphabet)
    if not once.words:
        return
    again = read_list(gzip.compress(once.canonical, mtime=0), alphabet)
    assert (again.sha256, again.words, again.lengths) == (once.sha256, once.words, once.lengths)
    assert again.rejected_lines == 0
