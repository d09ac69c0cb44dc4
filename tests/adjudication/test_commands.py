"""The commands a script or an official runs: import a list, ask for a verdict, make the open list anew."""

import gzip
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from adjudication.lexicons.engine import open_list as lexicon_open_list
from adjudication.lexicons.models import Lexicon
from adjudication.lexicons.services import lexicon_named
from tests.adjudication.lexicons.lists import make_lexicon

OPEN = "Open English, SCOWL 2020.12.07 (not a tournament list)"


def run(*words, **options):
    """(exit, standard output, standard error) of a command."""
    out, err = StringIO(), StringIO()
    try:
        call_command(*words, stdout=out, stderr=err, **options)
    except CommandError as error:
        return error.returncode, out.getvalue(), err.getvalue() + str(error)
    except SystemExit as left:
        return left.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "toy.txt"
    path.write_bytes(b"qi life force\r\nza\r\nza\r\n\r\nzebra\r\nx1\r\n")
    return str(path)


# --- adjudicate --------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        (["open", "zebra", "QUIXOTIC"], 0, f"acceptable ({OPEN})\n"),
        (["open", "zebra", "kwyjibo"], 1, f"unacceptable ({OPEN})\n"),
        (["open", "kwyjibo", "zebra"], 1, f"unacceptable ({OPEN})\n"),
        (["open", "kwyjibo"], 1, f"unacceptable ({OPEN})\n"),
    ],
)
def test_one_verdict_for_all_the_words(asked, code, says):
    assert run("adjudicate", *asked) == (code, says, "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["CSW24", "qi"], f"There is no word list CSW24. Known: {OPEN}; Toy."),
        (["open", "q"], "q has 1 tile: words have 2 to 15."),
        (["open", "co-op"], "co-op: - is no tile of the English set."),
        (["open", *["aa"] * 9], "9 words: one play makes 8 words at most."),
    ],
)
def test_what_cannot_be_judged_exits_2_and_says_why(asked, says):
    make_lexicon("Toy")
    assert run("adjudicate", *asked) == (2, "", says)


@pytest.mark.django_db
def test_no_words_exit_2():
    code, out, err = run("adjudicate", "open")
    assert (code, out) in [(2, ""), (1, "")]
    assert "words" in err


@pytest.mark.django_db
def test_a_verdict_as_json_tells_no_word():
    toy = make_lexicon("Toy")
    code, out, _ = run("adjudicate", "toy", "qi", "qo", "--json")
    assert code == 1
    assert json.loads(out) == {"verdict": "unacceptable", "list": "Toy", "sha256": toy.sha256, "for_tournaments": True}


# --- import_lexicon ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_list_is_imported_and_what_was_left_out_is_named(words):
    code, out, err = run("import_lexicon", "Toy", words, "--edition", "2nd", "--licence", "made up")
    row = Lexicon.objects.get()
    assert code == 0
    assert out.splitlines() == [
        f"Toy, 2nd: 2 words imported, SHA-256 {row.sha256}",
        "UTF-8 text, 6 lines: 1 repeated, 1 blank, 2 left out",
        "by length: 2: 1, 3: 0, 4: 0, 5: 1, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0, 11: 0, 12: 0, 13: 0, 14: 0, 15: 0",
    ]
    assert err.splitlines() == [
        "line 1: qi life force: there is more on the line than a word",
        "line 6: x1: 1 is no tile of the English set",
    ]
    assert row.licence == "made up"


@pytest.mark.django_db
def test_a_dry_run_counts_and_imports_nothing(words):
    code, out, _ = run("import_lexicon", "Toy", words, "--dry-run", "--cut")
    assert (code, Lexicon.objects.count()) == (0, 0)
    assert out.startswith("Toy: 3 words would be imported, SHA-256 ")


