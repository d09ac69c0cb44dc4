"""What decides between players with equal wins, and how they are rated: what a division keeps in its standings options."""

from collections.abc import MutableMapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.ratings.engine.systems import SYSTEMS
from results.ratings.services import OPTION as RATING_SYSTEM
from tdsuite.tournaments.engine.tie_breaks import OPTION, USUAL, WITHDRAWN_UNRANKED, TieBreak, tie_breaks_of
from tdsuite.tournaments.models import Division

CHOICES = [
    (TieBreak.SPREAD.value, _("spread")),
    (TieBreak.UNCAPPED_SPREAD.value, _("spread without caps")),
    (TieBreak.HEAD_TO_HEAD.value, _("games among the tied")),
    (TieBreak.OPPONENTS_WINS.value, _("opponents’ wins")),
    (TieBreak.FEWEST_BYES.value, _("fewest byes")),
    (TieBreak.FEWER_LOSSES.value, _("fewer losses (before spread, as tsh ranks)")),
]
NOTHING = [("", _("nothing more: the rank is shared"))]
FIELDS = ("tie_break_1", "tie_break_2", "tie_break_3")


class StandingsFields(forms.Form):
    """Three tie-breaks in order, who is ranked, and the rating system."""

    tie_break_1 = forms.ChoiceField(
        label=_("Equal wins: decided by"), choices=CHOICES, initial=TieBreak.SPREAD.value, required=False
    )
    tie_break_2 = forms.ChoiceField(label=_("then by"), choices=[*NOTHING, *CHOICES], required=False)
    tie_break_3 = forms.ChoiceField(label=_("and then by"), choices=[*NOTHING, *CHOICES], required=False)

    withdrawn_unranked = forms.BooleanField(
        label=_("Players who left have no rank"),
        required=False,
        help_text=_(
            "As in tsh: none from the table after the last round they played on, so that others move up in it. "
            "Else they keep what they earned."
        ),
    )

    rating_system = forms.ChoiceField(
        label=_("Ratings are worked out by"),
        choices=[("", _("no system")), *((system.key, system.name) for system in SYSTEMS.values())],
        required=False,
        help_text=_("What the pages show is worked out here, and is not the official rating."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        named: set[str] = set()
        for field in FIELDS:
            if data.get(field) and data[field] in named:
                self.add_error(field, _("This is chosen above already: choose another, or nothing more."))
            named.add(data.get(field, ""))
        return data


def options_shown(division: Division) -> dict[str, Any]:
    """The form's initial values."""
    options = division.standings_options or {}
    chosen: dict[str, Any] = dict(zip(FIELDS, tie_breaks_of(options), strict=False))
    return chosen | {key: options[key] for key in (RATING_SYSTEM, WITHDRAWN_UNRANKED) if options.get(key)}


def standings_options(division: Division, values: MutableMapping[str, Any]) -> dict[str, Any]:
    """The division's options with what the form chose, which is taken out of `values`. The usual choice is not stored."""
    ways = [name for name in (values.pop(field, "") for field in FIELDS) if name]
    chosen = {
        OPTION: [] if tuple(ways) == USUAL else ways, RATING_SYSTEM: values.pop(RATING_SYSTEM, ""),
        WITHDRAWN_UNRANKED: bool(values.pop(WITHDRAWN_UNRANKED, False)),
    }  # fmt: skip
    options = (division.standings_options or {}) | chosen
    return {key: value for key, value in options.items() if value or key not in chosen}
