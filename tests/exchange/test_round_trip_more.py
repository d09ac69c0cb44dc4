"""Everything that an event's document says besides players and games comes back, or the document is refused whole."""

import json
import random

import pytest
from jsonschema import Draft202012Validator

from results.prizes.models import HighClaim, Prize, PrizeTerms
from tdsuite.exchange.event_document import event_document
from tdsuite.exchange.events import SourceFile, UnusableFile, import_tournament
from tdsuite.exchange.export import preview
from tdsuite.exchange.pushing import files_out
from tdsuite.formats.event_json.checks import AGAIN
from tdsuite.formats.event_json.document import schema_text
from tdsuite.formats.reading import read_file
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.tournaments.models import Division, Entry, Game, Round, TableNeed, Tournament
from tdsuite.tournaments.services.decision import Refused
from tests.exchange.test_round_trips import made_up
from tests.statements import statements_of

pytestmark = pytest.mark.django_db
TIE_BREAKS = ["head_to_head", "opponents_wins", "uncapped_spread", "fewest_byes", "spread"]
PLAN = [{"first": 1, "last": 3, "method": "round_robin"}, {"first": 4, "last": 5, "method": "koth", "lag": 1}]


def rich(seed, slug="rich"):
    """A made-up event with choices, prizes, claims and tables of every kind, drawn by the seed."""
    rng = random.Random(seed)
    event = made_up(seed, slug)
    Tournament.objects.filter(pk=event.pk).update(visibility=rng.choice(["public", "unlisted", "private"]))
    for division in event.divisions.all():
        _choices(division, rng)
        _prizes(division, rng)
        _claims(division, rng)
        _tables(division, rng)
    if rng.random() < 0.8:
        PrizeTerms.objects.create(tournament=event, round_to=500, currency="€")
        winners = list(Entry.objects.filter(division__tournament=event).order_by("pk"))
        Prize.objects.create(
            tournament=event, title="Best hat", basis="by_hand", text="a hat", winners=[rng.choice(winners).pk]
        )
        Prize.objects.create(tournament=event, title="High win", basis="high_win", money=5000, position=2)
    return Tournament.objects.get(pk=event.pk)


def _choices(division, rng):
    options = {}
    if rng.random() < 0.7:
        options["tie_breaks"] = rng.sample(TIE_BREAKS, rng.randrange(1, 5))
    if rng.random() < 0.7:
        options["rating_system"] = rng.choice(["naspa", "absp", "coco"])
    if rng.random() < 0.7:
        options["prizes"] = {"one_each": True, "round_to": 100, "absent": [rng.randrange(1, 8)]}
    plan = PLAN if rng.random() < 0.5 else []
    Division.objects.filter(pk=division.pk).update(
        standings_options=options, prize_places=rng.randrange(1, 6), pairing_plan=plan
    )


def _prizes(division, rng):
    for position in range(1, rng.randrange(2, 5)):
        Prize.objects.create(division=division, title=f"Place {position}", basis="place", place=position, money=position * 1000)  # fmt: skip
    Prize.objects.create(
        division=division, title="Class B", basis="class", class_name="B", text="a board", besides=True
    )
    Prize.objects.create(division=division, title="High loss", basis="high_loss", round_number=2, money=250)
    Prize.objects.create(division=division, title="Spirit", basis="by_hand", text="a dictionary", winners=[2, 5])


def _claims(division, rng):
    games = list(Game.objects.of_division(division).filter(second__isnull=False, outcome="played").order_by("pk"))
    for number, game in enumerate(rng.sample(games, 4)):
        HighClaim.objects.create(
            division=division, game=game, entry=rng.choice([game.first, game.second]), kind=rng.choice(["high_play", "high_word"]),
            points=100 + number, word="QUIZZIFY", status=["claimed", "confirmed", "refused", "confirmed"][number],
            claimed_at=game.decided_at, reason="not on the sheet" if number == 2 else "",
        )  # fmt: skip


