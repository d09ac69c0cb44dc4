"""Whatever is published, taken back, started, entered, corrected, moved, left and rejoined in whatever order: a round's boards,
its tables, the statuses and the standings hold together."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from pairings.services.boards import move_game
from pairings.services.drafts import make_draft
from pairings.services.publishing import publish_run, unpublish_round
from results.games.services.outcomes import correct_result, played, record_result, withdraw_result
from tdsuite.platform.access.guard import COMMAND_LINE
from tdsuite.platform.audit.services import verify
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tdsuite.tournaments.reads import history
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.entries import withdraw_entry
from tdsuite.tournaments.services.rounds import close_round, reopen_round, start_round, undo_start
from tests.factories import make_division, make_tournament

BY: Any = COMMAND_LINE
WHY = "the order is any"
STEPS = ("publish", "unpublish", "start", "undo_start", "reopen", "close", "enter", "enter", "enter", "enter_all", "correct", "take_back", "move", "leave", "return")  # fmt: skip


class Day:
    """A division of six players and three rounds; every step takes any row that it could be about."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.division = make_division(make_tournament(f"any-{seed}"), players=6, rounds=3)
        self.taken: Counter[str] = Counter()

    def step(self, name: str) -> bool:
        """Whether it was taken; it is passed over where it is refused, or about no row."""
        try:
            getattr(self, name)()
        except (Refused, IndexError):
            return False
        self.taken[name] += 1
        return True

    def any(self, rows: Any) -> Any:
        return self.luck.choice(list(rows.order_by("pk")))

    def round(self, *statuses: str) -> Round:
        rows = Round.objects.filter(division=self.division, status__in=statuses or ("published", "playing", "closed"))
        return self.any(rows.select_related("division__tournament"))

    def game(self) -> Game:
        games = Game.objects.of_division(self.division).with_people().select_related("round__division__tournament")
        return self.any(games.filter(second__isnull=False))

    def entry(self) -> Entry:
        return self.any(Entry.objects.filter(division=self.division).select_related("player", "division__tournament"))

    def publish(self) -> None:
        publish_run(by=BY, run=make_draft(by=BY, division=self.division, seed=self.luck.randrange(99)), reason=WHY)

    def unpublish(self) -> None:
        unpublish_round(by=BY, round=self.round(), reason=WHY)

    def start(self) -> None:
        start_round(by=BY, round=self.round())

    def undo_start(self) -> None:
        undo_start(by=BY, round=self.round(), reason=WHY)

    def reopen(self) -> None:
        reopen_round(by=BY, round=self.round("closed"), reason=WHY)

    def close(self) -> None:
        close_round(by=BY, round=self.round("playing"))

    def scores(self) -> tuple[int, int]:
        return self.luck.randint(250, 550), self.luck.randint(250, 550)

    def enter(self) -> None:
        first, second = self.scores()
        record_result(by=BY, game=self.game(), first_score=first, second_score=second)

    def enter_all(self) -> None:
        for game in Game.objects.filter(round=self.round()).with_people().select_related("round__division__tournament"):
            if game.outcome in Game.UNFINISHED:
                record_result(by=BY, game=game, first_score=401, second_score=380)

    def correct(self) -> None:
        correct_result(by=BY, game=self.game(), outcome=played(*self.scores()), reason=WHY)

    def take_back(self) -> None:
        withdraw_result(by=BY, game=self.game(), reason=WHY)

    def move(self) -> None:
        move_game(by=BY, game=self.game(), table_name=str(self.luck.randint(1, 9)), reason=WHY)

    def leave(self) -> None:
        withdraw_entry(by=BY, entry=self.entry(), from_round=self.luck.randint(1, 4), reason=WHY)

    def __getattr__(self, name: str) -> Any:
        if name == "return":
            return lambda: withdraw_entry(by=BY, entry=self.entry(), from_round=None, reason=WHY)
        raise AttributeError(name)


def hold(division: Division) -> None:
    """What must be true whatever was done."""
    for row in Round.objects.filter(division=division):
        games = list(Game.objects.filter(round=row))
        players = [pk for game in games for pk in (game.first_id, game.second_id) if pk is not None]
        tables = [game.table for game in games if game.second_id is not None]
        assert len(players) == len(set(players)) and len(tables) == len(set(tables))
        awaited = any(game.outcome in Game.UNFINISHED for game in games)
        if row.status == Round.Status.DRAFT:
            assert games == [] and row.started_at is None
        else:
            assert games and row.is_reopened | ((row.status == Round.Status.CLOSED) == (not awaited))
            assert row.started_at is None or row.status != Round.Status.PUBLISHED
    account = history(division)
    standings = account.standings()  # after the last round with a result: a bye of a later round is not in it
    counted = [game for game in account.games if account.round_numbers[game.round_id] <= account.last_round]
    assert sum(row.spread for row in standings) == sum(
        account.account(game).spread[0] for game in counted if game.second_id is None and account.account(game).spread
    )
    decided = [game for game in counted if account.account(game).half_wins]
    halves = sum(half for game in decided for half in account.account(game).half_wins if half is not None)
    assert sum(row.halves for row in standings) == halves


pytestmark = pytest.mark.database
EVER: Counter[str] = Counter()  # how often each step was taken, over all examples


class AnyOrder(TestCase):
    @classmethod
    def tearDownClass(cls) -> None:
        super().tearDownClass()
        assert set(EVER) == set(STEPS), EVER

    @given(st.integers(0, 10**6), st.lists(st.sampled_from(STEPS), min_size=10, max_size=40))
    @settings(max_examples=12, derandomize=True)
    def test_any_order_of_decisions_keeps_tables_statuses_and_standings(self, seed: int, steps: list[str]) -> None:
        day = Day(seed)
        for step in ["publish", *steps]:
            day.step(step)
            hold(Division.objects.select_related("tournament").get(pk=day.division.pk))
        EVER.update(day.taken)
        assert day.taken["publish"]
        assert not verify(day.division.tournament).faults
