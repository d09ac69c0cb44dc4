"""A rulebook from a file, loaded by the service and by command: what it does to an event, and what the record keeps."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tdsuite.exchange.event_document import document_bytes, event_document
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.platform.access.guard import NotAllowed
from tdsuite.platform.access.roles import Role
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.loading import sha256_of, tidy
from tdsuite.tournaments.rulebooks.registry import read_rulebook
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.rulebook_files import UnusableRulebook, load_rulebook, plan_rulebook
from tests.factories import make_division, make_tournament, make_user

pytestmark = pytest.mark.django_db

CROSSPLAY = (Path(__file__).parents[2] / "docs" / "examples" / "crossplay.toml").read_text(encoding="utf-8")
OURS = """\
key = "our-club"
name = "Our club"
based_on = "nsa-2004"
[source]
document = "Club rules"
[changes."results.bye.spread"]
value = 75
rule = "Club 9"
explain = "75 points."
span = {low = 50, high = 100}
"""


def printed(name: str, *arguments: str) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def event() -> Tournament:
    return make_tournament(rulebook="wespa-2012", choices={"challenge_penalty": "turn:5"})


# ── the service ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_event_is_played_by_the_book_of_its_file(event: Tournament) -> None:
    load_rulebook(by=make_user(tournament=event), tournament=event, data=CROSSPLAY)
    event.refresh_from_db()
    assert (event.rulebook, event.rulebook_file, event.game_minutes) == ("crossplay", CROSSPLAY, 20)
    assert event.rules.rulebook.ending.overtime.points.value == 2
    assert event.rules.rulebook.before.game_time.seconds.value == 1200


def test_the_record_keeps_the_hash_every_change_and_the_text_it_replaced(event: Tournament) -> None:
    director = make_user(tournament=event)
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    load_rulebook(by=director, tournament=event, data=OURS, reason="the committee's vote")
    first, second = Record.objects.filter(action="rulebook.loaded").order_by("seq")
    assert (first.before["rulebook"], first.after["rulebook"]) == ("wespa-2012", "crossplay")
    assert first.after["rulebook_sha256"] == sha256_of(CROSSPLAY)
    assert [change.partition(":")[0] for change in first.after["changes"]] == [
        "before.word_source", "before.game_time.seconds", "ending.overtime.points", "ending.overtime.per_seconds",
        "ending.overtime.part_counts", "ending.tie_half_wins",
    ]  # fmt: skip
    assert (second.before["rulebook_file"], second.before["rulebook_sha256"]) == (CROSSPLAY, sha256_of(CROSSPLAY))
    assert (second.reason_text.text, second.after["changes"]) == (
        "the committee's vote",
        ["results.bye.spread: 50 → 75 (Club 9)"],
    )
    assert not verify(event).faults


def test_choices_stay_where_the_new_book_allows_them_and_are_named_where_not(event: Tournament) -> None:
    director = make_user(tournament=event)
    assert plan_rulebook(CROSSPLAY, event).dropped == ()
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    event.refresh_from_db()
    assert event.choices == {"challenge_penalty": "turn:5"}
    plan = load_rulebook(by=director, tournament=event, data=OURS)
    event.refresh_from_db()
    assert (plan.dropped, event.choices, event.game_minutes) == (("challenge_penalty",), {}, 25)


def test_minutes_that_the_organiser_chose_stay_where_the_new_book_allows_them() -> None:
    event = make_tournament(rulebook="wespa-2012", game_minutes=22)
    assert plan_rulebook(OURS.replace("nsa-2004", "wespa-2010"), event).minutes == 22
    assert plan_rulebook(CROSSPLAY, event).minutes == 20


def test_what_the_file_leaves_to_the_organiser_is_chosen_as_in_any_book(event: Tournament) -> None:
    director = make_user(tournament=event)
    load_rulebook(by=director, tournament=event, data=OURS)
    update_tournament(by=director, tournament=event, values={"choices": {"bye_spread": "60"}})
    event.refresh_from_db()
    assert event.rules.rulebook.results.bye.spread.value == 60
    with pytest.raises(Refused, match="a whole number from 50 to 100"):
        update_tournament(by=director, tournament=event, values={"choices": {"bye_spread": "40"}})


def test_one_of_the_suites_books_takes_the_file_off(event: Tournament) -> None:
    director = make_user(tournament=event)
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    update_tournament(by=director, tournament=event, values={"rulebook": "nsa-2004", "choices": {}, "game_minutes": 25})
    event.refresh_from_db()
    assert (event.book.key, event.rulebook_file) == ("nsa-2004", "")


def test_a_key_and_a_file_that_do_not_agree_are_refused(event: Tournament) -> None:
    director = make_user(tournament=event)
    with pytest.raises(Refused, match="The event's rulebook is house, and its file makes crossplay"):
        update_tournament(by=director, tournament=event, values={"rulebook": "house", "rulebook_file": CROSSPLAY})
    with pytest.raises(Refused, match="house is not a rulebook; choose one of"):
        update_tournament(by=director, tournament=event, values={"rulebook": "house"})


def test_a_faulty_file_changes_nothing(event: Tournament) -> None:
    with pytest.raises(UnusableRulebook) as caught:
        load_rulebook(
            by=make_user(tournament=event), tournament=event, data=CROSSPLAY.replace("value = 2\n", "value = -2\n")
        )
    assert [problem.line for problem in caught.value.problems] == [24]
    event.refresh_from_db()
    assert (event.rulebook, event.rulebook_file, Record.objects.count()) == ("wespa-2012", "", 0)


def test_a_finished_event_keeps_its_book() -> None:
    event = make_tournament(status="finished")
    with pytest.raises(Refused, match="keeps the rulebook it was played by"):
        load_rulebook(by=make_user(tournament=event), tournament=event, data=CROSSPLAY)


def test_a_finished_event_changes_neither_its_book_nor_a_choice(event: Tournament) -> None:
    director = make_user(tournament=event)
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    Tournament.objects.update(status="finished")
    for values in ({"rulebook": "nsa-2004"}, {"choices": {}}, {"game_minutes": 25}):
        with pytest.raises(Refused, match="The event is finished: it keeps the rules it was played by"):
            update_tournament(by=director, tournament=event, values=values)
    update_tournament(by=director, tournament=event, values={"venue": "Lakeside Annexe"})
    event.refresh_from_db()
    assert (event.book.key, event.venue) == ("crossplay", "Lakeside Annexe")


@pytest.mark.parametrize("role", [Role.SCORER, Role.OFFICIAL, Role.JUDGE])
def test_only_who_may_change_the_events_settings_loads_a_rulebook(event: Tournament, role: Role) -> None:
    with pytest.raises(NotAllowed):
        load_rulebook(by=make_user("helper", tournament=event, role=role), tournament=event, data=CROSSPLAY)


# ── commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_command_lists_every_change_and_saves_nothing_without_an_event(tmp_path: Path, event: Tournament) -> None:
    file = tmp_path / "club.toml"
    file.write_text(CROSSPLAY)
    told = printed("load_rulebook", str(file))
    assert f"based on WESPA Rules, web edition (2012-2019), SHA-256 {sha256_of(CROSSPLAY)}" in told
    assert "  Overtime: points: 2 points for every 10 seconds over.  [Overtime]\n    was: 10 points a minute.\n" in told
    assert told.endswith("6 changes. Nothing is saved: name an event with --event.\n")
    event.refresh_from_db()
    assert event.rulebook == "wespa-2012"


def test_the_command_loads_a_file_onto_an_event(tmp_path: Path, event: Tournament) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(CROSSPLAY.replace("\n", "\r\n").encode())
    answer = json.loads(printed("load_rulebook", str(file), "--event", event.slug, "--json"))
    event.refresh_from_db()
    assert (answer["sha256"], event.rulebook_file) == (sha256_of(CROSSPLAY), CROSSPLAY)


def test_the_command_says_every_fault_with_its_line(tmp_path: Path) -> None:
    file, err = tmp_path / "club.toml", StringIO()
    file.write_text("nonsense = 1\n" + OURS.replace("value = 75", "value = 7500"))
    with pytest.raises(CommandError, match="This file makes no rulebook as it is") as caught:
        call_command("load_rulebook", str(file), stderr=err)
    assert caught.value.returncode == 1
    assert err.getvalue().splitlines() == [
        "Line 1, nonsense: There is no such word here. There are: key, name, based_on, source, changes.",
        'Line 8, changes."results.bye.spread".value: 7500 is not a whole number from 0 to 500.',
    ]


def test_the_command_without_a_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"club\.toml cannot be read: No such file"):
        call_command("load_rulebook", str(tmp_path / "club.toml"))


def test_rules_writes_a_file_to_start_from_that_loads(event: Tournament) -> None:
    text = printed("rules", "--as-file", "nsa-2004")
    plan = plan_rulebook(text, event)
    assert (plan.book.key, plan.changes) == ("nsa-2004-ours", ())


def test_rules_prints_source_base_and_hash(event: Tournament) -> None:
    load_rulebook(by=make_user(tournament=event), tournament=event, data=CROSSPLAY)
    told = printed("rules", event.slug)
    assert "Source: Crossplay tournament rules, as published in 2026\n" in told
    assert f"From a file based on wespa-2012, SHA-256 {sha256_of(CROSSPLAY)}\n" in told
    assert json.loads(printed("rules", event.slug, "--json"))["rulebook"]["sha256"] == sha256_of(CROSSPLAY)


# ── whole events out and in ──────────────────────────────────────────────────────────────────────────────────────────


def test_an_event_leaves_with_its_rulebook_and_comes_back_with_it(event: Tournament) -> None:
    director = make_user(is_superuser=True)
    make_division(event, players=4)
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    event.refresh_from_db()
    source = SourceFile("event.json", document_bytes(event_document(event)))
    back, _ = import_tournament(by=director, slug="again", files=[source])
    assert (back.rulebook_file, back.book.key, back.game_minutes) == (CROSSPLAY, "crossplay", 20)
    other, _ = import_tournament(
        by=director, slug="another", files=[source], rulebook="nsa-2004", values={"choices": {}, "game_minutes": 25}
    )
    assert (other.rulebook_file, other.book.key) == ("", "nsa-2004")


def test_a_document_with_a_faulty_rulebook_is_refused_with_its_line(event: Tournament) -> None:
    make_division(event, players=4)
    document = json.loads(document_bytes(event_document(event))) | {
        "rulebook": "crossplay",
        "rulebook_file": CROSSPLAY.replace("1200", "1201"),
    }
    with pytest.raises(Refused, match=r"cannot be read\. Line 18, .*Write a multiple of 60"):
        import_tournament(
            by=make_user(is_superuser=True),
            slug="again",
            files=[SourceFile("event.json", json.dumps(document).encode())],
        )


def test_a_book_is_read_once_for_the_same_text() -> None:
    assert read_rulebook(tidy(CROSSPLAY)) is read_rulebook(tidy(CROSSPLAY.encode()))
