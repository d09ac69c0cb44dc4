"""One verdict for all the words of a play, from lists that are what was imported and from nothing else."""

import gzip

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from adjudication.apps import NEVER_CHANGED
from adjudication.challenges.services import lookup
from adjudication.challenges.services.lookup import acceptable, canonical, lexicons_of
from adjudication.lexicons.engine import lookup as lexicon_lookup
from adjudication.lexicons.loading import DamagedLexicon, canonical_words, forget
from adjudication.lexicons.models import DivisionLexicon, LexiconWords
from adjudication.lexicons.services import open_list, pin_lexicon
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit import triggers
from tests.adjudication.lexicons.lists import make_lexicon
from tests.factories import make_division

pytestmark = pytest.mark.django_db
LONG = b"quizzifications\nzebrastripes\nqat\n"


@pytest.fixture(autouse=True)
def a_new_process():
    forget()
    yield
    forget()


def by(first, second=None, second_from=None):
    """What a division could be judged by."""
    return DivisionLexicon(lexicon=first, second=second, second_from=second_from)


def verdict(lists, words):
    return acceptable(canonical(words, lists), lists)


@pytest.fixture
def toy():
    return make_lexicon("Toy")


def damage_row(lexicon, packed):
    """As a failing disk would: past the trigger."""
    triggers.lift(connection, *NEVER_CHANGED)
    try:
        LexiconWords.objects.filter(lexicon=lexicon).update(packed=packed)
    finally:
        triggers.install(connection, *NEVER_CHANGED)


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


# --- the verdict -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "acceptable"),
    [
        (["qi"], True), ([" Qi ", "ZEBRA"], True), (["qi", "zebras"], False), (["zebras", "qi"], False),
        (["aa"] * 8, True), (["aa"] * 7 + ["ab"], False), (["ab"] * 8, False),
    ],
)  # fmt: skip
def test_a_play_is_acceptable_when_every_word_is(toy, words, acceptable):
    assert verdict(by(toy), words) is acceptable


def test_nsa_I_A_1_owl_alone_to_nine_letters_then_the_long_list_too():
    owl, long_list = make_lexicon("OWL"), make_lexicon("Long List", data=LONG)
    both = by(owl, long_list, 10)
    assert verdict(both, ["zebrastripes", "qi"])
    assert verdict(both, ["quizzifications"])
    assert verdict(both, ["quixotically"])  # in OWL, long
    assert not verdict(both, ["qat"])  # in the Long List, but short
    assert not verdict(both, ["zebrastripes", "qat"])
    assert not verdict(both, ["zebrastripez"])
    assert not verdict(by(owl), ["zebrastripes"])


def test_a_second_list_rules_by_tiles_and_not_by_letters():
    first = make_lexicon("Primera", alphabet="spanish", data=b"sol\n")
    second = make_lexicon("Segunda", alphabet="spanish", data=b"chicharra\nchicharrita\n")
    assert not verdict(by(first, second, 7), ["chicharra"])  # nine letters, six tiles
    assert verdict(by(first, second, 6), ["1i1a3a"])
    assert verdict(by(first, second, 7), ["[CH]i[CH]arrita"])


@pytest.mark.parametrize("words", [["aa"] * 3, ["ab", "aa", "aa"], ["aa", "aa", "ab"], ["ab"] * 3])
def test_every_word_is_looked_up_in_every_list_whatever_the_others_gave(words, monkeypatch):
    asked = []

    def counted(canonical, word):
        asked.append(word)
        return lexicon_lookup.contains(canonical, word)

    monkeypatch.setattr(lookup, "contains", counted)
    first, second = make_lexicon("One"), make_lexicon("Two", data=LONG)
    verdict(by(first, second, 2), words)
    assert asked == [word.upper() for word in words] * 2


# --- which lists -------------------------------------------------------------------------------------------


def test_where_nobody_chose_the_open_list_stands_in_and_says_so():
    division = make_division(players=2)
    lists = lexicons_of(division)
    assert (lists.lexicon, lists.second, lists.pk) == (open_list(), None, None)
    assert str(lists) == "Open English, SCOWL 2020.12.07 (not a tournament list)"
    assert verdict(lists, ["zebra", "quixotic"])
    assert not verdict(lists, ["zebra", "kwyjibo"])


def test_a_pinned_list_is_found_in_one_query(toy):
    division = make_division(players=2)
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=toy, second=make_lexicon("Two", data=LONG), second_from=10)
    with CaptureQueriesContext(connection) as queries:
        lists = lexicons_of(division)
        assert (lists.lexicon.title, lists.second.title, lists.second_from) == ("Toy", "Two", 10)
    assert len(queries) == 1
    assert lists.pk


def test_a_division_judged_partly_by_the_open_list_says_once_that_it_is_no_tournament_list(toy):
    assert str(by(toy, open_list(), 10)).count("not a tournament list") == 1


# --- the row -----------------------------------------------------------------------------------------------


def test_a_process_reads_the_row_of_each_list_once(toy):
    second = make_lexicon("Two", data=LONG)
    with CaptureQueriesContext(connection) as queries:
        for words in (["qi"], ["za"], ["ab"], ["aa", "zebrastripes", "qi"]):
            verdict(by(toy, second, 10), words)
    assert len(queries) == 2


@pytest.mark.parametrize("at", [0, 12, -9, -1])
def test_a_flipped_byte_in_the_row_is_refused_with_what_to_do(toy, at):
    packed = bytes(LexiconWords.objects.get(lexicon=toy).packed)
    damage_row(toy, flipped(packed, at % len(packed)))
    assert_refused_or_whole(toy)


def assert_refused_or_whole(toy):
    """A byte of the packing that says nothing of the words (its time, its system) may differ; the words may not."""
    try:
        words = bytes(canonical_words(toy))
    except DamagedLexicon as refused:
        assert str(refused).startswith("The word list Toy is damaged in the database")
        assert "Put back a backup of the database, or import the list again as another variant" in str(refused)
    else:
        assert lexicon_lookup.digest(words) == toy.sha256


@pytest.mark.parametrize("words", [b"AA\nQI\nZZ\n", b""])
def test_a_row_with_other_words_is_refused(toy, words):
    damage_row(toy, gzip.compress(words))
    with pytest.raises(DamagedLexicon):
        verdict(by(toy), ["qi"])


class AnyDamage(TestCase):
    @settings(max_examples=settings.default.max_examples // 4)  # a word list is made for each
    @given(data=st.data())
    def test_no_flipped_bit_anywhere_ever_changes_what_is_judged_by(self, data):
        forget()
        toy = make_lexicon("Toy")
        whole = canonical_words(toy)
        packed = bytes(LexiconWords.objects.get(lexicon=toy).packed)
        forget()
        damage_row(toy, flipped(packed, data.draw(st.integers(0, len(packed) - 1))))
        try:
            assert bytes(canonical_words(toy)) == whole
        except DamagedLexicon:
            pass
        finally:
            forget()
