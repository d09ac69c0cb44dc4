"""What is asked of a club evening."""

import re
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tdsuite.console.club import WAYS, ClubEvening, roster_of
from tdsuite.exchange.event_sources import read_storable
from tdsuite.formats.model import ImportedFile
from tdsuite.formats.tables.cells import without_list_marks
from tdsuite.tournaments.engine.names import name_key
from tdsuite.tournaments.engine.rounds import MOST_ROUNDS
from .events import ZoneField

WORDS = (
    _("Swiss: winners meet winners, in any number of rounds"),
    _("Round robin: everybody meets everybody"),
    _("King of the Hill: first plays second, third plays fourth"),
)
RATED = re.compile(r"(.*?)(?:\s*,\s*|\s+)([0-9]+)\s*")


class ClubEveningForm(forms.Form):
    """Who plays, and how."""

    hide_optional = True
    players = forms.CharField(
        label=_("Who plays? One name a line"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autofocus": True}),
        help_text=_("No ratings needed; one may follow a comma."),
    )
    name = forms.CharField(label=_("Name"), max_length=120)
    way = forms.ChoiceField(
        label=_("How are they paired?"), choices=list(zip(WAYS, WORDS, strict=True)), widget=forms.RadioSelect
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=4,
        help_text=_("A round robin has as many as it needs."),
    )
    minutes = forms.IntegerField(label=_("Minutes a player"), min_value=1, max_value=240, initial=25)
    time_zone = ZoneField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("way", WAYS[0])
        self.fields["time_zone"].widget.attrs["data-zone"] = ""
        self.initial.setdefault("name", _("Club evening, %s") % date_format(timezone.localdate(), "MONTH_DAY_FORMAT"))

    def clean_players(self) -> tuple[tuple[str, str], ...]:
        players: dict[str, tuple[str, str]] = {}
        for place, line in enumerate(without_list_marks(self.cleaned_data["players"]).splitlines(), start=1):
            rated = RATED.fullmatch(line)
            name, rating = (rated[1].strip(), rated[2]) if rated else (line.strip(), "")
            if rated and not name:
                raise forms.ValidationError(_("Line %d has a rating and no name.") % place)
            if name_key(name) in players:
                raise forms.ValidationError(
                    _("Line %(line)d: %(name)s is there twice. If they are two people, add an initial to one name.")
                    % {"line": place, "name": name}
                )
            if name:
                players[name_key(name)] = (name, rating)
        if len(players) < 2:
            raise forms.ValidationError(_("Write at least two names, one a line."))
        return tuple(players.values())

    def reading(self) -> ImportedFile | None:
        """The names as the roster's reader takes them; None where they cannot be read yet."""
        players = getattr(self, "cleaned_data", {}).get("players")
        return read_storable(roster_of(players)) if players else None

    def plan(self) -> ClubEvening:
        """What the service takes; today's."""
        return ClubEvening(day=timezone.localdate(), **self.cleaned_data)
