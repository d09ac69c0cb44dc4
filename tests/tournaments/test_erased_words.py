"""A person leaves the installation: the name stands nowhere in the database, results and the record stay whole."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from results.attendance.services.time import accommodate
from results.games.services.outcomes import correct_result
from results.models import GameEnd, Sheet
from results.rulings.actions import RulingAction
from results.rulings.services import ejection
from results.rulings.services.incidents import Happened, log
from results.rulings.services.rulings import RulingFacts, lodge_appeal, make_ruling
from results.sheets.engine.facts import Figures
from results.sheets.services.officials import enter_from_paper
from tdsuite.exchange.demo_event import FOLDER, load_demo
from tdsuite.exchange.models import RosterUpload
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import ReasonText, Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Entry, Game, Player, Tournament
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.rulebooks.incidents import TYPES
from tdsuite.tournaments.services.entries import update_entry
from tdsuite.tournaments.services.erasure import erase_player
from tdsuite.tournaments.services.games import GameOutcome
from tdsuite.tournaments.services.personal import export_person
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo_event(django_db_setup: None, django_db_blocker: Any) -> Iterator[int]:
    """The demo event, made once: what a test does to it is undone after the test, the event itself after the file."""
    with django_db_blocker.unblock(), transaction.atomic():
        tournament = load_demo(by=COMMAND_LINE)
        assert tournament is not None
        yield tournament.pk
        transaction.set_rollback(True)


@pytest.fixture
def demo(demo_event: int, db: None) -> Division:
    """The demo event, and private words of every kind about its first player at a board."""
    division = Tournament.objects.get(pk=demo_event).divisions.all()[0]
    game = division.rounds.get(number=4).games.awaiting_result().filter(second__isnull=False).with_people().first()
    assert game is not None and game.second is not None
    entry, name = game.first, game.first.player.name
    update_entry(by=COMMAND_LINE, entry=entry, values={"team": f"Friends of {name}"}, reason=f"{name} asked for it")
    update_entry(by=COMMAND_LINE, entry=game.second, values={"rating": 1234}, reason=f"As {name} said")
    Entry.objects.filter(pk=entry.pk).update(imported={"note": name, "email": "somebody@example.org"})
    Player.objects.filter(pk=entry.player_id).update(national_id="X-4711", club="Zugzwangville", naspa_id="AB000017")
    log(
        by=COMMAND_LINE,
        division=division,
        happened=Happened(next(iter(TYPES)), game=game, entry=entry, text=f"{name} sang"),
    )
    facts = RulingFacts(finding=f"{name} was right", one_side="secret words", remedy=f"Time for {name}", adverse=True)
    ruling = make_ruling(by=COMMAND_LINE, division=division, facts=facts, game=game, entry=entry)
    day = division.tournament.ends_on + timedelta(days=1)
    lodge_appeal(by=COMMAND_LINE, ruling=ruling, entry=entry, grounds="a secret ground", on=day)
    accommodate(by=COMMAND_LINE, entry=entry, what="More light", reason="weak eyesight", seconds=60)
    scores = {game.first_id: 431, game.second_id: 377}
    enter_from_paper(by=COMMAND_LINE, game=game, figures=Figures(scores=scores), both_seen=True)
    Game.objects.filter(pk=game.pk).update(reason=f"{name} has not met the other yet")
    RosterUpload.objects.create(division=division, filename="a.csv", data=(FOLDER / "a.csv").read_bytes())
    return division


@pytest.fixture
def player(demo: Division) -> Player:
    return Player.objects.get(national_id="X-4711")


def dump() -> Iterator[tuple[str, str]]:
    """Every value of every column of every table, as text, with its table's name."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                for value in row:
                    text = bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else str(value)
                    yield table, text


def tables_with(*words: str) -> set[str]:
    escaped = {form for word in words for form in (word, json.dumps(word)[1:-1]) if word}
    return {table for table, text in dump() if any(word in text for word in escaped)}