def _tables(division, rng):
    Division.objects.filter(pk=division.pk).update(table_plan={"tables": "1-6, Stage", "reserved": "3"})
    for position, number in enumerate(rng.sample(range(1, 8), 2)):
        entry = division.entries.get(number=number)
        TableNeed.objects.create(entry=entry, table="Stage" if position else "2", first_round=2, last_round=None if position else 4)  # fmt: skip
    Entry.objects.filter(division=division, number=4).update(at_bottom=True, seed=9, imported={"photo": "four.jpg"})
    game = Game.objects.of_division(division).filter(second__isnull=False).order_by("pk").first()
    Game.objects.filter(pk=game.pk).update(table_name="Stage", table_reason="the leaders sit here", reason="they asked")


def document(event):
    return json.loads(preview(by=COMMAND_LINE, tournament=event, key="json").data)


def comes_back(data, slug="again", by=COMMAND_LINE):
    text = json.dumps(data, ensure_ascii=False).encode()
    return import_tournament(by=by, slug=slug, files=[SourceFile("event.json", text)])[0]


def test_the_schema_holds_every_key_and_is_a_schema():
    schema = json.loads(schema_text())
    Draft202012Validator.check_schema(schema)
    data = document(rich(1))
    assert list(Draft202012Validator(schema).iter_errors(data)) == []
    division = schema["$defs"]["DocumentDivision"]
    event = schema["$defs"]["EventDocument"]
    assert set(data) | {"word_judging", "rulebook_file"} == set(event["properties"]) and set(
        data["divisions"][0]
    ) <= set(division["properties"])
    asked = {"prizes", "high_claims", "table_plan", "table_needs", "tie_breaks", "rating_system", "prize_rules"}
    assert asked.isdisjoint(division["required"]) and asked <= set(division["properties"])


def change(data, **parts):
    """The document with parts of its first division put in place of what was there."""
    data["divisions"][0] |= parts
    return data


PRIZE = {
    "title": "x", "basis": "place", "place": 1, "class": "", "round": None, "team_size": None, "money": 1, "text": "",
    "besides": False, "winners": [],
}  # fmt: skip
CLAIM = {"kind": "high_play", "player": 1, "round": 1, "match_game": 1, "points": 9, "word": "AT", "status": "claimed", "reason": ""}  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"table_plan": {"tables": "1-3", "reserved": "77"}}, "Table plan: division Section A"),
        ({"rating_system": "dice"}, "no rating system 'dice'"), ({"tie_breaks": ["dice"]}, "tie_breaks"),
        ({"table_needs": [{"player": 99}]}, "no player 99"),
        ({"table_needs": [{"player": 1, "first_round": 4, "last_round": 2}]}, "before the first"),
        ({"prizes": [PRIZE | {"basis": "dice"}]}, "Invalid enum value 'dice'"),
        ({"prizes": [PRIZE | {"basis": "by_hand", "winners": [99]}]}, "no player 99"),
        ({"prize_rules": {"absent": [99]}}, "no player 99"), ({"prize_rules": {"round_to": 0}}, "round_to"),
        ({"high_claims": [CLAIM | {"round": 9}]}, "no such game in round 9"),
        ({"high_claims": [CLAIM | {"player": 99}]}, "no such game"),
        ({"high_claims": [CLAIM | {"points": 0}]}, "points"),
        ({"high_claims": [CLAIM, CLAIM]}, "AT of player 1 stands twice"), ({"prizes": [{"title": "x"}]}, "required"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_are_named_and_nothing_is_made(parts, why):
    data = change(document(made_up(1)), **parts)
    read = read_file("event.json", json.dumps(data).encode())
    assert not read.games_usable and any(why in problem.text for problem in read.errors)
    with pytest.raises(UnusableFile):
        comes_back(data)
    assert not Tournament.objects.filter(slug="again").exists()


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"pairing_plan": [{"first": 1}]}, "Line 1 of the pairing plan"),
        ({"prizes": [PRIZE | {"basis": "class"}]}, "which class"),
        ({"prizes": [PRIZE | {"money": 0}]}, "what the prize is"),
        ({"prizes": [PRIZE | {"winners": [1]}]}, "Only prizes by hand"),
    ],
)
def test_what_the_services_refuse_makes_no_half_event(parts, why):
    data = change(document(made_up(1)), **parts)
    with pytest.raises(Refused, match=why):
        comes_back(data)
    assert not Tournament.objects.filter(slug="again").exists() and Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (
            {"table_needs": [{"player": 1, "first_round": 10**6}]},
            "Divisions[0].table_needs[0].first_round: Expected a whole number <= 32767.",
        ),
        ({"prizes": [PRIZE | {"money": 10**10}]}, "Divisions[0].prizes[0].money: Expected a whole number <= 2147483647."),
        ({"prizes": [PRIZE | {"title": "a\0b"}]}, "Divisions[0].prizes[0].title: it has a character that is no text."),
        ({"name": "a\0"}, "Divisions[0].name: it has a character that is no text."),
        ({"planned_rounds": 40_000}, "Divisions[0].planned_rounds: Expected a whole number <= 32767."),
    ],
)  # fmt: skip
def test_what_no_database_keeps_is_refused_before_anything_is_made(parts, why):
    read = read_file("event.json", json.dumps(change(document(made_up(1)), **parts)).encode())
    said = [problem.text.casefold() for problem in read.errors]
    assert said == [f"{why} {AGAIN}".casefold()] and not read.usable


