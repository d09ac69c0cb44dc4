"""What pages of pairings ask for."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Self

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairings.engine.methods.registry import METHODS
from pairings.engine.model import ManualBoard
from pairings.services import boards
from pairings.services.drafts import SEED_BITS
from pairings.services.engine_tasks import plan_line
from pairings.services.round_boards import RoundBoards
from tdsuite.platform.audit.actors import Actor
from tdsuite.platform.web.reasons import ReasonField
from tdsuite.tournaments.models import Division, Entry, Game
from .methods import method_choices

BY_HAND = "manual"
READ_BY_PLAYERS = _("Players may read it; it stays in the event's record.")
LINE = re.compile(r"^\s*(?P<first>\d+)[\s,;:-]+(?P<second>\d+|bye|-)\s*$", re.IGNORECASE)


class PairForm(forms.Form):
    """How a round is to be paired. method "": as the plan says; seed None: drawn."""

    hide_optional = True
    method = forms.ChoiceField(label=_("Method"), required=False)
    seed = forms.IntegerField(
        label=_("Seed of the draw"), required=False, min_value=0, max_value=2**SEED_BITS - 1,
        help_text=_("Breaks ties. The same seed gives the same boards; empty draws one."),
    )  # fmt: skip

    def __init__(self, *args: Any, division: Division, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        planned = METHODS.get(plan_line(division, number, None).method)
        as_planned = _("As planned: %s") % planned.label if planned else _("As planned")
        self.fields["method"].choices = [("", as_planned), *method_choices(without=(BY_HAND,))]  # type: ignore[attr-defined]


class ByHandForm(forms.Form):
    """A director's list, one board a line: "12 7", or "12 bye"."""

    boards = forms.CharField(
        label=_("Boards"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code", "placeholder": "12 7\n3 15\n9 bye"}),
        help_text=_("One board a line, by players' numbers: 12 7, or 12 bye. Who starts is decided by the event's rules."),
    )  # fmt: skip

    def clean_boards(self) -> tuple[ManualBoard, ...]:
        boards, bad = [], []
        for place, line in enumerate(self.cleaned_data["boards"].splitlines(), start=1):
            if match := LINE.match(line):
                second = None if match["second"].lower() in ("bye", "-") else int(match["second"])
                boards.append(ManualBoard(int(match["first"]), second))
            elif line.strip():
                bad.append(
                    _("Line %(place)d, “%(line)s”: write two numbers, or a number and bye.")
                    % {"place": place, "line": line}
                )
        if bad:
            raise forms.ValidationError(bad[:5])
        return tuple(boards)


class SwapForm(forms.Form):
    """Two players of a draft who are to change places, by number."""

    button = _("Swap them")
    player = forms.IntegerField(label=_("Swap player"), min_value=1)
    other = forms.IntegerField(label=_("with player"), min_value=1)


class PublishForm(forms.Form):
    """reason: only where the draft is stale or leaves a round out."""

    hide_optional = True
    reason = ReasonField(required=False)


class EntryField(forms.TypedChoiceField):
    """One of the players offered, as an Entry."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._offered: dict[str, Entry] = {}
        self.coerce: Callable[[str], Entry] = self._offered.__getitem__
        self.empty_value = None

    def offer(self, offered: Iterable[tuple[Entry, str]], *, first: str = "") -> None:
        """first: what the empty choice says; "" for none."""
        rows = list(offered)
        self._offered = {str(entry.pk): entry for entry, _ in rows}
        self.coerce = self._offered.__getitem__
        empty = [("", first)] if first else []
        self.choices = [*empty, *((str(entry.pk), label) for entry, label in rows)]


class LookedAtForm(forms.Form):
    """A change whose costs are looked at before it is made: what is chosen comes first, the reason with the button.

    service: the decision that makes it.
    """

    hide_optional = True
    title: str | Promise = ""
    button: str | Promise = ""
    service: Callable[..., Any]
    seats: RoundBoards

    def look(self) -> Self:
        """The form as it is sent to see the costs, where no reason is given yet."""
        self.fields["reason"].required = False
        return self

    @property
    def chosen(self) -> list[forms.BoundField]:
        """What is asked to see the costs."""
        return [field for field in self if field.name != "reason"]

    def values(self) -> dict[str, Any]:
        """The cleaned answers, as the service takes them."""
        return self.cleaned_data

    def make(self, by: Actor, **other: Any) -> Any:
        """Make the change.  other: values instead of those of the form."""
        return type(self).service(by=by, **self.values() | other)


class BoardForm(LookedAtForm):
    """A change of one board: every kind asks why, and whether a result that is there may go."""

    hint: str | Promise = ""
    name = ""  # of its URL
    touches_result = True
    drop_label: Any = _("Drop the result; the record keeps it")

    def __init__(self, *args: Any, game: Game, seats: RoundBoards, **kwargs: Any) -> None:
        kwargs["auto_id"] = f"{self.name}_%s"
        super().__init__(*args, **kwargs)
        self.game, self.seats = game, seats
        if self.touches_result:
            self.fields["drop_results"] = forms.BooleanField(label=self.drop_label, required=False)
            if not self.asks_to_drop():
                self.fields["drop_results"].widget = forms.HiddenInput()
        self.fields["reason"] = ReasonField(help_text=READ_BY_PLAYERS)
        self.offer()

    def offer(self) -> None:
        """Fill the choices in from the board and the round."""

    def asks_to_drop(self) -> bool:
        return bool(self.game.outcome) and not self.game.is_bye

    def values(self) -> dict[str, Any]:
        return {"game": self.game, **super().values()}

    def both(self) -> list[tuple[Entry, str]]:
        players = [self.game.first] if self.game.second is None else [self.game.first, self.game.second]
        return [(entry, str(entry)) for entry in players]


class SwapPlayersForm(BoardForm):
    service = staticmethod(boards.swap_players)
    title = _("Swap opponents")
    button = _("Swap the two players")
    name = "swap_players"
    hint = _("Two players of two boards change places. Who starts is decided again on both.")
    drop_label = _("Drop the results of these two boards, if there are any; the record keeps them")
    entry = EntryField(label=_("Player"))
    other_entry = EntryField(label=_("changes places with"))

    def offer(self) -> None:
        self.fields["entry"].offer(self.both())  # type: ignore[attr-defined]
        self.fields["other_entry"].offer(self.seats.elsewhere(self.game), first=_("Choose a player"))  # type: ignore[attr-defined]

    def asks_to_drop(self) -> bool:
        return super().asks_to_drop() or self.seats.has_results

    def values(self) -> dict[str, Any]:
        return {**super().values(), "other_game": self.seats.game_of(self.cleaned_data["other_entry"])}


class StarterForm(BoardForm):
    service = staticmethod(boards.set_starter)
    title = _("Who starts")
    button = _("Set the starter")
    name = "starter"
    hint = _("Scores stay with their players. Once tiles are drawn, name who drew the start: no reason is needed then.")
    touches_result = False
    starter = EntryField(label=_("Starts"), required=False)

    def offer(self) -> None:
        self.fields["starter"].offer(self.both(), first=_("The tiles decide"))  # type: ignore[attr-defined]
        named = self.game.starts_by not in Game.NOBODY_YET
        self.initial["starter"] = self.game.first_id if named else ""
        self.fields["reason"].required = named


class ReplaceForm(BoardForm):
    service = staticmethod(boards.replace_player)
    title = _("Put somebody in a player's place")
    button = _("Replace the player")
    name = "replace"
    hint = _(
        "Somebody who sits at no table, or has a bye, takes the place. The displaced player is unpaired until placed."
    )
    out = EntryField(label=_("Out"))
    into = EntryField(label=_("In"))

    def offer(self) -> None:
        self.fields["out"].offer(self.both())  # type: ignore[attr-defined]
        self.fields["into"].offer(self.seats.placeable(but=self.game), first=_("Choose a player"))  # type: ignore[attr-defined]


class SwapTablesForm(BoardForm):
    service = staticmethod(boards.swap_tables)
    title = _("Swap tables")
    button = _("Swap the two tables")
    name = "swap_tables"
    hint = _("The two games change tables. Nothing else changes.")
    touches_result = False
    other = forms.TypedChoiceField(label=_("with the game at"), coerce=int)

    def offer(self) -> None:
        rows = [
            (board.pk, f"{_('Table')} {board.table}: {board.first} – {board.second}")
            for board in self.seats.boards(but=self.game)
        ]
        self.fields["other"].choices = [("", _("Choose a table")), *rows]  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        return {**super().values(), "other": self.seats.games[self.cleaned_data["other"]]}


class MoveForm(BoardForm):
    service = staticmethod(boards.move_game)
    title = _("Move to another table")
    button = _("Move the game")
    name = "move"
    hint = _("A table nobody sits at, by its number or name. Empty: the first free one.")
    touches_result = False
    table_name = forms.CharField(label=_("Table"), max_length=20, required=False)


class ByeForm(BoardForm):
    service = staticmethod(boards.turn_into_bye)
    title = _("Turn into a bye")
    button = _("Give the bye")
    name = "bye"
    hint = _("One player gets the event's bye; the opponent is unpaired until placed.")
    entry = EntryField(label=_("The bye goes to"))

    def offer(self) -> None:
        self.fields["entry"].offer(self.both())  # type: ignore[attr-defined]


class DissolveForm(BoardForm):
    service = staticmethod(boards.dissolve)
    title = _("Take the board apart")
    button = _("Take it apart")
    name = "dissolve"
    hint = _("Everybody at it is unpaired until placed.")


class SeatForm(LookedAtForm):
    """Place an unpaired player: against somebody free, or with a bye."""

    service = staticmethod(boards.seat)
    title = _("Place a player")
    button = _("Place")
    entry = EntryField(label=_("Player"))
    opponent = EntryField(label=_("plays"), required=False)
    reason = ReasonField(help_text=READ_BY_PLAYERS)

    def __init__(self, *args: Any, seats: RoundBoards, **kwargs: Any) -> None:
        kwargs["auto_id"] = "seat_%s"
        super().__init__(*args, **kwargs)
        self.seats, unseated = seats, seats.unseated()
        alone = unseated if len(unseated) == 1 else []  # nobody plays themselves
        opponents = [offer for offer in seats.placeable() if offer not in alone]
        self.fields["entry"].offer(unseated)  # type: ignore[attr-defined]
        self.fields["opponent"].offer(opponents, first=_("nobody: a bye"))  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        return {"round": self.seats.round, **super().values()}


GAME_FORMS: tuple[type[BoardForm], ...] = (
    SwapPlayersForm, StarterForm, ReplaceForm, SwapTablesForm, MoveForm, ByeForm, DissolveForm,
)  # fmt: skip
BYE_FORMS: tuple[type[BoardForm], ...] = (SwapPlayersForm, ReplaceForm, DissolveForm)
