"""Whatever is decided in whatever order: no window on the event contradicts another."""

import os
import random
from contextlib import suppress

import pytest
from django.test import TestCase

from pairings.services.publishing import publish_run
from results.games.services.outcomes import record_result
from results.rulings.services.late_entry import MissedRounds
from results.sheets.services.officials import waive_unsigned
from tdsuite.console.leaving import settle_all
from tdsuite.console.walk_in import places_in, walk_in
from tdsuite.tournaments.models import Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.notices import announce_absent, announce_check_in, post_notice
from tdsuite.tournaments.services.rounds import close_round, start_round
from tests.factories import make_division, make_tournament
from tests.facts.walker import Windows, contradictions
from tests.platform.audit.event_of_luck import BY, WHY, FuzzedEvent
from tests.platform.audit.fuzzed_decisions import DECISIONS, draft

pytestmark = pytest.mark.django_db

DECIDED = ("next round", "next round", "draft", "publish", "unpublish", "start", "undo start", "enter", "enter", "enter", "correct", "take back", "board", "withdraw", "withdraw", "ask", "ask", "end request", "check-in", "check-in", "attendance", "attendance", "sheet", "sheet", "forfeit")  # fmt: skip
MANY = 22 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 12  # decisions
HERE = ("walk_in", "play_on", "play_on", "settle", "call_in", "call_to_tables", "post")


class WholeDay(FuzzedEvent):
    """A division of six players and three rounds."""

    def __init__(self, seed: int) -> None:
        self.windows = Windows(make_division(make_tournament(f"any-{seed}"), players=6, rounds=3))
        super().__init__(self.windows.division.tournament, random.Random(seed))
        self.director = self.windows.director

    def step(self, name: str) -> bool:
        decide = DECISIONS[name][1] if name in DECISIONS else getattr(WholeDay, name)
        with TestCase.captureOnCommitCallbacks(execute=True):
            return self.decide(name, decide)

    def walk_in(self) -> None:
        values = {"name": f"Walkin Late-{self.luck.randrange(10**6)}", "rating": 1500}
        division = self.division()
        place = self.luck.choice(places_in(division))
        walk_in(
            by=self.director, division=division, values=values, plays_from=place.number, worth=MissedRounds(),
            opponent=place.opponent and place.opponent.number, here=self.luck.choice([True, False]),
        )  # fmt: skip

    def settle(self) -> None:
        settle_all(by=self.director, division=self.division(), reason=WHY)

    def finish_games(self, **having: str) -> None:
        for game in Game.objects.filter(**having).with_people().select_related("round__division__tournament"):
            if game.outcome in Game.UNFINISHED:
                scores = {"first_score": self.luck.randint(250, 550), "second_score": 400}
                record_result(by=self.director, game=game, **scores, gone_played=True, rules_dispute=True)

    def play_on(self) -> None:
        """The round is played to its end, and the next one is published and started."""
        self.finish_games(round__status="playing")
        publish_run(by=BY, run=draft(self), reason=WHY)
        start_round(by=BY, round=self.round("published"), anyway=True)

    def call_in(self) -> None:
        announce_check_in(by=BY, tournament=self.event())

    def call_to_tables(self) -> None:
        announce_absent(by=BY, row=self.round())

    def event(self) -> Tournament:
        return Tournament.objects.get(pk=self.tournament.pk)

    def post(self) -> None:
        post_notice(by=BY, tournament=self.event(), text=f"Lunch until {self.luck.randint(12, 15)} h")

    def finish(self) -> None:
        self.finish_games(second__isnull=False)
        for row in Round.objects.reopened().select_related("division__tournament"):
            close_round(by=BY, round=row)
        for game in (
            Game.objects.filter(second__isnull=False).with_people().select_related("round__division__tournament")
        ):
            with suppress(Refused):  # what the director ruled needs no signature
                waive_unsigned(by=BY, game=game, reason=WHY)
        update_tournament(by=BY, tournament=self.event(), values={"status": "finished"})


@pytest.mark.parametrize("seed", (1, pytest.param(4, marks=pytest.mark.full), pytest.param(7, marks=pytest.mark.full)))
def test_no_window_contradicts_another_whatever_is_decided_in_whatever_order(seed: int) -> None:
    day, luck = WholeDay(seed), random.Random(seed)
    for step in ("call_in", "next round", *luck.choices((*DECIDED, *HERE), k=MANY), "finish"):
        if day.step(step):
            assert list(contradictions(day.windows)) == [], step
