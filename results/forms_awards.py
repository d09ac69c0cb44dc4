"""What pages of statistics and prizes ask for."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Division, Entry, Game

from .awards_models import HIGHEST_PLAY, LONGEST_WORD, HighClaim, Prize
from .services.prizes import BASES


class PlayedGameField(forms.ModelChoiceField):
    """A game by round and opponents."""

    def label_from_instance(self, game: Game) -> str:
        return f"Round {game.round.number}: {game.first.player} v {game.second.player if game.second else ''}"


class ClaimForm(forms.Form):
    """What was played."""

    hide_optional = True
    kind = forms.ChoiceField(label=_("Claim"), choices=HighClaim.Kind.choices, widget=forms.RadioSelect)
    game = PlayedGameField(label=_("Game"), queryset=Game.objects.none())
    word = forms.CharField(label=_("Word"), min_length=2, max_length=LONGEST_WORD)
    points = forms.IntegerField(label=_("Points of the play"), min_value=1, max_value=HIGHEST_PLAY)

    def offer(self, games: Any) -> None:
        field: Any = self.fields["game"]
        field.queryset = games.exclude(second=None).exclude(round__status="draft").exclude(
            outcome__in=Game.NOT_BEGUN
        ).with_people().order_by("-round__number", "board")  # fmt: skip


class OwnClaimForm(ClaimForm):
    """A player's own claim."""

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        self.offer(Game.objects.filter(first=entry) | Game.objects.filter(second=entry))

    def claim(self) -> dict[str, Any]:
        return {**self.cleaned_data, "entry": self.entry}


class DeskClaimForm(ClaimForm):
    """A claim handed in on paper. number: whose play it was."""

    number = forms.IntegerField(label=_("Player’s number"), min_value=1)
    field_order = ("kind", "number", "game", "word", "points")

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.division = division
        self.offer(Game.objects.of_division(division))

    def clean_number(self) -> int:
        number: int = self.cleaned_data["number"]
        self.entry = Entry.objects.filter(division=self.division, number=number).first()
        if self.entry is None:
            raise forms.ValidationError(_("There is no player of this number."))
        return number

    def claim(self) -> dict[str, Any]:
        data = {name: value for name, value in self.cleaned_data.items() if name != "number"}
        return {**data, "entry": self.entry}


class PrizeForm(forms.Form):
    """One prize."""

    hide_optional = True
    title = forms.CharField(label=_("Title"), max_length=80)
    basis = forms.ChoiceField(label=_("Given for"), choices=list(BASES.items()))
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=999, initial=1)
    class_name = forms.CharField(
        label=_("Class"), max_length=12, required=False, help_text=_("For a prize of a class.")
    )
    round_number = forms.IntegerField(
        label=_("Round"), min_value=1, max_value=99, required=False, help_text=_("Empty: of the whole event.")
    )
    money = forms.DecimalField(label=_("Money"), min_value=0, max_value=10**7, decimal_places=2, required=False)
    text = forms.CharField(label=_("What else it is"), max_length=120, required=False)
    winners = forms.CharField(
        label=_("Winners’ numbers"), max_length=100, required=False, help_text=_("For a prize by hand: 4, or 4, 11.")
    )
    position = forms.IntegerField(label=_("Order"), min_value=1, max_value=9999, required=False)
    besides = forms.BooleanField(label=_("May go to a player who has another prize"), required=False)

    def __init__(self, *args: Any, prize: Prize | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if prize is not None:
            self.initial = {name: getattr(prize, name) for name in self.fields}
            self.initial["money"] = Decimal(prize.money) / 100 if prize.money else None
            self.initial["winners"] = ", ".join(map(str, prize.winners))

    def clean_winners(self) -> list[int]:
        words = re.split(r"[\s,;]+", self.cleaned_data["winners"].strip())
        if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words if word):
            raise forms.ValidationError(_("Write players’ numbers, with commas between them."))
        return [int(word) for word in words if word]

    def values(self) -> dict[str, Any]:
        values = dict(self.cleaned_data)
        values["money"] = int((values["money"] or 0) * 100)
        if values["position"] is None:
            del values["position"]
        return values


class PrizeRulesForm(forms.Form):
    """How prizes are shared."""

    one_each = forms.BooleanField(label=_("One prize each: who has one is passed over for the next"), required=False)
    round_to = forms.DecimalField(
        label=_("Shares are rounded down to"), min_value=Decimal("0.01"), max_value=1000, decimal_places=2
    )
