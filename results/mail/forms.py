"""What a player says who wants to be told by mail."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class MailForm(forms.Form):
    """Where to, and what."""

    address = forms.EmailField(
        label=_("Your e-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    pairings = forms.BooleanField(label=_("My next table, as soon as it is known"), required=False, initial=True)
    final = forms.BooleanField(label=_("My place when the event is over"), required=False, initial=True)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not data.get("pairings") and not data.get("final"):
            raise forms.ValidationError(_("Choose what you want to be sent."))
        return data
