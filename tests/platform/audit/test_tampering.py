"""What somebody with the database could change behind the suite's back: each way, tried on one event, is found and named."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from results.games.services.outcomes import record_result
from results.models import SheetVersion, Signature
from results.rulings.services.incidents import Happened, log
from results.rulings.services.rulings import RulingFacts, make_ruling
from results.sheets.engine.facts import Figures, sha256
from results.sheets.services import entering
from tdsuite.console.people import add_member
from tdsuite.platform.access.services.invitations import invite
from tdsuite.platform.access.services.links import issue_missing
from tdsuite.platform.access.services.second_factor import renew_recovery_codes
from tdsuite.platform.access.services.stations import add_station
from tdsuite.platform.access.tokens import make_token
from tdsuite.platform.audit.chains import written_once_lifted
from tdsuite.platform.audit.comparing import printed_record
from tdsuite.platform.audit.digests import fingerprint, link_hash, seal_of
from tdsuite.platform.audit.models import ChainHead, Record
from tdsuite.platform.audit.services import GENESIS, verify
from tdsuite.tournaments.models import Game, Tournament
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.entries import update_entry
from tests.adjudication.challenges.cases import STATION, Table, table
from tests.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@dataclass
class Event:
    """A judged challenge and a signed sheet on board 1, a desk result on board 2, a ruling, an incident, a corrected rating."""

    at: Table
    names: dict[str, Any] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return self.at.division.tournament

    def found(self, site: bool = False) -> list[str]:
        verdict = verify(None if site else self.tournament)
        faults = [f"record {fault.seq}: {fault.what}" for fault in verdict.faults]
        return faults + [f"{flaw.row}: {flaw.what}" for flaw in verdict.flaws]


@pytest.fixture(scope="module")
def event(django_db_setup: None, django_db_blocker: Any) -> Iterator[Event]:
    """Made once, in a transaction that is rolled back after the last test; what a test changes is taken back after it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_event()
        transaction.set_rollback(True)


def make_event() -> Event:
    at = table()
    administrator = make_user("administrator", is_superuser=True)
    add_member(by=administrator, tournament=at.division.tournament, username="new-scorer", role="scorer")
    invite(by=administrator, tournament=at.division.tournament, name="A helper", role="scorer", days=7)
    issue_missing(by=administrator, tournament=at.division.tournament)
    add_station(by=administrator, tournament=at.division.tournament, name="By the door")
    make_token(by=administrator, name="A program", scope="read")
    renew_recovery_codes(by=administrator)
    at.judged("AXXLE", **STATION)
    signer, other = at.player(at.first), at.player(at.second)
    entering.enter_sheet(by=signer, game=at.game, figures=Figures({at.first.pk: 431, at.second.pk: 388}), key="")
    version = SheetVersion.objects.get()
    entering.sign(by=other, game=at.game, version=version.number, sha256=version.sha256, key="")
    desk = Game.objects.with_people().get(round=at.row, board=2)
    record_result(by=at.director, game=desk, first_score=400, second_score=350)
    facts = RulingFacts(question="Who was right?", finding="The first player", rule="WESPA 6.1.2", remedy="None")
    ruling = make_ruling(by=at.director, division=at.division, facts=facts, entry=desk.first)
    log(by=at.director, division=at.division, happened=Happened(next(iter(TYPES)), entry=desk.first, text="Sang"))
    update_entry(by=at.director, entry=desk.first, values={"rating": 1500}, reason="As on the list")
    rows = {
        "game": at.game.pk, "desk": desk.pk, "entry": desk.first_id, "player": desk.first.player_id, "ruling": ruling.pk,
        "version": version.pk, "sheet": version.sheet_id, "user": at.judge.pk, "division": at.division.pk,
    }  # fmt: skip
    return Event(at, rows)


