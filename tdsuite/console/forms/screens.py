"""What a stream's overlays and the screens of the hall show, as a director says it."""

from typing import Any

from django import forms

from tdsuite.tournaments.models import Overlay, Screen, Tournament
from tdsuite.tournaments.services.screens import SECONDS, USUAL_SECONDS

KINDS = Overlay.Shows


class OverlayForm(forms.Form):
    """Where one slot points."""

    shows = forms.ChoiceField(label="What it shows", choices=KINDS.choices, widget=forms.RadioSelect)
    division = forms.ChoiceField(label="Division")
    player = forms.IntegerField(
        label="Player’s number", min_value=1, max_value=9999, required=False, help_text="For one player."
    )
    table = forms.CharField(
        label="Table", max_length=20, required=False, help_text="For the two players at a table: its number or name."
    )

    def __init__(self, *args: Any, overlay: Overlay, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial = overlay.facts if overlay.shows else {}
        divisions = overlay.tournament.divisions.all()
        self.fields["division"].choices = [(row.code, row.name) for row in divisions]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("shows") == KINDS.PLAYER and not data.get("player"):
            self.add_error("player", "Whose name is it to show?")
        if data.get("shows") == KINDS.TABLE and not data.get("table"):
            self.add_error("table", "Which table is it to show?")
        return data


class ScreenForm(forms.Form):
    """The name of a screen."""

    name = forms.CharField(
        label="Name of the screen", max_length=40, help_text="Where it hangs, for example: Entrance."
    )


class PanelForm(forms.Form):
    """One more panel of a screen."""

    shows = forms.ChoiceField(label="Panel", choices=Screen.Shows.choices)
    division = forms.ChoiceField(label="Division", required=False)
    seconds = forms.IntegerField(
        label="Seconds a page", min_value=SECONDS[0], max_value=SECONDS[1], initial=USUAL_SECONDS
    )

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        divisions = [(row.code, row.name) for row in tournament.divisions.all()]
        self.fields["division"].choices = [("", "All divisions"), *divisions]  # type: ignore[attr-defined]
