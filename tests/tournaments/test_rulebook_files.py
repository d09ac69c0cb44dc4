"""A rulebook from a file, loaded by the service and by command: what it does to an event, and what the record keeps."""

import json
from pathlib import Path

import pytest

from tdsuite.exchange.event_document import document_bytes, event_document
from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.platform.audit.models import Record
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Tournament
from tdsuite.tournaments.rulebooks.loading import sha256_of
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


@pytest.fixture
def event() -> Tournament:
    return make_tournament(rulebook="wespa-2012", choices={"challenge_penalty": "turn:5"})


def test_the_record_keeps_the_hash_every_change_and_the_text_it_replaced(event: Tournament) -> None:
    director = make_user(tournament=event)
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    load_rulebook(by=director, tournament=event, data=OURS, reason="the committee's vote")
    first, second = Record.objects.filter(action="rulebook.loaded").order_by("seq")
    assert (first.before["rulebook"], first.after["rulebook"]) == ("wespa-2012", "crossplay")
    assert first.after["rulebook_sha256"] == sha256_of(CROSSPLAY)
    assert first.after["changes"] == [
        "before.word_source", "before.game_time.seconds", "ending.overtime.points", "ending.overtime.per_seconds",
        "ending.overtime.part_counts", "ending.tie_half_wins",
    ]  # fmt: skip
    assert (second.before["rulebook_file"], second.before["rulebook_sha256"]) == (CROSSPLAY, sha256_of(CROSSPLAY))
    assert (second.reason_text.text, second.after["changes"]) == ("the committee's vote", ["results.bye.spread"])
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
    assert [problem.place for problem in caught.value.problems] == ['changes."ending.overtime.points".value']
    event.refresh_from_db()
    assert (event.rulebook, event.rulebook_file, Record.objects.count()) == ("wespa-2012", "", 0)


def test_a_finished_event_changes_neither_its_book_nor_a_choice(event: Tournament) -> None:
    director = make_user(tournament=event)
    load_rulebook(by=director, tournament=event, data=CROSSPLAY)
    Tournament.objects.update(status="finished")
    for values in ({"rulebook": "nsa-2004"}, {"choices": {}}, {"game_minutes": 25}):
        with pytest.raises(Refused, match="The event is finished: it keeps the rules it was played by"):
            update_tournament(by=director, tournament=event, values=values)
    with pytest.raises(Refused, match="keeps the rulebook it was played by"):
        load_rulebook(by=director, tournament=event, data=OURS)
    update_tournament(by=director, tournament=event, values={"venue": "Lakeside Annexe"})
    event.refresh_from_db()
    assert (event.book.key, event.venue) == ("crossplay", "Lakeside Annexe")


def test_a_document_with_a_faulty_rulebook_is_refused_with_its_key(event: Tournament) -> None:
    make_division(event, players=4)
    document = json.loads(document_bytes(event_document(event))) | {
        "rulebook": "crossplay",
        "rulebook_file": CROSSPLAY.replace("1200", "1201"),
    }
    with pytest.raises(Refused, match=r"cannot be read\. changes.*Write a multiple of 60"):
        source = SourceFile("event.json", json.dumps(document).encode())
        import_tournament(by=make_user(is_superuser=True), slug="again", files=[source])
