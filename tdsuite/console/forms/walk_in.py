"""Who walked in, and from when on they play."""

from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from results.rulings.forms.players import MISSED_ROUNDS
from results.rulings.services.late_entry import MissedRounds
from tdsuite.console.walk_in import BYE, FREE, WAIT, Place, place_in
from tdsuite.platform.web.numbers import whole
from tdsuite.tournaments.models import Division, Tournament


class WalkInForm(forms.Form):
    """One form for a player without an entry."""

    hide_optional = True
    name = forms.CharField(label=_("Name"), max_length=120)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=32000, required=False, help_text=_("Empty: unrated."))  # fmt: skip
    division = forms.ModelChoiceField(label=_("Division"), queryset=Division.objects.none(), empty_label=None)
    plays_from = forms.IntegerField(
        label=_("Plays from round"), min_value=1, max_value=99, required=False,
        help_text=_("Empty: the next round of the division that is not over."),
    )  # fmt: skip
    seating = forms.ChoiceField(
        label=_("In that round, if it is published"),
        choices=[
            (FREE, _("plays the player without an opponent")),
            (BYE, _("has a bye")),
            (WAIT, _("is seated later")),
        ],
        widget=forms.RadioSelect,
        initial=FREE,
    )
    worth = forms.ChoiceField(label=_("Each round missed counts as"), choices=MISSED_ROUNDS)
    named = forms.CharField(
        required=False, widget=forms.HiddenInput
    )  # players whose bye the page said would become the game

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = list(tournament.divisions.all())
        self.fields["division"].queryset = tournament.divisions.all()  # type: ignore[attr-defined]
        self.fields["division"].label_from_instance = self._label  # type: ignore[attr-defined]
        self.fields["named"].initial = self.named_now

    @cached_property
    def places(self) -> list[Place]:
        """What each division has, in the round that was typed or the next that is not over."""
        number = whole(str(self.data.get("plays_from", ""))) if self.is_bound else None
        return [place_in(division, number or None) for division in self.divisions]

    def _label(self, division: Division) -> str:
        number = next(place.number for place in self.places if place.division == division)
        return f"{division} · " + (_now("round %d") % number if number else _now("no round left"))

    def named_now(self) -> str:
        """The players named by this page, whose bye would become the game."""
        return " ".join(str(place.bye.first_id) for place in self.places if place.bye)

    def values(self) -> dict[str, Any]:
        """What the service takes besides the division."""
        data, worth = self.cleaned_data, self.cleaned_data["worth"]
        return {
            "values": {"name": data["name"], "rating": data["rating"] or 0}, "plays_from": data["plays_from"],
            "worth": MissedRounds(worth), "seating": data["seating"],
            "may_lose_bye": [key for text in data["named"].split() if (key := whole(text))],
        }  # fmt: skip
