"""What a decision would make of a game, shown before it is taken."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Generic, TypeVar

from django.db import transaction

from results.games.engine.round_view import beside_figures
from tdsuite.tournaments.engine.account import AccountLine, explain, standing_lines
from tdsuite.tournaments.models import Division, Game
from tdsuite.tournaments.reads import account_of_game
from tdsuite.tournaments.services.accounts import put_outcome
from tdsuite.tournaments.services.decision import own_division
from tdsuite.tournaments.services.games import GameOutcome, ScoreLine, lines_on
from tdsuite.tournaments.services.roads import Road
from .outcomes import where

T = TypeVar("T")
NO_BOARD = ("No board yet.",)


@dataclass(frozen=True, slots=True)
class Preview(Generic[T]):
    """The account of a game now and after a decision, read out a sentence a line.

    decision: what the decision returned before it was given up. digest: names both accounts; a page sends it back to
    say that exactly this was looked at.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    where: str = ""  # the game
    decision: T | None = field(default=None, compare=False)

    @property
    def digest(self) -> str:
        return _digest(self.where, *self.before, "", *self.after)


def _digest(*lines: str) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()


@contextmanager
def undisturbed(division: Division) -> Iterator[None]:
    """Own a division from the look to the decision: what is saved is what was looked at, whoever else decides meanwhile."""
    with transaction.atomic():
        own_division(division)
        yield


def preview_of(game: Game, decide: Callable[[], T]) -> Preview[T]:
    """Take a decision about a game, read its account, and give the decision up again: nothing is saved.

    So a preview cannot differ from what is saved. Raises what `decide` raises.
    """
    before = account_text(game)
    with transaction.atomic():
        decision = decide()
        after = account_text(game)
        transaction.set_rollback(True)
    return Preview(before, after, where(game), decision)


def foreseen(game: Game, outcome: GameOutcome, lines: Iterable[ScoreLine] = (), *, road: Road) -> Preview[None]:
    """What an outcome and its own lines would make of a game; no row is written, for pages that only show it."""
    there = lines_on(game)
    own = [
        AccountLine(line.side, line.kind, line.points, line.seconds, rule=line.rule, source="outcome") for line in lines
    ]
    after = _explained(put_outcome(copy(game), outcome, road=road), (*standing_lines(there), *own))
    return Preview(_explained(game, there), after, where(game))


def account_text(game: Game) -> tuple[str, ...]:
    """The account of a game as its rows have it now."""
    row = Game.objects.with_people().get(pk=game.pk)
    return _explained(row, lines_on(row))


def _explained(row: Game, lines: Iterable[AccountLine]) -> tuple[str, ...]:
    return explain(account_of_game(row, tuple(lines)), [beside_figures(str(entry.player)) for entry in row.players])
