"""What the pages of incidents that turn on a count or a stage ask for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.rulings.engine.drawing import Exchange
from results.rulings.services.incidents import Happened
from results.rulings.services.worked_incidents import (
    ILLEGAL_EXCHANGE,
    OUT_OF_ORDER,
    Worked,
    work_out_draw,
    work_out_exchange,
)
from tdsuite.tournaments.engine.tiles import RACK_SIZE
from tdsuite.tournaments.models import Game
from tdsuite.tournaments.rulebooks.incidents import RemedyKind
from tdsuite.tournaments.rulebooks.terms import ExchangeRemedy
from tdsuite.tournaments.services.score_there import ScoreBefore, ScoreMeaning, score_before
from .rulings import PersonField, text_field

LARGEST_BAG = 86  # two racks are drawn before anybody exchanges or plays
STAGES = ("drawn", "old_in_bag", "new_on_rack", "opponent_played", "opponent_racked")


class WorkedForm(forms.Form):
    """Who did it, what the director writes down, and what the book makes of it. worked: once `happened` was asked."""

    who: Any = ""
    worked: Worked | None = None

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.book = game, game.round.division.book_in_force
        self.fields["entry"] = PersonField(game.round.division, game, label=self.who)
        self.fields["text"] = text_field()
        self.order_fields(["entry"])

    def work_out(self, data: dict[str, Any]) -> Worked:
        """What follows. Raises Refused."""
        raise NotImplementedError

    def happened(self, kind: str, meaning: ScoreMeaning) -> Happened:
        """The incident to log; the form is valid. Raises Refused."""
        data = self.cleaned_data
        self.worked = self.work_out(data)
        return self.worked.happened(self.game, data["entry"], data["text"], meaning)

    def score(self, happened: Happened | None) -> ScoreBefore | None:
        """The result that points of this incident would change."""
        applied = happened.applied if happened else None
        return score_before(self.game) if applied and applied.kind is RemedyKind.POINTS else None


class ExchangeForm(WorkedForm):
    """How far an exchange had gone when it was questioned. The later stages are asked where the book goes by them."""

    who = _("Who exchanged?")
    in_bag = forms.IntegerField(label=_("Tiles in the bag when it was announced"), min_value=0, max_value=LARGEST_BAG)
    exchanged = forms.IntegerField(
        label=_("Tiles exchanged"), min_value=1, max_value=RACK_SIZE, initial=1,
        help_text=_("As laid face down, whatever number was said."),
    )  # fmt: skip
    numbered = forms.BooleanField(label=_("A number was said, or tiles were laid down"), required=False, initial=True)
    drawn = forms.BooleanField(label=_("A new tile has left the bag"), required=False)
    old_in_bag = forms.BooleanField(label=_("An unwanted tile is back in the bag"), required=False)
    new_on_rack = forms.BooleanField(label=_("A new tile is on the rack, or mixed with the old"), required=False)
    opponent_played = forms.BooleanField(label=_("The opponent has made the next play"), required=False)
    opponent_racked = forms.BooleanField(label=_("… and racked a new tile"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.book.during.exchange.remedy.value.remedy is not ExchangeRemedy.BY_STAGE:
            for name in STAGES:
                if name != "old_in_bag":
                    del self.fields[name]

    def work_out(self, data: dict[str, Any]) -> Worked:
        stages = {name: data.get(name, False) for name in STAGES}
        return work_out_exchange(self.game, Exchange(data["in_bag"], data["exchanged"], data["numbered"], **stages))


class DrawForm(WorkedForm):
    """How many tiles there were, which decides what a draw out of order may cost."""

    who = _("Who drew out of order?")
    in_bag = forms.IntegerField(label=_("Tiles in the bag before the draw"), min_value=1, max_value=LARGEST_BAG)
    opponent_starved = forms.BooleanField(
        label=_("The opponent had no reasonable chance to draw, and too few tiles are left for that draw"),
        required=False,
    )
    take = forms.BooleanField(label=_("Take the spread points"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rule = self.book.during.out_of_order.value
        if not rule.spread_points:
            del self.fields["take"]
        if not rule.starved_is_overdraw:
            del self.fields["opponent_starved"]

    def work_out(self, data: dict[str, Any]) -> Worked:
        starved, take = data.get("opponent_starved", False), data.get("take", False)
        return work_out_draw(self.game, data["in_bag"], opponent_starved=starved, take=take)


# Kinds whose remedy turns on a count or a stage, which a director is asked of a game.
WORKED_OUT: dict[str, type[WorkedForm]] = {ILLEGAL_EXCHANGE: ExchangeForm, OUT_OF_ORDER: DrawForm}
