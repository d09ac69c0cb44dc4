"""`verify_audit` finds what somebody with the database could do to a sheet behind the suite's back, and names the row."""

import json
import sqlite3
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from results.models import SheetVersion, Signature
from results.sheets.engine.facts import sha256
from results.sheets.services import officials
from tdsuite.platform.audit import triggers
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Game
from tests.results.sheets.desk import Hall, make_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    hall = make_hall()
    hall.both_sign(handed_in=True)
    return hall


def forge(sql: str, *values: object) -> None:
    """Drop the triggers of the tables of sheets, change a row, put them back: what a hand in the database can do."""
    triggers.lift_all(connection)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
    triggers.install_all(connection)


def named(row: SheetVersion) -> str:
    return f"results_sheetversion {row.pk}"


def found(hall: Hall) -> list[tuple[str, str]]:
    return [(flaw.row, flaw.what) for flaw in verify(hall.division.tournament).flaws]


def test_a_text_and_its_hash_changed_together_are_named_too(hall: Hall) -> None:
    row = hall.latest()
    text = row.text.replace("431", "481")
    forge("UPDATE results_sheetversion SET text = %s, sha256 = %s WHERE id = %s", text, sha256(text), row.pk)
    forge("UPDATE results_signature SET sha256 = %s", sha256(text))
    signatures = [f"results_signature {pk}" for pk in Signature.objects.order_by("pk").values_list("pk", flat=True)]
    of_version = f"results_sheetversion {row.pk}"
    assert sorted(name for name, _ in found(hall)) == sorted(
        [of_version, of_version, *signatures, f"tournaments_game {hall.game().pk}"]
    )


@pytest.mark.parametrize(
    ("column", "value"), [("device", "'another'"), ("means", "'pin'"), ("entry_id", "(SELECT MAX(id) FROM tournaments_entry WHERE number = 2)")]
)  # fmt: skip
def test_a_signature_changed_is_named(hall: Hall, column: str, value: str) -> None:
    row = Signature.objects.order_by("pk").first()
    assert row is not None
    forge(f"UPDATE results_signature SET {column} = {value} WHERE id = %s", row.pk)
    assert f"results_signature {row.pk}" in [name for name, _ in found(hall)]


def test_a_version_deleted_is_missed(hall: Hall) -> None:
    row = hall.latest()
    forge("DELETE FROM results_signature")
    forge("DELETE FROM results_sheetversion")
    (says,) = [what for name, what in found(hall) if name == f"results_sheetversion {row.pk}"]
    assert says.startswith("it is missing: record")


def test_a_row_that_no_decision_made_is_named(hall: Hall) -> None:
    row = SheetVersion.objects.get()
    row.pk, row.number = None, 2
    row.save(force_insert=True)
    assert (f"results_sheetversion {row.pk}", "no decision made it") in found(hall)


def test_a_score_changed_on_the_game_alone_is_named(hall: Hall) -> None:
    Game.objects.filter(pk=hall.game().pk).update(first_score=481)
    assert found(hall) == [
        (f"tournaments_game {hall.game().pk}", "first_score is 481: record 3 left 431"),
        (f"tournaments_game {hall.game().pk}", f"its result is not the one on sheet {hall.sheet().pk}"),
    ]


def test_the_command_names_the_row_and_exits_1(hall: Hall) -> None:
    slug = hall.division.tournament.slug
    out, err = StringIO(), StringIO()
    call_command("verify_audit", slug, stdout=out)
    assert "whole" in out.getvalue()
    row = hall.latest()
    forge("UPDATE results_sheetversion SET text = %s WHERE id = %s", row.text.replace("431", "481"), row.pk)
    with pytest.raises(CommandError, match="the records hold, 5 other rows do not") as caught:
        call_command("verify_audit", slug, stderr=err)
    assert caught.value.returncode == 1
    assert f"{named(row)}: its text was changed after it was written: the hash is another one" in err.getvalue()
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_audit", slug, "--json", stdout=out, stderr=err)
    assert json.loads(out.getvalue())["flaws"][0]["row"] == named(row)


@pytest.mark.django_db(transaction=True)
def test_a_row_edited_by_another_connection_to_the_database_with_its_trigger_dropped(hall: Hall) -> None:
    """On SQLite the file is opened by itself, as with any SQLite tool; on PostgreSQL the server by a session of its own."""
    row = hall.latest()
    if connection.vendor == "sqlite":
        with sqlite3.connect(str(connection.settings_dict["NAME"])) as file:
            file.execute("DROP TRIGGER results_sheetversion_no_update")
            file.execute("UPDATE results_sheetversion SET text = replace(text, '431', '481') WHERE id = ?", (row.pk,))
        file.close()
    else:
        other = connection.copy()
        with other.cursor() as cursor:
            cursor.execute("DROP TRIGGER results_sheetversion_no_change ON results_sheetversion")
            cursor.execute(
                "UPDATE results_sheetversion SET text = replace(text, '431', '481') WHERE id = %s", (row.pk,)
            )
        other.close()
    triggers.install_all(connection)
    assert found(hall)[0][0] == named(row)


def test_verifying_asks_as_often_for_one_sheet_as_for_many(hall: Hall) -> None:
    with CaptureQueriesContext(connection) as one:
        assert found(hall) == []
    officials.enter_from_paper(by=hall.scorer, game=hall.game(2), figures=hall.figures(1, 2, board=2), both_seen=True)
    with CaptureQueriesContext(connection) as two:
        assert found(hall) == []
    assert len(one) == len(two)
