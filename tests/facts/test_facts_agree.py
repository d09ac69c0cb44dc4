"""Whatever is decided in whatever order: no window on the event contradicts another."""

import random
from contextlib import suppress

import pytest
from django.test import TestCase

from results.attendance.services.attendance import mark, start_clock
from results.attendance.services.check_in import mark_check_in
from results.games.services.outcomes import record_result
from results.models import PlayerRequest
from results.rulings.services.forfeits import decide, forfeit_by
from results.rulings.services.late_entry import MissedRounds
from results.sheets.engine.facts import Figures
from results.sheets.models import Sheet
from results.sheets.services.entering import dispute, enter_sheet
from results.sheets.services.officials import waive_unsigned
from results.sheets.services.requests import ask_director, settle_request
from tdsuite.console.walk_in import places_in, walk_in
from tdsuite.tournaments.models import Division, Entry, Game, Round, Tournament
from tdsuite.tournaments.services.decision import Refused
from tdsuite.tournaments.services.events import update_tournament
from tdsuite.tournaments.services.notices import announce_absent, announce_check_in, post_notice
from tdsuite.tournaments.services.rounds import close_round, start_round
from tests.facts.walker import Windows, contradictions
from tests.pairings.test_any_order import BY, STEPS, WHY, Day
from tests.results.sheets.desk import actor

pytestmark = pytest.mark.django_db

MORE_STEPS = ("ask", "ask", "settle", "tap", "tap", "at_table", "late", "walk_in", "dispute", "dispute", "forfeit", "play_on", "play_on", "call_in", "call_to_tables", "post")  # fmt: skip


class WholeDay(Day):
    """What players and officials do besides the director's own decisions."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.windows = Windows(self.division)
        self.director = self.windows.director

    def step(self, name: str) -> bool:
        with TestCase.captureOnCommitCallbacks(execute=True):
            return super().step(name)

    def ask(self) -> None:
        entry = self.entry()
        ask_director(by=actor(entry), entry=entry, kind=self.luck.choice(["leave", "sit_out", "late"]))

    def settle(self) -> None:
        rows = PlayerRequest.objects.of_event(self.division.tournament).waiting().with_people()
        settle_request(by=BY, player_request=self.any(rows), answer="as you wish")

    def tap(self) -> None:
        status = self.luck.choice(["here", "here", "late", "not_coming", "tentative", ""])
        mark_check_in(by=self.director, entry=self.entry(), status=status)

    def seat(self) -> tuple[Game, Entry]:
        game = self.game()
        return game, self.luck.choice([entry for entry in (game.first, game.second) if entry])

    def at_table(self) -> None:
        game, entry = self.seat()
        mark(by=self.director, game=game, entry=entry, status=self.luck.choice(["absent", "on_way", "here"]))

    def late(self) -> None:
        game, entry = self.seat()
        start_clock(by=self.director, game=game, entry=entry, opponent_ready=True, reason=WHY)

    def forfeit(self) -> None:
        ended = forfeit_by(self.luck.choice(["first", "second"]), begun=False)
        decide(by=self.director, game=self.game(), ended=ended, reason=WHY)

    def walk_in(self) -> None:
        values = {"name": f"Walkin Late-{self.luck.randrange(10**6)}", "rating": 1500}
        division = Division.objects.select_related("tournament").get(pk=self.division.pk)
        place = self.luck.choice(places_in(division))
        walk_in(
            by=self.director, division=division, values=values, plays_from=place.number, worth=MissedRounds(),
            opponent=place.opponent and place.opponent.number, here=self.luck.choice([True, False]),
        )  # fmt: skip

    def dispute(self) -> None:
        game = self.game()
        actors = [actor(entry) for entry in (game.first, game.second) if entry]
        figures = Figures({game.first_id: self.luck.randint(250, 550), game.second_id or 0: 400})
        with suppress(Refused):  # what an official entered is disputed as it is
            enter_sheet(by=actors[0], game=game, figures=figures)
        sheet = Sheet.objects.filter(game=game).first()
        dispute(by=actors[1], game=game, version=sheet.number if sheet else 1)

    def finish_games(self, **having: str) -> None:
        for game in Game.objects.filter(**having).with_people().select_related("round__division__tournament"):
            if game.outcome in Game.UNFINISHED:
                scores = {"first_score": self.luck.randint(250, 550), "second_score": 400}
                record_result(by=self.director, game=game, **scores, gone_played=True, rules_dispute=True)

    def play_on(self) -> None:
        """The round is played to its end, and the next one is published and started."""
        self.finish_games(round__status="playing")
        self.publish()
        self.start_anyway()

    def start_anyway(self) -> None:
        start_round(by=BY, round=self.round("published"), anyway=True)

    def call_in(self) -> None:
        announce_check_in(by=BY, tournament=self.event())

    def call_to_tables(self) -> None:
        announce_absent(by=BY, row=self.round())

    def event(self) -> Tournament:
        return Tournament.objects.get(pk=self.division.tournament_id)

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


@pytest.mark.parametrize("seed", (1, 4, pytest.param(7, marks=pytest.mark.full)))
def test_no_window_contradicts_another_whatever_is_decided_in_whatever_order(seed: int) -> None:
    day, luck = WholeDay(seed), random.Random(seed)
    for step in ("call_in", "publish", "start_anyway", *luck.choices((*STEPS, *MORE_STEPS), k=22), "finish"):
        if day.step(step):
            assert list(contradictions(day.windows)) == [], step
