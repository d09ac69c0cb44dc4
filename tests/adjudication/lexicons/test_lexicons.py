"""Word lists as rows: imported whole, never changed, pinned for a division with a record."""

import gzip
import hashlib

import pytest
from django.db import DatabaseError, transaction

from adjudication.challenges.services.lookup import lexicons_of
from adjudication.challenges.services.slips import NewChallenge, write_slip
from adjudication.challenges.services.verdicts import adjudicate
from adjudication.lexicons import services as lexicons
from adjudication.lexicons.models import DivisionLexicon, Lexicon, LexiconWords
from adjudication.lexicons.services import DATA, OPEN_SHA256, import_list, open_list, pin_lexicon, read_file
from tdsuite.platform.access.guard import COMMAND_LINE, NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.services.decision import Refused
from tests.adjudication.lexicons.lists import make_lexicon
from tests.factories import make_division, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    return make_division(make_tournament("open"), players=2)


def records(action):
    return list(Record.objects.filter(action=action).order_by("seq"))


# --- import ------------------------------------------------------------------------------------------------


def test_an_imported_list_says_all_there_is_to_know_of_it():
    keeper = make_user("keeper", is_superuser=True)
    reading = read_file(b"zebra\nqi\nx\nza\n", "english")
    told = Lexicon(name=" Toy  Words ", edition="2nd", variant="school", licence="ours")
    row = import_list(by=keeper, lexicon=told, reading=reading)
    row.refresh_from_db()
    assert (row.title, row.alphabet, row.licence) == ("Toy Words, 2nd (school)", "english", "ours")
    assert (row.size, row.lengths) == (3, {"2": 2, "5": 1})
    assert [pair for pair in row.counts if pair[1]] == [(2, 2), (5, 1)]
    assert [length for length, _ in row.counts] == list(range(2, 16))
    assert row.sha256 == hashlib.sha256(b"QI\nZA\nZEBRA\n").hexdigest()
    assert (row.imported_by, row.imported_by_kind, row.for_tournaments) == (keeper.pk, "user", True)
    assert gzip.decompress(bytes(row.words.packed)) == b"QI\nZA\nZEBRA\n"


def test_an_import_is_on_record_with_its_hash_and_what_was_left_out():
    row = make_lexicon("Toy", data=b"qi\nx\n")
    (kept,) = records("lexicon.imported")
    assert (kept.object_id, kept.actor_kind) == (str(row.pk), "command")
    assert kept.after == {"list": "Toy", "alphabet": "english", "words": 1, "sha256": row.sha256, "left_out": 1}
    assert verify(None).whole


def test_the_same_list_again_is_refused_and_a_changed_one_needs_another_variant():
    make_lexicon("Toy")
    with pytest.raises(Refused, match="Toy is here already, with these very words"):
        make_lexicon("TOY")
    with pytest.raises(Refused, match=r"with other words, and a list never changes."):
        make_lexicon("toy", data=b"qi\n")
    assert make_lexicon("Toy", variant="corrected", data=b"qi\n").title == "Toy (corrected)"
    assert Lexicon.objects.count() == 2


@pytest.mark.parametrize(
    ("data", "alphabet", "says"),
    [
        (b"", "english", "There is no word in this file. Give one word a line, and check the alphabet."),
        (b"x1\n", "english", "There is no word in this file. Line 1: 1 is no tile of the English set."),
        (b"qi\0\n", "english", "This is no text: it has zero bytes."),
    ],
)
def test_a_file_without_a_list_is_refused(data, alphabet, says):
    with pytest.raises(Refused) as refused:
        read_file(data, alphabet)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize("name", ["", " ", "x" * 81])
def test_a_list_needs_a_name_that_fits(name):
    with pytest.raises(Refused, match=r"^name: "):
        make_lexicon(name)
    assert (Lexicon.objects.count(), LexiconWords.objects.count(), Record.objects.count()) == (0, 0, 0)


def test_only_who_manages_word_lists_may_import(division):
    director = make_user("director", tournament=division.tournament)
    judge = make_user("judge", tournament=division.tournament, role=Role.JUDGE)
    reading, toy = read_file(b"qi\n", "english"), Lexicon(name="Toy")
    with pytest.raises(NotAllowed):
        import_list(by=judge, lexicon=toy, reading=reading, tournament=division.tournament)
    with pytest.raises(NotAllowed):
        import_list(by=director, lexicon=toy, reading=reading)  # for no event: the keeper's
    import_list(by=director, lexicon=toy, reading=reading, tournament=division.tournament)
    assert [row.chain for row in records("lexicon.imported")] == [str(division.tournament.pk)]


# --- never changed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [Lexicon, LexiconWords])
def test_the_database_refuses_to_change_a_list(model):
    row = make_lexicon("Toy")
    change = {"sha256": "0" * 64} if model is Lexicon else {"packed": b""}
    with pytest.raises(DatabaseError, match="a word list is never changed"), transaction.atomic():
        model.objects.filter(pk=row.pk).update(**change)
    row.name = "Other"
    with pytest.raises(DatabaseError, match="a word list is never changed"), transaction.atomic():
        row.save()
    row.refresh_from_db()
    assert row.name == "Toy"


