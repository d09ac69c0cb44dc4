"""What takes a change of a published board back, where the board had no result that the change dropped."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from pairings.engine.methods.registry import METHODS
from pairings.forms.pairing import (
    BoardForm,
    ByeForm,
    DissolveForm,
    MoveForm,
    ReplaceForm,
    StarterForm,
    SwapPlayersForm,
    SwapTablesForm,
)
from pairings.forms.plan import RoundPlanForm
from pairings.services.planning import current_line
from tdsuite.platform.undo import Undo, fields_before
from tdsuite.tournaments.models import Division, Game

UNDONE = "Undone"
Change = tuple[
    str, str, dict[str, Any]
]  # what is then so again, the name of the address ("seat": of the round), what is sent


def undo_of_change(form: BoardForm) -> Undo | None:
    """What takes back the change that a valid form is about to make; None where results went, or nothing can."""
    game = form.game
    had_result = bool(game.outcome) and form.touches_result and not game.is_bye
    if had_result or form.cleaned_data.get("drop_results"):
        return None
    says, name, values = OPPOSITES[type(form)](form, game)
    division = game.round.division
    key = game.round.number if name == "seat" else game.pk
    url = reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, key])
    return Undo.sending(says, url, {**values, "reason": UNDONE})


def undo_of_seat(game: Game) -> Undo:
    """What takes back that a player was placed."""
    players = f"{game.first} is" if game.second is None else f"{game.first} and {game.second} are"
    division = game.round.division
    url = reverse("pairings:dissolve", args=[division.tournament.slug, division.code, game.pk])
    return Undo.sending(f"{players} unpaired again.", url, {"reason": UNDONE})


def undo_of_new_round(division: Division, number: int) -> Undo:
    """What takes back that a round was added or put in."""
    url = reverse("pairings:remove_round", args=[division.tournament.slug, division.code, number])
    says = f"Round {number} is taken out of the plan again, and rounds behind it have the numbers they had."
    return Undo.sending(says, url, {"reason": UNDONE})


def undo_of_removed_round(division: Division, number: int) -> Undo:
    """What puts a round that is about to be taken away back into the plan. Raises Refused."""
    form = RoundPlanForm(initial=current_line(division, number))
    name, args = ("insert_round", [number]) if number < division.planned_rounds else ("add_round", [])
    url = reverse(f"pairings:{name}", args=[division.tournament.slug, division.code, *args])
    method = METHODS[form["method"].value()]
    return Undo(
        f"Round {number} is in the plan again, paired by {method.label} as before.", url, tuple(fields_before(form))
    )


def _move(form: BoardForm, game: Game) -> Change:
    return f"{game.first} and {game.second} sit at table {game.table} again.", "move", {"table_name": game.table}


def _swap_tables(form: BoardForm, game: Game) -> Change:
    other = form.values()["other"]
    says = f"{game.first} and {game.second} sit at table {game.table} again, {other.first} and {other.second} at table {other.table}."
    return says, "swap_tables", {"other": other.pk}


def _starter(form: BoardForm, game: Game) -> Change:
    open_start = game.starts_by in Game.NOBODY_YET
    says = "The tiles decide again who starts" if open_start else f"{game.first} starts again"
    return f"{says} at table {game.table}.", "starter", {"starter": "" if open_start else game.first_id}


def _swap_players(form: BoardForm, game: Game) -> Change:
    entry, other = form.cleaned_data["entry"], form.cleaned_data["other_entry"]
    says = f"{entry} and {other} change places again; who starts is decided anew."
    return says, "swap_players", {"entry": other.pk, "other_entry": entry.pk}


def _replace(form: BoardForm, game: Game) -> Change:
    out, into = form.cleaned_data["out"], form.cleaned_data["into"]
    says = f"{out} takes the place of {into} again, who is unpaired then; who starts is decided anew."
    return says, "replace", {"out": into.pk, "into": out.pk}


def _meet_again(form: BoardForm, game: Game) -> Change:
    if game.second is None:
        return f"{game.first} has the bye again.", "seat", {"entry": game.first_id, "opponent": ""}
    bye = form.cleaned_data.get("entry")
    unpaired, other = (game.first, game.second) if bye != game.first else (game.second, game.first)
    says = f"{game.first} and {game.second} meet again, at the first free table; who starts is decided anew."
    return says, "seat", {"entry": unpaired.pk, "opponent": other.pk}


OPPOSITES: dict[type[BoardForm], Callable[[BoardForm, Game], Change]] = {
    MoveForm: _move,
    SwapTablesForm: _swap_tables,
    StarterForm: _starter,
    SwapPlayersForm: _swap_players,
    ReplaceForm: _replace,
    ByeForm: _meet_again,
    DissolveForm: _meet_again,
}
