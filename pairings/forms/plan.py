"""How one round is to be paired, as the plan keeps it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.engine.errors import BadOption
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Repeats
from pairings.engine.options import options_from
from pairings.engine.plan import DEFAULT_METHOD, WhenReady
from tdsuite.platform.web.reasons import ReasonField
from .methods import chosen, method_choices, option_fields

LAGS = [(0, _("after the round before")), (1, _("after the round before that")), (2, _("after the third last round"))]
REPEATS = [
    (Repeats.AVOID, _("as few as possible")), (Repeats.ALLOW, _("allowed")), (Repeats.FORBID, _("none, or no round")),
]  # fmt: skip
READY = [
    (WhenReady.DRAFT, _("draft it")), (WhenReady.PUBLISH, _("draft and publish it")),
    (WhenReady.WAIT, _("wait for the director")),
]  # fmt: skip


class RoundPlanForm(forms.Form):
    """Method, standings, repeats and what happens by itself; then the options of the method, a field each."""

    hide_optional = True

    method = forms.ChoiceField(label=_("Method"), choices=method_choices, initial=DEFAULT_METHOD)
    lag = forms.TypedChoiceField(
        label=_("From the standings"), choices=LAGS, coerce=int, initial=0, required=False, empty_value="0"
    )
    repeats = forms.TypedChoiceField(
        label=_("Repeats"), choices=REPEATS, initial=Repeats.AVOID, required=False, empty_value=str(Repeats.AVOID)
    )
    most_meetings = forms.IntegerField(
        label=_("Meetings per pair, at most"),
        required=False,
        min_value=0,
        max_value=99,
        help_text=_("Empty: no limit."),
    )
    when_ready = forms.TypedChoiceField(
        label=_("When the results it needs are in"), choices=READY, initial=WhenReady.DRAFT, required=False,
        empty_value=str(WhenReady.DRAFT),
    )  # fmt: skip
    reason = ReasonField(required=False)
    options_of = forms.CharField(required=False, widget=forms.HiddenInput)  # the method whose options were shown

    def __init__(self, *args: Any, method: str = "", **kwargs: Any) -> None:
        """method: whose options are shown, where another was chosen than the plan has."""
        super().__init__(*args, **kwargs)
        stored = self.initial.pop("options", None) or {}
        if method in METHODS:
            stored, self.initial["method"] = stored if self.initial.get("method") == method else {}, method
        options = option_fields(str(self["method"].value()))
        self.option_names, self.initial["options_of"] = tuple(options), self["method"].value()
        self.fields.update(options)
        self.initial.update((name, value) for name, value in stored.items() if name in options)

    @property
    def plain(self) -> list[forms.BoundField]:
        """The fields of every method; the method itself stands before them."""
        return [self[name] for name in self.fields if name not in (*self.option_names, "method", "options_of")]

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the method chosen."""
        return [self[name] for name in self.option_names]

    def clean_most_meetings(self) -> int:
        return self.cleaned_data["most_meetings"] or 0

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        data["lag"] = int(data.get("lag") or 0)
        were_asked = data.get("options_of") == data.get("method")
        data["options"] = dict(chosen(self.option_names, data)) if were_asked else {}
        try:
            options_from(data["options"])
        except BadOption as error:
            self.add_error(None, str(error))
        return data

    def values(self) -> dict[str, Any]:
        """The answers, as `services.planning` takes them."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in (*self.option_names, "reason", "last")
        }


class ChangeForm(RoundPlanForm):
    """The same for a run of rounds, beginning with the round that is changed."""

    last = forms.IntegerField(label=_("To round"), min_value=1, max_value=99, required=False)
    field_order = ("method", "last")


class ExploreForm(RoundPlanForm):
    """How a round is to be paired otherwise, to be looked at only."""

    when_ready = None  # type: ignore[assignment]
    reason = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["method"].choices = method_choices(without=("manual",))  # type: ignore[attr-defined]
