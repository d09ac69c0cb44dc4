"""Bytes to lines and tokens to numbers."""

import pytest

from tdsuite.formats.text import LARGEST_FILE, decoded, lines_of, whole_number


@pytest.mark.parametrize(
    "data",
    [
        "Zoë".encode(),
        b"\xef\xbb\xbf" + "Zoë".encode(),
        b"\xff\xfe" + "Zoë".encode("utf-16-le"),
        b"\xfe\xff" + "Zoë".encode("utf-16-be"),
    ],
)
def test_utf8_and_marked_utf16_are_read_without_a_note(data: bytes):
    assert decoded(data) == ("Zoë", [])


def test_windows_1252_is_read_with_a_note():
    text, (found,) = decoded("Zoë".encode("cp1252"))
    assert text == "Zoë"
    expected = "File: it is not in UTF-8; accented letters are read as Windows-1252. Check the accented names."
    assert found.text == expected
    assert not found.fatal


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04....", "this is a spreadsheet or a zip archive, not text."),
        (b"\xd0\xcf\x11\xe0....", "this is an old Excel or Word file, not text."),
        (b"%PDF-1.7", "this is a PDF, not text."),
        (b"\x1f\x8b\x08", "this is a compressed file, not text."),
        (b"Ada\x00Bo", "this is not a text file."),
        (b" " * (LARGEST_FILE + 1), "it is larger than 10 MB."),
    ],
)
def test_what_is_not_text_is_refused_by_name(data: bytes, message: str):
    text, (found,) = decoded(data)
    assert (text, found.message, found.fatal) == ("", message, True)
    assert found.remedy


def test_lines_are_counted_as_an_editor_counts_them():
    assert lines_of("\ufeffa\r\nb\rc\n\nd\x0be\u2028f") == ["a", "b", "c", "", "d\x0be\u2028f"]


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("0", 0), ("-50", -50), ("+7", 7), ("007", 7), ("9" * 9, 999_999_999),
        *((junk, None) for junk in ("", "-", "1.5", "²", "٣", "1e3", "1_0", "9" * 10, "9" * 5000)),
    ],
)  # fmt: skip
def test_only_plain_digits_make_a_whole_number(token: str, value: int | None):
    assert whole_number(token) == value
