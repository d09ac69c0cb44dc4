"""Phones and a director's browser around result sheets: what is pressed, and what the page then says."""

import re
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from results.models import Sheet
from results.sheets.services.entering import issue_key
from tdsuite.platform.access.roles import Role
from tdsuite.tournaments.models import Entry, Game
from tests.factories import make_user
from tests.platform.access.signing import signed_in
from tests.results.looking import field, official_url
from tests.results.rulings.cases import logged_in
from tests.results.sheets.desk import Hall, actor, make_hall


@dataclass(frozen=True)
class Phone:
    """A signed-in player's browser."""

    client: Client
    entry: Entry
    game: Game

    @property
    def slug(self) -> str:
        return str(self.entry.division.tournament.slug)

    def url(self, name: str = "sheet", *more: Any) -> str:
        return reverse(f"results:{name}", args=[self.slug, self.game.pk, *more])

    def sees(self, **headers: str) -> Any:
        return self.client.get(self.url(), headers=headers)

    def me(self) -> Any:
        return self.client.get(reverse("results:me", args=[self.slug]))

    def figures(self, mine: int, theirs: int, **more: Any) -> dict[str, Any]:
        """The entry form as the browser sends it, with a key of its own."""
        other = self.game.second_id if self.game.first_id == self.entry.pk else self.game.first_id
        scores = {f"score_{self.entry.pk}": mine, f"score_{other}": theirs}
        return {"key": issue_key(by=actor(self.entry), game=self.game), **scores, "started": self.game.first_id, **more}

    def posts(self, name: str, *more: Any, follow: bool = True, script: bool = False, **data: Any) -> Any:
        headers = {"X-Sheet": "1"} if script else {}
        return self.client.post(self.url(name, *more), data, follow=follow, headers=headers)

    def enters(self, mine: int, theirs: int, *, follow: bool = True, **more: Any) -> Any:
        return self.posts("sheet_enter", follow=follow, **self.figures(mine, theirs, **more))

    def signs(self, *, follow: bool = True) -> Any:
        page = self.sees()
        shown = {name: field(page, name) for name in ("key", "version", "sha256")}
        return self.posts("sheet_sign", follow=follow, **shown)

    def gives_in(self) -> Any:
        """Signs the other's card after all, by the button below it."""
        page = self.sees().text
        card = page[page.index("card</h2>", page.index("Your card") + 20) :]
        form = card[card.index("<form") : card.index("</form>")]
        assert "Sign this card after all" in form
        sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        del sent["csrfmiddlewaretoken"]
        return self.posts("sheet_enter", **sent)

    def hands_in(self) -> Any:
        return self.posts("sheet_hand_in", key=field(self.sees(), "key"))


@dataclass(frozen=True)
class Pages:
    """An event whose first round is published: 1 meets 4 at table 1."""

    hall: Hall

    @property
    def game(self) -> Game:
        return self.hall.game()

    @property
    def sheet(self) -> Sheet:
        return self.hall.sheet()

    def phone(self, number: int, board: int = 1) -> Phone:
        entry = self.hall.event.entry(number)
        return Phone(signed_in(Client(), entry), entry, self.hall.game(board))

    def staff(self, role: Role = Role.DIRECTOR) -> Client:
        return logged_in(make_user(f"the-{role}", tournament=self.hall.division.tournament, role=role))

    def desk(self, name: str, *args: Any) -> str:
        division = self.hall.division
        return official_url(name, division.tournament.slug, division.code, *args)

    @property
    def names(self) -> tuple[str, str]:
        """Of the two players at table 1."""
        return str(self.hall.event.entry(1).player), str(self.hall.event.entry(4).player)

    def types(self, line: str, *, script: bool = True, by: Client | None = None, **more: str) -> Any:
        """The scorer types a paper sheet, "1 431 388 1 y": table, two scores, who started, both signatures seen."""
        values = dict(zip(("table", "first_score", "second_score", "started", "seen"), line.split(), strict=False))
        values = {name: value.strip("-") for name, value in values.items()}
        by, headers = by or logged_in(self.hall.scorer), {"X-Sheet": "1"} if script else {}
        return by.post(self.desk("sheets_paper", 1), values | more, headers=headers)

    def both_sign(self, mine: int = 431, theirs: int = 388) -> tuple[Phone, Phone]:
        """By the same decisions as their phones take; the phones."""
        self.hall.both_sign(mine, theirs)
        return self.phone(1), self.phone(4)


def make_pages(book: str = "wespa-2010", **more: Any) -> Pages:
    return Pages(make_hall(book, **more))
