"""What is asked of rounds that are to be paired otherwise, to be looked at only."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.engine.methods.registry import METHODS
from pairings.services.drafts import SEED_BITS
from pairings.services.exploring import Question

from .pairing import BY_HAND
from .plan import RoundPlanForm
from .rules import BoardsField


class ExploreForm(RoundPlanForm):
    """Method and settings as in the plan, boards to be played or not, and through which round. `first`: in the address."""

    when_ready = None  # type: ignore[assignment]
    reason = None  # type: ignore[assignment]

    last = forms.IntegerField(
        label=_("Through round"), min_value=1, help_text=_("Each round from the standings it was paired from.")
    )
    forced = BoardsField(label=_("Boards to be played"), required=False, help_text=_("One a line: 12 7, or 12 bye."))
    forbidden = BoardsField(label=_("Boards not to be played"), required=False, help_text=_("One a line: 12 7."))
    seed = forms.IntegerField(
        label=_("Seed of the draw"),
        min_value=0,
        max_value=2**SEED_BITS - 1,
        help_text=_("Breaks ties; seeds the trials."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, first: int, through: int, initial: Mapping[str, Any]
    ) -> None:
        """through: the last round that can be explored.  initial: how the round is planned."""
        super().__init__(data, initial={"last": first, "seed": 1, **initial})
        self.first = first
        last: Any = self.fields["last"]
        last.min_value, last.max_value = first, through
        last.widget.attrs |= {"min": first, "max": through}
        self.fields["method"].choices = [(key, row.label) for key, row in METHODS.items() if key != BY_HAND]  # type: ignore[attr-defined]

    def clean_last(self) -> int:
        last: int = self.cleaned_data["last"]
        if not self.first <= last <= self.fields["last"].max_value:  # type: ignore[attr-defined]
            raise forms.ValidationError(
                _("Name a round from %(first)d to %(last)d."),
                params={"first": self.first, "last": self.fields["last"].max_value},  # type: ignore[attr-defined]
            )
        return last

    def question(self) -> Question:
        """What a valid form asks."""
        values = self.cleaned_data
        boards: dict[str, Any] = {
            name: tuple((board["one"], board["two"]) for board in values[name]) for name in ("forced", "forbidden")
        }
        own = {name: values[name] for name in ("last", "method", "lag", "repeats", "most_meetings", "options", "seed")}
        return Question(first=self.first, **own, **boards)
