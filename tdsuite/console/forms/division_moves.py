"""Who moves to which division, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdsuite.tournaments.models import Division, Entry
from .events import ReasonForm


class MoveForm(ReasonForm):
    """Players of a division that are to play in another."""

    hide_optional = True
    to = forms.ModelChoiceField(label=_("To"), queryset=Division.objects.none(), empty_label=None)
    players = forms.ModelMultipleChoiceField(
        label=_("Players"), queryset=Entry.objects.none(), widget=forms.CheckboxSelectMultiple, required=False
    )
    below = forms.IntegerField(
        label=_("And everybody rated below"), min_value=1, max_value=32000, required=False,
        help_text=_("Unrated players too."),
    )  # fmt: skip
    field_order = ("to", "below", "reason", "players")

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = division.tournament.divisions.exclude(pk=division.pk)
        self.entries = division.entries.filter(withdrawn_from=None).with_people().order_by("number")
        for name, rows in (("to", others), ("players", self.entries)):
            self.fields[name].queryset = rows  # type: ignore[attr-defined]
        self.fields["to"].label_from_instance = str  # type: ignore[attr-defined]
        self.fields["players"].label_from_instance = lambda entry: (  # type: ignore[attr-defined]
            f"{entry} · {entry.rating or _('unrated')}"
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen, below = {entry.pk for entry in data.get("players", ())}, data.get("below") or 0
        data["players"] = [entry for entry in self.entries if entry.pk in chosen or entry.rating < below]
        if not data["players"]:
            raise forms.ValidationError(_("Choose who moves."))
        return data
