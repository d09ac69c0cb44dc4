"""How one round is to be paired, as the plan keeps it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings.engine.errors import BadOption
from pairings.engine.methods.registry import METHODS
from pairings.engine.model import Repeats
from pairings.engine.option_text import NAME, in_quotes, is_open, parts, quoted, unquoted
from pairings.engine.options import options_from
from pairings.engine.plan import WhenReady

LAGS = [(0, _("after the round before")), (1, _("one round older")), (2, _("two rounds older"))]
REPEATS = [
    (Repeats.AVOID, _("as few as possible")), (Repeats.ALLOW, _("allowed")), (Repeats.FORBID, _("none, or no round")),
]  # fmt: skip
READY = [
    (WhenReady.DRAFT, _("it is drafted")), (WhenReady.PUBLISH, _("it is drafted and published")),
    (WhenReady.WAIT, _("it waits for the director")),
]  # fmt: skip


class RoundPlanForm(forms.Form):
    """Method, standings, repeats and what happens by itself; options as "factor=3, best_of=2"."""

    hide_optional = True

    method = forms.ChoiceField(
        label=_("Method"), choices=lambda: [(key, method.label) for key, method in METHODS.items()], initial="swiss"
    )
    lag = forms.TypedChoiceField(label=_("From the standings"), choices=LAGS, coerce=int, initial=0)
    repeats = forms.ChoiceField(label=_("Repeats"), choices=REPEATS, initial=Repeats.AVOID)
    most_meetings = forms.IntegerField(
        label=_("Two meet at most"), required=False, min_value=0, max_value=99, help_text=_("Times; empty: no limit.")
    )
    when_ready = forms.ChoiceField(
        label=_("When the results it needs are in"), choices=READY, initial=WhenReady.DRAFT
    )  # fmt: skip
    options = forms.CharField(
        label=_("Options"),
        required=False,
        max_length=200,
        help_text=_(
            'Of the method, such as factor=3 or best_of=2; names with spaces in quotes: class_prizes="Under 1200":2.'
        ),
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        options = self.initial.get("options")
        if isinstance(options, dict):
            self.initial["options"] = ", ".join(f"{name}={_text(value)}" for name, value in options.items())

    def clean_most_meetings(self) -> int:
        return self.cleaned_data["most_meetings"] or 0

    def clean_options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for part in parts(self.cleaned_data["options"], ","):
            if is_open(part):
                raise forms.ValidationError(
                    _("“%(part)s”: a quote is open; close it behind the name."), params={"part": part}
                )
            name, equals, value = (word.strip() for word in part.partition("="))
            if not equals:
                raise forms.ValidationError(_("“%(part)s”: write for example factor=3."), params={"part": part})
            options[name] = _value(value)
        try:
            options_from(options)
        except BadOption as error:
            raise forms.ValidationError(str(error)) from error
        return options

    def values(self) -> dict[str, Any]:
        """The answers, as `services.planning` takes them."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class ExploreForm(RoundPlanForm):
    """How a round is to be paired otherwise, to be looked at only."""

    when_ready = None  # type: ignore[assignment]
    reason = None  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["method"].choices = [(key, row.label) for key, row in METHODS.items() if key != "manual"]  # type: ignore[attr-defined]


def _value(text: str) -> Any:
    """A number, yes or no, numbers with spaces between them, or a word; in quotes always a word."""
    if NAME.fullmatch(text):
        return unquoted(text)
    words = text.split()
    if words and all(word.isascii() and word.isdigit() for word in words):
        numbers = [int(word) for word in words]
        return numbers if len(numbers) > 1 else numbers[0]
    return {"yes": True, "no": False}.get(text.lower(), text)


def _text(value: Any) -> str:
    """A value as it is typed: `_value` makes the same of it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return (
            value
            if parts(value, ",") == [value] and not is_open(value) and _value(value) == value
            else in_quotes(value)
        )
    if not isinstance(value, list):
        return str(value)
    return " ".join(_pair(item) if isinstance(item, list) else str(item) for item in value)


def _pair(value: list[Any]) -> str:
    """A class and its prizes, or the first and last of equal places."""
    return f"{quoted(value[0])}:{value[1]}" if isinstance(value[0], str) else "-".join(map(str, value))