def words_about(player: Player) -> list[str]:
    return [player.name, player.filing_name, "X-4711", "AB000017", "Zugzwangville", "somebody@example.org",
            "secret words", "weak eyesight", "a secret ground"]  # fmt: skip


def handed(player: Player) -> bytes:
    """What stands in the file for a person."""
    return export_person(by=COMMAND_LINE, player=player)


def results_of(division: Division) -> list[tuple[Any, ...]]:
    return [(row.number, row.rank, row.halves, row.spread) for row in history(division).standings()]


def test_after_an_erasure_the_name_stands_nowhere_and_everything_verifies(demo: Division, player: Player) -> None:
    words, before, chain = words_about(player), results_of(demo), Record.objects.count()
    assert len(tables_with(*words)) >= 8
    erased = erase_player(by=COMMAND_LINE, player=player, reasons=True)
    # What changed about an entry stands in the record for ever: a team called after its captain would too.
    assert tables_with(*words) - {"audit_record"} == set()
    assert not any(player.filing_name in text for table, text in dump() if table == "audit_record")
    assert results_of(demo) == before and Record.objects.count() == chain + 1
    verdict = verify(demo.tournament)
    assert (verdict.whole, verdict.erased) == (True, erased["reasons"])
    assert erased["reasons"] >= 2
    row = Player.objects.get(pk=player.pk)
    assert (row.name, row.filing_name, row.national_id, row.club) == (f"Player {row.pk}", f"Player {row.pk}", "", "")


def test_reasons_stay_unless_asked_and_are_counted(demo: Division, player: Player) -> None:
    kept = ReasonText.objects.count()
    erased = erase_player(by=COMMAND_LINE, player=player)
    assert ReasonText.objects.count() == kept and verify(demo.tournament).erased == 0
    assert erased["reasons left"] >= 2
    again = erase_player(by=COMMAND_LINE, player=Player.objects.get(pk=player.pk), reasons=True)
    assert again["reasons"] >= 1


def test_other_people_keep_their_names_and_words(demo: Division, player: Player) -> None:
    others = dict(Player.objects.exclude(pk=player.pk).values_list("pk", "name"))
    game = Game.objects.filter(round__division=demo, outcome=Game.Outcome.PLAYED).exclude(
        first__player=player).exclude(second__player=player).first()  # fmt: skip
    assert game is not None
    correct_result(by=COMMAND_LINE, game=game, outcome=GameOutcome("played", 500, 1), reason="Misread")
    erase_player(by=COMMAND_LINE, player=player, reasons=True)
    assert dict(Player.objects.exclude(pk=player.pk).values_list("pk", "name")) == others
    assert ReasonText.objects.filter(text="Misread").exists()


def test_the_command_says_what_was_erased_and_the_chain_says_so_too(demo: Division, player: Player) -> None:
    out = io.StringIO()
    call_command("erase_player", str(player.pk), "--reasons", "--json", stdout=out)
    assert json.loads(out.getvalue())["incidents' words"] == 1
    said = io.StringIO()
    call_command("verify_audit", "demo", stdout=said)
    assert "erased" in said.getvalue()
    with pytest.raises(CommandError, match="no player 987654"):
        call_command("erase_player", "987654")


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_waiver_of_one_player_alone_goes_too(demo: Division, player: Player, side: str) -> None:
    game = Game.objects.of_division(demo).filter(first__player=player, second__isnull=False).with_people().first()
    assert game is not None
    end = GameEnd.objects.create(
        game=game, first=game.first, how="went-out", **{f"{side}_waiver": "the clock was wrong"}
    )
    erase_player(by=COMMAND_LINE, player=player)
    end.refresh_from_db()
    assert (end.first_waiver, end.second_waiver) == ("", "")


