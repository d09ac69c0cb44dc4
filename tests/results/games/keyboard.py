"""The line of the Round board as it is used: a line is typed, a question answered, and the board looked at."""

import re
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from results.games.services.outcomes import result_text
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_user
from tests.results.rulings.cases import logged_in


def board(row: Round, number: int | None) -> Game:
    return Game.objects.with_people().get(round=row, board=number)


def parked(response: Any) -> list[str]:
    """The questions that wait, as the page sends them back."""
    return re.findall(r'name="parked" value="([^"]*)"', response.content.decode())


def parked_lines(response: Any) -> list[str]:
    return [text.split(" ", 3)[3] for text in parked(response)]


@dataclass(frozen=True)
class Keyboard:
    """A round, and the browser of who enters its results."""

    row: Round
    client: Client

    def url(self, name: str = "round") -> str:
        return reverse(f"console:{name}", args=[self.row.division.tournament.slug])

    def types(self, line: str, *, script: bool = False, **sent: Any) -> Any:
        headers = {"HX-Request": "true"} if script else {}
        where = {"whose": self.row.division.code, "round": self.row.number}
        return self.client.post(self.url("board_line"), {"line": line, **where, **sent}, headers=headers)

    def answers(self, asked: Any, line: str, **options: Any) -> Any:
        """Type `line` into the page that asked, with the questions that wait there."""
        return self.types(line, parked=parked(asked), **options)

    def asked(self, line: str, answer: str) -> Any:
        """Type `line`, and answer what is asked."""
        return self.answers(self.types(line), answer)

    def board(self, number: int = 1) -> Game:
        return board(self.row, number)

    def outcomes(self, *boards: int) -> list[str]:
        return [self.board(number).outcome for number in boards]

    def result(self, number: int = 1) -> str:
        return result_text(self.board(number))

    def scorer(self) -> User:
        return make_user("scorer", tournament=self.row.division.tournament, role=Role.SCORER)

    def of_a_scorer(self) -> "Keyboard":
        """The same page in a scorer's browser."""
        return Keyboard(self.row, logged_in(self.scorer()))
