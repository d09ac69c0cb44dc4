"""A list of championship size is read, kept and asked without weight."""

import gzip

import pytest

from adjudication.lexicons.engine.alphabets import ALPHABETS
from adjudication.lexicons.engine.lookup import contains
from adjudication.lexicons.engine.reading import read_list
from adjudication.lexicons.services import OPEN_FILE


@pytest.fixture(scope="module")
def canonical():
    return gzip.decompress(OPEN_FILE.read_bytes())


def test_every_tenth_word_of_the_open_list_is_in_it_and_its_neighbours_are_not(canonical):
    words = canonical.decode().split()
    held = set(words)
    for word in [*words[::10], words[-1]]:
        assert contains(canonical, word)
        other = f"{word[:-1]}{'Q' if word[-1] != 'Q' else 'X'}"
        assert contains(canonical, other) is (other in held)


@pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
def test_the_open_list_saved_by_another_system_is_the_same_list(canonical, ending):
    part = b"".join(line + ending for line in canonical.split(b"\n")[:20_000])
    reading = read_list(b"\xef\xbb\xbf" + part.lower(), ALPHABETS["english"])
    assert reading.canonical == b"\n".join(canonical.split(b"\n")[:20_000]) + b"\n"