def test_an_event_prize_for_a_stranger_is_refused():
    data = document(made_up(1))
    data["prizes"] = [PRIZE | {"basis": "by_hand", "winners": [{"division": "a", "number": 99}]}]
    read = read_file("event.json", json.dumps(data).encode())
    assert [problem.text for problem in read.errors] == [
        "Prizes: event: there is no player 99 in division a. Export the event again, or mend that value."
    ]


def test_what_players_need_is_said_before_the_file_is_taken_and_never_published():
    event = rich(1)
    Tournament.objects.update(visibility="public")
    event = Tournament.objects.get(pk=event.pk)
    (said,) = preview(by=COMMAND_LINE, tournament=event, key="json").losses
    assert said.message == "4 entries say which table a player needs: this file is for directors, not for publishing."
    assert preview(by=COMMAND_LINE, tournament=made_up(2, "plain"), key="json").losses == ()
    assert not any(b"by the door" in data for data in files_out(event).values())


def test_claims_of_rounds_that_were_taken_back_stay_here():
    event = rich(1)
    rounds = {one["round"] for division in document(event)["divisions"] for one in division["high_claims"]}
    assert len(rounds) > 1
    Round.objects.filter(division__tournament=event, number__in=rounds).update(status=Round.Status.DRAFT)
    assert all(division["high_claims"] == [] for division in document(event)["divisions"])


def test_a_document_costs_no_more_questions_with_thirty_prizes():
    counts = []
    for slug, more in (("few", 1), ("many", 30)):
        event = rich(0, slug)
        for number in range(more):
            Prize.objects.create(tournament=event, title=f"Hat {number}", basis="by_hand", text="a hat")
            Prize.objects.create(division=event.divisions.first(), title=f"Hat {number}", basis="by_hand", text="a hat")
        counts.append(statements_of(lambda event=event: event_document(event)))
    assert counts[0] == counts[1]


def test_two_players_of_one_name_come_back_as_two() -> None:
    event = made_up(3, "namesakes")
    first, second = Entry.objects.filter(division__tournament=event).select_related("player").order_by("pk")[:2]
    assert first.division_id == second.division_id
    type(second.player).objects.filter(pk=second.player_id).update(
        name=first.player.name, filing_name=first.player.filing_name
    )
    source = SourceFile("event.json", preview(by=COMMAND_LINE, tournament=event, key="json").data)
    again, problems = import_tournament(by=COMMAND_LINE, slug="again", files=[source])
    numbers = Entry.objects.filter(division__tournament=again, player__name=first.player.name)
    assert sorted(numbers.values_list("number", flat=True)) == sorted([first.number, second.number])
    name = first.player.name
    same = f"{name} looks like {name}: the same name apart from case, accents or order."
    assert [problem.message for problem in problems if "looks like" in problem.message] == [same]
