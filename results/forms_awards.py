"""What pages of statistics and prizes ask for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Division, Entry, Game

from .awards_models import HIGHEST_PLAY, LONGEST_WORD, HighClaim


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
