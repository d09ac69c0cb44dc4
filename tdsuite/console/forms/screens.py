"""What a stream's overlays and the screens of the hall show, as a director says it."""

from typing import Any

from django import forms

from tdsuite.tournaments.models import Overlay, Screen, Tournament
from tdsuite.tournaments.models.screens import MOST_SLOTS
from tdsuite.tournaments.notices import LONGEST_NOTICE
from tdsuite.tournaments.services.screens import SECONDS, USUAL_SECONDS

KINDS = Overlay.Shows


class OverlayForm(forms.Form):
    """What an overlay shows from now on."""

    slot = forms.TypedChoiceField(
        label="Overlay", coerce=int, choices=[(slot, slot) for slot in range(1, MOST_SLOTS + 1)]
    )
    shows = forms.ChoiceField(label="What it shows", choices=KINDS.choices, widget=forms.RadioSelect)
    division = forms.ChoiceField(label="Division")
    player = forms.IntegerField(
        label="Player’s number", min_value=1, max_value=9999, required=False, help_text="For one player."
    )
    table = forms.CharField(
        label="Table", max_length=20, required=False, help_text="For the two players at a table: its number or name."
    )

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        super().__init__(*args, **options)
        divisions = tournament.divisions.all()
        self.fields["division"].choices = [(row.code, row.name) for row in divisions]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("shows") == KINDS.PLAYER and not data.get("player"):
            self.add_error("player", "Whose name is it to show?")
        if data.get("shows") == KINDS.TABLE and not data.get("table"):
            self.add_error("table", "Which table is it to show?")
        return data


class NoticeForm(forms.Form):
    """A sentence for everybody."""

    text = forms.CharField(
        label="Announcement",
        max_length=LONGEST_NOTICE,
        help_text="On public pages, screens and players’ pages until you take it down or finish the event.",
    )


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
