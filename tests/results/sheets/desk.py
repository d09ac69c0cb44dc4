"""Players and a director around result sheets: short words for what they do, on an event as a service leaves it."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from results.models import Petition, Sheet, SheetVersion
from results.sheets.engine.facts import Figures
from results.sheets.services import corrections, entering
from results.sheets.services.entering import Answer
from tdsuite.platform.access.actors import Means, PlayerActor
from tdsuite.platform.access.models import User
from tdsuite.tournaments.models import Division, Entry, Game, Round
from tests.results.rulings.cases import Event, make_event


@dataclass(frozen=True)
class Hall:
    """An event whose first round has started: entry 1 v 4 on board 1, starters first."""

    event: Event

    @property
    def division(self) -> Division:
        return self.event.division

    @property
    def director(self) -> User:
        return self.event.director

    @property
    def scorer(self) -> User:
        return self.event.scorer

    def game(self, board: int = 1, number: int = 1) -> Game:
        return self.event.game(board, number)

    def player(self, number: int, device: str = "phone") -> PlayerActor:
        entry = Entry.objects.get(division=self.division, number=number)
        return PlayerActor(entry.pk, self.division.tournament_id, self.division.pk, Means.LINK, device)

    def figures(self, first: int = 431, second: int = 388, *, board: int = 1, number: int = 1, **more: Any) -> Figures:
        game = self.event.games(number).get(board=board)
        assert game.second_id is not None
        return Figures({game.first_id: first, game.second_id: second}, **more)

    def sheet(self, board: int = 1) -> Sheet:
        return Sheet.objects.get(game__in=self.event.games().filter(board=board))

    def latest(self, board: int = 1) -> SheetVersion:
        sheet = self.sheet(board)
        return sheet.versions.get(number=sheet.number)

    def enters(self, number: int, first: int = 431, second: int = 388, key: str = "", **more: Any) -> Answer:
        figures = self.figures(first, second, **more)
        return entering.enter_sheet(by=self.player(number), game=self.game(), figures=figures, key=key)

    def signs(self, number: int, key: str = "") -> Answer:
        latest = self.latest()
        return entering.sign(
            by=self.player(number), game=self.game(), version=latest.number, sha256=latest.sha256, key=key
        )

    def both_sign(self, first: int = 431, second: int = 388, *, handed_in: bool = False) -> None:
        self.enters(1, first, second)
        self.signs(4)
        if handed_in:
            self.hand_in()

    def differ(self) -> None:
        """Player 1 enters 431-388, and player 4 413-388."""
        self.enters(1)
        self.enters(4, 413, 388)

    def hand_in(self) -> None:
        entering.hand_in(by=self.player(1), game=self.game())

    def proposes(self, number: int = 1, first: int = 421, second: int = 388) -> Petition:
        corrections.propose_correction(by=self.player(number), game=self.game(), figures=self.figures(first, second))
        return Petition.objects.latest("pk")

    def agrees(self, petition: Petition, number: int = 4) -> Answer:
        return corrections.agree_correction(by=self.player(number), petition=petition, sha256=petition.sha256)

    def scores(self, board: int = 1) -> tuple[int | None, int | None]:
        game = self.event.games().get(board=board)
        return game.first_score, game.second_score

    def next_round_plays(self) -> None:
        from tests.factories import make_round

        make_round(self.division, 2, status=Round.Status.PLAYING)


def actor(entry: Entry, device: str = "phone") -> PlayerActor:
    return PlayerActor(entry.pk, entry.division.tournament_id, entry.division_id, Means.LINK, device)


def make_hall(book: str = "wespa-2010", **more: Any) -> Hall:
    hall = Hall(make_event(book, **more))
    hall.division.rounds.filter(number=1, status=Round.Status.PUBLISHED).update(
        status=Round.Status.PLAYING, started_at=timezone.now()
    )
    return hall
