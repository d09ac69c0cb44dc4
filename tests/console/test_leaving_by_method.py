"""A player leaves in the middle of each kind of event: what waits, what is proposed, what is then so, and exact undo."""

import random
from contextlib import suppress

import pytest
from django.urls import reverse

from pairings.models import PairingRun
from pairings.services.checking import round_findings
from pairings.services.drafts import make_draft
from pairings.services.explanations import run_of_round
from pairings.services.publishing import publish_run
from pairings.services.round_boards import boards_of_round
from results.rulings.services.late_entry import MissedRounds
from tdsuite.console.leaving import settle_all
from tdsuite.console.walk_in import walk_in
from tdsuite.tournaments.engine.consequences import consequences
from tdsuite.tournaments.models import Division, Game, Round
from tdsuite.tournaments.services.consequences import facts_of, what_follows
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import withdraw_entry
from tdsuite.tournaments.services.rounds import start_round
from tests.console.test_leaving import boards
from tests.factories import make_division, make_tournament, play
from tests.facts.walker import Windows, contradictions
from tests.results.looking import text

pytestmark = pytest.mark.django_db

Pairs = set[tuple[int, ...]]


class Event:
    """A division paired by one method, run by its director."""

    def __init__(self, method: str, *, players: int, rounds: int, **options: object) -> None:
        plan = [{"first": 1, "last": rounds, "method": method, "options": options}]
        self.division = make_division(make_tournament("middle"), players=players, rounds=rounds, pairing_plan=plan)
        for entry in self.division.entries.all():
            entry.team = "North" if entry.number % 2 else "South"
            entry.save()
        self.windows = Windows(self.division)
        self.director = self.windows.director

    def fresh(self) -> Division:
        self.division = Division.objects.select_related("tournament").get(pk=self.division.pk)
        return self.division

    def publish(self) -> None:
        publish_run(by=self.director, run=make_draft(by=self.director, division=self.fresh(), seed=7), reason="Next")

    def row(self, number: int) -> Round:
        return Round.objects.select_related("division__tournament").get(division=self.division, number=number)

    def start(self, number: int) -> None:
        start_round(by=self.director, round=self.row(number), anyway=True)

    def played(self, number: int, *scores: tuple[int, int]) -> None:
        """The lower number wins, or by these scores of the lower number and the other, by board."""
        if self.row(number).started_at is None:
            self.start(number)
        for game in Game.objects.in_round(number).with_people().filter(second__isnull=False, outcome="").by_board():
            place = dict(enumerate(scores)).get((game.board or 0) - 1, (450, 400))
            lower_first = game.first.number < game.second.number
            game.round.division = self.division
            play(game, *(place if lower_first else place[::-1]))
        Round.objects.filter(pk=self.row(number).pk).update(status="closed")

    def leaves(self, *numbers: int, from_round: int) -> None:
        for number in numbers:
            entry = self.fresh().entries.select_related("player", "division__tournament").get(number=number)
            withdraw_entry(by=self.director, entry=entry, from_round=from_round, reason="Ill")

    def seated(self, number: int) -> Pairs:
        """Boards and byes of a round, each as numbers."""
        games = Game.objects.of_division(self.division).in_round(number).with_people()
        return {tuple(sorted(entry.number for entry in game.players)) for game in games}

    def outcomes(self, number: int) -> dict[tuple[int, ...], str]:
        games = Game.objects.of_division(self.division).in_round(number).with_people()
        return {tuple(sorted(entry.number for entry in game.players)): game.outcome for game in games}

    def runs(self) -> list[PairingRun | None]:
        rows = Round.objects.filter(division=self.division).select_related("division")
        return [run_of_round(row) for row in rows.order_by("number") if row.is_published]

    def row_is_published(self, number: int) -> bool:
        return self.division.rounds.exclude(status="draft").filter(number=number).exists()

    def found_nothing(self) -> None:
        """By the walker of facts, and by the checker in any round that is not over."""
        assert list(contradictions(self.windows)) == []
        rows = Round.objects.filter(division=self.division, status__in=("published", "playing"))
        for row in rows.select_related("division"):
            assert round_findings(row, boards_of_round(row)) == [], row

    def settle(self) -> None:
        """Shown before, equal after; the checker and the walker find nothing; undo restores each row, and it is settled again."""
        desk, address = self.windows.desk, reverse("console:board_settle", args=["middle", "a"])
        was, runs = boards(self.division), self.runs()
        page = desk.get(reverse("console:round", args=["middle"]))
        assert address in page.content.decode() and "Proposed: " in text(page)
        assert desk.post(address, {"what-follows": 1}).status_code == 200 and boards(self.division) == was
        desk.post(address)
        settled, undo = boards(self.division), desk.session["undo"]
        assert settled != was
        self.found_nothing()
        page = desk.get(reverse("console:round", args=["middle"]))
        assert address not in page.content.decode() and "Proposed: " not in text(page)
        desk.post(undo["url"], dict(undo["fields"]))
        assert {row[1:] for row in boards(self.division)} == {row[1:] for row in was} and self.runs() == runs
        desk.post(address)
        assert {row[1:] for row in boards(self.division)} == {row[1:] for row in settled}


