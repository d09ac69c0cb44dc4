"""What is asked before formats are compared for a new event."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.services.format_comparison import FEWEST_PLAYERS, MOST_PLAYERS, MOST_ROUNDS, EventOutline


class FormatsForm(forms.Form):
    """The field and the prizes of an event."""

    players = forms.IntegerField(label=_("Players"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    prizes = forms.IntegerField(label=_("Prizes"), min_value=1, max_value=MOST_PLAYERS, initial=3)
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
        return EventOutline(data["players"], data["rounds"], data["prizes"], data["ratings"])
