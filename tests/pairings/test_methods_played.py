"""Every method pairs a real division through the services, round after round with results, up to the end."""

from collections import Counter
from typing import Any

import pytest

from pairings.engine.methods.registry import METHODS
from pairings.engine.model import ManualBoard
from pairings.models import PairingRun, PairingSettings
from pairings.services.boards import swap_players
from pairings.services.drafts import make_draft
from pairings.services.engine_tasks import pairing_task, plan_line
from pairings.services.publishing import publish_run
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tests.factories import make_division, make_round, make_tournament, play

pytestmark = pytest.mark.django_db

KEPT_TOGETHER = {"quads": 3, "group_round_robin": 3, "initial_fontes": 3, "team_round_robin": 3, "interleaved": 3}


@pytest.fixture
def division() -> Division:
    division = make_division(make_tournament(), players=8, rounds=4)
    for entry in division.entries.all():
        entry.team = "North" if entry.number % 2 else "South"
        entry.save()
    return division


def plan(division: Division, *lines: dict[str, Any]) -> None:
    Division.objects.filter(pk=division.pk).update(pairing_plan=list(lines))


def pairs(number: int) -> set[frozenset[int]]:
    games = Game.objects.filter(round__number=number, second__isnull=False).select_related("first", "second")
    return {frozenset((game.first.number, game.second.number)) for game in games}


def play_out(number: int) -> None:
    for game in Game.objects.filter(round__number=number, outcome="").select_related(
        "round__division", "first", "second"
    ):
        play(game)


def by_hand(number: int) -> tuple[ManualBoard, ...]:
    turned = [*range(2, 9)][number - 1 :] + [*range(2, 9)][: number - 1]
    ring = [1, *turned]
    return tuple(ManualBoard(ring[at], ring[7 - at]) for at in range(4))


def play_event(division: Division, director: User, rounds: int) -> list[PairingRun]:
    """Pair, publish and play every round; a block is published whole."""
    runs: list[PairingRun] = []
    for number in range(1, rounds + 1):
        if not Game.objects.filter(round__division=division, round__number=number).exists():
            manual = by_hand(number) if division.pairing_plan[0]["method"] == "manual" else ()
            runs.append(make_draft(by=director, division=division, number=number, seed=7, manual=manual))
            publish_run(by=director, run=runs[-1])
        play_out(number)
    return runs


@pytest.mark.parametrize("method", METHODS)
def test_a_method_pairs_a_division_to_its_end(division: Division, director: User, method: str) -> None:
    rounds = KEPT_TOGETHER.get(method, 4 if method != "knockout" else 3)
    plan(division, {"first": 1, "last": rounds, "method": method})
    division.refresh_from_db()
    runs = play_event(division, director, rounds)
    assert runs[-1].last_round == rounds
    assert {run.method for run in runs} == {method}
    seats = Counter(number for number in range(1, rounds + 1) for pair in pairs(number) for _ in pair)
    expected = {1: 8, 2: 8, 3: 8, 4: 8} if method != "knockout" else {1: 8, 2: 4, 3: 2}
    assert seats == {number: expected[number] for number in range(1, rounds + 1)}


def test_quads_of_six_rounds_are_split_anew_by_the_standings_in_their_middle(
    director: User, division: Division
) -> None:
    Division.objects.filter(pk=division.pk).update(planned_rounds=6)
    plan(division, {"first": 1, "last": 6, "method": "quads"})
    division.refresh_from_db()
    one, two = play_event(division, director, 6)
    assert ((one.first_round, one.last_round, one.paired_after), (two.first_round, two.last_round, two.paired_after)) == (
        (1, 3, None), (4, 6, 3),
    )  # fmt: skip


def test_a_round_of_quads_paired_anew_in_the_middle_is_its_own_round_of_the_quad(
    director: User, division: Division
) -> None:
    plan(division, {"first": 1, "last": 3, "method": "quads"})
    division.refresh_from_db()
    play_event(division, director, 2)
    asked = pairs(3)
    Game.objects.filter(round__number=3).delete()
    division.rounds.filter(number=3).update(status="draft")
    run = make_draft(by=director, division=division, number=3, seed=7)
    assert {frozenset(board.numbers) for board in run.draft_boards()} == asked