def test_the_file_for_a_person_has_all_that_an_erasure_would_take_and_nothing_private_of_others(
    demo: Division, player: Player
) -> None:
    """The opponent has private words of every kind too, and is named in a text about the player."""
    entry = Entry.objects.get(player=player, division=demo)
    game = Game.objects.of_division(demo).get(round__number=4, first=entry)
    assert game.second is not None
    other = game.second.player
    Player.objects.filter(pk=other.pk).update(national_id="Y-9999", club="Elsewhere")
    Entry.objects.filter(pk=game.second_id).update(imported={"email": "other@example.org"})
    happened = Happened(next(iter(TYPES)), game=game, entry=game.second, text="the other one cried")
    log(by=COMMAND_LINE, division=demo, happened=happened)
    accommodate(by=COMMAND_LINE, entry=game.second, what="A chair", reason="a bad back", seconds=30)
    facts = RulingFacts(finding=f"{other.name} and {player.name} spoke", one_side="their side", remedy="None")
    make_ruling(by=COMMAND_LINE, division=demo, facts=facts, game=game, entry=entry)
    Sheet.objects.filter(game=game).update(dispute_note="the opponent's note", disputed_by=game.second)
    text = handed(player).decode()
    stored = json.loads(text)["stored"]
    expected = {*words_about(player), "More light", "asked for it", "sang"}
    assert [word for word in sorted(expected - {"secret words"}) if word and word not in text] == []
    private = ("Y-9999", "Elsewhere", "other@example.org", "cried", "bad back", "A chair", "their side",
               "secret words", "opponent's note", f"As {player.name}")  # fmt: skip
    assert [word for word in private if word in text] == []
    assert stored["rulings' words"][-1]["finding"] == f"another player and {player.name} spoke"
    assert stored["games"][0]["first"].startswith(f"{entry.number} ") or stored["games"][0]["second"]
    assert other.name in str(stored["games"]) and other.name not in str({**stored, "games": [], "result sheets": []})
    assert Record.objects.filter(action="player.exported", chain=str(demo.tournament_id)).count() == 1
    erase_player(by=COMMAND_LINE, player=player, reasons=True)
    left = json.loads(handed(Player.objects.get(pk=player.pk)))
    left["stored"]["record of decisions"] = []  # what changed about an entry stands there for ever
    assert [word for word in expected if word and word in str(left)] == []


def test_the_page_makes_the_file_and_a_scorer_does_not(demo: Division, player: Player) -> None:
    entry = Entry.objects.get(player=player, division=demo)
    address = f"/console/{demo.tournament.slug}/{demo.code}/roster/{entry.number}/export/"
    client = Client()
    client.force_login(make_user("the-scorer", tournament=demo.tournament, role=Role.SCORER))
    assert client.post(address).status_code == 403
    client.force_login(make_user("the-organiser", tournament=demo.tournament, role=Role.ORGANISER))
    answer = client.post(address)
    assert answer["Content-Disposition"] == f'attachment; filename="person-{player.pk}.json"'
    assert "no-store" in answer["Cache-Control"]


def test_who_was_put_out_is_erased_with_the_reason_and_so_is_everybody_else() -> None:
    division = make_division(make_tournament("open"), players=4)
    out, other = (division.entries.get(number=number) for number in (1, 2))
    finding = RulingFacts("Tiles were hidden.")
    row = ejection.apply(by=COMMAND_LINE, entry=out, case=ejection.Case(), ruling=finding, reason="seen at table 3")
    ejection.reverse(by=COMMAND_LINE, ejection=row, reason="the camera shows another")
    director = make_user("director", tournament=division.tournament)
    assert erase_player(by=director, player=other.player, reasons=True)["reasons"] == 0
    file = handed(out.player).decode()
    assert all(
        f'"{action.value}"' in file for action in (RulingAction.ENTRY_EJECTED, RulingAction.ENTRY_EJECTION_REVERSED)
    )
    assert erase_player(by=director, player=out.player, reasons=True)["reasons"] == 2
    assert not ReasonText.objects.exists() and verify(division.tournament).whole