@pytest.mark.django_db
def test_an_import_as_json(words):
    make_lexicon("Same", data=b"za\nzebra\n")
    code, out, _ = run("import_lexicon", "Toy", words, "--json", "--variant", "school")
    answer = json.loads(out)
    assert code == 0
    assert {
        key: answer[key] for key in ("list", "words", "lengths", "same_words_as", "imported", "rejected_lines")
    } == {
        "list": "Toy (school)",
        "words": 2,
        "lengths": {"2": 1, "5": 1},
        "same_words_as": ["Same"],
        "imported": True,
        "rejected_lines": 2,
    }
    assert answer["rejected"][1] == {"line": 6, "text": "x1", "why": "1 is no tile of the English set"}
    assert answer["sha256"] == lexicon_named("Toy school").sha256


@pytest.mark.django_db
def test_the_same_words_are_told(words):
    make_lexicon("Same", data=b"za\nzebra\n")
    assert run("import_lexicon", "Toy", words)[1].splitlines()[-1] == "the same words as Same"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--strict"], "2 lines are no words. Nothing was imported."),
        (["--alphabet", "klingon"], "There is no alphabet 'klingon'."),
        (["--edition", "x" * 41], "edition: "),
    ],
)
def test_what_cannot_be_imported_exits_1_and_leaves_nothing(words, options, says):
    code, out, err = run("import_lexicon", "Toy", words, *options)
    assert (code, out, Lexicon.objects.count()) == (1, "", 0)
    assert says in err


@pytest.mark.django_db
def test_a_file_that_is_not_there_exits_1(tmp_path):
    code, _, err = run("import_lexicon", "Toy", str(tmp_path / "none.txt"))
    assert (code, err) == (1, f"Cannot read {tmp_path / 'none.txt'}: No such file or directory.")


@pytest.mark.django_db
def test_a_spanish_list_in_digits_is_judged_in_letters(tmp_path):
    path = tmp_path / "fise.txt.gz"
    path.write_bytes(gzip.compress("1ICO\r\nNIÑO\r\nCA2E\r\n".encode("latin-1")))
    assert run("import_lexicon", "FISE", str(path), "--alphabet", "spanish")[0] == 0
    assert run("adjudicate", "FISE", "chico", "niño", "calle")[0] == 0
    assert run("adjudicate", "FISE", "chico", "nino")[0] == 1


# --- build_open_list ---------------------------------------------------------------------------------------


def test_another_archive_makes_no_open_list(tmp_path):
    source = tmp_path / "scowl.tar.gz"
    source.write_bytes(b"something else")
    code, out, err = run("build_open_list", str(source), str(tmp_path / "list.gz"))
    assert (code, out) == (1, "")
    assert err.startswith("scowl.tar.gz is not scowl_2020.12.07.orig.tar.gz: its SHA-256 is ")
    assert not (tmp_path / "list.gz").exists()


def test_a_source_that_is_not_there_is_named(tmp_path):
    code, _, err = run("build_open_list", str(tmp_path / "none.tar.gz"), str(tmp_path / "list.gz"))
    assert (code, err) == (1, f"{tmp_path / 'none.tar.gz'}: No such file or directory.")


def archive_of(tmp_path, **files):
    import io
    import tarfile

    path = tmp_path / "scowl.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            data = text.encode("latin-1")
            member = tarfile.TarInfo(f"scowl-2020.12.07/final/{name.replace('__', '-').replace('DOT', '.')}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def test_the_recipe_takes_the_regions_sizes_and_words_it_names(tmp_path, monkeypatch):
    path = archive_of(
        tmp_path,
        english__wordsDOT10="café\ncan't\nBob\nes\nas\nbs\nx\n",
        british_variant_2__wordsDOT80="abcdefghijklmno\nabcdefghijklmnop\n",
        english__wordsDOT95="toorare\n",
        variant_3__wordsDOT10="otherregion\n",
        english__upperDOT10="ab\n",
    )
    import hashlib

    monkeypatch.setattr(lexicon_open_list, "SOURCE_SHA256", hashlib.sha256(path.read_bytes()).hexdigest())
    assert lexicon_open_list.build(path) == b"ABCDEFGHIJKLMNO\nAS\nCAFE\nES\n"
    code, out, err = run("build_open_list", str(path), str(tmp_path / "list.gz"))
    assert (code, out) == (1, "")
    assert "Nothing was written." in err
