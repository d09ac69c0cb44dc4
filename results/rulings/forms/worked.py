"""What the pages of incidents that turn on a count or a stage ask for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.rulings.engine.drawing import Exchange
from results.rulings.forms.rulings import PersonField
from results.rulings.services.worked_incidents import Worked, work_out_draw, work_out_exchange, work_out_sand
from tdsuite.tournaments.engine.tiles import RACK_SIZE
from tdsuite.tournaments.models import Entry, Game
from tdsuite.tournaments.rulebooks.model import Rulebook
from tdsuite.tournaments.rulebooks.terms import ExchangeRemedy

LARGEST_BAG = 86  # two racks are drawn before anybody exchanges or plays
STAGES = ("drawn", "old_in_bag", "new_on_rack", "opponent_played", "opponent_racked")


class WorkedForm(forms.Form):
    """Who did it, what the director writes down, and what the book makes of it."""

    who: Any = ""

    def __init__(self, *args: Any, game: Game, book: Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"] = PersonField(game.round.division, game, label=self.who)
        self.fields["text"] = forms.CharField(
            label=_("What happened"), required=False, widget=forms.Textarea(attrs={"rows": 2}),
            help_text=_("For officials alone; can be erased."),
        )  # fmt: skip
        self.order_fields(["entry"])

    def work_out(self, game: Game) -> Worked:
        """What follows; the form is valid. Raises Refused."""
        raise NotImplementedError

    @property
    def entry(self) -> Entry:
        """The form is valid."""
        return self.cleaned_data["entry"]


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

    def __init__(self, *args: Any, game: Game, book: Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, game=game, book=book, **kwargs)
        if book.during.exchange.remedy.value.remedy is not ExchangeRemedy.BY_STAGE:
            for name in STAGES:
                if name != "old_in_bag":
                    del self.fields[name]

    def work_out(self, game: Game) -> Worked:
        data = self.cleaned_data
        stages = {name: data.get(name, False) for name in STAGES}
        return work_out_exchange(game, Exchange(data["in_bag"], data["exchanged"], data["numbered"], **stages))


class DrawForm(WorkedForm):
    """How many tiles there were, which decides what a draw out of order may cost."""

    who = _("Who drew out of order?")
    in_bag = forms.IntegerField(label=_("Tiles in the bag before the draw"), min_value=1, max_value=LARGEST_BAG)
    opponent_starved = forms.BooleanField(
        label=_("The opponent had no reasonable chance to draw, and too few tiles are left for that draw"),
        required=False,
    )
    take = forms.BooleanField(label=_("Take the spread points"), required=False)

    def __init__(self, *args: Any, game: Game, book: Rulebook, **kwargs: Any) -> None:
        super().__init__(*args, game=game, book=book, **kwargs)
        rule = book.during.out_of_order.value
        if not rule.spread_points:
            del self.fields["take"]
        if not rule.starved_is_overdraw:
            del self.fields["opponent_starved"]

    def work_out(self, game: Game) -> Worked:
        data = self.cleaned_data
        starved, take = data.get("opponent_starved", False), data.get("take", False)
        return work_out_draw(game, data["in_bag"], opponent_starved=starved, take=take)


class SandForm(WorkedForm):
    """A move whose sand ran out: when the player was told, and when the score was announced."""

    warned = forms.IntegerField(
        label=_("Seconds of warning before the last grain"), min_value=0, max_value=60, required=False,
        help_text=_("Empty: nobody warned, and the player was told once all the sand was down."),
    )  # fmt: skip
    announced = forms.IntegerField(
        label=_("Seconds from being told to announcing the score"), min_value=0, max_value=600, required=False,
        help_text=_("Empty: it was not announced in time."),
    )  # fmt: skip

    who = _("Whose move?")

    def work_out(self, game: Game) -> Worked:
        return work_out_sand(game, warned=self.cleaned_data["warned"] or 0, announced=self.cleaned_data["announced"])
