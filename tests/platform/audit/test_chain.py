import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit import triggers
from tdsuite.platform.audit.digests import NotPlain, canonical
from tdsuite.platform.audit.models import ChainHead, ReasonText, Record
from tdsuite.platform.audit.services import GENESIS, NotInTransaction, deciding_on, head_hash, verify
from tests.actions import ExampleAction
from tests.factories import make_tournament, make_user

pytestmark = pytest.mark.django_db


def write(tournament=None, reason="", **facts):
    with deciding_on(tournament, by=COMMAND_LINE, action=ExampleAction.DONE, reason=reason) as decision:
        return decision.record(tournament or make_user(), after=facts)


def forge(sql, *values):
    """Change a row behind the chain's back, as somebody with the database file could."""
    triggers.lift(connection)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
    triggers.install(connection)


def test_the_first_record_follows_the_genesis_hash_and_each_next_one_the_record_before():
    one, two = write(), write()
    assert (one.seq, one.prev_hash) == (1, GENESIS)
    assert (two.seq, two.prev_hash) == (2, one.hash)
    assert head_hash(None) == two.hash


def test_a_record_outside_a_decision_is_refused():
    with deciding_on(None, by=COMMAND_LINE, action=ExampleAction.DONE) as decision:
        pass
    with pytest.raises(NotInTransaction):
        decision.record(make_user())


@pytest.mark.parametrize("value", [1.5, {"deep": [0.1]}, {1: "number as key"}, object()])
def test_facts_that_databases_would_alter_are_refused(value):
    with pytest.raises(NotPlain):
        canonical(value)


def test_canonical_text_does_not_depend_on_the_order_of_keys():
    assert canonical({"b": 1, "a": [True, None]}) == '{"a":[true,null],"b":1}' == canonical({"a": [True, None], "b": 1})


@pytest.mark.django_db(transaction=True)
def test_first_a_flushed_test_leaves_a_record():
    write()
    assert Record.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_then_the_triggers_are_back_after_the_flush():
    assert Record.objects.count() == 0
    write()
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_record")


def test_a_record_taken_out_of_the_middle_is_missed():
    rows = [write(number=number) for number in range(3)]
    forge("DELETE FROM audit_record WHERE id = %s", rows[1].pk)
    expected = ["record 2 is missing", "does not follow the record before it"]
    assert [fault.what for fault in verify(None).faults] == expected


def test_an_erased_reason_leaves_the_chain_whole():
    row = write(reason="the player was unwell")
    ReasonText.objects.filter(record=row).delete()
    verdict = verify(None)
    assert (verdict.whole, verdict.erased) == (True, 1)
    assert Record.objects.get(pk=row.pk).why == "(erased)"


def test_the_command_prints_the_head_and_exits_1_for_a_broken_chain():
    tournament = make_tournament("open")
    row = write(tournament)
    out, err = StringIO(), StringIO()
    call_command("verify_audit", "open", stdout=out)
    assert f"1 records, whole. Head {row.hash[:12]}" in out.getvalue()
    forge("UPDATE audit_record SET action = 'other' WHERE id = %s", row.pk)
    with pytest.raises(CommandError) as caught:
        call_command("verify_audit", "open", stderr=err)
    assert caught.value.returncode == 1
    assert "record 1: was changed" in err.getvalue()


def test_the_command_as_json_and_for_an_unknown_event():
    out = StringIO()
    write()
    call_command("verify_audit", "site", "--json", stdout=out)
    assert json.loads(out.getvalue())["records"] == 1
    with pytest.raises(CommandError, match="no tournament 'nowhere'"):
        call_command("verify_audit", "nowhere")


@pytest.mark.django_db(transaction=True)
def test_a_decision_that_fails_leaves_no_record_and_no_gap():
    write()
    user = make_user()
    with pytest.raises(ZeroDivisionError), deciding_on(None, by=COMMAND_LINE, action=ExampleAction.FAILED) as decision:
        decision.record(user)
        _ = 1 / 0
    assert write().seq == 2
    assert ChainHead.objects.get(chain="site").seq == 2
