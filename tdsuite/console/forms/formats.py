"""What is asked before formats are compared for a new event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.services.format_comparison import (
    FEWEST_PLAYERS,
    MOST_DAYS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    EventOutline,
)

CLOCK = {"type": "time"}


class FormatsForm(forms.Form):
    """The field, the prizes and the hours of an event."""

    players = forms.IntegerField(label=_("Players"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    prizes = forms.IntegerField(label=_("Prizes"), min_value=1, max_value=MOST_PLAYERS, initial=3)
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MOST_DAYS, initial=1)
    game_minutes = forms.IntegerField(label=_("Minutes a player"), min_value=1, max_value=240, initial=25)
    first = forms.TimeField(label=_("First round at"), initial="09:00", widget=forms.TimeInput(attrs=CLOCK))
    done_by = forms.TimeField(label=_("Done by"), required=False, widget=forms.TimeInput(attrs=CLOCK))
    ratings = forms.CharField(
        label=_("Ratings"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "mono"}),
        help_text=_("Numbers with spaces between. Empty: a field as wide as most."),
    )

    def clean_ratings(self) -> tuple[int, ...]:
        words = self.cleaned_data["ratings"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
            raise forms.ValidationError(_("Write numbers of up to four digits with spaces between: 1850 1720 1600"))
        return tuple(map(int, words))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "players" in data and len(data.get("ratings", ())) > data["players"]:
            self.add_error("ratings", _("There are more ratings than players."))
        return data

    def outline(self) -> EventOutline:
        """What was said."""
        data = self.cleaned_data
        done_by = data["done_by"].strftime("%H:%M") if data["done_by"] else ""
        return EventOutline(
            data["players"], data["rounds"], data["prizes"], data["days"], data["game_minutes"],
            data["first"].strftime("%H:%M"), done_by, data["ratings"],
        )  # fmt: skip