def test_the_plans_line_says_options_and_repeats_and_the_run_keeps_them(director: User, division: Division) -> None:
    line = {"first": 1, "last": 4, "method": "factor", "repeats": "allow", "most_meetings": 2, "options": {"factor": 3}}
    plan(division, line)
    task: Any = make_draft(by=director, division=division).inputs
    assert (task["options"]["factor"], task["repeats"], task["rules"]["most_meetings"]) == (3, "allow", 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"options": {"factor": -1}}, "The option factor must be at least 0"),
        ({"options": {"flavour": 1}}, "The option flavour is no option"),
        ({"options": {"best_of": 2}}, "The option best_of says nothing to Factor: Knockout may have it"),
        (
            {"method": "swiss", "options": {"games_in_row": 2}},
            "The option games_in_row says nothing to Swiss: Round robin, ",
        ),
        ({"most_meetings": -1}, "nobody can meet -1 times"),
        ({"repeats": "often"}, "needs first, last and method"),
        ({"when_ready": "never"}, "needs first, last and method"),
    ],
)
def test_a_line_that_cannot_be_followed_is_refused_in_words(
    director: User, division: Division, line: dict[str, Any], says: str
) -> None:
    plan(division, {"first": 1, "last": 4, "method": "factor", **line})
    with pytest.raises(Refused, match=says):
        make_draft(by=director, division=division)


def test_the_field_brings_clubs_families_classes_results_and_who_would_sit_out(
    director: User, division: Division
) -> None:
    entry = division.entries.get(number=3)
    entry.player.club, entry.player.country, entry.class_name = "Harbour", "SCO", "B"
    entry.player.save()
    entry.save()
    PairingSettings.objects.create(division=division, families=[[3, 5]], volunteers=[3])
    make_round(division, 1, status="closed")
    task: Any = make_draft(by=director, division=division).inputs
    three = next(one for one in task["contestants"] if one["number"] == 3)
    teams = {one["number"]: one["team"] for one in task["contestants"]}
    assert (three["club"], three["country"], three["prize_class"]) == (
        "1",
        "1",
        "B",
    )  # which have the same, and no name
    assert (three["family"], three["volunteers"], teams[3] == teams[1] != teams[2]) == ("family 1", True, True)
    assert three["results"] == ((three["halves"], three["spread"]),)


def test_two_swapped_after_publication_start_in_turn_too(director: User, division: Division) -> None:
    make_round(division, 1, status="closed", pairs=[(1, 2), (3, 4), (5, 6), (7, 8)])
    make_round(division, 2, status="closed", pairs=[(3, 1), (2, 4), (5, 7), (8, 6)])
    row = make_round(division, 3, pairs=[(1, 8), (2, 7), (3, 6), (4, 5)])
    games = {game.first.number: game for game in row.games.with_people()}
    entries = {entry.number: entry for entry in division.entries.all()}
    swap_players(
        by=director, game=games[1], entry=entries[8], other_game=games[2], other_entry=entries[2], reason="asked"
    )
    game = Game.objects.with_people().get(pk=games[1].pk)
    assert (game.first.number, game.second.number if game.second else 0) == (2, 1)
    assert game.reason == "changed by the director; met in round 1; equal at 1 of 2; replied when the two last met"


@pytest.mark.django_db
@pytest.mark.parametrize(("chosen", "swing"), [([], 500), (["spread"], 500), (["head_to_head", "spread"], 10_000)])
def test_equal_wins_are_always_in_reach_where_spread_is_not_what_parts_players_first(
    chosen: list[str], swing: int
) -> None:
    division = make_division(players=4, rounds=3)
    division.standings_options = {"tie_breaks": chosen} if chosen else {}
    division.save()
    task, _ = pairing_task(history(division), 1, line=plan_line(division, 1, "chew"), seed=1)
    assert task.options.spread_swings == (swing,)