# --- the open list -----------------------------------------------------------------------------------------


def test_the_open_list_comes_with_the_suite_and_says_that_it_is_no_tournament_list():
    row = open_list()
    words = gzip.decompress(bytes(row.words.packed))
    assert hashlib.sha256(words).hexdigest() == row.sha256 == OPEN_SHA256
    lines = words.decode().splitlines()
    assert len(lines) == row.size == 248_229
    assert row.lengths == {str(length): sum(len(one) == length for one in lines) for length in range(2, 16)}
    assert row.title == "Open English, SCOWL 2020.12.07 (not a tournament list)"
    assert not row.for_tournaments
    assert open_list() == row
    assert Lexicon.objects.count() == 1
    reading = read_file(lexicons.OPEN_FILE.read_bytes(), "english")
    assert (reading.sha256, reading.rejected_lines, len(reading.words)) == (OPEN_SHA256, 0, 248_229)


def test_the_licences_of_the_open_list_stand_beside_it():
    told = (DATA / "README.md").read_text("utf-8")
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in (DATA / "licences").iterdir()}
    assert hashes == {
        "scowl-debian-copyright.txt": "1d7c0128f6c72d22",
        "scowl-source-copyright.txt": "283326a422e29c51",
        "ukacd-readme.txt": "f32bd492ae07e04a",
    }
    assert all(name in told for name in hashes)
    assert "copyright (c) J Ross Beresford 1993-2000" in told
    assert "ENABLE" in told
    assert OPEN_SHA256 in told
    assert "not a tournament list" in told


# --- pinned ------------------------------------------------------------------------------------------------


def test_a_pin_is_on_record_with_both_lists_and_what_was_before(division):
    owl, long_list = make_lexicon("OWL"), make_lexicon("Long List", data=b"zebrastripes\n")
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=owl)
    pin_lexicon(
        by=COMMAND_LINE, division=division, lexicon=owl, second=long_list, second_from=10, reason="I.A.1 wants both"
    )
    first, then = records("lexicon.pinned")
    assert (first.before, first.after) == ({}, {"list": "OWL", "sha256": owl.sha256})
    assert then.before == first.after
    second = {"second": "Long List", "second_sha256": long_list.sha256, "second_from": 10}
    assert then.after == {**first.after, **second}
    assert then.reason_text.text == "I.A.1 wants both"
    assert str(lexicons_of(division)) == "OWL, then Long List from 10 letters"
    assert str(DivisionLexicon.objects.get()) == "OWL, then Long List from 10 letters"
    was = division.state_version
    division.refresh_from_db()
    assert division.state_version == was  # no draft is stale


def test_what_cannot_be_pinned(division):
    toy, other = make_lexicon("Toy"), make_lexicon("Otra", alphabet="spanish", data=b"sol\n")
    more = make_lexicon("More", data=b"za\n")
    for options, says in (
        ({"second": more}, "A second list needs the length"),
        ({"second_from": 10}, "A second list needs the length"),
        ({"second": toy, "second_from": 10}, "The second list is the first one"),
        ({"second": other, "second_from": 10}, "Toy is in the English alphabet and Otra in the Spanish"),
        ({"second": more, "second_from": 16}, "second from: "),
        ({"second": more, "second_from": 1}, "second from: "),
    ):
        with pytest.raises(Refused, match=f"^{says}"):
            pin_lexicon(by=COMMAND_LINE, division=division, lexicon=toy, **options)
    assert DivisionLexicon.objects.count() == 0
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=toy)
    with pytest.raises(Refused, match="judged by these lists already"):
        pin_lexicon(by=COMMAND_LINE, division=division, lexicon=toy)
    assert len(records("lexicon.pinned")) == 1


def test_only_the_events_leaders_pin(division):
    toy = make_lexicon("Toy")
    for role in (Role.JUDGE, Role.SCORER, Role.OFFICIAL):
        with pytest.raises(NotAllowed):
            user = make_user(str(role), tournament=division.tournament, role=role)
            pin_lexicon(by=user, division=division, lexicon=toy)
    other = make_user("stranger", tournament=make_tournament("elsewhere"))
    with pytest.raises(NotAllowed):
        pin_lexicon(by=other, division=division, lexicon=toy)
    pin_lexicon(by=make_user("director", tournament=division.tournament), division=division, lexicon=toy)


def test_a_slip_that_waits_for_its_verdict_keeps_its_list(division):
    toy, other = make_lexicon("Toy"), make_lexicon("Other", data=b"za\n")
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=toy)
    game = make_round(division, 1, status="playing", pairs=[(1, 2)], results=0).games.get()
    written = NewChallenge(challenger=game.first_id, words=("qi",), handed_over=True)
    slip = write_slip(by=COMMAND_LINE, game=game, challenge=written)
    with pytest.raises(Refused, match=r"Division A has 1 challenge that is not closed yet\. Close it, then change"):
        pin_lexicon(by=COMMAND_LINE, division=division, lexicon=other)
    assert adjudicate(by=COMMAND_LINE, slip=slip, words=["qi"]).acceptable
    assert lexicons_of(division).lexicon == toy
    pin_lexicon(by=COMMAND_LINE, division=division, lexicon=other)
    assert lexicons_of(division).lexicon == other
