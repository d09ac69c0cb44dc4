"""What to look for in the record of decisions."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class RecordFilter(forms.Form):
    """What to look for in the record."""

    hide_optional = True

    what = forms.ChoiceField(label=_("What"), required=False)
    who = forms.ChoiceField(label=_("Who"), required=False)
    scope = forms.ChoiceField(label=_("Where"), required=False)
    printed = forms.RegexField(
        r"^[0-9a-fA-F ]{6,64}$",
        label=_("Code on the paper"),
        required=False,
        error_messages={"invalid": _("At least 6 digits 0-9, a-f, as they stand after “Record” on a print.")},
    )

    def __init__(
        self,
        *args: Any,
        actions: list[tuple[str, str]],
        people: list[tuple[str, str]],
        scopes: list[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("what", actions), ("who", people), ("scope", scopes)):
            self.fields[name].choices = [("", _("all")), *choices]  # type: ignore[attr-defined]