def test_round_robin_the_opponents_have_a_bye_and_all_other_games_stay() -> None:
    event = Event("round_robin", players=5, rounds=5)
    event.publish()
    event.played(1)
    event.start(2)
    before = {number: event.seated(number) for number in range(2, 6)}
    event.leaves(5, from_round=2)
    event.settle()
    assert event.outcomes(2) == {(1, 2): "", (3, 5): "no_show", (4,): "bye"}
    for number in (3, 4, 5):
        assert event.seated(number) == {tuple(each for each in pair if each != 5) for pair in before[number]} - {()}


def test_a_round_robin_of_which_nothing_was_played_is_made_new_for_those_who_are_left() -> None:
    event = Event("round_robin", players=5, rounds=3)
    event.publish()
    event.leaves(4, from_round=1)
    event.settle()
    assert set.union(*(event.seated(number) for number in (1, 2, 3))) == {
        (1, 2),
        (1, 3),
        (1, 5),
        (2, 3),
        (2, 5),
        (3, 5),
    }
    assert all(len(run.boards) == 6 for run in event.runs())


def test_fontes_opponents_of_one_block_meet_each_other_where_they_meet_in_no_other_round() -> None:
    event = Event("initial_fontes", players=8, rounds=3, fontes_rounds=3)
    event.publish()
    event.played(1)
    gone, left = (1, 2), {number: event.seated(number) for number in (2, 3)}
    event.leaves(*gone, from_round=2)
    event.settle()
    for number in (2, 3):
        alone = {each for pair in left[number] if set(pair) & set(gone) for each in pair if each not in gone}
        assert tuple(sorted(alone)) in event.seated(number)
    assert all(sum(pair in event.seated(number) for number in (1, 2, 3)) < 2 for pair in event.seated(2))


def test_team_match_the_opponents_have_a_bye_and_no_two_of_a_team_meet() -> None:
    event = Event("team_round_robin", players=8, rounds=4, team_games=4)
    event.publish()
    event.played(1)
    event.leaves(1, 3, from_round=2)
    event.settle()
    for number in (2, 3, 4):
        assert all(len(pair) == 1 or sum(pair) % 2 for pair in event.seated(number))
        assert sum(len(pair) == 1 for pair in event.seated(number)) == 2


def test_knockout_the_opponent_goes_through_and_nobody_else_of_the_bracket_is_seated() -> None:
    event = Event("knockout", players=6, rounds=4)
    event.publish()
    assert event.seated(1) == {(1,), (2,), (3, 6), (4, 5)}
    event.leaves(3, from_round=1)
    event.settle()
    assert event.outcomes(1) == {(1,): "bye", (2,): "bye", (3, 6): "no_show", (4, 5): ""}
    event.played(1)
    event.publish()
    assert event.seated(2) == {(2, 6), (1, 4)}


def test_knockout_who_leaves_a_match_ahead_is_out_of_it() -> None:
    event = Event("knockout", players=4, rounds=6, best_of=3)
    event.publish()
    event.played(1, (600, 200))
    event.publish()
    event.start(2)
    event.leaves(1, from_round=2)
    event.settle()
    event.played(2, (450, 400), (400, 450))
    event.publish()
    assert event.seated(3) == {(2, 3)}
    event.played(3)
    event.publish()
    assert event.seated(4) == {(2, 4)}


def test_swiss_those_without_an_opponent_play_each_other_unless_they_met() -> None:
    event = Event("swiss", players=9, rounds=5)
    event.publish()
    event.played(1)
    event.publish()
    gone = next(pair for pair in sorted(event.seated(2)) if len(pair) == 2)
    event.leaves(gone[0], from_round=2)
    event.settle()
    assert all(len(pair) == 2 for pair in event.seated(2)) and not event.seated(1) & event.seated(2)


PLANS = {"swiss": 7, "round_robin": 6, "initial_fontes": 8, "knockout": 7, "team_round_robin": 8, "quads": 8}
USUAL = [("swiss", 1), ("knockout", 1)]
FULL = [pytest.param(method, seed, marks=pytest.mark.full) for method in PLANS for seed in (2, 3, 4)]


@pytest.mark.parametrize(("method", "seed"), [*USUAL, *FULL])
def test_whatever_happens_all_that_is_proposed_is_told_before_and_leaves_nothing_to_find(
    method: str, seed: int
) -> None:
    event, luck = Event(method, players=PLANS[method], rounds=4), random.Random(f"{method} {seed}")
    for number in range(1, 4):
        if not event.row_is_published(number):
            event.publish()
        for _ in range(luck.randint(0, 2)):
            here = event.division.entries.filter(withdrawn_from=None)
            event.leaves(luck.choice([entry.number for entry in here]), from_round=luck.randint(number, number + 1))
        if method == "swiss" and number == 2:
            values = {"name": f"Late Arrival {number}"}
            walk_in(by=event.director, division=event.fresh(), values=values, plays_from=number, worth=MissedRounds())

        def settle() -> object:
            return settle_all(by=event.director, division=event.fresh(), reason="All of it")

        with suppress(Refused):  # nothing waits
            told, before = what_follows(event.division.tournament, settle)[1], facts_of(event.division.tournament)
            settle()
            assert consequences(before, facts_of(event.division.tournament)) == told != []
        event.found_nothing()
        event.played(number)
