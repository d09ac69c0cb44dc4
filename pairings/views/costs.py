"""What a change of boards comes to, shown before it is made: the new boards, what the round costs then, and the button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from pairings.forms.pairing import LookedAtForm
from pairings.services.board_change_costs import change_cost
from pairings.services.explanations import SwapCost
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.words.sentences import clauses
from tdsuite.tournaments.engine.account import explain
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.reads import account_of_game
from tdsuite.tournaments.shortcuts import refusal_in
from .round_pages import cost_rows

LOOKED = "looked at"  # the reason of a change that is made to be looked at, and taken back at once


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A board that the change makes.  counts: what a bye is, "" for a game."""

    table: str
    first: object
    second: object
    reason: str
    counts: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """A change that can be pressed now.

    Attributes:
        rows: (criterion, now, then, difference) of what the round costs otherwise; `why` where it cannot be compared.
        form: what its button carries; its reason is asked beside the button.
        press: where the button posts to; back: where nothing is pressed.
    """

    title: str
    boards: Sequence[NewBoard]
    unpaired: Sequence[Entry]
    rows: Sequence[tuple[str, int, int, int]]
    why: str
    form: forms.Form
    press: str
    back: str


def looked_at_boards(form: LookedAtForm, by: Actor, *, press: str, back: str) -> Looked | None:
    """A change of published boards; None where the form, or the decision itself, refuses it."""
    if not form.look().is_valid():
        return None
    with refusal_in(form):
        cost = change_cost(row=form.seats.round, change=lambda: form.make(by, reason=LOOKED))
        boards = [NewBoard(game.table, game.first, game.second, game.reason, _counts(game)) for game in cost.boards]
        rows = cost_rows(cost.rows)
        form.fields["reason"].required = True  # beside the button it is asked for
        return Looked(str(form.title), boards, cost.unpaired, rows, cost.why, form, press, back)
    return None


def looked_at_draft(cost: SwapCost, names: Mapping[int, Entry], **pressed: Any) -> Looked:
    """A swap in a draft.  names: the roster by number; who left it is shown by number alone."""
    boards = [
        NewBoard(
            "", names.get(board.first, board.first), board.second and names.get(board.second, board.second),
            clauses(board.reason, board.start_reason),
        )
        for board in cost.boards
    ]  # fmt: skip
    return Looked(boards=boards, unpaired=(), rows=cost_rows(cost.rows), why=cost.why, **pressed)


def _counts(game: Game) -> str:
    return explain(account_of_game(game, ()), [str(game.first.player)])[-1] if game.is_bye else ""