def change(statement: str, *values: Any) -> None:
    """What a hand in the database does: the triggers are taken off, and put back."""
    with written_once_lifted(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def last_records(event: Event, count: int) -> list[Record]:
    return list(Record.objects.of_chain(str(event.tournament.pk)).reverse()[:count])


def cut_off(event: Event, count: int = 3) -> Record:
    """Delete the newest records; the newest that stays."""
    *gone, last = last_records(event, count + 1)
    with written_once_lifted(), connection.cursor() as cursor:
        for row in gone:
            cursor.execute("DELETE FROM audit_reasontext WHERE record_id = %s", [row.pk])
            cursor.execute("DELETE FROM audit_record WHERE id = %s", [row.pk])
    return last


def chain_anew(event: Event, **wanted: Any) -> None:
    """Compute the whole chain again, with its head, as anybody can who knows how a link is hashed; only the seal needs the key.

    wanted: what the first record is to say instead.
    """
    previous, chain = GENESIS, str(event.tournament.pk)
    with written_once_lifted():
        for row in Record.objects.of_chain(chain):
            if row.seq == 1:
                vars(row).update(wanted)
            row.prev_hash, row.hash = previous, ""
            previous = row.hash = link_hash(row)
            row.save(force_update=True)
        ChainHead.objects.filter(chain=chain).update(hash=previous)


def forge_sheet(event: Event) -> None:
    """Another score on the signed sheet, with its hash, its signatures, and what the record says of them."""
    version = SheetVersion.objects.get()
    text = version.text.replace("431", "531")
    with written_once_lifted():
        SheetVersion.objects.update(text=text, sha256=sha256(text))
        Signature.objects.update(sha256=sha256(text))
        with connection.cursor() as cursor:
            cursor.execute("UPDATE tournaments_game SET first_score = 531 WHERE id = %s", [event.names["game"]])
        for row in Record.objects.of_chain(str(event.tournament.pk)):
            for name in ("after", "facts"):
                setattr(row, name, swapped(getattr(row, name), version.sha256, sha256(text)))
            row.save(force_update=True)
    chain_anew(event)


def swapped(value: Any, old: str, new: str) -> Any:
    """Plain facts with one hash in place of another, and 531 for 431."""
    if isinstance(value, dict):
        return {key: swapped(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [swapped(item, old, new) for item in value]
    return {old: new, 431: 531}.get(value, value)


def sign_for(event: Event) -> None:
    """A signature of the sheet's other version, which nobody gave."""
    signature = Signature.objects.first()
    assert signature is not None
    signature.pk, signature.entry_id = None, event.names["entry"]
    signature.save(force_insert=True)


def change_version(event: Event) -> None:
    text = SheetVersion.objects.get().text.replace("431", "531")
    change("UPDATE results_sheetversion SET text = %s, sha256 = %s", text, sha256(text))
    change("UPDATE results_signature SET sha256 = %s", sha256(text))


def cut_and_move(event: Event) -> None:
    last = cut_off(event)
    ChainHead.objects.filter(chain=last.chain).update(seq=last.seq, hash=last.hash)


def drop_chain(event: Event) -> None:
    count = Record.objects.of_chain(str(event.tournament.pk)).count()
    cut_off(event, count - 1)
    change("DELETE FROM audit_reasontext WHERE record_id IN (SELECT id FROM audit_record WHERE chain = %s)",
           str(event.tournament.pk))  # fmt: skip
    change("DELETE FROM audit_record WHERE chain = %s", str(event.tournament.pk))
    change("DELETE FROM audit_chainhead WHERE chain = %s", str(event.tournament.pk))


def test_an_event_that_nobody_touched_is_whole(event: Event) -> None:
    assert event.found() == [] == event.found(site=True)


@pytest.mark.parametrize("table_name", ["audit_record", "results_signature", "results_sheetversion"])
@pytest.mark.parametrize("verb", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_the_database_refuses_while_its_triggers_stand(event: Event, verb: str, table_name: str) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(verb.format(table_name))


ROWS = {
    "signed game + 100": ("UPDATE tournaments_game SET first_score = 531 WHERE id = {game}", "first_score is 531"),
    "sheet set back": ("UPDATE results_sheet SET state = 'entered' WHERE id = {sheet}", "state is entered: record"),
    "signature deleted": ("DELETE FROM results_signature WHERE version_id = {version}", "it is missing: record"),
    "desk result + 100": (
        "UPDATE tournaments_game SET first_score = 500 WHERE id = {desk}",
        "first_score is 500: record",
    ),
    "desk result swapped": (
        "UPDATE tournaments_game SET first_score = 350, second_score = 400 WHERE id = {desk}",
        "second_score is 400: record",
    ),
    "line slipped in": (
        "INSERT INTO tournaments_gameadjustment (game_id, side, kind, points, seconds, lost_turn, rule, source, created_at) "
        "VALUES ({game}, 'first', 'penalty', -50, 0, {no}, '', '', '2026-05-16 10:00:00')",
        "no decision made it",
    ),
    "spread + 500": (
        "INSERT INTO tournaments_spreadadjustment (entry_id, round_number, points, rule, reason, created_at) "
        "VALUES ({entry}, 1, 500, '', '', '2026-05-16 10:00:00')",
        "no decision made it",
    ),
    "rating": ("UPDATE tournaments_entry SET rating = 2500 WHERE id = {entry}", "rating is 2500: record"),
    "name": ("UPDATE tournaments_player SET name = 'Another' WHERE id = {player}", "name is not as record"),
    "verdict flipped": ("UPDATE adjudication_verdict SET acceptable = {yes}", "acceptable is True: record"),
    "slip's verdict flipped": (
        "UPDATE adjudication_challengeslip SET acceptable = {yes}",
        "acceptable is True: record",
    ),
    "ruling's rule": ("UPDATE results_ruling SET rule = 'Mine' WHERE id = {ruling}", "rule is Mine: record"),
    "ruling's remedy": ("UPDATE results_ruling SET remedy = 'Mine' WHERE id = {ruling}", "remedy is not as record"),
    "incident's text": ("DELETE FROM results_incidenttext", "it is missing: record"),
    "invitation's role": ("UPDATE access_invitation SET role = 'director'", "role is director: record"),
    "invitation used again": ("UPDATE access_invitation SET used_at = '2026-05-16 10:00:00'", "used_at is 2026-05-16"),
    "invitation's day": ("UPDATE access_invitation SET expires_at = '2099-01-01 00:00:00'", "expires_at is 2099-01-01"),
    "invitation's link": ("UPDATE access_invitation SET token_hash = '{planted}'", "token_hash is not as record"),
    "player's link": (
        "UPDATE access_playerlink SET token_hash = '{planted}' WHERE entry_id = {entry}",
        "token_hash is not as record",
    ),
    "player's PIN": ("UPDATE access_playerlink SET pin_hash = '{planted}'", "pin_hash is not as record"),
    "player's link revived": (
        "UPDATE access_playerlink SET revoked_at = '2026-05-16 10:00:00'",
        "revoked_at is 2026-05-16",
    ),
    "station's tablet": ("UPDATE access_station SET key_hash = '{planted}'", "key_hash is not as record"),
    "role": ("UPDATE access_membership SET role = 'director' WHERE user_id = {user}", "role is director: record"),
}


@pytest.mark.parametrize("way", ROWS)
def test_a_changed_row_is_named(event: Event, way: str) -> None:
    statement, what = ROWS[way]
    booleans = {"yes": "TRUE", "no": "FALSE"} if connection.vendor == "postgresql" else {"yes": "1", "no": "0"}
    change(statement.format(**event.names, **booleans, planted=fingerprint("planted")))
    assert any(what in fault for fault in event.found()), event.found()


def test_a_deleted_game_is_missed(event: Event) -> None:
    change("UPDATE results_sheet SET game_id = NULL WHERE game_id = %s", event.names["desk"])
    change("DELETE FROM tournaments_game WHERE id = %s", event.names["desk"])
    assert any(fault.startswith(f"tournaments_game {event.names['desk']}: it is missing") for fault in event.found())


KEYS = {
    "token planted": (
        "INSERT INTO access_apitoken (user_id, name, scope, key_hash, password_mark, made_at, expires_at) "
        "SELECT user_id, name, scope, '{planted}', password_mark, made_at, expires_at FROM access_apitoken",
        "no decision made it",
    ),
    "token's key": ("UPDATE access_apitoken SET key_hash = '{planted}'", "key_hash is not as record"),
    "token's scope": ("UPDATE access_apitoken SET scope = 'everything'", "scope is everything: record"),
    "token given to another": ("UPDATE access_apitoken SET user_id = {user}", "user is "),
    "recovery code planted": (
        "INSERT INTO access_recoverycode (user_id, code_hash) VALUES ({user}, '{planted}')", "no decision made it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", KEYS)
def test_a_key_of_an_account_put_into_the_database_is_named_in_the_sites_record(event: Event, way: str) -> None:
    statement, what = KEYS[way]
    change(statement.format(**event.names, planted=fingerprint("planted")))
    (fault,) = event.found(site=True)
    assert what in fault


def test_an_account_made_administrator_is_named_in_the_sites_record(event: Event) -> None:
    flag = "TRUE" if connection.vendor == "postgresql" else "1"
    change(f"UPDATE access_user SET is_superuser = {flag} WHERE id = %s", event.names["user"])
    (fault,) = event.found(site=True)
    assert fault.startswith(f"access_user {event.names['user']}: is_superuser is True")


CHAIN: dict[str, tuple[Callable[[Event], Any], str]] = {
    "version, hash and signatures": (change_version, "text is not as record"),
    "signature added": (sign_for, "no decision made it"),
    "record changed": (
        lambda event: change("UPDATE audit_record SET after = '{}' WHERE id = %s", last_records(event, 1)[0].pk),
        "was changed after it was written",
    ),
    "actor changed": (
        lambda event: change("UPDATE audit_record SET actor_id = 999 WHERE id = %s", last_records(event, 1)[0].pk),
        "was changed after it was written",
    ),
    "kept rows changed": (
        lambda event: change("UPDATE audit_record SET facts = '{}' WHERE id = %s", last_records(event, 1)[0].pk),
        "was changed after it was written",
    ),
    "reason changed": (
        lambda event: change("UPDATE audit_reasontext SET text = 'As I like'"), "its reason was changed"
    ),
    "newest cut off": (cut_off, "the newest were cut off"),
    "newest cut off, head moved": (cut_and_move, "its seal does not hold"),
    "chain and head deleted": (drop_chain, "no decision made it"),
    "record changed, chain computed anew": (lambda event: chain_anew(event, actor_id=999), "its seal does not hold"),
    "sheet forged with its record": (forge_sheet, "its seal does not hold"),
}  # fmt: skip


@pytest.mark.parametrize("way", CHAIN)
def test_a_changed_chain_is_found(event: Event, way: str) -> None:
    tamper, what = CHAIN[way]
    tamper(event)
    assert any(what in fault for fault in event.found()), event.found()


def test_an_older_database_is_found_by_the_heads_beside_it(event: Event, settings: Any, tmp_path: Path) -> None:
    settings.RECORD_HEADS = tmp_path / "record_heads"
    newest = last_records(event, 1)[0]
    other = int(newest.chain) + 1
    settings.RECORD_HEADS.write_text(f"{newest.chain} {newest.seq} {newest.hash}\n{other} 1 abc\n")
    assert event.found() == []
    last = cut_off(event)
    head = ChainHead(chain=last.chain, seq=last.seq, hash=last.hash)
    head.seal = seal_of(head)  # as it stood in the older database
    head.save()
    assert f"record {last.seq}: record_heads knows {newest.seq} records" in "\n".join(event.found())


def test_another_chain_of_the_same_length_is_found_by_the_heads_beside_it(
    event: Event, settings: Any, tmp_path: Path
) -> None:
    settings.RECORD_HEADS = tmp_path / "record_heads"
    newest = last_records(event, 1)[0]
    settings.RECORD_HEADS.write_text(f"{newest.chain} {newest.seq} {'0' * 64}\n")
    assert event.found() == [f"record {newest.seq}: is another one than when it was written: see record_heads"]


def test_the_next_decision_does_not_seal_a_tampered_chain(event: Event) -> None:
    chain_anew(event, actor_id=999)
    update_entry(by=event.at.director, entry=event.at.first, values={"rating": 1}, reason="A day later")
    assert any("its seal does not hold" in fault for fault in event.found())


def test_a_database_of_another_laptop_says_so_and_is_taken_on_by_a_record(event: Event, settings: Any) -> None:
    settings.RECORD_KEY, settings.RECORD_KEY_ID = "k" * 40, "kkkkkkkk"
    (fault,) = event.found()
    assert "is sealed with the key" in fault and "of another installation" in fault
    assert verify(event.tournament).limits.startswith("Words kept with the key of another installation")
    out = StringIO()
    call_command("verify_audit", event.tournament.slug, "--accept", stdout=out)
    assert "records, hold." in out.getvalue() and event.found() == []
    assert last_records(event, 1)[0].action == "record.chain_accepted"


def test_printed_digits_name_their_record_and_wrong_ones_exit_1(event: Event) -> None:
    row = last_records(event, 2)[1]
    err = StringIO()
    call_command("verify_audit", event.tournament.slug, "--printed", row.hash[:12].upper(), stdout=err, stderr=err)
    assert f"is record {row.seq}, " in err.getvalue() and "1 came after" in err.getvalue()
    with pytest.raises(CommandError, match="No record here has a hash that begins with '000000000000'"):
        call_command("verify_audit", event.tournament.slug, "--printed", "0" * 12, stdout=err, stderr=err)
    with pytest.raises(CommandError, match="at least 6 digits") as caught:
        call_command("verify_audit", event.tournament.slug, "--printed", row.hash[:5], stdout=err, stderr=err)
    assert caught.value.returncode == 1
    assert printed_record(event.tournament, row.hash[:6]) is not None
