"""What decides between players with equal wins, and how they are rated: what a division keeps in its standings options."""

from collections.abc import MutableMapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from results.engine.ratings.systems import SYSTEMS
from results.services.ratings import OPTION as RATING_SYSTEM
from tdsuite.tournaments.engine.tie_breaks import OPTION, USUAL, TieBreak, tie_breaks_of
from tdsuite.tournaments.models import Division

CHOICES = [
    (TieBreak.SPREAD.value, _("spread")),
    (TieBreak.UNCAPPED_SPREAD.value, _("spread without caps")),
    (TieBreak.HEAD_TO_HEAD.value, _("games among the tied")),
    (TieBreak.OPPONENTS_WINS.value, _("opponents’ wins")),
    (TieBreak.FEWEST_BYES.value, _("fewest byes")),
]
NOTHING = [("", _("nothing more: the rank is shared"))]
FIELDS = ("tie_break_1", "tie_break_2", "tie_break_3")


class StandingsFields(forms.Form):
    """Three tie-breaks in order, and the rating system."""

    tie_break_1 = forms.ChoiceField(
        label=_("Equal wins: decided by"), choices=CHOICES, initial=TieBreak.SPREAD.value, required=False
    )
    tie_break_2 = forms.ChoiceField(label=_("then by"), choices=[*NOTHING, *CHOICES], required=False)
    tie_break_3 = forms.ChoiceField(label=_("and then by"), choices=[*NOTHING, *CHOICES], required=False)

    rating_system = forms.ChoiceField(
        label=_("Ratings are worked out by"),
        choices=[("", _("no system")), *((one.key, one.name) for one in SYSTEMS.values())],
        required=False,
        help_text=_("What the pages show is worked out here, and is not the official rating."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        named: set[str] = set()
        for field in FIELDS:
            if data.get(field) and data[field] in named:
                self.add_error(field, _("This stands above already: choose another, or nothing more."))
            named.add(data.get(field, ""))
        return data


def options_shown(division: Division) -> dict[str, str]:
    """The form's initial values."""
    options = division.standings_options or {}
    chosen: dict[str, str] = dict(zip(FIELDS, tie_breaks_of(options), strict=False))
    return {**chosen, RATING_SYSTEM: options[RATING_SYSTEM]} if options.get(RATING_SYSTEM) else chosen


def standings_options(division: Division, values: MutableMapping[str, Any]) -> dict[str, Any]:
    """The division's options with what the form chose, which is taken out of `values`. The usual choice is not stored."""
    chosen = [name for name in (values.pop(field, "") for field in FIELDS) if name]
    options = {**(division.standings_options or {}), OPTION: chosen, RATING_SYSTEM: values.pop(RATING_SYSTEM, "")}
    if not chosen or tuple(chosen) == USUAL:
        del options[OPTION]
    if not options[RATING_SYSTEM]:
        del options[RATING_SYSTEM]
    return options
