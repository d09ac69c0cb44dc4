import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from pairings.services.tables import keep_table
from tdsuite.exchange.events import SourceFile, UnusableFile
from tdsuite.exchange.export import export
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Entry, Player, TableNeed, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.factories import import_files, make_user

pytestmark = pytest.mark.django_db

TSH = b"""Winterbourne, Ada  1725 2 3 0; 431 388 50; board 1 1 0; p12 1 2 0; lifeg 212; class A;
Lindqvist, Bo      1402 1 0 3; 402 50 377; board 1 0 1; p12 2 0 1;
Okafor, Cy         0 0 1 2; 50 415; board 0 1 1; p12 0 1 2;
"""
COMPLETE = TSH.replace(b"50 415;", b"50 415 390;")
TOU = (
    b"*M14.03.2026 Riverside Spring Open\r\n*A\r\n                                      0\r\n"
    b"Ada Winterbourne     2431  +2 2001  +1 2388   3\r\nBo Lindqvist          402   1 1415  +3 2001  +2\r\n"
    b"Cy Okafor            2001  +3 1415   2  377  +1\r\n*** END OF FILE ***\r\n"
)


def load(slug="spring", *files, **options):
    return import_files(slug, *(files or [SourceFile("a.t", COMPLETE)]), **options)[0]


def test_a_tsh_file_becomes_a_division_with_closed_rounds():
    division = load().divisions.get()
    assert (division.name, division.code, division.planned_rounds, division.entries.count()) == ("a", "a", 3, 3)
    assert [row.status for row in division.rounds.all()] == ["closed"] * 3
    ada = division.entries.get(number=1)
    assert (ada.player.name, ada.player.filing_name, ada.rating, ada.lifetime_games, ada.class_name) == (
        "Ada Winterbourne", "Winterbourne, Ada", 1725, 212, "A",
    )  # fmt: skip


def test_a_round_with_a_game_not_played_yet_stays_open():
    division = load(
        "spring", SourceFile("a.t", TSH.replace(b"50 377;", b"50;").replace(b"p12 2 0 1", b"p12 2 0 1"))
    ).divisions.get()
    assert [row.status for row in division.rounds.all()] == ["closed", "closed", "playing"]


def test_two_files_are_two_divisions_and_alike_names_get_different_codes():
    tournament = load("two", SourceFile("a.t", COMPLETE), SourceFile("A!.t", COMPLETE))
    assert [one.code for one in tournament.divisions.all()] == ["a", "a-2"]


def test_a_bad_file_beside_a_good_one_imports_neither():
    bad = SourceFile("b.t", COMPLETE.replace(b"431 388", b"431 three"))
    with pytest.raises(UnusableFile) as caught:
        load("spring", SourceFile("a.t", COMPLETE), bad)
    assert (caught.value.filename, caught.value.problems[0].line) == ("b.t", 1)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_the_command_makes_the_event_and_says_so_in_json(tmp_path):
    path = tmp_path / "premier.t"
    path.write_bytes(COMPLETE)
    out = StringIO()
    words = ["--name", "Spring Open", "--rulebook", "nsa-2004", "--date", "2026-05-16", "--json"]
    call_command("import_tournament", "spring", str(path), *words, stdout=out)
    assert json.loads(out.getvalue()) == {
        "slug": "spring", "name": "Spring Open", "divisions": [{"code": "premier", "name": "premier", "players": 3, "rounds": 3}],
    }  # fmt: skip
    assert Tournament.objects.get().rulebook == "nsa-2004"


def test_the_command_exits_1_and_lists_every_problem_on_standard_error(tmp_path):
    path = tmp_path / "a.t"
    path.write_bytes(COMPLETE.replace(b"431", b"abc").replace(b"402", b"xyz"))
    err = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("import_tournament", "spring", str(path), stderr=err)
    assert caught.value.returncode == 1
    assert "Line 1" in err.getvalue()
    assert "Line 2" in err.getvalue()


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"none\.t: No such file"):
        call_command("import_tournament", "spring", str(tmp_path / "none.t"))


@pytest.mark.parametrize("slug", ["import", "new"])
def test_an_event_never_takes_an_address_of_the_suite(slug):
    with pytest.raises(Refused, match=f"The suite's own addresses use the word '{slug}'; choose another short name."):
        load(slug)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("stem", ["files", "prizes", "words", "rating-lists"])
def test_a_division_named_like_a_page_of_the_event_keeps_its_name_and_gets_another_address(client, stem):
    made = load("spring", SourceFile(f"{stem}.t", COMPLETE), SourceFile("a.t", COMPLETE))
    assert [(one.name, one.code) for one in made.divisions.all()] == [(stem, f"{stem}-2"), ("a", "a")]
    client.force_login(make_user("keeper", is_superuser=True))
    for page in ("plan", "roster"):
        answer = client.get(f"/console/spring/{stem}-2/{page}/")
        assert (answer.status_code, answer.context["division"].name) == (200, stem)


def test_table_needs_that_come_with_an_event_are_in_its_record():
    tournament = load()
    entry = Entry.objects.get(division__tournament=tournament, number=1)
    keep_table(by=COMMAND_LINE, entry=entry, table="1", reason="near the door")
    document = export(by=COMMAND_LINE, tournament=tournament, key="json").data
    again = load("again", SourceFile("event.json", document))
    assert TableNeed.objects.filter(entry__division__tournament=again).count() == 1
    assert verify(again).flaws == ()
