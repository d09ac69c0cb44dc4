"""Made-up events through the database, out as a file and in again: the same table, whatever the format."""

import json
import random

import pytest

from tdsuite.exchange.events import SourceFile, import_tournament
from tdsuite.exchange.export import preview
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Entry, Game, GameAdjustment, Player, Round, SpreadAdjustment, Tournament
from tdsuite.tournaments.reads import history
from tests.factories import make_division, make_round, make_tournament

pytestmark = pytest.mark.django_db
SEEDS = range(4)
OUTCOMES = ["overtime_forfeit", "resigned", "awarded", "lateness_forfeit"]


def made_up(seed: int, slug: str = "made-up") -> Tournament:
    """Two divisions with byes, starts of every kind, penalties, forfeits, a withdrawal and a void game, all closed."""
    rng = random.Random(seed)
    tournament = make_tournament(slug)
    for code, players in (("a", 7), ("b", 8)):
        division = make_division(tournament, players=players, rounds=5, code=code, name=f"Section {code.upper()}")
        for number in range(1, 6):
            make_round(
                division, number, status=Round.Status.CLOSED, starts_by=rng.choice(["assigned", "balance", "drawn"])
            )
        _unusual(division, rng)
    return tournament


def _unusual(division, rng):
    games = list(Game.objects.of_division(division).filter(second__isnull=False).order_by("pk"))
    forfeited, void, fined, late = rng.sample(games, 4)
    stated = {"first_halves": 2, "first_spread": 75, "second_halves": 0, "second_spread": -75, "rated": False}
    Game.objects.filter(pk=forfeited.pk).update(
        outcome=rng.choice(OUTCOMES), first_score=None, second_score=None, **stated
    )
    Game.objects.filter(pk=void.pk).update(outcome="void", rated=False)
    GameAdjustment.objects.create(
        game=fined, side=rng.choice(["first", "second"]), kind="overtime", points=-10, rule="3.12"
    )
    entry = late.first
    SpreadAdjustment.objects.create(entry=entry, round_number=2, points=-25, rule="6.3", reason="ruled")
    Entry.objects.filter(division=division, number=3).update(withdrawn_from=6, class_name="B", lifetime_games=41)


def table_of(tournament, *, spread=True):
    """Name -> rank, half wins, half losses and spread, of every division."""
    found = {}
    for division in tournament.divisions.all():
        past = history(division)
        for row in past.standings():
            key = past.names[row.number][:20].strip()  # as .TOU cuts it
            found[key] = (row.rank if spread else 0, row.halves, row.losing_halves, row.spread if spread else 0)
    return found


def sent(tournament, key):
    return preview(by=COMMAND_LINE, tournament=tournament, key=key)


def again(name, data, slug="again"):
    return import_tournament(by=COMMAND_LINE, slug=slug, files=[SourceFile(name, data)])[0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("key", "name"), [("tsh", "event.tsh"), ("tourney.js", "tourney.js")])
def test_the_table_is_the_same_after_a_round_trip(seed, key, name):
    tournament = made_up(seed)
    made = sent(tournament, key)
    assert made.sendable
    back = again(name, made.data)
    assert table_of(back) == table_of(tournament)
    assert verify(back).whole


@pytest.mark.parametrize(("key", "name"), [("tsh", "event.tsh"), ("tourney.js", "tourney.js")])
def test_rounds_of_withdrawals_and_names_of_divisions_come_back(key, name):
    division = make_division(players=5, rounds=3, name="Division A")
    division.entries.filter(number=5).update(withdrawn_from=1)
    make_round(division, 1, pairs=[(1, 2), (3, 4)], status=Round.Status.CLOSED)
    division.entries.filter(number=4).update(withdrawn_from=2)
    make_round(division, 2, pairs=[(1, 3)], status=Round.Status.CLOSED)
    back = again(name, sent(division.tournament, key).data).divisions.get()
    assert back.name == "Division A"
    expected = [(1, None), (2, None), (3, None), (4, 2), (5, 1)]
    assert list(back.entries.values_list("number", "withdrawn_from")) == expected
    assert [row.number for row in history(back).standings()] == [row.number for row in history(division).standings()]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tou_file_keeps_wins_and_losses_where_byes_and_forfeits_have_no_spread(seed):
    tournament = made_up(seed)
    back = again("event.tou", sent(tournament, "tou").data)
    before, after = (table_of(one, spread=False) for one in (tournament, back))
    void = Game.objects.filter(round__division__tournament=tournament, outcome="void").select_related(
        "first__player", "second__player"
    )
    touched = {person.player.name[:20].strip() for game in void for person in (game.first, game.second)}
    assert {name: row for name, row in after.items() if name not in touched} == {
        name: row for name, row in before.items() if name not in touched
    }
    assert {name: after[name][2] - before[name][2] for name in touched} != {}, "a void game comes back as a loss"


def test_games_of_drafts_never_leave():
    tournament = made_up(1)
    division = tournament.divisions.first()
    Round.objects.filter(division=division, number=5).update(status=Round.Status.DRAFT)
    rounds = json.loads(sent(tournament, "json").data)["divisions"][0]["rounds"]
    assert [len(row["games"]) > 0 for row in rounds] == [True] * 4 + [False]
    rows = [line for line in sent(tournament, "games").data.decode().splitlines() if line.startswith("Section A,5,")]
    assert rows == []


@pytest.mark.parametrize("key", ["tou", "tsh", "tourney.js", "absp", "json", "standings", "games", "players"])
def test_the_same_event_gives_the_same_bytes(key):
    tournament = made_up(2)
    assert sent(tournament, key).data == sent(Tournament.objects.get(pk=tournament.pk), key).data


def test_a_name_of_any_script_travels_in_every_format_that_can_hold_it():
    tournament = made_up(3)
    names = ["Zoë Ångström-Öztürk", "李小龍", "محمد", "D'Arcy O’Brien", "=SUM(1)"]
    entries = Entry.objects.filter(division__tournament=tournament).order_by("pk")[: len(names)]
    for entry, name in zip(entries, names, strict=True):
        Player.objects.filter(pk=entry.player_id).update(name=name, filing_name=name)
    for key in ("json", "tourney.js"):
        text = sent(tournament, key).data.decode()
        assert all(json.dumps(name, ensure_ascii=False)[1:-1] in text for name in names)
    assert "'=SUM(1)" in sent(tournament, "players").data.decode()
    assert sent(tournament, "tou").data.isascii()


@pytest.mark.parametrize(("key", "name"), [("json", "event.json"), ("tsh", "event.tsh"), ("tourney.js", "tourney.js")])
def test_the_events_name_days_and_venue_come_back(key, name):
    tournament = made_up(1)
    back = again(name, sent(tournament, key).data)
    for field in ("name", "starts_on", "ends_on", "venue"):
        assert getattr(back, field) == getattr(tournament, field)
    assert back.ends_on > back.starts_on
