"""Who walked in, and from when on they play."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.rulings.services.late_entry import WORTH, MissedRounds
from tdsuite.console.walk_in import BYE, FREE, WAIT
from tdsuite.tournaments.models import Division, Round, Tournament


class WalkInForm(forms.Form):
    """One form for a player without an entry."""

    hide_optional = True
    name = forms.CharField(label=_("Name"), max_length=120)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=32000, required=False, help_text=_("Empty: unrated."))  # fmt: skip
    division = forms.ModelChoiceField(label=_("Division"), queryset=Division.objects.none(), empty_label=None)
    plays_from = forms.IntegerField(label=_("Plays from round"), min_value=1, max_value=99, initial=1)
    seating = forms.ChoiceField(
        label=_("In that round, if it is published"),
        choices=[(FREE, _("plays whoever has no opponent")), (BYE, _("has a bye")), (WAIT, _("is seated later"))],
        widget=forms.RadioSelect,
        initial=FREE,
    )
    worth = forms.ChoiceField(
        label=_("Each round missed counts as"),
        required=False,
        choices=[
            ("", _("the division chose")), ("zero_bye", _("nothing")), ("half_bye", _("half a win")), ("bye", _("a win")),
            ("loss", _("a loss")),
        ],
    )  # fmt: skip

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].queryset = tournament.divisions.all()  # type: ignore[attr-defined]
        self.fields["division"].label_from_instance = str  # type: ignore[attr-defined]
        begun = Round.objects.filter(division__tournament=tournament).exclude(status=Round.Status.DRAFT)
        self.fields["plays_from"].initial = max((row.number for row in begun), default=1)

    def values(self) -> dict[str, Any]:
        """What the service takes besides the division."""
        data, worth = self.cleaned_data, self.cleaned_data["worth"]
        return {
            "values": {"name": data["name"], "rating": data["rating"] or 0}, "plays_from": data["plays_from"],
            "worth": MissedRounds(worth, None) if worth in WORTH else None, "seating": data["seating"],
        }  # fmt: skip
