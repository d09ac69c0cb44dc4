"""The keyboard page as it is used: a line is typed, a question answered, and the board looked at."""

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from results.games.services.outcomes import result_text
from tdsuite.platform.access.models import User
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Game, Round
from tests.factories import make_user
from tests.results.looking import field
from tests.results.rulings.cases import logged_in


def board(row: Round, number: int | None) -> Game:
    return Game.objects.with_people().get(round=row, board=number)


@dataclass(frozen=True)
class Keyboard:
    """A round, and the browser of who enters its results."""

    row: Round
    client: Client

    def url(self, name: str = "enter") -> str:
        return reverse(
            f"results:{name}", args=[self.row.division.tournament.slug, self.row.division.code, self.row.number]
        )

    def types(self, line: str, *, script: bool = False, **sent: Any) -> Any:
        headers = {"HX-Request": "true"} if script else {}
        return self.client.post(self.url(), {"line": line, **sent}, headers=headers)

    def answers(self, asked: Any, line: str, **options: Any) -> Any:
        """Type `line` into the page that asked, with the hidden fields it sent."""
        hidden: dict[str, Any] = {name: field(asked, name) for name in ("pending", "asked", "stage")}
        return self.types(line, **hidden, **options)

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
