"""What a decision would make of a game, shown before it is taken."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from django.db import transaction

from tdsuite.tournaments.engine.account import explain
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.reads import account_of_game
from tdsuite.tournaments.services.adjustments import lines_on

from ..engine.round_view import beside_figures


@dataclass(frozen=True, slots=True)
class Preview:
    """The account of a game now and after a decision, read out a sentence a line.

    digest: names both; a page sends it back to say that exactly this was looked at.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def digest(self) -> str:
        return blake2b("\n".join((*self.before, "", *self.after)).encode(), digest_size=8).hexdigest()


def preview_of(game: Game, decide: Callable[[], object]) -> Preview:
    """Take a decision about a game, read its account, and give the decision up again: nothing is saved.

    So a preview cannot differ from what is saved. Raises what `decide` raises.
    """
    before = account_said(game)
    with transaction.atomic():
        decide()
        after = account_said(game)
        transaction.set_rollback(True)
    return Preview(before, after)


def account_said(game: Game) -> tuple[str, ...]:
    """The account of a game as its rows have it now."""
    row = Game.objects.with_people().get(pk=game.pk)
    names = [beside_figures(str(entry.player)) for entry in (row.first, row.second) if entry]
    return explain(account_of_game(row, lines_on(row)), names)
